// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <portolan/hierarchy/detail/graph_sectors.hpp>

namespace portolan::detail {

/// Which vertex can be reached from which. Components of the sectors are joined to classes whose vertices all
/// get to each other: within one class the answer is a comparison, and from class to class a walk over those
/// between.
class GraphReach {
 public:
  void build(const GraphSectors& sectors);
  [[nodiscard]] bool can_reach(const GraphSectors& sectors, std::uint32_t from, std::uint32_t to) const;
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  [[nodiscard]] std::uint32_t class_of(const GraphSectors& sectors, std::uint32_t vertex) const;

  std::vector<std::uint32_t> first_;     // by sector: number of its first component
  std::vector<std::uint32_t> class_of_;  // by component; a class gets to those of smaller numbers only
  Rows<std::uint32_t> steps_;            // by class: those one edge away
};

}  // namespace portolan::detail
