// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Where an agent wants to go, and how it walks there along walls.
#include <algorithm>
#include <cmath>

#include <portolan/crowd/slide.hpp>

#include "../crowd_state.hpp"
#include "apart.hpp"

namespace portolan {
namespace {

constexpr float personal_space = 0.3F;  // cells between bodies below which agents begin to part
constexpr float seconds_to_full_speed = 0.2F;
constexpr int most_bends = 4;               // of a way that an agent takes within a step
constexpr float shortest_piece = 1e-3F;     // seconds; shorter ones tell nothing about the speed
constexpr float corner_beside = 1.0F / 32;  // cells by which a bend may lie off the corner of a wall
constexpr float most_margin = 0.49F;        // cells; two walls of a lane one cell wide leave room for more

// A vector, turned as one unit vector is from another.
Vec2 turned(Vec2 v, Vec2 from, Vec2 to) {
  const float along = dot(from, to), across = from.x * to.y - from.y * to.x;
  return {v.x * along - v.y * across, v.x * across + v.y * along};
}

// Of a convex corner of walls: the diagonal that leads away from it, each part of it 1 or -1; otherwise zero.
Vec2 away_from_corner(const GridView& grid, std::int32_t x, std::int32_t y, std::int32_t layer) {
  Vec2 away;
  int walls = 0;
  for (int k = 0; k < 4; ++k) {
    const int dx = k % 2, dy = k / 2;
    if (grid.passable({x - 1 + dx, y - 1 + dy, layer})) continue;
    ++walls;
    away = {dx == 0 ? 1.0F : -1.0F, dy == 0 ? 1.0F : -1.0F};
  }
  return walls == 1 ? away : Vec2{};
}

}  // namespace

float Crowd::State::margin(std::uint32_t i) const {
  const float beyond = bodies.radii[i] - static_cast<float>(group_of(i).clearance - 1);
  return std::clamp(beyond, 0.0F, most_margin);
}

// A guide leads a point, which touches corners; a body passes them at a distance.
Heading Crowd::State::around_corner(std::uint32_t i, Vec2 p, const Heading& way) const {
  const float room = margin(i);
  if (!way.bends() || !(room > 0)) return way;
  const Vec2 bend = p + way.direction * way.reach;
  const Vec2 corner{std::round(bend.x), std::round(bend.y)};
  if (std::abs(bend.x - corner.x) > corner_beside || std::abs(bend.y - corner.y) > corner_beside) return way;
  const Vec2 away = away_from_corner(group_of(i).grid, static_cast<std::int32_t>(corner.x),
                                     static_cast<std::int32_t>(corner.y), bodies.layers[i]);
  if (away == Vec2{}) return way;
  const Vec2 off = corner + away * room - p;
  const float reach = length(off);
  if (!(reach > shortest_piece)) return way;
  return {off * (1 / reach), reach};
}

// Cell by cell: what a squeezing agent and one with a link ahead follow, and the fallback where a smooth
// heading cancels out. It leads to the goal from every cell that has a way.
Heading Crowd::State::heading(std::uint32_t i, Vec2 p) const {
  const CrowdGroup& group = group_of(i);
  if (stands(i)) return {};
  const std::int32_t layer = bodies.layers[i];
  const Cell here = cell_at(p, layer);
  if (!squeezing(i) && group.grid.links().empty()) {
    const Heading smooth = group.guide->course(p, layer);
    if (smooth.direction != Vec2{}) return around_corner(i, p, smooth);
  }
  const auto next = group.guide->next(here);
  if (!next) return {};
  const bool beside = is_beside(*next, here);
  if (beside && !squeezing(i)) {
    const Heading smooth = group.guide->course(p, layer);
    if (smooth.direction != Vec2{}) return around_corner(i, p, smooth);
  }
  return {normalised(centre_of(beside ? *next : here) - p)};
}

// The forces that come from the others. A new one adds its term here.
Vec2 Crowd::State::flocking_force(std::uint32_t i) const {
  const Steering& pull = group_of(i).steering;
  const Vec2 p = bodies.positions[i];
  Vec2 part;
  Vec2 headings;
  Vec2 centre;
  float others = 0;
  neighbours.around(p, bodies.layers[i], [&](std::uint32_t j) {
    if (j == i || squeezing(j)) return;
    const float range = bodies.radii[i] + bodies.radii[j] + personal_space;
    const float d = length(p - bodies.positions[j]);
    if (d < range) part += detail::apart(p, bodies.positions[j], i < j) * (1 - d / range);
    headings += bodies.velocities[j];
    centre += bodies.positions[j];
    others += 1;
  });
  Vec2 sum = shortened(part, 1.5F) * pull.separation;
  if (others > 0) {
    sum += normalised(headings) * pull.alignment;
    sum += shortened(centre * (1 / others) - p, 1) * pull.cohesion;
  }
  return sum;
}

// The sum of all forces.
Vec2 Crowd::State::desired_velocity(std::uint32_t i, Vec2 heading, Vec2 force) const {
  if (squeezing(i)) return heading * bodies.max_speeds[i];
  if (stands(i)) return {};
  const Vec2 along = heading * group_of(i).steering.follow;
  return shortened(along + force, 1) * bodies.max_speeds[i];
}

// An agent leans into the bends of its way: its velocity turns with them. Only what the others make it do has
// inertia.
float Crowd::State::walk_to_bend(std::uint32_t i, float seconds, Vec2 force) {
  detail::Move& next = moves[i];
  const Heading way = heading(i, next.position);
  if (!way.bends()) next.course = {};
  if (next.course != Vec2{}) next.velocity = turned(next.velocity, next.course, way.direction);
  if (way.bends()) next.course = way.direction;
  const Vec2 want = desired_velocity(i, way.direction, force);
  const float most = bodies.max_speeds[i] * seconds / seconds_to_full_speed;
  const Vec2 velocity = squeezing(i) ? want : next.velocity + shortened(want - next.velocity, most);
  const float speed = dot(velocity, way.direction);
  const bool turns = way.bends() && speed * seconds > way.reach;
  const float spent = turns ? way.reach / speed : seconds;
  const Vec2 from = next.position;
  next.position = slide(group_of(i).grid, bodies.layers[i], from, velocity * spent, margin(i));
  // What a wall took off is gone: no momentum builds up against it.
  const bool measurable = !turns && spent >= shortest_piece;
  next.velocity = measurable ? (next.position - from) * (1 / spent) : velocity;
  return spent;
}

void Crowd::State::walk(std::uint32_t i, float seconds) {
  detail::Move& next = moves[i];
  next.start = next.position = bodies.positions[i];
  next.velocity = bodies.velocities[i];
  next.detour = 0;
  if (holds(i)) {
    next.velocity = {};
    return;
  }
  const bool feels = !squeezing(i) && !stands(i);
  const Vec2 force = feels ? flocking_force(i) : Vec2{};
  float left = seconds - walk_to_bend(i, seconds, force);
  if (!(left > 0)) return;
  float walked = length(next.position - next.start);
  for (int bends = 1; bends < most_bends && left > 0; ++bends) {
    const Vec2 from = next.position;
    left -= walk_to_bend(i, left, force);
    walked += length(next.position - from);
  }
  next.detour = walked - length(next.position - next.start);
}

}  // namespace portolan
