// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <portolan/core/grid_view.hpp>

#include "fine_point.hpp"

namespace portolan::detail {

/// The pieces of a segment between lines of the grid, from its start on. Where it crosses what is decided in
/// whole numbers.
class SegmentWalk {
 public:
  SegmentWalk(FinePoint from, FinePoint to);

  /// The piece under way lies in this cell, or between it and the one beside it.
  [[nodiscard]] std::int32_t x() const { return x_; }
  [[nodiscard]] std::int32_t y() const { return y_; }
  /// It runs along the left side of its cells.
  [[nodiscard]] bool along_column() const { return along_column_; }
  /// It runs along the upper side.
  [[nodiscard]] bool along_row() const { return along_row_; }
  /// Where it ends, as a share of the segment.
  [[nodiscard]] double end() const;
  [[nodiscard]] bool is_last() const {
    return to_column_ * height_ <= to_row_ * width_ ? to_column_ >= width_ : to_row_ >= height_;
  }
  /// It ends in the corner of cells at (corner_x, corner_y).
  [[nodiscard]] bool ends_in_corner() const {
    return along_column_ || along_row_ || to_column_ * height_ == to_row_ * width_;
  }
  [[nodiscard]] std::int32_t corner_x() const { return x_ + (step_x_ > 0 && !along_column_ ? 1 : 0); }
  [[nodiscard]] std::int32_t corner_y() const { return y_ + (step_y_ > 0 && !along_row_ ? 1 : 0); }
  /// Goes on to the next one; false after the last.
  bool advance();

 private:
  std::int64_t width_;  // how far it leads along x and along y
  std::int64_t height_;
  std::int32_t step_x_;
  std::int32_t step_y_;
  std::int32_t x_;
  std::int32_t y_;
  // Parts of a cell along x and along y up to where the piece leaves its column, its row.
  std::int64_t to_column_;
  std::int64_t to_row_;
  bool along_column_;
  bool along_row_;
};

/// What it costs to go straight from one point to another, in cells: for every piece within a cell its length
/// times the cell's cost; between two cells the cheaper one's. Infinite where a wall is in between, or two
/// that meet in a corner; also where the cost passes `most` on the way. `pieces` is raised by those looked
/// at.
[[nodiscard]] double segment_cost(const GridView& grid, std::int32_t layer, FinePoint from, FinePoint to,
                                  double most, std::uint64_t& pieces);

/// Two blocked cells that meet in this corner, between two open ones.
[[nodiscard]] bool is_gap(const GridView& grid, std::int32_t layer, std::int32_t x, std::int32_t y);

}  // namespace portolan::detail
