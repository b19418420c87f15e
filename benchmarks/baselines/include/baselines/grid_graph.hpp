// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <utility>

#include <boost/graph/adjacency_iterator.hpp>
#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <boost/iterator/counting_iterator.hpp>
#include <boost/iterator/iterator_facade.hpp>
#include <boost/property_map/property_map.hpp>

#include <baselines/tile_mask.hpp>
#include <portolan/core/cell.hpp>
#include <portolan/core/detail/neighbourhood.hpp>
#include <portolan/core/graph/detail/graph_traits.hpp>
#include <portolan/core/grid_view.hpp>

namespace portolan {

class GridGraph;
template <>
inline constexpr bool has_graph_edges<GridGraph> = true;

/// What one profile sees of a world, as a graph that any Boost.Graph algorithm accepts: one vertex per cell
/// (`extent.index(cell)`, impassable cells too, without edges), one edge per legal step and usable link, with
/// `edge_weight` and `vertex_index`. Nothing is stored: edges are made when an iterator gets to them.
///
/// Models VertexListGraph, IncidenceGraph, BidirectionalGraph, AdjacencyGraph. For costs *to* a goal run an
/// algorithm on `boost::make_reverse_graph(graph)` from the goal. Cells outside an optional mask are
/// impassable. A cheap view; world and mask must outlive it. Any thread may read.
///
/// Kept in a header of its own: only what includes it pays for compiling Boost.Graph.
class GridGraph {
  template <bool incoming>
  class EdgeIterator;

 public:
  using vertex_descriptor = std::size_t;
  using edge_descriptor = GraphEdge;
  using directed_category = boost::bidirectional_tag;
  using edge_parallel_category = boost::allow_parallel_edge_tag;
  using traversal_category = GraphTraversal;
  using vertices_size_type = std::size_t;
  using edges_size_type = std::size_t;
  using degree_size_type = std::size_t;
  using vertex_iterator = boost::counting_iterator<std::size_t>;
  using out_edge_iterator = EdgeIterator<false>;
  using in_edge_iterator = EdgeIterator<true>;
  using adjacency_iterator =
      boost::adjacency_iterator<GridGraph, std::size_t, out_edge_iterator, std::ptrdiff_t>;

  [[nodiscard]] static constexpr std::size_t null_vertex() { return ~std::size_t{0}; }

  explicit GridGraph(GridView grid, const TileMask* mask = nullptr) : grid_(grid), mask_(mask) {}

  [[nodiscard]] GridView grid() const { return grid_; }
  [[nodiscard]] Extent extent() const { return grid_.extent(); }
  [[nodiscard]] std::size_t vertex(Cell c) const { return extent().index(c); }
  [[nodiscard]] Cell cell(std::size_t vertex) const { return extent().cell(vertex); }
  /// Impassable outside the world and outside the mask.
  [[nodiscard]] Cost cost(Cell c) const {
    return grid_.contains(c) && (mask_ == nullptr || mask_->contains(c)) ? grid_.cost(c) : impassable;
  }
  /// What lies around a passable cell.
  [[nodiscard]] Neighbourhood around(Cell c) const {
    if (mask_ == nullptr) return look_around(grid_, c);
    Neighbourhood around;
    for (std::size_t d = 0; d < 8; ++d) around.cost[d] = cost(step(c, static_cast<Direction>(d)));
    around.find_steps();
    return around;
  }

 private:
  /// Walks the edges out of, or into, one vertex: legal steps clockwise from east, then links by ascending
  /// id.
  template <bool incoming>
  class EdgeIterator : public boost::iterator_facade<EdgeIterator<incoming>, GraphEdge,
                                                     boost::forward_traversal_tag, GraphEdge> {
   public:
    EdgeIterator() = default;
    /// At the first edge.
    EdgeIterator(const GridGraph& graph, std::size_t vertex) : graph_(&graph), vertex_(vertex) {
      const Cell c = graph.cell(vertex);
      cost_ = graph.cost(c);
      if (cost_ == impassable) return;
      links_ = links_at(graph, c);
      around_ = graph.around(c);
      skip_foreign_links();
    }
    /// Past the last edge.
    [[nodiscard]] static EdgeIterator end_of(const GridGraph& graph, std::size_t vertex) {
      EdgeIterator end;
      end.graph_ = &graph;
      end.vertex_ = vertex;
      return end;
    }

   private:
    friend class boost::iterator_core_access;

    static std::span<const LinkTable::Entry> links_at(const GridGraph& graph, Cell c) {
      const LinkTable& links = graph.grid().links();
      return incoming ? links.into_block(c) : links.from_block(c);
    }

    [[nodiscard]] const Link& link() const { return graph_->grid().links()[links_.front().id]; }

    // The look-up gives the links of a whole block.
    void skip_foreign_links() {
      const Cell here = graph_->cell(vertex_);
      for (; !links_.empty(); links_ = links_.subspan(1)) {
        const Cell near = incoming ? link().to : link().from;
        const Cell far = incoming ? link().from : link().to;
        if (near == here && graph_->cost(far) != impassable) return;
      }
    }

    [[nodiscard]] GraphEdge dereference() const {
      std::size_t other = 0;
      std::uint32_t units = 0;
      if (around_.steps != 0) {
        const auto d = static_cast<Direction>(std::countr_zero(around_.steps));
        other = graph_->vertex(step(graph_->cell(vertex_), d));
        units = step_units(cost_, around_.cost[static_cast<std::size_t>(d)], is_diagonal(d));
      } else {
        other = graph_->vertex(incoming ? link().from : link().to);
        units = link().cost;
      }
      return incoming ? GraphEdge{other, vertex_, units} : GraphEdge{vertex_, other, units};
    }
    void increment() {
      if (around_.steps != 0) {
        around_.steps = static_cast<std::uint8_t>(around_.steps & (around_.steps - 1U));
      } else {
        links_ = links_.subspan(1);
        skip_foreign_links();
      }
    }
    [[nodiscard]] bool equal(const EdgeIterator& other) const {
      return around_.steps == other.around_.steps && links_.size() == other.links_.size() &&
             vertex_ == other.vertex_;
    }

    const GridGraph* graph_ = nullptr;
    std::size_t vertex_ = 0;
    std::span<const LinkTable::Entry> links_;  // the one at the front is the next, once the steps are done
    Neighbourhood around_;                     // its steps are those still to come
    Cost cost_ = impassable;
  };

  GridView grid_;
  const TileMask* mask_;
};

// ---- the free functions that Boost.Graph calls; found by argument-dependent look-up ----

inline std::size_t num_vertices(const GridGraph& g) { return g.extent().cell_count(); }
inline std::pair<GridGraph::vertex_iterator, GridGraph::vertex_iterator> vertices(const GridGraph& g) {
  return {GridGraph::vertex_iterator(0), GridGraph::vertex_iterator(num_vertices(g))};
}

inline std::pair<GridGraph::out_edge_iterator, GridGraph::out_edge_iterator> out_edges(std::size_t v,
                                                                                       const GridGraph& g) {
  return {{g, v}, GridGraph::out_edge_iterator::end_of(g, v)};
}
inline std::pair<GridGraph::in_edge_iterator, GridGraph::in_edge_iterator> in_edges(std::size_t v,
                                                                                    const GridGraph& g) {
  return {{g, v}, GridGraph::in_edge_iterator::end_of(g, v)};
}
inline std::pair<GridGraph::adjacency_iterator, GridGraph::adjacency_iterator> adjacent_vertices(
    std::size_t v, const GridGraph& g) {
  const auto [first, last] = out_edges(v, g);
  return {GridGraph::adjacency_iterator(first, &g), GridGraph::adjacency_iterator(last, &g)};
}
inline std::size_t out_degree(std::size_t v, const GridGraph& g) {
  const auto [first, last] = out_edges(v, g);
  return static_cast<std::size_t>(std::distance(first, last));
}
inline std::size_t in_degree(std::size_t v, const GridGraph& g) {
  const auto [first, last] = in_edges(v, g);
  return static_cast<std::size_t>(std::distance(first, last));
}
inline std::size_t degree(std::size_t v, const GridGraph& g) { return out_degree(v, g) + in_degree(v, g); }

}  // namespace portolan
