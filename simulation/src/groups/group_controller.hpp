// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <portolan/core/distance.hpp>
#include <portolan/core/world.hpp>
#include <portolan/crowd/crowd.hpp>
#include <portolan/crowd/guide.hpp>
#include <portolan/dynamic/obstacles.hpp>
#include <portolan/dynamic/order.hpp>
#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/plan.hpp>
#include <portolan/simulation/report.hpp>

#include "legs.hpp"
#include "profile_context.hpp"

namespace portolan::detail {

/// A group at one moment, as its controller sees it.
struct GroupNow {
  std::int64_t tick = 0;
  bool started = false;  ///< its start tick has come
  const Crowd* crowd = nullptr;
  std::span<const AgentId> agents;
  const Obstacles* obstacles = nullptr;
  std::span<const ObstacleId> obstacle_ids;  ///< by the scenario's list; default where not there yet
  std::span<const Journey> journeys{};       ///< by agent; empty: the group has one goal
  std::uint32_t leg = 0;                     ///< that this is about

  [[nodiscard]] bool on_leg(std::size_t k) const { return journeys.empty() || journeys[k].leg == leg; }
  /// Whether the k-th agent is on its way.
  [[nodiscard]] bool walks(std::size_t k) const {
    if (!on_leg(k)) return false;
    const AgentState state = crowd->state(agents[k]);
    return state == AgentState::moving || state == AgentState::stuck;
  }
  /// Cells of the agents that are on their way.
  [[nodiscard]] std::vector<Cell> walking() const;
};

/// One group of a scenario at work, on one of its legs: how it plans, and who guides its agents. One class
/// for each kind of group; the loop knows no more of them than this. In each tick: `ask`, then dispatchers
/// and streams serve, then `update`. Not thread-safe, but guides are read by any thread while the crowd
/// steps.
class GroupController {
 public:
  GroupController() = default;
  virtual ~GroupController() = default;
  GroupController(const GroupController&) = delete;
  GroupController& operator=(const GroupController&) = delete;

  /// Whether each agent has a guide of its own, which is there from the beginning.
  [[nodiscard]] virtual bool guides_each() const { return false; }
  /// Of the k-th agent; null while it has none.
  [[nodiscard]] virtual const Guide* guide_of(std::size_t k) const = 0;
  /// The k-th agent goes elsewhere from now on; it may come again.
  virtual void quit(std::size_t /*k*/) {}

  /// Of the k-th agent, where it goes another way than the rest of its group; null: it does not.
  [[nodiscard]] virtual const Guide* own_guide_of(std::size_t) const { return nullptr; }

  /// What it watches the world with besides its orders; null: nothing.
  [[nodiscard]] virtual RegionWatch* watch() { return nullptr; }
  /// Says what it needs in this tick.
  virtual void ask(const GroupNow& now) = 0;
  /// Brings plans and guides up to date.
  virtual void update(const GroupNow& now) = 0;
  /// Whether it changes nothing by that but what is its own: then groups are updated beside one another.
  [[nodiscard]] virtual bool updates_alone() const { return false; }
  /// Least cost to the goal for each agent over this ground, when the group sets out; nothing while it cannot
  /// be told yet.
  [[nodiscard]] virtual std::optional<std::vector<Distance>> optimum(const GroupNow& now,
                                                                     const GridView& ground) = 0;
  /// What is left to the goal by its own field from a cell, as far as that covers it.
  [[nodiscard]] virtual Distance left(Cell c) const = 0;

  [[nodiscard]] virtual const Plan& plan() const = 0;
  [[nodiscard]] virtual const CorridorField& field() const = 0;
  [[nodiscard]] virtual const BandField* band() const { return nullptr; }
  [[nodiscard]] virtual const PlanWork& work() const = 0;
  /// Of the k-th agent; nothing where the group plans for all.
  [[nodiscard]] virtual std::optional<PlanWork> work_of(std::size_t) const { return std::nullopt; }
  /// Adds what it did to its own report and to that of all groups.
  virtual void report(GroupReport& own, SimulationReport& all) const;
};

inline constexpr std::size_t largest_flat_field =
    5000UL * 5000UL;  // cells; above, the optimum is the corridor's

/// Least cost to the goals of an order for each agent: by a flat field, or on very large maps as good as the
/// order's own plan, which is made for it.
[[nodiscard]] std::vector<Distance> optimum_of(Order& order, ProfileContext& context, const GroupNow& now,
                                               const GridView& ground);

}  // namespace portolan::detail
