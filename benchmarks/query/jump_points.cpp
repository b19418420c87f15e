// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "jump_points.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include <portolan/core/octile.hpp>

namespace portolan::bench {

JumpPointSearch::Lines::Lines(std::int32_t lines, std::int32_t length)
    : pitch_(static_cast<std::size_t>(length + 63) / 64 + 2),
      words_(pitch_ * static_cast<std::size_t>(lines + 2), 0) {}

void JumpPointSearch::Lines::set(std::int32_t line, std::int32_t at) {
  const auto bit = static_cast<std::uint32_t>(at + 64);
  words_[static_cast<std::size_t>(line + 1) * pitch_ + (bit >> 6U)] |= std::uint64_t{1} << (bit & 63U);
}

// Without corner cutting a neighbour is forced where the line beside opens: passable here, blocked one back.
std::int32_t JumpPointSearch::Lines::jump_up(std::int32_t line, std::int32_t at, std::int32_t goal) const {
  const std::uint64_t *const own = words_of(line), *const left = own - pitch_, *const right = own + pitch_;
  const auto first = static_cast<std::uint32_t>(at + 65);
  std::uint64_t mask = ~std::uint64_t{0} << (first & 63U);
  for (std::size_t w = first >> 6U;; ++w, mask = ~std::uint64_t{0}) {
    const std::uint64_t opens = (left[w] & ~(left[w] << 1U | left[w - 1] >> 63U)) |
                                (right[w] & ~(right[w] << 1U | right[w - 1] >> 63U));
    const std::uint64_t ends = (opens | ~own[w]) & mask;
    if (ends == 0) continue;
    const int bit = std::countr_zero(ends);
    const std::int32_t end = static_cast<std::int32_t>(w) * 64 + bit - 64;
    if (goal > at && goal <= end && (goal < end || (own[w] >> bit & 1U) != 0)) return goal;
    return (own[w] >> bit & 1U) != 0 ? end : -1;
  }
}

std::int32_t JumpPointSearch::Lines::jump_down(std::int32_t line, std::int32_t at, std::int32_t goal) const {
  const std::uint64_t *const own = words_of(line), *const left = own - pitch_, *const right = own + pitch_;
  const auto first = static_cast<std::uint32_t>(at + 63);
  std::uint64_t mask = ~std::uint64_t{0} >> (63U - (first & 63U));
  for (std::size_t w = first >> 6U;; --w, mask = ~std::uint64_t{0}) {
    const std::uint64_t opens = (left[w] & ~(left[w] >> 1U | left[w + 1] << 63U)) |
                                (right[w] & ~(right[w] >> 1U | right[w + 1] << 63U));
    const std::uint64_t ends = (opens | ~own[w]) & mask;
    if (ends == 0) continue;
    const int bit = 63 - std::countl_zero(ends);
    const std::int32_t end = static_cast<std::int32_t>(w) * 64 + bit - 64;
    if (goal >= 0 && goal < at && goal >= end && (goal > end || (own[w] >> bit & 1U) != 0)) return goal;
    return (own[w] >> bit & 1U) != 0 ? end : -1;
  }
}

JumpPointSearch::JumpPointSearch(GridView grid)
    : extent_(grid.extent()),
      rows_(extent_.height, extent_.width),
      columns_(extent_.width, extent_.height),
      nodes_(extent_.cell_count()) {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Cell c = extent_.cell(i);
    if (!grid.passable(c)) continue;
    rows_.set(c.y, c.x);
    columns_.set(c.x, c.y);
  }
}

bool JumpPointSearch::can_step(Cell c, int d) const {
  const Cell to = step(c, static_cast<Direction>(d));
  return open(to) && open({to.x, c.y, 0}) && open({c.x, to.y, 0});
}

Cell JumpPointSearch::jump_straight(Cell from, int d) const {
  const bool along_row = d == 0 || d == 4;
  const Lines& lines = along_row ? rows_ : columns_;
  const std::int32_t line = along_row ? from.y : from.x;
  const std::int32_t at = along_row ? from.x : from.y;
  std::int32_t goal = -1;
  if (along_row ? goal_.y == from.y : goal_.x == from.x) goal = along_row ? goal_.x : goal_.y;
  const std::int32_t end = d < 4 ? lines.jump_up(line, at, goal) : lines.jump_down(line, at, goal);
  if (end < 0) return {-1, 0, 0};
  return along_row ? Cell{end, line, 0} : Cell{line, end, 0};
}

Cell JumpPointSearch::jump(Cell from, int d) const {
  if (d % 2 == 0) return jump_straight(from, d);
  for (Cell c = from; can_step(c, d);) {
    c = step(c, static_cast<Direction>(d));
    if (c == goal_ || jump_straight(c, d - 1).x >= 0 || jump_straight(c, (d + 1) % 8).x >= 0) return c;
  }
  return {-1, 0, 0};
}

std::uint8_t JumpPointSearch::directions_after(Cell at, int d) const {
  const auto bit = [](int direction) { return static_cast<std::uint8_t>(1U << ((direction + 8) % 8)); };
  if (d % 2 != 0) return static_cast<std::uint8_t>(bit(d - 1) | bit(d) | bit(d + 1));
  std::uint8_t directions = bit(d);
  const Cell back = step(at, static_cast<Direction>((d + 4) % 8));
  for (const int turn : {-2, 2}) {
    const auto side = static_cast<Direction>((d + turn + 8) % 8);
    if (open(step(at, side)) && !open(step(back, side)))
      directions = static_cast<std::uint8_t>(directions | bit(d + turn) | bit(d + turn / 2));
  }
  return directions;
}

void JumpPointSearch::offer(Cell c, std::uint32_t units, std::uint32_t parent, std::uint8_t directions) {
  Node& node = nodes_[index_of(c)];
  if (node.stamp != stamp_ || units < node.units) {
    node = {stamp_, units, parent, directions, 0};
  } else if (units > node.units || (directions & ~(node.pending | node.done)) == 0) {
    return;
  } else {
    // As cheap from another side: what that side forces is to be looked at as well.
    node.pending = static_cast<std::uint8_t>(node.pending | (directions & ~node.done));
  }
  const auto bound = units + static_cast<std::uint32_t>(octile_distance(c, goal_).units);
  heap_.push({bound, units, index_of(c)});
}

void JumpPointSearch::expand(std::uint32_t index, std::uint8_t directions) {
  const Cell from = extent_.cell(index);
  const std::uint32_t units = nodes_[index].units;
  for (unsigned left = directions; left != 0; left &= left - 1) {
    const int d = std::countr_zero(left);
    const Cell to = jump(from, d);
    if (to.x < 0) continue;
    const auto step = static_cast<std::uint32_t>(octile_distance(from, to).units);
    offer(to, units + step, index, directions_after(to, d));
  }
}

Distance JumpPointSearch::search(Cell start, Cell goal) {
  ++stamp_;
  heap_.clear();
  opened_ = 0;
  start_ = start;
  goal_ = goal;
  if (!open(start) || !open(goal)) return unreachable;
  offer(start, 0, index_of(start), 0xFF);
  while (!heap_.empty()) {
    const Open top = heap_.pop();
    Node& node = nodes_[top.node];
    if (node.units != top.units || node.pending == 0) continue;
    if (extent_.cell(top.node) == goal) return {top.units};
    ++opened_;
    const std::uint8_t directions = node.pending;
    node.done = static_cast<std::uint8_t>(node.done | directions);
    node.pending = 0;
    expand(top.node, directions);
  }
  return unreachable;
}

Path JumpPointSearch::path() const {
  Path path;
  path.cost = {nodes_[index_of(goal_)].units};
  const auto sign = [](std::int32_t n) { return n > 0 ? 1 : n < 0 ? -1 : 0; };
  Cell here = goal_;
  path.cells.push_back(here);
  while (here != start_) {
    const Cell next = extent_.cell(nodes_[index_of(here)].parent);
    while (here != next) {
      here = {here.x + sign(next.x - here.x), here.y + sign(next.y - here.y), 0};
      path.cells.push_back(here);
    }
  }
  std::reverse(path.cells.begin(), path.cells.end());
  return path;
}

}  // namespace portolan::bench
