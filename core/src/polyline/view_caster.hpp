// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include <portolan/core/grid_view.hpp>

namespace portolan::detail {

/// A position or a direction in half cells: corners of cells are even, middles odd. Directions lead on along
/// y or are level.
struct Half {
  std::int64_t x = 0;
  std::int64_t y = 0;

  constexpr bool operator==(const Half&) const = default;
};

/// The passable cells of a layer, a bit each, with a frame of walls.
class OpenBits {
 public:
  OpenBits(GridView grid, std::int32_t layer);

  [[nodiscard]] std::int32_t width() const { return width_; }
  [[nodiscard]] std::int32_t height() const { return height_; }
  /// Of every passable cell.
  [[nodiscard]] bool costs_at_most(Cost cost) const { return most_cost_ <= cost; }
  [[nodiscard]] bool at(std::int64_t x, std::int64_t y) const {
    if (x < 0 || y < 0 || x >= width_ || y >= height_) return false;
    return (row(y)[x >> 6] >> (x & 63) & 1U) != 0;
  }
  /// The first cell from x on that is open, or that is not; the width where there is none.
  [[nodiscard]] std::int64_t next(std::int64_t x, std::int64_t y, bool open) const;
  /// One after the last wall before x, which is an open cell.
  [[nodiscard]] std::int64_t run_begin(std::int64_t x, std::int64_t y) const;
  /// How many of the four cells around a corner are blocked.
  [[nodiscard]] int walls_around(std::int64_t x, std::int64_t y) const {
    return 4 - at(x - 1, y - 1) - at(x, y - 1) - at(x - 1, y) - at(x, y);
  }

 private:
  [[nodiscard]] const std::uint64_t* row(std::int64_t y) const {
    return words_.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(pitch_);
  }
  std::int32_t width_;
  std::int32_t height_;
  std::int32_t pitch_;
  Cost most_cost_ = 0;
  std::vector<std::uint64_t> words_;
};

/// Lists what is seen of a place: row by row, the part of the view that has not met a wall yet.
class ViewCaster {
 public:
  explicit ViewCaster(const OpenBits& open) : open_(open) {}

  /// What to look for besides corners: the middle of a cell.
  void look_for(Half target) { target_ = target; }

  /// From a place, upwards (-1) or downwards (1), between two directions, `left` being the one of lesser x;
  /// their y is not negative, and counts away from the place. Afterwards `corners` are the convex corners in
  /// view, also on its edge.
  void look(Half from, int towards, Half left, Half right);

  std::vector<Half> corners;
  bool sees_target = false;

 private:
  struct Lit {
    std::int64_t row;  // counted away from the place, in the direction of the view
    Half left;
    Half right;
  };
  [[nodiscard]] std::int64_t real_row(std::int64_t row) const { return towards_ > 0 ? row : -row - 1; }
  void look_level(std::int64_t step);
  void enter_first_row(const Lit& lit);
  void cross_row(const Lit& lit);
  void cross_run(const Lit& lit, std::int64_t begin, std::int64_t end, bool first);
  void list_corners(const Lit& lit, std::int64_t begin, std::int64_t end);

  const OpenBits& open_;
  Half target_;
  int towards_ = 1;
  Half from_;    // its y times the direction of the view
  Half wanted_;  // the target, the same
  std::vector<Lit> lit_;
};

}  // namespace portolan::detail
