// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include <portolan/hierarchy/detail/graph_source.hpp>

namespace portolan {

/// Which sector each vertex of a graph belongs to, and where landmarks stand. It does not change with the
/// graph's edges, so that what is built on it depends on the graph alone. Sectors should hold some hundred
/// vertices each and have few edges to others.
struct GraphPartition {
  std::vector<std::uint32_t> sector_of;       ///< by index of the vertex; below `sectors`
  std::uint32_t sectors = 0;                  ///< some may be empty
  std::vector<std::uint32_t> landmarks = {};  ///< sectors; none: the hierarchy chooses, and tells

  /// Squares of a board whose vertices are numbered row by row, for hexagons, staggered tiles and grids.
  [[nodiscard]] static GraphPartition blocks(std::uint32_t columns, std::uint32_t rows, std::uint32_t side);

  /// Cuts a graph in two where it is thin, and goes on with the parts until none has more vertices than that:
  /// inertial flow (Schild and Sommer 2015). The outer quarters along some direction are held apart, and the
  /// fewest edges between them are cut. Without positions the direction is that from one far end of the graph
  /// to another.
  template <NavigationGraph Graph>
  [[nodiscard]] static GraphPartition cut(const Graph& graph, std::uint32_t most_vertices) {
    return cut_source(detail::GraphSourceOf<Graph>(graph), most_vertices);
  }
  [[nodiscard]] static GraphPartition cut_source(const detail::GraphSource& source,
                                                 std::uint32_t most_vertices);
};

}  // namespace portolan
