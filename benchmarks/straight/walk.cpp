// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "walk.hpp"

#include <baselines/walk.hpp>

#include <support/polyline.hpp>

namespace portolan::bench {

Trail walk(const Guide& guide, GridView grid, Cell start, Cell goal) {
  Trail trail;
  for (const PathPoint& point : portolan::walk(guide, grid, start, goal))
    trail.push_back({double{point.at.x}, double{point.at.y}});
  return trail;
}

Trail trail_of(std::span<const Cell> cells) {
  Trail trail;
  for (const Cell& cell : cells) trail.push_back(test::middle_of(cell));
  return trail;
}

Trail pulled(std::span<const Cell> cells, GridView grid) {
  Trail trail{test::middle_of(cells.front())};
  double along = 0;  // the cost of the path since the last bend
  for (std::size_t i = 1; i < cells.size(); ++i) {
    const test::MapPoint step[] = {test::middle_of(cells[i - 1]), test::middle_of(cells[i])};
    const test::MapPoint line[] = {trail.back(), step[1]};
    const double on = test::walked_length(step, grid);
    along += on;
    if (!test::first_illegal(line, grid) && test::walked_length(line, grid) <= along + 1e-9) continue;
    trail.push_back(step[0]);
    along = on;
  }
  trail.push_back(test::middle_of(cells.back()));
  return trail;
}

}  // namespace portolan::bench
