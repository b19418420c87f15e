// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <boost/iterator/counting_iterator.hpp>
#include <boost/property_map/property_map.hpp>

namespace portolan::test {

/// What a user's own graph may look like: a board of hexagons in axial coordinates (q, r), no library's type
/// in it, and no more than Boost.Graph's VertexListGraph and IncidenceGraph. An edge costs the height of its
/// target, plus one; walls have no edges.
class HexGraph {
 public:
  static constexpr int wall = -1;
  using Edge = std::pair<std::size_t, std::size_t>;

  using vertex_descriptor = std::size_t;
  using edge_descriptor = Edge;
  using directed_category = boost::directed_tag;
  using edge_parallel_category = boost::disallow_parallel_edge_tag;
  struct traversal_category : virtual boost::incidence_graph_tag, virtual boost::vertex_list_graph_tag {};
  using vertices_size_type = std::size_t;
  using edges_size_type = std::size_t;
  using degree_size_type = std::size_t;
  using vertex_iterator = boost::counting_iterator<std::size_t>;
  using out_edge_iterator = std::vector<Edge>::const_iterator;

  HexGraph(int columns, int rows)
      : height(static_cast<std::size_t>(columns * rows), 0), columns_(columns), rows_(rows) {}

  [[nodiscard]] std::size_t vertex(int q, int r) const { return static_cast<std::size_t>(r * columns_ + q); }
  [[nodiscard]] int q(std::size_t v) const { return static_cast<int>(v) % columns_; }
  [[nodiscard]] int r(std::size_t v) const { return static_cast<int>(v) / columns_; }
  /// Call when the heights are set.
  void join() {
    static constexpr std::array<std::array<int, 2>, 6> around{
        {{1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}, {0, 1}}};
    edges.assign(height.size(), {});
    for (std::size_t v = 0; v < height.size(); ++v) {
      for (const auto& [dq, dr] : around) {
        const int nq = q(v) + dq, nr = r(v) + dr;
        if (nq < 0 || nr < 0 || nq >= columns_ || nr >= rows_) continue;
        const std::size_t n = vertex(nq, nr);
        if (height[v] != wall && height[n] != wall) edges[v].emplace_back(v, n);
      }
    }
  }

  std::vector<int> height;
  std::vector<std::vector<Edge>> edges;

 private:
  int columns_;
  int rows_;
};

inline std::size_t num_vertices(const HexGraph& g) { return g.height.size(); }
inline std::pair<HexGraph::vertex_iterator, HexGraph::vertex_iterator> vertices(const HexGraph& g) {
  return {HexGraph::vertex_iterator(0), HexGraph::vertex_iterator(num_vertices(g))};
}
inline std::pair<HexGraph::out_edge_iterator, HexGraph::out_edge_iterator> out_edges(std::size_t v,
                                                                                     const HexGraph& g) {
  return {g.edges[v].begin(), g.edges[v].end()};
}
inline std::size_t out_degree(std::size_t v, const HexGraph& g) { return g.edges[v].size(); }
inline std::size_t source(const HexGraph::Edge& e, const HexGraph&) { return e.first; }
inline std::size_t target(const HexGraph::Edge& e, const HexGraph&) { return e.second; }

struct HexWeight {
  using key_type = HexGraph::Edge;
  using value_type = int;
  using reference = int;
  using category = boost::readable_property_map_tag;
  const HexGraph* graph = nullptr;
  friend int get(const HexWeight& map, const HexGraph::Edge& e) { return 1 + map.graph->height[e.second]; }
};

}  // namespace portolan::test
