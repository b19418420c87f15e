// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <portolan/core/assert.hpp>
#include <portolan/dynamic/navigator.hpp>
#include <portolan/simulation/simulation.hpp>

#include "groups/group_controller.hpp"
#include "legs.hpp"
#include "profile_context.hpp"
#include "report_parts.hpp"
#include "streaming.hpp"

namespace portolan {

/// Everything a simulation owns. Lives behind a pointer, so that addresses last.
struct Simulation::State {
  /// A goal of a group, and who leads agents there.
  struct Leg {
    GoalSet goals;
    std::unique_ptr<detail::GroupController> controller;
    /// Of the crowd, where one guide is for all; else of the first agent, those of the others follow. Another
    /// one in the last round, where agents leave or stay otherwise.
    CrowdGroupId crowd, in_last_round;
    detail::LeastCost least;
  };
  /// A group at work.
  struct Group {
    ProfileId seen;     ///< that it walks with
    ProfileId planned;  ///< that it plans with: another where obstacles are foreseen
    std::vector<AgentId> agents;
    std::vector<Distance> optimum;  ///< per agent, when it set out; empty until it is known
    std::vector<Leg> legs;
    std::vector<detail::Journey> journeys;  ///< per agent; empty where there is one leg
    std::optional<detail::LegOrder> order;
    std::int64_t start_tick = 0;
    std::int64_t arrived = 0;
    std::int64_t last_arrival_tick = 0;
    std::int64_t in_walls = 0;      ///< agents, after the last tick
    std::uint64_t stale_steps = 0;  ///< before it
    bool started = false;
    bool nobody_waits = false;  ///< for free ground to set out from
  };
  /// An agent that leaves a trail.
  struct Traced {
    AgentId agent;
    std::size_t trail = 0;
  };

  /// For answers to callers.
  [[nodiscard]] const Group& group_at(std::size_t group) const {
    PORTOLAN_ASSERT(group < groups.size(), "a group of the scenario");
    return groups[group];
  }
  [[nodiscard]] const detail::GroupController& controller_at(std::size_t group, std::size_t leg) const {
    PORTOLAN_ASSERT(leg < group_at(group).legs.size(), "a leg of the group");
    return *groups[group].legs[leg].controller;
  }
  [[nodiscard]] const Group& group_of(AgentId agent) const {
    PORTOLAN_ASSERT(crowd.alive(agent), "the agent is one of this simulation");
    return groups[group_of_crowd[crowd.group_of(agent).value]];
  }
  /// Agents are added group by group and never removed, so that those of a group have slots in a row.
  [[nodiscard]] static std::size_t place_in(const Group& group, AgentId agent) {
    return agent.slot - group.agents.front().slot;
  }
  [[nodiscard]] const detail::ProfileContext& context_of(ProfileId profile) const {
    PORTOLAN_ASSERT(profile.value < contexts.size() && contexts[profile.value] != nullptr,
                    "a profile with which some group plans");
    return *contexts[profile.value];
  }

  State(Scenario given, SimulationWorld on, SimulationHooks given_hooks);

  // Setting up.
  [[nodiscard]] std::optional<Error> build_hierarchies();
  void let_hear_of_changes();
  [[nodiscard]] ProfileId planning_profile(const ScenarioGroup& wanted);
  [[nodiscard]] ProfileId walking_profile(const ScenarioGroup& wanted);
  [[nodiscard]] ProfileId blind_twin(ProfileId seen, const char* what);
  void add_groups(const std::vector<PlacedGroup>& placed);
  void appoint_leaders();
  [[nodiscard]] std::unique_ptr<detail::GroupController> make_controller(const ScenarioGroup& wanted,
                                                                         const GoalSet& goals);
  void add_legs(Group& group, const ScenarioGroup& wanted, const PlacedGroup& placed);
  [[nodiscard]] CrowdGroupId add_crowd_group(const Group& group, const Leg& leg, const ScenarioGroup& wanted,
                                             const std::optional<PathPoint>& target, bool leaves);
  void add_agents(Group& group, const ScenarioGroup& wanted, const PlacedGroup& placed);
  void prepare_tracks();
  void choose_traced();

  // A tick, in this order.
  void tick();
  void change_world();
  void add_obstacles();
  void start_groups();
  void guide_groups();
  void guide_group(Group& group);
  void update_groups();
  void serve();
  void count_stale_steps();
  [[nodiscard]] std::uint64_t stale_steps_of(const Group& group) const;
  void send_on();
  void set_out(Group& group, std::size_t k, std::size_t leg);
  [[nodiscard]] static bool is_last(const Group& group, std::size_t k);
  [[nodiscard]] bool has_arrived(const Group& group, std::size_t k) const;
  void look_around();
  void look_at(Group& group) const;
  void trace();
  Walk note_agents(const Group& group, GroupReport& report) const;
  void note_legs(const Group& group, GroupReport& report, SimulationReport& all) const;

  [[nodiscard]] detail::GroupNow view_of(const Group& group, std::size_t leg = 0) const {
    return {sums.ticks, group.started, &crowd,         group.agents,
            &obstacles, obstacle_ids,  group.journeys, static_cast<std::uint32_t>(leg)};
  }
  void note_optimum(Group& group);
  [[nodiscard]] static bool owes_optimum(const Group& group);
  void note_optimum_of_legs(Group& group);
  [[nodiscard]] bool has_flat_fields() const;
  [[nodiscard]] Distance left_of(Group& group, std::size_t k);
  [[nodiscard]] ProfileId ground_of(const Group& group) const;
  [[nodiscard]] bool over() const;
  void in_pieces(std::size_t count, const std::function<void(std::size_t)>& body);
  [[nodiscard]] double now() const { return hooks.clock ? hooks.clock() : 0.0; }
  [[nodiscard]] std::uint64_t plans_made() const;
  [[nodiscard]] std::optional<Error> fault() const;
  [[nodiscard]] bool occupied(Cell c) const;

  Scenario scenario;
  SimulationHooks hooks;
  World world;
  Navigator navigator;
  std::shared_ptr<const HierarchySource> baked;                   ///< null: hierarchies are built
  std::unique_ptr<detail::StreamedLand> land;                     ///< null: all of the world is in memory
  std::vector<std::unique_ptr<detail::ProfileContext>> contexts;  ///< per profile; null where unused
  Crowd crowd;
  detail::Congestion congestion;
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

}  // namespace portolan
