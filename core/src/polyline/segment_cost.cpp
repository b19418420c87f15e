// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "segment_cost.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace portolan::detail {

namespace {

constexpr std::int32_t floor_cell(std::int32_t v) { return v >> 8; }
static_assert(fine == 1 << 8);

// Parts from a coordinate to the next line in the direction that it goes.
std::int64_t to_line(std::int32_t v, std::int32_t step) {
  const std::int32_t inside = v & (fine - 1);
  return step > 0 ? fine - inside : (inside == 0 ? fine : inside);
}

std::int32_t first_cell(std::int32_t v, std::int32_t step) {
  return floor_cell(v) - (step < 0 && (v & (fine - 1)) == 0 ? 1 : 0);
}

}  // namespace

SegmentWalk::SegmentWalk(FinePoint from, FinePoint to)
    : width_(std::abs(std::int64_t{to.x} - from.x)),
      height_(std::abs(std::int64_t{to.y} - from.y)),
      step_x_(to.x < from.x ? -1 : 1),
      step_y_(to.y < from.y ? -1 : 1),
      x_(first_cell(from.x, step_x_)),
      y_(first_cell(from.y, step_y_)),
      to_column_(to_line(from.x, step_x_)),
      to_row_(to_line(from.y, step_y_)),
      along_column_(width_ == 0 && (from.x & (fine - 1)) == 0),
      along_row_(height_ == 0 && (from.y & (fine - 1)) == 0) {}

// The next line across x is reached first when to_column / width < to_row / height.
double SegmentWalk::end() const {
  if (is_last()) return 1;
  return to_column_ * height_ <= to_row_ * width_
             ? static_cast<double>(to_column_) / static_cast<double>(width_)
             : static_cast<double>(to_row_) / static_cast<double>(height_);
}

bool SegmentWalk::advance() {
  if (is_last()) return false;
  const std::int64_t column = to_column_ * height_, row = to_row_ * width_;
  if (column <= row) {
    x_ += step_x_;
    to_column_ += fine;
  }
  if (row <= column) {
    y_ += step_y_;
    to_row_ += fine;
  }
  return true;
}

bool is_gap(const GridView& grid, std::int32_t layer, std::int32_t x, std::int32_t y) {
  const auto open = [&](std::int32_t cx, std::int32_t cy) { return grid.passable({cx, cy, layer}); };
  return open(x - 1, y - 1) == open(x, y) && open(x, y - 1) == open(x - 1, y) && open(x, y) != open(x - 1, y);
}

double segment_cost(const GridView& grid, std::int32_t layer, FinePoint from, FinePoint to, double most,
                    std::uint64_t& pieces) {
  constexpr double never = std::numeric_limits<double>::infinity();
  const double length = distance(from, to);
  SegmentWalk walk(from, to);
  double cost = 0, share = 0;
  do {
    ++pieces;
    Cost ground = grid.cost({walk.x(), walk.y(), layer});
    if (walk.along_column()) ground = std::min(ground, grid.cost({walk.x() - 1, walk.y(), layer}));
    if (walk.along_row()) ground = std::min(ground, grid.cost({walk.x(), walk.y() - 1, layer}));
    if (ground == impassable) return never;
    if (!walk.is_last() && walk.ends_in_corner() && is_gap(grid, layer, walk.corner_x(), walk.corner_y()))
      return never;
    const double end = walk.end();
    cost += (end - share) * length * ground;
    share = end;
    if (cost > most) return never;
  } while (walk.advance());
  return cost;
}

}  // namespace portolan::detail
