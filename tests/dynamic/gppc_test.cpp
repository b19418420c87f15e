// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// The public dynamic benchmark: patches are laid over the map, and ways are asked for between them. All of
// its queries are checked by `portolan_bench_dynamic`, a part of them here.
#include <gtest/gtest.h>
#include <cmath>

#include <baselines/reference_field.hpp>
#include <portolan/core/path_check.hpp>
#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/hierarchy.hpp>
#include <portolan/hierarchy/planner.hpp>

#include <support/cases.hpp>
#include <support/data.hpp>
#include <support/gppc.hpp>
#include <support/test_world.hpp>

namespace portolan::test {
namespace {

void lay(World& world, const GppcPatch& patch, Cell at) {
  for (std::size_t y = 0; y < patch.rows.size(); ++y) {
    for (std::size_t x = 0; x < patch.rows[y].size(); ++x) {
      world.set_terrain({at.x + static_cast<int>(x), at.y + static_cast<int>(y), at.layer},
                        patch.rows[y][x] == '@' ? wall : TerrainId{1});
    }
  }
}

TEST(Gppc, KnowsAWayThatIsNotTheOptimum) {
  // One straight and one diagonal step.
  Path path{{{0, 0, 0}, {1, 0, 0}, {2, 1, 0}}, {24 + 34}};
  EXPECT_TRUE(matches_optimum(path, 1 + std::sqrt(2.0)));
  EXPECT_FALSE(matches_optimum(path, 2));                   // costlier
  EXPECT_FALSE(matches_optimum(path, 2 * std::sqrt(2.0)));  // shorter than can be
  path.cost = {24 + 33};
  EXPECT_FALSE(matches_optimum(path, 1 + std::sqrt(2.0)));
}

TEST(Gppc, ExactPlansAreOptimalBetweenPatches) {
  constexpr const char* file = "movingai/gppc_dynamic/dao_arena2.scen";
  PORTOLAN_NEEDS_DATA(file);
  const GppcScenario scenario = load_gppc(data_file(file));
  World world(scenario.extent, 1);
  const ProfileId profile = world.add_profile(cost_profile());
  world.commit();
  Hierarchy hierarchy(world, profile, {.levels = 2, .level_factor = 2});
  Planner planner(hierarchy);
  BucketDijkstra reference;
  constexpr std::size_t every = sanitized ? 20 : 5;
  std::size_t queries = 0;
  for (const GppcCommand& command : scenario.commands) {
    if (!command.query) {
      lay(world, scenario.patches[command.patch], command.at);
      hierarchy.apply(world.commit());
      continue;
    }
    if (++queries % every != 0) continue;
    SCOPED_TRACE(queries);
    const Goal goal{command.goal};
    const Plan plan = planner.plan({.agents = {command.at}, .goals = {goal}, .quality = Quality::exact});
    ASSERT_EQ(plan.outcome, Outcome::complete);
    CorridorField field(hierarchy);
    field.reset(plan);
    field.advance();
    const Result<Path> path = walk_down(field, world.view(profile), command.at);
    ASSERT_TRUE(path.ok());
    EXPECT_EQ(first_fault(world.view(profile), *path), std::nullopt);
    EXPECT_TRUE(matches_optimum(*path, command.optimum));
    reference.run(world.view(profile), {&goal, 1});
    EXPECT_EQ(path->cost, reference.at(command.at));
  }
  EXPECT_EQ(queries, 2000U);
}

}  // namespace
}  // namespace portolan::test
