// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <portolan/core/path_check.hpp>
#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/path_finder.hpp>
#include <portolan/hierarchy/planner.hpp>

#include <support/draw_map.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>

namespace portolan {
namespace {

// What a path down the corridor's field costs; the mover's own way, and nothing else, decides.
TEST(PathFinder, CostsWhatTheCorridorsFieldSays) {
  for (std::uint64_t seed = 0; seed < 80; ++seed) {
    const auto options = test::random_options(seed, 120);
    SCOPED_TRACE(test::describe(options, seed));
    const auto map = test::random_world(options, seed);
    test::Random random(seed);
    const Hierarchy hierarchy(
        map.world, map.profile,
        {.sector_size = 8 << random.below(3), .levels = random.between(1, 3), .level_factor = 2});
    Planner planner(hierarchy);
    PathFinder finder(hierarchy);
    CorridorField field(hierarchy);
    for (int i = 0; i < 20; ++i) {
      PlanRequest request;
      request.movers = {test::random_cell(map.extent(), random)};
      request.goals = random.percent(50) ? test::random_goals(map.view(), 3, random)
                                         : std::vector<Goal>{{test::random_cell(map.extent(), random)}};
      request.quality = static_cast<Quality>(random.below(4));
      const Plan plan = planner.plan(request);
      const FoundPath& found = finder.find(request);
      ASSERT_EQ(found.outcome, plan.outcome);
      EXPECT_EQ(found.lower_bound, plan.lower_bound);
      if (plan.outcome != Outcome::complete && plan.outcome != Outcome::partial) {
        EXPECT_TRUE(found.path.cells.empty());
        continue;
      }
      field.reset(plan);
      field.advance();
      EXPECT_EQ(first_fault(map.view(), found.path), std::nullopt);
      EXPECT_EQ(found.path.cells.front(), request.movers[0]);
      const Cell end = found.path.cells.back();
      const auto goal = std::find_if(plan.goals.begin(), plan.goals.end(), [&](const Goal& g) {
        return g.cell == end && found.path.cost + g.offset == field.at(request.movers[0]);
      });
      EXPECT_NE(goal, plan.goals.end()) << "the path does not end at the goal that is cheapest";
      EXPECT_LE(found.tiles_solved, field.tiles_solved());
      if (plan.outcome == Outcome::partial) {
        EXPECT_EQ(end, plan.nearest);
      }
    }
    if (HasFailure()) return;
  }
}

// The goal stands in the middle of a corridor: what lies behind it is not looked at.
TEST(PathFinder, SolvesNoTileThatItDoesNotNeed) {
  const auto map = test::random_world({.extent = {256, 64, 1}, .shape = test::Shape::open}, 1);
  const Hierarchy hierarchy(map.world, map.profile);
  PathFinder finder(hierarchy);
  const PlanRequest request{
      .movers = {{40, 5, 0}}, .goals = {{{130, 5, 0}}}, .quality = Quality::widened, .widen = 8};
  const FoundPath& found = finder.find(request);
  ASSERT_EQ(found.outcome, Outcome::complete);
  EXPECT_EQ(found.path.cost, (Distance{90 * 24}));
  CorridorField field(hierarchy);
  field.reset(Planner(hierarchy).plan(request));
  field.advance();
  EXPECT_LT(2 * found.tiles_solved, 3 * field.tiles_solved());
}

}  // namespace
}  // namespace portolan
