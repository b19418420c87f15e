// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <portolan/simulation/simulation.hpp>

#include <utility>

#include <portolan/core/assert.hpp>

#include "state.hpp"

namespace portolan {

Simulation::Simulation(detail::Pimpl<State> state) : state_(std::move(state)) {}

Result<Simulation> Simulation::create(Scenario scenario, SimulationWorld world, SimulationHooks hooks) {
  PORTOLAN_ASSERT(scenario.streaming.enabled == world.world.is_streamed(),
                  "the world is streamed where the scenario says so, and only there");
  std::vector<Error> faults = check_obstacles(scenario, world.world);
  check_streaming(scenario, world.world.extent(), faults);
  if (world.placed.empty()) world.placed = place_groups(scenario, world.world, faults);
  if (!faults.empty()) return joined(std::move(faults), scenario.file);
  PORTOLAN_ASSERT(world.placed.size() == scenario.groups.size(), "give each group its cells, or none any");
  const double begin = hooks.clock ? hooks.clock() : 0;
  const std::vector<PlacedGroup> placed = std::move(world.placed);
  const double loading = world.load_seconds;
  auto state = detail::make_pimpl<State>(std::move(scenario), std::move(world), std::move(hooks));
  if (auto error = state->build_hierarchies()) return *error;
  state->prepare_tracks();
  state->add_obstacles();
  state->navigator.commit();
  state->add_groups(placed);
  state->let_hear_of_changes();
  state->choose_traced();
  state->sums.seconds.build = loading + state->now() - begin;
  return Simulation(std::move(state));
}

bool Simulation::tick() {
  if (state_->over()) return false;
  state_->tick();
  if (state_->hooks.on_tick && !state_->hooks.on_tick(*this)) state_->stopped = true;
  return !state_->over();
}

void Simulation::run() {
  while (tick()) {
  }
}

std::int64_t Simulation::ticks() const { return state_->sums.ticks; }
const Scenario& Simulation::scenario() const { return state_->scenario; }
const World& Simulation::world() const { return state_->world; }
const Crowd& Simulation::crowd() const { return state_->crowd; }
const Obstacles& Simulation::obstacles() const { return state_->obstacles; }
ProfileId Simulation::planning_profile(std::size_t group) const { return state_->group_at(group).planned; }
const Hierarchy& Simulation::hierarchy(ProfileId profile) const {
  return state_->context_of(profile).hierarchy;
}
std::optional<Error> Simulation::fault() const { return state_->fault(); }
std::size_t Simulation::group_of(AgentId agent) const {
  PORTOLAN_ASSERT(state_->crowd.alive(agent), "the agent is one of this simulation");
  return state_->group_of_crowd[state_->crowd.group_of(agent).value];
}
const Plan& Simulation::plan(std::size_t group) const { return state_->group_at(group).controller->plan(); }
const CorridorField& Simulation::field(std::size_t group) const {
  return state_->group_at(group).controller->field();
}
const BandField* Simulation::band(std::size_t group) const {
  return state_->group_at(group).controller->band();
}
const std::vector<Trail>& Simulation::trails() const { return state_->trails; }
const std::vector<Trail>& Simulation::obstacle_tracks() const { return state_->obstacle_tracks; }

ObstacleId Simulation::obstacle(std::size_t k) const {
  PORTOLAN_ASSERT(k < state_->obstacle_ids.size(), "an obstacle of the scenario");
  return state_->obstacle_ids[k];
}
const PlanWork& Simulation::work(std::size_t group) const {
  return state_->group_at(group).controller->work();
}
const PlanWork* Simulation::work_of(AgentId agent) const {
  // Agents are added group by group and never removed, so that those of a group have slots in a row.
  const State::Group& group = state_->groups[group_of(agent)];
  return group.controller->work_of(agent.slot - group.agents.front().slot);
}
const DispatchReport& Simulation::dispatched(ProfileId profile) const {
  return state_->context_of(profile).dispatcher.report();
}
const SecondsReport& Simulation::seconds() const { return state_->sums.seconds; }
std::uint64_t Simulation::sectors_rebuilt() const { return state_->sums.sectors_rebuilt; }

}  // namespace portolan
