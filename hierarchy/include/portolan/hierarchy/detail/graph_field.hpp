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
  static constexpr std::uint32_t no_part = ~0U;
  // A sector of the corridor, with what the search reads of it side by side.
  struct Part {
    const std::uint32_t* first = nullptr;      // arc into each vertex
    const GraphArc* in = nullptr;              // arcs
    const std::uint32_t* portal_of = nullptr;  // by vertex
    std::uint64_t* values = nullptr;           // by vertex
    const GraphSector* sector = nullptr;
    std::uint32_t number = 0;  // of the sector
  };
  struct State {
    std::uint64_t bound = 0;  // the cost
    std::uint32_t part = 0;
    std::uint32_t local = 0;
    [[nodiscard]] bool before(const State& o) const { return bound < o.bound; }
  };
  using Search = BestFirst<std::uint64_t, BucketQueue, State>;
  friend Search;

  void restart();
  void offer(std::uint32_t part, std::uint32_t local, std::uint64_t cost);
  [[nodiscard]] bool is_stale(const State& state) const {
    return parts_[state.part].values[state.local] < state.bound;
  }
  [[nodiscard]] bool is_end(const State&) const { return false; }
  void expand(const State& state);
  void expand_portal(const State& state, std::uint32_t portal);
  [[nodiscard]] std::uint64_t value(std::uint32_t sector, std::uint32_t local) const {
    const std::uint32_t part = part_of(sector);
    return part != no_part ? parts_[part].values[local] : unreachable.units;
  }
  // What stands in the list for a sector that is not taken may be from before.
  [[nodiscard]] std::uint32_t part_of(std::uint32_t sector) const {
    const std::uint32_t part = sector < place_.size() ? place_[sector] : no_part;
    return part < parts_.size() && parts_[part].number == sector ? part : no_part;
  }

  const GraphState* state_;
  std::vector<SectorVersion> made_from_;
  std::vector<GraphGoalAt> goals_;
  std::vector<std::uint32_t> place_;  // by sector: in the list of parts
  std::vector<Part> parts_;
  std::vector<std::uint64_t> values_;  // costs to the goal, part after part
  Search search_;
  bool finished_ = false;
};

}  // namespace portolan::detail
