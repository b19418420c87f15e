// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include <portolan/core/detail/neighbourhood.hpp>
#include <portolan/core/goal.hpp>
#include <portolan/core/grid_view.hpp>

namespace portolan::bench {

/// Dijkstra with a binary heap and lazy deletion, as most people write it: std::priority_queue, values in one
/// flat array. No links.
inline void heap_dijkstra(GridView grid, const Goal& goal, std::vector<std::uint64_t>& values) {
  const Extent extent = grid.extent();
  using Entry = std::pair<std::uint64_t, std::uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> heap;
  values.assign(extent.cell_count(), unreachable.units);
  values[extent.index(goal.cell)] = goal.offset.units;
  heap.emplace(goal.offset.units, static_cast<std::uint32_t>(extent.index(goal.cell)));
  while (!heap.empty()) {
    const auto [units, index] = heap.top();
    heap.pop();
    if (units > values[index]) continue;
    const Cell c = extent.cell(index);
    const Cost here = grid.cost(c);
    const Neighbourhood around = look_around(grid, c);
    for (std::size_t d = 0; d < step_count; ++d) {
      if ((around.steps >> d & 1U) == 0) continue;
      const std::size_t next = extent.index(step(c, static_cast<Direction>(d)));
      const std::uint64_t through = units + step_units(here, around.cost[d], d % 2 != 0);
      if (through >= values[next]) continue;
      values[next] = through;
      heap.emplace(through, static_cast<std::uint32_t>(next));
    }
  }
}

}  // namespace portolan::bench
