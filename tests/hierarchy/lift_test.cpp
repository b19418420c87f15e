// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include <search/lift.hpp>
#include <search/main_search.hpp>
#include <search/project.hpp>

#include <support/cases.hpp>
#include "search_support.hpp"

namespace portolan::test {
namespace {

using detail::AgentEnd;
using detail::AgentRoute;
using detail::AgentRoutes;
using detail::Endpoints;
using detail::HierarchyState;
using detail::Lift;
using detail::MainSearch;
using detail::Project;
using detail::Seed;

// A random world of several levels, and a query on it.
struct Case {
  Case(std::uint64_t seed, bool links, int most_agents)
      : options(options_of(seed, links)),
        map(random_world(options, seed)),
        open(map, {.sector_size = 8, .levels = 2 + static_cast<int>(seed % 2), .level_factor = 2}),
        random(seed),
        query(map, most_agents, random),
        endpoints(open.state) {
    endpoints.take(query.goals, query.agents);
    routes.begin(endpoints.agents());
  }
  static RandomWorldOptions options_of(std::uint64_t seed, bool links) {
    RandomWorldOptions options = random_options(seed, 90);
    options.extent.width += 40;
    if (!links) {
      options.one_way_links = options.two_way_links = 0;
      options.extent.layers = 1;
    }
    return options;
  }

  RandomWorldOptions options;
  TestWorld map;
  OpenHierarchy open;
  Random random;
  RandomQuery query;
  Endpoints endpoints;
  AgentRoutes routes;
};

// What nodes of the level above should have, by node of that level, from costs on level `at`.
void expect_lifted(const HierarchyState& state, std::size_t at, const std::vector<std::uint64_t>& below,
                   const std::map<std::uint32_t, std::uint64_t>& lifted, std::uint32_t area) {
  const detail::LevelStack levels(state);
  const detail::Level& above = levels[at + 1];
  const auto expect = [&](std::uint32_t node, std::uint32_t) {
    const std::uint64_t cost = below[levels.node_below(at + 1, node)];
    const auto found = lifted.find(node);
    ASSERT_EQ(found != lifted.end(), cost != detail::no_cost) << "node " << node;
    if (found != lifted.end()) {
      ASSERT_EQ(found->second, cost) << "node " << node;
    }
  };
  above.for_each_border_node(above.areas[area], expect);
}

class Lifts : public ::testing::TestWithParam<bool> {};  // with links

// Level by level the ends of goals and of agents cost what Dijkstra inside the area says.
TEST_P(Lifts, CostWhatPathsInsideTheAreaCost) {
  for (std::uint64_t seed = 0; seed < test::storm(30); ++seed) {
    Case c(seed, GetParam(), 4);
    SCOPED_TRACE(describe(c.options, seed));
    const HierarchyState& state = c.open.state;
    const detail::LevelStack levels(state);
    Lift lift(state);
    lift.begin(c.endpoints);
    lift.lift_goals(c.routes);
    lift.lift_agents(c.routes);
    for (std::size_t at = 0; at < levels.top(); ++at) {
      std::map<std::uint32_t, std::map<std::uint32_t, std::uint64_t>> goals_of;
      for (const Seed& end : lift.goal_ends(at)) goals_of[levels.area_above(at, end.area)];
      for (const Seed& end : lift.goal_ends(at + 1)) goals_of[end.area][end.node] = end.cost;
      for (const auto& area : goals_of) {
        const auto costs = confined_costs(state, at, area.first, lift.goal_ends(at), true);
        expect_lifted(state, at, costs, area.second, area.first);
      }
      for (std::uint32_t i = 0; i < c.endpoints.agents().size(); ++i) {
        if (!c.routes.is_open(i)) continue;
        const Cell cell = c.endpoints.agents()[i].cell;
        std::vector<Seed> seeds;
        for (const AgentEnd& end : lift.agent_ends_of(at, i))
          seeds.push_back({end.node, levels.area_of(at, cell), end.cost});
        std::map<std::uint32_t, std::uint64_t> lifted;
        for (const AgentEnd& end : lift.agent_ends_of(at + 1, i)) lifted[end.node] = end.cost;
        const std::uint32_t area = levels.area_of(at + 1, cell);
        expect_lifted(state, at, confined_costs(state, at, area, seeds, false), lifted, area);
      }
    }
    if (HasFatalFailure()) return;
  }
}
INSTANTIATE_TEST_SUITE_P(Worlds, Lifts, ::testing::Bool());

// Both ends lifted, the main search on the top level, and what stays inside an area: together they find what
// Boost's Dijkstra finds on level 0.
TEST(Lift, AndMainSearchFindTheCheapestRoutes) {
  for (std::uint64_t seed = 0; seed < test::storm(60); ++seed) {
    Case c(seed, seed % 2 == 0, 6);
    SCOPED_TRACE(describe(c.options, seed));
    const HierarchyState& state = c.open.state;
    const std::size_t top = state.levels.size() - 1;
    Lift lift(state);
    lift.begin(c.endpoints);
    lift.lift_goals(c.routes);
    lift.lift_agents(c.routes);
    lift.improve_inside(c.routes);
    MainSearch main(state);
    main.begin({top, lift.goal_ends(top), c.endpoints.agents(), lift.agent_ends(top)});
    main.aim(c.routes);
    ASSERT_TRUE(main.run(c.routes));
    const std::vector<std::uint64_t> expected = boost_route_costs(state, c.endpoints);
    for (std::uint32_t i = 0; i < expected.size(); ++i)
      ASSERT_EQ(c.routes[i].cost, expected[i]) << "agent " << i;
  }
}

// With a limit no route is found that is too cheap; and all that cost no more than it are found.
TEST(Lift, LeavesOutOnlyWhatCostsMoreThanTheLimit) {
  int below = 0;
  for (std::uint64_t seed = 0; seed < test::storm(40); ++seed) {
    Case c(seed, false, 1);
    SCOPED_TRACE(describe(c.options, seed));
    const HierarchyState& state = c.open.state;
    const std::size_t top = state.levels.size() - 1;
    const std::uint64_t expected = boost_route_costs(state, c.endpoints)[0];
    for (const std::uint64_t limit : {expected / 2, expected, expected + 100}) {
      c.routes.begin(c.endpoints.agents());
      if (c.routes.open_count() == 0) continue;
      Lift lift(state);
      lift.begin(c.endpoints, limit);
      lift.lift_goals(c.routes);
      lift.lift_agents(c.routes);
      lift.improve_inside(c.routes);
      MainSearch main(state);
      main.begin({top, lift.goal_ends(top), c.endpoints.agents(), lift.agent_ends(top)});
      main.aim(c.routes);
      ASSERT_TRUE(main.run(c.routes));
      ASSERT_GE(c.routes[0].cost, expected);
      if (limit < expected) continue;
      ++below;
      ASSERT_EQ(c.routes[0].cost, expected);
    }
  }
  EXPECT_GT(below, test::enough(20));
}

// Many agents: goals lifted, the main search to the boundaries of the agents' areas, costs projected down.
TEST(Project, FindsTheCheapestRoutesOfAllAgents) {
  int projected = 0;
  for (std::uint64_t seed = 0; seed < test::storm(40); ++seed) {
    Case c(seed, false, 120);
    SCOPED_TRACE(describe(c.options, seed));
    const HierarchyState& state = c.open.state;
    ASSERT_TRUE(state.symmetric);
    const std::size_t top = state.levels.size() - 1;
    Lift lift(state);
    lift.begin(c.endpoints);
    lift.lift_goals(c.routes);
    MainSearch main(state);
    main.begin({top, lift.goal_ends(top), c.endpoints.agents(), {}});
    Project project(state);
    ASSERT_TRUE(main.run_to(project.boundary(c.endpoints.agents(), c.routes)));
    ASSERT_TRUE(project.run(c.endpoints, lift, main, c.routes));
    const std::vector<std::uint64_t> expected = boost_route_costs(state, c.endpoints);
    for (std::uint32_t i = 0; i < expected.size(); ++i) {
      ASSERT_EQ(c.routes[i].cost, expected[i]) << "agent " << i;
      projected += c.routes[i].kind == AgentRoute::Kind::projected ? 1 : 0;
    }
    EXPECT_EQ(c.routes.open_count(), 0U);
  }
  EXPECT_GT(projected, test::enough(500));
}

TEST(Lift, GoesNodeByNodeWhereCostsDoNotFit) {
  const auto map = random_world({.extent = {100, 100, 1}, .shape = Shape::open}, 1);
  const OpenHierarchy open(map, {.sector_size = 8, .levels = 2, .level_factor = 2});
  Endpoints endpoints(open.state);
  // Costs inside areas have 30 bits.
  const Goal goal{{5, 5, 0}, {(1U << 30U) - 50}};
  const Cell agent{95, 95, 0};
  endpoints.take({&goal, 1}, {&agent, 1});
  AgentRoutes routes;
  routes.begin(endpoints.agents());
  Lift lift(open.state);
  lift.begin(endpoints);
  lift.lift_goals(routes);
  EXPECT_EQ(lift.goal_costs(0, open.state.levels[1]->grid.area_of(goal.cell)), nullptr)
      << "node by node, because costs inside the area do not fit";
  const std::vector<std::uint64_t> costs =
      confined_costs(open.state, 0, open.state.levels[1]->grid.area_of(goal.cell), lift.goal_ends(0), true);
  ASSERT_FALSE(lift.goal_ends(1).empty());
  for (const Seed& end : lift.goal_ends(1))
    EXPECT_EQ(end.cost, costs[open.state.levels[1]->nodes[end.node].aux]);
}

}  // namespace
}  // namespace portolan::test
