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
  return static_cast<std::size_t>(&state_->group_of(agent) - state_->groups.data());
}
std::size_t Simulation::legs(std::size_t group) const { return state_->group_at(group).legs.size(); }
std::size_t Simulation::leg_of(AgentId agent) const {
  const State::Group& group = state_->group_of(agent);
  return group.journeys.empty() ? 0 : group.journeys[State::place_in(group, agent)].leg;
}
bool Simulation::arrived(AgentId agent) const {
  const State::Group& group = state_->group_of(agent);
  return state_->has_arrived(group, State::place_in(group, agent));
}
std::size_t Simulation::arrived() const {
  std::int64_t sum = 0;
  for (const State::Group& group : state_->groups) sum += group.arrived;
  return static_cast<std::size_t>(sum);
}
const GoalSet& Simulation::goals(std::size_t group, std::size_t leg) const {
  PORTOLAN_ASSERT(leg < state_->group_at(group).legs.size(), "a leg of the group");
  return state_->groups[group].legs[leg].goals;
}
const Plan& Simulation::plan(std::size_t group, std::size_t leg) const {
  return state_->controller_at(group, leg).plan();
}
const CorridorField& Simulation::field(std::size_t group, std::size_t leg) const {
  return state_->controller_at(group, leg).field();
}
const BandField* Simulation::band(std::size_t group, std::size_t leg) const {
  return state_->controller_at(group, leg).band();
}
const std::vector<Trail>& Simulation::trails() const { return state_->trails; }
const std::vector<Trail>& Simulation::obstacle_tracks() const { return state_->obstacle_tracks; }

ObstacleId Simulation::obstacle(std::size_t k) const {
  PORTOLAN_ASSERT(k < state_->obstacle_ids.size(), "an obstacle of the scenario");
  return state_->obstacle_ids[k];
}
const PlanWork& Simulation::work(std::size_t group, std::size_t leg) const {
  return state_->controller_at(group, leg).work();
}
std::optional<PlanWork> Simulation::work_of(AgentId agent) const {
  const State::Group& group = state_->group_of(agent);
  std::optional<PlanWork> all;
  for (const State::Leg& leg : group.legs) {
    if (const auto work = leg.controller->work_of(State::place_in(group, agent)))
      all = all.value_or(PlanWork{}) += *work;
  }
  return all;
}
const DispatchReport& Simulation::dispatched(ProfileId profile) const {
  return state_->context_of(profile).dispatcher.report();
}
const SecondsReport& Simulation::seconds() const { return state_->sums.seconds; }
std::uint64_t Simulation::sectors_rebuilt() const { return state_->sums.sectors_rebuilt; }

}  // namespace portolan
