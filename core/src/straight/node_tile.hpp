// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "../kernel/tile_kernel.hpp"
#include "node_kernel.hpp"

namespace portolan::detail {

/// What is known of one tile where ground has several costs: what it costs to get to a goal from each node, a
/// corner of cells. Nodes on the boundary belong to the tiles on both sides.
struct NodeTile {
  static constexpr int pitch = lanes + 1;
  /// Of nodes that have no way, or none yet. Far above all others, and its square is a number still.
  static constexpr float far = 1e9F;

  float values[pitch * pitch];     ///< cells, times the cost of the ground
  std::uint8_t costs[tile_cells];  ///< of the ground, row-major with a pitch of 32
  std::uint64_t rows;     ///< a bit per row in which nodes were lowered since the tile was last solved
  std::uint64_t columns;  ///< the same for columns

  [[nodiscard]] float& at(int x, int y) { return values[y * pitch + x]; }
  [[nodiscard]] float at(int x, int y) const { return values[y * pitch + x]; }

  /// True where the node got lower.
  bool lower(int x, int y, float value);
};

/// Relaxes a tile until nothing changes, from its rows and columns that were lowered. A path crosses a cell
/// in a straight line, from a node to a point on one of the two sides opposite to it, where costs are
/// interpolated between nodes (Ferguson, Stentz, "Using interpolation to improve path planning: the Field D*
/// algorithm", 2006). `open` has a bit per node and row, 0 where walls
/// that meet at a corner shut it. The same bits on every machine. Cost: about 10 us.
void relax_nodes(NodeTile& tile, const std::uint64_t* open, int side, RelaxRow relax_row);

}  // namespace portolan::detail
