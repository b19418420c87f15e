// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <portolan/core/profile.hpp>
#include <portolan/core/result.hpp>

namespace portolan {

/// What the numbers of images and arrays mean, where their files do not tell.
struct RasterOptions {
  /// The class that stands for a number. With one entry or more, a number without one is an error.
  std::vector<std::pair<std::uint32_t, TerrainId>> classes;
  /// Of height maps: the side of a cell, in the unit of the heights; 0: the file tells.
  double cell_size = 0;
  /// Of height maps: rise over run above which a cell is a wall; below it costs go from 1 to 9.
  double steepest = 0.9;
  /// The image that a YAML names must lie in its folder or below.
  bool confined = false;
};

/// A class by name, by character, or by cost: 1 to 9, or `impassable`. Nothing for other texts.
[[nodiscard]] std::optional<TerrainId> raster_class(std::string_view text);

/// Where an image of the robots' map_server lies in the world, as its YAML says: y grows up there.
struct MapFrame {
  struct Point {
    double x = 0, y = 0;
  };
  double resolution = 1;  ///< metres of a cell's side
  Point origin{};         ///< of the lower left corner, in metres
  double yaw = 0;         ///< of the image about that corner, counter-clockwise, in radians

  /// Of a point in cells, on a map of so many rows, in metres; and back.
  [[nodiscard]] Point metres(Point cells, std::int32_t rows) const;
  [[nodiscard]] Point cells(Point metres, std::int32_t rows) const;
};

/// Of a YAML file that describes an image; nothing where it has no `resolution`, and for other files.
[[nodiscard]] Result<std::optional<MapFrame>> read_map_frame(const std::filesystem::path& file);
/// The image that such a file is about; nothing of other files.
[[nodiscard]] std::filesystem::path image_named_by(const std::filesystem::path& file);

}  // namespace portolan
