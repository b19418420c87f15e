// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Notices per second: commits are told to a watch that has many watchers, and the notices collected. Each
// watcher watches a square of regions somewhere. Before the timing the notices of some commits are compared
// with what asking each watcher about each changed cell gives.
#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include <portolan/dynamic/regions.hpp>

#include "live_map.hpp"

namespace portolan {
namespace {

constexpr int side_of_watched = 4096;
constexpr int region_side = 64;
constexpr int square = 4;  // regions along a watcher's side

struct Watched {
  RegionWatch watch;
  std::vector<std::pair<WatcherId, std::vector<RegionId>>> watchers;

  Watched(bench::LiveMap& map, std::int64_t count, bench::Numbers& numbers)
      : watch(map.world->extent(), map.profile, region_side) {
    constexpr std::uint32_t places = side_of_watched / region_side - square + 1;
    for (std::int64_t k = 0; k < count; ++k) {
      const auto x = static_cast<int>(numbers.below(places));
      const auto y = static_cast<int>(numbers.below(places));
      std::vector<RegionId> regions;
      for (int i = 0; i < square * square; ++i) {
        regions.push_back(
            watch.region_of({(x + i % square) * region_side, (y + i / square) * region_side, 0}));
      }
      watchers.emplace_back(watch.watch(regions), regions);
    }
  }
};

// Blocks cells, or frees them again, all at random places.
Commit change(bench::LiveMap& map, const std::vector<Cell>& cells, int by) {
  for (const Cell& c : cells) map.world->stamp(c, by);
  return map.world->commit();
}

std::vector<Cell> some_cells(bench::LiveMap& map, std::int64_t count, bench::Numbers& numbers) {
  std::vector<Cell> cells;
  for (std::int64_t k = 0; k < count; ++k) cells.push_back(bench::passable_cell(map.view(), numbers));
  return cells;
}

bool notices_are_right(Watched& watched, const std::vector<Cell>& cells, std::uint64_t tick) {
  std::set<RegionId> changed;
  for (const Cell& c : cells) changed.insert(watched.watch.region_of(c));
  std::set<std::pair<WatcherId, RegionId>> expected;
  for (const auto& [watcher, regions] : watched.watchers) {
    for (const RegionId r : regions) {
      if (changed.contains(r)) expected.emplace(watcher, r);
    }
  }
  std::set<std::pair<WatcherId, RegionId>> found;
  const std::vector<Notice> notices = watched.watch.collect(tick);
  for (const Notice& notice : notices) found.emplace(notice.watcher, notice.region);
  return found == expected && found.size() == notices.size();
}

void notices(benchmark::State& state) {
  bench::LiveMap& map = bench::live_map(side_of_watched);
  bench::Numbers numbers(3);
  Watched watched(map, state.range(0), numbers);
  const std::vector<Cell> cells = some_cells(map, state.range(1), numbers);
  std::uint64_t tick = 0;
  bool right = true;
  for (const int by : {1, -1}) {
    watched.watch.record(change(map, cells, by));
    right = notices_are_right(watched, cells, ++tick) && right;
  }
  // The same two changes over and over: what a commit costs is measured elsewhere.
  const Commit laid = change(map, cells, 1);
  const Commit lifted = change(map, cells, -1);
  map.hierarchy->apply(laid);
  map.hierarchy->apply(lifted);
  if (!right) return state.SkipWithError("wrong notices, not timed");
  std::int64_t told = 0;
  for (auto _ : state) {
    watched.watch.record(tick % 2 == 0 ? laid : lifted);
    told += static_cast<std::int64_t>(watched.watch.collect(++tick).size());
  }
  state.SetItemsProcessed(told);
  state.counters["notices"] =
      benchmark::Counter(static_cast<double>(told), benchmark::Counter::kAvgIterations);
}
BENCHMARK(notices)
    ->ArgNames({"watchers", "cells"})
    ->ArgsProduct({{10, 200, 5000}, {1, 100, 1000}})
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace portolan
