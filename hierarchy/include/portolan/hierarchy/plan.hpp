// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/distance.hpp>
#include <portolan/core/goal.hpp>
#include <portolan/core/outcome.hpp>
#include <portolan/hierarchy/detail/sector_version.hpp>
#include <portolan/hierarchy/portal.hpp>
#include <portolan/hierarchy/quality.hpp>

namespace portolan {

/// How a field leads: in the eight directions of the grid, or straight at the corners of walls.
enum class Headings : std::uint8_t { octile, any_angle };

/// One order: all agents that go to the same goals.
struct PlanRequest {
  std::vector<Cell> agents{};  ///< cells; the same cell may come more than once
  GoalSet goals{};             ///< each agent goes to the one that is cheapest for it
  QualityGoal quality{};
  /// Portals that the search may open before it ends with `budget_spent`.
  std::uint64_t max_nodes = std::numeric_limits<std::uint64_t>::max();
  /// Of the field that is wanted. Where it leads at any angle, the corridor is chosen by the length of curves
  /// and not by steps, if its ground has one cost, there are no links, the quality promises nothing about
  /// paths by steps, and agents stand in at most four places; its sectors are those of the curves alone. All
  /// costs are those by steps.
  Headings headings = Headings::octile;
};

/// The answer to one order. A value: it stays as it is when the world changes; `CorridorField::stale` tells.
struct Plan {
  /// `complete` when every agent gets to a goal; otherwise the worst that happened to an agent, where
  /// out_of_bounds is worse than unreachable, budget_spent and partial, in this order. Without agents:
  /// complete.
  Outcome outcome = Outcome::pending;
  std::vector<Cell> cells;              ///< the agents
  std::vector<Outcome> agents;          ///< one per agent of the request
  std::vector<SectorId> corridor;       ///< ascending
  std::vector<SectorVersion> versions;  ///< of the corridor's sectors
  GoalSet goals;                        ///< that the field leads to; those of the request, or `nearest`
  /// For `partial`: the reachable cell nearest to the goal. Which agents go there, `agents` tells.
  Cell nearest;
  Distance nearest_gap{0};  ///< octile distance from there to the goal at the least cost

  QualityGoal quality;                 ///< of the request
  Distance cost = unreachable;         ///< of the route on the portal graph, an upper bound; costliest agent
  Distance lower_bound{0};             ///< of the optimum for that agent, proven
  std::vector<Distance> costs;         ///< as `cost`, one per agent
  std::vector<Distance> lower_bounds;  ///< as `lower_bound`, one per agent
  std::uint64_t nodes_opened = 0;      ///< portals taken from the search's heap, all levels
  /// Areas whose bounds had to be found again first, after edits: each takes as long as some 200 portals. Of
  /// searches that run at the same time, those of the others too.
  std::uint64_t bounds_filled = 0;
};

}  // namespace portolan
