// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/distance.hpp>
#include <portolan/core/goal.hpp>
#include <portolan/core/outcome.hpp>
#include <portolan/hierarchy/portal.hpp>

namespace portolan {

/// How near to the optimum a corridor's field must come.
enum class Quality : std::uint8_t {
  path,     ///< the sectors on the abstract path, those in the corners where it turns; short ones a ring more
  widened,  ///< those and `widen` rings around them
  bounded,  ///< certified within 1 + epsilon of the optimum
  exact,    ///< equal to the flat field at the agents
};

[[nodiscard]] constexpr std::string_view name(Quality quality) {
  switch (quality) {
    case Quality::path:
      return "path";
    case Quality::widened:
      return "widened";
    case Quality::bounded:
      return "bounded";
    case Quality::exact:
      return "exact";
  }
  return "unknown";
}

/// One order: all agents that go to the same goals.
struct PlanRequest {
  std::vector<Cell> agents{};  ///< cells; the same cell may come more than once
  GoalSet goals{};             ///< each agent goes to the one that is cheapest for it
  Quality quality = Quality::path;
  int widen = 1;          ///< rings, for `widened`
  double epsilon = 0.01;  ///< for `bounded`
  /// Portals that the search may open before it ends with `budget_spent`.
  std::uint64_t max_nodes = std::numeric_limits<std::uint64_t>::max();
};

/// A sector and the version that it had.
struct SectorVersion {
  SectorId sector;
  std::uint64_t version = 0;
  constexpr bool operator==(const SectorVersion&) const = default;
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

  Quality quality = Quality::path;
  Distance cost = unreachable;         ///< of the way on the portal graph, an upper bound; costliest agent
  Distance lower_bound{0};             ///< of the optimum for that agent, proven
  std::vector<Distance> costs;         ///< as `cost`, one per agent
  std::vector<Distance> lower_bounds;  ///< as `lower_bound`, one per agent
  std::uint64_t nodes_opened = 0;      ///< portals taken from the search's heap, all levels

  int widen = 0;       ///< of the request
  double epsilon = 0;  ///< likewise
};

}  // namespace portolan
