// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <portolan/config/generate.hpp>

#include "formats/terrain_sink.hpp"

namespace portolan::detail {

/// A whole map while it is being made.
struct Raster {
  std::int32_t width = 0;
  std::int32_t height = 0;
  std::vector<TerrainId> cells;

  Raster(std::int32_t w, std::int32_t h, TerrainId fill)
      : width(w), height(h), cells(static_cast<std::size_t>(w) * static_cast<std::size_t>(h), fill) {}

  [[nodiscard]] TerrainId* row(std::int32_t y) {
    return cells.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(width);
  }
  /// Fills a box, cut to the map.
  void box(std::int32_t x, std::int32_t y, std::int32_t w, std::int32_t h, TerrainId value) {
    const std::int32_t x0 = std::max(x, 0), x1 = std::min(x + w, width);
    if (x0 >= x1) return;
    for (std::int32_t yy = std::max(y, 0); yy < std::min(y + h, height); ++yy) {
      std::fill(row(yy) + x0, row(yy) + x1, value);
    }
  }
  void pour(TerrainSink& sink) {
    for (std::int32_t y = 0; y < height; ++y) {
      std::copy_n(row(y), width, sink.row());
      sink.push();
    }
  }
};

// Scale and fill are resolved: never 0 where the kind uses them.
void make_islands(const GenerateOptions& options, TerrainSink& sink);
void make_caves(const GenerateOptions& options, TerrainSink& sink);
void make_maze(const GenerateOptions& options, TerrainSink& sink);
void make_city(const GenerateOptions& options, TerrainSink& sink);
void make_rooms(const GenerateOptions& options, TerrainSink& sink);
void make_boxes(const GenerateOptions& options, TerrainSink& sink);

}  // namespace portolan::detail
