// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include <portolan/core/assert.hpp>
#include <portolan/core/hash.hpp>

#include "board_state.hpp"
#include "report_parts.hpp"

namespace portolan::detail {

void BoardSimulation::State::note() {
  sums.arrived = count_arrived();
  for (const BoardAgent& agent : traffic.agents()) {
    const bool stands = agent.state == BoardAgent::State::standing ||
                        agent.state == BoardAgent::State::waiting || agent.state == BoardAgent::State::stuck;
    if (stands && ground.costs()[agent.at] == impassable) ++sums.contacts.wall_entries;
  }
}

std::uint64_t BoardSimulation::State::hash() const {
  std::uint64_t hash = mix(0, static_cast<std::uint64_t>(sums.ticks));
  for (const Cost cost : ground.costs()) hash = mix(hash, cost);
  for (const BoardAgent& agent : traffic.agents()) {
    hash = mix(hash, static_cast<std::uint64_t>(agent.state));
    hash = mix(hash, std::uint64_t{agent.at} << 32U | agent.to);
    hash = mix(hash, static_cast<std::uint64_t>(agent.gone));
    hash = mix(hash, agent.cost);
  }
  return hash;
}

SimulationReport BoardSimulation::report() const {
  const State& s = *state_;
  SimulationReport r = s.sums;
  r.agents = r.arrived = 0;
  Walk all;
  for (std::size_t g = 0; g < s.groups.size(); ++g) {
    const State::Group& group = s.groups[g];
    GroupReport own;
    own.name = s.scenario.groups[g].name;
    own.agents = static_cast<std::int64_t>(group.starts.size());
    own.plans = group.plans;
    own.fields = group.fields;
    r.work.plans += group.plans;
    r.work.fields += group.fields;
    Walk walk;
    const std::span<const BoardAgent> agents = s.agents_of(group);
    for (std::size_t k = 0; k < agents.size(); ++k) {
      const BoardAgent& agent = agents[k];
      const Journey& journey = group.journeys[k];
      if (agent.state == BoardAgent::State::stuck) ++own.stuck;
      if (!s.has_arrived(agent, journey)) continue;
      walk.add(static_cast<double>(agent.steps), static_cast<double>(agent.cost),
               journey.before + journey.least);
      own.last_arrival_tick = std::max(own.last_arrival_tick, agent.arrival);
    }
    own.arrived = walk.arrived;
    own.walked = walk.mean_walked();
    own.detour = walk.mean_detour();
    own.outcome = ending(own, s.outcome_of(group));
    all += walk;
    add_group(std::move(own), r);
  }
  r.contacts.waits = s.traffic.counts().waits;
  r.contacts.squeezes = s.traffic.counts().squeezes;
  r.walked = all.mean_walked();
  r.detour = all.mean_detour();
  r.hash = s.hash();
  r.failures = unmet(s.scenario.expect, r);
  return r;
}

BoardSimulation::BoardSimulation(Pimpl<State> state) : state_(std::move(state)) {}

Result<BoardSimulation> BoardSimulation::create(Scenario scenario, Board board, Hooks hooks) {
  auto state = make_pimpl<State>(std::move(scenario), std::move(board), std::move(hooks));
  const double begin = state->now();
  if (auto error = state->set_up()) return *error;
  state->sums.seconds.build = state->now() - begin;
  for (const ScenarioGroup& group : state->scenario.groups) state->sums.agents += group.count;
  return BoardSimulation(std::move(state));
}

bool BoardSimulation::tick() {
  if (state_->over()) return false;
  state_->tick();
  if (state_->hooks.on_tick && !state_->hooks.on_tick(*this)) state_->stopped = true;
  return !state_->over();
}

void BoardSimulation::run() {
  while (tick()) {
  }
}

std::optional<Error> BoardSimulation::fault() const { return state_->fault; }
std::int64_t BoardSimulation::ticks() const { return state_->sums.ticks; }
const Scenario& BoardSimulation::scenario() const { return state_->scenario; }
const Board& BoardSimulation::board() const { return state_->board; }
const WaypointGraph& BoardSimulation::graph() const { return state_->ground.graph(); }
std::span<const Cost> BoardSimulation::costs() const { return state_->ground.costs(); }
const BoardSimulation::Graphs& BoardSimulation::hierarchy() const { return *state_->hierarchy; }
std::span<const BoardAgent> BoardSimulation::agents() const { return state_->traffic.agents(); }
std::int64_t BoardSimulation::arrived() const { return state_->sums.arrived; }
std::size_t BoardSimulation::legs(std::size_t group) const {
  PORTOLAN_ASSERT(group < state_->groups.size(), "a group of the scenario");
  return state_->groups[group].legs.size();
}
const BoardSimulation::Graphs::Plan& BoardSimulation::plan(std::size_t group, std::size_t leg) const {
  return state_->leg_at(group, leg).plan;
}
const BoardSimulation::Graphs::Field* BoardSimulation::field(std::size_t group, std::size_t leg) const {
  const auto& field = state_->leg_at(group, leg).field;
  return field ? &*field : nullptr;
}
std::span<const std::uint32_t> BoardSimulation::goals(std::size_t group, std::size_t leg) const {
  return state_->leg_at(group, leg).goals;
}
const std::vector<BoardSimulation::Trail>& BoardSimulation::trails() const { return state_->trails; }

}  // namespace portolan::detail
