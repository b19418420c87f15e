// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include <portolan/core/grid_view.hpp>

#include <support/map_point.hpp>

namespace portolan::test {

/// Length of a polyline, in cells.
[[nodiscard]] double length_of(std::span<const MapPoint> polyline);

/// From a point to the nearest point between a and b.
[[nodiscard]] double distance_to_segment(MapPoint p, MapPoint a, MapPoint b);

/// What it costs to walk a polyline over one layer: for every piece within one cell its length times the
/// cell's cost. On the line between two cells the cheaper one counts. Exact but for rounding; what lies
/// within 1e-6 of a cell may count as in it. Infinite where it runs through a wall.
[[nodiscard]] double walked_length(std::span<const MapPoint> polyline, const GridView& grid,
                                   std::int32_t layer = 0);

struct Body {
  double radius = 0;        ///< a disc that must not overlap a wall; 0: a point
  double tolerance = 1e-6;  ///< how deep in a wall still counts as touching it
};

/// Where a polyline leaves the ground that a body may walk, if it does. A point may touch walls but not slip
/// between two blocked cells that meet at a corner, nor along the seam of two that meet at a side; outside
/// the map is wall. Cost: O(cells near the line).
[[nodiscard]] std::optional<std::string> first_illegal(std::span<const MapPoint> polyline,
                                                       const GridView& grid, std::int32_t layer = 0,
                                                       Body body = {});

}  // namespace portolan::test
