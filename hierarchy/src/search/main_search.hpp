// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "bounds/heuristic.hpp"
#include "hierarchy_state.hpp"
#include "search/agent_routes.hpp"
#include "search/boundary_search.hpp"
#include "search/end_finder.hpp"
#include "search/level_stack.hpp"

namespace portolan::detail {

/// Costs of base-level nodes to landmarks are known, and hold in either direction.
[[nodiscard]] inline bool has_base_potentials(const HierarchyState& state) {
  return state.guides().has_base();
}

/// The one search of a query that leaves areas: backward on one level, from the ends of all goals to the ends
/// of all agents. Its heuristic points at the agents that are still open, by landmarks where these are few.
/// Ends when the cost of every agent is final, or when it has opened as many nodes as it may. Scratch;
/// reused.
class MainSearch {
 public:
  explicit MainSearch(const HierarchyState& state);

  /// On one level, from the ends of goals to those of agents, which are ordered by node. The spans must
  /// outlive the search.
  struct Task {
    std::size_t at = 0;
    std::span<const Seed> seeds{};
    std::span<const Agent> agents{};
    std::span<const AgentEnd> ends{};
    std::uint64_t max_nodes = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t limit = no_cost;  ///< costlier routes are of no use; their agents stay open
  };
  /// Forgets the search before.
  void begin(const Task& task);

  /// Points the heuristic at the open agents.
  void aim(const AgentRoutes& routes);
  /// What the cheapest route to one of them costs at least. After `aim`.
  [[nodiscard]] std::uint64_t least_bound() const;
  /// Finds the routes of the open agents; those that the budget does not reach stay open. After `aim`. False
  /// when costs outgrew 30 bits: what was found means nothing, and `run_wide` can tell.
  [[nodiscard]] bool run(AgentRoutes& routes);
  /// Begins again, with costs of 64 bits.
  void run_wide(AgentRoutes& routes);
  /// Instead of `run`: makes the costs of these nodes final, for agents that come from there. False when
  /// costs outgrew 30 bits.
  [[nodiscard]] bool run_to(std::vector<std::uint32_t> nodes);

  [[nodiscard]] std::size_t at() const { return task_.at; }
  [[nodiscard]] RouteStep step_from(std::uint32_t node) const { return search_.step_from(node); }
  template <class Visit>
  void for_each_on_route(std::uint32_t node, const Visit& visit) const {
    search_.for_each_on_route(node, visit);
  }
  [[nodiscard]] std::uint64_t opened() const { return search_.opened(); }
  /// It has opened as many nodes as it may.
  [[nodiscard]] bool is_spent() const { return opened() >= task_.max_nodes; }
  [[nodiscard]] std::size_t memory_bytes() const { return heap_bytes(search_, potentials_); }

 private:
  void seed();
  template <class AddEnd>
  [[nodiscard]] PotentialRange agent_potentials(const AgentRoutes& routes, const AddEnd& add);
  void use_landmarks(const Guides& guides, const AgentRoutes& routes);
  void use_base_potentials(const Guides& guides, const AgentRoutes& routes);
  void close_up_to(std::uint64_t bound, AgentRoutes& routes);
  void improve_by(std::uint32_t node, std::uint64_t cost, AgentRoutes& routes) const;

  const HierarchyState& state_;
  LevelStack levels_;
  BoundarySearch search_;
  Heuristic heuristic_;
  std::vector<PotentialRange> potentials_;  // by agent
  Task task_;
  std::size_t aimed_at_ = 0;  // open agents when the heuristic was set
};

}  // namespace portolan::detail
