// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Where to go from a cell, by the values alone: for wide tiles, for fields without directions or not finished
// yet, and for walks down a field. The kernel makes the same choice for whole tiles (tile_directions.cpp).
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>

#include <portolan/core/assert.hpp>
#include <portolan/core/path.hpp>
#include <portolan/core/tile_field.hpp>

#include "tile_walker.hpp"

namespace portolan {

using detail::lanes;
using detail::TileSlot;

Direction TileField::slow_direction(Cell c) const {
  if (!reachable(at(c))) return Direction::none;
  Walker walker(*this);
  walker.enter(*store_.find(c));
  return walker.direction(tiles_.offset(c));
}

void TileField::build_directions_slowly(TileSlot& slot) const {
  PORTOLAN_ASSERT(slot.touched, "a tile without values has no directions");
  const Rect box = tiles_.bounds(slot.tile);
  std::memset(slot.directions, static_cast<int>(Direction::none), sizeof slot.directions);
  Walker walker(*this);
  walker.enter(slot);
  for (int y = 0; y < box.height; ++y) {
    for (int x = 0; x < box.width; ++x) {
      const auto offset = static_cast<std::uint32_t>(y * lanes + x);
      if (!reachable({slot.units(offset)})) continue;
      const Direction d = walker.direction(offset);
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
  Walker walker(*this);
  for (Cell here = start;;) {
    if (!walker.holds(here)) walker.enter(*store_.find(here));
    here = walker.go_on(here, cells);
    cells.push_back(here);
    const Direction d = walker.direction(tiles_.offset(here));
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
    while (is_past() && next_ + 1 < ends_.size()) {
      ++next_;
      draw(here);
    }
  }
  [[nodiscard]] bool is_past() const { return ahead_ <= 0; }
  [[nodiscard]] bool is_at_end() const { return ahead_ == 0 && lean_ == no_lean_; }
  // The straight step and the diagonal along the line; what leads nearer to it comes first.
  [[nodiscard]] bool is_diagonal_first() const { return lean_ < 0; }
  [[nodiscard]] Direction straight() const { return steps_[0].direction; }
  [[nodiscard]] Direction diagonal() const { return steps_[1].direction; }
  // 0: the straight step, 1: the diagonal.
  void take_one(std::size_t which) { take(steps_[which]); }
  void take(Direction d) { take(along(d)); }
  // Of a walk that a link has led elsewhere.
  void jump(Cell here) {
    if (next_ + 1 < ends_.size()) ++next_;
    draw(here);
  }

 private:
  struct Step {
    Direction direction;
    std::int64_t off;    // how far it leads off the line, times its length
    std::int64_t ahead;  // how far along it, likewise
  };

  void draw(Cell from) {
    width_ = ends_[next_].x - from.x;
    height_ = ends_[next_].y - from.y;
    ahead_ = width_ * width_ + height_ * height_;
    const bool flat = std::abs(width_) > std::abs(height_);
    const Direction across = width_ < 0 ? Direction::w : Direction::e;
    const Direction down = height_ < 0 ? Direction::n : Direction::s;
    const Direction to_west = height_ < 0 ? Direction::nw : Direction::sw;
    const Direction to_east = height_ < 0 ? Direction::ne : Direction::se;
    side_ = 1;
    auto& [straight, diagonal] = steps_;
    straight = along(flat ? across : down);
    diagonal = along(width_ < 0 ? to_west : to_east);
    if (diagonal.off < straight.off) {
      side_ = -1;
      straight.off = -straight.off;
      diagonal.off = -diagonal.off;
    }
    lean_ = no_lean_ = straight.off + diagonal.off;
  }
  [[nodiscard]] Step along(Direction d) const {
    const auto i = static_cast<std::size_t>(d);
    return {d, side_ * (width_ * step_dy[i] - height_ * step_dx[i]),
            width_ * step_dx[i] + height_ * step_dy[i]};
  }
  void take(const Step& step) {
    lean_ += 2 * step.off;
    ahead_ -= step.ahead;
  }

  std::span<const Cell> ends_;
  std::size_t next_ = 0;
  std::int64_t width_ = 0;  // of the line
  std::int64_t height_ = 0;
  std::int64_t side_ = 1;   // of the line, on which a diagonal leads off it: 1 or -1
  std::int64_t ahead_ = 0;  // the way left along it, times its length
  // Twice the way off it, times its length, and what both steps would add: less than 0 where the diagonal
  // leads nearer to it.
  std::int64_t lean_ = 0;
  std::int64_t no_lean_ = 0;  // on the line
  Step steps_[2]{};           // the straight one, and the diagonal
};

// One of the two steps along a line, in a tile of one cost: where it leads, what it costs, and the two cells
// that must be open for it.
struct PlainStep {
  std::int32_t to = 0, beside = 0, across = 0;  // from an offset in the tile
  std::uint32_t cost = 0;
  std::int32_t dx = 0, dy = 0;
};

template <class Walker>
PlainStep plain_step(const Walker& walker, Direction direction) {
  const auto d = static_cast<std::size_t>(direction);
  PlainStep step{to_next_offset[d], to_next_offset[d], to_next_offset[d],
                 walker.straight,   step_dx[d],        step_dy[d]};
  if (is_diagonal(direction)) {
    step.beside = to_next_offset[d - 1];
    step.across = to_next_offset[(d + 1) % step_count];
    step.cost = walker.diagonal;
  }
  return step;
}

// Goes along the lines while that leads from cell to cell of a tile of one cost, and not along its edge.
// Which of the two steps comes first nobody can guess: it is looked up, not branched on.
template <class Walker>
Cell go_along(const Walker& walker, std::uint32_t offset, Cell here, Lines& lines, std::vector<Cell>& cells) {
  if (!walker.is_plain_inside(offset) || lines.is_past()) return here;
  const PlainStep steps[2] = {plain_step(walker, lines.straight()), plain_step(walker, lines.diagonal())};
  const auto falls = [&](const PlainStep& step) {
    const auto at = [&](std::int32_t by) { return offset + static_cast<std::uint32_t>(by); };
    return walker.slot->values[at(step.to)] + step.cost == walker.slot->values[offset] &&
           walker.are_open(at(step.beside), at(step.across));
  };
  do {
    std::size_t taken = lines.is_diagonal_first() ? 1 : 0;
    if (!falls(steps[taken])) {
      taken = 1 - taken;
      if (!falls(steps[taken])) break;
    }
    cells.push_back(here);
    lines.take_one(taken);
    here.x += steps[taken].dx, here.y += steps[taken].dy;
    offset += static_cast<std::uint32_t>(steps[taken].to);
  } while (walker.is_plain_inside(offset) && !lines.is_past());
  return here;
}

}  // namespace

Distance TileField::walk_between(std::span<const Cell> path, std::vector<Cell>& cells,
                                 std::vector<Cell>& ends) const {
  PORTOLAN_ASSERT(!path.empty(), "a path that `walk` gave");
  ends.clear();
  list_ends(path, ends);
  return walk_along(path.front(), ends, cells);
}

Distance TileField::walk_along(Cell start, std::span<const Cell> bends, std::vector<Cell>& cells) const {
  PORTOLAN_ASSERT(reachable(at(start)) && !bends.empty(), "walk from a cell with a value");
  Walker walker(*this);
  Lines lines(start, bends);
  for (Cell here = start;;) {
    if (!walker.holds(here)) walker.enter(*store_.find(here));
    here = go_along(walker, tiles_.offset(here), here, lines, cells);
    cells.push_back(here);
    lines.reach(here);
    const bool diagonal = lines.is_diagonal_first();
    const std::uint32_t offset = tiles_.offset(here);
    Direction d = diagonal ? lines.diagonal() : lines.straight();
    if (lines.is_at_end() || !walker.falls(offset, d)) {
      d = diagonal ? lines.straight() : lines.diagonal();
      if (lines.is_at_end() || !walker.falls(offset, d)) d = walker.direction(offset);
    }
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
