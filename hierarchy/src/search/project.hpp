// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hierarchy_state.hpp"
#include "search/agent_routes.hpp"
#include "search/area_costs_map.hpp"
#include "search/endpoints.hpp"
#include "search/level_stack.hpp"
#include "search/lift.hpp"
#include "search/main_search.hpp"

namespace portolan::detail {

/// Projects costs from the top level down, for queries of many agents: where a main search has settled the
/// boundaries of the areas that agents stand in, costs go down from there, an area at a time, for all agents
/// in it at once. No area is done twice. Only where a path costs the same in either direction. Scratch;
/// reused.
class Project {
 public:
  explicit Project(const HierarchyState& state) : state_(state), levels_(state), costs_(levels_.size()) {}

  /// Nodes of the top level on the boundaries of the areas that open agents stand in; what the main search
  /// has to settle first.
  [[nodiscard]] std::vector<std::uint32_t> boundary(std::span<const Agent> agents,
                                                    const AgentRoutes& routes) const;
  /// Settles the routes of all open agents. False when costs do not fit into 30 bits: what was found means
  /// nothing.
  [[nodiscard]] bool run(const Endpoints& endpoints, const Lift& lift, const MainSearch& main,
                         AgentRoutes& routes);

  /// Costs from the nodes of level `at` inside an area of the level above to the cheapest goal anywhere.
  [[nodiscard]] const AreaCosts& costs(std::size_t at, std::uint32_t area) const;
  /// Nodes opened by the last run.
  [[nodiscard]] std::uint64_t opened() const { return opened_; }
  [[nodiscard]] std::size_t memory_bytes() const { return heap_bytes(costs_, ends_, ends_begin_); }

 private:
  [[nodiscard]] std::vector<std::uint32_t> top_areas(std::span<const Agent> agents,
                                                     const AgentRoutes& routes) const;
  [[nodiscard]] bool descend(std::size_t at, std::uint32_t area, const Lift& lift, const MainSearch& main);
  void index_ends(const Endpoints& endpoints);
  [[nodiscard]] AgentRoute best_route(std::uint32_t agent, const AreaCosts& costs) const;

  [[maybe_unused]] const HierarchyState& state_;  // asserted on
  LevelStack levels_;
  AreaCostsMap costs_;                   // by area of the level above
  std::vector<std::size_t> ends_begin_;  // by agent: where its ends begin in ends_
  std::vector<AgentEnd> ends_;           // by agent, where the endpoints have them by node
  std::uint64_t opened_ = 0;
};

}  // namespace portolan::detail
