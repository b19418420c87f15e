// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>

namespace portolan {

/// One square of the grid. x grows right, y grows down, (0,0) is the top left.
struct Cell {
  std::int32_t x = 0;
  std::int32_t y = 0;
  std::int32_t layer = 0;

  constexpr auto operator<=>(const Cell&) const = default;
};

/// Size of a world in cells. All layers of a world share it.
struct Extent {
  std::int32_t width = 0;
  std::int32_t height = 0;
  std::int32_t layers = 1;

  [[nodiscard]] constexpr bool contains(Cell c) const {
    // One comparison a side: what is below 0 is a large number without a sign.
    const auto below = [](std::int32_t a, std::int32_t b) {
      return static_cast<std::uint32_t>(a) < static_cast<std::uint32_t>(b);
    };
    return below(c.x, width) && below(c.y, height) && below(c.layer, layers);
  }
  [[nodiscard]] constexpr std::size_t cell_count() const {
    return static_cast<std::size_t>(width) * static_cast<std::size_t>(height) *
           static_cast<std::size_t>(layers);
  }
  /// Row-major index of a cell, layer by layer: a dense key for oracles and property maps.
  [[nodiscard]] constexpr std::size_t index(Cell c) const {
    const auto w = static_cast<std::size_t>(width);
    const auto h = static_cast<std::size_t>(height);
    return (static_cast<std::size_t>(c.layer) * h + static_cast<std::size_t>(c.y)) * w +
           static_cast<std::size_t>(c.x);
  }
  [[nodiscard]] constexpr Cell cell(std::size_t index) const {
    const auto w = static_cast<std::size_t>(width);
    const auto h = static_cast<std::size_t>(height);
    // An extent that has cells is neither without width nor without height.
    return {static_cast<std::int32_t>(index % w),
            static_cast<std::int32_t>(index / w % h),  // NOLINT(*.DivideZero)
            static_cast<std::int32_t>(index / w / h)};
  }
  constexpr bool operator==(const Extent&) const = default;
};

/// A block of cells on one layer: [x, x + width) by [y, y + height).
struct Rect {
  std::int32_t x = 0;
  std::int32_t y = 0;
  std::int32_t width = 0;
  std::int32_t height = 0;
  std::int32_t layer = 0;

  [[nodiscard]] constexpr bool contains(Cell c) const {
    return c.layer == layer && c.x >= x && c.y >= y && c.x < x + width && c.y < y + height;
  }
  constexpr bool operator==(const Rect&) const = default;
};

/// Where to go from a cell. The first eight are steps, clockwise from east (y grows down);
/// the number times 45 degrees is the angle.
enum class Direction : std::uint8_t { e, se, s, sw, w, nw, n, ne, link, goal, none };

inline constexpr int step_count = 8;
inline constexpr std::array<std::int32_t, 8> step_dx{1, 1, 0, -1, -1, -1, 0, 1};
inline constexpr std::array<std::int32_t, 8> step_dy{0, 1, 1, 1, 0, -1, -1, -1};

[[nodiscard]] constexpr bool is_step(Direction d) { return static_cast<int>(d) < step_count; }
[[nodiscard]] constexpr bool is_diagonal(Direction d) { return is_step(d) && (static_cast<int>(d) & 1) != 0; }

/// True for a cell and the eight around it, on one layer.
[[nodiscard]] constexpr bool is_beside(Cell a, Cell b) {
  return a.layer == b.layer && a.x - b.x <= 1 && b.x - a.x <= 1 && a.y - b.y <= 1 && b.y - a.y <= 1;
}

/// The neighbour in a direction; requires is_step(d).
[[nodiscard]] constexpr Cell step(Cell c, Direction d) {
  const auto i = static_cast<std::size_t>(d);
  return {c.x + step_dx[i], c.y + step_dy[i], c.layer};
}

}  // namespace portolan
