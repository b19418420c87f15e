// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Where to go from a cell, by the values alone: for wide tiles, for fields without directions or not finished
// yet, and for walks down a field. The kernel makes the same choice for whole tiles (tile_directions.cpp).
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <utility>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/neighbourhood.hpp>
#include <portolan/core/path.hpp>
#include <portolan/core/tile_field.hpp>

#include "scratch.hpp"

namespace portolan {

using detail::lanes;
using detail::TileSlot;

namespace {

constexpr int to_next[step_count] = {1, lanes + 1, lanes, lanes - 1, -1, -lanes - 1, -lanes, 1 - lanes};

// For cells that are not at the edge of a tile: values and costs around the cell lie at fixed places.
template <typename Value>
Direction falling_inside(const Value* here, const std::uint8_t* costs) {
  const std::uint64_t value = *here;
  const auto falls = [&](int d) {
    return here[to_next[d]] + step_units(*costs, costs[to_next[d]], d % 2 == 1) == value;
  };
  const auto open = [&](int d) { return costs[to_next[d % step_count]] != impassable; };
  for (const int d : {0, 2, 4, 6}) {
    if (falls(d)) return static_cast<Direction>(d);
  }
  for (const int d : {1, 3, 5, 7}) {
    if (falls(d) && open(d - 1) && open(d + 1)) return static_cast<Direction>(d);
  }
  return Direction::none;
}

}  // namespace

/// Goes from cell to cell, and remembers the tile that it is in.
struct TileField::Walker {
  const TileField& field;
  const TileSlot* slot = nullptr;
  const std::uint8_t* costs = nullptr;  // of the tile, at a pitch of 32
  std::span<const SeededGoal> goals{};  // those in the tile
  std::uint64_t first = 0;              // place of the tile's first cell

  [[nodiscard]] bool holds(Cell c) const {
    const int shift = field.tiles_.shift();
    return slot != nullptr && (c.x ^ slot->origin.x) >> shift == 0 && (c.y ^ slot->origin.y) >> shift == 0 &&
           c.layer == slot->origin.layer;
  }

  void enter(const TileSlot& tile) {
    slot = &tile;
    costs = field.grid_.costs().row(tile.origin);
    first = std::uint64_t{tile.tile.value} * detail::tile_cells;
    goals = field.seeded_between(first, first + detail::tile_cells);
  }

  /// Of a cell with a value in the tile that was entered.
  [[nodiscard]] Direction direction(Cell c) const {
    const std::uint32_t offset = field.tiles_.offset(c);
    const bool ends = std::any_of(goals.begin(), goals.end(), [&](const SeededGoal& goal) {
      return goal.place == first + offset && goal.units == slot->units(offset);
    });
    if (ends) return Direction::goal;
    const std::uint32_t last = static_cast<std::uint32_t>(field.tiles_.side()) - 1;
    const std::uint32_t x = offset % lanes, y = offset / lanes;
    const bool inside = x - 1 < last - 1 && y - 1 < last - 1;
    const Direction step = !inside      ? falling(c, slot->units(offset))
                           : slot->wide ? falling_inside(&slot->wide->units[offset], costs + offset)
                                        : falling_inside(slot->values + offset, costs + offset);
    return step == Direction::none && leads_off(c, slot->units(offset)) ? Direction::link : step;
  }

  /// True where the value falls along a step, by what that costs.
  [[nodiscard]] bool falls(Cell c, Direction d) const {
    const std::uint32_t offset = field.tiles_.offset(c);
    const std::uint32_t last = static_cast<std::uint32_t>(field.tiles_.side()) - 1;
    const auto i = static_cast<std::size_t>(d);
    if (offset % lanes - 1 < last - 1 && offset / lanes - 1 < last - 1 && !slot->wide) {
      const std::uint16_t* const value = slot->values + offset;
      const std::uint8_t* const cost = costs + offset;
      const auto open = [&](std::size_t n) { return cost[to_next[n % step_count]] != impassable; };
      return value[to_next[i]] + step_units(*cost, cost[to_next[i]], is_diagonal(d)) == *value &&
             (!is_diagonal(d) || (open(i + 7) && open(i + 1)));
    }
    const Cell to = step(c, d);
    const Distance value = field.grid_.contains(to) ? field.at(to) : unreachable;
    return reachable(value) && value.units < slot->units(offset) && field.may_step(c, d) &&
           value.units + field.grid_.step_cost(c, d).units == slot->units(offset);
  }

  /// The step that the value falls along, of any cell.
  [[nodiscard]] Direction falling(Cell c, std::uint64_t value) const {
    const Neighbourhood around = look_around(field.grid_, c);
    const Cost cost = field.grid_.cost(c);
    for (const int first_direction : {0, 1}) {
      for (int d = first_direction; d < step_count; d += 2) {
        const auto i = static_cast<std::size_t>(d);
        if ((around.steps >> i & 1U) == 0) continue;
        const Cell to = step(c, static_cast<Direction>(d));
        if (field.at(to).units + step_units(cost, around.cost[i], d % 2 == 1) != value) continue;
        if (d % 2 == 0 || (field.may_enter({to.x, c.y, c.layer}) && field.may_enter({c.x, to.y, c.layer})))
          return static_cast<Direction>(d);
      }
    }
    return Direction::none;
  }

  /// True where the value falls by the cost of a link.
  [[nodiscard]] bool leads_off(Cell c, std::uint64_t value) const {
    const auto from = field.grid_.links().from_block(c);
    return std::any_of(from.begin(), from.end(), [&](const LinkTable::Entry& entry) {
      const Link& link = field.grid_.links()[entry.id];
      return link.from == c && field.grid_.passable(link.to) && field.at(link.to).units + link.cost == value;
    });
  }
};

Direction TileField::slow_direction(Cell c) const {
  if (!reachable(at(c))) return Direction::none;
  Walker walker{*this};
  walker.enter(*store_.find(c));
  return walker.direction(c);
}

void TileField::build_directions_slowly(TileSlot& slot) const {
  PORTOLAN_ASSERT(slot.touched, "a tile without values has no directions");
  const Rect box = tiles_.bounds(slot.tile);
  std::memset(slot.directions, static_cast<int>(Direction::none), sizeof slot.directions);
  Walker walker{*this};
  walker.enter(slot);
  for (int y = 0; y < box.height; ++y) {
    for (int x = 0; x < box.width; ++x) {
      const auto offset = static_cast<std::uint32_t>(y * lanes + x);
      if (!reachable({slot.units(offset)})) continue;
      const Direction d = walker.direction({box.x + x, box.y + y, box.layer});
      slot.directions[offset] = static_cast<std::uint8_t>(d);
    }
  }
}

bool TileField::may_step(Cell c, Direction d) const {
  const Cell to = step(c, d);
  if (!grid_.can_step(c, d) || !may_enter(to)) return false;
  return !is_diagonal(d) || (may_enter({to.x, c.y, c.layer}) && may_enter({c.x, to.y, c.layer}));
}

Distance TileField::walk(Cell start, std::vector<Cell>& cells) const {
  PORTOLAN_ASSERT(reachable(at(start)), "walk from a cell with a value");
  Walker walker{*this};
  for (Cell here = start;;) {
    if (!walker.holds(here)) walker.enter(*store_.find(here));
    cells.push_back(here);
    const Direction d = walker.direction(here);
    if (is_step(d)) {
      here = step(here, d);
    } else if (d == Direction::link) {
      here = grid_.links()[link_down(*this, grid_, here)].to;
    } else {
      return at(here);
    }
  }
}

namespace {

// Of a step; `step_count` where it is none.
int direction_to(Cell from, Cell to) {
  constexpr std::uint8_t of[] = {5, 6, 7, 4, step_count, 0, 3, 2, 1};  // row by row, from up and left on
  const auto dx = static_cast<std::uint32_t>(to.x - from.x + 1);
  const auto dy = static_cast<std::uint32_t>(to.y - from.y + 1);
  return dx > 2 || dy > 2 || to.layer != from.layer ? step_count : of[3 * dy + dx];
}

// Ends of the parts of a path that are straight but for the corners of the grid: of two directions side by
// side at most, or a link.
void list_ends(std::span<const Cell> path, std::vector<Cell>& ends) {
  int first = -1, second = -1;
  for (std::size_t i = 1; i < path.size(); ++i) {
    const int d = direction_to(path[i - 1], path[i]);
    if (d == first || d == second) continue;
    const bool beside = d < step_count && first == second && first >= 0 && ((d - first) & 7) % 6 == 1;
    if (beside) {
      second = d;
      continue;
    }
    if (first >= 0) ends.push_back(path[i - 1]);
    first = second = d < step_count ? d : -1;
    if (d == step_count) ends.push_back(path[i]);
  }
  ends.push_back(path.back());
}

// A walk that keeps near to straight lines from one end to the next.
class Lines {
 public:
  Lines(Cell start, std::span<const Cell> ends) : ends_(ends) { draw(start); }

  // Of a walk that has come to a cell.
  void reach(Cell here) {
    if (ahead_ > 0 || next_ + 1 == ends_.size()) return;
    while (next_ + 1 < ends_.size() && ahead_ <= 0) {
      ++next_;
      draw(here);
    }
  }
  [[nodiscard]] bool is_at_end() const { return left_x_ == 0 && left_y_ == 0; }
  // The straight step and the diagonal along the line; what leads nearer to it comes first.
  [[nodiscard]] std::pair<Direction, Direction> steps() const {
    if (std::abs(off_ + diagonal_off_) < std::abs(off_ + straight_off_)) return {diagonal_, straight_};
    return {straight_, diagonal_};
  }
  void take(Direction d) {
    const auto i = static_cast<std::size_t>(d);
    off_ += turn(d);
    ahead_ -= width_ * step_dx[i] + height_ * step_dy[i];
    left_x_ -= step_dx[i];
    left_y_ -= step_dy[i];
  }
  // Of a walk that a link has led elsewhere.
  void jump(Cell here) {
    if (next_ + 1 < ends_.size()) ++next_;
    draw(here);
  }

 private:
  void draw(Cell from) {
    left_x_ = ends_[next_].x - from.x;
    left_y_ = ends_[next_].y - from.y;
    width_ = left_x_;
    height_ = left_y_;
    ahead_ = width_ * width_ + height_ * height_;
    off_ = 0;
    const Direction flat = left_x_ < 0 ? Direction::w : Direction::e;
    const Direction steep = left_y_ < 0 ? Direction::n : Direction::s;
    straight_ = std::abs(left_x_) > std::abs(left_y_) ? flat : steep;
    diagonal_ = left_x_ < 0 ? (left_y_ < 0 ? Direction::nw : Direction::sw)
                            : (left_y_ < 0 ? Direction::ne : Direction::se);
    straight_off_ = turn(straight_);
    diagonal_off_ = turn(diagonal_);
  }
  [[nodiscard]] std::int64_t turn(Direction d) const {
    const auto i = static_cast<std::size_t>(d);
    return width_ * step_dy[i] - height_ * step_dx[i];
  }

  std::span<const Cell> ends_;
  std::size_t next_ = 0;
  std::int64_t width_ = 0;  // of the line
  std::int64_t height_ = 0;
  std::int32_t left_x_ = 0;  // to its end
  std::int32_t left_y_ = 0;
  std::int64_t ahead_ = 0;  // the way left along it, times its length
  std::int64_t off_ = 0;    // the way off it, times its length
  Direction straight_ = Direction::e;
  Direction diagonal_ = Direction::se;
  std::int64_t straight_off_ = 0;  // how far such a step leads off it
  std::int64_t diagonal_off_ = 0;
};

}  // namespace

Distance TileField::walk_between(std::span<const Cell> path, std::vector<Cell>& cells,
                                 std::vector<Cell>& ends) const {
  PORTOLAN_ASSERT(!path.empty() && reachable(at(path.front())), "walk from a cell with a value");
  Walker walker{*this};
  ends.clear();
  list_ends(path, ends);
  Lines lines(path.front(), ends);
  for (Cell here = path.front();;) {
    if (!walker.holds(here)) walker.enter(*store_.find(here));
    cells.push_back(here);
    lines.reach(here);
    const std::pair<Direction, Direction> steps = lines.steps();
    Direction d = steps.first;
    if (!walker.falls(here, d)) d = steps.second;
    if (lines.is_at_end() || (d == steps.second && !walker.falls(here, d))) d = walker.direction(here);
    if (is_step(d)) {
      here = step(here, d);
      lines.take(d);
    } else if (d == Direction::link) {
      here = grid_.links()[link_down(*this, grid_, here)].to;
      lines.jump(here);
    } else {
      return at(here);
    }
  }
}

}  // namespace portolan
