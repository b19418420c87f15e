// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "search_support.hpp"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <boost/graph/reverse_graph.hpp>

#include <portolan/hierarchy/portal_graph_boost.hpp>

namespace portolan::test {

namespace {

// Costs from every node of a level to a node.
std::vector<std::uint64_t> boost_costs_to_node(const PortalGraph& graph, std::size_t node) {
  std::vector<std::uint64_t> costs(graph.id_end(), detail::no_cost);
  const auto reversed = boost::make_reverse_graph(graph);
  boost::dijkstra_shortest_paths(
      reversed, node,
      boost::weight_map(get(boost::edge_weight, reversed))
          .distance_map(boost::make_iterator_property_map(costs.begin(), get(boost::vertex_index, graph)))
          .distance_inf(detail::no_cost));
  return costs;
}

}  // namespace

std::vector<std::uint64_t> boost_costs_to(const PortalGraph& graph, std::span<const detail::Seed> seeds) {
  std::vector<std::uint64_t> best(graph.id_end(), detail::no_cost);
  for (const detail::Seed& seed : seeds) {
    const std::vector<std::uint64_t> costs = boost_costs_to_node(graph, seed.node);
    for (std::size_t i = 0; i < best.size(); ++i) {
      if (costs[i] != detail::no_cost) best[i] = std::min(best[i], costs[i] + seed.cost);
    }
  }
  return best;
}

std::vector<std::uint64_t> boost_route_costs(const detail::HierarchyState& state,
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

std::vector<std::uint64_t> confined_costs(const detail::HierarchyState& state, std::size_t at,
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

}  // namespace portolan::test
