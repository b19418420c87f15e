// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include <portolan/core/detail/best_first.hpp>
#include <portolan/core/detail/bucket_queue.hpp>
#include <portolan/core/detail/timestamp_set.hpp>
#include <portolan/hierarchy/detail/graph_plan.hpp>

namespace portolan::detail {

/// The field of a plan on a graph: what Dijkstra's algorithm gives on the vertices of the corridor and the
/// edges between them. Reused: `reset` keeps the memory. Not thread-safe. The hierarchy must outlive it and
/// stay where it is.
class GraphField {
 public:
  explicit GraphField(const GraphState& state) : state_(&state) {}
  /// Of a hierarchy.
  template <class Hierarchy>
  requires requires(const Hierarchy& hierarchy) { hierarchy.state(); }
  explicit GraphField(const Hierarchy& hierarchy) : GraphField(hierarchy.state()) {}

  /// Takes a plan; nothing is solved yet.
  void reset(const GraphPlan& plan);
  /// Works on, for so many vertices at most. True when the field is finished.
  bool advance(std::uint64_t max_vertices = std::numeric_limits<std::uint64_t>::max());
  [[nodiscard]] bool finished() const { return finished_; }

  /// The cost to the goal, by index of the vertex.
  [[nodiscard]] Distance at(std::uint32_t vertex) const;
  /// Where to go next: of the edges that lead down, that to the vertex which stands first in its sector, of
  /// the sectors its own first. Nothing at a goal and where there is no way. Costs fall at each step.
  [[nodiscard]] std::optional<std::uint32_t> next(std::uint32_t vertex) const;
  /// From a vertex to its goal, both included; empty where there is no way. Requires a finished field.
  [[nodiscard]] std::vector<std::uint32_t> path(std::uint32_t vertex) const;

  /// True when a sector of the corridor has changed since the field took it in.
  [[nodiscard]] bool stale() const;
  /// Takes in the sectors as they are now; true when it was stale. Then it starts over and wants `advance`.
  bool refresh();

  [[nodiscard]] std::span<const SectorVersion> made_from() const { return made_from_; }
  [[nodiscard]] std::uint64_t vertices_settled() const { return search_.opened(); }
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  friend class BestFirst<std::uint64_t, BucketQueue>;
  using Search = BestFirst<std::uint64_t, BucketQueue>;
  using State = Search::State;

  void restart();
  void offer(std::uint32_t sector, std::uint32_t local, std::uint64_t cost);
  [[nodiscard]] bool is_stale(const State& state) const;
  [[nodiscard]] bool is_end(const State&) const { return false; }
  void expand(const State& state);
  [[nodiscard]] std::uint64_t value(std::uint32_t sector, std::uint32_t local) const {
    return taken_.contains(sector) ? values_[base_[sector] + local] : unreachable.units;
  }

  const GraphState* state_;
  std::vector<SectorVersion> made_from_;
  std::vector<GraphGoalAt> goals_;
  TimestampSet taken_;                 // sectors of the corridor
  std::vector<std::uint32_t> base_;    // by sector: where its values begin
  std::vector<std::uint64_t> values_;  // costs to the goal
  Search search_;
  bool finished_ = false;
};

}  // namespace portolan::detail
