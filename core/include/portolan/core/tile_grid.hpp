// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include <portolan/core/assert.hpp>
#include <portolan/core/cell.hpp>
#include <portolan/core/id.hpp>

namespace portolan {

/// Cuts a world into square tiles. A sector of the hierarchy is one tile of the kernel, so both share
/// this geometry and `TileId`. The last tiles of a row or column may be partial.
/// Immutable, cheap to copy, any thread may read.
class TileGrid {
 public:
  static constexpr int max_side = 32;

  TileGrid() = default;
  /// Side of a tile in cells: 8, 16 or 32.
  explicit TileGrid(Extent extent, int side = max_side)
      : extent_(extent),
        shift_(side == 8    ? 3
               : side == 16 ? 4
                            : 5),
        columns_((extent.width + side - 1) >> shift_),
        rows_((extent.height + side - 1) >> shift_) {
    PORTOLAN_ASSERT(is_valid_side(side), "a side is 8, 16 or 32 cells");
    PORTOLAN_ASSERT(extent.width >= 0 && extent.height >= 0 && extent.layers >= 0,
                    "an extent is not negative");
  }

  [[nodiscard]] static constexpr bool is_valid_side(int side) {
    return side == 8 || side == 16 || side == 32;
  }

  [[nodiscard]] Extent extent() const { return extent_; }
  [[nodiscard]] int side() const { return 1 << shift_; }
  [[nodiscard]] int shift() const { return shift_; }
  [[nodiscard]] int columns() const { return columns_; }
  [[nodiscard]] int rows() const { return rows_; }
  [[nodiscard]] std::uint32_t tiles_per_layer() const {
    return static_cast<std::uint32_t>(columns_) * static_cast<std::uint32_t>(rows_);
  }
  [[nodiscard]] std::uint32_t tile_count() const {
    return tiles_per_layer() * static_cast<std::uint32_t>(extent_.layers);
  }

  [[nodiscard]] TileId tile_of(Cell c) const { return at(c.x >> shift_, c.y >> shift_, c.layer); }
  [[nodiscard]] int column(TileId t) const {
    return static_cast<int>(t.value % static_cast<std::uint32_t>(columns_));
  }
  [[nodiscard]] int row(TileId t) const {
    return static_cast<int>(t.value / static_cast<std::uint32_t>(columns_) %
                            static_cast<std::uint32_t>(rows_));
  }
  [[nodiscard]] int layer(TileId t) const { return static_cast<int>(t.value / tiles_per_layer()); }
  /// The tile in a column and a row of a layer.
  [[nodiscard]] TileId at(int column, int row, int layer) const {
    return {(static_cast<std::uint32_t>(layer) * static_cast<std::uint32_t>(rows_) +
             static_cast<std::uint32_t>(row)) *
                static_cast<std::uint32_t>(columns_) +
            static_cast<std::uint32_t>(column)};
  }
  /// Top left cell.
  [[nodiscard]] Cell origin(TileId t) const {
    PORTOLAN_ASSERT(t.value < tile_count(), "ask for tiles of this grid");
    return {column(t) << shift_, row(t) << shift_, layer(t)};
  }
  /// The cells of the tile that lie inside the world.
  [[nodiscard]] Rect bounds(TileId t) const {
    const Cell o = origin(t);
    const int w = extent_.width - o.x < side() ? extent_.width - o.x : side();
    const int h = extent_.height - o.y < side() ? extent_.height - o.y : side();
    return {o.x, o.y, w, h, o.layer};
  }
  /// The tile next to t in a direction, or none at the edge of the world. Requires is_step(d).
  [[nodiscard]] TileId neighbour(TileId t, Direction d) const {
    PORTOLAN_ASSERT(t.value < tile_count() && is_step(d), "ask for a step from a tile of this grid");
    const int c = column(t) + step_dx[static_cast<std::size_t>(d)];
    const int r = row(t) + step_dy[static_cast<std::size_t>(d)];
    if (c < 0 || r < 0 || c >= columns_ || r >= rows_) return {};
    return at(c, r, layer(t));
  }
  /// Index of a cell inside its tile: row-major with a pitch of 32, whatever the side.
  [[nodiscard]] std::uint32_t offset(Cell c) const {
    const auto mask = static_cast<std::uint32_t>(side() - 1);
    return (static_cast<std::uint32_t>(c.y) & mask) * max_side + (static_cast<std::uint32_t>(c.x) & mask);
  }

 private:
  Extent extent_;
  int shift_ = 5;
  int columns_ = 0;
  int rows_ = 0;
};

}  // namespace portolan
