// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Who has arrived, who is stuck, and who squeezes through.
#include <algorithm>
#include <cmath>

#include "../crowd_state.hpp"

namespace portolan {
namespace {

constexpr float seconds_to_settle = 1;  // without way made, before touching an arrived agent is arriving
constexpr float squeeze_cells = 2;      // way made before a squeezing agent takes room again
constexpr float foot_of_link = 0.3F;    // cells from the centre of the cell where a link begins

}  // namespace

bool Crowd::State::at_goal(std::uint32_t i) const {
  const Distance left = journeys.remaining[i];
  if (!reachable(left)) return false;
  const CrowdGroup& group = group_of(i);
  const Vec2 p = bodies.positions[i];
  const std::int32_t layer = bodies.layers[i];
  const float radius = std::max(group.arrival_radius, 0.75F);  // at least the goal's own cell
  // Twice what the way costs where nothing is between; more means that there is a wall.
  const auto cost = static_cast<float>(group.grid.cost(cell_at(p, layer)));
  if (static_cast<float>(left.units) > (radius + 1) * 2 * 2 * straight_factor * cost) return false;
  return std::any_of(group.goals.begin(), group.goals.end(), [&](const Cell& goal) {
    const Vec2 off = p - centre_of(goal);
    return goal.layer == layer && dot(off, off) <= radius * radius;
  });
}

bool Crowd::State::touches(std::uint32_t i, AgentState who) const {
  bool found = false;
  for_near(i, [&](std::uint32_t j) {
    const float reach = (bodies.radii[i] + bodies.radii[j]) * touch;
    found = found || (state(j) == who && reachable(journeys.remaining[j]) &&
                      bodies.kinds[j].group == bodies.kinds[i].group &&
                      length(bodies.positions[i] - bodies.positions[j]) <= reach);
  });
  return found;
}

// When did the agents that stand between this agent and the goal last make way? Handed on from body to body,
// so that the end of a queue knows that its head still moves.
std::uint32_t Crowd::State::alive_ahead(std::uint32_t i) const {
  const std::vector<Distance>& left = journeys.remaining;
  std::uint32_t latest = journeys.progress[i].moved;
  for_near(i, [&](std::uint32_t j) {
    if (bodies.kinds[j].group != bodies.kinds[i].group || state(j) != AgentState::moving) return;
    if (left[j] > left[i] || (left[j] == left[i] && j > i)) return;
    const float reach = (bodies.radii[i] + bodies.radii[j]) * touch;
    if (length(bodies.positions[i] - bodies.positions[j]) > reach) return;
    latest = std::max(latest, journeys.progress[j].alive);
  });
  return latest;
}

void Crowd::State::unblock(std::uint32_t i, float seconds) {
  detail::Progress& p = journeys.progress[i];
  if (p.squeeze > 0) {
    --p.squeeze;
    return;
  }
  p.alive = alive_ahead(i);
  if (static_cast<float>(steps - p.alive) * seconds < options.patience) return;
  p.squeeze = static_cast<std::uint32_t>(std::ceil(squeeze_cells / (bodies.max_speeds[i] * seconds)));
  p.moved = p.alive = steps;
  ++squeezes;
}

// At the foot of a link it goes to its other end.
bool Crowd::State::take_link(std::uint32_t i) {
  const CrowdGroup& group = group_of(i);
  if (group.grid.links().empty()) return false;
  const Cell here = cell_at(bodies.positions[i], bodies.layers[i]);
  const auto next = group.guide->next(here);
  if (!next || is_beside(*next, here) || length(centre_of(here) - bodies.positions[i]) >= foot_of_link)
    return false;
  const Distance after = group.guide->remaining(*next);
  if (reachable(after))
    journeys.costs[i] += static_cast<double>(journeys.remaining[i].units) - static_cast<double>(after.units);
  bodies.positions[i] = centre_of(*next);
  bodies.layers[i] = next->layer;
  journeys.progress[i].moved = journeys.progress[i].alive = steps;
  return true;
}

void Crowd::State::settle(std::uint32_t i, float seconds) {
  const CrowdGroup& group = group_of(i);
  AgentState& now = bodies.kinds[i].state;
  if (now == AgentState::arrived || group.guide == nullptr || holds(i)) return;
  detail::Progress& p = journeys.progress[i];
  const Distance left = journeys.remaining[i];
  const bool halted = reachable(left) && static_cast<float>(steps - p.moved) * seconds >= seconds_to_settle;
  const bool settled = !group.leave_on_arrival && halted && touches(i, AgentState::arrived);
  if (at_goal(i) || settled) {
    now = group.leave_on_arrival ? AgentState::gone : AgentState::arrived;
    bodies.velocities[i] = {};
    p.squeeze = 0;
    return;
  }
  // No way; or a way that ends before the goal, and it is there or stands behind one who is.
  const bool ended = left == Distance{} || (halted && touches(i, AgentState::stuck));
  now = reachable(left) && !ended ? AgentState::moving : AgentState::stuck;
  if (now == AgentState::stuck) {
    if (!ended) p.moved = p.alive = steps;
    p.squeeze = 0;
    return;
  }
  if (!take_link(i)) unblock(i, seconds);
}

}  // namespace portolan
