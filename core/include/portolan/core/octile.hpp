// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include <portolan/core/cell.hpp>
#include <portolan/core/distance.hpp>

namespace portolan {

/// The cost of the way from a to b over open ground of one cost: what any way by steps costs at least, where
/// no cell is cheaper. Layers are left out, because steps never change them.
[[nodiscard]] constexpr Distance octile_distance(Cell a, Cell b, Cost least_cost = 1) {
  const auto dx = static_cast<std::uint64_t>(a.x < b.x ? b.x - a.x : a.x - b.x);
  const auto dy = static_cast<std::uint64_t>(a.y < b.y ? b.y - a.y : a.y - b.y);
  const std::uint64_t diagonal = std::min(dx, dy);
  return {step_units(least_cost, least_cost, true) * diagonal +
          step_units(least_cost, least_cost, false) * (std::max(dx, dy) - diagonal)};
}

}  // namespace portolan
