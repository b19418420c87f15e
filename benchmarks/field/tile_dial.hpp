// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include <portolan/core/grid_view.hpp>
#include <portolan/core/tile_grid.hpp>

namespace portolan::bench {

/// Dijkstra with a circular bucket queue inside one tile: what the tile kernel is measured against, so it is
/// written to be fast. Everything lies in the first-level cache: costs within a border of walls, the legal
/// steps of a cell as eight bits, 32-bit values, buckets as linked lists in one pool, and a bit per bucket.
/// On ground of one cost there are two constant step lengths and one word of bucket bits.
class TileDial {
 public:
  void load(const GridView& grid, const TileGrid& tiles, TileId tile);
  /// Values from one cell at 0.
  void run(Cell seed);
  /// `unreachable` where no path leads to.
  [[nodiscard]] Distance at(Cell c) const {
    const std::uint32_t units = values_[place(c)];
    return units == not_reached ? unreachable : Distance{units};
  }

 private:
  static constexpr std::uint32_t pitch = 34;
  static constexpr std::uint32_t cells = pitch * pitch;
  static constexpr std::uint32_t not_reached = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::uint16_t none = 0xFFFF;

  struct Entry {
    std::uint16_t cell;
    std::uint16_t next;
  };

  [[nodiscard]] std::uint32_t place(Cell c) const {
    return static_cast<std::uint32_t>(c.y - origin_.y + 1) * pitch +
           static_cast<std::uint32_t>(c.x - origin_.x + 1);
  }
  void push(std::uint32_t units, std::uint32_t cell);
  [[nodiscard]] std::uint32_t next_filled(std::uint32_t units) const;
  template <bool plain>
  void expand(std::uint32_t cell, std::uint32_t units);
  template <bool plain>
  void search(std::uint32_t seed);

  Cell origin_;
  std::array<Cost, cells> costs_{};
  std::array<std::uint8_t, cells> steps_{};
  std::array<std::uint32_t, cells> values_{};
  std::uint32_t straight_ = 0;  // on ground of one cost
  std::uint32_t diagonal_ = 0;
  std::uint32_t mask_ = 0;  // buckets - 1
  std::vector<std::uint16_t> heads_;
  std::vector<std::uint64_t> filled_;
  std::vector<Entry> pool_;
};

}  // namespace portolan::bench
