// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <portolan/core/detail/tile_solver.hpp>
#include <portolan/core/distance.hpp>

#include "simd/open_ways.hpp"

namespace portolan::detail {

/// A box of walls in a tile, by the cells beside its corners, some of which may lie outside of the tile.
struct WallBox {
  static constexpr std::size_t corners = 4;
  static constexpr std::uint8_t outside = 0xff;

  std::int32_t west = 0;
  std::int32_t east = 0;
  std::int32_t north = 0;
  std::int32_t south = 0;
  /// Which nodes they are, clockwise from the north-west on, seen with north above.
  std::array<std::uint8_t, corners> node{};
};

/// What paths of a tile cost that a box of walls is in the way of, where all else is open. They lie around it
/// as a string would, over some of its corners: no path around it costs less than such a string over open
/// ground, so where its pieces are open ways, that is what it costs.
class WaysAround {
 public:
  /// Finds boxes of walls, each with cells that have become walls. Of many the first.
  void find(const TileCells& fresh, const TileCells& walls);
  /// Adds their corners to the nodes of the tile, as far as there is room for them.
  void add_corners(TileNodes& nodes);
  /// Of the pairs of nodes that bits in `open` tell of: writes what those cost that are found, in a square of
  /// units, row by row, and takes their bits away. `joined`: by ways over open ground, on which each cell
  /// costs `least`, as no cell does less.
  void settle(const TileNodes& nodes, const std::uint64_t* joined, Cost least, std::uint64_t* open,
              std::uint64_t* units) const;

 private:
  static constexpr std::size_t most = 3;
  std::array<WallBox, most> boxes_{};
  std::size_t box_count_ = 0;
  std::size_t node_count_ = 0;  // without corners
};

}  // namespace portolan::detail
