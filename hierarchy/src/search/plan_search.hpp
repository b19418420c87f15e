// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include <portolan/hierarchy/plan.hpp>

#include "hierarchy_state.hpp"
#include "search/agent_routes.hpp"
#include "search/corridor_builder.hpp"
#include "search/endpoints.hpp"
#include "search/lift.hpp"
#include "search/main_search.hpp"
#include "search/project.hpp"
#include "search/sector_list.hpp"
#include "search/taut_search.hpp"
#include "search/unpacker.hpp"

namespace portolan::detail {

/// Answers one request after the other. Each goes through the same stages, which hand on values:
///
///     goals, cells -> Endpoints -> ends and outcomes
///       one level   -> MainSearch on level 0                           -> AgentRoutes
///       near goals  -> MainSearch on level 0, within a budget          -> AgentRoutes
///       few agents  -> Lift both ends -> MainSearch on the top level   -> AgentRoutes
///       many agents -> Lift goals -> MainSearch -> Project             -> AgentRoutes
///     AgentRoutes -> Unpacker -> sectors -> CorridorBuilder -> corridor -> Plan
///     for headings at any angle: Endpoints -> TautSearch -> sectors, to which short ones add those of the
///     routes; single paths do without routes then
///
/// Tables are exact, so that all of these find the costs of level 0. Where a strategy does not serve, since
/// there are links or costs do not fit into 30 bits, the next one begins from the endpoints. Not thread-safe:
/// one per planner, because its scratch memory is worth keeping.
class PlanSearch {
 public:
  explicit PlanSearch(const HierarchyState& state);
  PlanSearch(const PlanSearch&) = delete;
  PlanSearch& operator=(const PlanSearch&) = delete;

  [[nodiscard]] Plan plan(const PlanRequest& request);

  /// The answer for a single agent, without a plan's lists. Goals and sectors hold until the next call.
  struct Route {
    Outcome outcome = Outcome::pending;
    Distance cost = unreachable;  ///< on the portal graph; not known where the route is a string
    Distance lower_bound{0};
    Cell nearest;
    std::uint64_t nodes_opened = 0;
    std::span<const Goal> goals{};
    /// Sectors; those that the route leads through come first, from the agent on.
    std::span<const std::uint32_t> corridor{};
    std::size_t on_route = 0;  ///< so many
    /// Where the string bends, if the route is one, and its goal.
    std::span<const Cell> bends{};
  };
  /// Requires a request of one agent.
  [[nodiscard]] Route find_route(const PlanRequest& request);

  [[nodiscard]] std::size_t memory_bytes() const {
    return heap_bytes(endpoints_, routes_, lift_, main_, project_, unpacker_, builder_, taut_, corridor_,
                      bends_);
  }

 private:
  /// A goal is near within so many sides of an area of level 1, and as long as this many nodes of level 0
  /// suffice.
  struct Near {
    std::int32_t sides = 0;
    std::uint64_t nodes = 0;
  };

  void search(const PlanRequest& request);
  void begin(const PlanRequest& request);
  void find_routes();
  [[nodiscard]] Near near() const;
  [[nodiscard]] bool is_near() const;
  [[nodiscard]] bool search_near();
  void search_base_level();
  void search_lifted(std::uint64_t limit);
  [[nodiscard]] bool search_projected();
  [[nodiscard]] MainSearch::Task task_at(std::size_t at, std::uint64_t max_nodes) const;
  void run_main(const MainSearch::Task& task);
  [[nodiscard]] std::uint64_t likely_limit() const;
  [[nodiscard]] bool any_above(std::uint64_t limit) const;

  void make_corridor(const PlanRequest& request);
  std::size_t make_corridor_by_steps(const QualityGoal& quality);
  [[nodiscard]] bool make_taut_corridor(const QualityGoal& quality);
  [[nodiscard]] std::size_t make_string_corridor(const QualityGoal& quality);
  [[nodiscard]] bool has_one_cost(std::span<const std::uint32_t> sectors) const;
  void answer_agents(Plan& plan) const;
  [[nodiscard]] Outcome outcome_of(std::size_t agent) const;
  [[nodiscard]] std::uint64_t lower_bound(std::size_t agent) const;
  [[nodiscard]] std::uint64_t budget_left() const { return max_nodes_ - std::min(max_nodes_, opened_); }

  const HierarchyState& state_;
  LevelStack levels_;
  Endpoints endpoints_;
  AgentRoutes routes_;
  Lift lift_;
  MainSearch main_;
  Project project_;
  Unpacker unpacker_;
  CorridorBuilder builder_;
  TautSearch taut_;
  SectorList corridor_;
  std::vector<Cell> bends_;
  std::uint64_t max_nodes_ = 0;  // that the request allows
  std::uint64_t opened_ = 0;     // nodes, by all searches for routes
};

}  // namespace portolan::detail
