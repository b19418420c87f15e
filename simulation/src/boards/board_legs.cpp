// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Goals one after another on a board: who goes on from where, and what it costs at least.
#include <algorithm>
#include <optional>

#include <portolan/core/assert.hpp>

#include "board_state.hpp"

namespace portolan::detail {

namespace {

bool contains(const std::vector<std::uint32_t>& sorted, std::uint32_t vertex) {
  return std::binary_search(sorted.begin(), sorted.end(), vertex);
}

}  // namespace

bool BoardSimulation::State::has_arrived(const BoardAgent& agent, const Journey& journey) const {
  return agent.state == BoardAgent::State::arrived && !groups[agent.group].order->next(journey);
}

std::int64_t BoardSimulation::State::count_arrived() const {
  std::int64_t count = 0;
  for (const Group& group : groups) {
    const std::span<const BoardAgent> agents = agents_of(group);
    for (std::size_t k = 0; k < agents.size(); ++k)
      count += has_arrived(agents[k], group.journeys[k]) ? 1 : 0;
  }
  return count;
}

// Whether it is taken off the board at the goal of its leg. Who goes on from there stands on it until then.
bool BoardSimulation::State::leaves(const Group& group, const Journey& journey) const {
  return !group.order->next(journey) &&
         group.order->leaves(journey.leg, group.order->is_last_round(journey.rounds));
}

void BoardSimulation::State::send_on() {
  for (Group& group : groups) {
    if (group.legs.size() == 1 || !group.started) continue;
    const std::span<const BoardAgent> agents = agents_of(group);
    detail::send_on(
        *group.order, group.journeys, {sums.ticks, scenario.tick_seconds},
        [&](std::size_t k) { return agents[k].state != BoardAgent::State::outside; },
        [&](std::size_t k) { return agents[k].state == BoardAgent::State::arrived; },
        [&](std::size_t k, std::size_t leg) { set_out(group, k, leg); });
    for (std::size_t leg = 0; leg < group.legs.size(); ++leg) {
      if (group.legs[leg].is_due) make_plan(group, leg);
    }
  }
}

// Of somebody who comes to the goal of its leg: whether it goes on at once, with what is left of its tick.
bool BoardSimulation::State::passes(Group& group, std::size_t k) {
  Journey& journey = group.journeys[k];
  const std::optional<std::size_t> next = group.order->next(journey);
  if (!next) return false;
  const LegClock then{sums.ticks + 1, scenario.tick_seconds};
  journey.since = then.tick;
  if (!goes_on(*group.order, journey, *next, never, then)) return false;
  set_out(group, k, *next);
  if (group.legs[*next].is_due) make_plan(group, *next);
  return true;
}

void BoardSimulation::State::set_out(Group& group, std::size_t k, std::size_t leg) {
  Journey& journey = group.journeys[k];
  const std::uint32_t from = agents_of(group)[k].place();
  const Distance left = journey.since >= 0 ? Distance{} : least_cost(group.legs[journey.leg], from);
  begin_leg(journey, leg, left);
  Leg& to = group.legs[leg];
  journey.least = least_cost(to, from);
  traffic.send_on(group.first + static_cast<std::uint32_t>(k), leaves(group, journey));
  to.is_due = to.is_due || !is_led(to, from, journey.least);
}

// Whether the field of a leg leads somebody who was not planned for as a plan for him would.
bool BoardSimulation::State::is_led(const Leg& leg, std::uint32_t from, Distance least) {
  if (!leg.field || leg.field->stale()) return false;
  const Distance cost = leg.field->at(from);
  return reachable(cost) && (cost <= least || contains(leg.plan.vertices, from));
}

// On the board as it is now, whatever the quality of plans.
Distance BoardSimulation::State::least_cost(Leg& leg, std::uint32_t from) {
  if (leg.least_after != edits_made) leg.least.clear();
  leg.least_after = edits_made;
  const auto [known, is_new] = leg.least.try_emplace(from, unreachable);
  if (is_new) {
    Graphs::Request request;
    request.quality = Quality::exact;
    request.agents = {from};
    for (const std::uint32_t goal : leg.goals) request.goals.push_back({goal, Distance{0}});
    known->second = planner->plan(request).costs.front();
  }
  return known->second;
}

// The worst of the legs that somebody is on.
Outcome BoardSimulation::State::outcome_of(const Group& group) const {
  std::optional<Outcome> worst;
  for (std::size_t leg = 0; leg < group.legs.size(); ++leg) {
    const Outcome outcome = group.legs[leg].plan.outcome;
    const bool is_walked = std::any_of(group.journeys.begin(), group.journeys.end(),
                                       [&](const Journey& journey) { return journey.leg == leg; });
    if (is_walked && (!worst || is_worse(outcome, *worst))) worst = outcome;
  }
  PORTOLAN_ASSERT(worst, "a group has agents");
  return *worst;
}

}  // namespace portolan::detail
