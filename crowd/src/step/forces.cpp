// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// The forces that steer an agent beside its guide (Reynolds, "Steering behaviors for autonomous characters",
// 1999). None of them remembers anything: what they do follows from where everybody is, and from the number
// of the step.
#include <algorithm>
#include <array>
#include <cmath>

#include <portolan/core/detail/open_ground.hpp>
#include <portolan/core/hash.hpp>
#include <portolan/core/straight_queries.hpp>

#include "../crowd_state.hpp"
#include "apart.hpp"

namespace portolan {
namespace {

constexpr float personal_space = 1;     // radii between bodies below which agents begin to part
constexpr float seconds_of_flight = 3;  // of the fastest one's way: so far those of other teams are seen,
constexpr float radii_of_flight = 6;    // and at least so many radii
constexpr float longest_foresight = 1;  // seconds that another one is thought to go straight on
constexpr float on_it = 1e-3F;          // cells
constexpr float seconds_to_rest = 1;    // of its way to a target, over which it slows down
// Milliseconds between two directions in which one who wanders is drawn; and at so many times others begin.
constexpr std::uint32_t ms_of_whim = 1500, whims = 15;
constexpr float keep_off = 1.5F;  // cells between a body and a wall, below which the wall is felt

// A direction out of a number, each as likely as another.
Vec2 direction_of(std::uint64_t number) {
  constexpr int most_draws = 8;
  Vec2 v{1, 0};
  for (int draw = 0; draw < most_draws; ++draw) {
    number = detail::mix(number, 1);
    const auto part = [](std::uint64_t bits) {
      return static_cast<float>(static_cast<std::int32_t>(bits & 0xFFFFU) - 0x8000) * (1.0F / 0x8000);
    };
    const Vec2 drawn{part(number), part(number >> 16U)};
    if (dot(drawn, drawn) > 1 || dot(drawn, drawn) < 1.0F / 16) continue;
    v = drawn;
    break;
  }
  return normalised(v);
}

// From a cell's nearest point to a position.
Vec2 off_cell(Cell c, Vec2 p) {
  const Vec2 low{static_cast<float>(c.x), static_cast<float>(c.y)};
  return {p.x - std::clamp(p.x, low.x, low.x + 1), p.y - std::clamp(p.y, low.y, low.y + 1)};
}

}  // namespace

// How far it looks for others: who only parts from them sees no farther than that force reaches.
float Crowd::State::sight(std::uint32_t i) const {
  if (stands(i)) return beside(i);
  const CrowdGroup& group = group_of(i);
  const float r = bodies.radii[i], behind = group.headway * bodies.max_speeds[i];
  const bool parts_only = !reciprocal(i) && group.steering.alignment == 0 && group.steering.cohesion == 0;
  return r + greatest_radius + std::max(parts_only ? personal_space * r : looks_ahead(), behind);
}

// Of those who are near: away from them, with them, towards them.
Vec2 Crowd::State::flocking_force(std::uint32_t i) const {
  const CrowdGroup& group = group_of(i);
  const Steering& weights = group.steering;
  const bool parts = group.avoidance == Avoidance::separation;
  if (near[i].count == 0) return {};
  if (!parts && weights.alignment == 0 && weights.cohesion == 0) return {};
  const detail::Seen& mine = work.seen[i];
  const Vec2 p = mine.position;
  Vec2 part, headings, centre;
  float others = 0;
  for_near(i, [&](std::uint32_t j) {
    detail::Seen made;
    const detail::Seen& other = seen(j, made);
    if (other.squeezes) return;
    const float range = mine.radius + other.radius + personal_space * mine.radius;
    const float d = length(p - other.position);
    if (d < range) part += detail::apart(p, other.position, i, j) * (1 - d / range);
    headings += other.velocity;
    centre += other.position;
    others += 1;
  });
  Vec2 sum;
  if (parts) sum = shortened(part, 1.5F) * weights.separation;
  if (others > 0) {
    if (weights.alignment != 0) sum += normalised(headings) * weights.alignment;
    if (weights.cohesion != 0) sum += shortened(centre * (1 / others) - p, 1) * weights.cohesion;
  }
  return sum;
}

// How far it sees those of other teams, whom it pursues or flees.
float Crowd::State::flight(std::uint32_t i) const {
  return std::max(seconds_of_flight * greatest_speed, radii_of_flight * (bodies.radii[i] + greatest_radius));
}

// Is the place on its layer, and no wall between? How far it is nobody asks.
bool Crowd::State::sees(std::uint32_t i, PathPoint at) const {
  const std::int32_t layer = bodies.layers[i];
  return at.layer == layer && !straight(group_of(i).grid, {bodies.positions[i], layer}, at.at);
}

// After the nearest one of another team that it sees, to where that one will be; away from where they all
// will be, from the near ones more than from the far ones.
Vec2 Crowd::State::chase(std::uint32_t i) const {
  const Steering& weights = group_of(i).steering;
  if (weights.pursue == 0 && weights.evade == 0) return {};
  const detail::Seen& mine = work.seen[i];
  const std::int32_t layer = bodies.layers[i];
  const float far = flight(i);
  Vec2 prey, flee;
  float nearest = far * far;
  std::uint32_t quarry = nobody;
  work.neighbours.around(mine.position, layer, far, [&](std::uint32_t j) {
    detail::Seen made;
    const detail::Seen& other = seen(j, made);
    const Vec2 off = other.position - mine.position;
    const float square = dot(off, off);
    if (other.team == mine.team || square > far * far) return;
    const bool nearer = square < nearest || (square == nearest && j < quarry);
    if (weights.evade == 0 && !nearer) return;
    if (!sees(i, {other.position, layer})) return;
    const float d = std::sqrt(square);
    const float ahead = std::min(longest_foresight, d / bodies.max_speeds[i]);
    const Vec2 there = other.position + other.velocity * ahead;
    // Of one that will be just where it is: away from where that one is now.
    const Vec2 from = length(there - mine.position) > on_it ? there : other.position;
    flee += detail::apart(mine.position, from, i, j) * (1 - d / far);
    if (!nearer) return;
    nearest = square;
    quarry = j;
    prey = there;
  });
  Vec2 sum = shortened(flee * 2, 1) * weights.evade;
  if (quarry != nobody) sum += normalised(prey - mine.position) * weights.pursue;
  return sum;
}

// About the target of its group, which it sees as far as it sees others: to it, to rest there, or away from
// it, from nearby more than from far off.
Vec2 Crowd::State::about_target(std::uint32_t i) const {
  const CrowdGroup& group = group_of(i);
  const Steering& weights = group.steering;
  if (!group.target || (weights.seek == 0 && weights.flee == 0 && weights.arrive == 0)) return {};
  const Vec2 p = bodies.positions[i], off = group.target->at - p;
  const float far = flight(i), d = length(off);
  if (!(d <= far) || !sees(i, *group.target)) return {};
  const Vec2 flee = detail::apart(p, group.target->at, i, nobody) * (1 - d / far);
  const Vec2 arrive = off * (1 / (seconds_to_rest * bodies.max_speeds[i]));
  return normalised(off) * weights.seek + shortened(arrive, 1) * weights.arrive +
         shortened(flee * 2, 1) * weights.flee;
}

// From one direction to the next, drawn by the agent's id and the time: nothing has to be kept.
Vec2 Crowd::State::whim(std::uint32_t i) const {
  const std::uint64_t who = detail::mix(i, bodies.kinds[i].generation);
  const std::uint64_t now =
      clock.in_ms() + who % whims * (ms_of_whim / whims);  // they do not all turn at once
  const float share = static_cast<float>(now % ms_of_whim) / static_cast<float>(ms_of_whim);
  const Vec2 from = direction_of(detail::mix(who, now / ms_of_whim));
  const Vec2 to = direction_of(detail::mix(who, now / ms_of_whim + 1));
  return from * (1 - share) + to * share;
}

// Away from the cells near by that are walls to it.
Vec2 Crowd::State::off_walls(std::uint32_t i) const {
  constexpr std::int32_t cells = 2;  // a margin is less than half a cell
  const GridView& grid = group_of(i).grid;
  const Vec2 p = bodies.positions[i];
  const Cell here = cell_at(p, bodies.layers[i]);
  if (detail::is_open_around(grid, here, cells)) return {};
  const float room = margin(i);
  Vec2 sum;
  for (std::int32_t y = here.y - cells; y <= here.y + cells; ++y) {
    for (std::int32_t x = here.x - cells; x <= here.x + cells; ++x) {
      const Cell wall{x, y, here.layer};
      if (grid.passable(wall)) continue;
      const Vec2 off = off_cell(wall, p);
      const float left = 1 - (length(off) - room) / keep_off;
      if (left > 0) sum += normalised(off) * left;
    }
  }
  return shortened(sum, 1);
}

// All of them together. A new one adds its term here.
Vec2 Crowd::State::force(std::uint32_t i, Vec2 way) const {
  const Steering& weights = group_of(i).steering;
  Vec2 sum = flocking_force(i) + chase(i) + about_target(i);
  if (is_led(i)) sum += led[i].pull * weights.leader;
  if (weights.wander != 0) sum += whim(i) * weights.wander;
  if (weights.walls == 0) return sum;
  // The posts of a door would hold it back as strongly as its way leads on.
  Vec2 off = off_walls(i);
  if (is_led(i)) way = normalised(led[i].pull);
  if (weights.follow != 0) off -= way * std::min(0.0F, dot(off, way));
  return sum + off * weights.walls;
}

}  // namespace portolan
