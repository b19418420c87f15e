// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <portolan/hierarchy/path_finder.hpp>
#include <portolan/hierarchy/planner.hpp>

#include <support/random.hpp>
#include <support/random_world.hpp>

namespace portolan {
namespace {

struct Answer {
  Plan plan;
  Plan taut;  // for headings at any angle
  FoundPath path;
};

std::vector<Answer> answers(const test::TestWorld& map, std::uint64_t seed) {
  const Hierarchy hierarchy(map.world, map.profile, {.levels = seed % 2 == 0 ? 1 : 2, .level_factor = 4});
  Planner planner(hierarchy);
  PathFinder finder(hierarchy);
  test::Random random(seed);
  std::vector<Answer> all;
  for (int i = 0; i < 20; ++i) {
    const PlanRequest request{.agents = {test::random_passable_cell(map.view(), random)},
                              .goals = {{test::random_passable_cell(map.view(), random)}}};
    PlanRequest straight = request;
    straight.headings = Headings::any_angle;
    all.push_back({planner.plan(request), planner.plan(straight), finder.find(request)});
  }
  return all;
}

class InstructionSets : public ::testing::Test {
 protected:
  void TearDown() override { hwy::SetSupportedTargetsForTest(0); }
};

// Not costs alone: which of several ways as cheap is taken, and how many nodes that takes, follows from how
// ties are broken.
TEST_F(InstructionSets, FindTheSameWays) {
  const std::int64_t best = hwy::SupportedTargets();
  int taut = 0;  // corridors that differ from those by steps
  const std::vector<std::int64_t> targets = hwy::SupportedAndGeneratedTargets();
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const auto map = test::random_world(
        {.extent = {500, 400, 1}, .shape = seed % 2 == 0 ? test::Shape::open : test::Shape::boxes}, seed);
    hwy::SetSupportedTargetsForTest(0);
    const std::vector<Answer> wanted = answers(map, seed);
    for (const Answer& answer : wanted) taut += answer.taut.corridor != answer.plan.corridor ? 1 : 0;
    for (const std::int64_t target : targets) {
      SCOPED_TRACE(hwy::TargetName(target));
      // And all that are slower, since not each is built.
      hwy::SetSupportedTargetsForTest(best & ~(target - 1));
      const std::vector<Answer> found = answers(map, seed);
      for (std::size_t i = 0; i < wanted.size(); ++i) {
        EXPECT_EQ(found[i].plan.cost, wanted[i].plan.cost);
        EXPECT_EQ(found[i].plan.corridor, wanted[i].plan.corridor);
        EXPECT_EQ(found[i].taut.corridor, wanted[i].taut.corridor);
        EXPECT_EQ(found[i].plan.nodes_opened, wanted[i].plan.nodes_opened);
        EXPECT_EQ(found[i].path.path.cells, wanted[i].path.path.cells);
      }
    }
  }
  EXPECT_GT(taut, 0);
}

}  // namespace
}  // namespace portolan
