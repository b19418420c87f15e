// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// One order for agents all over a map of 2048 by 2048: the longest tick, and all work, against the same in
// one go. An order in slices must give each agent a path before it is timed.
#include <algorithm>
#include <cstdint>
#include <ctime>
#include <numeric>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include <portolan/dynamic/navigator.hpp>

#include "live_map.hpp"

namespace portolan {
namespace {

constexpr int side = 2048;
constexpr std::uint64_t units = 150;

std::vector<Cell> agents_everywhere(const bench::LiveMap& map, std::size_t count) {
  bench::Numbers numbers(3);
  std::vector<Cell> cells;
  while (cells.size() < count) cells.push_back(bench::passable_cell(map.view(), numbers));
  return cells;
}

double milliseconds(std::clock_t from) {
  return static_cast<double>(std::clock() - from) * 1e3 / static_cast<double>(CLOCKS_PER_SEC);
}

void wide_order(benchmark::State& state) {
  bench::LiveMap& map = bench::live_map(side);
  const std::vector<Cell> cells = agents_everywhere(map, static_cast<std::size_t>(state.range(0)));
  std::vector<std::uint32_t> agents(cells.size());
  std::iota(agents.begin(), agents.end(), 0U);
  const Cell goal = cells[cells.size() / 2];
  Navigator navigator(*map.world);
  navigator.add(*map.hierarchy);
  std::vector<double> ticks;
  for (auto _ : state) {
    const std::clock_t given = std::clock();
    for (const std::uint32_t a : agents) navigator.place(a, cells[a]);
    const OrderId order = navigator.give({.profile = map.profile, .places = {goal}}, agents);
    double before = milliseconds(given);
    for (bool working = true; working;) {
      const std::clock_t begin = std::clock();
      for (const std::uint32_t a : agents) navigator.place(a, cells[a]);
      working = navigator.work(units) > 0;
      ticks.push_back(milliseconds(begin) + std::exchange(before, 0));
    }
    for (const Cell& c : cells) {
      if (map.hierarchy->can_reach(c, goal) && !navigator.field(order).settled(c))
        return state.SkipWithError("an agent has no path");
    }
    navigator.remove(order);
  }
  std::sort(ticks.begin(), ticks.end());
  const double sum = std::accumulate(ticks.begin(), ticks.end(), 0.0);
  state.counters["ms_of_work"] = sum / static_cast<double>(state.iterations());
  state.counters["tick_median"] = ticks[ticks.size() / 2];
  state.counters["tick_max"] = ticks.back();
  state.counters["ticks"] = static_cast<double>(ticks.size()) / static_cast<double>(state.iterations());
}
BENCHMARK(wide_order)->ArgName("agents")->Arg(50)->Arg(1000)->Arg(10000)->Unit(benchmark::kMillisecond);

void wide_order_in_one_go(benchmark::State& state) {
  bench::LiveMap& map = bench::live_map(side);
  const std::vector<Cell> cells = agents_everywhere(map, static_cast<std::size_t>(state.range(0)));
  Planner planner(*map.hierarchy);
  for (auto _ : state) {
    Order order(*map.hierarchy, {{cells[cells.size() / 2]}});
    order.update(planner, cells);
  }
}
BENCHMARK(wide_order_in_one_go)
    ->ArgName("agents")
    ->Arg(50)
    ->Arg(1000)
    ->Arg(10000)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace portolan
