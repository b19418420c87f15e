// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Hierarchies that several threads build or repair.
#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/thread_pool.hpp>
#include <portolan/hierarchy/planner.hpp>

#include <support/backward_executor.hpp>
#include <support/cases.hpp>
#include <support/random_world.hpp>

namespace portolan::test {
namespace {

using Ways = std::vector<std::pair<Cell, Cell>>;

void expect_equal(const Hierarchy& other, const Hierarchy& alone, const Ways& ways) {
  ASSERT_EQ(other.fingerprint(), alone.fingerprint());
  ASSERT_EQ(other.least_cost(), alone.least_cost());
  for (const auto& [from, to] : ways) ASSERT_EQ(other.can_reach(from, to), alone.can_reach(from, to));
  Planner mine(other), theirs(alone);
  for (std::size_t i = 0; i < 20; ++i) {
    const PlanRequest request{.agents = {ways[i].first}, .goals = {{ways[i].second}}};
    const Plan a = mine.plan(request), b = theirs.plan(request);
    ASSERT_EQ(a.lower_bound, b.lower_bound);
    ASSERT_EQ(a.cost, b.cost);
    ASSERT_EQ(a.corridor, b.corridor);
  }
}

// Graphs, what is connected, and answers.
TEST(Threads, HierarchiesThatTheyBuildAreThoseBuiltByOne) {
  BackwardExecutor backward;
  ThreadPool two(2), three(3), five(5);
  for (std::uint64_t seed = 1; seed <= storm(12); ++seed) {
    auto options = random_options(seed, 300);
    options.one_way_links = static_cast<int>(seed % 3) * 4;
    const auto map = random_world(options, seed);
    SCOPED_TRACE(describe(options, seed));
    HierarchyOptions built{.sector_size = seed % 2 == 0 ? 8 : 16, .levels = static_cast<int>(1 + seed % 3)};
    const Hierarchy alone(map.world, map.profile, built);
    Random random(seed);
    Ways ways(200);
    for (auto& [from, to] : ways) {
      from = random_passable_cell(map.view(), random);
      to = random_passable_cell(map.view(), random);
    }
    for (Executor* executor : std::vector<Executor*>{&backward, &two, &three, &five}) {
      built.executor = executor;
      expect_equal(Hierarchy(map.world, map.profile, built), alone, ways);
      if (HasFatalFailure()) return;
    }
  }
}

// Agents of several kinds, of which one has clearance and one pays more: their hierarchies read blocks of one
// store, and keep, note and find tables in another.
struct Kinds {
  explicit Kinds(std::uint64_t seed)
      : map(random_world(
            {.extent = {130, 90, 1}, .shape = all_shapes[seed % std::size(all_shapes)], .density = 20},
            seed)) {
    std::vector<Profile> kinds(4, cost_profile());
    kinds[1].cost[gate] = 1;
    kinds[2].clearance = 2;
    kinds[3].cost[1] = 3;
    for (Profile& kind : kinds) {
      if (&kind != &kinds[1]) kind.cost[gate] = impassable;
      hierarchies.push_back(std::make_unique<Hierarchy>(map.world, map.world.add_profile(kind),
                                                        HierarchyOptions{.sector_size = 16, .levels = 2}));
    }
  }
  [[nodiscard]] Commit edited(Random& random) {
    constexpr TerrainId terrains[] = {wall, 1, gate};
    const TerrainId terrain = terrains[random.below(3)];
    const Cell corner = random_cell(map.extent(), random);
    for (int y = corner.y; y < std::min(corner.y + 4, map.extent().height); ++y)
      for (int x = corner.x; x < std::min(corner.x + 4, map.extent().width); ++x)
        map.world.set_terrain({x, y, 0}, terrain);
    return map.world.commit();
  }

  static constexpr TerrainId gate = 200;
  TestWorld map;
  std::vector<std::unique_ptr<Hierarchy>> hierarchies;
};

TEST(Threads, HierarchiesThatTheyRepairAreThoseRepairedInTurn) {
  ThreadPool pool(4);
  for (std::uint64_t seed = 0; seed < cases(6); ++seed) {
    SCOPED_TRACE(seed);
    Kinds in_turn(seed), by_threads(seed);
    Random random(seed), same(seed);
    for (int i = 0; i < 12; ++i) {
      const Commit mine = by_threads.edited(random), theirs = in_turn.edited(same);
      for (const auto& hierarchy : in_turn.hierarchies) hierarchy->apply(theirs);
      pool.parallel_for(by_threads.hierarchies.size(),
                        [&](std::size_t kind, unsigned) { by_threads.hierarchies[kind]->apply(mine); });
      for (std::size_t kind = 0; kind < in_turn.hierarchies.size(); ++kind)
        ASSERT_EQ(by_threads.hierarchies[kind]->fingerprint(), in_turn.hierarchies[kind]->fingerprint());
    }
  }
}

}  // namespace
}  // namespace portolan::test
