// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Walking down the values that a search left.
#include <portolan/core/detail/way_tiles.hpp>

#include "way_slot.hpp"

namespace portolan::detail {

namespace {

constexpr int to_next[step_count] = {1, lanes + 1, lanes, lanes - 1, -1, -lanes - 1, -lanes, 1 - lanes};

// Steps in one direction along which the value falls by what each costs, from a cell of a tile on. Neither
// that cell nor those around it may lie outside the tile, nor any but the last cell of the run at its edge.
class Run {
 public:
  Run(const std::uint16_t* values, const std::uint8_t* costs, int d)
      : value_(values),
        cost_(costs),
        next_(to_next[d]),
        left_(to_next[(d + 7) % 8]),
        right_(to_next[(d + 1) % 8]),
        diagonal_(d % 2 == 1) {}

  // True where one more step is taken.
  bool advance() {
    const std::uint16_t next = value_[next_];
    if (next + step_units(*cost_, cost_[next_], diagonal_) != *value_) return false;
    if (diagonal_ && (cost_[left_] == impassable || cost_[right_] == impassable)) return false;
    value_ += next_, cost_ += next_;
    return true;
  }

 private:
  const std::uint16_t* value_;
  const std::uint8_t* cost_;
  int next_, left_, right_;
  bool diagonal_;
};

bool same_tile(Cell a, Cell b) {
  return static_cast<std::uint32_t>(a.x ^ b.x) < lanes && static_cast<std::uint32_t>(a.y ^ b.y) < lanes;
}

}  // namespace

// True where the value falls by what the step costs.
bool WayTiles::falls(const Slot& slot, std::uint32_t offset, Cell here, int direction) const {
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

// Walks on inside a tile, from a cell that is not at its edge, and turns where it must. Returns the direction
// of the last step; none where no value falls.
int WayTiles::trace_inside(const Slot& slot, Cell& here, int direction, std::vector<Cell>& cells) const {
  const auto at_edge = [](Cell c) {
    const auto x = static_cast<std::uint32_t>(c.x) % lanes, y = static_cast<std::uint32_t>(c.y) % lanes;
    return x - 1 >= last_lane - 1 || y - 1 >= last_lane - 1;
  };
  Cell run[lanes];
  while (!at_edge(here)) {
    const std::uint32_t offset = tiles_.offset(here);
    int turns = 0;
    std::size_t length = 0;
    for (int d = direction;; d = turns++) {
      Run way(slot.values + offset, slot.costs + offset, d);
      while (!at_edge(here) && way.advance()) {
        run[length++] = here;
        here = step(here, static_cast<Direction>(d));
      }
      direction = d;
      if (length > 0) break;
      if (turns == step_count) return step_count;
    }
    cells.insert(cells.end(), run, run + length);
  }
  return direction;
}

// Goes straight on where that is right, which it mostly is.
Distance WayTiles::trace(std::vector<Cell>& cells) const {
  Cell here = question_.start;
  int direction = 0;
  for (;;) {
    const Slot& slot = *find_slot(here);
    direction = trace_inside(slot, here, direction, cells);
    const std::uint32_t offset = tiles_.offset(here);
    cells.push_back(here);
    if (direction == step_count) return {slot.units(offset)};
    if (!falls(slot, offset, here, direction)) {
      direction = 0;
      while (direction < step_count && !falls(slot, offset, here, direction)) ++direction;
      if (direction == step_count) return {slot.units(offset)};
    }
    here = step(here, static_cast<Direction>(direction));
  }
}

}  // namespace portolan::detail
