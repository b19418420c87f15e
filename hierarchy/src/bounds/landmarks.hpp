// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <portolan/core/detail/saved_parts.hpp>
#include <portolan/core/executor.hpp>
#include <portolan/hierarchy/detail/array.hpp>
#include <portolan/hierarchy/detail/level.hpp>

#include "bounds/area_relaxation.hpp"
#include "simd/rows.hpp"

namespace portolan::detail {

/// How many nodes a level has, and whether what is kept per node has been told of all of them.
struct NodeCount {
  std::size_t nodes = 0;
  bool all_known = true;

  [[nodiscard]] bool fits(std::size_t kept) const { return all_known ? kept == nodes : kept <= nodes; }
};

/// Potentials of the nodes of one level, for bounds on costs: the cost from each node to a landmark (Goldberg
/// and Harrelson, "Computing the shortest path: A* search meets graph theory", 2005). Whatever lies between
/// two nodes, the path from one to the other costs at least the difference of their potentials.
///
/// A landmark is a point on the edge of the map. Each node may jump there, at a price by distance that is
/// higher than that of any path nearer to it; so each island has a landmark of its own where it comes nearest
/// to the point, without anybody knowing of islands. A potential is the least of what the node's own jump
/// costs, and of each neighbour's potential and the edge to it. There is one such set of values only: when
/// all that is due is raised, they are those that a build finds, whatever the level was before. Costs that 31
/// bits do not hold stop there.
///
/// Bounds need only that potential(u) <= cost(u, v) + potential(v) for every edge, so that an update lowers
/// what breaks it at once, and leaves it to `raise` to raise what costlier edges allow.
class Landmarks {
 public:
  static constexpr std::size_t count = potential_lanes;
  using Potentials = detail::Potentials;

  void build(const Level& level, Executor& executor);
  /// After the tables of these areas, and these nodes, were rebuilt. Returns the areas around nodes with
  /// other potentials than before, for as long as nothing else is called.
  std::span<const std::uint32_t> update(const Level& level, std::span<const std::uint32_t> areas,
                                        std::span<const std::uint32_t> fresh_nodes, Executor& executor);
  /// Some potentials are less than they could be.
  [[nodiscard]] bool raise_due() const { return raise_due_ != 0; }
  /// Raises them, a whole landmark at a time and one after the other, until it has looked at so many. Returns
  /// the areas around nodes with other potentials.
  std::span<const std::uint32_t> raise(const Level& level, std::uint64_t most);
  /// What the last `update` or `raise` has looked at: nodes, and areas.
  [[nodiscard]] std::uint64_t work() const { return work_; }

  /// For nodes of edits to come.
  void make_room() {
    potentials_.make_room();
    doubts_.make_room();
  }
  /// Tells a journal what changes; null: no more.
  void log_to(Journal* journal);

  /// With what waits to be raised.
  void save(PartSink& sink) const;
  /// False when the part is damaged or is not one for so many nodes.
  [[nodiscard]] bool restore(NodeCount nodes, PartSource& source);

  [[nodiscard]] const Potentials& of(std::uint32_t node) const { return potentials_[node]; }
  [[nodiscard]] std::size_t memory_bytes() const { return heap_bytes(potentials_, doubts_, doubted_); }

 private:
  void keep_doubts();
  void doubt(std::uint32_t node, std::uint32_t slots);
  void forget_doubts();
  void build_anew(const Level& level, Executor& executor);
  void gather(const Level& level, std::uint32_t area, std::vector<std::uint32_t>& into) const;
  template <class Visit>
  void for_each_least(const Level& level, std::uint32_t area, const Visit& visit);
  void look_at(const Level& level, std::uint32_t area);
  void lower(const Level& level, std::span<const std::uint32_t> areas);
  void raise_slot(const Level& level, std::size_t slot);
  void store(const Level& level, std::size_t slot);
  void alter(const Level& level, std::uint32_t node);

  Array<Potentials> potentials_;
  std::vector<std::uint32_t> here_;   // potentials of the exits of the area at hand
  std::vector<std::uint32_t> there_;  // of one beside it
  std::uint32_t broken_ = 0;          // slots that an edge of the update breaks, one bit each
  std::uint32_t raise_due_ = 0;       // slots in which something is doubted
  std::uint32_t next_ = 0;            // slot, in turn
  // In a game that is never calm doubts wait for long: each is kept once.
  Array<std::uint32_t> doubts_;  // by node: slots in which nothing accounts for its potential, one bit each
  std::vector<std::uint32_t> doubted_;  // nodes with some
  std::vector<std::uint32_t> raised_;   // of the slot at hand
  std::vector<std::uint32_t> altered_;
  std::uint64_t work_ = 0;
  AreaRelaxation relaxation_;  // of updates; kept for its scratch
  Journal* journal_ = nullptr;
  std::uint32_t kept_ = 0;
};

}  // namespace portolan::detail
