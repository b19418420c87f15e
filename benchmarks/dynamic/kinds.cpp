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
#include <portolan/hierarchy/planner.hpp>
#include <portolan/hierarchy/validate.hpp>
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

// Whether all have bounds of their own, or those of one body take them from one hierarchy for all of these:
// good where costs differ at few places, and measured with others to tell what it takes.
enum class Bounds : std::uint8_t { own, lent };

class KindsWorld {
 public:
  KindsWorld(const std::vector<Profile>& kinds, Bounds bounds) : world(world_with_gates()) {
    std::vector<ProfileId> ids;
    for (const Profile& kind : kinds) ids.push_back(world.add_profile(kind));
    while (!ids.empty()) {
      const Profile first = world.profile(ids.front());
      const auto others = std::stable_partition(ids.begin(), ids.end(), [&](ProfileId id) {
        const Profile& kind = world.profile(id);
        return bounds == Bounds::lent && kind.clearance == first.clearance && kind.even == first.even;
      });
      const auto end = std::max(others, ids.begin() + 1);
      add_group({ids.begin(), end});
      ids.erase(ids.begin(), end);
    }
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
      if (validate(*hierarchy, 0)) return false;
    }
    return true;
  }
  [[nodiscard]] double megabytes() const {
    std::size_t bytes = world.memory_bytes();
    for (const auto& hierarchy : hierarchies) bytes += hierarchy->memory_bytes();
    return static_cast<double>(bytes) / 1e6;
  }

  World world;
  std::vector<std::unique_ptr<Hierarchy>> hierarchies;  // lenders before those to whom they lend
  bench::CpuTimes commits, both, settles;

 private:
  // The one who pays nowhere more than the others lends; where there is none, one that is there for that
  // alone.
  void add_group(std::vector<ProfileId> ids) {
    if (ids.size() == 1) return add(ids.front(), {});
    std::vector<Profile> kinds;
    for (const ProfileId id : ids) kinds.push_back(world.profile(id));
    const auto least = std::find_if(ids.begin(), ids.end(), [&](ProfileId id) {
      return std::all_of(kinds.begin(), kinds.end(),
                         [&](const Profile& kind) { return pays_nowhere_more(world.profile(id), kind); });
    });
    const ProfileId lender = least != ids.end() ? *least : world.add_profile(cheapest_of(kinds));
    std::erase(ids, lender);
    add(lender, {.lends_to = ids});
    const Hierarchy* const from = hierarchies.back().get();
    for (const ProfileId id : ids) add(id, {.bounds_from = from});
  }
  void add(ProfileId id, const HierarchyOptions& options) {
    hierarchies.push_back(std::make_unique<Hierarchy>(world, id, options));
  }
};

// Portals that queries of the last kind open, with the bounds that it has and with its own.
double opened_ratio(const KindsWorld& kinds) {
  const Hierarchy& given = *kinds.hierarchies.back();
  const Hierarchy own(kinds.world, given.profile());
  Planner by_given(given), by_own(own);
  bench::Numbers numbers(5);
  const auto place = [&] {
    const Extent extent = own.grid().extent();
    Cell c;
    do {
      c = {static_cast<std::int32_t>(numbers.below(static_cast<std::uint32_t>(extent.width))),
           static_cast<std::int32_t>(numbers.below(static_cast<std::uint32_t>(extent.height))), 0};
    } while (!own.grid().passable(c));
    return c;
  };
  double opened = 0, opened_by_own = 0;
  for (int i = 0; i < 300; ++i) {
    const PlanRequest request{.agents = {place()}, .goals = {{place()}}};
    opened += static_cast<double>(by_given.plan(request).nodes_opened);
    opened_by_own += static_cast<double>(by_own.plan(request).nodes_opened);
  }
  return opened / opened_by_own;
}

void kinds_edit(benchmark::State& state, Family family, Bounds bounds) {
  const std::vector<Profile> kinds = kinds_of(family);
  KindsWorld one({kinds.front()}, Bounds::own), all(kinds, bounds);
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
  state.counters["opened_ratio"] = opened_ratio(all);
}
#define PORTOLAN_KINDS(name, bounds) \
  BENCHMARK_CAPTURE(kinds_edit, name##_##bounds, Family::name, Bounds::bounds)->Unit(benchmark::kMicrosecond)
PORTOLAN_KINDS(bodies, own);
PORTOLAN_KINDS(bodies_and_costs, own);
PORTOLAN_KINDS(bodies_and_costs, lent);
PORTOLAN_KINDS(costs, own);
PORTOLAN_KINDS(costs, lent);
PORTOLAN_KINDS(players, own);
PORTOLAN_KINDS(players, lent);
PORTOLAN_KINDS(players_and_bodies, own);
PORTOLAN_KINDS(players_and_bodies, lent);

}  // namespace
}  // namespace portolan
