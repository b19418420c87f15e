// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <boost/iterator/counting_iterator.hpp>
#include <boost/iterator/iterator_facade.hpp>

#include <portolan/core/graph/detail/graph_traits.hpp>
#include <portolan/core/vec2.hpp>

namespace portolan {

class WaypointGraph;
template <>
inline constexpr bool has_graph_edges<WaypointGraph> = true;

/// A graph by its list of edges: roads, waypoints that were set by hand, and what `shapes.hpp` makes of
/// hexagons, staggered tiles and voxels. Weights may change, and an edge may be closed and opened again;
/// others neither come nor go. Models Boost.Graph's VertexListGraph and IncidenceGraph, and
/// `NavigationGraph`. Memory: 8 bytes an edge, 12 a vertex. Any number of readers, or one writer.
class WaypointGraph {
  class EdgeIterator;

 public:
  using vertex_descriptor = std::size_t;
  using edge_descriptor = GraphEdge;
  using directed_category = boost::directed_tag;
  using edge_parallel_category = boost::allow_parallel_edge_tag;
  using traversal_category = GraphOutTraversal;
  using vertices_size_type = std::size_t;
  using edges_size_type = std::size_t;
  using degree_size_type = std::size_t;
  using vertex_iterator = boost::counting_iterator<std::size_t>;
  using out_edge_iterator = EdgeIterator;

  [[nodiscard]] static constexpr std::size_t null_vertex() { return ~std::size_t{0}; }

  WaypointGraph() = default;
  /// Edges in any order; one-way, so that a road that is none needs two. Their ends are below `vertices`.
  /// Positions: one per vertex, or none.
  WaypointGraph(std::size_t vertices, std::span<const GraphEdge> edges, std::vector<Vec2> positions = {});

  /// Of all edges from one vertex to another; 0 closes them. Weights take 32 bits.
  void set_weight(std::size_t from, std::size_t to, std::uint32_t weight);
  [[nodiscard]] bool has_positions() const { return !positions_.empty(); }

  [[nodiscard]] std::size_t vertex_count() const { return first_.size() - 1; }
  /// Closed ones too.
  [[nodiscard]] std::size_t edge_count() const { return arcs_.size(); }

  friend std::size_t num_vertices(const WaypointGraph& g) { return g.vertex_count(); }
  friend std::pair<vertex_iterator, vertex_iterator> vertices(const WaypointGraph& g) {
    return {vertex_iterator(0), vertex_iterator(g.vertex_count())};
  }
  friend std::pair<out_edge_iterator, out_edge_iterator> out_edges(std::size_t v, const WaypointGraph& g) {
    return {{g, v, g.first_[v]}, {g, v, g.first_[v + 1]}};
  }
  friend std::size_t out_degree(std::size_t v, const WaypointGraph& g) {
    const auto [first, last] = out_edges(v, g);
    return static_cast<std::size_t>(std::distance(first, last));
  }
  /// The origin where there are no positions.
  friend Vec2 position(std::size_t v, const WaypointGraph& g) {
    return g.positions_.empty() ? Vec2{} : g.positions_[v];
  }

 private:
  struct Arc {
    std::uint32_t to = 0;
    std::uint32_t weight = 0;
  };

  /// Walks the edges out of a vertex that are open.
  class EdgeIterator
      : public boost::iterator_facade<EdgeIterator, GraphEdge, boost::forward_traversal_tag, GraphEdge> {
   public:
    EdgeIterator() = default;
    EdgeIterator(const WaypointGraph& graph, std::size_t vertex, std::size_t at)
        : graph_(&graph), vertex_(vertex), at_(at) {
      skip_closed();
    }

   private:
    friend class boost::iterator_core_access;

    void skip_closed() {
      while (at_ < graph_->first_[vertex_ + 1] && graph_->arcs_[at_].weight == 0) ++at_;
    }
    [[nodiscard]] GraphEdge dereference() const {
      return {vertex_, graph_->arcs_[at_].to, graph_->arcs_[at_].weight};
    }
    void increment() {
      ++at_;
      skip_closed();
    }
    [[nodiscard]] bool equal(const EdgeIterator& other) const { return at_ == other.at_; }

    const WaypointGraph* graph_ = nullptr;
    std::size_t vertex_ = 0;
    std::size_t at_ = 0;
  };

  std::vector<std::uint32_t> first_{0};  // by vertex
  std::vector<Arc> arcs_;
  std::vector<Vec2> positions_;
};

}  // namespace portolan
