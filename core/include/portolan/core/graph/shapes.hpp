// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <portolan/core/distance.hpp>
#include <portolan/core/graph/detail/shape_options.hpp>
#include <portolan/core/graph/waypoint_graph.hpp>

namespace portolan {

/// How the rows or columns of a board of hexagons lie: hexagons that stand on a point are in rows, of which
/// every other one is pushed right by half a hexagon; those that lie on a side are in columns, of which every
/// other one is pushed down.
using HexLayout = detail::HexLayout;

/// A board of hexagons, numbered row by row. Costs: one per hexagon, `impassable` ones have no edges. A step
/// weighs what a straight one between squares does. Positions in units of the distance between two centres.
/// Nothing when there are not columns times rows costs: a caller's bug.
[[nodiscard]] WaypointGraph hex_graph(std::uint32_t columns, std::uint32_t rows, std::span<const Cost> costs,
                                      HexLayout layout);

/// A board of rhombs as isometric maps have it, numbered row by row, every other row pushed right by half a
/// tile: squares that were turned by 45 degrees. Steps over sides are straight ones, those over corners
/// diagonal, with the rule of squares: both tiles beside the corner must be passable.
[[nodiscard]] WaypointGraph staggered_graph(std::uint32_t columns, std::uint32_t rows,
                                            std::span<const Cost> costs, bool odd_rows_pushed = true);

/// Everything that can be stood on in a block of voxels: a free voxel over a solid one, with headroom. Floors
/// over each other are found by themselves. A step leads to the four sides, up by `step_height` voxels and
/// down by `drop` at most, through free ones only; it costs a straight one, and half of that more for each
/// voxel up.
struct VoxelFloors {
  VoxelFloors(const detail::VoxelBlock& block, const detail::VoxelWalk& walk);

  WaypointGraph graph;
  std::vector<std::uint32_t> voxel;  ///< by vertex: index of the voxel in the block
};

}  // namespace portolan
