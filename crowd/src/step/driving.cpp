// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Bodies that turn, get up to speed and brake no faster than they can: vehicles, ships, animals. What they
// want, and what avoidance asks of them, is decided as for everybody; here it becomes what the body can do.
#include <algorithm>
#include <cmath>

#include <portolan/crowd/slide.hpp>

#include "../crowd_state.hpp"
#include "turning.hpp"

namespace portolan {
namespace {

using detail::hardly_turned;

constexpr float longest_piece = 0.1F;   // seconds, of a step in which nobody is to be avoided
constexpr float hardly = 0.2F;          // of the greatest speed: who goes slower faces its way
constexpr float about_ahead = 0.7F;     // cosine of two directions: it goes rather than that it turns
constexpr float widest_circle = 65536;  // cells: wider than any map
constexpr int bends_ahead = 4;          // of its way, for which it brakes in time

// Cells per second, and second.
float acceleration_of(const detail::Drive& drive, float most_speed_of_it) {
  return drive.acceleration > 0 ? drive.acceleration : most_speed_of_it / detail::seconds_to_full_speed;
}

// The greatest speed from which it comes down to another, or to rest, within so many cells, if it brakes from
// the next step on.
float speed_to_brake(float acceleration, float seconds, float cells, float to = 0) {
  const float at_end = to / acceleration;  // seconds
  const float root = std::sqrt(seconds * seconds + at_end * at_end + 2 * cells / acceleration);
  return std::max(to, acceleration * (root - seconds));
}

// The greatest speed at which a body comes to a point so far ahead by turning as fast as it can: on a circle
// through both. Faster ones drove around their places for good.
float speed_to_hit(float turn_rate, Vec2 facing, const Heading& to) {
  const float sine = std::abs(cross(facing, to.direction));
  return turn_rate * to.reach / (2 * std::max(sine, hardly_turned));
}

}  // namespace

// What its body makes of a velocity that is wanted: it turns, and changes its speed, as far as it can. One
// that hardly goes faces its way, whatever avoidance asks for. To make way for others it reverses.
Vec2 Crowd::State::driven(std::uint32_t i, Vec2 now, Vec2 wanted, float seconds) {
  detail::Drive& drive = bodies.drives[i];
  const float sign = bodies.errands[i].is(detail::Errand::retreats) ? -1.0F : 1.0F;
  const bool hardly_goes = length(wanted) <= hardly * work.top_speeds[i] && moves[i].wanted != Vec2{};
  const Vec2 aim = hardly_goes ? moves[i].wanted : normalised(wanted) * sign;
  Vec2& facing = drive.facing;
  facing = normalised(facing);
  if (facing == Vec2{} || !(drive.turn_rate > 0))
    facing = aim != Vec2{} ? aim : facing;
  else if (aim != Vec2{})
    facing = detail::turned_towards(facing, aim, drive.turn_rate * seconds);
  const float change = seconds * acceleration_of(drive, bodies.max_speeds[i]);
  const float before = length(now), ahead = std::max(0.0F, dot(wanted, facing) * sign);
  return facing * (sign * std::clamp(ahead, std::max(0.0F, before - change), before + change));
}

void Crowd::State::drive_piece(std::uint32_t i, float seconds, Vec2 velocity) {
  detail::Move& next = moves[i];
  const Vec2 from = next.position, off = velocity * seconds;
  next.position = slide(group_of(i).grid, bodies.layers[i], from, off, margin(i));
  next.velocity = next.position == from + off ? velocity : (next.position - from) * (1 / seconds);
}

// The greatest speed that lets it take the bends of its way, of which the first is from where it faces: it
// begins to turn in them, and the circle on which it does has to end before the wall ahead.
float Crowd::State::speed_for_bends(std::uint32_t i, Vec2 p, float seconds) const {
  const detail::Drive drive = drive_of(i);
  const std::int32_t layer = bodies.layers[i];
  const float fastest = work.top_speeds[i], brakes = acceleration_of(drive, bodies.max_speeds[i]);
  const float looks = fastest * fastest / (2 * brakes);
  const float widest = std::min(widest_circle, fastest / drive.turn_rate);
  float speed = fastest, far = 0;
  Heading way{normalised(drive.facing), 0};
  for (int bend = 0; bend < bends_ahead && way.bends() && far + way.reach < looks; ++bend) {
    const auto ahead = [&](float cells) {
      return slide(group_of(i).grid, layer, p, way.direction * cells, margin(i));
    };
    const float room = std::max(0.0F, dot(ahead(way.reach + widest) - p, way.direction) - way.reach);
    far += way.reach;
    p = ahead(way.reach);
    const Heading next = guide_of(i).course(p, layer);
    if (next.direction == Vec2{}) break;
    const float across = cross(way.direction, next.direction);
    const float sine = dot(way.direction, next.direction) > 0 ? std::abs(across) : 1;
    // It turns from the step after on.
    const float there =
        std::max(hardly * fastest, drive.turn_rate * room / (sine + drive.turn_rate * seconds));
    speed = std::min(speed, speed_to_brake(brakes, seconds, far, std::min(there, fastest)));
    way = next;
  }
  return speed;
}

// The velocity that it decides on: at most what lets it take the bends of its way, and come to rest where
// that ends.
Vec2 Crowd::State::decided(std::uint32_t i, const detail::Way& way, float seconds, bool avoids_others) {
  const Vec2 pull = squeezing(i) || has_ended(i) ? Vec2{} : force(i, way.direction);
  Vec2 wanted = desired_velocity(i, way.direction, pull);
  const detail::Drive& drive = bodies.drives[i];
  if (drive.turn_rate > 0 && !has_ended(i))
    wanted = shortened(wanted, speed_for_bends(i, moves[i].position, seconds));
  if (const auto end = to_end(i, moves[i].position)) {
    const float brakes = acceleration_of(drive, bodies.max_speeds[i]);
    wanted = shortened(wanted, speed_to_brake(brakes, seconds, end->reach));
    if (drive.turn_rate > 0)
      wanted = shortened(wanted, speed_to_hit(drive.turn_rate, normalised(drive.facing), *end));
  }
  return avoids_others ? avoiding(i, wanted, seconds) : wanted;
}

// A step of one that drives. One that avoids others decides ten times a second, as everybody, and turns and
// brakes in each step.
void Crowd::State::drive(std::uint32_t i, float seconds, const Heading* course) {
  detail::Move& next = moves[i];
  detail::Drive& drive = bodies.drives[i];
  if (holds(i)) {
    next.velocity = {};
    return;
  }
  if (stands(i)) {
    const Vec2 wanted = standing_velocity(i, seconds);
    if (wanted == Vec2{} && next.velocity == Vec2{} && !turns_to_front(i)) return;
    next.wanted = wanted == Vec2{} ? front(i) : Vec2{};
    drive_piece(i, seconds, driven(i, next.velocity, wanted, seconds));
    next.wanted = {};
    return;
  }
  const bool avoids_others = avoids(i), goes_on = avoids_others && keeps_on(i);
  const float until = avoids_others ? time_to_decide() : longest_piece;
  const int pieces = avoids_others ? 1 : static_cast<int>(std::ceil(seconds / longest_piece));
  for (int piece = 0; piece < pieces; ++piece) {
    detail::Way way{{bodies.headings[i]}, bodies.errands[i].is(detail::Errand::in_bend)};
    if (!goes_on) way = heading(i, next.position, piece == 0 ? course : nullptr);
    next.wanted = way.direction;
    next.in_bend = way.in_bend;
    if (!goes_on) drive.aim = decided(i, way, until, avoids_others);
    const float part = seconds / static_cast<float>(pieces);
    drive_piece(i, part, driven(i, next.velocity, drive.aim, part));
  }
  next.turns = drive.turn_rate > 0 && next.wanted != Vec2{} && dot(drive.facing, next.wanted) < about_ahead;
}

}  // namespace portolan
