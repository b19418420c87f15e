// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Compiled where GDAL is (PORTOLAN_GDAL).

#include <limits>
#include <string>
#include <vector>

#include <gdal_frmts.h>
#include <gdal_priv.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <ogr_spatialref.h>

#include <support/temp_folder.hpp>

#include "rasters.hpp"

namespace portolan {
namespace {

using test::drawn;
using ::testing::HasSubstr;

class GdalFile : public ::testing::Test {
 protected:
  // Two columns of these values, cells of 10 by 20 units.
  [[nodiscard]] std::filesystem::path put(std::vector<double> values, GDALDataType type, int epsg = 32632,
                                          int bands = 1) const {
    GDALRegister_GTiff();
    const int rows = static_cast<int>(values.size()) / 2;
    GDALDriver* const driver = GetGDALDriverManager()->GetDriverByName("GTiff");
    GDALDatasetUniquePtr data(driver->Create(file().c_str(), 2, rows, bands, type, nullptr));
    double place[6] = {500000, 10, 0, 5000000, 0, -20};
    data->SetGeoTransform(place);
    OGRSpatialReference reference;
    reference.importFromEPSG(epsg);
    data->SetSpatialRef(&reference);
    data->GetRasterBand(1)->SetNoDataValue(-1);
    EXPECT_EQ(data->GetRasterBand(1)->RasterIO(GF_Write, 0, 0, 2, rows, values.data(), 2, rows, GDT_Float64,
                                               0, 0, nullptr),
              CE_None);
    return file();
  }
  [[nodiscard]] std::filesystem::path file() const { return folder_.path() / "a.tif"; }

  const test::TempFolder folder_;
};

TEST_F(GdalFile, HeightsBecomeCostsBySlope) {
  // Up by 1 over 10, 2 over 20: a tenth is one part of nine of 0.9. Then 9.5 over 20, 0.9 over 10, and no
  // data.
  EXPECT_EQ(drawn(put({5, 6, 7, 7.9, -1, 17.4}, GDT_Float32)), "11\n15\n@5\n");
}

TEST_F(GdalFile, ClassesComeByATable) {
  MapReadOptions options;
  options.raster.classes = {{3, '.'}, {4, 'W'}};
  EXPECT_EQ(drawn(put({3, 4, 4, 3}, GDT_Byte), options), ".W\nW.\n");
  EXPECT_THAT(drawn(put({3, 4, 5, 3}, GDT_Byte), options), HasSubstr("a.tif:2:1: found the value 5"));
}

TEST_F(GdalFile, WhatIsWrongIsNamedWithItsCure) {
  EXPECT_THAT(drawn(put({1, 2}, GDT_Int16, 4326)), HasSubstr("measured in degrees; bring it into metres"));
  MapReadOptions options;
  options.raster.cell_size = 100;
  EXPECT_EQ(drawn(put({1, 2}, GDT_Int16, 4326), options), "11\n");
  EXPECT_THAT(drawn(put({1, 2}, GDT_Byte, 32632, 3)), HasSubstr("has 3 bands; expected one"));
  EXPECT_THAT(drawn(put({1, 1e30}, GDT_Float64)), HasSubstr("beyond a thousand millions"));
  EXPECT_EQ(drawn(put({1, std::numeric_limits<double>::quiet_NaN()}, GDT_Float64)), "1@\n");
  EXPECT_THAT(drawn(put({1, std::numeric_limits<double>::infinity()}, GDT_Float64)),
              HasSubstr("beyond a thousand"));
  const std::string whole = test::raster_bytes(put({1, 2, 3, 4}, GDT_Byte));
  for (std::size_t size = 4; size < whole.size(); size += 5) {
    test::write_bytes(file(), std::string_view(whole).substr(0, size));
    static_cast<void>(drawn(file()));
  }
  test::write_bytes(file(), whole.substr(0, 9));
  EXPECT_THAT(drawn(file()), HasSubstr("no whole GeoTIFF"));
}

}  // namespace
}  // namespace portolan
