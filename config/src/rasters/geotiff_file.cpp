// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <cmath>
#include <utility>
#include <vector>

#include <cpl_error.h>
#include <gdal_frmts.h>
#include <gdal_priv.h>
#include <ogr_spatialref.h>

#include <portolan/config/printable.hpp>

#include "raster_source.hpp"

// Compiled where GDAL is (PORTOLAN_GDAL).
namespace portolan::detail {

namespace {

// Heights may be fractions; they are taken to a thousandth of their unit.
constexpr double steps_per_unit = 1000;
constexpr double most_height = 1e9;

/// GDAL prints what is wrong unless told to be silent.
class Silence {
 public:
  Silence() { CPLPushErrorHandler(CPLQuietErrorHandler); }
  ~Silence() { CPLPopErrorHandler(); }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;
};

class TiffRaster final : public RasterSource {
 public:
  TiffRaster(std::string name, bool has_classes)
      : name_(std::move(name)), kind_(has_classes ? RasterKind::values : RasterKind::heights) {}

  std::optional<Error> open(const MapReadOptions& options) {
    const Silence silence;
    // The one driver alone: what strangers send shall not choose among a hundred and fifty.
    GDALRegister_GTiff();
    const char* const drivers[] = {"GTiff", nullptr};
    data_.reset(GDALDataset::Open(name_.c_str(), GDAL_OF_RASTER | GDAL_OF_READONLY, drivers));
    if (data_ == nullptr) return fault("no whole GeoTIFF: " + printable(CPLGetLastErrorMsg()));
    if (auto wrong = check_raster_size(static_cast<std::uint64_t>(data_->GetRasterXSize()),
                                       static_cast<std::uint64_t>(data_->GetRasterYSize()), name_, options))
      return wrong;
    extent_ = {data_->GetRasterXSize(), data_->GetRasterYSize()};
    if (data_->GetRasterCount() != 1)
      return fault("has " + std::to_string(data_->GetRasterCount()) +
                   " bands; expected one: gdal_translate -b 1");
    band_ = data_->GetRasterBand(1);
    if (GDALDataTypeIsComplex(band_->GetRasterDataType()) != 0)
      return fault("holds complex numbers; expected real ones");
    int has_none = 0;
    const double none = band_->GetNoDataValue(&has_none);
    if (has_none != 0) none_ = none;
    row_.resize(static_cast<std::size_t>(extent_.width));
    return read_scale(options);
  }

  [[nodiscard]] Extent extent() const override { return extent_; }
  [[nodiscard]] RasterKind kind() const override { return kind_; }
  [[nodiscard]] std::optional<Scale> scale() const override { return scale_; }
  [[nodiscard]] std::optional<Error> next_row(std::span<std::int64_t> row) override {
    const Silence silence;
    if (band_->RasterIO(GF_Read, 0, y_, extent_.width, 1, row_.data(), extent_.width, 1, GDT_Float64, 0, 0,
                        nullptr) != CE_None)
      return at_row("cannot be read: " + printable(CPLGetLastErrorMsg()) + "; it is cut short or damaged");
    ++y_;
    for (std::size_t x = 0; x < row.size(); ++x) {
      const double value = row_[x];
      if (std::isnan(value) || value == none_) {
        row[x] = no_value;
      } else if (!(std::abs(value) <= most_height)) {
        return at_row(
            "holds a value beyond a thousand millions; name it as the one without data: gdal_translate "
            "-a_nodata");
      } else {
        row[x] = std::llround(kind_ == RasterKind::heights ? value * steps_per_unit : value);
      }
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] Error fault(std::string message) const { return {name_, 0, 0, "", std::move(message)}; }
  [[nodiscard]] Error at_row(std::string message) const { return {name_, y_ + 1, 1, "", std::move(message)}; }

  std::optional<Error> read_scale(const MapReadOptions& options) {
    scale_.height = 1 / steps_per_unit;
    if (kind_ != RasterKind::heights || options.raster.cell_size > 0) return std::nullopt;
    const OGRSpatialReference* const reference = data_->GetSpatialRef();
    if (reference != nullptr && reference->IsGeographic() != 0)
      return fault(
          "its cells are measured in degrees; bring it into metres (gdalwarp -t_srs), or give the side of a "
          "cell");
    double place[6] = {};
    if (data_->GetGeoTransform(place) != CE_None) return std::nullopt;
    scale_.cell_x = std::hypot(place[1], place[4]);
    scale_.cell_y = std::hypot(place[2], place[5]);
    return std::nullopt;
  }

  std::string name_;
  RasterKind kind_;
  GDALDatasetUniquePtr data_;
  GDALRasterBand* band_ = nullptr;
  Extent extent_;
  Scale scale_;
  double none_ = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> row_;
  int y_ = 0;
};

}  // namespace

Result<RasterPtr> open_geotiff(const std::filesystem::path& file, const MapReadOptions& options) {
  auto raster = std::make_unique<TiffRaster>(file.string(), !options.raster.classes.empty());
  if (auto wrong = raster->open(options)) return *wrong;
  return RasterPtr(std::move(raster));
}

}  // namespace portolan::detail
