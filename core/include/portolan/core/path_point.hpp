// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include <portolan/core/distance.hpp>
#include <portolan/core/vec2.hpp>

namespace portolan {

/// A bend of a path, or a position on a layer. Positions are in cells: the centre of cell (3, 0) is
/// (3.5, 0.5).
struct PathPoint {
  Vec2 at;
  std::int32_t layer = 0;

  constexpr bool operator==(const PathPoint&) const = default;
};

/// A path at any angle: straight from each point to the next. A link is two points, one at each end.
struct Polyline {
  std::vector<PathPoint> points;
  double length = 0;  ///< times the cost of the ground, and with the costs of links, in cells

  bool operator==(const Polyline&) const = default;
};

/// A cost as such a length: that of a straight walk over ground of cost 1 which costs so much.
[[nodiscard]] constexpr double in_cells(Distance cost) {
  return static_cast<double>(cost.units) / (2 * straight_factor);
}

}  // namespace portolan
