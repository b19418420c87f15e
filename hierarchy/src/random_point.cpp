// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/hierarchy/random_point.hpp>

#include <portolan/core/detail/random.hpp>

namespace portolan {

std::optional<PathPoint> random_reachable_point(const Hierarchy& hierarchy, Cell from, std::uint64_t seed) {
  const GridView grid = hierarchy.grid();
  if (!grid.passable(from)) return std::nullopt;
  detail::Random random(seed);
  const Extent extent = grid.extent();
  const auto draw = [&](std::int32_t bound) {
    return static_cast<std::int32_t>(random.below(static_cast<std::uint32_t>(bound)));
  };
  const auto point_in = [&](Cell c) {
    const auto inside = [&] { return static_cast<float>(random.below(256)) / 256; };
    const float x = inside(), y = inside();
    return PathPoint{{static_cast<float>(c.x) + x, static_cast<float>(c.y) + y}, c.layer};
  };
  constexpr int tries = 1000;  // of one in a hundred, all fail once in 20000 times
  Cell c;
  for (int i = 0; i < tries; ++i) {
    c = {draw(extent.width), draw(extent.height), draw(extent.layers)};
    if (grid.passable(c) && hierarchy.can_reach(from, c)) return point_in(c);
  }
  // The first one after the last that was drawn, in reading order.
  const std::size_t first = extent.index(c);
  for (std::size_t i = 1; i <= extent.cell_count(); ++i) {
    c = extent.cell((first + i) % extent.cell_count());
    if (grid.passable(c) && hierarchy.can_reach(from, c)) return point_in(c);
  }
  return point_in(from);
}

}  // namespace portolan
