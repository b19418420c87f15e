// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <cstdint>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include <search/boundary_search.hpp>

#include <support/cases.hpp>
#include "search_support.hpp"

namespace portolan::test {
namespace {

using detail::BoundarySearch;
using detail::Heuristic;
using detail::RouteStep;

constexpr auto go_on = [](std::uint32_t, std::uint64_t, std::uint64_t) { return true; };

// The cost of an edge of a level through one area.
std::uint64_t edge_cost(const PortalGraph& graph, std::uint32_t from, std::uint32_t into,
                        std::uint32_t area) {
  std::uint64_t cost = detail::no_cost;
  graph.for_each_edge_from(PortalId{from}, [&](PortalId to, Distance units, std::uint32_t through) {
    if (to.value == into && through == area) cost = units.units;
  });
  return cost;
}

// Follows the route from a node step by step; every edge must cost what the costs of its ends differ by.
void expect_route(const PortalGraph& graph, const BoundarySearch& search, std::uint32_t node) {
  std::vector<std::uint32_t> nodes;
  search.for_each_on_route(node, [&](std::uint32_t next, std::uint32_t area) {
    const RouteStep step = search.step_from(next);
    EXPECT_EQ(step.area, area);
    nodes.push_back(next);
    return true;
  });
  ASSERT_EQ(nodes.front(), node);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const RouteStep step = search.step_from(nodes[i]);
    ASSERT_EQ(step.next, i + 1 < nodes.size() ? nodes[i + 1] : RouteStep::none);
    if (step.next == RouteStep::none) break;
    ASSERT_EQ(step.cost - search.step_from(step.next).cost, edge_cost(graph, nodes[i], step.next, step.area));
  }
}

class BoundarySearches : public ::testing::TestWithParam<BoundarySearch::Costs> {};

// Both engines on worlds with walls, costs and links, on every level: the costs of all nodes are Dijkstra's,
// and the routes add up.
TEST_P(BoundarySearches, FindTheCostsOfAllNodes) {
  BoundarySearch search;
  for (std::uint64_t seed = 0; seed < test::storm(40); ++seed) {
    const auto options = random_options(seed, 80);
    SCOPED_TRACE(describe(options, seed));
    const auto map = random_world(options, seed);
    const OpenHierarchy open(map,
                             {.sector_size = 8, .levels = 1 + static_cast<int>(seed % 2), .level_factor = 2});
    const auto& state = open.state;
    Random random(seed);
    const RandomQuery query(map, 1, random);
    detail::Endpoints endpoints(state);
    endpoints.take(query.goals, {});
    const Heuristic nowhere(state.bound.from({}));
    search.begin(*state.levels[0], GetParam());
    search.set_heuristic(nowhere);
    for (const detail::Seed& end : endpoints.goal_ends()) search.seed(end.node, end.cost, end.area);
    EXPECT_EQ(search.run(go_on), BoundarySearch::End::exhausted);
    const std::vector<std::uint64_t> expected = boost_costs_to(state.graphs[0], endpoints.goal_ends());
    for (std::uint32_t node = 0; node < expected.size(); ++node) {
      if (!state.graphs[0].contains(PortalId{node})) continue;
      const RouteStep step = search.step_from(node);
      ASSERT_EQ(step.known(), expected[node] != detail::no_cost) << "node " << node;
      if (!step.known()) continue;
      ASSERT_EQ(step.cost, expected[node]) << "node " << node;
      if (random.percent(10)) expect_route(state.graphs[0], search, node);
    }
    if (HasFailure()) return;
  }
}

// Nodes come in the order of their bounds, with their final costs; a search that is stopped has opened no
// more.
TEST_P(BoundarySearches, SettleInOrderAndStop) {
  const auto map = random_world({.extent = {150, 150, 1}, .shape = Shape::boxes, .density = 20}, 4);
  const OpenHierarchy open(map, {.sector_size = 8, .levels = 1});
  const auto& state = open.state;
  Random random(4);
  const RandomQuery query(map, 1, random);
  detail::Endpoints endpoints(state);
  endpoints.take(query.goals, query.agents);
  detail::HalfBox box;
  box.include(query.agents[0]);
  const Heuristic heuristic(state.bound.from(box));
  const std::vector<std::uint64_t> expected = boost_costs_to(state.graphs[0], endpoints.goal_ends());
  BoundarySearch search;
  search.begin(*state.levels[0], GetParam());
  search.set_heuristic(heuristic);
  for (const detail::Seed& end : endpoints.goal_ends()) search.seed(end.node, end.cost, end.area);
  std::uint64_t last = 0;
  int settled = 0;
  const auto end = search.run([&](std::uint32_t node, std::uint64_t cost, std::uint64_t bound) {
    EXPECT_EQ(cost, expected[node]);
    EXPECT_GE(bound, last);
    last = bound;
    return ++settled < 40;
  });
  EXPECT_EQ(end, BoundarySearch::End::stopped);
  EXPECT_EQ(settled, 40);
  EXPECT_EQ(search.opened(), 39U);
}

INSTANTIATE_TEST_SUITE_P(Engines, BoundarySearches,
                         ::testing::Values(BoundarySearch::Costs::lanes, BoundarySearch::Costs::wide));

TEST(BoundarySearch, SaysWhenCostsOutgrowTheLanes) {
  const auto map = random_world({.extent = {60, 60, 1}, .shape = Shape::open}, 1);
  const OpenHierarchy open(map, {.sector_size = 8, .levels = 1});
  const detail::Level& level = *open.state.levels[0];
  detail::Endpoints endpoints(open.state);
  const Goal far{{5, 5, 0}, {detail::Lanes::most - 100}};
  endpoints.take({&far, 1}, {});
  const Heuristic nowhere(open.state.bound.from({}));
  for (const auto costs : {BoundarySearch::Costs::lanes, BoundarySearch::Costs::wide}) {
    BoundarySearch search;
    search.begin(level, costs);
    search.set_heuristic(nowhere);
    for (const detail::Seed& end : endpoints.goal_ends()) search.seed(end.node, end.cost, end.area);
    EXPECT_EQ(search.run(go_on), costs == BoundarySearch::Costs::lanes ? BoundarySearch::End::overflow
                                                                       : BoundarySearch::End::exhausted);
  }
}

}  // namespace
}  // namespace portolan::test
