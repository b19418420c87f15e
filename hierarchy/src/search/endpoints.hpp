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
#include "tables/sector_table.hpp"

namespace portolan::detail {

inline constexpr std::uint64_t no_cost = std::numeric_limits<std::uint64_t>::max();
inline constexpr std::uint32_t no_node = std::numeric_limits<std::uint32_t>::max();

/// A distinct cell that agents of an order stand on.
struct AgentCell {
  Cell cell;
  std::uint32_t sector = 0;
  Outcome outcome = Outcome::pending;
  bool leaves = false;             ///< some portal or link can be reached inside the sector
  bool open = false;               ///< the main search has not settled it yet
  Components::Class own = 0;       ///< class of those, when it leaves
  std::uint64_t direct = no_cost;  ///< cost of the way inside the sector
  std::uint64_t best = no_cost;    ///< least known cost to a goal
  /// How that way begins.
  enum class Way : std::uint8_t {
    direct,  ///< stays inside the sector
    main,    ///< by `node` of the main search
    inside,  ///< by `node` of level `at`, and stays inside the area above
    below,   ///< by `node` of level 0, where costs came down to
  };
  Way way = Way::direct;
  std::uint8_t at = 0;
  std::uint32_t node = no_node;
};

/// From an agent's cell to a node of its sector.
struct AgentEnd {
  std::uint32_t node = 0;
  std::uint32_t agent = 0;
  std::uint64_t cost = 0;
};

/// Orders ends by node, then by agent.
void sort_ends(std::vector<AgentEnd>& ends);

/// From a node to the nearest goal in an area of that node.
struct GoalEnd {
  std::uint32_t node = 0;
  std::uint32_t area = 0;
  std::uint64_t cost = 0;
  Components::Class own = 0;  ///< known on level 0 only
};

/// Costs between the cells of an order and the nodes of their sectors. Scratch; one per planner.
class EndFinder {
 public:
  /// Requires goals inside the world on passable cells, ordered by sector.
  void find_goal_ends(const Level& level, const GridView& grid, const TileGrid& tiles,
                      const Components& components, std::span<const Goal> goals, std::vector<GoalEnd>& ends);
  /// Gives agents that stand in a goal's sector the cost of the way inside it. Agents are ordered by sector.
  void find_direct(const GridView& grid, const TileGrid& tiles, std::span<const Goal> goals,
                   std::span<AgentCell> agents);
  /// Costs from the agents of one sector, numbered from `first` on, to its nodes. Sets their classes.
  void find_agent_ends(const Level& level, const GridView& grid, const TileGrid& tiles,
                       const Components& components, std::span<AgentCell> agents, std::uint32_t first,
                       std::vector<AgentEnd>& ends);

 private:
  void note(const Components& components, AgentCell& agent, std::uint32_t number, std::uint32_t place,
            Distance inside, std::vector<AgentEnd>& ends);

  TileSolver solver_;
  std::vector<SectorEnd> sector_ends_;
};

}  // namespace portolan::detail
