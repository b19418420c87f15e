// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Goals one after another: who goes on from where, and what it costs at least.
#include "legs.hpp"

#include <algorithm>
#include <utility>

#include "state.hpp"

namespace portolan {

namespace detail {

TileField distances_to(const GoalSet& goals, const GridView& ground, const TileGrid& sectors) {
  TileField field = TileField::distances_only(ground, sectors);
  for (const Goal& goal : goals) field.add_goal(goal);
  field.advance();
  return field;
}

Distance LeastCost::from(Cell c, const GridView& ground, const Hierarchy& hierarchy, const GoalSet& goals) {
  if (field_ && version_ == hierarchy.version()) return field_->at(c);
  version_ = hierarchy.version();
  versions_.resize(hierarchy.sectors().tile_count());
  std::vector<TileId> changed;
  for (std::uint32_t s = 0; s < versions_.size(); ++s) {
    const std::uint64_t version = hierarchy.sector_version(SectorId{s});
    if (versions_[s] != version) changed.push_back(TileId{s});
    versions_[s] = version;
  }
  if (!field_ || !field_->repair(changed)) field_.emplace(distances_to(goals, ground, hierarchy.sectors()));
  return field_->at(c);
}

namespace {

// What of a leg was walked before an order ended it: as much nearer to its goal as somebody was then.
Distance walked_part(Distance whole, Distance left) {
  if (!reachable(whole) || !reachable(left)) return unreachable;
  return {whole.units - std::min(whole.units, left.units)};
}

}  // namespace

void begin_leg(Journey& journey, std::size_t leg, Distance left) {
  journey.before = journey.before + walked_part(journey.least, left);
  if (leg <= journey.leg) ++journey.rounds;
  journey.leg = static_cast<std::uint32_t>(leg);
  journey.since = -1;
  journey.owes = true;
  journey.least = unreachable;
}

std::int64_t time_of_last(std::span<const Journey> journeys) {
  std::int64_t last = 0;
  for (const Journey& journey : journeys) {
    if (journey.since < 0 || journey.leg != journeys.front().leg) return never;
    last = std::max(last, journey.since);
  }
  return last;
}

bool goes_on(const LegOrder& order, const Journey& journey, std::size_t next, std::int64_t all_there,
             LegClock now) {
  // Who set out so late that he was not ordered there goes there when he can.
  if (const auto tick = order.tick(next)) return now.tick >= *tick;
  const std::int64_t there = order.stop(journey.leg).together ? all_there : journey.since;
  return there != never && now.tick >= there + order.wait(journey.leg, now.tick_seconds);
}

}  // namespace detail

bool Simulation::State::is_last(const Group& group, std::size_t k) {
  if (group.journeys.empty()) return true;
  return !group.order->next(group.journeys[k]);
}

bool Simulation::State::has_arrived(const Group& group, std::size_t k) const {
  const AgentState state = crowd.state(group.agents[k]);
  return (state == AgentState::arrived || state == AgentState::gone) && is_last(group, k);
}

// Before anybody sees who has come to a goal to pass it: he is not off the map.
void Simulation::State::send_on() {
  for (Group& group : groups) {
    if (group.journeys.empty() || !group.started) continue;
    const auto state = [&](std::size_t k) { return crowd.state(group.agents[k]); };
    detail::send_on(
        *group.order, group.journeys, {sums.ticks, scenario.tick_seconds},
        [&](std::size_t k) { return state(k) != AgentState::waiting; },
        [&](std::size_t k) { return state(k) == AgentState::arrived || state(k) == AgentState::gone; },
        [&](std::size_t k, std::size_t leg) { set_out(group, k, leg); });
    if (owes_optimum(group)) note_optimum(group);
  }
}

void Simulation::State::set_out(Group& group, std::size_t k, std::size_t leg) {
  detail::Journey& journey = group.journeys[k];
  const AgentId agent = group.agents[k];
  const Distance left = journey.since >= 0 ? Distance{} : left_of(group, k);
  group.legs[journey.leg].controller->quit(k);
  if (crowd.guide(agent) != nullptr) crowd.set_guide(agent, nullptr);
  detail::begin_leg(journey, leg, left);
  const Leg& to = group.legs[leg];
  CrowdGroupId id = group.order->is_last_round(journey.rounds) ? to.in_last_round : to.crowd;
  if (to.controller->guides_each()) id.value += static_cast<std::uint32_t>(k);
  crowd.regroup(agent, id);
  if (crowd.state(agent) == AgentState::gone) crowd.start(agent);
}

bool Simulation::State::owes_optimum(const Group& group) {
  if (group.journeys.empty()) return group.optimum.empty();
  return std::any_of(group.journeys.begin(), group.journeys.end(),
                     [](const detail::Journey& journey) { return journey.owes; });
}

// Where one field for all of the ground is too much the group's own tells, once it covers an agent.
void Simulation::State::note_optimum_of_legs(Group& group) {
  group.optimum.resize(group.agents.size(), unreachable);
  std::vector<std::optional<std::vector<Distance>>> own(group.legs.size());
  for (std::size_t k = 0; k < group.agents.size(); ++k) {
    detail::Journey& journey = group.journeys[k];
    if (!journey.owes) continue;
    Leg& leg = group.legs[journey.leg];
    if (has_flat_fields()) {
      journey.least = left_of(group, k);
      journey.owes = false;
    } else {
      auto& costs = own[journey.leg];
      if (!costs) costs = leg.controller->optimum(view_of(group, journey.leg), world.view(ground_of(group)));
      if (costs) journey.least = (*costs)[k];
      journey.owes = !costs || (land && !reachable(journey.least));
    }
    group.optimum[k] = journey.before + journey.least;
  }
}

bool Simulation::State::has_flat_fields() const {
  return !land && world.extent().cell_count() <= detail::largest_flat_field;
}

// From where an agent is now to the goal of its leg.
Distance Simulation::State::left_of(Group& group, std::size_t k) {
  Leg& leg = group.legs[group.journeys[k].leg];
  const Cell c = crowd.cell(group.agents[k]);
  if (!has_flat_fields()) return leg.controller->left(c);
  return leg.least.from(c, world.view(ground_of(group)), contexts[group.planned.value]->hierarchy, leg.goals);
}

// By itself, as what agents walk is counted: a group that sets out into a jam has no other optimum.
ProfileId Simulation::State::ground_of(const Group& group) const {
  return scenario.congestion.interval > 0 ? group.seen : group.planned;
}

}  // namespace portolan
