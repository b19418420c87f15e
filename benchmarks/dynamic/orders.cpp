// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// One order for agents all over a map of 2048 by 2048: the longest tick, and all work as a multiple of what
// the same order takes in one go, in turns. An order in slices must have given each agent a path.
#include <algorithm>
#include <cstdint>
#include <ctime>
#include <numeric>
#include <span>
#include <vector>

#include <benchmark/benchmark.h>

#include <portolan/dynamic/navigator.hpp>

#include "live_map.hpp"

namespace portolan {
namespace {

constexpr int side_of_ordered = 2048;
constexpr std::uint64_t units_a_tick = 100;

std::vector<Cell> agents_everywhere(const bench::LiveMap& map, std::size_t count) {
  bench::Numbers numbers(3);
  std::vector<Cell> cells;
  while (cells.size() < count) cells.push_back(bench::passable_cell(map.view(), numbers));
  return cells;
}

double milliseconds(std::clock_t from) {
  return static_cast<double>(std::clock() - from) * 1e3 / static_cast<double>(CLOCKS_PER_SEC);
}

/// The same order in one go.
double in_one_go(const bench::LiveMap& map, Planner& planner, std::span<const Cell> cells, Cell goal) {
  const std::clock_t begin = std::clock();
  Order order(*map.hierarchy, {{goal}});
  order.update(planner, cells);
  return milliseconds(begin);
}

/// Milliseconds of each tick from the order on until all is done; the first has the order itself.
std::vector<double> in_slices(Navigator& navigator, OrderId& order, const OrderSpec& spec,
                              std::span<const Cell> cells) {
  std::vector<std::uint32_t> agents(cells.size());
  std::iota(agents.begin(), agents.end(), 0U);
  std::vector<double> ticks;
  for (bool working = true; working;) {
    const std::clock_t begin = std::clock();
    for (const std::uint32_t a : agents) navigator.place(a, cells[a]);
    if (ticks.empty()) order = navigator.give(spec, agents);
    working = navigator.work(units_a_tick) > 0;
    ticks.push_back(milliseconds(begin));
  }
  return ticks;
}

double median(std::vector<double> of) {
  std::nth_element(of.begin(), of.begin() + static_cast<std::ptrdiff_t>(of.size() / 2), of.end());
  return of[of.size() / 2];
}

// The longest tick is the median of those of all turns: of a single one a busy machine makes what it likes.
void wide_order(benchmark::State& state) {
  bench::LiveMap& map = bench::live_map(side_of_ordered);
  const std::vector<Cell> cells = agents_everywhere(map, static_cast<std::size_t>(state.range(0)));
  const Cell goal = cells[cells.size() / 2];
  Planner planner(*map.hierarchy);
  Navigator navigator(*map.world);
  navigator.add(*map.hierarchy);
  std::vector<double> longest, first, middle, sums, whole, count;
  for (auto _ : state) {
    OrderId order;
    const std::vector<double> ticks =
        in_slices(navigator, order, {.profile = map.profile, .places = {goal}}, cells);
    for (const Cell& c : cells) {
      if (map.hierarchy->can_reach(c, goal) && !navigator.field(order).settled(c))
        return state.SkipWithError("an agent has no path");
    }
    navigator.remove(order);
    longest.push_back(*std::max_element(ticks.begin(), ticks.end()));
    first.push_back(ticks.front());
    middle.push_back(median(ticks));
    sums.push_back(std::accumulate(ticks.begin(), ticks.end(), 0.0));
    count.push_back(static_cast<double>(ticks.size()));
    whole.push_back(in_one_go(map, planner, cells, goal));
  }
  state.counters["tick_median"] = median(middle);
  state.counters["tick_first"] = median(first);
  state.counters["tick_max"] = median(longest);
  state.counters["ticks"] = median(count);
  state.counters["ms_of_work"] = median(sums);
  state.counters["to_one_go"] = median(sums) / median(whole);
}
BENCHMARK(wide_order)->ArgName("agents")->Arg(50)->Arg(1000)->Arg(10000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace portolan
