// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What those who stand do: they make room for friends who get no further, and walk back to their places.
#include <algorithm>

#include "crowd_state.hpp"

namespace portolan {
namespace {

constexpr std::uint32_t steps_between_swaps = 4;  // between two looks for somebody to swap places with
constexpr float getting_on = 0.25F;               // of its greatest speed, to its place
constexpr float clearly_taken = 0.99F;    // of the sum of radii: one that stands nearer to a place is on it
constexpr float seconds_to_press = 0.2F;  // that a friend has not got on
constexpr float pressing = 1.3F;          // of the sum of radii,
constexpr float head_on = 0.7F;           // cosine
constexpr float coming = 1.6F;            // and of one that presses before it is held up
constexpr float brushing = 1.06F;  // to the side: one that goes straight on comes past those farther off

}  // namespace

// Does one that stands take the place of another?
bool Crowd::State::stands_on_place(std::uint32_t j, std::uint32_t i) const {
  const Vec2 off = bodies.positions[j] - bodies.places[i];
  const float taken = clearly_taken * (bodies.radii[i] + bodies.radii[j]);
  return stands(j) && dot(off, off) < taken * taken;
}

// Was it pushed off a place of its own, which leaves room for the other's?
bool Crowd::State::has_place_beside(std::uint32_t j, std::uint32_t i) const {
  const Vec2 off = bodies.places[j] - bodies.places[i];
  const float least = clearly_taken * (bodies.radii[i] + bodies.radii[j]);
  return is_out_of_place(j) && dot(off, off) >= least * least;
}

// Does one stay that stands on another's place? Two who were pushed onto each other's places, and waited for
// each other to go, stood there for good.
bool Crowd::State::stays_on_place(std::uint32_t j, std::uint32_t i) const {
  bool stays = !has_place_beside(j, i);
  for_near(j, [&](std::uint32_t k) {
    stays = stays || (k != i && stands_on_place(k, j) && !has_place_beside(k, j));
  });
  return stays;
}

// Below a building nobody can stand: it stays beside it until that is gone.
bool Crowd::State::is_place_shut(std::uint32_t i) const {
  return !group_of(i).grid.passable(cell_at(bodies.places[i], bodies.layers[i]));
}

// An agent that stands and was pushed walks back when those who pushed are gone. Where there was not room for
// all, another stands on its place and stays there: the two pushed each other to and fro for good. Who stands
// in its way it passes to the right: two head on pushed each other for good.
Vec2 Crowd::State::back_to_place(std::uint32_t i, float seconds) {
  if (holds(i) || !is_out_of_place(i) || is_place_shut(i)) return {};
  const Vec2 off = bodies.places[i] - bodies.positions[i];
  const float far = length(off);
  bool alone = true, is_taken = false, is_shut = false;
  for_near(i, [&](std::uint32_t j) {
    const Vec2 apart = bodies.positions[j] - bodies.positions[i];
    const float near_by = 2 * (bodies.radii[i] + bodies.radii[j]);
    alone = alone && (stands(j) || dot(apart, apart) >= near_by * near_by);
    is_taken = is_taken || (stands_on_place(j, i) && stays_on_place(j, i));
    const float d = length(apart), ahead = dot(apart, off) / far;
    is_shut = is_shut || (d < brushing * (bodies.radii[i] + bodies.radii[j]) && ahead > head_on * d);
  });
  moves[i].wants_back = alone;
  if (!alone || is_taken) return {};
  const Vec2 way = is_shut ? normalised(off + right_of(off)) : off * (1 / far);
  return way * std::min(bodies.max_speeds[i] * 0.5F, far / seconds);
}

// One that stands in the way of a friend who gets no further steps out of it: ahead and to the side, and to
// the side alone where the friend cannot get through between it and another. To the side it steps before a
// friend with a place of its own, who can hand that on to nobody, has come to a halt: through ten rows with
// room for a body between two of them eight abreast take 1.2 times as long as on free ground (2.1 when it
// waited for them to be held up).
Vec2 Crowd::State::standing_velocity(std::uint32_t i, float seconds) {
  const Vec2 aside = out_of_the_way(i);
  return aside != Vec2{} ? aside : back_to_place(i, seconds);
}

// After a step: one that was pushed off its place takes that of another who stands in its way, if that saves
// both a way; where it could not come back for long it stays. In a block in which bodies hardly have room to
// pass each other, a twelfth walked about for good after others had come through.
void Crowd::State::stand(std::uint32_t i) {
  if (holds(i)) return;
  detail::Progress& in_vain = journeys.progress[i];
  if (!is_out_of_place(i)) {
    in_vain.unblock();
    return;
  }
  if ((steps + i) % steps_between_swaps == 0) swap_places(i, true);
  const Vec2 off = bodies.places[i] - bodies.positions[i];
  const float nearer = dot(bodies.positions[i] - moves[i].start, normalised(off));
  if (moves[i].wants_back && nearer < getting_on * bodies.max_speeds[i] * clock.seconds_of_step())
    in_vain.block(clock.counts_of_step());
  if (!in_vain.is_blocked_for(patience_for_place(i) * seconds_of_trying(i))) return;
  bodies.places[i] = bodies.positions[i];
  in_vain.unblock();
}

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
    const Vec2 beside = off - heading * ahead, right = right_of(heading);
    if (length(beside) > brushing * both) return;
    if (is_stuck) way += heading * std::min(1.0F, 1.4F * ahead / d);
    way += dot(beside, right) < 0 ? right * -1.0F : right;
  });
  return normalised(way) * (bodies.max_speeds[i] * 0.9F);
}

}  // namespace portolan
