// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include <portolan/core/detail/best_first.hpp>
#include <portolan/core/detail/bucket_queue.hpp>
#include <portolan/hierarchy/detail/graph_sector.hpp>

namespace portolan::detail {

/// The least costs inside one sector, from some of its vertices to all or from all to some. Scratch: one per
/// thread.
class SectorCosts {
 public:
  static constexpr std::uint64_t none = ~std::uint64_t{0};

  /// Edges out of each vertex give the costs from the start, edges into it those to the start. `portal_of`
  /// says of which vertices it is to be known whether paths pass them.
  void begin(const GraphSector& sector, const GraphArcs& arcs) { begin(sector, arcs, sector.portal_of); }
  void begin(const GraphSector& sector, const GraphArcs& arcs, const std::vector<std::uint32_t>& portal_of);
  /// Where to start, and the cost to start with; in any order.
  void start(std::uint32_t local, std::uint64_t cost);
  void run();

  [[nodiscard]] std::uint64_t cost(std::uint32_t local) const { return costs_[local]; }
  /// The path that was found passes a portal between its ends.
  [[nodiscard]] bool passes_portal(std::uint32_t local) const { return passes_[local] != 0; }

 private:
  friend class BestFirst<std::uint64_t, BucketQueue>;
  using Search = BestFirst<std::uint64_t, BucketQueue>;
  using State = Search::State;

  [[nodiscard]] bool is_stale(const State& state) const { return costs_[state.key] < state.cost; }
  [[nodiscard]] bool is_end(const State&) const { return false; }
  void expand(const State& state);

  const GraphSector* sector_ = nullptr;
  const GraphArcs* arcs_ = nullptr;
  const std::vector<std::uint32_t>* portal_of_ = nullptr;
  std::vector<std::uint64_t> costs_;
  std::vector<std::uint8_t> passes_;
  std::vector<State> starts_;
  Search search_;
};

}  // namespace portolan::detail
