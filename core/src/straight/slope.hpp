// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace portolan::detail {

/// Positions in cells, and slopes in cells per half row, as whole numbers with 32 bits behind the point: the
/// same on every machine.
using Fixed = std::int64_t;
inline constexpr Fixed one_cell = Fixed{1} << 32U;
inline constexpr Fixed half_cell = one_cell / 2;
/// The slope of a level ray. It leaves the widest map before it rises by a thousandth of a cell.
inline constexpr Fixed level = Fixed{1} << 51U;
/// What counts as touching. A ray through two corners or middles of cells passes a third one beside it by at
/// least 2^-16 cells, as long as the ray is not longer than 16384 cells; rounding moves it by 2^-17 at most.
inline constexpr Fixed slack = 3 * (Fixed{1} << 14U);

/// Where a cell or a corner of cells lies, counted from the left of a tile.
[[nodiscard]] constexpr Fixed position(int cells) { return static_cast<Fixed>(cells) * one_cell; }
/// A number of up to 2^48 divided by one of up to 2^17, towards zero. It is never so near to a whole number
/// that doubles would round it to that, and they divide faster than whole numbers of 64 bits.
[[nodiscard]] constexpr Fixed quotient(Fixed of, int by) {
  return static_cast<Fixed>(static_cast<double>(of) / static_cast<double>(by));
}
/// The cell, or the corner, at or before a position.
[[nodiscard]] constexpr int cell_before(Fixed x) { return static_cast<int>(x >> 32U); }

/// The slopes between two: what of a cone has not met a wall yet.
struct Gap {
  Fixed low, high;
};

}  // namespace portolan::detail
