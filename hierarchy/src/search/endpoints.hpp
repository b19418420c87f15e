// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/goal.hpp>

#include "hierarchy_state.hpp"
#include "reach/nearest_reachable.hpp"
#include "search/end_finder.hpp"

namespace portolan::detail {

/// Both ends of a query: where agents stand and where they go, the nodes on the boundaries of these sectors
/// and what it costs to get to them, and by components whether there is a path at all. So a search begins
/// only where it will arrive. Agents that cannot get to a goal go to the nearest cell that they can get to.
/// Scratch: holds one query at a time. Cost: one tile solve per sector of a goal, and per agent or, where
/// they are many, per node of their sector.
class Endpoints {
 public:
  explicit Endpoints(const HierarchyState& state) : state_(state), finder_(state) {}

  /// Takes a query in, and forgets the one before. Any cells: what is outside the world or blocked is told by
  /// the outcomes of the agents.
  void take(std::span<const Goal> goals, std::span<const Cell> agents);

  /// Those on passable cells, ordered by sector; behind them the nearest cells that stand in for others.
  [[nodiscard]] std::span<const Goal> goals() const { return goals_; }
  /// Nodes of level 0 that goals are reached from, with the area of the goal.
  [[nodiscard]] std::span<const Seed> goal_ends() const { return goal_ends_; }
  /// Distinct cells, ordered by sector.
  [[nodiscard]] std::span<const Agent> agents() const { return agents_; }
  /// Nodes of level 0 that agents get to; ordered by node.
  [[nodiscard]] std::span<const AgentEnd> agent_ends() const { return agent_ends_; }
  /// By cell of the query: the number of its agent.
  [[nodiscard]] std::span<const std::uint32_t> agent_of_cell() const { return agent_of_cell_; }
  /// The cell that the first agent goes to which cannot get to a goal; none: all can, or have no such cell.
  [[nodiscard]] const std::optional<NearestCell>& nearest() const { return first_nearest_; }

  /// The least that a path from an agent to a goal can cost.
  [[nodiscard]] std::uint64_t lower_bound(const Agent& agent) const;

  [[nodiscard]] std::size_t memory_bytes() const {
    return heap_bytes(goals_, goal_ends_, agents_, agent_ends_, agent_of_cell_);
  }

 private:
  void take_goals(std::span<const Goal> goals);
  void take_agents(std::span<const Cell> cells);
  void find_ends();
  void judge();
  [[nodiscard]] bool add_nearest(Agent& agent);
  [[nodiscard]] std::optional<NearestCell> nearest_to(const Agent& agent) const;
  [[nodiscard]] bool would_mislead(std::span<const Components::Class> components) const;

  const HierarchyState& state_;
  EndFinder finder_;
  std::vector<Goal> goals_;
  std::vector<Cell> wanted_;  // goals inside the world, passable or not; the first few
  std::vector<Seed> goal_ends_;
  std::vector<Components::Class> goal_components_;  // that goals can be reached from, sorted
  std::vector<Agent> agents_;
  std::vector<AgentEnd> agent_ends_;
  std::vector<std::uint32_t> agent_of_cell_;
  std::vector<std::pair<Components::Class, Cell>> nearest_;  // by component of the agents
  std::optional<NearestCell> first_nearest_;
  bool all_goals_outside_ = false;
};

}  // namespace portolan::detail
