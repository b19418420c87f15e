// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What those who stand do: they make room for friends who get no further, and walk back.
#include <algorithm>
#include <cmath>

#include "../crowd_state.hpp"

namespace portolan {
namespace {

constexpr float out_of_place = 0.2F;      // radii by which somebody may be pushed who does not come back
constexpr float seconds_to_press = 0.2F;  // that a friend has not got on
constexpr float pressing = 1.3F;          // of the sum of radii,
constexpr float coming = 1.6F;            // and of one that presses before it is held up
constexpr float brushing = 1.06F;  // to the side: one that goes straight on comes past those farther off

}  // namespace

// An agent that stands and was pushed walks back when those who pushed are gone.
Vec2 Crowd::State::back_to_place(std::uint32_t i, float seconds) const {
  if (!bodies.errands[i].is(detail::Errand::has_place) || holds(i)) return {};
  const Vec2 off = bodies.places[i] - bodies.positions[i];
  const float far = length(off);
  if (far < out_of_place * bodies.radii[i]) return {};
  bool alone = true;
  for_near(i, [&](std::uint32_t j) {
    const Vec2 apart = bodies.positions[j] - bodies.positions[i];
    const float near_by = 2 * (bodies.radii[i] + bodies.radii[j]);
    if (!stands(j) && dot(apart, apart) < near_by * near_by) alone = false;
  });
  if (!alone) return {};
  return off * (std::min(bodies.max_speeds[i] * 0.5F, far / seconds) / far);
}

// One that stands in the way of a friend who gets no further steps out of it: ahead and to the side, and to
// the side alone where the friend cannot get through between it and another. To the side it steps before a
// friend with a place of its own, who can hand that on to nobody, has come to a halt: through ten rows with
// room for a body between two of them eight abreast take 1.2 times as long as on free ground (2.1 when it
// waited for them to be held up).
Vec2 Crowd::State::out_of_the_way(std::uint32_t i) const {
  if (holds(i) || !reciprocal(i)) return {};
  Vec2 way;
  for_near(i, [&](std::uint32_t j) {
    if (stands(j) || bodies.kinds[i].team != bodies.kinds[j].team) return;
    const bool is_stuck = stalled(j) >= seconds_to_press;
    const bool own = bodies.errands[j].is(detail::Errand::own_place);
    if (!own && !is_stuck) return;
    const Vec2 off = bodies.positions[i] - bodies.positions[j], heading = bodies.headings[j];
    const float d = length(off), ahead = dot(off, heading);
    const float both = bodies.radii[i] + bodies.radii[j];
    if (d > (own ? coming : pressing) * both || ahead <= 0) return;
    if (!is_stuck && length(bodies.places[j] - bodies.positions[j]) < ahead) return;  // it stops before
    const Vec2 beside = off - heading * ahead, right{-heading.y, heading.x};
    if (length(beside) > brushing * both) return;
    if (is_stuck) way += heading * std::min(1.0F, 1.4F * ahead / d);
    way += dot(beside, right) < 0 ? right * -1.0F : right;
  });
  return normalised(way) * (bodies.max_speeds[i] * 0.9F);
}

}  // namespace portolan
