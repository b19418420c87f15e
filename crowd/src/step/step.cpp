// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// A step: everybody walks, overlaps are parted, and what that means is noted.
#include <algorithm>

#include <portolan/crowd/slide.hpp>

#include "../crowd_state.hpp"
#include "apart.hpp"

namespace portolan {
namespace {

constexpr float seconds_of_sight = 1.5F;  // at its greatest speed, so far an agent looks for others,
constexpr float radii_of_sight = 6;       // but not farther than so many radii
constexpr float seconds_of_pace = 0.7F;   // over which the pace is taken
constexpr float slow = 0.1F;              // pace below which it hardly gets on
constexpr float nearest = 0.9F;           // of the sum of radii: nobody comes nearer than this
constexpr int most_passes = 64;
constexpr int most_turns = 6;  // passes in which a step is turned aside, before it is made shorter
constexpr int most_halvings = 24;
constexpr float shortest_step = 0.01F;      // cells
constexpr std::uint32_t steps_to_look = 8;  // between two looks for the place
constexpr float longest_push = 0.25F;       // cells per relaxation pass

}  // namespace

void Crowd::step(float seconds) {
  PORTOLAN_ASSERT(seconds >= 0, "time does not go back");
  if (seconds > 0) state_->step(seconds);
}

void Crowd::State::find_present() {
  present_ones.clear();
  for (std::uint32_t i = 0; i < size(); ++i) {
    if (present(i)) present_ones.push_back(i);
  }
}

// The nearest ones within sight, in order.
void Crowd::State::list_near(std::uint32_t i, float sight) {
  const Vec2 p = bodies.positions[i];
  std::array<float, detail::Contacts::most> squares;
  detail::Contacts& found = near[i];
  found.count = 0;
  neighbours.around(p, bodies.layers[i], sight, [&](std::uint32_t j) {
    if (j == i) return;
    const Vec2 off = p - bodies.positions[j];
    const float square = dot(off, off);
    if (square > sight * sight) return;
    if (found.count == detail::Contacts::most && square >= squares[found.count - 1]) return;
    std::uint32_t k = found.count < detail::Contacts::most ? found.count++ : found.count - 1;
    for (; k > 0 && squares[k - 1] > square; --k) {
      squares[k] = squares[k - 1];
      found.agents[k] = found.agents[k - 1];
    }
    squares[k] = square;
    found.agents[k] = j;
  });
}

// What part of an overlap one of two takes; the other agent takes the rest in the same pass. One that stands
// gives way to those of its team who walk and weigh as much.
float Crowd::State::share_of(std::uint32_t i, std::uint32_t j) const {
  if (holds(i) || holds(j)) return holds(i) ? 0.0F : 1.0F;
  if (yields_to(i, j)) return 0.9F;
  if (yields_to(j, i)) return 0.1F;
  const bool i_stands = stands(i), j_stands = stands(j);
  if (reciprocal(i) && leads(i, j)) return 0.2F;
  if (reciprocal(i) && leads(j, i)) return 0.8F;
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
  detail::Progress& p = journeys.progress[i];
  if (!stands(i)) {
    const float gained = dot(bodies.positions[i] - moves[i].start, moves[i].wanted) + moves[i].detour;
    const float full = bodies.max_speeds[i] * seconds_of_step;
    p.pace += (gained / full - p.pace) * std::min(1.0F, seconds_of_step / seconds_of_pace);
    p.blocked = p.pace < slow ? p.blocked + 1 : 0;
  }
  if (before != now) bodies.errands[i].set(detail::Errand::fresh, true);
  journeys.costs[i] +=
      static_cast<double>(far) * straight_factor *
      (static_cast<double>(group.grid.cost(before)) + static_cast<double>(group.grid.cost(now)));
  if (group.guide == nullptr) return;
  journeys.remaining[i] = group.guide->remaining(now);
  p.left = static_cast<float>(journeys.remaining[i].units) -
           2 * straight_factor * static_cast<float>(group.grid.cost(now)) *
               dot(bodies.positions[i] - centre_of(now), moves[i].wanted);
  if (before == now) return;
  const Distance then = group.guide->remaining(before);
  if (!reachable(then) || !reachable(journeys.remaining[i])) return;
  p.behind += journeys.remaining[i].units;
  if (p.behind < then.units) p.moved = steps;
  p.behind -= std::min(p.behind, then.units);
}

// An agent that has come too near to another, and nearer than before.
bool Crowd::State::too_near(std::uint32_t i) const {
  if (!reciprocal(i) || squeezing(i) || bodies.positions[i] == moves[i].start) return false;
  bool found = false;
  for_near(i, [&](std::uint32_t j) {
    if (found || squeezing(j)) return;
    // Of two who go the same way the one behind goes back first.
    if (leads(i, j) && bodies.positions[j] != moves[j].start) return;
    const float least = nearest * (bodies.radii[i] + bodies.radii[j]);
    const Vec2 now = bodies.positions[i] - bodies.positions[j];
    if (dot(now, now) >= least * least) return;
    const Vec2 then = moves[i].start - moves[j].start;
    found = dot(now, now) < dot(then, then);
  });
  return found;
}

// Less of a step that ended too near to somebody: without what led towards that one, or half of it. Were the
// whole step taken back, an arch of agents before a door would stand for good.
Vec2 Crowd::State::stepped_back(std::uint32_t i, int pass) const {
  const Vec2 p = bodies.positions[i], start = moves[i].start;
  Vec2 less = (p - start) * 0.5F;
  if (pass >= most_halvings || dot(less, less) < shortest_step * shortest_step) return start;
  if (pass < most_turns) {
    Vec2 nearest_off;
    float least = 1;  // of the sum of radii
    for_near(i, [&](std::uint32_t j) {
      const Vec2 off = bodies.positions[j] - p;
      const float share = length(off) / (bodies.radii[i] + bodies.radii[j]);
      if (squeezing(j) || share >= least) return;
      least = share;
      nearest_off = off;
    });
    const Vec2 towards = normalised(nearest_off);
    const float along = dot(p - start, towards);
    if (along > 0) less = p - start - towards * along;
  }
  return slide(group_of(i).grid, bodies.layers[i], start, less, margin(i));
}

// Overlaps are pushed apart; where that does not help, those who caused them stay where they were.
void Crowd::State::part(float seconds) {
  for (int pass = 0; pass < options.relaxations; ++pass) {
    for_present([&](std::uint32_t i) { moves[i].position = relaxed(i); });
    for (const std::uint32_t i : present_ones) bodies.positions[i] = moves[i].position;
  }
  for (int pass = 0; pass < most_passes; ++pass) {
    for_present([&](std::uint32_t i) { moves[i].goes_back = too_near(i); });
    bool any = false;
    for (const std::uint32_t i : present_ones) {
      if (!moves[i].goes_back) continue;
      any = true;
      bodies.positions[i] = stepped_back(i, pass);
      moves[i].detour = 0;
    }
    if (!any) break;
  }
  for (const std::uint32_t i : present_ones) {
    bodies.headings[i] = moves[i].wanted;
    if (!reciprocal(i)) continue;
    // What others took off a velocity is gone; what they added is not the agent's own.
    const Vec2 went = (bodies.positions[i] - moves[i].start) * (1 / seconds);
    const Vec2 meant = moves[i].velocity;
    if (dot(went, went) < dot(meant, meant) && moves[i].detour == 0) bodies.velocities[i] = went;
  }
}

void Crowd::State::step(float seconds) {
  ++steps;
  seconds_of_step = seconds;
  find_present();
  if (present_ones.empty()) return;
  give_places();
  const float ahead = std::min(seconds_of_sight * greatest_speed, radii_of_sight * greatest_radius);
  neighbours.build(bodies.positions, bodies.layers, present_ones, 4 * greatest_radius);
  for_present([&](std::uint32_t i) {
    list_near(i, sight(i, ahead));
    if ((steps + i) % steps_to_look == 0) look_for_place(i);
  });
  take_turns(seconds);
  for_present([&](std::uint32_t i) { walk(i, seconds); });
  for (const std::uint32_t i : present_ones) {
    bodies.positions[i] = moves[i].position;
    bodies.velocities[i] = moves[i].velocity;
  }
  // At speed an agent comes to others than it saw before.
  neighbours.build(bodies.positions, bodies.layers, present_ones, 4 * greatest_radius);
  for_present([&](std::uint32_t i) { list_near(i, beside(i)); });
  part(seconds);
  for_present([&](std::uint32_t i) { account(i); });
  for (const std::uint32_t i : present_ones) settle(i, seconds);
}

}  // namespace portolan
