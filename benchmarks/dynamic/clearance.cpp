// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What clearance adds to an edit: stamps on random cells are laid, then lifted, for a profile of each
// clearance; once the commit alone, once with what the hierarchy does about it. Before the timing the world
// is validated, which recomputes all costs, and the hierarchy compared with one built from scratch.
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include <portolan/core/validate.hpp>
#include <support/bench_maps.hpp>

#include "live_map.hpp"

namespace portolan {
namespace {

constexpr int side = 2048;

struct WideMap {
  explicit WideMap(int clearance) : world(made()) {
    Profile wide = bench::bench_profile(false);
    wide.clearance = clearance;
    profile = world.add_profile(wide);
    hierarchy = std::make_unique<Hierarchy>(world, profile);
  }

  static World made() {
    GenerateOptions options;
    options.kind = MapKind::islands;
    options.width = options.height = side;
    options.seed = 11;
    return generate_map(options).value();
  }

  World world;
  ProfileId profile;
  std::unique_ptr<Hierarchy> hierarchy;
};

void stamp(World& world, const std::vector<Cell>& cells, int by) {
  for (const Cell& c : cells) world.stamp(c, by);
}

std::vector<Cell> random_cells(const WideMap& map, std::size_t count, bench::Numbers& numbers) {
  std::vector<Cell> cells;
  while (cells.size() < count) cells.push_back(bench::passable_cell(map.world.view(map.profile), numbers));
  return cells;
}

bool right(WideMap& map, const std::vector<Cell>& cells) {
  stamp(map.world, cells, 1);
  map.hierarchy->apply(map.world.commit());
  const bool equal =
      !validate(map.world) && map.hierarchy->fingerprint() == Hierarchy(map.world, map.profile).fingerprint();
  stamp(map.world, cells, -1);
  map.hierarchy->apply(map.world.commit());
  return equal;
}

void clearance_edit(benchmark::State& state) {
  WideMap map(static_cast<int>(state.range(0)));
  bench::Numbers numbers(7);
  // Many sets of cells, so that memory is not warmer than in a game.
  std::vector<std::vector<Cell>> sets;
  while (sets.size() < 64)
    sets.push_back(random_cells(map, static_cast<std::size_t>(state.range(1)), numbers));
  if (!right(map, sets.front())) return state.SkipWithError("wrong costs or tables, not timed");
  const bool apply = state.range(2) != 0;
  std::uint64_t turn = 0;
  for (auto _ : state) {
    stamp(map.world, sets[turn / 2 % sets.size()], turn % 2 == 0 ? 1 : -1);
    const Commit commit = map.world.commit();
    if (apply) map.hierarchy->apply(commit);
    ++turn;
  }
}
BENCHMARK(clearance_edit)
    ->ArgNames({"clearance", "cells", "apply"})
    ->ArgsProduct({{1, 2, 3, 4}, {1, 40, 2500}, {0, 1}})
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace portolan
