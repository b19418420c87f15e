// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Tables of areas are made with 16 bits per cost where they suffice. Here they do not, though those of all
// sectors do; and here they do, though some nodes have no way to each other.
#include <algorithm>

#include <gtest/gtest.h>

#include <baselines/reference_field.hpp>
#include <portolan/hierarchy/hierarchy.hpp>
#include <portolan/hierarchy/planner.hpp>

#include <support/random_world.hpp>

namespace portolan::test {
namespace {

using detail::TableWidth;

// Tables of this width that areas of a level have.
std::size_t count_of(const Hierarchy& hierarchy, std::size_t level, TableWidth width) {
  const detail::Level& l = hierarchy.graph(level).level();
  return static_cast<std::size_t>(
      std::count_if(l.areas.begin(), l.areas.end(), [&](const detail::AreaRecord& area) {
        return l.tables[area.table].size > 0 && l.tables[area.table].width == width;
      }));
}

// Costs of ways between random cells are at least the optimum, and equal on one level and on two.
void expect_equal_costs(const TestWorld& map, const Hierarchy& hierarchy) {
  const Hierarchy flat(map.world, map.profile, {.sector_size = 8, .levels = 1});
  Random random(5);
  Planner planner(hierarchy);
  Planner flat_planner(flat);
  for (int i = 0; i < 40; ++i) {
    const PlanRequest request{.agents = {random_passable_cell(map.view(), random)},
                              .goals = {{random_passable_cell(map.view(), random)}}};
    const Plan plan = planner.plan(request);
    EXPECT_EQ(plan.costs, flat_planner.plan(request).costs);
    const ReferenceField optimum = reference_dijkstra_buckets(map.view(), request.goals);
    if (plan.outcome == Outcome::complete) {
      EXPECT_GE(plan.cost, optimum.at(request.agents[0]));
    }
  }
}

TEST(AreaTable, KeepsWaysThatSixteenBitsDoNotHold) {
  const TestWorld map = random_world({.extent = {128, 128, 1}, .least_cost = 60, .most_cost = 70}, 3);
  const Hierarchy hierarchy(map.world, map.profile, {.sector_size = 8, .levels = 2, .level_factor = 8});
  EXPECT_GT(count_of(hierarchy, 0, TableWidth::narrow), 0U);
  EXPECT_EQ(count_of(hierarchy, 0, TableWidth::wide), 0U);
  EXPECT_EQ(count_of(hierarchy, 1, TableWidth::wide), 4U);
  expect_equal_costs(map, hierarchy);
}

TEST(AreaTable, TellsNoWayFromACostlyOne) {
  const TestWorld map = random_world({.extent = {128, 128, 1}, .shape = Shape::noise, .density = 45}, 3);
  const Hierarchy hierarchy(map.world, map.profile, {.sector_size = 8, .levels = 2, .level_factor = 8});
  EXPECT_EQ(count_of(hierarchy, 1, TableWidth::wide), 0U);
  EXPECT_EQ(count_of(hierarchy, 1, TableWidth::narrow), 4U);
  expect_equal_costs(map, hierarchy);
}

}  // namespace
}  // namespace portolan::test
