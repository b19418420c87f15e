// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Walking down the values that a search left.
#include <portolan/core/detail/path_tiles.hpp>

#include "path_slot.hpp"

namespace portolan::detail {

namespace {

constexpr int to_next[step_count] = {1, lanes + 1, lanes, lanes - 1, -1, -lanes - 1, -lanes, 1 - lanes};

// True where the value falls by what the step costs. For cells that are not at the edge of their tile.
bool falls_inside(const std::uint16_t* here, const std::uint8_t* costs, int d) {
  const std::uint16_t next = here[to_next[d]];
  if (next >= *here || next + step_units(*costs, costs[to_next[d]], d % 2 == 1) != *here) return false;
  return d % 2 == 0 || (costs[to_next[d - 1]] != impassable && costs[to_next[(d + 1) % 8]] != impassable);
}

bool same_tile(Cell a, Cell b) {
  return static_cast<std::uint32_t>(a.x ^ b.x) < lanes && static_cast<std::uint32_t>(a.y ^ b.y) < lanes;
}

}  // namespace

// The same for any cell.
bool PathTiles::falls(const Slot& slot, std::uint32_t offset, Cell here, int direction) const {
  const auto d = static_cast<Direction>(direction);
  const Cell to = step(here, d);
  if (!grid_.contains(to)) return false;
  const Slot* const beyond = same_tile(here, to) ? &slot : find_slot(to);
  if (beyond == nullptr) return false;
  const std::uint32_t there = tiles_.offset(to);
  const std::uint64_t value = slot.units(offset), next = beyond->units(there);
  if (next >= value || next + step_units(slot.costs[offset], beyond->costs[there], is_diagonal(d)) != value)
    return false;
  return !is_diagonal(d) || grid_.can_step(here, d);
}

// Goes straight on where that is right, which it mostly is.
Distance PathTiles::trace(std::vector<Cell>& cells) const {
  Cell here = question_.start;
  int direction = 0;
  for (;;) {
    const Slot& slot = *find_slot(here);
    for (bool same = true; same;) {
      cells.push_back(here);
      const std::uint32_t offset = tiles_.offset(here);
      const std::uint32_t x = offset % lanes, y = offset / lanes;
      const bool inside = x - 1 < last_lane - 1 && y - 1 < last_lane - 1;
      const auto falls_to = [&](int d) {
        return inside ? falls_inside(slot.values + offset, slot.costs + offset, d)
                      : falls(slot, offset, here, d);
      };
      if (!falls_to(direction)) {
        direction = 0;
        while (direction < step_count && !falls_to(direction)) ++direction;
        if (direction == step_count) return {slot.units(offset)};
      }
      const Cell to = step(here, static_cast<Direction>(direction));
      same = inside || same_tile(here, to);
      here = to;
    }
  }
}

}  // namespace portolan::detail
