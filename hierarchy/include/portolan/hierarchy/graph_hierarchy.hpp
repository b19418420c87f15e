// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <portolan/core/graph/navigation_graph.hpp>
#include <portolan/core/result.hpp>
#include <portolan/hierarchy/detail/graph_field.hpp>
#include <portolan/hierarchy/detail/graph_plan.hpp>
#include <portolan/hierarchy/detail/graph_planner.hpp>
#include <portolan/hierarchy/graph_partition.hpp>

namespace portolan {

/// Sectors, portals, exact costs inside sectors, landmarks and reachability of a graph of yours: hexagons,
/// roads, waypoints, voxels. It copies the edges, so that the graph is only asked while this is made and by
/// `apply`. Everywhere else a vertex is its index.
///
///     Hierarchy::Planner planner(*hierarchy);
///     Hierarchy::Field field(*hierarchy);
///     field.reset(planner.plan({.agents = {2}, .goals = {{5}}}));
///     field.advance();
///
/// Invariant: after `apply` it equals one made from scratch with the same partition, versions apart.
/// Thread rule: any number of readers, or one `apply`. The graph must outlive it, and may move meanwhile only
/// if nothing is applied any more.
template <NavigationGraph Graph>
class GraphHierarchy {
 public:
  using Request = detail::GraphRequest;
  using Plan = detail::GraphPlan;

  using Planner = detail::GraphPlanner;
  using Field = detail::GraphField;

  /// An error where an edge has no weight from 1 up, or one that is too large for the size of its sector, and
  /// where the partition leaves out a vertex. Loops count for nothing; of parallel edges the cheapest counts.
  /// Cost: for each portal the edges of its sector, and a few times all portals.
  [[nodiscard]] static Result<GraphHierarchy> create(const Graph& graph, GraphPartition partition) {
    GraphHierarchy result(graph);
    if (auto fault = result.state_->build(detail::GraphSourceOf<Graph>(graph), std::move(partition)))
      return *fault;
    return result;
  }

  /// Takes in that edges out of these vertices have come, gone or got another weight. Gives the sectors that
  /// changed, ascending. After an error nothing has changed.
  [[nodiscard]] Result<std::vector<std::uint32_t>> apply(std::span<const std::uint32_t> vertices) {
    return state_->apply(detail::GraphSourceOf<Graph>(*graph_), vertices);
  }

  /// True when there is a path. Within a part of the graph where all vertices get to each other O(1).
  [[nodiscard]] bool can_reach(std::uint32_t from, std::uint32_t to) const {
    return state_->reach.can_reach(state_->sectors, from, to);
  }
  /// The partition that another hierarchy of the graph would have to be made with to be equal: with the
  /// landmarks.
  [[nodiscard]] const GraphPartition& partition() const { return state_->partition; }
  [[nodiscard]] std::uint64_t sector_version(std::uint32_t sector) const {
    return state_->sectors[sector].version;
  }
  [[nodiscard]] std::uint32_t portal_count() const { return state_->sectors.portal_count(); }
  [[nodiscard]] const detail::GraphState& state() const { return *state_; }
  [[nodiscard]] std::size_t memory_bytes() const { return state_->memory_bytes(); }

 private:
  explicit GraphHierarchy(const Graph& graph)
      : graph_(&graph), state_(std::make_unique<detail::GraphState>()) {}

  const Graph* graph_;
  std::unique_ptr<detail::GraphState> state_;
};

}  // namespace portolan
