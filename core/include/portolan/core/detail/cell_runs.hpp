// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/goal_shape.hpp>

namespace portolan {

/// Cells of one row, from `begin` up to, not including, `end`; never none.
struct CellRun {
  std::int32_t y = 0;
  std::int32_t layer = 0;
  std::int32_t begin = 0;
  std::int32_t end = 0;
  constexpr bool operator==(const CellRun&) const = default;
};

/// The rows of a shape, from top to bottom, cut to the world. Cost: O(rows).
[[nodiscard]] std::vector<CellRun> runs_of(const Rect& rect, const Extent& extent);
[[nodiscard]] std::vector<CellRun> runs_of(const Disc& disc, const Extent& extent);

}  // namespace portolan
