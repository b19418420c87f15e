// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include <portolan/core/cell.hpp>

namespace portolan::test {

/// A point of a map, in cells: cell (x, y) is the square from (x, y) to (x + 1, y + 1).
struct MapPoint {
  double x = 0;
  double y = 0;

  bool operator==(const MapPoint&) const = default;
};

[[nodiscard]] inline MapPoint middle_of(Cell c) { return {c.x + 0.5, c.y + 0.5}; }
[[nodiscard]] inline double distance_between(MapPoint a, MapPoint b) {
  return std::hypot(b.x - a.x, b.y - a.y);
}

}  // namespace portolan::test
