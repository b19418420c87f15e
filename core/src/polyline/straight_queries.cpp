// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/core/straight_queries.hpp>

#include <algorithm>
#include <cmath>

#include <portolan/core/assert.hpp>

#include "segment_cost.hpp"

namespace portolan {

namespace {

bool is_wall(const GridView& grid, std::int32_t layer, const detail::SegmentWalk& walk) {
  const std::int32_t x = walk.x(), y = walk.y();
  if (grid.passable({x, y, layer})) return false;
  if (walk.along_column()) return !grid.passable({x - 1, y, layer});
  if (walk.along_row()) return !grid.passable({x, y - 1, layer});
  return true;
}

[[maybe_unused]] bool is_number(Vec2 p) { return std::isfinite(p.x) && std::isfinite(p.y); }

// From a position to a cell's square, squared, in parts of a cell.
std::int64_t square_distance(detail::FinePoint p, std::int32_t x, std::int32_t y) {
  const detail::FinePoint near = detail::corner_point(x, y), far = detail::corner_point(x + 1, y + 1);
  const std::int64_t dx = std::max({0, near.x - p.x, p.x - far.x}),
                     dy = std::max({0, near.y - p.y, p.y - far.y});
  return dx * dx + dy * dy;
}

}  // namespace

std::optional<PathPoint> straight(GridView grid, PathPoint from, Vec2 to) {
  PORTOLAN_ASSERT(is_number(from.at) && is_number(to), "a segment joins two positions");
  const detail::FinePoint a = detail::fine_point(from.at), b = detail::fine_point(to);
  const auto hit = [&](double share) {
    const double x = a.x + share * (b.x - a.x), y = a.y + share * (b.y - a.y);
    return PathPoint{{static_cast<float>(x / detail::fine), static_cast<float>(y / detail::fine)},
                     from.layer};
  };
  detail::SegmentWalk walk(a, b);
  double share = 0;
  do {
    if (is_wall(grid, from.layer, walk)) return hit(share);
    share = walk.end();
    if (!walk.is_last() && walk.ends_in_corner() &&
        detail::is_gap(grid, from.layer, walk.corner_x(), walk.corner_y()))
      return hit(share);
  } while (walk.advance());
  return std::nullopt;
}

float distance_to_wall(GridView grid, PathPoint at, float most) {
  PORTOLAN_ASSERT(is_number(at.at), "ask for a position");
  PORTOLAN_ASSERT(most >= 0 && most <= 32768, "look at most as far as a world is wide");
  most = std::clamp(most, 0.0F, 32768.0F);
  const detail::FinePoint p = detail::fine_point(at.at);
  const double limit = double{most} * detail::fine;
  auto least = static_cast<std::int64_t>(std::ceil(limit * limit));
  const auto reach = static_cast<std::int32_t>(std::ceil(most));
  const std::int32_t x = p.x >> 8, y = p.y >> 8;
  for (std::int32_t cy = y - reach - 1; cy <= y + reach; ++cy) {
    for (std::int32_t cx = x - reach - 1; cx <= x + reach; ++cx) {
      if (!grid.passable({cx, cy, at.layer})) least = std::min(least, square_distance(p, cx, cy));
    }
  }
  return std::min(most, static_cast<float>(std::sqrt(static_cast<double>(least)) / detail::fine));
}

}  // namespace portolan
