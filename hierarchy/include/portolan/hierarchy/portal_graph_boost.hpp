// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>

#include <boost/graph/adjacency_iterator.hpp>
#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <boost/iterator/counting_iterator.hpp>
#include <boost/iterator/iterator_facade.hpp>
#include <boost/property_map/property_map.hpp>

#include <portolan/core/graph/detail/graph_traits.hpp>
#include <portolan/hierarchy/detail/portal_edge_iterator.hpp>
#include <portolan/hierarchy/portal_graph.hpp>

// The portal graph of any level as a graph that any Boost.Graph algorithm accepts: one vertex per portal id
// (ids that are no portal's are vertices without edges), one edge per path between two portals of an area,
// `edge_weight` in units and `vertex_index`. Nothing is stored: an edge is its place in the area's table.
//
// Models VertexListGraph, IncidenceGraph, BidirectionalGraph, AdjacencyGraph. For costs *to* a portal run an
// algorithm on `boost::make_reverse_graph(graph)`. Kept in a header of its own: only what includes it pays
// for Boost.Graph.

template <>
struct boost::graph_traits<portolan::PortalGraph> {
  using vertex_descriptor = std::size_t;
  using edge_descriptor = portolan::GraphEdge;
  using directed_category = boost::bidirectional_tag;
  using edge_parallel_category = boost::allow_parallel_edge_tag;
  using traversal_category = portolan::GraphTraversal;
  using vertices_size_type = std::size_t;
  using edges_size_type = std::size_t;
  using degree_size_type = std::size_t;
  using vertex_iterator = boost::counting_iterator<std::size_t>;
  using out_edge_iterator = portolan::PortalEdgeIterator<false>;
  using in_edge_iterator = portolan::PortalEdgeIterator<true>;
  using adjacency_iterator =
      boost::adjacency_iterator<portolan::PortalGraph, std::size_t, out_edge_iterator, std::ptrdiff_t>;

  static constexpr std::size_t null_vertex() { return ~std::size_t{0}; }
};

namespace portolan {

template <>
inline constexpr bool has_graph_edges<PortalGraph> = true;

// ---- the free functions that Boost.Graph calls; found by argument-dependent look-up ----

inline std::size_t num_vertices(const PortalGraph& g) { return g.id_end(); }
inline auto vertices(const PortalGraph& g) {
  using Iterator = boost::graph_traits<PortalGraph>::vertex_iterator;
  return std::pair{Iterator(0), Iterator(num_vertices(g))};
}

inline auto out_edges(std::size_t v, const PortalGraph& g) {
  using Iterator = PortalEdgeIterator<false>;
  return std::pair{Iterator(g, v), Iterator::end_of(v)};
}
inline auto in_edges(std::size_t v, const PortalGraph& g) {
  using Iterator = PortalEdgeIterator<true>;
  return std::pair{Iterator(g, v), Iterator::end_of(v)};
}
inline auto adjacent_vertices(std::size_t v, const PortalGraph& g) {
  using Iterator = boost::graph_traits<PortalGraph>::adjacency_iterator;
  const auto edges = out_edges(v, g);
  return std::pair{Iterator(edges.first, &g), Iterator(edges.second, &g)};
}
inline std::size_t out_degree(std::size_t v, const PortalGraph& g) {
  const auto edges = out_edges(v, g);
  return static_cast<std::size_t>(std::distance(edges.first, edges.second));
}
inline std::size_t in_degree(std::size_t v, const PortalGraph& g) {
  const auto edges = in_edges(v, g);
  return static_cast<std::size_t>(std::distance(edges.first, edges.second));
}
inline std::size_t degree(std::size_t v, const PortalGraph& g) { return out_degree(v, g) + in_degree(v, g); }

}  // namespace portolan
