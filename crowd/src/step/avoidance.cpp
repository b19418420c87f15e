// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Reciprocal avoidance: half-planes of velocities that keep free of every neighbour for a while.
#include <algorithm>
#include <array>
#include <cmath>

#include "../crowd_state.hpp"
#include "half_planes.hpp"

namespace portolan {
namespace {

using detail::HalfPlane;

constexpr float horizon = 2;              // seconds in which nobody is to be touched
constexpr float horizon_same_way = 0.5F;  // of those who go the same way
constexpr float same_way = 0.7F;          // cosine of two headings
constexpr float seconds_apart = 0.25F;    // in which those that overlap are to be apart
constexpr float wall_horizon = 0.2F;      // seconds before a wall in which an agent slows down
constexpr float slack = 1.02F;            // of the sum of radii: a hair's breadth between bodies
constexpr float to_the_right = 0.25F;     // of the wanted velocity, where somebody comes head on
constexpr float crowded = 0.6F;           // pace below which there is no room for courtesies
constexpr float head_on = -0.7F;          // cosine of two headings

float cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }
Vec2 right_of(Vec2 v) { return {-v.y, v.x}; }  // y grows downwards

// The velocities by which one agent keeps free of another for so many seconds, if it takes this share of the
// change that is needed. `off`: where the other is; `relative`: how fast the two come together.
HalfPlane free_of(Vec2 off, Vec2 relative, float apart, float seconds, Vec2 own, float share) {
  PORTOLAN_ASSERT(apart > 0 && seconds > 0, "bodies have a size, and time goes on");
  const float square = dot(off, off);
  Vec2 change;
  HalfPlane plane;
  const bool overlap = square <= apart * apart;
  const float t = 1 / (overlap ? seconds_apart : seconds);
  const Vec2 w = relative - off * t;  // from the middle of the disc at the end of the cone
  const float along = dot(w, off);
  const float w_length = length(w);
  if (overlap || (along < 0 && along * along > apart * apart * dot(w, w))) {
    const Vec2 unit = w_length > 0 ? w * (1 / w_length) : Vec2{1, 0};
    plane.direction = {unit.y, -unit.x};
    change = unit * (apart * t - w_length);
  } else {
    const float leg = std::sqrt(square - apart * apart);
    const float inverse = 1 / square;
    if (cross(off, w) > 0)
      plane.direction = Vec2{off.x * leg - off.y * apart, off.x * apart + off.y * leg} * inverse;
    else
      plane.direction = Vec2{off.x * leg + off.y * apart, off.y * leg - off.x * apart} * -inverse;
    change = plane.direction * dot(relative, plane.direction) - relative;
  }
  plane.point = own + change * share;
  return plane;
}

struct Planes {
  std::array<HalfPlane, 4 + detail::Contacts::most> all;
  std::size_t count = 0;

  void add(const HalfPlane& plane) { all[count++] = plane; }
};

// Walls to the four sides of a body.
void add_walls(Planes& planes, const GridView& grid, Vec2 p, std::int32_t layer, float margin, float sight) {
  const Cell here = cell_at(p, layer);
  const auto steps = static_cast<std::int32_t>(std::ceil(sight));
  for (int side = 0; side < 4; ++side) {
    const int dx = side == 0 ? 1 : (side == 1 ? -1 : 0), dy = side == 2 ? 1 : (side == 3 ? -1 : 0);
    for (std::int32_t k = 1; k <= steps; ++k) {
      if (grid.passable({here.x + k * dx, here.y + k * dy, layer})) continue;
      const Vec2 out{static_cast<float>(dx), static_cast<float>(dy)};
      const auto edge = static_cast<float>(k - 1);
      const Vec2 in_cell = p - Vec2{static_cast<float>(here.x), static_cast<float>(here.y)};
      const float to_edge = dx + dy > 0 ? 1 - dot(in_cell, out) : -dot(in_cell, out);
      const float room = std::max(0.0F, to_edge + edge - margin);
      planes.add({out * (room / wall_horizon), {-out.y, out.x}});
      break;
    }
  }
}

}  // namespace

// Of two in each other's way, does the first leave the way to the second?
bool Crowd::State::yields_to(std::uint32_t i, std::uint32_t j) const {
  using detail::Errand;
  const Errand& mine = bodies.errands[i];
  const Errand& other = bodies.errands[j];
  const bool gives = mine.is(Errand::holds_back) || mine.is(Errand::retreats);
  const bool takes = other.is(Errand::narrow) || other.is(Errand::leaving);
  return gives && takes && !other.is(Errand::holds_back) && !other.is(Errand::retreats);
}

// Of two who go the same way and do not get on the one ahead has the way. Nobody can block the first of a
// queue from behind, so that no arch forms before a door.
bool Crowd::State::leads(std::uint32_t i, std::uint32_t j) const {
  if (stands(i) || stands(j)) return false;
  if (std::min(journeys.progress[i].pace, journeys.progress[j].pace) > crowded) return false;
  if (bodies.kinds[i].group == bodies.kinds[j].group) {
    const float mine = journeys.progress[i].left, other = journeys.progress[j].left;
    return mine < other || (mine == other && i < j);
  }
  const Vec2 mine = bodies.headings[i], other = bodies.headings[j];
  if (dot(mine, other) <= same_way) return false;
  const float ahead = dot(bodies.positions[i] - bodies.positions[j], mine + other);
  return ahead > 0 || (ahead == 0 && i < j);
}

Vec2 Crowd::State::avoiding(std::uint32_t i, Vec2 wanted, float seconds) const {
  const Vec2 p = bodies.positions[i], own = bodies.velocities[i];
  const float speed = bodies.max_speeds[i];
  Planes planes;
  add_walls(planes, group_of(i).grid, p, bodies.layers[i], margin(i), margin(i) + speed * wall_horizon);
  const std::size_t firm = planes.count;
  const bool impatient = stalled(i) > 1;
  Vec2 sideways;
  for_near(i, [&](std::uint32_t j) {
    const Vec2 off = bodies.positions[j] - p;
    const float apart = (bodies.radii[i] + bodies.radii[j]) * slack;
    const bool rests = stands(j);
    const bool friends = bodies.kinds[i].team == bodies.kinds[j].team;
    // Who stands in the way of a friend for long is pushed.
    if (rests && impatient && friends && !holds(j) && bodies.masses[j] <= bodies.masses[i]) return;
    const Vec2 relative = own - bodies.velocities[j];
    const float mass = bodies.masses[j] / (bodies.masses[i] + bodies.masses[j]);
    if (leads(i, j) && !yields_to(i, j)) return;
    const float share = rests || yields_to(i, j) || leads(j, i) ? 1.0F : (yields_to(j, i) ? 0.1F : mass);
    const bool follows = !rests && dot(bodies.headings[i], bodies.headings[j]) > same_way;
    // Those who go along with it are in nobody's way as long as the two do not come nearer.
    if (follows && dot(relative, off) <= 0 && dot(off, off) > apart * apart) return;
    const float ahead = std::max(follows ? horizon_same_way : horizon, 2 * seconds);
    planes.add(free_of(off, relative, apart, ahead, own, share));
    const Vec2 heading = bodies.headings[i];
    if (rests || dot(heading, bodies.headings[j]) > head_on || dot(off, wanted) <= 0) return;
    if (std::abs(cross(off, heading)) < apart) sideways = right_of(wanted) * to_the_right;
  });
  if (planes.count == 0) return wanted;
  return detail::best_velocity(std::span(planes.all).first(planes.count), firm, speed,
                               shortened(wanted + sideways, speed));
}

}  // namespace portolan
