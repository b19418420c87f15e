// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include <portolan/core/graph/navigation_graph.hpp>
#include <portolan/core/vec2.hpp>

namespace portolan::detail {

/// The edges of a graph of any type, vertices by index.
class GraphSource {
 public:
  struct Edge {
    std::uint64_t to = 0;
    std::int64_t weight = 0;  ///< more than fits: the largest number
  };

  virtual ~GraphSource() = default;
  [[nodiscard]] virtual std::size_t vertex_count() const = 0;
  /// The edges out of a vertex, in place of what is in the list.
  virtual void edges_from(std::uint32_t vertex, std::vector<Edge>& edges) const = 0;
  /// Where a vertex lies, if the graph says so.
  [[nodiscard]] virtual std::optional<Vec2> position_of(std::uint32_t vertex) const = 0;
};

/// Those of one type.
template <NavigationGraph Graph>
class GraphSourceOf final : public GraphSource {
 public:
  explicit GraphSourceOf(const Graph& graph) : graph_(graph) {}

  [[nodiscard]] std::size_t vertex_count() const override {
    return static_cast<std::size_t>(num_vertices(graph_));
  }
  void edges_from(std::uint32_t vertex, std::vector<Edge>& edges) const override {
    edges.clear();
    for (auto [e, end] = out_edges(static_cast<Vertex>(vertex), graph_); e != end; ++e) {
      const auto weight = get(boost::edge_weight, graph_, *e);
      edges.push_back({static_cast<std::uint64_t>(target(*e, graph_)),
                       std::in_range<std::int64_t>(weight) ? static_cast<std::int64_t>(weight)
                                                           : std::numeric_limits<std::int64_t>::max()});
    }
  }
  [[nodiscard]] std::optional<Vec2> position_of([[maybe_unused]] std::uint32_t vertex) const override {
    if constexpr (requires { graph_.has_positions(); }) {
      if (!graph_.has_positions()) return std::nullopt;
    }
    if constexpr (PositionedGraph<Graph>) {
      const auto where = position(static_cast<Vertex>(vertex), graph_);
      return Vec2{static_cast<float>(where.x), static_cast<float>(where.y)};
    } else {
      return std::nullopt;
    }
  }

 private:
  using Vertex = typename boost::graph_traits<Graph>::vertex_descriptor;
  const Graph& graph_;
};

}  // namespace portolan::detail
