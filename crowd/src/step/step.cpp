// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// A step: everybody walks, overlaps are parted, and what that means is noted.
#include <algorithm>

#include <portolan/crowd/slide.hpp>

#include "../crowd_state.hpp"
#include "apart.hpp"

namespace portolan {
namespace {

constexpr float reach_margin = 0.6F;   // movement within a step that the bins must allow for
constexpr float longest_push = 0.25F;  // cells per relaxation pass

}  // namespace

void Crowd::step(float seconds) {
  PORTOLAN_ASSERT(seconds > 0, "time goes on");
  state_->step(seconds);
}

void Crowd::State::find_present() {
  present_ones.clear();
  for (std::uint32_t i = 0; i < size(); ++i) {
    if (present(i)) present_ones.push_back(i);
  }
}

void Crowd::State::list_near(std::uint32_t i) {
  const Vec2 p = bodies.positions[i];
  detail::Contacts& found = near[i];
  found.count = 0;
  neighbours.around(p, bodies.layers[i], [&](std::uint32_t j) {
    if (j == i || found.count == detail::Contacts::most) return;
    const Vec2 off = p - bodies.positions[j];
    const float reach = (bodies.radii[i] + bodies.radii[j]) * touch + near_margin;
    if (dot(off, off) <= reach * reach) found.agents[found.count++] = j;
  });
}

// What part of an overlap one of two takes; the other agent takes the rest in the same pass. Whoever stands
// gives way to those of its team who walk and weigh as much.
float Crowd::State::share_of(std::uint32_t i, std::uint32_t j) const {
  if (holds(i) || holds(j)) return holds(i) ? 0.0F : 1.0F;
  const bool i_stands = stands(i), j_stands = stands(j);
  const float mine = bodies.masses[i], other = bodies.masses[j];
  const bool friends = bodies.kinds[i].team == bodies.kinds[j].team;
  if (i_stands && !j_stands && (!friends || mine > other)) return 0;
  if (j_stands && !i_stands && (!friends || other > mine)) return 1;
  return other / (mine + other);
}

Vec2 Crowd::State::relaxed(std::uint32_t i) const {
  const Vec2 p = bodies.positions[i];
  if (squeezing(i) || holds(i)) return p;
  Vec2 push;
  for_near(i, [&](std::uint32_t j) {
    if (squeezing(j)) return;
    const float overlap = bodies.radii[i] + bodies.radii[j] - length(p - bodies.positions[j]);
    if (overlap > 0) push += detail::apart(p, bodies.positions[j], i < j) * (overlap * share_of(i, j));
  });
  if (push == Vec2{}) return p;
  return slide(group_of(i).grid, bodies.layers[i], p, shortened(push, longest_push), margin(i));
}

// Distance walked and distance made good, both in the field of this step.
void Crowd::State::account(std::uint32_t i) {
  const CrowdGroup& group = group_of(i);
  const Cell before = cell_at(moves[i].start, bodies.layers[i]);
  const Cell now = cell_at(bodies.positions[i], bodies.layers[i]);
  const float far = length(bodies.positions[i] - moves[i].start) + moves[i].detour;
  journeys.distances[i] += far;
  journeys.costs[i] +=
      static_cast<double>(far) * straight_factor *
      (static_cast<double>(group.grid.cost(before)) + static_cast<double>(group.grid.cost(now)));
  if (group.guide == nullptr) return;
  journeys.remaining[i] = group.guide->remaining(now);
  if (before == now) return;
  const Distance then = group.guide->remaining(before);
  if (!reachable(then) || !reachable(journeys.remaining[i])) return;
  detail::Progress& p = journeys.progress[i];
  p.behind += journeys.remaining[i].units;
  if (p.behind < then.units) p.moved = steps;
  p.behind -= std::min(p.behind, then.units);
}

void Crowd::State::step(float seconds) {
  ++steps;
  find_present();
  if (present_ones.empty()) return;
  const float reach = 2 * greatest_radius + reach_margin;
  neighbours.build(bodies.positions, bodies.layers, present_ones, reach);
  for_present([&](std::uint32_t i) { walk(i, seconds); });
  for (const std::uint32_t i : present_ones) {
    bodies.positions[i] = moves[i].position;
    bodies.velocities[i] = moves[i].velocity;
  }
  neighbours.build(bodies.positions, bodies.layers, present_ones, reach);
  for_present([&](std::uint32_t i) { list_near(i); });
  for (int pass = 0; pass < options.relaxations; ++pass) {
    for_present([&](std::uint32_t i) { moves[i].position = relaxed(i); });
    for (const std::uint32_t i : present_ones) bodies.positions[i] = moves[i].position;
  }
  for_present([&](std::uint32_t i) { account(i); });
  for (const std::uint32_t i : present_ones) settle(i, seconds);
}

}  // namespace portolan
