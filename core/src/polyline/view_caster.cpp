// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "view_caster.hpp"

#include <algorithm>
#include <bit>

#include <portolan/core/assert.hpp>

namespace portolan::detail {

namespace {

// Above 0 where b lies right of a, of directions with y not below 0.
std::int64_t turn(Half a, Half b) { return b.x * a.y - a.x * b.y; }

std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a / b - (a % b != 0 && (a < 0) ? 1 : 0); }
std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return -floor_div(-a, b); }

}  // namespace

OpenBits::OpenBits(GridView grid, std::int32_t layer)
    : width_(grid.extent().width), height_(grid.extent().height), pitch_((width_ + 63) / 64) {
  PORTOLAN_ASSERT(layer >= 0 && layer < grid.extent().layers, "a view is of one layer of the world");
  words_.resize(static_cast<std::size_t>(pitch_) * static_cast<std::size_t>(height_));
  for (std::int32_t y = 0; y < height_; ++y) {
    std::uint64_t* const words =
        words_.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(pitch_);
    for (std::int32_t x = 0; x < width_; ++x) {
      const Cost cost = grid.costs().at({x, y, layer});
      if (cost == impassable) continue;
      words[x >> 6] |= std::uint64_t{1} << (x & 63);
      most_cost_ = std::max(most_cost_, cost);
    }
  }
}

std::int64_t OpenBits::next(std::int64_t x, std::int64_t y, bool open) const {
  const std::uint64_t* const words = row(y);
  for (std::int64_t i = x >> 6; x < width_; x = ++i << 6) {
    const std::uint64_t found = (open ? words[i] : ~words[i]) >> (x & 63);
    if (found != 0) return std::min<std::int64_t>(x + std::countr_zero(found), width_);
  }
  return width_;
}

std::int64_t OpenBits::run_begin(std::int64_t x, std::int64_t y) const {
  PORTOLAN_ASSERT(at(x, y), "a run is asked for by one of its open cells");
  const std::uint64_t* const words = row(y);
  for (std::int64_t i = x >> 6; i >= 0; x = (i-- << 6) - 1) {
    const std::uint64_t walls = ~words[i] << (63 - (x & 63));
    if (walls != 0) return x - std::countl_zero(walls) + 1;
  }
  return 0;
}

void ViewCaster::look(Half from, int towards, Half left, Half right) {
  towards_ = towards;
  from_ = {from.x, from.y * towards};
  wanted_ = {target_.x, target_.y * towards};
  corners.clear();
  sees_target = false;
  if (from.y % 2 == 0 && left.y == 0) look_level(-1);
  if (from.y % 2 == 0 && right.y == 0) look_level(1);
  lit_.clear();
  // The row that the place lies in, or that begins on its line.
  enter_first_row({from_.y >> 1, left, right});
  while (!lit_.empty()) {
    const Lit lit = lit_.back();
    lit_.pop_back();
    cross_row(lit);
  }
}

// Along the line between two rows, as far as one of them is open.
void ViewCaster::look_level(std::int64_t step) {
  const std::int64_t y = from_.y * towards_ / 2;
  for (std::int64_t x = from_.x / 2;; x += step) {
    const std::int64_t ahead = step > 0 ? x : x - 1, behind = step > 0 ? x - 1 : x;
    if (x != from_.x / 2) {
      if (open_.walls_around(x, y) == 1) corners.push_back({2 * x, 2 * y});
      const bool above = open_.at(ahead, y - 1), below = open_.at(ahead, y);
      // Across from one row to the other only where both are open on one side.
      if (open_.at(behind, y - 1) != above && open_.at(behind, y) != below && above != below) return;
    }
    if (!open_.at(ahead, y - 1) && !open_.at(ahead, y)) return;
  }
}

void ViewCaster::enter_first_row(const Lit& lit) {
  const std::int64_t y = real_row(lit.row);
  if (y < 0 || y >= open_.height()) return;
  // Of a corner the view lies on one side of it; the middle of a cell has its run to both sides.
  const bool to_left = from_.x % 2 == 0 && lit.right.x <= 0;
  const std::int64_t x = (from_.x >> 1) - (to_left ? 1 : 0);
  if (!open_.at(x, y)) return;
  cross_run(lit, open_.run_begin(x, y), open_.next(x, y, false), true);
}

void ViewCaster::cross_row(const Lit& lit) {
  const std::int64_t y = real_row(lit.row);
  if (y < 0 || y >= open_.height()) return;
  // The line where it comes in; both directions lead on along y by now.
  const std::int64_t down = 2 * lit.row - from_.y;
  const std::int64_t left = floor_div(from_.x * lit.left.y + lit.left.x * down, 2 * lit.left.y);
  const std::int64_t right = ceil_div(from_.x * lit.right.y + lit.right.x * down, 2 * lit.right.y);
  const std::int64_t end = std::min<std::int64_t>(right, open_.width());
  std::int64_t x = std::max<std::int64_t>(left, 0);
  if (x < end && open_.at(x, y)) {
    const std::int64_t run_end = open_.next(x, y, false);
    cross_run(lit, open_.run_begin(x, y), run_end, false);
    x = run_end;
  }
  while (x < end) {
    const std::int64_t begin = open_.next(x, y, true);
    if (begin >= end) return;
    x = open_.next(begin, y, false);
    cross_run(lit, begin, x, false);
  }
}

// The run of cells [begin, end). A wall beside it takes what is seen past its nearer corner.
void ViewCaster::cross_run(const Lit& lit, std::int64_t begin, std::int64_t end, bool first) {
  const std::int64_t top = 2 * lit.row - from_.y, bottom = top + 2;
  const Half wall_left{2 * begin - from_.x, 2 * begin > from_.x && !first ? top : bottom};
  const Half wall_right{2 * end - from_.x, 2 * end < from_.x && !first ? top : bottom};
  if (wanted_.y >> 1 == lit.row && wanted_.x > 2 * begin && wanted_.x < 2 * end) {
    const Half there{wanted_.x - from_.x, wanted_.y - from_.y};
    const auto past = [&](std::int64_t x) { return Half{2 * x - from_.x, top}; };
    const bool inside = turn(lit.left, there) >= 0 && turn(there, lit.right) >= 0;
    if (first ? there.y >= 0 && (there.y == 0 || inside)
              : inside && turn(past(begin), there) >= 0 && turn(there, past(end)) >= 0)
      sees_target = true;
  }
  const Lit on{lit.row + 1, turn(lit.left, wall_left) > 0 ? wall_left : lit.left,
               turn(wall_right, lit.right) > 0 ? wall_right : lit.right};
  if (turn(on.left, on.right) < 0) return;
  list_corners(on, begin, end);
  if (turn(on.left, on.right) > 0) lit_.push_back(on);
}

// On the line below the run, between the edges of the view.
void ViewCaster::list_corners(const Lit& lit, std::int64_t begin, std::int64_t end) {
  const std::int64_t down = 2 * lit.row - from_.y;
  const std::int64_t first =
      std::max(begin, ceil_div(from_.x * lit.left.y + lit.left.x * down, 2 * lit.left.y));
  const std::int64_t last =
      std::min(end, floor_div(from_.x * lit.right.y + lit.right.x * down, 2 * lit.right.y));
  if (first > last) return;
  const std::int64_t y = towards_ > 0 ? lit.row : -lit.row;
  const auto list = [&](std::int64_t x) {
    if (x >= first && x <= last && open_.walls_around(x, y) == 1) corners.push_back({2 * x, 2 * y});
  };
  // Corners are where the row below changes, and at the ends of the run.
  const std::int64_t below = real_row(lit.row);
  list(begin);
  if (below >= 0 && below < open_.height()) {
    for (std::int64_t x = std::max(first, begin + 1); x <= last && x < end;) {
      const bool open = open_.at(x - 1, below);
      x = open_.next(x, below, !open);
      if (x <= last && x < end) list(x);
      ++x;
    }
  }
  list(end);
}

}  // namespace portolan::detail
