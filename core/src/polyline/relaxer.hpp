// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <portolan/core/grid_view.hpp>

#include "fine_point.hpp"

namespace portolan::detail {

/// Makes a curve over ground of several costs cheaper, step by step: takes out bends, and moves those that
/// remain by ever smaller parts of a cell along x or y, wherever that costs less. What it costs never rises.
class Relaxer {
 public:
  explicit Relaxer(GridView grid) : grid_(grid) {}

  /// Looks at so many pieces of cells at most.
  void relax(std::vector<FinePoint>& points, std::int32_t layer, std::uint64_t most_pieces);
  /// Of the curve, in cells.
  [[nodiscard]] double cost(std::span<const FinePoint> points, std::int32_t layer);

 private:
  struct Bend {
    FinePoint at;
    double cost;  // from the bend before
  };
  [[nodiscard]] double to(FinePoint from, FinePoint to, double most);
  bool take_out_bends();
  bool move_bends(std::int32_t by);
  bool move(std::size_t i, FinePoint at);

  GridView grid_;
  std::int32_t layer_ = 0;
  std::uint64_t pieces_ = 0;
  std::uint64_t most_pieces_ = 0;
  std::vector<Bend> bends_;
};

}  // namespace portolan::detail
