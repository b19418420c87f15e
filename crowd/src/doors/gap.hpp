// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <portolan/core/grid_view.hpp>
#include <portolan/core/straight_field.hpp>
#include <portolan/core/vec2.hpp>

namespace portolan::detail {

inline constexpr int no_gap = 1 << 20;

/// Cells from wall to wall, across a way, along a row or a column.
struct DoorGap {
  Cell first;
  int width = no_gap;
  bool upright = false;  ///< along a column

  [[nodiscard]] std::vector<Cell> cells() const;
};

/// The narrower one of the two gaps at a cell that a way crosses; its width is `no_gap` above `most`.
[[nodiscard]] DoorGap gap_at(const GridView& grid, Cell c, Vec2 way, int most);

/// The first of the narrowest gaps on the way from a position.
[[nodiscard]] DoorGap narrowest_gap(const StraightField& field, Vec2 from, std::int32_t layer, int most);

}  // namespace portolan::detail
