// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What clearance adds to an edit: stamps are laid, then lifted, on a map for agents of clearance 1 and on one
// for agents of another clearance, in turns. Microseconds of processor time, medians: the commit, what the
// hierarchy does about it, settling, and the answers to four questions afterwards. Before the timing the
// world is validated, which recomputes all costs, and the hierarchy compared with one built from scratch.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <memory>
#include <span>
#include <vector>

#include <benchmark/benchmark.h>

#include <portolan/core/validate.hpp>
#include <portolan/hierarchy/planner.hpp>
#include <support/bench_maps.hpp>

#include "live_map.hpp"

namespace portolan {
namespace {

constexpr int side = 2048;
using Cells = std::vector<Cell>;

World made() {
  GenerateOptions options;
  options.kind = MapKind::islands;
  options.width = options.height = side;
  options.seed = 11;
  return generate_map(options).value();
}

// Of this thread: what else runs on the machine does not count.
double now() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_nsec) / 1e3;
}

/// Medians of microseconds.
class Times {
 public:
  void add(double microseconds) { all_.push_back(microseconds); }
  [[nodiscard]] double median() {
    const auto middle = all_.begin() + static_cast<std::ptrdiff_t>(all_.size() / 2);
    std::nth_element(all_.begin(), middle, all_.end());
    return *middle;
  }

 private:
  std::vector<double> all_;
};

struct WideMap {
  explicit WideMap(int clearance, bool even) : world(made()) {
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
    const double begin = now();
    const Commit change = world.commit();
    const double committed = now();
    hierarchy->apply(change);
    const double applied = now();
    hierarchy->settle();
    const double settled = now();
    for (std::size_t k = 0; k + 1 < ends.size(); k += 2)
      benchmark::DoNotOptimize(planner->plan({{ends[k]}, {{ends[k + 1]}}}));
    commit.add(committed - begin);
    apply.add(applied - committed);
    both.add(applied - begin);
    settle.add(settled - applied);
    answers.add(now() - settled);
  }

  World world;
  ProfileId profile;
  std::unique_ptr<Hierarchy> hierarchy;
  std::unique_ptr<Planner> planner;
  Times commit, apply, both, settle, answers;
};

Cells random_cells(const WideMap& map, std::size_t count, bench::Numbers& numbers) {
  Cells cells;
  while (cells.size() < count) cells.push_back(bench::passable_cell(map.world.view(map.profile), numbers));
  return cells;
}

// About a square.
Cells building(const WideMap& map, std::size_t count, bench::Numbers& numbers) {
  const auto width = static_cast<std::int32_t>(std::ceil(std::sqrt(static_cast<double>(count))));
  const Cell at = bench::passable_cell(map.world.view(map.profile), numbers);
  const Cell corner{std::min(at.x, side - width), std::min(at.y, side - width), 0};
  Cells cells;
  for (std::int32_t k = 0; cells.size() < count; ++k)
    cells.push_back({corner.x + k % width, corner.y + k / width, 0});
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
    sets.push_back(apart ? random_cells(wide, count, numbers) : building(wide, count, numbers));
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

/// Profiles of several costs and clearances in one world, with a hierarchy each.
struct Kinds {
  explicit Kinds(std::size_t count) : world(made()) {
    for (std::size_t k = 0; k < count; ++k) {
      Profile kind = bench::bench_profile(k % 4 >= 2);
      kind.clearance = static_cast<std::int32_t>(1 + k / 4);
      kind.even = k % 2 == 1;
      hierarchies.push_back(std::make_unique<Hierarchy>(world, world.add_profile(kind)));
    }
  }
  double edit(const Cells& cells, int by) {
    for (const Cell& c : cells) world.stamp(c, by);
    const double begin = now();
    const Commit change = world.commit();
    for (const auto& hierarchy : hierarchies) hierarchy->apply(change);
    return now() - begin;
  }
  [[nodiscard]] double megabytes() const {
    std::size_t bytes = world.memory_bytes();
    for (const auto& hierarchy : hierarchies) bytes += hierarchy->memory_bytes();
    return static_cast<double>(bytes) / 1e6;
  }

  World world;
  std::vector<std::unique_ptr<Hierarchy>> hierarchies;
};

// Sixteen kinds of agents against one: what a building of 40 cells takes, and memory.
void kinds_edit(benchmark::State& state) {
  Kinds one(1), all(static_cast<std::size_t>(state.range(0)));
  const WideMap map(1, false);
  bench::Numbers numbers(7);
  std::vector<Cells> sets;
  while (sets.size() < 64) sets.push_back(building(map, 40, numbers));
  Times alone, together;
  std::uint64_t turn = 0;
  for (auto _ : state) {
    const Cells& cells = sets[turn / 2 % sets.size()];
    alone.add(one.edit(cells, turn % 2 == 0 ? 1 : -1));
    together.add(all.edit(cells, turn % 2 == 0 ? 1 : -1));
    ++turn;
  }
  state.counters["edit"] = together.median();
  state.counters["edit_ratio"] = together.median() / alone.median();
  state.counters["MB"] = all.megabytes();
  state.counters["MB_ratio"] = all.megabytes() / one.megabytes();
}
BENCHMARK(kinds_edit)->ArgName("kinds")->Arg(1)->Arg(4)->Arg(16)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace portolan
