// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <portolan/config/scenario_world.hpp>
#include <portolan/config/simulation.hpp>
#include <portolan/crowd/band_guide.hpp>
#include <portolan/crowd/field_guide.hpp>
#include <portolan/dynamic/dispatcher.hpp>
#include <portolan/dynamic/order.hpp>
#include <portolan/hierarchy/field_cache.hpp>
#include <portolan/hierarchy/planner.hpp>

#include "foresight_group.hpp"
#include "path_group.hpp"
#include "simulation_ground.hpp"
#include "simulation_streaming.hpp"

namespace portolan {

/// Everything a simulation owns. Lives behind a pointer, so that addresses last.
struct Simulation::State {
  /// A group at work.
  struct Group {
    CrowdGroupId id;
    ProfileId profile;  ///< that it plans with
    ProfileId seen;     ///< that it walks with; another only where obstacles are foreseen
    std::vector<AgentId> agents;
    std::vector<double> optimum;  ///< units, per agent, when it set out; below 0 where there was no way
    std::unique_ptr<Order> order;
    DispatchId dispatch;
    FieldGuide guide;
    BandGuide band_guide;                       ///< of groups that keep to a band
    std::unique_ptr<PathGroup> paths;           ///< of groups that follow paths, else null
    std::unique_ptr<ForesightGroup> foresight;  ///< of groups that foresee obstacles, else null
    std::int64_t start_tick = 0;
    std::int64_t arrived = 0;
    std::int64_t last_arrival_tick = 0;
    bool started = false;

    /// Each of its agents has a guide of its own.
    [[nodiscard]] bool individually_guided() const { return paths || foresight; }
    [[nodiscard]] const Guide& guide_of(std::size_t k) const;
    /// Of all of them, where not singly led.
    [[nodiscard]] const Guide& guide_of_all() const {
      return order->band() != nullptr ? static_cast<const Guide&>(band_guide) : guide;
    }
  };
  /// What a profile needs that some group uses.
  struct Ground {
    Ground(Hierarchy built, const Scenario& scenario);
    Hierarchy hierarchy;
    Planner planner;
    FieldCache cache;                   ///< for groups that follow paths
    std::unique_ptr<BandSolver> bands;  ///< null where no group keeps to a band
    Dispatcher dispatcher;
  };
  /// An agent that leaves a trail.
  struct Traced {
    AgentId agent;
    std::size_t trail = 0;
  };

  State(Scenario given, detail::SimulationGround ground, SimulationHooks given_hooks);

  [[nodiscard]] std::optional<Error> build_hierarchies();
  void add_obstacles();
  void prepare_tracks();
  void add_groups(const std::vector<PlacedGroup>& placed);
  [[nodiscard]] ProfileId planning_profile(const ScenarioGroup& wanted);
  void add_agents(Group& group, const ScenarioGroup& wanted, const PlacedGroup& placed);
  void choose_traced();
  void tick();
  void change_world();
  void start_groups();
  void measure_optimum(Group& group);
  template <class Field>
  void note_optimum(Group& group, const Field& field);
  void guide_groups();
  void stream_groups();
  void count_waits();
  void lead_singly(Group& group);
  void count_stale_steps();
  void look_around();
  void trace();
  [[nodiscard]] bool over() const;
  [[nodiscard]] double now() const { return hooks.clock ? hooks.clock() : 0.0; }
  [[nodiscard]] std::vector<Cell> cells_of(const Group& group) const;
  void list_cells(const Group& group, std::vector<Cell>& cells) const;
  [[nodiscard]] std::uint64_t plans_made() const;
  [[nodiscard]] const Plan& plan_of(std::size_t group) const {
    return streaming ? streaming->orders[group]->plan() : groups[group].order->plan();
  }
  [[nodiscard]] const OrderWork& work_of(std::size_t group) const {
    return streaming ? streaming->orders[group]->work() : groups[group].order->work();
  }
  [[nodiscard]] std::optional<Error> fault() const;
  [[nodiscard]] StreamingReport streaming_report() const;
  [[nodiscard]] bool occupied(Cell c) const;
  [[nodiscard]] bool stands_in_wall(AgentId agent) const;

  Scenario scenario;
  SimulationHooks hooks;
  World world;
  std::shared_ptr<const SavedWorld> saved;  ///< that the world was opened from; null: it was built
  std::unique_ptr<detail::SimulationStreaming> streaming;  ///< null: all of the world is in memory
  std::vector<std::unique_ptr<Ground>> grounds;            ///< per profile; null where no group uses it
  Crowd crowd;
  Obstacles obstacles;
  std::vector<ObstacleId> obstacle_ids;
  std::vector<Group> groups;
  std::vector<std::uint32_t> group_of_crowd;  ///< the crowd's groups -> `groups`
  std::vector<Traced> traced;
  std::vector<Trail> trails;
  std::vector<Trail> obstacle_tracks;
  SimulationReport sums;  ///< what is counted on the way; the rest is filled in by the report
  bool stopped = false;
};

/// The scenario's expectations that a report does not meet, in words.
[[nodiscard]] std::vector<std::string> unmet(const ScenarioExpect& expect, const SimulationReport& report);

}  // namespace portolan
