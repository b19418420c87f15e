// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/hierarchy/detail/remaining_costs.hpp>
#include <portolan/hierarchy/hierarchy.hpp>
#include <portolan/hierarchy/planner.hpp>

#include <support/cases.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>
#include <support/world_source.hpp>

namespace portolan {
namespace {

HierarchyOptions some_options(test::Random& random) {
  constexpr int sizes[] = {8, 16, 32};
  HierarchyOptions options;
  options.sector_size = sizes[random.below(3)];
  options.portal_width = random.between(1, 12);
  options.levels = random.between(1, 2);
  options.level_factor = 2;
  return options;
}

test::RandomWorldOptions some_world(std::uint64_t seed) {
  test::RandomWorldOptions options = test::random_options(seed, 160);
  test::Random random(seed + 5);
  options.one_way_links = random.between(0, 6);
  options.two_way_links = random.between(0, 4);
  return options;
}

void come_and_go(World& world, test::Random& random) {
  const std::uint32_t blocks = TileGrid(world.extent()).tile_count();
  for (int i = 0; i < 25; ++i) {
    const std::uint32_t block = random.below(blocks);
    random.percent(40) ? world.load(block) : world.unload(block);
  }
}

void edit(World& world, std::uint64_t seed) {
  test::Random random(seed);
  for (int i = random.between(1, 4); i > 0; --i) {
    const Cell c = test::random_cell(world.extent(), random);
    const auto terrain = random.percent(50) ? test::wall : static_cast<TerrainId>(random.between(1, 9));
    const Cell to = test::random_cell(world.extent(), random);
    switch (random.below(4)) {
      case 0:
        world.add_link({c, to, random.below(500) + 1});
        break;
      case 1:
        world.stamp(c, 1);
        break;
      default:
        world.set_terrain(c, terrain);
    }
  }
}

TEST(StreamedWorld, PortalGraphStaysThatOfTheWholeWorldWhateverIsLoaded) {
  for (std::uint64_t seed = 0; seed < test::cases(60); ++seed) {
    test::Random random(seed);
    const test::RandomWorldOptions map = some_world(seed);
    test::TestWorld whole = test::random_world(map, seed);
    World streamed = test::streamed_copy(whole.world, std::make_shared<const test::WorldSource>(whole.world));
    const std::uint32_t blocks = TileGrid(streamed.extent()).tile_count();
    for (std::uint32_t b = 0; b < blocks; ++b) ASSERT_TRUE(streamed.load(b));
    const HierarchyOptions options = some_options(random);
    Hierarchy expected(whole.world, whole.profile, options);
    Hierarchy hierarchy(streamed, whole.profile, options);
    for (std::uint32_t b = 0; b < blocks; ++b) ASSERT_TRUE(streamed.unload(b));
    ASSERT_EQ(hierarchy.fingerprint(), expected.fingerprint());
    for (int round = 0; round < 6; ++round) {
      come_and_go(streamed, random);
      ASSERT_EQ(hierarchy.fingerprint(), expected.fingerprint()) << seed;
      const std::uint64_t edits = random.next();
      edit(whole.world, edits);
      edit(streamed, edits);
      expected.apply(whole.world.commit());
      hierarchy.apply(streamed.commit());
      ASSERT_EQ(hierarchy.fingerprint(), expected.fingerprint())
          << test::describe(map, seed) << ", round " << round;
    }
    ASSERT_EQ(expected.fingerprint(), Hierarchy(whole.world, whole.profile, options).fingerprint());
  }
}

// Two programs that share no code find the same costs: the planner's search over all levels, and the one over
// the portals of the corridor that it found.
TEST(RemainingCosts, CostsAreThoseOfThePlan) {
  int compared = 0;
  for (std::uint64_t seed = 0; seed < test::storm(150); ++seed) {
    test::Random random(seed);
    const test::TestWorld map = test::random_world(some_world(seed), seed);
    const Hierarchy hierarchy(map.world, map.profile, some_options(random));
    Planner planner(hierarchy);
    RemainingCosts way(hierarchy);
    for (int i = 0; i < 4; ++i) {
      PlanRequest request;
      for (int k = random.between(1, 3); k > 0; --k) {
        request.agents.push_back(test::random_cell(map.extent(), random));
      }
      request.goals = test::random_goals(map.view(), 3, random);
      const Plan plan = planner.plan(request);
      way.reset(plan);
      for (std::size_t m = 0; m < plan.cells.size(); ++m) {
        if (!reachable(plan.costs[m])) continue;
        ++compared;
        const RemainingCosts::Onward on = way.path_from(plan.cells[m]);
        ASSERT_EQ(on.to_goal, plan.costs[m]) << seed;
        std::vector<SectorId> sectors;
        way.sectors_after(on.exit, 100'000, sectors);
        const bool stays = sectors.empty();
        EXPECT_EQ(stays, !on.exit.valid());
        // The way is connected, stays in the corridor and ends where a goal is.
        SectorId last = hierarchy.sectors().tile_of(plan.cells[m]);
        for (const SectorId sector : sectors) {
          std::vector<SectorId> beside;
          way.beside(last, beside);
          EXPECT_NE(std::find(beside.begin(), beside.end(), sector), beside.end());
          last = sector;
        }
        EXPECT_TRUE(std::any_of(plan.goals.begin(), plan.goals.end(), [&](const Goal& goal) {
          return hierarchy.sectors().tile_of(goal.cell) == last;
        }));
      }
    }
  }
  EXPECT_GT(compared, test::enough(500));
}

}  // namespace
}  // namespace portolan
