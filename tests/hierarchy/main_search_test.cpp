// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <search/main_search.hpp>

#include <support/cases.hpp>
#include "search_support.hpp"

namespace portolan::test {
namespace {

using detail::AgentRoute;
using detail::AgentRoutes;
using detail::Endpoints;
using detail::MainSearch;

MainSearch::Task base_task(const Endpoints& endpoints, std::uint64_t max_nodes = ~0ULL) {
  return {0, endpoints.goal_ends(), endpoints.agents(), endpoints.agent_ends(), max_nodes};
}

// Any world, with links too, any number of agents: the routes cost what Boost's Dijkstra on the portal graph
// says; by lanes and by wide costs.
TEST(MainSearch, FindsTheCheapestRoutes) {
  for (std::uint64_t seed = 0; seed < test::storm(60); ++seed) {
    const auto options = random_options(seed, 90);
    SCOPED_TRACE(describe(options, seed));
    const auto map = random_world(options, seed);
    const OpenHierarchy open(map,
                             {.sector_size = 8, .levels = 1 + static_cast<int>(seed % 3), .level_factor = 2});
    Random random(seed);
    const RandomQuery query(map, seed % 4 == 0 ? 90 : 5, random);
    Endpoints endpoints(open.state);
    endpoints.take(query.goals, query.agents);
    const std::vector<std::uint64_t> expected = boost_route_costs(open.state, endpoints);
    MainSearch search(open.state);
    AgentRoutes routes;
    routes.begin(endpoints.agents());
    search.begin(base_task(endpoints));
    search.aim(routes);
    const std::uint64_t bound = search.least_bound();
    ASSERT_TRUE(search.run(routes));
    for (std::uint32_t i = 0; i < expected.size(); ++i) {
      ASSERT_EQ(routes[i].cost, expected[i]) << "agent " << i;
      ASSERT_FALSE(routes.is_open(i));
      if (routes[i].kind == AgentRoute::Kind::main) {
        EXPECT_LE(bound, routes[i].cost);
      }
    }
    routes.begin(endpoints.agents());
    search.run_wide(routes);
    for (std::uint32_t i = 0; i < expected.size(); ++i)
      ASSERT_EQ(routes[i].cost, expected[i]) << "agent " << i;
  }
}

TEST(MainSearch, EndsWhenTheBudgetIsSpent) {
  const auto map = random_world({.extent = {200, 200, 1}, .shape = Shape::open}, 3);
  const OpenHierarchy open(map, {.sector_size = 8, .levels = 1});
  Endpoints endpoints(open.state);
  const Goal goal{{10, 10, 0}};
  const Cell agent{190, 180, 0};
  endpoints.take({&goal, 1}, {&agent, 1});
  AgentRoutes routes;
  routes.begin(endpoints.agents());
  MainSearch search(open.state);
  search.begin(base_task(endpoints, 5));
  search.aim(routes);
  EXPECT_TRUE(search.run(routes));
  EXPECT_TRUE(search.is_spent());
  EXPECT_EQ(search.opened(), 5U);
  EXPECT_TRUE(routes.is_open(0));
}

// Some nodes instead of agents: their costs are final afterwards, and Dijkstra's.
TEST(MainSearch, RunsToNodes) {
  for (std::uint64_t seed = 0; seed < test::storm(20); ++seed) {
    auto options = random_options(seed, 90);
    SCOPED_TRACE(describe(options, seed));
    const auto map = random_world(options, seed);
    const OpenHierarchy open(map, {.sector_size = 8, .levels = 1});
    const PortalGraph& graph = open.state.graphs[0];
    Random random(seed);
    const RandomQuery query(map, 1, random);
    Endpoints endpoints(open.state);
    endpoints.take(query.goals, query.agents);
    std::vector<std::uint32_t> nodes;
    for (std::uint32_t node = 0; node < graph.id_end(); ++node) {
      if (graph.contains(PortalId{node}) && random.percent(5)) nodes.push_back(node);
    }
    nodes.insert(nodes.end(), nodes.begin(), nodes.end());
    MainSearch search(open.state);
    search.begin(base_task(endpoints));
    ASSERT_TRUE(search.run_to(nodes));
    const std::vector<std::uint64_t> expected = boost_costs_to(graph, endpoints.goal_ends());
    for (const std::uint32_t node : nodes) {
      ASSERT_EQ(search.step_from(node).known(), expected[node] != detail::no_cost);
      if (!search.step_from(node).known()) continue;
      EXPECT_EQ(search.step_from(node).cost, expected[node]);
    }
  }
}

}  // namespace
}  // namespace portolan::test
