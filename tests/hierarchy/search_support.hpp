// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <boost/graph/reverse_graph.hpp>

#include <baselines/reference_field.hpp>
#include <portolan/core/detail/tile_mask.hpp>
#include <portolan/hierarchy/portal_graph_boost.hpp>

#include <hierarchy_state.hpp>
#include <search/endpoints.hpp>
#include <search/lift.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>

// What the tests of the parts of a search share: a hierarchy with its inside open, and costs by searches that
// know nothing of those under test.

namespace portolan::test {

/// A built hierarchy, of which a test sees all.
struct OpenHierarchy {
  OpenHierarchy(const TestWorld& map, const HierarchyOptions& options)
      : state(map.world, map.profile, options) {
    state.build();
    state.settle();
  }
  detail::HierarchyState state;
};

/// Costs from every node of a level to a node, by Boost's Dijkstra.
inline std::vector<std::uint64_t> boost_costs_to(const PortalGraph& graph, std::size_t node) {
  std::vector<std::uint64_t> costs(graph.id_end(), detail::no_cost);
  const auto reversed = boost::make_reverse_graph(graph);
  boost::dijkstra_shortest_paths(
      reversed, node,
      boost::weight_map(get(boost::edge_weight, reversed))
          .distance_map(boost::make_iterator_property_map(costs.begin(), get(boost::vertex_index, graph)))
          .distance_inf(detail::no_cost));
  return costs;
}

/// Costs from every node of a level to the cheapest seed.
inline std::vector<std::uint64_t> boost_costs_to(const PortalGraph& graph,
                                                 std::span<const detail::Seed> seeds) {
  std::vector<std::uint64_t> best(graph.id_end(), detail::no_cost);
  for (const detail::Seed& seed : seeds) {
    const std::vector<std::uint64_t> costs = boost_costs_to(graph, seed.node);
    for (std::size_t i = 0; i < best.size(); ++i) {
      if (costs[i] != detail::no_cost) best[i] = std::min(best[i], costs[i] + seed.cost);
    }
  }
  return best;
}

/// What each agent's cheapest route costs: inside its sector, or by portals of level 0.
inline std::vector<std::uint64_t> boost_route_costs(const detail::HierarchyState& state,
                                                    const detail::Endpoints& endpoints) {
  const std::vector<std::uint64_t> costs = boost_costs_to(state.graphs[0], endpoints.goal_ends());
  std::vector<std::uint64_t> best;
  for (const detail::Agent& agent : endpoints.agents()) {
    best.push_back(agent.has_path() ? agent.direct : detail::no_cost);
  }
  for (const detail::AgentEnd& end : endpoints.agent_ends()) {
    if (!endpoints.agents()[end.agent].has_path() || costs[end.node] == detail::no_cost) continue;
    best[end.agent] = std::min(best[end.agent], end.cost + costs[end.node]);
  }
  return best;
}

/// Costs between every node of a level and the cheapest seed by edges inside one area of the level above:
/// Dijkstra over the edges of the portal graph. Backward: from the nodes to the seeds.
inline std::vector<std::uint64_t> confined_costs(const detail::HierarchyState& state, std::size_t at,
                                                 std::uint32_t area, std::span<const detail::Seed> seeds,
                                                 bool backward) {
  const PortalGraph& graph = state.graphs[at];
  const detail::LevelStack levels(state);
  std::vector<std::uint64_t> costs(graph.id_end(), detail::no_cost);
  using Entry = std::pair<std::uint64_t, std::uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  const auto offer = [&](std::uint32_t node, std::uint64_t cost) {
    if (cost >= costs[node]) return;
    costs[node] = cost;
    open.emplace(cost, node);
  };
  for (const detail::Seed& seed : seeds) {
    if (levels.area_above(at, seed.area) == area) offer(seed.node, seed.cost);
  }
  while (!open.empty()) {
    const std::uint64_t known = open.top().first;
    const std::uint32_t node = open.top().second;
    open.pop();
    if (known != costs[node]) continue;
    const auto visit = [&](PortalId other, Distance cost, std::uint32_t through) {
      if (levels.area_above(at, through) == area) offer(other.value, known + cost.units);
    };
    backward ? graph.for_each_edge_into(PortalId{node}, visit)
             : graph.for_each_edge_from(PortalId{node}, visit);
  }
  return costs;
}

/// A query on a random world: a few goals, some agents, all on passable cells.
struct RandomQuery {
  RandomQuery(const TestWorld& map, int most_agents, Random& random) {
    for (int i = random.between(1, 2); i > 0; --i)
      goals.push_back({random_passable_cell(map.view(), random)});
    for (int i = random.between(1, most_agents); i > 0; --i)
      agents.push_back(random_passable_cell(map.view(), random));
  }
  std::vector<Goal> goals;
  std::vector<Cell> agents;
};

}  // namespace portolan::test
