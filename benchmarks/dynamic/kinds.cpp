// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Many kinds of agents in one world of 2048 by 2048, with a hierarchy each, against one kind: memory, and
// what a building of 40 cells takes to commit, apply and settle. Before the timing the world is validated,
// and hierarchies that took in edits are compared with ones built from scratch.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include <benchmark/benchmark.h>

#include <portolan/core/validate.hpp>
#include <portolan/hierarchy/hierarchy.hpp>
#include <support/bench_maps.hpp>

#include "cpu_times.hpp"
#include "live_map.hpp"

namespace portolan {
namespace {

using bench::cpu_now;

constexpr TerrainId first_gate = 200;  // the gates of player k have this class plus k
constexpr int gates_each = 40;

enum class Family : std::uint8_t { bodies, bodies_and_costs, costs, players, players_and_bodies };

// One to four cells wide, even and odd.
Profile body(int number) {
  Profile profile = bench::bench_profile(false);
  profile.clearance = 1 + number / 2 % 4;
  profile.even = number % 2 == 1;
  return profile;
}

// One for each player, to whom the gates of all others are walls.
void add_players(std::vector<Profile>& kinds, const Profile& of, int players) {
  for (int player = 0; player < players; ++player) {
    kinds.push_back(of);
    for (int k = 0; k < 16; ++k)
      kinds.back().cost[static_cast<std::size_t>(first_gate + k)] = k == player ? Cost{1} : impassable;
  }
}

std::vector<Profile> kinds_of(Family family) {
  std::vector<Profile> kinds;
  switch (family) {
    case Family::bodies:
      for (int k = 0; k < 8; ++k) kinds.push_back(body(k));
      break;
    case Family::bodies_and_costs:
      for (int k = 0; k < 16; ++k) {
        kinds.push_back(body(k / 4 * 2 + k % 2));
        kinds.back().cost = bench::bench_profile(k % 4 >= 2).cost;
      }
      break;
    case Family::costs:
      for (int k = 0; k < 16; ++k) {
        kinds.push_back(body(0));
        kinds.back().cost[terrain::swamp] = static_cast<Cost>(1 + k);
      }
      break;
    case Family::players:
      add_players(kinds, body(0), 16);
      break;
    case Family::players_and_bodies:
      for (const int k : {0, 2, 4}) add_players(kinds, body(k), 8);
      break;
  }
  return kinds;
}

World world_with_gates() {
  World world = bench::islands_2048();
  bench::Numbers numbers(3);
  const auto place = [&](std::int32_t side) {
    return static_cast<std::int32_t>(numbers.below(static_cast<std::uint32_t>(side - 4)));
  };
  for (int gate = 0; gate < 16 * gates_each; ++gate) {
    Cell at{place(world.extent().width), place(world.extent().height), 0};
    if (bench::bench_profile(false).cost[world.terrain(at)] == impassable) continue;
    for (const std::int32_t end = at.x + 4; at.x < end; ++at.x)
      world.set_terrain(at, static_cast<TerrainId>(first_gate + gate % 16));
  }
  world.commit();
  return world;
}

class KindsWorld {
 public:
  explicit KindsWorld(const std::vector<Profile>& kinds) : world(world_with_gates()) {
    for (const Profile& kind : kinds)
      hierarchies.push_back(std::make_unique<Hierarchy>(world, world.add_profile(kind)));
  }
  void stamp(const std::vector<Cell>& cells, int by) {
    for (const Cell& c : cells) world.stamp(c, by);
  }
  void edit(const std::vector<Cell>& cells, int by) {
    stamp(cells, by);
    const double begin = cpu_now();
    const Commit change = world.commit();
    const double committed = cpu_now();
    for (const auto& hierarchy : hierarchies) hierarchy->apply(change);
    const double end = cpu_now();
    commits.add(committed - begin);
    both.add(end - begin);
    for (const auto& hierarchy : hierarchies) hierarchy->settle();
    settles.add(cpu_now() - end);
  }
  [[nodiscard]] bool right() {
    if (validate(world)) return false;
    for (const auto& hierarchy : hierarchies) {
      if (hierarchy->fingerprint() != Hierarchy(world, hierarchy->profile()).fingerprint()) return false;
    }
    return true;
  }
  [[nodiscard]] double megabytes() const {
    std::size_t bytes = world.memory_bytes();
    for (const auto& hierarchy : hierarchies) bytes += hierarchy->memory_bytes();
    return static_cast<double>(bytes) / 1e6;
  }

  World world;
  std::vector<std::unique_ptr<Hierarchy>> hierarchies;
  bench::CpuTimes commits, both, settles;
};

void kinds_edit(benchmark::State& state, Family family) {
  const std::vector<Profile> kinds = kinds_of(family);
  KindsWorld one({kinds.front()}), all(kinds);
  bench::Numbers numbers(7);
  std::vector<std::vector<Cell>> sets;
  while (sets.size() < 64) sets.push_back(bench::building(one.hierarchies.front()->grid(), 40, numbers));
  for (std::size_t i = 0; i < 8; ++i) all.edit(sets[i], 1);
  if (!all.right()) return state.SkipWithError("wrong costs or tables, not timed");
  for (std::size_t i = 0; i < 8; ++i) all.edit(sets[i], -1);
  std::uint64_t turn = 0;
  for (auto _ : state) {
    const std::vector<Cell>& cells = sets[turn / 2 % sets.size()];
    one.edit(cells, turn % 2 == 0 ? 1 : -1);
    all.edit(cells, turn % 2 == 0 ? 1 : -1);
    ++turn;
  }
  state.counters["kinds"] = static_cast<double>(kinds.size());
  state.counters["one_edit"] = one.both.median();
  state.counters["commit"] = all.commits.median();
  state.counters["edit"] = all.both.median();
  state.counters["edit_ratio"] = all.both.median() / one.both.median();
  state.counters["settle_ratio"] = all.settles.median() / one.settles.median();
  state.counters["MB"] = all.megabytes();
  state.counters["MB_ratio"] = all.megabytes() / one.megabytes();
}
BENCHMARK_CAPTURE(kinds_edit, bodies, Family::bodies)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(kinds_edit, bodies_and_costs, Family::bodies_and_costs)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(kinds_edit, costs, Family::costs)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(kinds_edit, players, Family::players)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(kinds_edit, players_and_bodies, Family::players_and_bodies)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace portolan
