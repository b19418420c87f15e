// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <support/visible_area.hpp>

#include <algorithm>
#include <limits>

namespace portolan::test {

namespace {

BitRows mirror(const BitRows& rows, bool flip_x, bool flip_y) {
  BitRows result(rows.width(), rows.height());
  for (int y = 0; y < rows.height(); ++y) {
    for (int x = 0; x < rows.width(); ++x) {
      if (rows.at(flip_x ? rows.width() - 1 - x : x, flip_y ? rows.height() - 1 - y : y)) result.set(x, y);
    }
  }
  return result;
}

BitRows turning_corners(const BitRows& passable) {
  BitRows corners(passable.width() + 1, passable.height() + 1);
  for (int y = 0; y <= passable.height(); ++y) {
    for (int x = 0; x <= passable.width(); ++x) {
      const int open = passable.at(x - 1, y - 1) + passable.at(x, y - 1) + passable.at(x - 1, y);
      if (open == 2 && passable.at(x, y)) corners.set(x, y);
    }
  }
  return corners;
}

std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

// Both in the quarter to the right and down.
bool strictly_left(Parts a, Parts b) { return a.x * b.y < b.x * a.y; }

constexpr int endless = std::numeric_limits<int>::max();

// One look: the lit part of row after row.
class Look {
 public:
  Look(const Quarter& quarter, Parts from, const Targets& targets, Sight& sight)
      : quarter_(quarter), from_(from), targets_(targets), sight_(sight) {}

  void run(Parts left, Parts right) {
    const int row = static_cast<int>(floor_div(from_.y, parts_per_cell));
    const int cell = static_cast<int>(floor_div(from_.x, parts_per_cell));
    if (!quarter_.passable().at(cell, row)) return;
    const int end = quarter_.passable().next_clear(cell, row);
    if (right.y == 0 && from_.y % parts_per_cell == 0) take_corners(cell, end, row);
    pass_row({row, left, right}, end);
    while (!waiting_.empty()) {
      const Lit lit = waiting_.back();
      waiting_.pop_back();
      enter_row(lit);
    }
  }

 private:
  // What is lit of the upper edge of a row, as two rays with room between them.
  struct Lit {
    int row;
    Parts left;
    Parts right;
  };

  [[nodiscard]] Parts ray_to(int x, int y) const {
    return {x * parts_per_cell - from_.x, y * parts_per_cell - from_.y};
  }
  // Where a ray meets the upper edge of a row: the whole cells to the left of that.
  [[nodiscard]] int floor_at(Parts ray, int row) const {
    if (ray.y == 0) return endless;
    const std::int64_t below = row * parts_per_cell - from_.y;
    return static_cast<int>(floor_div(from_.x * ray.y + ray.x * below, ray.y * parts_per_cell));
  }
  [[nodiscard]] int ceil_at(Parts ray, int row) const {
    if (ray.y == 0) return endless;
    const std::int64_t below = row * parts_per_cell - from_.y;
    return static_cast<int>(-floor_div(-(from_.x * ray.y + ray.x * below), ray.y * parts_per_cell));
  }

  // The light falls on the passable runs of the row, each by itself.
  void enter_row(const Lit& lit) {
    const BitRows& passable = quarter_.passable();
    const int first = floor_at(lit.left, lit.row);
    const int last = ceil_at(lit.right, lit.row) - 1;
    for (int cell = passable.next_set(first, lit.row, last); cell <= last;) {
      const int end = passable.next_clear(cell, lit.row);
      pass_row({lit.row, cell > first ? ray_to(cell, lit.row) : lit.left,
                end <= last ? ray_to(end, lit.row) : lit.right},
               end);
      cell = passable.next_set(end, lit.row, last);
    }
  }

  // Through one run of passable cells, with a wall at `end`, to the row's lower edge.
  void pass_row(const Lit& lit, int end) {
    take_targets(lit, end);
    const int below = lit.row + 1;
    take_corners(ceil_at(lit.left, below), std::min(floor_at(lit.right, below), end), below);
    const Parts wall = ray_to(end, below);
    const Parts right = strictly_left(wall, lit.right) ? wall : lit.right;
    if (strictly_left(lit.left, right)) waiting_.push_back({below, lit.left, right});
  }

  void take_corners(int first, int last, int y) {
    for (int x = quarter_.corners().next_set(first, y, last); x <= last;
         x = quarter_.corners().next_set(x + 1, y, last)) {
      sight_.corners.push_back({x, y});
    }
  }

  void take_targets(const Lit& lit, int end) {
    for (const Targets::Entry& target : targets_.of_row(lit.row)) {
      const Parts to{target.at.x - from_.x, target.at.y - from_.y};
      if (to.x < 0 || to.y < 0 || target.at.x > end * parts_per_cell) continue;
      if (!strictly_left(to, lit.left) && !strictly_left(lit.right, to))
        sight_.targets.push_back(target.number);
    }
  }

  const Quarter& quarter_;
  const Parts from_;
  const Targets& targets_;
  Sight& sight_;
  std::vector<Lit> waiting_;
};

}  // namespace

Quarter::Quarter(const BitRows& passable, bool flip_x, bool flip_y)
    : flip_x_(flip_x),
      flip_y_(flip_y),
      passable_(mirror(passable, flip_x, flip_y)),
      corners_(turning_corners(passable_)) {}

void Targets::assign(const Quarter& quarter, std::span<const Parts> points) {
  const int rows = quarter.passable().height();
  std::vector<std::pair<int, Entry>> found;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Entry entry{quarter.mirrored(points[i]), static_cast<std::uint32_t>(i)};
    const int row = static_cast<int>(entry.at.y / parts_per_cell);
    if (row < rows) found.emplace_back(row, entry);
    // A point between two rows is in both.
    if (row > 0 && entry.at.y % parts_per_cell == 0) found.emplace_back(row - 1, entry);
  }
  starts_.assign(static_cast<std::size_t>(rows) + 1, 0);
  for (const auto& one : found) ++starts_[static_cast<std::size_t>(one.first) + 1];
  for (std::size_t row = 1; row < starts_.size(); ++row) starts_[row] += starts_[row - 1];
  std::vector<std::uint32_t> next(starts_.begin(), starts_.end() - 1);
  entries_.resize(found.size());
  for (const auto& one : found) entries_[next[static_cast<std::size_t>(one.first)]++] = one.second;
}

void look(const Quarter& quarter, Parts from, Parts left, Parts right, const Targets& targets, Sight& sight) {
  Look(quarter, from, targets, sight).run(left, right);
}

}  // namespace portolan::test
