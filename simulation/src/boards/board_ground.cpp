// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include <portolan/core/assert.hpp>

#include "board_state.hpp"

namespace portolan::detail {

void BoardGround::set_cost(std::uint32_t vertex, Cost cost) {
  PORTOLAN_ASSERT(vertex < costs_.size());
  costs_[vertex] = cost;
  if (cost != impassable) open_costs_[vertex] = cost;
}

std::vector<std::uint32_t> BoardGround::renew() {
  WaypointGraph edges = board_.edges(costs_);
  if (costs_ != open_costs_) {
    const WaypointGraph ways_out = board_.edges(open_costs_);
    std::vector<GraphEdge> all;
    std::vector<Vec2> positions;
    for (std::size_t v = 0; v < num_vertices(edges); ++v) {
      const bool is_closed = costs_[v] == impassable;
      for (auto [e, end] = out_edges(v, is_closed ? ways_out : edges); e != end; ++e) all.push_back(*e);
      if (edges.has_positions()) positions.push_back(position(v, edges));
    }
    edges = WaypointGraph(num_vertices(edges), all, std::move(positions));
  }
  for (const auto& [ends, cost] : edge_costs_) {
    for (auto [e, end] = out_edges(ends.first, edges); e != end; ++e) {
      const GraphEdge edge = *e;
      if (edge.target != ends.second) continue;
      const std::uint64_t weight = std::min<std::uint64_t>(edge.units * cost, ~std::uint32_t{0});
      edges.set_weight(edge.source, edge.target, cost == impassable ? 0 : static_cast<std::uint32_t>(weight));
      break;
    }
  }
  std::vector<std::uint32_t> changed = changed_vertices(graph_, edges);
  graph_ = std::move(edges);
  return changed;
}

std::uint32_t BoardGround::weight(std::uint32_t from, std::uint32_t to) const {
  std::uint64_t least = ~std::uint32_t{0};
  for (auto [e, end] = out_edges(from, graph_); e != end; ++e) {
    if ((*e).target == to) least = std::min(least, (*e).units);
  }
  PORTOLAN_ASSERT(least < ~std::uint32_t{0}, "fields go along edges");
  return static_cast<std::uint32_t>(least);
}

}  // namespace portolan::detail
