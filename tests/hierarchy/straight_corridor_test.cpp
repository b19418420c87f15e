// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Corridor fields at any angle.
#include <algorithm>
#include <cstdlib>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/straight_field.hpp>
#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/hierarchy.hpp>
#include <portolan/hierarchy/planner.hpp>

#include <support/cases.hpp>
#include <support/draw_map.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>

namespace portolan {
namespace {

using namespace test;

Plan plan_for(const Hierarchy& hierarchy, Cell from, Cell to, Headings headings = Headings::octile) {
  Planner planner(hierarchy);
  PlanRequest request;
  request.agents = {from};
  request.goals = {{to}};
  request.headings = headings;
  return planner.plan(request);
}

// The corridor of a plan that was made before, in the world as it is now.
CorridorField made_anew(const Hierarchy& hierarchy, Plan plan) {
  plan.versions.clear();
  for (const SectorId sector : plan.corridor)
    plan.versions.push_back({sector, hierarchy.sector_version(sector)});
  CorridorField field(hierarchy, Headings::any_angle);
  field.reset(plan);
  field.advance();
  return field;
}

TEST(StraightCorridor, IsOctileUnlessAskedFor) {
  const TestWorld even = draw_map("A......B\n"), uneven = draw_map("A..5...B\n");
  const Hierarchy flat(even.world, even.profile), weighted(uneven.world, uneven.profile);
  CorridorField octile(flat), straight(flat, Headings::any_angle), costly(weighted, Headings::any_angle);
  octile.reset(plan_for(flat, even['A'], even['B']));
  straight.reset(plan_for(flat, even['A'], even['B']));
  costly.reset(plan_for(weighted, uneven['A'], uneven['B']));
  EXPECT_EQ(octile.straight(), nullptr);
  ASSERT_NE(straight.straight(), nullptr);
  EXPECT_NE(costly.straight(), nullptr);
  for (CorridorField* field : {&octile, &straight, &costly}) EXPECT_TRUE(field->advance());
  EXPECT_EQ(straight.at(even['A']), Distance{7 * 24});
  EXPECT_EQ(octile.at(even['A']), Distance{7 * 24});
  EXPECT_NEAR(costly.straight()->distance(uneven['A']), 7 + 4, 0.1);
  EXPECT_EQ(straight.direction(even['A']), Direction::e);
  EXPECT_EQ(straight.direction(even['B']), Direction::goal);
}

// The first cell where two fields differ in a bit.
std::string first_difference(const StraightField& a, const StraightField& b) {
  const Extent extent = a.grid().extent();
  for (std::size_t i = 0; i < extent.cell_count(); ++i) {
    const Cell c = extent.cell(i);
    const Heading one = a.heading(centre_of(c), c.layer), other = b.heading(centre_of(c), c.layer);
    if (a.distance(c) != b.distance(c) || one.direction != other.direction || one.reach != other.reach)
      return std::to_string(c.x) + ", " + std::to_string(c.y);
  }
  return {};
}

// Through a thousand edits the field is, bit for bit, what a new one would be. Now and then ground becomes
// costlier, and even again.
TEST(StraightCorridor, EqualsANewFieldAfterAThousandEdits) {
  RandomWorldOptions options;
  options.extent = {100, 80, 1};
  options.shape = Shape::boxes;
  TestWorld world = random_world(options, 3);
  Hierarchy hierarchy(world.world, world.profile);
  Random random(3);
  const Cell from = random_passable_cell(world.view(), random),
             to = random_passable_cell(world.view(), random);
  CorridorField field(hierarchy, Headings::any_angle);
  Plan plan = plan_for(hierarchy, from, to);
  field.reset(plan);
  field.advance();
  int even = 0, uneven = 0, refreshed = 0;
  for (int edit = 1; edit <= 1000; ++edit) {
    const Cell c = random_cell(world.extent(), random);
    const bool was_free = world.view().passable(c);
    if (c != from && c != to) world.world.set_terrain(c, was_free ? wall : TerrainId{1});
    const Cell costly{to.x / 32 * 32, to.y / 32 * 32, 0};
    if (edit % 200 == 0) world.world.set_terrain(costly, TerrainId{9});
    if (edit % 200 == 50) world.world.set_terrain(costly, TerrainId{1});
    if (edit % 5 != 0) continue;
    hierarchy.apply(world.world.commit());
    refreshed += field.refresh() ? 1 : 0;
    field.advance();
    const CorridorField fresh = made_anew(hierarchy, plan);
    ++(field.straight()->has_one_cost() ? even : uneven);
    ASSERT_EQ(first_difference(*field.straight(), *fresh.straight()), "") << "edit " << edit;
  }
  EXPECT_GT(refreshed, 100);
  EXPECT_GT(even, 100);
  EXPECT_GT(uneven, 20);
}

// Corridors are chosen by steps: on open ground they lead along two sides of a triangle. What the straight
// line crosses joins.
TEST(StraightCorridor, TakesInWhatAStraightLineCrosses) {
  RandomWorldOptions options;
  options.extent = {700, 500, 1};
  options.shape = Shape::open;
  const TestWorld meadow = random_world(options, 1);
  const Hierarchy hierarchy(meadow.world, meadow.profile);
  Random random(1);
  CorridorField field(hierarchy, Headings::any_angle);
  int grown = 0;
  for (int i = 0; i < 30; ++i) {
    const Cell from = random_passable_cell(meadow.view(), random),
               to = random_passable_cell(meadow.view(), random);
    const Plan plan = plan_for(hierarchy, from, to);
    field.reset(plan);
    while (!field.advance(2)) {
    }
    EXPECT_NEAR(field.straight()->distance(from), length(centre_of(from) - centre_of(to)),
                1e-3F * length(centre_of(from) - centre_of(to)));
    grown += field.corridor().size() > plan.corridor.size() ? 1 : 0;
    EXPECT_TRUE(std::includes(field.corridor().begin(), field.corridor().end(), plan.corridor.begin(),
                              plan.corridor.end()));
    EXPECT_EQ(field.made_from().size(), field.corridor().size());
  }
  EXPECT_GT(grown, 5);
}

// Walls and costly ground come and go on a meadow, also where only a shortcut leads.
TEST(StraightCorridor, EqualsANewFieldWhereShortcutsComeAndGo) {
  RandomWorldOptions options;
  options.extent = {500, 400, 1};
  options.shape = Shape::open;
  TestWorld world = random_world(options, 5);
  Hierarchy hierarchy(world.world, world.profile);
  Random random(5);
  const Cell from{20, 30, 0}, to{470, 230, 0};
  Plan plan = plan_for(hierarchy, from, to);
  CorridorField field(hierarchy, Headings::any_angle);
  field.reset(plan);
  field.advance();
  std::size_t least = ~std::size_t{0}, most = 0;
  for (int edit = 1; edit <= 60; ++edit) {
    const Cell c = random_cell(world.extent(), random);
    const TerrainId terrain =
        edit % 3 == 0 ? wall : TerrainId{edit % 3 == 1 ? std::uint8_t{1} : std::uint8_t{9}};
    for (int y = c.y; y < std::min(c.y + 60, options.extent.height); ++y) {
      for (int x = c.x; x < std::min(c.x + 60, options.extent.width); ++x) {
        if (Cell{x, y, 0} != from && Cell{x, y, 0} != to) world.world.set_terrain({x, y, 0}, terrain);
      }
    }
    hierarchy.apply(world.world.commit());
    field.refresh();
    field.advance();
    const CorridorField fresh = made_anew(hierarchy, plan);
    ASSERT_TRUE(std::equal(field.corridor().begin(), field.corridor().end(), fresh.corridor().begin(),
                           fresh.corridor().end()))
        << "edit " << edit;
    least = std::min(least, field.corridor().size());
    most = std::max(most, field.corridor().size());
    ASSERT_EQ(first_difference(*field.straight(), *fresh.straight()), "") << "edit " << edit;
  }
  EXPECT_LT(least, most);
}

// Streets in a block of walls. One leads east and then diagonally; the other one straight, but for twenty
// cells down at first, which makes it the longer one by steps. By curves it is six percent shorter.
TEST(StraightCorridor, IsChosenByTheLengthOfCurves) {
  RandomWorldOptions options;
  options.extent = {800, 400, 1};
  options.shape = Shape::open;
  TestWorld world = random_world(options, 1);
  const Cell from{20, 20, 0}, to{700, 300, 0};
  for (int y = 0; y < 400; ++y) {
    for (int x = 0; x < 800; ++x) {
      const bool east = std::abs(y - 20) <= 2 && x >= 18 && x <= 422;
      const bool diagonal = std::abs(x - y - 400) <= 2 && x >= 418 && x <= 702;
      const bool down = std::abs(x - 20) <= 2 && y >= 18 && y <= 43;
      const bool slanted = std::abs(40 * 680 + (x - 20) * 260 - y * 680) <= 3 * 680 && x >= 18 && x <= 702;
      if (!east && !diagonal && !down && !slanted) world.world.set_terrain({x, y, 0}, wall);
    }
  }
  world.world.commit();
  const Hierarchy hierarchy(world.world, world.profile);
  const Plan steps = plan_for(hierarchy, from, to),
             curves = plan_for(hierarchy, from, to, Headings::any_angle);
  CorridorField by_steps(hierarchy, Headings::any_angle), by_curves(hierarchy, Headings::any_angle);
  by_steps.reset(steps);
  by_curves.reset(curves);
  by_steps.advance();
  by_curves.advance();
  EXPECT_GT(by_steps.straight()->distance(from), 790.0F);
  EXPECT_LT(by_curves.straight()->distance(from), 755.0F);
  EXPECT_EQ(steps.cost, curves.cost);
  EXPECT_NE(curves.corridor, steps.corridor);
}

// Two slanted streets in a block of walls. Across the shorter one stands a wall, which one passes by way of
// the sector above: out of it and back by another portal of the same border.
TEST(StraightCorridor, GoesAroundTheEndOfAWallInTheNextSector) {
  RandomWorldOptions options;
  options.extent = {1000, 400, 1};
  options.shape = Shape::open;
  TestWorld world = random_world(options, 1);
  const Cell from{20, 25, 0}, to{980, 313, 0};
  for (int y = 0; y < 400; ++y) {
    for (int x = 0; x < 1000; ++x) {
      const int middle = 25 + (x - 20) * 3 / 10;
      const bool street = x >= 18 && x <= 982 && std::abs(y - middle) <= 5;
      const bool second = x >= 18 && x <= 982 && std::abs(y - middle - 40) <= 5;
      const bool between = (x <= 22 || x >= 978) && x >= 18 && x <= 982 && y >= middle && y <= middle + 40;
      const bool pocket = x >= 490 && x <= 506 && y >= 150 && y <= middle;
      const bool across = x == 498 && y >= 154 && y <= middle + 10;
      if ((!street && !second && !between && !pocket) || across) world.world.set_terrain({x, y, 0}, wall);
    }
  }
  world.world.commit();
  const Hierarchy hierarchy(world.world, world.profile);
  CorridorField field(hierarchy, Headings::any_angle);
  field.reset(plan_for(hierarchy, from, to, Headings::any_angle));
  field.advance();
  StraightField everywhere(world.view(), hierarchy.sectors());
  everywhere.allow_all();
  everywhere.add_goal({to});
  everywhere.advance();
  EXPECT_LT(field.straight()->distance(from), 1.001F * everywhere.distance(from));
}

// On any map there is a way in the corridor of curves, about as short as there is. Qualities that promise
// something about paths by steps have the corridor that they always had.
TEST(StraightCorridor, OfCurvesLosesLittleAndBreaksNoPromise) {
  RandomWorldOptions options;
  options.extent = {300, 200, 1};
  double walked = 0, best = 0;
  for (std::uint64_t seed = 1; seed <= test::storm(24); ++seed) {
    options.shape = all_shapes[seed % 6];
    const TestWorld world = random_world(options, seed);
    const Hierarchy hierarchy(world.world, world.profile);
    Random random(seed);
    const Cell from = random_passable_cell(world.view(), random),
               to = random_passable_cell(world.view(), random);
    if (!hierarchy.can_reach(from, to)) continue;
    StraightField everywhere(world.view(), hierarchy.sectors());
    everywhere.allow_all();
    everywhere.add_goal({to});
    everywhere.advance();
    CorridorField field(hierarchy, Headings::any_angle);
    field.reset(plan_for(hierarchy, from, to, Headings::any_angle));
    field.advance();
    ASSERT_TRUE(reachable(field.at(from))) << describe(options, seed);
    PlanRequest request{.agents = {from}, .goals = {{to}}, .quality = Quality::exact};
    Planner planner(hierarchy);
    const Plan exact = planner.plan(request);
    request.headings = Headings::any_angle;
    EXPECT_EQ(planner.plan(request).corridor, exact.corridor) << describe(options, seed);
    EXPECT_LE(field.straight()->distance(from), 1.1F * everywhere.distance(from)) << describe(options, seed);
    walked += static_cast<double>(field.straight()->distance(from));
    best += static_cast<double>(everywhere.distance(from));
  }
  EXPECT_GT(best, 1000);
  EXPECT_LT(walked, 1.01 * best);
}

// An agent that was pushed out of the corridor is taken in.
TEST(StraightCorridor, TakesInWhoWasPushedOut) {
  RandomWorldOptions options;
  options.extent = {200, 160, 1};
  int joined = 0;
  for (std::uint64_t seed = 1; seed <= test::storm(20); ++seed) {
    options.shape = all_shapes[seed % 6];
    const TestWorld world = random_world(options, seed);
    const Hierarchy hierarchy(world.world, world.profile);
    Random random(seed);
    const Cell from = random_passable_cell(world.view(), random),
               to = random_passable_cell(world.view(), random),
               outside = random_passable_cell(world.view(), random);
    if (!hierarchy.can_reach(from, to) || !hierarchy.can_reach(outside, to)) continue;
    CorridorField field(hierarchy, Headings::any_angle);
    field.reset(plan_for(hierarchy, from, to));
    field.advance();
    const std::vector<SectorId> before(field.corridor().begin(), field.corridor().end());
    EXPECT_TRUE(reachable(field.rejoin(outside, 100'000))) << describe(options, seed);
    joined +=
        std::includes(before.begin(), before.end(), field.corridor().begin(), field.corridor().end()) ? 0 : 1;
    field.advance();
    EXPECT_TRUE(reachable(field.at(outside))) << describe(options, seed);
    EXPECT_TRUE(reachable(field.at(from))) << describe(options, seed);
  }
  EXPECT_GT(joined, test::enough(3));
}

}  // namespace
}  // namespace portolan
