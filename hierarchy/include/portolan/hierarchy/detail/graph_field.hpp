// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

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

  [[nodiscard]] std::uint64_t vertices_settled() const { return settled_; }
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  static constexpr std::uint32_t no_part = ~0U;
  // Vertices have places in one list for all of the corridor, sector after sector, of which each begins with
  // a block, so that a place tells its sector.
  static constexpr unsigned block_shift = 6;
  /// A sector of the corridor, with what the search reads of it side by side.
  struct Part {
    const std::uint32_t* first = nullptr;             // arc into each vertex
    const GraphArcs::ShortArc* short_arcs = nullptr;  // arcs; one of the two
    const GraphArc* long_arcs = nullptr;
    const std::uint32_t* portal_of = nullptr;  // by vertex
    const GraphSector* sector = nullptr;
    std::uint32_t number = 0;  // of the sector
    std::uint32_t place = 0;   // of its first vertex
  };
  /// Places that wait; there is room for more than there are.
  struct Bucket {
    std::vector<std::uint32_t> places;
    std::size_t count = 0;
  };
  // What is known of a vertex: twice its cost, and one more until it is settled, so that one number says
  // whether a cost is news, and whether a vertex that waits has been settled by a better one.
  static constexpr std::uint64_t unknown = ~std::uint64_t{0};

  void restart();
  std::size_t take_parts(GraphSector::Weights& weights);
  void fetch(const Part& part) const;
  bool next_bucket();
  void offer(std::uint32_t place, std::uint64_t cost);
  template <class Arc>
  void offer_all(std::uint32_t place, const Arc* arc, const Arc* end, std::uint64_t cost);
  void offer_goals();
  void settle(std::uint32_t place, std::uint64_t cost);
  void cross(const Part& part, std::uint32_t portal, std::uint64_t cost);
  [[nodiscard]] std::uint64_t value(std::uint32_t sector, std::uint32_t local) const {
    const std::uint32_t part = part_of(sector);
    const std::uint64_t label = part != no_part ? labels_[parts_[part].place + local] : unknown;
    return label == unknown ? unreachable.units : label / 2;
  }
  [[nodiscard]] std::uint32_t part_of(std::uint32_t sector) const {
    return sector < place_.size() ? place_[sector] : no_part;
  }

  const GraphState* state_;
  std::vector<SectorVersion> made_from_;
  std::vector<GraphGoalAt> goals_;    // by offset
  std::vector<std::uint32_t> place_;  // by sector: in the list of parts
  std::vector<Part> parts_;
  std::vector<std::uint32_t> part_of_block_;
  std::vector<std::uint64_t> labels_;  // by place
  std::vector<Bucket> ring_;
  std::uint64_t mask_ = 0;
  unsigned shift_ = 0;
  std::uint64_t now_ = 0;        // bucket
  std::size_t done_ = 0;         // in that bucket
  std::size_t goals_taken_ = 0;  // of the goals
  std::uint64_t settled_ = 0;
  bool finished_ = false;
};

}  // namespace portolan::detail
