// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include <portolan/core/distance.hpp>
#include <portolan/core/graph/detail/shape_options.hpp>
#include <portolan/core/graph/detail/voxel_floors.hpp>
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

/// A board of squares, numbered row by row, with the rule of movement that worlds have: as a graph, to be
/// used like the others. A `World` does the same in a fraction of the time and memory.
[[nodiscard]] WaypointGraph square_graph(std::uint32_t columns, std::uint32_t rows,
                                         std::span<const Cost> costs);

/// What can be stood on in a block of voxels.
using VoxelFloors = detail::VoxelFloors;

}  // namespace portolan
