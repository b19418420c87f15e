// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>

#include <portolan/core/cell.hpp>
#include <portolan/core/path_point.hpp>

namespace portolan::detail {

/// Positions as whole numbers, so that what is left and right of a line is exact: this many to a cell. Worlds
/// of 2^22 cells a side still leave room for the product of two differences.
inline constexpr std::int32_t fine = 256;

struct FinePoint {
  std::int32_t x = 0;
  std::int32_t y = 0;

  constexpr bool operator==(const FinePoint&) const = default;
};

[[nodiscard]] constexpr FinePoint corner_point(std::int32_t x, std::int32_t y) {
  return {x * fine, y * fine};
}
[[nodiscard]] constexpr FinePoint middle_point(Cell c) {
  return {c.x * fine + fine / 2, c.y * fine + fine / 2};
}
/// The nearest; exact for what `path_point` gave, in worlds of up to 65536 cells a side.
[[nodiscard]] inline FinePoint fine_point(Vec2 p) {
  return {static_cast<std::int32_t>(std::lround(double{p.x} * fine)),
          static_cast<std::int32_t>(std::lround(double{p.y} * fine))};
}
[[nodiscard]] constexpr PathPoint path_point(FinePoint p, std::int32_t layer) {
  return {{static_cast<float>(p.x) / fine, static_cast<float>(p.y) / fine}, layer};
}

/// Above 0 where b lies clockwise from a as seen from o (y grows down), 0 where the three are on one line.
[[nodiscard]] constexpr std::int64_t cross(FinePoint o, FinePoint a, FinePoint b) {
  return std::int64_t{a.x - o.x} * (b.y - o.y) - std::int64_t{a.y - o.y} * (b.x - o.x);
}

/// In cells. Roots are rounded correctly everywhere, so equal points give equal bits.
[[nodiscard]] inline double distance(FinePoint a, FinePoint b) {
  const double dx = b.x - a.x, dy = b.y - a.y;
  return std::sqrt(dx * dx + dy * dy) / fine;
}

}  // namespace portolan::detail
