// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/detail/best_first.hpp>
#include <portolan/core/detail/flat_hash.hpp>
#include <portolan/core/detail/tile_solver.hpp>
#include <portolan/core/distance.hpp>
#include <portolan/core/goal.hpp>
#include <portolan/hierarchy/hierarchy.hpp>
#include <portolan/hierarchy/plan.hpp>

namespace portolan {

/// What is known of a plan's paths without looking at their land: the cost to the goal from every portal of
/// the corridor, over portals of the corridor, and which sectors come next. Costs are those of the portal
/// graph: exact inside each sector, so that they are costs of real paths, if not always of the best.
/// A value of its own: plans with the same corridor and goals give the same. Not thread-safe; the hierarchy
/// must outlive it. Gone stale by an `apply` that touches the corridor.
class RemainingCosts {
 public:
  /// Where paths leave a part of the corridor.
  struct Exit {
    Cell cell;         ///< in that part
    SectorId beyond;   ///< the sector that the next step leads to
    Distance to_goal;  ///< from the cell on, over the portals of the corridor
  };
  /// How a path goes on from a cell.
  struct Onward {
    PortalId exit;                   ///< by which it leaves the cell's sector; none where it ends there
    Distance to_goal = unreachable;  ///< from the cell on; `unreachable` where there is no path
  };

  explicit RemainingCosts(const Hierarchy& hierarchy);

  /// Takes a plan. The sectors of its goals must be in memory, no others. Cost: a Dijkstra over the portals
  /// of the corridor.
  void reset(const Plan& plan);

  /// Cost to the goal from a portal; `unreachable` outside the corridor.
  [[nodiscard]] Distance at(PortalId portal) const;
  /// The cheapest path from a cell, whose sector must be in memory. Cost: a tile solve.
  [[nodiscard]] Onward path_from(Cell c);
  /// Appends the sectors that a path by this portal goes through next, in order, at most so many. The sector
  /// that it leaves is not among them.
  void sectors_after(PortalId exit, std::size_t most, std::vector<SectorId>& out) const;
  /// Where paths leave these sectors of the corridor for others of it; `inside` is ascending. The sectors
  /// must be in memory.
  [[nodiscard]] std::vector<Exit> exits(std::span<const SectorId> inside) const;
  /// Appends the sectors of the corridor that touch this one, or that a link leads to from it.
  void beside(SectorId sector, std::vector<SectorId>& out) const;

  [[nodiscard]] std::span<const SectorId> corridor() const { return corridor_; }
  [[nodiscard]] bool contains(SectorId sector) const;
  [[nodiscard]] std::span<const Goal> goals() const { return goals_; }

 private:
  struct Label {
    Distance cost = unreachable;
    PortalId next;     // none: the path ends in the sector
    SectorId through;  // that the path goes through after this portal
  };
  friend class detail::BestFirst<>;
  using State = detail::BestFirst<>::State;

  void seed_goals();
  void offer(PortalId portal, const Label& label);
  // The portals of the corridor, as the search asks for them.
  [[nodiscard]] bool is_stale(const State& open) const { return at(portal_of(open)).units != open.cost; }
  [[nodiscard]] static bool is_end(const State& /*open*/) { return false; }
  void expand(const State& open);
  [[nodiscard]] static PortalId portal_of(const State& open) {
    return {static_cast<std::uint32_t>(open.key)};
  }

  const Hierarchy* hierarchy_;
  std::vector<SectorId> corridor_;
  std::vector<Goal> goals_;
  FlatHash<PortalId, Label> labels_;
  detail::BestFirst<> search_;
  TileSolver solver_;
};

}  // namespace portolan
