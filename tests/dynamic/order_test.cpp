// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include <baselines/reference_field.hpp>
#include <baselines/tile_mask.hpp>
#include <portolan/core/path.hpp>
#include <portolan/core/path_check.hpp>
#include <portolan/core/straight_field.hpp>
#include <portolan/dynamic/order.hpp>

#include <support/cases.hpp>
#include <support/draw_map.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>

namespace portolan {
namespace {

using test::draw_map;

HierarchyOptions small_sectors() {
  HierarchyOptions options;
  options.sector_size = 8;
  return options;
}

TEST(Order, AChangeOutsideTheCorridorCostsNothing) {
  auto map = draw_map(R"(
    A......B........................
    ................................
    ................................
    ................................
    ................................
    ................................
    ................................
    ................................
    ................................
    ................................
  )");
  Hierarchy hierarchy(map.world, map.profile, small_sectors());
  Planner planner(hierarchy);
  Order order(hierarchy, {{map['B'], {}}});
  const std::vector<Cell> agents{map['A']};
  EXPECT_TRUE(order.update(planner, agents));
  EXPECT_EQ(order.work().fields, 1U);
  map.world.stamp({28, 8, 0}, 1);
  hierarchy.apply(map.world.commit());
  EXPECT_FALSE(order.update(planner, agents));
  EXPECT_EQ(order.work().fields, 1U);
  map.world.stamp({3, 0, 0}, 1);
  hierarchy.apply(map.world.commit());
  EXPECT_TRUE(order.update(planner, agents));
  EXPECT_EQ(order.work().fields, 2U);
  EXPECT_EQ(order.work().plans, 1U) << "the corridor still leads there";
}

TEST(Order, ReplansWhenTheCorridorIsCutAndWhenAWayOpens) {
  auto map = draw_map(R"(
    A...............
    ................
    #######..#######
    #######..#######
    ................
    ................
    ................
    ...............B
  )");
  for (int y = 2; y < 4; ++y) {
    for (int x = 7; x < 9; ++x) map.world.stamp({x, y, 0}, 1);
  }
  map.world.commit();
  Hierarchy hierarchy(map.world, map.profile, small_sectors());
  Planner planner(hierarchy);
  Order order(hierarchy, {{map['B'], {}}});
  const std::vector<Cell> agents{map['A']};
  order.update(planner, agents);
  EXPECT_NE(order.plan().outcome, Outcome::complete);
  const std::uint64_t plans = order.work().plans;
  order.update(planner, agents);
  EXPECT_EQ(order.work().plans, plans) << "nothing changed, nothing to try again";
  for (int y = 2; y < 4; ++y) {
    for (int x = 7; x < 9; ++x) map.world.stamp({x, y, 0}, -1);
  }
  hierarchy.apply(map.world.commit());
  order.update(planner, agents);
  EXPECT_EQ(order.plan().outcome, Outcome::complete);
  EXPECT_TRUE(reachable(order.field().at(map['A'])));
}

// So far off that it is not worth looking for a way back.
TEST(Order, PlansAnewForAnAgentThatIsFarFromTheCorridor) {
  auto map = test::random_world({.extent = {256, 256, 1}, .shape = test::Shape::maze}, 1);
  Hierarchy hierarchy(map.world, map.profile, small_sectors());
  Planner planner(hierarchy);
  const auto passable_from = [&](Cell c) {
    while (!map.view().passable(c)) ++c.x;
    return c;
  };
  const Cell goal = passable_from({20, 5, 0});
  const std::vector<Cell> near{passable_from({5, 5, 0})}, both{near.front(), passable_from({240, 250, 0})};
  Order order(hierarchy, {{goal, {}}});
  order.update(planner, near);
  ASSERT_FALSE(reachable(order.at(both[1])));
  ASSERT_TRUE(hierarchy.can_reach(both[1], goal));
  EXPECT_TRUE(order.update(planner, both));
  EXPECT_TRUE(reachable(order.at(both[1])));
  EXPECT_EQ(order.work().rejoins, 0U);
  EXPECT_EQ(order.work().plans, 2U);
}

// Through random edits the field in use is exact on its corridor, and reaches every agent that has a way.
TEST(Order, TheFieldIsExactOnItsCorridorAfterEveryCommit) {
  for (std::uint64_t seed = 1; seed <= test::storm(40); ++seed) {
    const auto options = test::random_options(seed, 60);
    auto map = test::random_world(options, seed);
    test::Random random(seed);
    Hierarchy hierarchy(map.world, map.profile, small_sectors());
    Planner planner(hierarchy);
    const Goal goal{test::random_passable_cell(map.view(), random), {}};
    Order order(hierarchy, {goal});
    std::vector<Cell> agents;
    for (int k = 0; k < 5; ++k) agents.push_back(test::random_passable_cell(map.view(), random));
    for (int round = 0; round < 12; ++round) {
      order.update(planner, agents);
      TileMask mask(hierarchy.sectors(), order.field().corridor());
      const ReferenceField exact = reference_dijkstra_buckets(
          map.view(), std::vector<Goal>(order.field().goals().begin(), order.field().goals().end()), &mask);
      for (std::size_t i = 0; i < map.extent().cell_count(); ++i) {
        const Cell c = map.extent().cell(i);
        ASSERT_EQ(order.field().at(c), exact.at(c)) << test::describe(options, seed) << " round " << round;
      }
      for (const Cell& m : agents) {
        if (hierarchy.can_reach(m, goal.cell)) {
          ASSERT_TRUE(reachable(order.field().at(m))) << test::describe(options, seed) << " round " << round;
        }
      }
      for (int k = random.between(0, 12); k > 0; --k) {
        const Cell c = test::random_cell(map.extent(), random);
        map.world.stamp(c, map.world.stamped(c) ? -1 : 1);
      }
      hierarchy.apply(map.world.commit());
    }
  }
}

// The same with bands: what is known is never too cheap, leads on legally, and reaches every agent.
TEST(Order, KeepsABandRightAfterEveryCommit) {
  PlanWork sum;
  for (std::uint64_t seed = 1; seed <= test::storm(40); ++seed) {
    const auto options = test::random_options(seed, 60);
    SCOPED_TRACE(test::describe(options, seed));
    auto map = test::random_world(options, seed);
    test::Random random(seed);
    Hierarchy hierarchy(map.world, map.profile, small_sectors());
    Planner planner(hierarchy);
    BandSolver bands(hierarchy);
    const Goal goal{test::random_passable_cell(map.view(), random), {}};
    OrderOptions wanted;
    wanted.bands = &bands;
    wanted.band_radius = 2;
    Order order(hierarchy, {goal}, wanted);
    std::vector<Cell> agents;
    for (int k = 0; k < 5; ++k) agents.push_back(test::random_passable_cell(map.view(), random));
    for (int round = 0; round < 12; ++round) {
      order.update(planner, agents);
      ASSERT_FALSE(order.stale());
      ASSERT_NE(order.band(), nullptr);
      const ReferenceField exact = reference_dijkstra_buckets(
          map.view(), std::vector<Goal>(order.band()->goals().begin(), order.band()->goals().end()));
      for (const Cell& c : order.band()->cells()) ASSERT_GE(order.at(c), exact.at(c));
      for (const Cell& m : agents) {
        if (!hierarchy.can_reach(m, goal.cell)) continue;
        const Result<Path> path = walk_down(*order.band(), map.view(), m);
        ASSERT_TRUE(path.ok()) << path.error().text();
        ASSERT_EQ(path->cost, order.at(m));
        ASSERT_EQ(first_fault(map.view(), *path), std::nullopt);
      }
      // They are pushed about, and the world changes.
      for (Cell& m : agents) {
        const auto d = static_cast<Direction>(random.below(step_count));
        if (map.view().can_step(m, d)) m = step(m, d);
      }
      for (int k = random.between(0, 12); k > 0; --k) {
        const Cell c = test::random_cell(map.extent(), random);
        map.world.stamp(c, map.world.stamped(c) ? -1 : 1);
      }
      hierarchy.apply(map.world.commit());
    }
    sum.plans += order.work().plans;
    sum.fields += order.work().fields;
    sum.rejoins += order.work().rejoins;
    sum.tiles_solved += order.work().tiles_solved;
  }
  EXPECT_GT(sum.rejoins, test::enough(20U));
  EXPECT_GT(sum.fields, sum.plans) << "most changes need no plan";
  EXPECT_GT(sum.tiles_solved, sum.fields);
}

TEST(Order, AChangeAwayFromTheBandCostsNothing) {
  auto map = draw_map(R"(
    A..............................B
    ................................
    ................................
    ................................
    ................................
    ................................
    ................................
    ................................
    ................................
    ................................
    ................................
    ................................
  )");
  Hierarchy hierarchy(map.world, map.profile, small_sectors());
  Planner planner(hierarchy);
  BandSolver bands(hierarchy);
  OrderOptions wanted;
  wanted.bands = &bands;
  wanted.band_radius = 3;
  Order order(hierarchy, {{map['B'], {}}}, wanted);
  std::vector<Cell> agents{map['A']};
  EXPECT_TRUE(order.update(planner, agents));
  EXPECT_EQ(order.work().fields, 1U);
  EXPECT_EQ(order.field().corridor().size(), 0U) << "no field over sectors";
  map.world.stamp({9, 10, 0}, 1);
  hierarchy.apply(map.world.commit());
  EXPECT_FALSE(order.update(planner, agents));
  map.world.stamp({9, 0, 0}, 1);
  hierarchy.apply(map.world.commit());
  EXPECT_TRUE(order.update(planner, agents));
  EXPECT_EQ(order.work().fields, 2U);
  EXPECT_EQ(order.work().plans, 1U) << "the band leads round it";
  agents.push_back({5, 6, 0});
  EXPECT_TRUE(order.update(planner, agents));
  EXPECT_EQ(order.work().rejoins, 1U);
  EXPECT_EQ(order.work().plans, 1U) << "pushed out, and back by itself";
  // A plan lays the band again: once, as long as nothing changes.
  const std::uint64_t fields = order.work().fields;
  order.replan(planner, agents);
  EXPECT_EQ(order.work().fields, fields + 1) << "walls came since the last plan";
  EXPECT_FALSE(order.replan(planner, agents));
  EXPECT_EQ(order.work().fields, fields + 1);
  EXPECT_EQ(order.work().plans, 3U);
  agents.push_back({20, 11, 0});
  order.replan(planner, agents);
  EXPECT_EQ(order.work().fields, fields + 2) << "for whom it does not serve";
  EXPECT_TRUE(reachable(order.at({20, 11, 0})));
}

// One of each sector is planned for; the others march beside them, and none may go around a sector that those
// do without.
TEST(Order, LeadsABlockStraightOverAMeadowOnAnyBearing) {
  constexpr int bearings = 16;
  const auto meadow = test::random_world({.extent = {400, 400, 1}, .shape = test::Shape::open}, 1);
  const Hierarchy hierarchy(meadow.world, meadow.profile);
  Planner planner(hierarchy);
  std::vector<Cell> block;
  for (int i = 0; i < 500; ++i) block.push_back({188 + i % 25, 190 + i / 25, 0});
  for (int bearing = 0; bearing < bearings; ++bearing) {
    const double angle = bearing * 2 * std::numbers::pi / bearings;
    const Cell goal = cell_at(Vec2{200.5F + 150 * static_cast<float>(std::cos(angle)),
                                   200.5F + 150 * static_cast<float>(std::sin(angle))},
                              0);
    OrderOptions options;
    options.headings = Headings::any_angle;
    Order order(hierarchy, {{goal}}, options);
    ASSERT_TRUE(order.replan(planner, block));
    Order sliced(hierarchy, {{goal}}, options);
    sliced.want(block);
    while (sliced.work(planner, 100) > 0) continue;
    for (const CorridorField* const field : {&order.field(), &sliced.field()}) {
      ASSERT_TRUE(field->finished());
      float least = 1;
      for (const Cell c : block) {
        const Vec2 straight = normalised(centre_of(goal) - centre_of(c));
        least = std::min(least, dot(straight, field->straight()->heading(centre_of(c), 0).direction));
      }
      EXPECT_GT(least, std::cos(std::numbers::pi / 90)) << "two degrees off at most, bearing " << bearing;
    }
  }
}

}  // namespace
}  // namespace portolan
