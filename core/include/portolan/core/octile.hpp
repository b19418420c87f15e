// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include <portolan/core/cell.hpp>
#include <portolan/core/distance.hpp>

namespace portolan {

/// The cost of a walk over open ground of cost 1 that leads so many half cells to the side and so many up or
/// down: straight steps and diagonals at 12 and 17 units for each half. Neither is negative.
[[nodiscard]] constexpr std::uint64_t octile_half_units(std::int64_t dx, std::int64_t dy) {
  constexpr auto bend = std::int64_t{diagonal_factor} - straight_factor;
  return static_cast<std::uint64_t>(straight_factor * std::max(dx, dy) + bend * std::min(dx, dy));
}

/// The same in whole cells.
[[nodiscard]] constexpr std::uint64_t octile_units(std::int64_t dx, std::int64_t dy) {
  return 2 * octile_half_units(dx, dy);
}

/// The cost of the path from a to b over open ground of one cost: what any path by steps costs at least,
/// where no cell is cheaper. Layers are left out, because steps never change them.
[[nodiscard]] constexpr Distance octile_distance(Cell a, Cell b, Cost least_cost = 1) {
  return {least_cost * octile_units(a.x < b.x ? b.x - a.x : a.x - b.x, a.y < b.y ? b.y - a.y : a.y - b.y)};
}

}  // namespace portolan
