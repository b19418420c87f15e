// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include <boost/graph/graph_traits.hpp>
#include <boost/property_map/property_map.hpp>

namespace portolan {

/// An edge of the graphs that Portolan shows to Boost.Graph: cells with their steps and links (`GridGraph`),
/// portals with the paths between them (`PortalGraph`).
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

/// What graphs model that know the edges out of a vertex only.
struct GraphOutTraversal : virtual boost::incidence_graph_tag, virtual boost::vertex_list_graph_tag {};

/// What both graphs model.
struct GraphTraversal : virtual boost::bidirectional_graph_tag,
                        virtual boost::adjacency_graph_tag,
                        virtual boost::vertex_list_graph_tag {};

}  // namespace portolan
