// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <portolan/config/map_file.hpp>
#include <portolan/core/assert.hpp>
#include <portolan/core/result.hpp>
#include <portolan/core/world.hpp>

// Images and arrays, as rows of whole numbers.
namespace portolan::detail {

class YamlMapping;

/// What the numbers of a raster are: `shades` from 0, black, to 765, the sum of red, green and blue; `costs`
/// of cells, 0 for impassable; `heights`; or `values` that a table translates.
enum class RasterKind : std::uint8_t { shades, costs, heights, values };

/// A cell of which the file says nothing: transparent, or without data.
inline constexpr std::int64_t no_value = std::numeric_limits<std::int64_t>::min();

/// Rows that come one after the other, top to bottom. What a header claims is bounded before memory is taken.
class RasterSource {
 public:
  virtual ~RasterSource() = default;
  [[nodiscard]] virtual Extent extent() const = 0;
  [[nodiscard]] virtual RasterKind kind() const = 0;
  /// Side of a cell in the unit of heights, and what a step of one is in that unit; nothing where unknown.
  struct Scale {
    double cell_x = 0, cell_y = 0;
    double height = 1;
  };
  [[nodiscard]] virtual std::optional<Scale> scale() const { return std::nullopt; }
  /// Fills a row, as many numbers as the raster is wide; what went wrong, if anything did.
  [[nodiscard]] std::optional<Error> read(std::span<std::int64_t> row) {
    PORTOLAN_ASSERT(rows_ < extent().height && row.size() == static_cast<std::size_t>(extent().width),
                    "a row at a time, and no more than there are");
    ++rows_;
    return next_row(row);
  }

 protected:
  /// Rows that were asked for so far, the one under way among them.
  [[nodiscard]] int rows() const { return rows_; }
  /// What is wrong with the file, in the row under way, or before the first.
  [[nodiscard]] Error fault_in(const std::string& file, std::string message) const {
    return {file, rows_, rows_ > 0 ? 1 : 0, "", std::move(message)};
  }

 private:
  [[nodiscard]] virtual std::optional<Error> next_row(std::span<std::int64_t> row) = 0;

  int rows_ = 0;
};
using RasterPtr = std::unique_ptr<RasterSource>;

/// Numbers that are in memory already, row by row.
[[nodiscard]] RasterPtr memory_raster(Extent extent, RasterKind kind, std::vector<std::int64_t> numbers);

/// How an image is looked at. `as_it_is`: 16 bits of grey are heights, all else is shades.
enum class ImageView : std::uint8_t { as_it_is, shades, values, heights };

[[nodiscard]] Result<RasterPtr> open_png(const std::filesystem::path& file, ImageView view,
                                         const MapReadOptions& options);
/// Netpbm's grey maps, binary (P5) and plain (P2).
[[nodiscard]] Result<RasterPtr> open_pgm(const std::filesystem::path& file, ImageView view,
                                         const MapReadOptions& options);
[[nodiscard]] Result<RasterPtr> open_npy(const std::filesystem::path& file, const MapReadOptions& options);
/// One band of what GDAL reads, as heights, or as the values of a table.
[[nodiscard]] Result<RasterPtr> open_geotiff(const std::filesystem::path& file,
                                             const MapReadOptions& options);
/// All levels of a project of LDtk, each at its place.
[[nodiscard]] Result<World> read_ldtk(const std::filesystem::path& file, const MapReadOptions& options);

/// A PNG or PGM, by its content.
[[nodiscard]] Result<RasterPtr> open_image(const std::filesystem::path& file, ImageView view,
                                           const MapReadOptions& options);
[[nodiscard]] bool is_png(std::string_view head);
[[nodiscard]] bool is_pgm(std::string_view head);
[[nodiscard]] bool is_npy(std::string_view head);
[[nodiscard]] bool is_tiff(std::string_view head);
[[nodiscard]] bool is_ldtk(std::string_view head);
[[nodiscard]] bool is_raster_yaml(std::string_view head);

/// Whether a raster of this size may be read; the fault else.
[[nodiscard]] std::optional<Error> check_raster_size(std::uint64_t width, std::uint64_t height,
                                                     const std::string& name, const MapReadOptions& options);

/// How shades become terrain: the rule of map_server (`mode`, `negate` and two thresholds). Where nothing is
/// said the shade 205, which map_saver writes for what it does not know, is not free.
struct ShadeRule {
  enum class Mode : std::uint8_t { trinary, scale, raw };
  Mode mode = Mode::trinary;
  bool negate = false;
  double occupied = 0.65;
  double free = 0.196;
};

/// The world of a raster; takes all of its rows. `name` stands for the file in messages.
[[nodiscard]] Result<World> world_of(RasterSource& raster, const std::string& name,
                                     const RasterOptions& options, const ShadeRule& shades = {});
/// Reads a small YAML file, of which `take` takes the keys; the first thing that was wrong, if anything was.
/// `kind` is what the file is, for messages.
[[nodiscard]] std::optional<Error> read_mapping(const std::filesystem::path& file, const std::string& kind,
                                                const std::function<void(YamlMapping& keys)>& take);
/// The key `classes` of a mapping.
void read_raster_classes(YamlMapping& keys, std::vector<std::pair<std::uint32_t, TerrainId>>& classes);
/// Of a YAML file that describes an image.
[[nodiscard]] Result<World> read_raster_yaml(const std::filesystem::path& file,
                                             const MapReadOptions& options);

}  // namespace portolan::detail
