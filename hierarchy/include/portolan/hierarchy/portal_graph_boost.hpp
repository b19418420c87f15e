// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
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

#include <portolan/hierarchy/portal_graph.hpp>

// The portal graph of any level as a graph that any Boost.Graph algorithm accepts: one vertex per portal id
// (ids that are no portal's are vertices without edges), one edge per path between two portals of an area,
// `edge_weight` in units and `vertex_index`. Nothing is stored: an edge is its place in the area's table.
//
// Models VertexListGraph, IncidenceGraph, BidirectionalGraph, AdjacencyGraph. For costs *to* a portal run an
// algorithm on `boost::make_reverse_graph(graph)`. Kept in a header of its own: only what includes it pays
// for Boost.Graph.

namespace portolan {

/// A path between two portals through one area.
struct PortalEdge {
  std::size_t source = 0;
  std::size_t target = 0;
  std::uint64_t units = 0;

  bool operator==(const PortalEdge&) const = default;
};

/// Walks the edges out of, or into, one portal: area by area, in the order of the area's nodes.
template <bool incoming>
class PortalEdgeIterator : public boost::iterator_facade<PortalEdgeIterator<incoming>, PortalEdge,
                                                         boost::forward_traversal_tag, PortalEdge> {
 public:
  PortalEdgeIterator() = default;
  /// At the first edge.
  PortalEdgeIterator(const PortalGraph& graph, std::size_t vertex)
      : level_(&graph.level()), vertex_(static_cast<std::uint32_t>(vertex)) {
    const detail::NodeRecord& node = level_->nodes[vertex_];
    if (!node.alive()) {
      turn_ = 2;
    } else if (node.is_link()) {
      const detail::LinkNode& link = level_->link(node);
      turn_ = 1;
      incoming ? enter(link.from_area, link.leaving_at) : enter(link.to_area, link.arriving_at);
    } else {
      enter(level_->area_a(node), level_->place(vertex_, node, true));
    }
    settle();
  }
  /// Past the last edge.
  [[nodiscard]] static PortalEdgeIterator end_of(std::size_t vertex) {
    PortalEdgeIterator end;
    end.vertex_ = static_cast<std::uint32_t>(vertex);
    end.turn_ = 2;
    return end;
  }

 private:
  friend class boost::iterator_core_access;

  void enter(std::uint32_t area, std::uint32_t place) {
    record_ = &level_->areas[area];
    table_ = &level_->table(area);
    place_ = place;
    index_ = 0;
  }
  // The nodes that a path can begin at, for edges into a portal, or end at: those on borders, then links.
  [[nodiscard]] std::uint32_t count() const {
    const detail::AreaLinks& links = level_->links_of(*record_);
    return record_->portals() +
           static_cast<std::uint32_t>((incoming ? links.arriving : links.leaving).size());
  }
  [[nodiscard]] std::uint32_t other() const {
    if (index_ >= record_->portals()) {
      const detail::AreaLinks& links = level_->links_of(*record_);
      return (incoming ? links.arriving : links.leaving)[index_ - record_->portals()];
    }
    std::size_t side = 0;
    while (index_ >= record_->end[side]) ++side;
    return record_->first[side] + index_ - (side == 0 ? 0U : record_->end[side - 1]);
  }
  [[nodiscard]] std::uint64_t units() const {
    if (!incoming) return table_->at(place_, index_);
    const bool link = index_ >= record_->portals();
    const auto leaving = static_cast<std::uint32_t>(level_->links_of(*record_).leaving.size());
    return table_->at(link ? index_ + leaving : index_, place_);
  }
  [[nodiscard]] std::uint64_t link_cost(std::uint32_t node) const {
    const detail::NodeRecord& record = level_->nodes[node];
    return record.is_link() ? level_->link(record).link.cost : 0;
  }
  // Moves on to where there is an edge.
  void settle() {
    for (; turn_ < 2; ++index_) {
      while (turn_ < 2 && index_ == count()) next_area();
      if (turn_ == 2 || (units() != detail::CostTable::no_path && other() != vertex_)) return;
    }
  }
  void next_area() {
    if (++turn_ == 2) return;
    const detail::NodeRecord& node = level_->nodes[vertex_];
    enter(level_->area_b(node), level_->place(vertex_, node, false));
  }

  [[nodiscard]] PortalEdge dereference() const {
    const std::uint32_t there = other();
    if (incoming) return {there, vertex_, units() + link_cost(there)};
    return {vertex_, there, units() + link_cost(vertex_)};
  }
  void increment() {
    ++index_;
    settle();
  }
  [[nodiscard]] bool equal(const PortalEdgeIterator& o) const {
    return vertex_ == o.vertex_ && turn_ == o.turn_ && (turn_ == 2 || index_ == o.index_);
  }

  const detail::Level* level_ = nullptr;
  const detail::AreaRecord* record_ = nullptr;
  const detail::CostTable* table_ = nullptr;
  std::uint32_t vertex_ = 0;
  std::uint32_t place_ = 0;  // of the vertex in the area at hand
  std::uint32_t index_ = 0;  // of the other end
  std::uint32_t turn_ = 0;   // a border node has two areas, a link one; 2: past the end
};

/// Property map: cost of an edge in units.
struct PortalEdgeWeight {
  using key_type = PortalEdge;
  using value_type = std::uint64_t;
  using reference = std::uint64_t;
  using category = boost::readable_property_map_tag;

  friend std::uint64_t get(PortalEdgeWeight, const PortalEdge& edge) { return edge.units; }
  std::uint64_t operator[](const PortalEdge& edge) const { return edge.units; }
};
using PortalVertexIndex = boost::typed_identity_property_map<std::size_t>;

}  // namespace portolan

template <>
struct boost::graph_traits<portolan::PortalGraph> {
  using vertex_descriptor = std::size_t;
  using edge_descriptor = portolan::PortalEdge;
  using directed_category = boost::bidirectional_tag;
  using edge_parallel_category = boost::allow_parallel_edge_tag;
  struct traversal_category : virtual boost::bidirectional_graph_tag,
                              virtual boost::adjacency_graph_tag,
                              virtual boost::vertex_list_graph_tag {};
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

// ---- the free functions that Boost.Graph calls; found by argument-dependent look-up ----

inline std::size_t num_vertices(const PortalGraph& g) { return g.id_end(); }
inline auto vertices(const PortalGraph& g) {
  using Iterator = boost::graph_traits<PortalGraph>::vertex_iterator;
  return std::pair{Iterator(0), Iterator(num_vertices(g))};
}
inline std::size_t source(const PortalEdge& e, const PortalGraph&) { return e.source; }
inline std::size_t target(const PortalEdge& e, const PortalGraph&) { return e.target; }

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

inline PortalEdgeWeight get(boost::edge_weight_t, const PortalGraph&) { return {}; }
inline std::uint64_t get(boost::edge_weight_t, const PortalGraph&, const PortalEdge& e) { return e.units; }
inline PortalVertexIndex get(boost::vertex_index_t, const PortalGraph&) { return {}; }
inline std::size_t get(boost::vertex_index_t, const PortalGraph&, std::size_t v) { return v; }

}  // namespace portolan

template <>
struct boost::property_map<portolan::PortalGraph, boost::edge_weight_t> {
  using type = portolan::PortalEdgeWeight;
  using const_type = portolan::PortalEdgeWeight;
};
template <>
struct boost::property_map<portolan::PortalGraph, boost::vertex_index_t> {
  using type = portolan::PortalVertexIndex;
  using const_type = portolan::PortalVertexIndex;
};
