// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <portolan/core/detail/pimpl.hpp>
#include <portolan/core/executor.hpp>
#include <portolan/core/result.hpp>
#include <portolan/core/vec2.hpp>
#include <portolan/core/world.hpp>
#include <portolan/crowd/crowd.hpp>
#include <portolan/dynamic/obstacles.hpp>
#include <portolan/hierarchy/band_field.hpp>
#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/hierarchy.hpp>
#include <portolan/hierarchy/plan.hpp>
#include <portolan/simulation/detail/hierarchy_source.hpp>
#include <portolan/simulation/detail/placement.hpp>
#include <portolan/simulation/report.hpp>
#include <portolan/simulation/scenario.hpp>

namespace portolan {

class Simulation;

struct SimulationHooks {
  /// Seconds from any fixed point on, for the times in the report; the run itself never looks at it.
  /// Empty: all times are 0.
  std::function<double()> clock;
  /// Called after every tick; false ends the run.
  std::function<bool(const Simulation&)> on_tick;
  /// Builds hierarchies and moves the crowd at the same time; null: on the caller's thread.
  /// Results do not depend on it.
  Executor* executor = nullptr;
};

/// Where an agent or an obstacle has been: a point per cell or so, in order. Beyond a link another one
/// begins.
struct Trail {
  std::uint32_t group = 0;  ///< of an obstacle: its place in the scenario
  std::int32_t layer = 0;
  bool beyond_link = false;  ///< the same agent has one that ends where the link begins
  std::vector<Vec2> points;
};

/// What a scenario is played on.
struct SimulationWorld {
  World world;  ///< committed; a streamed one where the scenario says so, and only there
  std::shared_ptr<const HierarchySource> baked{};  ///< null: hierarchies are built
  std::vector<PlacedGroup> placed{};               ///< per group; empty: the simulation places them
  double load_seconds = 0;                         ///< for the report
};

/// A scenario at work. Order within a tick (docs/simulation.md): obstacles move, edits are committed, the
/// hierarchies follow, agents that were hit are pushed out, watchers are told, fields and plans are made
/// right within the budget, the crowd moves, and who is through with a goal goes on to the next. Repeatable:
/// equal scenarios give equal states after every tick. Not thread-safe.
class Simulation {
 public:
  /// Builds hierarchies and places everybody. Fails when scenario and world do not fit.
  [[nodiscard]] static Result<Simulation> create(Scenario scenario, SimulationWorld world,
                                                 SimulationHooks hooks = {});

  /// Land or tables that could not be read: the run ends there, and its answers are not to be trusted.
  [[nodiscard]] std::optional<Error> fault() const;

  /// One tick. False when there is nothing left to do: all have arrived, or the scenario's last tick is over.
  bool tick();
  /// Ticks until the end, or until a hook ends the run.
  void run();

  [[nodiscard]] std::int64_t ticks() const;
  [[nodiscard]] const Scenario& scenario() const;
  [[nodiscard]] const World& world() const;
  [[nodiscard]] const Crowd& crowd() const;
  [[nodiscard]] const Obstacles& obstacles() const;
  /// The profile with which a group plans: another than its own where it foresees obstacles.
  [[nodiscard]] ProfileId planning_profile(std::size_t group) const;
  /// Of a profile with which some group plans.
  [[nodiscard]] const Hierarchy& hierarchy(ProfileId profile) const;
  /// The scenario's group that an agent belongs to.
  [[nodiscard]] std::size_t group_of(AgentId agent) const;
  /// The legs of a group: 0 leads to its goal, and k to the k-th of those that it has then.
  [[nodiscard]] std::size_t legs(std::size_t group) const;
  [[nodiscard]] const GoalSet& goals(std::size_t group, std::size_t leg = 0) const;
  /// The leg that an agent is on, or was on last.
  [[nodiscard]] std::size_t leg_of(AgentId agent) const;
  /// Whether it is at the last of its goals, or was and has left the map; and how many are.
  [[nodiscard]] bool arrived(AgentId agent) const;
  [[nodiscard]] std::size_t arrived() const;
  /// The plan that those of a group follow who are on a leg, and its field; pending and empty before somebody
  /// is, and for groups that follow paths. The field is also empty where the group keeps to a band, and where
  /// the world is streamed: it covers only what lies around the agents (`StreamedOrder`).
  [[nodiscard]] const Plan& plan(std::size_t group, std::size_t leg = 0) const;
  [[nodiscard]] const CorridorField& field(std::size_t group, std::size_t leg = 0) const;
  /// The band that they keep to; null for groups that keep to none.
  [[nodiscard]] const BandField* band(std::size_t group, std::size_t leg = 0) const;
  /// Trails of at most `output.trail_agents` agents, spread over the groups; several of one that takes links.
  [[nodiscard]] const std::vector<Trail>& trails() const;
  [[nodiscard]] const std::vector<Trail>& obstacle_tracks() const;

  [[nodiscard]] SimulationReport report() const;

  // For those who watch a run tick by tick; all of it is free.
  /// An obstacle of the scenario; not alive before it appears.
  [[nodiscard]] ObstacleId obstacle(std::size_t k) const;
  /// What planning for a leg of a group has taken so far; of groups that follow paths see `work_of`.
  [[nodiscard]] const PlanWork& work(std::size_t group, std::size_t leg = 0) const;
  /// The same for one agent on all its legs; nothing where its group plans for all.
  [[nodiscard]] std::optional<PlanWork> work_of(AgentId agent) const;
  /// What the triggers of all orders of a profile did, with which some group plans.
  [[nodiscard]] const DispatchReport& dispatched(ProfileId profile) const;
  /// Sectors rebuilt so far, over all commits.
  [[nodiscard]] std::uint64_t sectors_rebuilt() const;
  /// What took how long so far.
  [[nodiscard]] const SecondsReport& seconds() const;

 private:
  struct State;
  explicit Simulation(detail::Pimpl<State> state);
  detail::Pimpl<State> state_;
};

}  // namespace portolan
