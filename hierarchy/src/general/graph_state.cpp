// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/hierarchy/detail/graph_plan.hpp>

#include <string>
#include <utility>

namespace portolan::detail {

std::optional<Error> GraphState::build(const GraphSource& source, GraphPartition parts) {
  for (const std::uint32_t landmark : parts.landmarks) {
    if (landmark >= parts.sectors) {
      return Error{}.with("sector " + std::to_string(landmark) + " is a landmark; sectors are below " +
                          std::to_string(parts.sectors));
    }
  }
  if (auto fault = sectors.build(source, parts)) return fault;
  partition = std::move(parts);
  if (partition.landmarks.empty()) partition.landmarks = GraphLandmarks::choose(sectors);
  reach.build(sectors);
  landmarks.build(sectors, partition.landmarks);
  return std::nullopt;
}

Result<std::vector<std::uint32_t>> GraphState::apply(const GraphSource& source,
                                                     std::span<const std::uint32_t> changed) {
  Result<std::vector<std::uint32_t>> touched = sectors.apply(source, changed);
  if (!touched || touched->empty()) return touched;
  if (sectors.joins_else()) reach.build(sectors);
  landmarks.repair(sectors, *touched);
  return touched;
}

std::size_t GraphState::memory_bytes() const {
  return sizeof(*this) + sectors.memory_bytes() + reach.memory_bytes() + landmarks.memory_bytes() +
         (partition.sector_of.capacity() + partition.landmarks.capacity()) * sizeof(std::uint32_t);
}

}  // namespace portolan::detail
