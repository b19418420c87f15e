// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <portolan/core/assert.hpp>
#include <portolan/core/graph/waypoint_graph.hpp>

namespace portolan {

/// A turn at a crossing: who comes over the edge from `from` to `via` and goes on to `to` pays so many units
/// more, or may not.
struct GraphTurn {
  static constexpr std::uint32_t forbidden = ~std::uint32_t{0};

  std::size_t from = 0;
  std::size_t via = 0;
  std::size_t to = 0;
  std::uint32_t units = forbidden;
  bool operator==(const GraphTurn&) const = default;
};

/// A graph in which turns count: a vertex that is the middle of turns is there once more for each edge that
/// one of them begins with, and that edge leads to the copy (vertex splitting). Vertices keep their numbers,
/// copies come after them, and have the positions of what they are copies of. Who sets out from a vertex does
/// so from the vertex itself; who wants to get there may come to any of its `copies`, so that all of them are
/// goals:
///
///     Hierarchy::Request request{{0}, {}};
///     for (const std::uint32_t v : streets.copies(goal)) request.goals.push_back({v});
///
/// Of several rules for one turn the last one counts. Cost: linear, and a sort of the turns.
class TurnGraph {
 public:
  TurnGraph(const WaypointGraph& graph, std::vector<GraphTurn> turns);

  [[nodiscard]] const WaypointGraph& graph() const { return graph_; }
  /// What a vertex is a copy of; a vertex of the graph that was given is itself.
  [[nodiscard]] std::size_t original(std::size_t vertex) const {
    PORTOLAN_ASSERT(vertex < num_vertices(graph_), "a vertex of the graph with turns");
    return vertex < first_copy_ ? vertex : original_[vertex - first_copy_];
  }
  /// All that stand for a vertex of the graph that was given, itself first.
  [[nodiscard]] std::vector<std::uint32_t> copies(std::size_t vertex) const;

 private:
  struct Maker;

  WaypointGraph graph_;
  std::size_t first_copy_ = 0;
  std::vector<std::size_t> original_;  // by copy, ascending
};

}  // namespace portolan
