// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <baselines/reference_field.hpp>
#include <baselines/tile_mask.hpp>
#include <search/endpoints.hpp>
#include <support/cases.hpp>
#include <support/draw_map.hpp>

#include "search_support.hpp"

namespace portolan::test {
namespace {

using detail::Agent;
using detail::AgentEnd;
using detail::Endpoints;
using detail::no_cost;
using detail::Seed;

const HierarchyOptions small{.sector_size = 8, .levels = 1};

TEST(Endpoints, SaysWhatComponentsKnow) {
  const auto map = draw_map(R"(
    A.......B...#...
    ............#.C.
    ............#...
  )");
  const OpenHierarchy open(map, small);
  Endpoints endpoints(open.state);
  const std::vector<Goal> goals{{map['B']}, {{-1, 0, 0}}};
  const std::vector<Cell> cells{map['C'], map['A'], {12, 0, 0}, {0, -1, 0}, map['A']};
  endpoints.take(goals, cells);

  ASSERT_EQ(endpoints.goals().size(), 2U) << "the goal in the open, and the cell nearest to it for C";
  EXPECT_EQ(endpoints.goals()[0].cell, map['B']);
  ASSERT_TRUE(endpoints.nearest().has_value());
  EXPECT_EQ(endpoints.nearest()->cell, (Cell{13, 0, 0}));
  EXPECT_EQ(endpoints.goals()[1].cell, endpoints.nearest()->cell);

  ASSERT_EQ(endpoints.agents().size(), 4U) << "two agents stand on A";
  const auto agent_of = [&](std::size_t cell) { return endpoints.agents()[endpoints.agent_of_cell()[cell]]; };
  for (std::size_t i = 0; i < cells.size(); ++i) EXPECT_EQ(agent_of(i).cell, cells[i]);
  EXPECT_EQ(agent_of(0).outcome, Outcome::partial);
  EXPECT_EQ(agent_of(1).outcome, Outcome::complete);
  EXPECT_EQ(agent_of(2).outcome, Outcome::unreachable) << "in a wall";
  EXPECT_EQ(agent_of(3).outcome, Outcome::out_of_bounds);
  EXPECT_EQ(agent_of(1).direct, no_cost) << "B is in another sector";
  EXPECT_EQ(agent_of(0).direct, 24U + 10U) << "one diagonal step inside the sector";
}

TEST(Endpoints, DoesNotMisleadThoseThatArrive) {
  // C can go to the right only: the cell nearest to A for it lies where B would be led to as well.
  auto map = draw_map(R"(
    A.........####....C
    ..........####.....
    ..........####....B
  )");
  map.world.add_link({{16, 2, 0}, {3, 2, 0}, 50});
  map.world.commit();
  const OpenHierarchy open(map, small);
  Endpoints endpoints(open.state);
  const std::vector<Goal> goals{{map['A']}};
  const std::vector<Cell> cells{map['B'], map['C']};
  endpoints.take(goals, cells);
  for (const Agent& agent : endpoints.agents()) EXPECT_EQ(agent.outcome, Outcome::complete);

  const std::vector<Goal> back{{map['B']}};
  const std::vector<Cell> left{map['A'], map['C']};
  endpoints.take(back, left);
  const auto agent_of = [&](std::size_t cell) { return endpoints.agents()[endpoints.agent_of_cell()[cell]]; };
  // A link leads from C's side to A's: a goal on A's side would attract C.
  EXPECT_EQ(agent_of(0).outcome, Outcome::unreachable);
  EXPECT_EQ(agent_of(1).outcome, Outcome::complete);
  EXPECT_FALSE(endpoints.nearest().has_value());
}

TEST(Endpoints, ForgetsTheQueryBefore) {
  const auto map = draw_map(R"(
    A.......B
  )");
  const OpenHierarchy open(map, small);
  Endpoints endpoints(open.state);
  const Goal goal{map['B']};
  const Cell cell = map['A'];
  endpoints.take({&goal, 1}, {&cell, 1});
  EXPECT_FALSE(endpoints.goal_ends().empty());
  EXPECT_FALSE(endpoints.agent_ends().empty());
  endpoints.take({}, {});
  EXPECT_TRUE(endpoints.goals().empty());
  EXPECT_TRUE(endpoints.goal_ends().empty());
  EXPECT_TRUE(endpoints.agents().empty());
  EXPECT_TRUE(endpoints.agent_ends().empty());
  EXPECT_TRUE(endpoints.agent_of_cell().empty());
}

// The cost between a cell and a node of its sector: what Dijkstra that may not leave the sector says about
// the node's cell, and half a step onto the border.
std::uint64_t cost_inside(const detail::HierarchyState& state, std::uint32_t sector,
                          std::span<const Goal> from, std::uint32_t node) {
  const std::vector<SectorId> only{{sector}};
  const TileMask mask(state.tiles, only);
  const ReferenceField field = reference_dijkstra_buckets(state.grid, from, &mask);
  std::vector<detail::SectorEnd> ends;
  detail::list_ends(*state.levels[0], state.grid, sector, ends);
  const auto end = std::find_if(ends.begin(), ends.end(), [&](const auto& e) { return e.node == node; });
  EXPECT_NE(end, ends.end());
  return field.at(end->cell).units + end->half_step;
}

// Random worlds, walls and costs: outcomes against Dijkstra on the whole map, costs against Dijkstra inside
// the sectors.
TEST(Endpoints, KnowTheCostsInsideTheirSectors) {
  for (std::uint64_t seed = 0; seed < test::storm(30); ++seed) {
    auto options = random_options(seed, 60);
    options.one_way_links = options.two_way_links = 0;
    SCOPED_TRACE(describe(options, seed));
    const auto map = random_world(options, seed);
    const OpenHierarchy open(map, {.sector_size = 16, .levels = 1});
    const auto& state = open.state;
    Random random(seed);
    const RandomQuery query(map, 30, random);
    Endpoints endpoints(state);
    endpoints.take(query.goals, query.agents);
    const ReferenceField optimum = reference_dijkstra_buckets(map.view(), query.goals);
    for (const Agent& agent : endpoints.agents()) {
      EXPECT_EQ(agent.outcome == Outcome::complete, reachable(optimum.at(agent.cell)));
      EXPECT_LE(endpoints.lower_bound(agent), optimum.at(agent.cell).units);
      const std::vector<SectorId> only{{agent.sector}};
      const TileMask mask(state.tiles, only);
      const ReferenceField inside = reference_dijkstra_buckets(
          state.grid, std::vector<Goal>(endpoints.goals().begin(), endpoints.goals().end()), &mask);
      // An agent that arrives is not asked about cells that stand in for goals of others.
      if (agent.outcome == Outcome::complete && endpoints.goals().size() == query.goals.size()) {
        const Distance direct = inside.at(agent.cell);
        EXPECT_EQ(agent.direct, reachable(direct) ? direct.units : no_cost);
      }
    }
    for (const AgentEnd& end : endpoints.agent_ends()) {
      const Agent& agent = endpoints.agents()[end.agent];
      const Goal from{agent.cell};
      EXPECT_TRUE(agent.has_exit);
      EXPECT_EQ(end.cost, cost_inside(state, agent.sector, {&from, 1}, end.node));
    }
    for (const Seed& end : endpoints.goal_ends()) {
      std::vector<Goal> here;
      for (const Goal& goal : endpoints.goals()) {
        if (state.tiles.tile_of(goal.cell).value == end.area) here.push_back(goal);
      }
      // A goal and a cell that stands in for another one may share a sector.
      const std::uint64_t cost = cost_inside(state, end.area, here, end.node);
      if (endpoints.nearest()) {
        EXPECT_GE(end.cost, cost);
      } else {
        EXPECT_EQ(end.cost, cost);
      }
    }
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace portolan::test
