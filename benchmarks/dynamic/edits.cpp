// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// From an edit to a hierarchy that gives right answers again on all its levels, against building it again.
// Each edit lays a square of stamps on a random place, or takes it off again: stamps, commit, apply, settle.
// Before the timing a batch of edits is applied, and the fingerprint must equal that of a hierarchy built
// from scratch (on the largest map only, building takes too long for that).
#include <cmath>
#include <cstdint>

#include <benchmark/benchmark.h>

#include "live_map.hpp"

namespace portolan {
namespace {

constexpr int largest_checked = 4096;

void stamp_square(World& world, Cell corner, int side, int by) {
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) world.stamp({corner.x + x, corner.y + y, corner.layer}, by);
  }
}

// A corner such that up to 32 by 32 cells lie inside one sector, larger squares on whole sectors.
Cell corner_for(const GridView& grid, int side, bench::Numbers& numbers) {
  const Cell c = bench::passable_cell(grid, numbers);
  const auto fit = [&](std::int32_t v, std::int32_t extent) {
    const std::int32_t sector = v & ~31;
    const std::int32_t inside =
        side < 32 ? static_cast<std::int32_t>(numbers.below(static_cast<std::uint32_t>(33 - side))) : 0;
    return std::min(sector + inside, extent - side);
  };
  return {fit(c.x, grid.extent().width), fit(c.y, grid.extent().height), 0};
}

bool repair_equals_rebuild(bench::LiveMap& map, int side) {
  bench::Numbers numbers(99);
  std::vector<Cell> corners;
  for (int k = 0; k < 20; ++k) corners.push_back(corner_for(map.view(), side, numbers));
  for (const Cell& c : corners) {
    stamp_square(*map.world, c, side, 1);
    map.hierarchy->apply(map.world->commit());
  }
  const bool right = map.hierarchy->fingerprint() == Hierarchy(*map.world, map.profile).fingerprint();
  for (const Cell& c : corners) stamp_square(*map.world, c, side, -1);
  map.hierarchy->apply(map.world->commit());
  return right;
}

void edit(benchmark::State& state) {
  bench::LiveMap& map = bench::live_map(static_cast<int>(state.range(0)));
  const int side = static_cast<int>(std::lround(std::sqrt(static_cast<double>(state.range(1)))));
  if (state.range(0) <= largest_checked && !repair_equals_rebuild(map, side)) {
    return state.SkipWithError("repair does not equal rebuild, not timed");
  }
  bench::Numbers numbers(7);
  std::uint64_t sectors = 0;
  std::uint64_t tables = 0;
  std::uint64_t areas = 0;
  Cell corner;
  int by = -1;
  for (auto _ : state) {
    if (by < 0) corner = corner_for(map.view(), side, numbers);
    by = -by;
    stamp_square(*map.world, corner, side, by);
    const ApplyReport report = map.hierarchy->apply(map.world->commit());
    sectors += report.sectors.size();
    tables += report.tables_rebuilt;
    areas += map.hierarchy->settle().tables_rebuilt;
  }
  if (by > 0) {
    stamp_square(*map.world, corner, side, -1);
    map.hierarchy->apply(map.world->commit());
  }
  state.counters["sectors"] =
      benchmark::Counter(static_cast<double>(sectors), benchmark::Counter::kAvgIterations);
  state.counters["tables"] =
      benchmark::Counter(static_cast<double>(tables), benchmark::Counter::kAvgIterations);
  state.counters["areas"] =
      benchmark::Counter(static_cast<double>(areas), benchmark::Counter::kAvgIterations);
}
BENCHMARK(edit)
    ->ArgNames({"side", "cells"})
    ->ArgsProduct({{1024}, {1, 16, 256, 4096}})
    ->ArgsProduct({{4096}, {1, 16, 256, 4096}})
    ->ArgsProduct({{16384}, {1, 16, 256, 4096}})
    ->Unit(benchmark::kMicrosecond);

void rebuild(benchmark::State& state) {
  bench::LiveMap& map = bench::live_map(static_cast<int>(state.range(0)));
  for (auto _ : state) {
    const Hierarchy built(*map.world, map.profile);
    benchmark::DoNotOptimize(built.version());
  }
}
BENCHMARK(rebuild)->ArgName("side")->Arg(1024)->Arg(4096)->Unit(benchmark::kMillisecond)->Iterations(2);

}  // namespace
}  // namespace portolan
