// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <portolan/core/goal.hpp>
#include <portolan/core/outcome.hpp>
#include <portolan/core/tile_solver.hpp>

#include "hierarchy_state.hpp"
#include "reach/components.hpp"
#include "reach/nearest_reachable.hpp"
#include "tables/sector_table.hpp"

namespace portolan::detail {

inline constexpr std::uint64_t no_cost = std::numeric_limits<std::uint64_t>::max();
inline constexpr std::uint32_t no_node = std::numeric_limits<std::uint32_t>::max();

/// A distinct cell that agents of a request stand on, and what is known about it without a search.
struct Agent : Standpoint {
  Outcome outcome = Outcome::pending;  ///< complete: can get to a goal; partial: to the nearest cell only
  std::uint64_t direct = no_cost;      ///< cost of the path inside the sector

  [[nodiscard]] bool has_path() const { return outcome == Outcome::complete || outcome == Outcome::partial; }
};

/// From an agent's cell to a node on the boundary of an area that it stands in.
struct AgentEnd {
  std::uint32_t node = 0;
  std::uint32_t agent = 0;
  std::uint64_t cost = 0;
};

/// Orders ends by node, then by agent.
void sort_ends(std::vector<AgentEnd>& ends);

/// Where a search begins: a node, what the rest of the route from there costs, and the area that the rest
/// lies in. The search leaves the node into its other area.
struct Seed {
  std::uint32_t node = 0;
  std::uint32_t area = 0;
  std::uint64_t cost = 0;
};

/// Costs between the cells of a request and the nodes of their sectors. Scratch; one per query.
class EndFinder {
 public:
  explicit EndFinder(const HierarchyState& state) : state_(state) {}

  /// Appends the nodes that goals can be reached from inside their sectors, and the components of these
  /// nodes. Requires goals inside the world on passable cells, ordered by sector.
  void find_goal_ends(std::span<const Goal> goals, std::vector<Seed>& ends,
                      std::vector<Components::Class>& components);
  /// Gives agents that stand in a goal's sector the cost of the path inside it. Agents are ordered by sector.
  void find_direct(std::span<const Goal> goals, std::span<Agent> agents);
  /// Appends costs from the agents of one sector, numbered from `first` on, to its nodes. Sets their exits.
  void find_agent_ends(std::span<Agent> agents, std::uint32_t first, std::vector<AgentEnd>& ends);

 private:
  void solve_from(Cell c);
  void note(Agent& agent, std::uint32_t number, std::uint32_t place, Distance inside,
            std::vector<AgentEnd>& ends);

  const HierarchyState& state_;
  TileSolver solver_;
  std::vector<SectorEnd> sector_ends_;
};

}  // namespace portolan::detail
