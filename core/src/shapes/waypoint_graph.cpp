// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/core/graph/waypoint_graph.hpp>

#include <algorithm>
#include <limits>
#include <numeric>

#include <portolan/core/assert.hpp>

namespace portolan {

namespace {

constexpr std::uint64_t most_weight = std::numeric_limits<std::uint32_t>::max();

}  // namespace

WaypointGraph::WaypointGraph(std::size_t vertices, std::span<const GraphEdge> edges,
                             std::vector<Vec2> positions)
    : first_(vertices + 1, 0), arcs_(edges.size()), positions_(std::move(positions)) {
  PORTOLAN_ASSERT(positions_.empty() || positions_.size() == vertices, "one per vertex, or none");
  for (const GraphEdge& edge : edges) {
    PORTOLAN_ASSERT(edge.source < vertices && edge.target < vertices, "edges end at vertices");
    PORTOLAN_ASSERT(edge.units <= most_weight, "weights take 32 bits");
    ++first_[edge.source + 1];
  }
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  std::vector<std::uint32_t> place(first_.begin(), first_.end() - 1);
  for (const GraphEdge& edge : edges) {
    arcs_[place[edge.source]++] = {static_cast<std::uint32_t>(edge.target),
                                   static_cast<std::uint32_t>(std::min(edge.units, most_weight))};
  }
}

void WaypointGraph::set_weight(std::size_t from, std::size_t to, std::uint32_t weight) {
  PORTOLAN_ASSERT(from < vertex_count() && to < vertex_count(), "vertices of the graph");
  for (std::size_t i = first_[from]; i < first_[from + 1]; ++i) {
    if (arcs_[i].to == to) arcs_[i].weight = weight;
  }
}

}  // namespace portolan
