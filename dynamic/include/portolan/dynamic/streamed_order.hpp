// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/goal.hpp>
#include <portolan/core/tile_field.hpp>
#include <portolan/core/world.hpp>
#include <portolan/dynamic/order.hpp>
#include <portolan/dynamic/sector_stream.hpp>
#include <portolan/hierarchy/detail/remaining_costs.hpp>
#include <portolan/hierarchy/hierarchy.hpp>
#include <portolan/hierarchy/plan.hpp>
#include <portolan/hierarchy/planner.hpp>

namespace portolan {

/// An order in a streamed world: agents cross land that is loaded before them and unloaded behind them.
///
/// It plans once, when the sectors of agents and goals are in memory; the corridor stays as it was chosen.
/// The field covers the part of the corridor that is wanted and in memory. Where a path leaves that part, the
/// field begins with the cost to the goal over the portals that follow, so that it is exact in memory, and
/// as good as the portal graph beyond. Before an agent gets to such a place the part has moved on with it; if
/// the land does not come in time, it waits there. No agent is ever led into a sector that is not in memory.
///
/// Each tick: `look`, `ask` (phase by phase, for all orders), `SectorStream::serve`, `update`.
/// Not thread-safe. Hierarchy and world must outlive it. Repeatable. Cost of a tick: O(agents); when an agent
/// comes to another sector or a wanted one is loaded, a field over the sectors ahead.
class StreamedOrder {
 public:
  /// `ahead`: sectors on each agent's path that are wanted in memory before it gets there.
  StreamedOrder(const World& world, const Hierarchy& hierarchy, GoalSet goals, OrderOptions options = {},
                std::uint32_t ahead = 16);

  /// Where the agents are now: an entry per agent, always in the same order; a cell outside the world stands
  /// for one that is not there.
  void look(std::span<const Cell> agents);
  /// Phase 0 names the land under the agents, and the goals' while a plan is due; phase k the k-th sectors on
  /// the paths. Ask for all orders by phases: what everyone stands on comes before what lies ahead of anyone.
  void ask(SectorStream& stream, std::uint32_t phase) const;
  [[nodiscard]] std::uint32_t phases() const { return ahead_ + 1; }
  /// Plans if a plan is due and the land for it is there, and brings the field up to date. True when the
  /// field is another one than before.
  bool update(const SectorStream& stream, Planner& planner);

  /// True for an agent that the path would lead on from here, but the next sector is not in memory yet; and
  /// while there is no plan.
  [[nodiscard]] bool waits(Cell c) const;

  [[nodiscard]] bool planned() const { return planned_; }
  [[nodiscard]] const Plan& plan() const { return plan_; }
  [[nodiscard]] const TileField& field() const { return field_; }
  [[nodiscard]] const RemainingCosts& remaining() const { return remaining_; }
  [[nodiscard]] const GoalSet& goals() const { return goals_; }
  [[nodiscard]] const PlanWork& work() const { return work_; }
  /// Sectors of the field: those in memory of the corridor that are wanted.
  [[nodiscard]] std::span<const SectorId> window() const { return window_; }

 private:
  struct Agent {
    Cell cell{-1, -1, -1};
    SectorId sector;                // none: not there
    RemainingCosts::Onward onward;  // when it came to the sector
    bool known = false;             // whether `onward` was found since
    bool hopeless = false;          // a plan found no path for it from this sector
  };

  [[nodiscard]] std::uint32_t block_of(SectorId sector) const;
  [[nodiscard]] bool resident(const SectorStream& stream, SectorId sector) const {
    return stream.resident(block_of(sector));
  }
  /// The corridor has no path for it, and nobody has tried to find another.
  [[nodiscard]] static bool lost(const Agent& agent) {
    return agent.known && !reachable(agent.onward.to_goal) && !agent.hopeless;
  }
  void find_path(Agent& agent);
  [[nodiscard]] bool stale() const;
  [[nodiscard]] bool can_plan(const SectorStream& stream) const;
  void make_plan(Planner& planner);
  void search(Planner& planner, bool all);
  void list_needs();
  bool move_window(const SectorStream& stream);
  void make_field();

  const World* world_;
  const Hierarchy* hierarchy_;
  GoalSet goals_;
  OrderOptions options_;
  std::uint32_t ahead_;
  std::vector<SectorId> goal_sectors_;
  std::vector<Agent> agents_;
  Plan plan_;
  RemainingCosts remaining_;
  TileField field_;
  PlanWork work_;
  std::vector<std::vector<SectorId>> needs_;  // by phase, the most urgent first
  std::vector<SectorId> window_;              // ascending
  std::vector<RemainingCosts::Exit> exits_;   // of the window
  std::vector<SectorId> scratch_;
  std::uint64_t hierarchy_version_ = 0;
  std::uint64_t stream_version_ = ~0ULL;
  bool planned_ = false;
  bool plan_due_ = true;
  bool moved_ = true;  // some agent came to another sector
};

}  // namespace portolan
