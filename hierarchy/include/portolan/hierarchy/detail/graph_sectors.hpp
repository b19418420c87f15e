// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <portolan/core/result.hpp>
#include <portolan/hierarchy/detail/graph_sector.hpp>
#include <portolan/hierarchy/detail/graph_source.hpp>
#include <portolan/hierarchy/graph_partition.hpp>

namespace portolan::detail {

/// A graph, copied sector by sector, with its portals and the exact costs between those inside each sector.
/// As every vertex on a boundary is a portal, the cheapest way by portals is the cheapest path of the graph.
/// Invariant: after `apply` it equals a rebuilt one, versions apart.
class GraphSectors {
 public:
  /// What is wrong with graph or partition, if anything is: then nothing else may be asked.
  [[nodiscard]] std::optional<Error> build(const GraphSource& source, const GraphPartition& partition);
  /// Reads the edges out of these vertices again. Gives the sectors that changed, ascending; or what is
  /// wrong, and then nothing has changed.
  [[nodiscard]] Result<std::vector<std::uint32_t>> apply(const GraphSource& source,
                                                         std::span<const std::uint32_t> changed);

  [[nodiscard]] std::size_t size() const { return sectors_.size(); }
  [[nodiscard]] const GraphSector& operator[](std::uint32_t sector) const { return sectors_[sector]; }
  [[nodiscard]] std::size_t vertex_count() const { return slot_of_.size(); }
  [[nodiscard]] std::uint32_t slot_of(std::uint32_t vertex) const { return slot_of_[vertex]; }
  [[nodiscard]] std::uint32_t vertex_at(std::uint32_t slot) const { return vertex_at_[slot]; }
  [[nodiscard]] std::uint32_t sector_of_slot(std::uint32_t slot) const { return sector_of_slot_[slot]; }
  [[nodiscard]] std::uint32_t sector_of(std::uint32_t vertex) const {
    return sector_of_slot_[slot_of_[vertex]];
  }
  /// Number of the vertex within its sector.
  [[nodiscard]] std::uint32_t local_of(std::uint32_t vertex) const {
    return slot_of_[vertex] - sectors_[sector_of(vertex)].first;
  }

  // Portals are numbered sector by sector. An edge that comes or goes between sectors may change their
  // numbers.
  [[nodiscard]] std::uint32_t portal_count() const { return first_portal_.back(); }
  [[nodiscard]] std::uint32_t first_portal(std::uint32_t sector) const { return first_portal_[sector]; }
  [[nodiscard]] std::uint32_t sector_of_portal(std::uint32_t portal) const {
    return sector_of_portal_[portal];
  }
  /// By portal: which number it had before the last `apply`, or `no_portal`. Empty: all have kept theirs.
  [[nodiscard]] const std::vector<std::uint32_t>& numbers_before() const { return numbers_before_; }
  /// The last `apply` may have changed who gets to whom.
  [[nodiscard]] bool joins_else() const { return joins_else_; }

  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  struct Draft;
  struct Edges;

  [[nodiscard]] std::optional<Error> number(const GraphSource& source, const GraphPartition& partition);
  [[nodiscard]] std::optional<Error> read(const GraphSource& source, std::uint32_t sector,
                                          Draft& draft) const;
  [[nodiscard]] std::optional<Error> check(std::uint32_t vertex, std::uint64_t to, std::int64_t weight,
                                           std::size_t count) const;
  bool take(std::uint32_t sector, Draft& draft);
  void renew(const std::vector<std::uint32_t>& touched, const std::vector<std::uint32_t>& inside);
  bool find_portals(GraphSector& sector) const;
  void find_gates(GraphSector& sector) const;
  [[nodiscard]] std::vector<std::uint32_t> with_neighbours(const std::vector<std::uint32_t>& touched) const;
  void number_portals();
  struct OldPortals;
  void compare_numbers(const OldPortals& old);
  void cross(GraphSector& sector) const;

  std::vector<GraphSector> sectors_;
  std::vector<std::uint32_t> slot_of_;         // by vertex
  std::vector<std::uint32_t> vertex_at_;       // by slot
  std::vector<std::uint32_t> sector_of_slot_;  // by slot
  std::vector<std::uint32_t> first_portal_{0};
  std::vector<std::uint32_t> sector_of_portal_;
  std::vector<std::uint32_t> numbers_before_;
  bool joins_else_ = false;
};

}  // namespace portolan::detail
