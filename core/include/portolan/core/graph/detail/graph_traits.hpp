// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include <boost/graph/graph_traits.hpp>
#include <boost/property_map/property_map.hpp>

#include <portolan/core/graph/graph_edge.hpp>

namespace portolan {

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

/// What both graphs model.
struct GraphTraversal : virtual boost::bidirectional_graph_tag,
                        virtual boost::adjacency_graph_tag,
                        virtual boost::vertex_list_graph_tag {};

}  // namespace portolan
