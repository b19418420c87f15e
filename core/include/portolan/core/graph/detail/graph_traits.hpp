// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <boost/property_map/property_map.hpp>

namespace portolan {

/// An edge of the graphs that Portolan shows to Boost.Graph: places and the ways between them
/// (`WaypointGraph`), portals and the paths between them (`PortalGraph`).
struct GraphEdge {
  std::size_t source = 0;
  std::size_t target = 0;
  std::uint64_t units = 0;

  bool operator==(const GraphEdge&) const = default;
};

template <class Graph>
std::size_t source(const GraphEdge& edge, const Graph&) {
  return edge.source;
}
template <class Graph>
std::size_t target(const GraphEdge& edge, const Graph&) {
  return edge.target;
}

/// Property map: cost of an edge in units.
struct GraphEdgeWeight {
  using key_type = GraphEdge;
  using value_type = std::uint64_t;
  using reference = std::uint64_t;
  using category = boost::readable_property_map_tag;

  friend std::uint64_t get(GraphEdgeWeight, const GraphEdge& edge) { return edge.units; }
  std::uint64_t operator[](const GraphEdge& edge) const { return edge.units; }
};
using GraphVertexIndex = boost::typed_identity_property_map<std::size_t>;

/// Says that a graph's edges are those. Their weights, and indices of vertices, are then told of all such
/// graphs alike, by the functions and maps below, which Boost.Graph finds by itself.
template <class Graph>
inline constexpr bool has_graph_edges = false;
template <class Graph>
concept GraphOfEdges = has_graph_edges<Graph>;

template <GraphOfEdges Graph>
[[nodiscard]] GraphEdgeWeight get(boost::edge_weight_t, const Graph&) {
  return {};
}
template <GraphOfEdges Graph>
[[nodiscard]] std::uint64_t get(boost::edge_weight_t, const Graph&, const GraphEdge& edge) {
  return edge.units;
}
template <GraphOfEdges Graph>
[[nodiscard]] GraphVertexIndex get(boost::vertex_index_t, const Graph&) {
  return {};
}
template <GraphOfEdges Graph>
[[nodiscard]] std::size_t get(boost::vertex_index_t, const Graph&, std::size_t vertex) {
  return vertex;
}

/// What graphs model that know the edges out of a vertex only.
struct GraphOutTraversal : virtual boost::incidence_graph_tag, virtual boost::vertex_list_graph_tag {};

/// What both graphs model.
struct GraphTraversal : virtual boost::bidirectional_graph_tag,
                        virtual boost::adjacency_graph_tag,
                        virtual boost::vertex_list_graph_tag {};

}  // namespace portolan

template <portolan::GraphOfEdges Graph>
struct boost::property_map<Graph, boost::edge_weight_t> {
  using type = portolan::GraphEdgeWeight;
  using const_type = portolan::GraphEdgeWeight;
};
template <portolan::GraphOfEdges Graph>
struct boost::property_map<Graph, boost::vertex_index_t> {
  using type = portolan::GraphVertexIndex;
  using const_type = portolan::GraphVertexIndex;
};
