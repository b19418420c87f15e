// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What clearance adds to an edit: stamps are laid, then lifted, on a map for agents of clearance 1 and on one
// for agents of another clearance, in turns. Microseconds of processor time, medians: the commit, what the
// hierarchy does about it, settling, and the answers to four questions afterwards. Before the timing the
// world is validated, which recomputes all costs, and the hierarchy compared with one built from scratch.
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <benchmark/benchmark.h>

#include <portolan/core/validate.hpp>
#include <portolan/hierarchy/planner.hpp>
#include <support/bench_maps.hpp>

#include "cpu_times.hpp"
#include "live_map.hpp"

namespace portolan {
namespace {

using bench::cpu_now;
using Cells = std::vector<Cell>;

struct WideMap {
  explicit WideMap(int clearance, bool even) : world(bench::islands_2048()) {
    Profile wide = bench::bench_profile(false);
    wide.clearance = clearance;
    wide.even = even;
    profile = world.add_profile(wide);
    hierarchy = std::make_unique<Hierarchy>(world, profile);
    planner = std::make_unique<Planner>(*hierarchy);
  }

  void stamp(const Cells& cells, int by) {
    for (const Cell& c : cells) world.stamp(c, by);
  }
  [[nodiscard]] bool right(const Cells& cells) {
    stamp(cells, 1);
    hierarchy->apply(world.commit());
    const bool equal =
        !validate(world) && hierarchy->fingerprint() == Hierarchy(world, profile).fingerprint();
    stamp(cells, -1);
    hierarchy->apply(world.commit());
    return equal;
  }
  void edit(const Cells& cells, int by, std::span<const Cell> ends) {
    stamp(cells, by);
    const double begin = cpu_now();
    const Commit change = world.commit();
    const double committed = cpu_now();
    hierarchy->apply(change);
    const double applied = cpu_now();
    hierarchy->settle();
    const double settled = cpu_now();
    for (std::size_t k = 0; k + 1 < ends.size(); k += 2)
      benchmark::DoNotOptimize(planner->plan({{ends[k]}, {{ends[k + 1]}}}));
    commit.add(committed - begin);
    apply.add(applied - committed);
    both.add(applied - begin);
    settle.add(settled - applied);
    answers.add(cpu_now() - settled);
  }

  World world;
  ProfileId profile;
  std::unique_ptr<Hierarchy> hierarchy;
  std::unique_ptr<Planner> planner;
  bench::CpuTimes commit, apply, both, settle, answers;
};

Cells random_cells(const WideMap& map, std::size_t count, bench::Numbers& numbers) {
  Cells cells;
  while (cells.size() < count) cells.push_back(bench::passable_cell(map.world.view(map.profile), numbers));
  return cells;
}

void clearance_edit(benchmark::State& state, bool apart, bool even) {
  WideMap narrow(1, false);
  WideMap wide(static_cast<int>(state.range(0)), even);
  const auto count = static_cast<std::size_t>(state.range(1));
  bench::Numbers numbers(7);
  // Many sets of cells, so that memory is not warmer than in a game.
  std::vector<Cells> sets;
  while (sets.size() < 64)
    sets.push_back(apart ? random_cells(wide, count, numbers)
                         : bench::building(wide.world.view(wide.profile), count, numbers));
  if (!wide.right(sets.front())) return state.SkipWithError("wrong costs or tables, not timed");
  std::uint64_t turn = 0;
  for (auto _ : state) {
    const Cells ends = random_cells(wide, 8, numbers);
    for (WideMap* map : {&narrow, &wide})
      map->edit(sets[turn / 2 % sets.size()], turn % 2 == 0 ? 1 : -1, ends);
    ++turn;
  }
  state.counters["commit"] = wide.commit.median();
  state.counters["apply"] = wide.apply.median();
  state.counters["settle"] = wide.settle.median();
  state.counters["answers"] = wide.answers.median();
  state.counters["commit_and_apply"] = wide.both.median();
  state.counters["ratio"] = wide.both.median() / narrow.both.median();
}

void clearances(benchmark::internal::Benchmark* of) {
  of->ArgNames({"clearance", "cells"})
      ->ArgsProduct({{1, 2, 3, 4}, {1, 40, 2500}})
      ->Unit(benchmark::kMicrosecond);
}
BENCHMARK_CAPTURE(clearance_edit, apart, true, false)->Apply(clearances);
BENCHMARK_CAPTURE(clearance_edit, together, false, false)->Apply(clearances);
BENCHMARK_CAPTURE(clearance_edit, even_apart, true, true)->Apply(clearances);

}  // namespace
}  // namespace portolan
