// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <string>

#include <gtest/gtest.h>

#include <baselines/reference_field.hpp>
#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/hierarchy.hpp>
#include <portolan/hierarchy/planner.hpp>

#include <support/cases.hpp>
#include <support/data.hpp>
#include <support/movingai.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>

#include "support.hpp"

namespace portolan {
namespace {

class EditedMaps : public ::testing::TestWithParam<const char*> {};

// After a thousand random edits of a real map everything is as if the map had always been so.
TEST_P(EditedMaps, AnswerAsIfBuiltAnew) {
  PORTOLAN_NEEDS_DATA(GetParam());
  auto map = test::load_movingai(test::data_file(GetParam()));
  for (const int levels : {1, 2}) {
    Hierarchy live(map.world, map.profile, {.levels = levels, .level_factor = 4});
    test::Random random(static_cast<std::uint64_t>(levels));
    for (std::uint64_t edit = 1; edit <= test::storm(1000); ++edit) {
      const Cell c = test::random_cell(map.extent(), random);
      map.world.set_terrain(c, map.view().passable(c) ? TerrainId{'@'} : TerrainId{'.'});
      if (edit % 10 == 0) live.apply(map.world.commit());
    }
    const Hierarchy fresh(map.world, map.profile, {.levels = levels, .level_factor = 4});
    ASSERT_EQ(live.fingerprint(), fresh.fingerprint());
    Planner planner(live), fresh_planner(fresh);
    for (int i = 0; i < 12; ++i) {
      PlanRequest request;
      request.quality = static_cast<Quality>(random.below(4));
      request.agents = {test::random_cell(map.extent(), random),
                        test::random_passable_cell(map.view(), random)};
      request.goals = {{i % 3 == 0 ? test::random_cell(map.extent(), random)
                                   : test::random_passable_cell(map.view(), random)}};
      const Plan plan = planner.plan(request);
      const Plan other = fresh_planner.plan(request);
      const ReferenceField optimum = reference_dijkstra_buckets(map.view(), request.goals);
      test::expect_good_plan(live, plan, optimum);
      EXPECT_EQ(plan.agents, other.agents);
      EXPECT_EQ(plan.costs, other.costs);
      EXPECT_EQ(plan.nearest, other.nearest);
      for (const Cell agent : request.agents)
        EXPECT_EQ(live.can_reach(agent, request.goals[0].cell), reachable(optimum.at(agent)));
      if (HasFailure()) return;
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Real, EditedMaps,
                         ::testing::Values("movingai/dao/den312d.map", "movingai/cities/NewYork_0_512.map",
                                           "movingai/rooms/8room_000.map", "movingai/mazes/maze512-4-0.map"));

}  // namespace
}  // namespace portolan
