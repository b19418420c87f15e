// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <portolan/config/detail/npy_file.hpp>
#include <portolan/core/tile_field.hpp>

#include <support/draw_map.hpp>
#include <support/temp_folder.hpp>

#include "rasters.hpp"

namespace portolan {
namespace {

using test::drawn;
using test::npy;
using test::raster_bytes;
using test::write_bytes;
using ::testing::HasSubstr;

class NpyFile : public ::testing::Test {
 protected:
  [[nodiscard]] std::string read(const std::string& bytes, const MapReadOptions& options = {}) const {
    write_bytes(file(), bytes);
    return drawn(file(), options);
  }
  [[nodiscard]] std::filesystem::path file() const { return folder_.path() / "a.npy"; }

  const test::TempFolder folder_;
};

TEST_F(NpyFile, NumbersAreCostsOrClasses) {
  EXPECT_EQ(read(npy("|b1", "(2, 2)", std::string("\0\1\1\0", 4))), "#1\n1#\n");
  EXPECT_EQ(read(npy("|u1", "(1, 4)", std::string("\0\1\x9\xFF", 4))), "#19#\n");
  EXPECT_EQ(read(npy("<u2", "(1, 2)", std::string("\2\0\5\0", 4))), "25\n");
  EXPECT_EQ(read(npy(">u2", "(1, 2)", std::string("\0\2\0\5", 4))), "25\n");
  EXPECT_EQ(read(npy(">u4", "(2, 1)", std::string("\0\0\0\2\0\0\0\5", 8))), "2\n5\n");
  MapReadOptions options;
  options.raster.classes = {{0x01000002, terrain::water}, {17, terrain::ground}};
  EXPECT_EQ(read(npy("<u4", "(1, 2)", std::string("\2\0\0\1\x11\0\0\0", 8)), options), "W.\n");
  EXPECT_EQ(read(npy("|u1", "(1, 3)", "\1\2\3", "True")), "123\n") << "one row lies the same either way";
}

TEST_F(NpyFile, WhatIsWrongIsNamedWithItsCure) {
  EXPECT_THAT(read(npy("<f8", "(1, 1)", std::string(8, '\0'))), HasSubstr("save array.astype(numpy.uint8)"));
  EXPECT_THAT(read(npy("<i8", "(1, 1)", std::string(8, '\0'))), HasSubstr("type '<i8'"));
  EXPECT_THAT(read(npy("|u1", "(2, 2)", "1234", "True")), HasSubstr("numpy.ascontiguousarray"));
  EXPECT_THAT(read(npy("|u1", "(2, 2, 1)", "1234")), HasSubstr("has 3 dimensions; expected two"));
  EXPECT_THAT(read(npy("|u1", "(4,)", "1234")), HasSubstr("has 1 dimensions"));
  EXPECT_THAT(read(npy("|u1", "(2, 2)", "\1\1\1")), HasSubstr("a.npy:2:1: ends too early"));
  EXPECT_THAT(read(npy("|u1", "(2, 2)", "\1\1\1\1\1")), HasSubstr("goes on behind its last row"));
  EXPECT_THAT(read(npy("|u1", "(1, 2)", "\1\x20")),
              HasSubstr("a.npy:1:2: found the value 32, expected a cost"));
  EXPECT_THAT(read(npy("|u1", "(0, 2)", "")), HasSubstr("claims 2 x 0 cells"));
  EXPECT_THAT(read(npy("|u1", "(4000000000, 4000000000)", "")), HasSubstr("claims 4000000000 x 4000000000"));
  EXPECT_THAT(read(npy("|u1", "(99999999999999999999, 1)", "")), HasSubstr("not as NumPy writes it"));
  EXPECT_THAT(read(npy("|u1", "(-1, 2)", "")), HasSubstr("not as NumPy writes it"));
}

TEST_F(NpyFile, DamagedHeadersAreRefused) {
  const std::string good = npy("|u1", "(1, 2)", "\1\2");
  for (std::size_t size = 6; size < good.size(); ++size)
    ASSERT_THAT(read(good.substr(0, size)), HasSubstr("a.npy")) << size;
  std::string version = good;
  version[6] = 9;
  EXPECT_THAT(read(version), HasSubstr("no .npy file of version"));
  std::string huge = std::string("\x93NUMPY\x02\x00\xFF\xFF\xFF\xFF", 12) + good.substr(10);
  EXPECT_THAT(read(huge), HasSubstr("claims 4294967295 bytes"));
}

TEST_F(NpyFile, FieldsAreWrittenAsNumPyReadsThem) {
  const auto map = test::draw_map(
      "A.#.\n"
      "..#B\n");
  TileField field(map.view(), TileGrid(map.extent()));
  field.add_goal({map['A']});
  field.advance();
  const Extent extent = map.extent();
  ASSERT_FALSE(write_distances(field, extent, file()).has_value());
  std::string bytes = raster_bytes(file());
  EXPECT_EQ(bytes.substr(0, 10), std::string("\x93NUMPY\x01\x00\x76\x00", 10));
  EXPECT_THAT(bytes, HasSubstr("{'descr': '<i8', 'fortran_order': False, 'shape': (1, 2, 4, ), }"));
  ASSERT_EQ(bytes.size(), 128U + 8 * 8);
  const auto value = [&](std::size_t i) {
    return static_cast<int>(static_cast<signed char>(bytes[128 + 8 * i]));
  };
  EXPECT_EQ(value(0), 0);
  EXPECT_EQ(value(1), 24);
  EXPECT_EQ(value(2), -1);
  EXPECT_EQ(value(5), 34);
  ASSERT_FALSE(write_directions(field, extent, file()).has_value());
  bytes = raster_bytes(file());
  ASSERT_EQ(bytes.size(), 128U + 16);
  EXPECT_EQ(bytes.substr(128, 4), std::string("\0\0\xFF\0", 4)) << "the goal, and a step to the left";
  EXPECT_EQ(bytes.substr(138, 2), "\xFF\xFF") << "up and to the left";
}

}  // namespace
}  // namespace portolan
