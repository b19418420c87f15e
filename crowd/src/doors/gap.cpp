// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "gap.hpp"

#include <algorithm>
#include <cmath>

#include <portolan/core/assert.hpp>

namespace portolan::detail {
namespace {

constexpr float across = 0.25F;  // of a way that crosses a gap: the part of its direction
constexpr int look = 256;        // pieces of a way
constexpr float shortest_piece = 1.0F / 64;

DoorGap run_through(const GridView& grid, Cell c, bool upright, int most) {
  const auto along = [&](int k) {
    return upright ? Cell{c.x, c.y + k, c.layer} : Cell{c.x + k, c.y, c.layer};
  };
  int low = 0, high = 0;
  while (high - low < most && grid.passable(along(low - 1))) --low;
  while (high - low < most && grid.passable(along(high + 1))) ++high;
  return {along(low), high - low < most ? high - low + 1 : no_gap, upright};
}

}  // namespace

std::vector<Cell> DoorGap::cells() const {
  PORTOLAN_ASSERT(width < no_gap, "there is a gap");
  std::vector<Cell> all;
  all.reserve(static_cast<std::size_t>(width));
  for (int k = 0; k < width; ++k)
    all.push_back(upright ? Cell{first.x, first.y + k, first.layer}
                          : Cell{first.x + k, first.y, first.layer});
  return all;
}

DoorGap gap_at(const GridView& grid, Cell c, Vec2 way, int most) {
  DoorGap best;
  for (const bool upright : {true, false}) {
    if (std::abs(upright ? way.x : way.y) < across) continue;
    const DoorGap gap = run_through(grid, c, upright, most);
    if (gap.width < best.width) best = gap;
  }
  return best;
}

DoorGap narrowest_gap(const StraightField& field, Vec2 from, std::int32_t layer, int most) {
  DoorGap best;
  for (int k = 0; k < look; ++k) {
    const Heading way = field.heading(from, layer);
    if (way.direction == Vec2{}) break;
    const float piece = std::clamp(way.reach, shortest_piece, 1.0F);
    const DoorGap gap = gap_at(field.grid(), cell_at(from + way.direction * (piece * 0.5F), layer),
                               way.direction, std::min(most, best.width - 1));
    if (gap.width < best.width) best = gap;
    from += way.direction * piece;
  }
  return best;
}

}  // namespace portolan::detail
