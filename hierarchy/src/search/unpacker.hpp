// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <portolan/core/detail/timestamp_set.hpp>

#include "hierarchy_state.hpp"
#include "search/agent_routes.hpp"
#include "search/area_costs.hpp"
#include "search/confined_search.hpp"
#include "search/endpoints.hpp"
#include "search/level_stack.hpp"
#include "search/lift.hpp"
#include "search/main_search.hpp"
#include "search/project.hpp"
#include "search/route_step.hpp"
#include "search/sector_list.hpp"

namespace portolan::detail {

/// Unpacks routes to the sectors that they lead through: a hop of a level becomes a route of the level below
/// by a search inside one area. What a hop costs is known, so that little besides the route is looked at.
/// Where routes meet, the rest is unpacked once. Scratch; reused. Cost: some microseconds per hop of the
/// level above the lowest.
class Unpacker {
 public:
  /// What found the routes; read while they are unpacked.
  struct Sources {
    const Endpoints& endpoints;
    const Lift& lift;
    const MainSearch& main;
    const Project& project;
  };
  Unpacker(const HierarchyState& state, const Sources& sources);

  /// Adds the sectors of all known routes, from each agent's own on.
  void unpack(const AgentRoutes& routes, SectorList& sectors);

  [[nodiscard]] std::size_t memory_bytes() const {
    return heap_bytes(confined_, hop_costs_, main_nodes_, projected_nodes_);
  }

 private:
  using Region = ConfinedSearch::Region;

  void add_route(std::uint32_t agent, const AgentRoute& route);
  void add_main(std::uint32_t node);
  void add_projected(std::size_t at, std::uint32_t area, std::uint32_t node);
  void add_from_agent(std::size_t at, std::uint32_t agent, std::uint32_t into);
  void add_to_goal(Region region, std::uint32_t from);
  void add_hop(std::size_t at, const RouteHop& hop);
  void add_hops(std::size_t at, std::span<const RouteHop> hops);
  template <class GoOn>
  std::uint32_t follow(std::size_t at, const AreaCosts& costs, std::uint32_t node, const GoOn& go_on);
  std::uint32_t follow(std::size_t at, const AreaCosts& costs, std::uint32_t node);
  [[nodiscard]] bool unpack_at_known_cost(std::size_t at, const RouteHop& hop);
  [[nodiscard]] const Seed* goal_end(Region region, std::uint32_t node, std::uint64_t cost) const;
  [[nodiscard]] const Agent& agent(std::uint32_t number) const { return from_.endpoints.agents()[number]; }

  const HierarchyState& state_;
  LevelStack levels_;
  Sources from_;
  ConfinedSearch confined_;
  std::vector<AreaCosts> hop_costs_;  // by level: for the hop that is being unpacked
  TimestampSet main_nodes_;           // of the main search, that routes were unpacked from
  TimestampSet projected_nodes_;      // of level 0, likewise
  SectorList* sectors_ = nullptr;     // that are being added to
};

}  // namespace portolan::detail
