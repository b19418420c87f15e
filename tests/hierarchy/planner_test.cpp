// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <portolan/hierarchy/planner.hpp>

#include <support/cases.hpp>
#include <support/draw_map.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>

#include "support.hpp"

namespace portolan {
namespace {

using test::expect_good_plan;

Plan plan_on(const test::TestWorld& map, PlanRequest request, HierarchyOptions options = {.sector_size = 8}) {
  const Hierarchy hierarchy(map.world, map.profile, options);
  Planner planner(hierarchy);
  Plan plan = planner.plan(request);
  expect_good_plan(hierarchy, plan, reference_dijkstra_buckets(map.view(), request.goals));
  return plan;
}

TEST(Planner, FindsTheWayWithinOneSector) {
  const auto map = test::draw_map(R"(
    A..#....
    ..##.##.
    .......B
  )");
  const Plan plan = plan_on(map, {.agents = {map['A']}, .goals = {{map['B']}}});
  EXPECT_EQ(plan.outcome, Outcome::complete);
  EXPECT_EQ(plan.corridor.size(), 1U);
  EXPECT_EQ(plan.nodes_opened, 0U);
}

TEST(Planner, LeavesTheSectorWhereTheWayInsideIsBlocked) {
  const auto map = test::draw_map(R"(
    ...#..........
    A..#B.........
    ...#..........
    ...#..........
    ...#..........
    ...#..........
    ...#..........
    ...#..........
    ..............
    ..............
  )");
  const Plan plan = plan_on(map, {.agents = {map['A']}, .goals = {{map['B']}}});
  EXPECT_EQ(plan.outcome, Outcome::complete);
  EXPECT_EQ(plan.corridor.size(), 4U) << "two, and the ring that short corridors get";
}

TEST(Planner, ComesBackWhereTheWayOutsideIsShorter) {
  const auto map = test::draw_map(R"(
    ......9.........
    ......9.........
    ......9.........
    ......9.........
    99999999........
    A.....9B........
    ######9#........
    ......9.........
    ................
    ................
  )");
  const Plan plan = plan_on(map, {.agents = {map['A']}, .goals = {{map['B']}}});
  EXPECT_EQ(plan.outcome, Outcome::complete);
}

TEST(Planner, TakesALink) {
  const auto make = [] {
    return test::draw_map(R"(
    A.........######........
    ..........######.......B
    ..........######........
    )");
  };
  auto map = make();
  EXPECT_EQ(plan_on(map, {.agents = {map['A']}, .goals = {{map['B']}}}).outcome, Outcome::partial);
  map.world.add_link({{2, 2, 0}, {20, 0, 0}, 50});
  map.world.commit();
  EXPECT_EQ(plan_on(map, {.agents = {map['A']}, .goals = {{map['B']}}}).outcome, Outcome::complete);
  const Plan back = plan_on(map, {.agents = {map['B']}, .goals = {{map['A']}}});
  EXPECT_EQ(back.outcome, Outcome::partial);
  EXPECT_EQ(back.nearest, (Cell{16, 0, 0}));
  // A second agent on the side of the goal keeps it from being misled; and the one behind stays behind.
  const Plan both = plan_on(map, {.agents = {map['B'], map['A']}, .goals = {{{0, 2, 0}}}});
  EXPECT_EQ(both.agents, (std::vector{Outcome::unreachable, Outcome::complete}));
}

TEST(Planner, ChangesLayers) {
  auto map = test::draw_map(R"(
    A...........
    ............
    ---
    ............
    ...........B
  )");
  map.world.add_link({{9, 1, 0}, {9, 1, 1}, 100});
  map.world.commit();
  const Plan plan = plan_on(map, {.agents = {map['A']}, .goals = {{map['B']}}});
  EXPECT_EQ(plan.outcome, Outcome::complete);
  EXPECT_EQ(plan.corridor.size(), 4U) << "three, and the ring that short corridors get";
}

TEST(Planner, SaysWhatIsWrong) {
  const auto map = test::draw_map(R"(
    A..#......B
    ...#.......
    ####.......
    C..........
  )");
  const auto outcome = [&](std::vector<Cell> agents, std::vector<Goal> goals) {
    return plan_on(map, {.agents = std::move(agents), .goals = std::move(goals)}).outcome;
  };
  EXPECT_EQ(outcome({}, {{map['B']}}), Outcome::complete);
  EXPECT_EQ(outcome({map['C']}, {{map['B']}}), Outcome::complete);
  EXPECT_EQ(outcome({{3, 0, 0}}, {{map['B']}}), Outcome::unreachable);
  EXPECT_EQ(outcome({{-1, 0, 0}}, {{map['B']}}), Outcome::out_of_bounds);
  EXPECT_EQ(outcome({{0, 0, 1}}, {{map['B']}}), Outcome::out_of_bounds);
  EXPECT_EQ(outcome({map['B']}, {{{0, 4, 0}}}), Outcome::out_of_bounds);
  EXPECT_EQ(outcome({map['B']}, {}), Outcome::unreachable);
  EXPECT_EQ(outcome({map['B']}, {{map['A']}}), Outcome::partial);
  EXPECT_EQ(outcome({map['B']}, {{{3, 0, 0}}}), Outcome::partial);
  EXPECT_EQ(outcome({map['B'], map['C']}, {{map['B']}}), Outcome::complete);
  EXPECT_EQ(outcome({map['A'], map['C']}, {{map['B']}}), Outcome::partial);
}

TEST(Planner, NamesTheNearestCell) {
  const auto map = test::draw_map(R"(
    ..........###...
    ..........#A#...
    .B........###...
  )");
  const Plan plan = plan_on(map, {.agents = {map['B']}, .goals = {{map['A']}}});
  EXPECT_EQ(plan.outcome, Outcome::partial);
  EXPECT_EQ(plan.nearest, (Cell{9, 1, 0}));
  EXPECT_EQ(plan.nearest_gap, (Distance{48}));
  EXPECT_EQ(plan.goals, (std::vector<Goal>{{map['A']}, {{9, 1, 0}}}));
  EXPECT_EQ(plan.cost, (Distance{7 * 24 + 34}));
}

TEST(Planner, EndsWhenTheBudgetIsSpent) {
  const auto map =
      test::random_world({.extent = {200, 200, 1}, .shape = test::Shape::boxes, .density = 15}, 3);
  const Hierarchy hierarchy(map.world, map.profile, {.sector_size = 8});
  Planner planner(hierarchy);
  test::Random random(5);
  const Cell a = test::random_passable_cell(map.view(), random);
  const Cell b = test::random_passable_cell(map.view(), random);
  const Plan plan = planner.plan({.agents = {a}, .goals = {{b}}, .max_nodes = 3});
  EXPECT_EQ(plan.outcome, Outcome::budget_spent);
  EXPECT_LE(plan.nodes_opened, 3U);
}

// Costs that 30 bits do not hold take the slower search; the plan is the same as any.
TEST(Planner, CountsFarBeyondThirtyBits) {
  for (std::uint64_t seed = 0; seed < test::storm(20); ++seed) {
    auto map = test::random_world({.extent = {100, 60, 2}, .shape = test::Shape::boxes, .density = 20}, seed);
    SCOPED_TRACE(seed);
    test::Random random(seed);
    for (int i = 0; i < 4; ++i) {
      map.world.add_link({test::random_cell(map.extent(), random), test::random_cell(map.extent(), random),
                          ~0U - random.below(100)});
    }
    map.world.commit();
    for (const int levels : {1, 2}) {
      const Hierarchy hierarchy(map.world, map.profile,
                                {.sector_size = 8, .levels = levels, .level_factor = 2});
      Planner planner(hierarchy);
      const std::vector<Goal> goals{{test::random_passable_cell(map.view(), random)}};
      PlanRequest request{.goals = goals};
      for (int i = 0; i < 6; ++i) request.agents.push_back(test::random_cell(map.extent(), random));
      expect_good_plan(hierarchy, planner.plan(request), reference_dijkstra_buckets(map.view(), goals));
    }
  }
}

class RandomWorlds : public ::testing::TestWithParam<int> {};

// Any world, any number of agents and goals, any quality: outcomes, fields, bounds and paths against the
// oracles.
TEST_P(RandomWorlds, PlansAgainstTheOracle) {
  for (std::uint64_t seed = 0; seed < test::cases(60); ++seed) {
    const std::uint64_t full = seed * 100 + static_cast<std::uint64_t>(GetParam());
    const auto world_options = test::random_options(full, 110);
    SCOPED_TRACE(test::describe(world_options, full));
    const auto map = test::random_world(world_options, full);
    test::Random random(full);
    const int sizes[] = {8, 16, 32};
    const Hierarchy hierarchy(map.world, map.profile,
                              {.sector_size = sizes[random.below(3)],
                               .portal_width = random.between(1, 32),
                               .levels = random.between(1, 3),
                               .level_factor = 2 << random.below(2)});
    Planner planner(hierarchy);
    for (const Quality quality : {Quality::path, Quality::widened, Quality::bounded, Quality::exact}) {
      PlanRequest request;
      request.quality = {quality, 1, 0.02};
      std::vector<Goal> goals;
      for (int i = random.between(1, 3); i > 0; --i)
        goals.push_back({test::random_cell(map.extent(), random)});
      request.goals = goals;
      for (int i = random.between(0, 40); i > 0; --i)
        request.agents.push_back(test::random_cell(map.extent(), random));
      const Plan plan = planner.plan(request);
      expect_good_plan(hierarchy, plan, reference_dijkstra_buckets(map.view(), request.goals));
      EXPECT_EQ(plan.corridor, planner.plan(request).corridor) << "the same order must give the same plan";
    }
    for (int i = 0; i < 20; ++i) {
      const Cell a = test::random_cell(map.extent(), random);
      const Goal b{test::random_cell(map.extent(), random)};
      const ReferenceField field = reference_dijkstra_buckets(map.view(), {&b, 1});
      EXPECT_EQ(hierarchy.can_reach(a, b.cell), reachable(field.at(a)));
    }
    if (HasFailure()) return;
  }
}
INSTANTIATE_TEST_SUITE_P(Seeds, RandomWorlds, ::testing::Range(0, 4));

// Tables of the upper levels are exact, so levels change what a plan costs to find, not what it finds.
TEST(Planner, FindsEqualCostsOnAnyNumberOfLevels) {
  for (std::uint64_t seed = 0; seed < test::cases(12); ++seed) {
    test::RandomWorldOptions world_options = test::random_options(seed, 60);
    world_options.extent.width += 200;
    world_options.extent.height += 150;
    SCOPED_TRACE(test::describe(world_options, seed));
    const auto map = test::random_world(world_options, seed);
    std::vector<Hierarchy> hierarchies;
    for (const int levels : {1, 2, 3}) {
      hierarchies.emplace_back(map.world, map.profile,
                               HierarchyOptions{.sector_size = 8, .levels = levels, .level_factor = 2});
    }
    std::vector<Planner> planners(hierarchies.begin(), hierarchies.end());
    test::Random random(seed);
    for (int i = 0; i < 40; ++i) {
      PlanRequest request;
      std::vector<Goal> goals;
      for (int g = random.between(1, 2); g > 0; --g)
        goals.push_back({test::random_passable_cell(map.view(), random)});
      request.goals = goals;
      for (int m = random.between(1, 12); m > 0; --m)
        request.agents.push_back(test::random_passable_cell(map.view(), random));
      const Plan plan = planners[0].plan(request);
      for (const std::size_t other : {1U, 2U}) {
        const Plan same = planners[other].plan(request);
        ASSERT_EQ(same.costs, plan.costs) << other + 1 << " levels";
        CorridorField field(hierarchies[other]);
        field.reset(same);
        field.advance();
        for (std::size_t m = 0; m < same.cells.size(); ++m) ASSERT_LE(field.at(same.cells[m]), same.costs[m]);
      }
    }
  }
}

}  // namespace
}  // namespace portolan
