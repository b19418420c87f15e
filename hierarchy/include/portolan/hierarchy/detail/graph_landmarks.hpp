// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <portolan/hierarchy/detail/graph_sectors.hpp>

namespace portolan::detail {

/// The costs between all portals and a few sectors, for lower bounds (Goldberg and Harrelson 2005). A
/// landmark is a whole sector, and what counts is its nearest portal, so that landmarks stay where they are
/// whatever edges do. A cost that is not known says nothing.
class GraphLandmarks {
 public:
  static constexpr std::size_t most = 16;
  using Costs = std::array<std::uint32_t, most>;

  /// Sectors that are far from each other, by the number of sectors between.
  [[nodiscard]] static std::vector<std::uint32_t> choose(const GraphSectors& sectors);

  void build(const GraphSectors& sectors, std::vector<std::uint32_t> landmarks);
  /// After an `apply` that changed these sectors: equals what `build` gives.
  void repair(const GraphSectors& sectors, const std::vector<std::uint32_t>& touched);
  [[nodiscard]] const Costs& to(std::uint32_t portal) const { return to_[portal]; }
  [[nodiscard]] const Costs& from(std::uint32_t portal) const { return from_[portal]; }
  [[nodiscard]] std::size_t memory_bytes() const {
    return (to_.capacity() + from_.capacity()) * sizeof(Costs);
  }
  bool operator==(const GraphLandmarks&) const = default;

 private:
  std::vector<std::uint32_t> landmarks_;
  std::vector<Costs> to_, from_;  // by portal
};

}  // namespace portolan::detail
