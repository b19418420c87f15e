// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <search/agent_routes.hpp>
#include <support/cases.hpp>
#include <support/random.hpp>

namespace portolan::test {
namespace {

using detail::Agent;
using detail::AgentRoute;
using detail::AgentRoutes;
using detail::no_cost;

Agent agent_with(Outcome outcome, bool has_exit, std::uint64_t direct = no_cost) {
  Agent agent;
  agent.outcome = outcome;
  agent.has_exit = has_exit;
  agent.direct = direct;
  return agent;
}

AgentRoute main_route(std::uint64_t cost, std::uint32_t node) {
  AgentRoute route;
  route.cost = cost;
  route.node = node;
  route.kind = AgentRoute::Kind::main;
  return route;
}

TEST(AgentRoutes, OpensAgentsThatOnlyASearchCanTellOf) {
  const std::vector<Agent> agents{
      agent_with(Outcome::complete, true), agent_with(Outcome::complete, false, 70),
      agent_with(Outcome::unreachable, true, 10), agent_with(Outcome::partial, true, 90)};
  AgentRoutes routes;
  routes.begin(agents);
  EXPECT_EQ(routes.open_count(), 2U);
  EXPECT_TRUE(routes.is_open(0));
  EXPECT_FALSE(routes.is_open(1)) << "its sector is all that there is";
  EXPECT_EQ(routes[1].cost, 70U);
  EXPECT_FALSE(routes.is_open(2));
  EXPECT_FALSE(routes[2].known());
  EXPECT_TRUE(routes.is_open(3));
  EXPECT_EQ(routes[3].cost, 90U);
}

TEST(AgentRoutes, KeepsTheCheapestAndClosesWhatCannotBeUndercut) {
  const std::vector<Agent> agents{agent_with(Outcome::complete, true),
                                  agent_with(Outcome::complete, true, 50)};
  AgentRoutes routes;
  routes.begin(agents);
  routes.improve(0, main_route(80, 1));
  routes.improve(0, main_route(60, 2));
  routes.improve(0, main_route(60, 3));
  EXPECT_EQ(routes[0].node, 2U) << "among equals the first";
  routes.improve(1, main_route(55, 4));
  EXPECT_EQ(routes[1].kind, AgentRoute::Kind::direct);
  routes.close_up_to(50);
  EXPECT_FALSE(routes.is_open(1));
  EXPECT_TRUE(routes.is_open(0));
  routes.improve(1, main_route(10, 5));
  EXPECT_EQ(routes[1].cost, 50U) << "it is closed";
  routes.settle(0, main_route(59, 6));
  EXPECT_EQ(routes[0].node, 6U);
  EXPECT_EQ(routes.open_count(), 0U);
}

// Random improvements against a list that is searched through.
TEST(AgentRoutes, ClosesAsAListWould) {
  for (std::uint64_t seed = 0; seed < test::storm(50); ++seed) {
    Random random(seed);
    const std::vector<Agent> agents(20, agent_with(Outcome::complete, true));
    AgentRoutes routes;
    routes.begin(agents);
    std::vector<std::uint64_t> costs(agents.size(), no_cost);
    std::vector<bool> open(agents.size(), true);
    std::uint64_t bound = 0;
    for (int i = 0; i < 200; ++i) {
      const std::uint32_t agent = random.below(20);
      const std::uint64_t cost = bound + random.below(300);
      routes.improve(agent, main_route(cost, 1));
      if (open[agent]) costs[agent] = std::min(costs[agent], cost);
      bound += random.below(4);
      routes.close_up_to(bound);
      std::size_t left = 0;
      for (std::uint32_t a = 0; a < agents.size(); ++a) {
        open[a] = open[a] && costs[a] > bound;
        left += open[a] ? 1 : 0;
        ASSERT_EQ(routes.is_open(a), open[a]);
        ASSERT_EQ(routes[a].cost, costs[a]);
      }
      ASSERT_EQ(routes.open_count(), left);
    }
  }
}

}  // namespace
}  // namespace portolan::test
