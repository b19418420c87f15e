// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <boost/graph/reverse_graph.hpp>

#include <support/random.hpp>

namespace portolan::test {

/// Boost's own graph, as it comes: no type of the library's in it.
using AnyGraph = boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS, boost::no_property,
                                       boost::property<boost::edge_weight_t, std::int64_t>>;

inline constexpr std::int64_t no_way = std::int64_t{1} << 60U;

enum class GraphKind : std::uint8_t { erdos, geometric, roads, hexagons, layers };
inline constexpr GraphKind graph_kinds[] = {GraphKind::erdos, GraphKind::geometric, GraphKind::roads,
                                            GraphKind::hexagons, GraphKind::layers};

struct RandomGraph {
  AnyGraph graph;
  std::vector<std::uint32_t> sector_of;
  std::uint32_t sectors = 1;
};

namespace detail_of_graphs {

// A board of so many columns and rows, each vertex joined to those at `steps`, both ways or one way.
struct Board {
  int columns, rows, layers;
  [[nodiscard]] std::size_t at(int x, int y, int z) const {
    return static_cast<std::size_t>((z * rows + y) * columns + x);
  }
};

inline void join_board(AnyGraph& graph, const Board& board, int steps, int missing, int one_way,
                       Random& random) {
  static constexpr int dx[] = {1, 0, 1}, dy[] = {0, 1, -1};
  for (int z = 0; z < board.layers; ++z) {
    for (int y = 0; y < board.rows; ++y) {
      for (int x = 0; x < board.columns; ++x) {
        for (int d = 0; d < steps; ++d) {
          const int nx = x + dx[d], ny = y + dy[d];
          if (nx >= board.columns || ny >= board.rows || ny < 0 || random.percent(missing)) continue;
          const auto a = board.at(x, y, z), b = board.at(nx, ny, z);
          const std::int64_t weight = random.between(1, 30);
          add_edge(a, b, weight, graph);
          if (!random.percent(one_way))
            add_edge(b, a, random.percent(50) ? weight : random.between(1, 30), graph);
        }
      }
    }
  }
}

inline std::vector<std::uint32_t> block_sectors(const Board& board, int side, std::uint32_t& count) {
  std::vector<std::uint32_t> result;
  const int across = (board.columns + side - 1) / side, down = (board.rows + side - 1) / side;
  for (int z = 0; z < board.layers; ++z) {
    for (int y = 0; y < board.rows; ++y) {
      for (int x = 0; x < board.columns; ++x)
        result.push_back(static_cast<std::uint32_t>((z * down + y / side) * across + x / side));
    }
  }
  count = static_cast<std::uint32_t>(board.layers * across * down);
  return result;
}

}  // namespace detail_of_graphs

/// A small graph of a kind. Edges may be parallel, one-way and loops, vertices may stand alone.
inline RandomGraph random_graph(GraphKind kind, std::uint64_t seed) {
  using namespace detail_of_graphs;
  Random random(seed * 8 + static_cast<std::uint64_t>(kind));
  RandomGraph result;
  if (kind == GraphKind::erdos || kind == GraphKind::geometric) {
    const auto n = static_cast<std::uint32_t>(random.between(1, 120));
    result.graph = AnyGraph(n);
    result.sectors = 1 + random.below(n);
    std::vector<int> x(n), y(n);
    for (std::uint32_t v = 0; v < n; ++v) x[v] = random.between(0, 99), y[v] = random.between(0, 99);
    const auto edges = n * static_cast<std::uint32_t>(random.between(0, 5));
    for (std::uint32_t i = 0; i < edges; ++i) {
      const std::uint32_t a = random.below(n), b = random.below(n);
      const int gap = (x[a] - x[b]) * (x[a] - x[b]) + (y[a] - y[b]) * (y[a] - y[b]);
      if (kind == GraphKind::geometric && gap > 900) continue;
      add_edge(a, b, kind == GraphKind::geometric ? 1 + gap : random.between(1, 1000000), result.graph);
    }
    const int side = random.between(10, 60), across = 99 / side + 1;
    if (kind == GraphKind::geometric) result.sectors = static_cast<std::uint32_t>(across * across);
    for (std::uint32_t v = 0; v < n; ++v) {
      result.sector_of.push_back(kind == GraphKind::geometric
                                     ? static_cast<std::uint32_t>(y[v] / side * across + x[v] / side)
                                     : random.below(result.sectors));
    }
    return result;
  }
  const Board board{random.between(1, 14), random.between(1, 14),
                    kind == GraphKind::layers ? random.between(2, 3) : 1};
  const std::size_t cells = static_cast<std::size_t>(board.columns * board.rows * board.layers);
  result.graph = AnyGraph(cells);
  const int steps = kind == GraphKind::hexagons ? 3 : 2;
  join_board(result.graph, board, steps, kind == GraphKind::roads ? 25 : 8,
             kind == GraphKind::hexagons ? 0 : 15, random);
  for (int i = 0; kind == GraphKind::layers && i < 6; ++i) {
    const auto c = static_cast<std::uint32_t>(cells);
    add_edge(random.below(c), random.below(c), random.between(1, 60), result.graph);
  }
  result.sector_of = block_sectors(board, random.between(1, 7), result.sectors);
  return result;
}

/// The costs from all vertices to one, by Boost's Dijkstra, on those that `keep` holds for.
inline std::vector<std::int64_t> costs_to(const AnyGraph& graph, std::size_t goal,
                                          const std::function<bool(std::size_t)>& keep = {}) {
  AnyGraph kept(num_vertices(graph));
  for (auto [e, end] = edges(graph); e != end; ++e) {
    const std::size_t a = source(*e, graph), b = target(*e, graph);
    if (!keep || (keep(a) && keep(b))) add_edge(a, b, get(boost::edge_weight, graph, *e), kept);
  }
  std::vector<std::int64_t> costs(num_vertices(graph), no_way);
  const auto reversed = boost::make_reverse_graph(kept);
  boost::dijkstra_shortest_paths(
      reversed, goal,
      boost::weight_map(get(boost::edge_weight, reversed))
          .distance_map(boost::make_iterator_property_map(costs.begin(), get(boost::vertex_index, kept)))
          .distance_inf(no_way));
  return costs;
}

}  // namespace portolan::test
