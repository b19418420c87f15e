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
/// two nodes, the path from one to the other costs at least the difference of their potentials. A landmark
/// here is one node for each group of nodes that belong together, so that islands do not take landmarks from
/// each other. Invariant: potential(u) <= cost(u, v) + potential(v) for every edge. That is all that bounds
/// need, so that after an edit only what breaks it is lowered: costlier edges cost nothing, cheaper ones what
/// they improve. Bounds get less tight by costlier edges, never wrong. Costs that 31 bits do not hold stop
/// there, which keeps the invariant.
class Landmarks {
 public:
  static constexpr std::size_t count = potential_lanes;
  using Potentials = detail::Potentials;

  /// `groups` has a number per node; small groups get no landmarks.
  void build(const Level& level, std::span<const std::uint64_t> groups, Executor& executor);
  /// After the tables of these areas, and these nodes, were rebuilt. Returns the areas around other nodes
  /// whose potentials fell; for as long as there is no other update.
  std::span<const std::uint32_t> update(const Level& level, std::span<const std::uint32_t> areas,
                                        std::span<const std::uint32_t> fresh_nodes);

  void save(PartSink& sink) const { sink.write_part(potentials_.values()); }
  /// False when the part is damaged or is not one for so many nodes.
  [[nodiscard]] bool restore(NodeCount nodes, PartSource& source);

  [[nodiscard]] const Potentials& of(std::uint32_t node) const { return potentials_[node]; }
  [[nodiscard]] std::size_t memory_bytes() const { return potentials_.capacity() * sizeof(Potentials); }

 private:
  [[nodiscard]] std::uint32_t broken_slots(const Level& level, const AreaRecord& area);
  void lower(const Level& level, std::uint32_t node, std::size_t slot, std::uint32_t to);

  Array<Potentials> potentials_;
  std::vector<std::uint32_t> here_;    // of the nodes of the area at hand
  std::vector<std::uint32_t> broken_;  // by area of an update
  std::vector<std::uint32_t> fresh_;
  std::vector<std::uint32_t> altered_;
  AreaRelaxation relaxation_;  // of updates; kept for its scratch
};

}  // namespace portolan::detail
