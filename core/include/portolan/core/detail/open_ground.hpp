// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include <portolan/core/grid_view.hpp>
#include <portolan/core/vec2.hpp>

namespace portolan::detail {

/// True where all cells of the part of one block between two corners, both included, are passable.
[[nodiscard]] inline bool is_open_in_block(const BlockArray& costs, Cell low, Cell high) {
  const std::uint32_t number = costs.block_of(low);
  const std::uint8_t* const values = costs.block(number);
  if (costs.is_uniform(number)) return values[0] != impassable;
  std::uint8_t worst = 0;
  for (std::int32_t y = low.y; y <= high.y; ++y) {
    const std::uint8_t* const row = values + BlockArray::offset({low.x, y, low.layer});
    for (std::int32_t x = 0; x <= high.x - low.x; ++x) worst = std::max(worst, row[x]);
  }
  return worst != impassable;
}

/// True where all cells of a box are passable, corners included; false for one that leaves the world. Nearly
/// all ground is open: what walls do to an agent need not be looked at there.
[[nodiscard]] inline bool is_open(const GridView& grid, Cell low, Cell high) {
  static_assert(impassable == 255, "the greatest value of a cell");
  constexpr std::int32_t last = BlockArray::side - 1;
  PORTOLAN_ASSERT(low.x <= high.x && low.y <= high.y && low.layer == high.layer, "a box has two corners");
  const BlockArray& costs = grid.costs();
  const Extent extent = costs.extent();
  if (low.x < 0 || low.y < 0 || high.x >= extent.width || high.y >= extent.height || low.layer < 0 ||
      low.layer >= extent.layers)
    return false;
  if (((low.x ^ high.x) | (low.y ^ high.y)) <= last) return is_open_in_block(costs, low, high);
  for (std::int32_t y = low.y; y <= high.y; y = (y | last) + 1) {
    for (std::int32_t x = low.x; x <= high.x; x = (x | last) + 1) {
      const Cell end{std::min(high.x, x | last), std::min(high.y, y | last), low.layer};
      if (!is_open_in_block(costs, {x, y, low.layer}, end)) return false;
    }
  }
  return true;
}

/// The same for the cells that lie within so many cells of a cell, on both axes.
[[nodiscard]] inline bool is_open_around(const GridView& grid, Cell c, std::int32_t cells) {
  return is_open(grid, {c.x - cells, c.y - cells, c.layer}, {c.x + cells, c.y + cells, c.layer});
}

/// True only where all ground on a straight line costs the same, and a wall is nowhere near: where whole
/// blocks are alike.
[[nodiscard]] inline bool is_even(const GridView& grid, std::int32_t layer, Vec2 from, Vec2 to) {
  constexpr std::int32_t side = BlockArray::side;
  if (from.y > to.y) std::swap(from, to);
  const Cell a = cell_at(from, layer), b = cell_at(to, layer);
  if (!grid.contains(a) || !grid.contains(b) || !grid.passable(a)) return false;
  const BlockArray& costs = grid.costs();
  const Cost ground = costs.at(a);
  const float slope = to.y > from.y ? (to.x - from.x) / (to.y - from.y) : 0;
  for (std::int32_t y = a.y & -side; y <= b.y; y += side) {
    // Where the line enters the row of blocks and where it leaves it; a cell more covers what rounding does.
    const auto low = static_cast<float>(y), high = static_cast<float>(y + side);
    const float first = low > from.y ? from.x + slope * (low - from.y) : from.x;
    const float last = high < to.y ? from.x + slope * (high - from.y) : to.x;
    const std::int32_t left = std::max(floored(std::min(first, last)) - 1, 0);
    const std::int32_t right = std::min(floored(std::max(first, last)) + 1, grid.extent().width - 1);
    for (std::int32_t x = left & -side; x <= right; x += side) {
      const std::uint32_t block = costs.block_of({x, y, layer});
      if (!costs.is_uniform(block) || costs.block(block)[0] != ground) return false;
    }
  }
  return true;
}

/// Does ground that is more costly than where it begins lie on a straight line to a place? Of one who is
/// nearly there it does not matter.
[[nodiscard]] inline bool has_costlier(const GridView& grid, std::int32_t layer, Vec2 from, Vec2 off) {
  constexpr float nearly_there = 8;  // cells
  const float far = length(off);
  if (far < nearly_there) return false;
  const auto here = grid.cost(cell_at(from, layer));
  const auto pieces = static_cast<int>(far) + 1;
  for (int k = 1; k < pieces; ++k) {
    const Vec2 at = from + off * (static_cast<float>(k) / static_cast<float>(pieces));
    if (grid.cost(cell_at(at, layer)) > here) return true;
  }
  return false;
}

/// What the ground of a straight line costs, in cells of cost 1.
[[nodiscard]] inline float cost_of_line(const GridView& grid, std::int32_t layer, Vec2 from, Vec2 off) {
  const float far = length(off);
  const auto pieces = static_cast<int>(far) + 1;
  float sum = 0;
  for (int k = 0; k < pieces; ++k) {
    const Vec2 at = from + off * ((static_cast<float>(k) + 0.5F) / static_cast<float>(pieces));
    sum += static_cast<float>(grid.cost(cell_at(at, layer)));
  }
  return sum * far / static_cast<float>(pieces);
}

}  // namespace portolan::detail
