// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <baselines/reference_field.hpp>
#include <portolan/hierarchy/planner.hpp>

#include <support/draw_map.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>

#include "support.hpp"

namespace portolan {
namespace {

constexpr std::size_t army = 10'000;

std::vector<Cell> spread_over(const std::vector<Cell>& places) {
  std::vector<Cell> agents;
  for (std::size_t i = 0; i < army; ++i) agents.push_back(places[i % places.size()]);
  return agents;
}

std::vector<Cell> random_places(GridView grid, std::size_t count, test::Random& random) {
  std::vector<Cell> places;
  while (places.size() < count) places.push_back(test::random_passable_cell(grid, random));
  return places;
}

class Armies : public ::testing::TestWithParam<int> {};

// One search for all: an agent on the path of others costs nothing more.
TEST_P(Armies, CostOneSearch) {
  const auto map =
      test::random_world({.extent = {1200, 1200, 1}, .shape = test::Shape::boxes, .density = 15}, 3);
  const Hierarchy hierarchy(map.world, map.profile, {.levels = GetParam(), .level_factor = 4});
  Planner planner(hierarchy);
  test::Random random(5);
  const std::vector<Cell> places = random_places(map.view(), 1000, random);
  const std::vector<Goal> goals{{test::random_passable_cell(map.view(), random)}};
  const ReferenceField optimum = reference_dijkstra_buckets(map.view(), goals);
  const auto far = *std::max_element(places.begin(), places.end(), [&](Cell a, Cell b) {
    const auto key = [&](Cell c) { return reachable(optimum.at(c)) ? optimum.at(c).units : 0; };
    return key(a) < key(b);
  });

  const Plan alone = planner.plan({.agents = {far}, .goals = goals});
  const Plan together = planner.plan({.agents = spread_over({far}), .goals = goals});
  EXPECT_EQ(together.nodes_opened, alone.nodes_opened);
  EXPECT_EQ(together.corridor, alone.corridor);
  EXPECT_EQ(together.costs.size(), army);

  const Plan scattered = planner.plan({.agents = spread_over(places), .goals = goals});
  RecordProperty("nodes_from_one_place", static_cast<int>(together.nodes_opened));
  RecordProperty("nodes_from_1000_places", static_cast<int>(scattered.nodes_opened));
  // No node of level 0 is opened twice, by any agent.
  EXPECT_LE(scattered.nodes_opened, 2 * std::uint64_t{hierarchy.graph().size()});
  for (std::size_t i = 0; i < army; ++i) {
    const Distance best = optimum.at(scattered.cells[i]);
    ASSERT_EQ(scattered.agents[i] == Outcome::complete, reachable(best));
    if (reachable(best)) {
      ASSERT_GE(scattered.costs[i], best);
      ASSERT_LE(scattered.lower_bounds[i], best);
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Levels, Armies, ::testing::Values(1, 2));

// Enclosed places all over the map: an agent that wants into one, or out of one, costs no more than who can
// get there.
TEST(LocalComponents, AnOrderThatCannotArriveCostsNoMoreThanOneThatCan) {
  constexpr int across = 32;  // 1024 pockets, 20 cells apart
  constexpr int pitch = 20;
  auto map =
      test::random_world({.extent = {across * pitch, across * pitch, 1}, .shape = test::Shape::open}, 1);
  std::vector<Cell> pockets;
  for (int y = 0; y < across; ++y) {
    for (int x = 0; x < across; ++x) {
      const Cell middle{x * pitch + 10, y * pitch + 10, 0};
      for (int i = -2; i <= 2; ++i) {
        for (const Cell wall : {Cell{middle.x + i, middle.y - 2, 0}, Cell{middle.x + i, middle.y + 2, 0},
                                Cell{middle.x - 2, middle.y + i, 0}, Cell{middle.x + 2, middle.y + i, 0}})
          map.world.set_terrain(wall, test::wall);
      }
      pockets.push_back(middle);
    }
  }
  map.world.commit();
  for (const int levels : {1, 2}) {
    const Hierarchy hierarchy(map.world, map.profile, {.levels = levels, .level_factor = 4});
    Planner planner(hierarchy);
    const Cell agent{1, 1, 0};
    for (std::size_t i = 0; i < pockets.size(); i += 7) {
      const Plan into = planner.plan({.agents = {agent}, .goals = {{pockets[i]}}});
      ASSERT_EQ(into.outcome, Outcome::partial);
      ASSERT_FALSE(hierarchy.can_reach(agent, pockets[i]));
      // The order to the same place outside.
      const Plan to = planner.plan({.agents = {agent}, .goals = {{into.nearest}}});
      ASSERT_EQ(to.outcome, Outcome::complete);
      EXPECT_EQ(into.cost, to.cost);
      EXPECT_LE(into.nodes_opened, to.nodes_opened);
      const Plan out = planner.plan({.agents = {pockets[i]}, .goals = {{agent}}});
      ASSERT_NE(out.outcome, Outcome::complete);
      EXPECT_EQ(out.nodes_opened, 0U);
    }
    // All of them at once, to one goal that none can get to.
    const Plan all = planner.plan({.agents = pockets, .goals = {{agent}}});
    EXPECT_EQ(std::count(all.agents.begin(), all.agents.end(), Outcome::complete), 0);
    EXPECT_EQ(all.nodes_opened, 0U);
  }
}

}  // namespace
}  // namespace portolan
