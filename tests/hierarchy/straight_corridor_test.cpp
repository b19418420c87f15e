// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Corridor fields at any angle.
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/straight_field.hpp>
#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/hierarchy.hpp>
#include <portolan/hierarchy/planner.hpp>

#include <support/draw_map.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>

namespace portolan {
namespace {

using namespace test;

Plan plan_for(const Hierarchy& hierarchy, Cell from, Cell to) {
  Planner planner(hierarchy);
  PlanRequest request;
  request.agents = {from};
  request.goals = {{to}};
  return planner.plan(request);
}

TEST(StraightCorridor, IsOctileUnlessAskedForAndOnGroundOfSeveralCosts) {
  const TestWorld even = draw_map("A......B\n"), uneven = draw_map("A..5...B\n");
  const Hierarchy flat(even.world, even.profile), weighted(uneven.world, uneven.profile);
  CorridorField octile(flat), straight(flat, Headings::any_angle), fallback(weighted, Headings::any_angle);
  octile.reset(plan_for(flat, even['A'], even['B']));
  straight.reset(plan_for(flat, even['A'], even['B']));
  fallback.reset(plan_for(weighted, uneven['A'], uneven['B']));
  EXPECT_EQ(octile.straight(), nullptr);
  ASSERT_NE(straight.straight(), nullptr);
  EXPECT_EQ(fallback.straight(), nullptr);
  for (CorridorField* field : {&octile, &straight, &fallback}) EXPECT_TRUE(field->advance());
  EXPECT_EQ(straight.at(even['A']), Distance{7 * 24});
  EXPECT_EQ(octile.at(even['A']), Distance{7 * 24});
  EXPECT_EQ(fallback.at(uneven['A']), Distance{7 * 24 + 4 * 24});
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
  int straight = 0, octile = 0, refreshed = 0;
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
    plan.versions.clear();
    for (const SectorId sector : plan.corridor)
      plan.versions.push_back({sector, hierarchy.sector_version(sector)});
    CorridorField fresh(hierarchy, Headings::any_angle);
    fresh.reset(plan);
    fresh.advance();
    ASSERT_EQ(field.straight() == nullptr, fresh.straight() == nullptr) << "edit " << edit;
    if (field.straight() == nullptr) {
      ++octile;
    } else {
      ++straight;
      ASSERT_EQ(first_difference(*field.straight(), *fresh.straight()), "") << "edit " << edit;
    }
  }
  EXPECT_GT(refreshed, 100);
  EXPECT_GT(straight, 100);
  EXPECT_GT(octile, 20);
}

// An agent that was pushed out of the corridor is taken in.
TEST(StraightCorridor, TakesInWhoWasPushedOut) {
  RandomWorldOptions options;
  options.extent = {200, 160, 1};
  int joined = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
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
    const RejoinResult result = field.rejoin(outside, 100'000);
    EXPECT_TRUE(reachable(result.cost)) << describe(options, seed);
    joined += result.joined.empty() ? 0 : 1;
    field.advance();
    EXPECT_TRUE(reachable(field.at(outside))) << describe(options, seed);
    EXPECT_TRUE(reachable(field.at(from))) << describe(options, seed);
  }
  EXPECT_GT(joined, 3);
}

}  // namespace
}  // namespace portolan
