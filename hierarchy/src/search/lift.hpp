// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bounds/octile_bound.hpp"
#include "hierarchy_state.hpp"
#include "search/agent_routes.hpp"
#include "search/area_costs_map.hpp"
#include "search/confined_search.hpp"
#include "search/endpoints.hpp"
#include "search/level_stack.hpp"

namespace portolan::detail {

/// Lifts the ends of a query to the top level: the costs between goals, or agents, and the nodes on the
/// boundaries of the areas that they lie in, level by level, each search confined to one area. Tables are
/// exact, so that these costs are those of level 0. What is inside the areas is kept for unpacking routes.
/// Where there are links, or costs do not fit into 30 bits, searches go node by node (ConfinedSearch).
/// Scratch; reused. Cost: about 10 us per end and level.
class Lift {
 public:
  explicit Lift(const HierarchyState& state);

  /// Forgets the query before. Routes that cost more than `limit` are left out.
  void begin(const Endpoints& endpoints, std::uint64_t limit = no_cost);
  void lift_goals(const AgentRoutes& routes);
  /// Of the agents that are open.
  void lift_agents(const AgentRoutes& routes);
  /// Finds routes that do not leave an area of the level above, and so do not show on the top level. After
  /// both lifts.
  void improve_inside(AgentRoutes& routes);

  /// Nodes of a level that goals are reached from.
  [[nodiscard]] std::span<const Seed> goal_ends(std::size_t at) const;
  /// Nodes of a level that agents get to; ordered by node.
  [[nodiscard]] std::span<const AgentEnd> agent_ends(std::size_t at) const;
  /// Costs from the nodes of level `at` inside an area of the level above to the goals in it. Null: a case
  /// for ConfinedSearch.
  [[nodiscard]] const AreaCosts* goal_costs(std::size_t at, std::uint32_t area) const {
    return goal_costs_.find(at, area);
  }
  /// The same between an agent and the nodes around it.
  [[nodiscard]] const AreaCosts* agent_costs(std::size_t at, std::uint32_t agent) const {
    return agent_costs_.find(at, agent);
  }
  /// The ends of goals in an area of the level above `at`.
  [[nodiscard]] std::vector<Seed> goal_ends_in(ConfinedSearch::Region region) const;
  [[nodiscard]] std::vector<AgentEnd> agent_ends_of(std::size_t at, std::uint32_t agent) const;

  /// Nodes opened since `begin`.
  [[nodiscard]] std::uint64_t opened() const { return opened_; }
  [[nodiscard]] std::size_t memory_bytes() const {
    return heap_bytes(confined_, goal_ends_, agent_ends_, goal_costs_, agent_costs_);
  }

 private:
  /// What is left out on the way up: nodes that no route to this box uses which costs at most `most`.
  struct Limit {
    HalfBox towards;
    std::uint64_t most = no_cost;
  };
  struct Task {
    ConfinedSearch::Region region;
    std::uint32_t key = 0;  // of the costs
    bool forward = false;
  };

  template <class Visit>
  void spread(const Task& task, std::span<const Seed> seeds, const Limit& limit, AreaCostsMap& costs,
              Visit&& visit);
  void lift_agent(std::size_t at, std::uint32_t agent, const Limit& limit);
  [[nodiscard]] AgentEnd best_inside(std::size_t at, std::uint32_t agent);

  const HierarchyState& state_;
  LevelStack levels_;
  const Endpoints* endpoints_ = nullptr;
  ConfinedSearch confined_;
  std::vector<std::vector<Seed>> goal_ends_;       // by level - 1
  std::vector<std::vector<AgentEnd>> agent_ends_;  // likewise
  AreaCostsMap goal_costs_;                        // by area of the level above
  AreaCostsMap agent_costs_;                       // by agent
  std::uint64_t limit_ = no_cost;
  std::uint64_t opened_ = 0;
};

}  // namespace portolan::detail
