// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include <portolan/core/detail/timestamp_set.hpp>
#include <portolan/hierarchy/quality.hpp>

#include "hierarchy_state.hpp"
#include "search/agent_routes.hpp"
#include "search/endpoints.hpp"
#include "search/sector_list.hpp"

namespace portolan::detail {

/// Makes a corridor of the sectors that routes lead through: adds those in the corners, and those that the
/// quality asks for. Scratch; reused.
class CorridorBuilder {
 public:
  explicit CorridorBuilder(const HierarchyState& state) : state_(state) {}

  /// Adds to the sectors of all known routes what else belongs to the corridor.
  void extend(SectorList& corridor, const Endpoints& endpoints, const AgentRoutes& routes,
              const QualityGoal& quality);

  /// The same for sectors that a string leads through, to which those of the routes by steps were added where
  /// `is_sure` said that there are too few of them.
  void extend_taut(SectorList& corridor, std::size_t on_string, const QualityGoal& quality) const;
  /// A string of so many sectors is long enough for its estimates to be good.
  [[nodiscard]] static bool is_sure(std::size_t on_string);

  [[nodiscard]] std::size_t memory_bytes() const { return visited_.memory_bytes(); }

 private:
  void add_all_useful(SectorList& corridor, const Endpoints& endpoints, const Agent& agent,
                      std::uint64_t cost);
  [[nodiscard]] static int rings_of(const QualityGoal& quality, std::size_t sectors);
  void add_rings(SectorList& corridor, int rings) const;
  void round_corners(SectorList& corridor) const;
  template <class Visit>
  void for_each_neighbour(std::uint32_t sector, Visit&& visit) const;

  const HierarchyState& state_;
  TimestampSet visited_;  // sectors, by the search for useful ones
};

}  // namespace portolan::detail
