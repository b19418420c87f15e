// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// How an agent walks where it wants to go, along walls and around the bends of its way, and where it looks.
#include <algorithm>
#include <cmath>

#include <portolan/crowd/slide.hpp>

#include "../crowd_state.hpp"
#include "turning.hpp"

namespace portolan {
namespace {

constexpr int most_bends = 4;            // of a way that an agent takes within a step
constexpr float shortest_piece = 1e-3F;  // seconds; shorter ones tell nothing about the speed
constexpr float most_to_decide = 1e6F, hardly_a_step = 0.01F;
constexpr float least_pace_ahead = 0.25F;  // at which one is taken to go straight on
constexpr float at_full_speed = 0.98F;
constexpr float radii_about_place = 3;
constexpr float mindful = 0.5F;           // of its greatest speed: where it looks, for where it wants to go
constexpr float seconds_to_look = 0.25F;  // in which it has turned there, in the main,
constexpr float hardly_off = 0.9996F;     // square of the cosine of a fiftieth of a radian: nobody sees that
constexpr float turn_to_look = 6.3F;      // and at most so many radians per second

// A vector, turned as one unit vector is from another.
Vec2 turned(Vec2 v, Vec2 from, Vec2 to) {
  const float along = dot(from, to), across = from.x * to.y - from.y * to.x;
  return {v.x * along - v.y * across, v.x * across + v.y * along};
}

// Do two vectors of any length point the same way, as far as anybody sees?
bool is_along(Vec2 a, Vec2 b) {
  const float along = dot(a, b);
  return along > 0 && along * along > hardly_off * dot(a, a) * dot(b, b);
}

// The velocity turns with the bends of the way.
void lean(Vec2& velocity, Vec2& course, const Heading& way) {
  if (!way.bends()) course = {};
  if (course != Vec2{}) velocity = turned(velocity, course, way.direction);
  if (way.bends()) course = way.direction;
}

}  // namespace

Vec2 Crowd::State::sped_up(std::uint32_t i, Vec2 wanted, float seconds) const {
  if (squeezing(i)) return wanted;
  const Vec2 now = moves[i].velocity;
  return now + shortened(wanted - now, bodies.max_speeds[i] * seconds / detail::seconds_to_full_speed);
}

// An agent leans into the bends of its way: its velocity turns with them. Only what the others make it do has
// inertia.
float Crowd::State::walk_to_bend(std::uint32_t i, float seconds, const Heading& way, Vec2 velocity) {
  detail::Move& next = moves[i];
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

void Crowd::State::walk_bends(std::uint32_t i, float seconds, Vec2 force, detail::Way way, Vec2 velocity) {
  detail::Move& next = moves[i];
  float left = seconds, walked = 0;
  for (int bends = 0; left > 0; ++bends) {
    const Vec2 from = next.position;
    left -= walk_to_bend(i, left, way, velocity);
    walked += length(next.position - from);
    if (bends + 1 == most_bends || !(left > 0)) break;
    way = heading(i, next.position);
    next.in_bend = way.in_bend;
    if ((way.direction == Vec2{} && to_end(i, next.position)) || is_on_goal(i, next.position)) {
      next.velocity = {};
      break;
    }
    lean(next.velocity, next.course, way);
    velocity = sped_up(i, desired_velocity(i, way.direction, force), left);
  }
  next.detour = walked - length(next.position - next.start);
}

// An agent decides ten times a second, however short the steps are. Of those who avoid others, what two
// decide in a step is half of what they need, and where they decide more often, each after a glance, they
// turn aside for more than is there: at 60 steps a second a circle of twenty took 1.6 times as long as at
// ten, and a throng about a point twice as long. Who goes its way at full speed follows that in each step. Of
// those who only part from others, who has no bend before it goes on as it does: a step takes 0.7 to 0.9 of
// the time.
void Crowd::State::set_steps_to_decide() {
  steps_to_decide = static_cast<std::uint32_t>(std::clamp(
      std::ceil(time_to_decide() / clock.seconds_of_step() - hardly_a_step), 1.0F, most_to_decide));
}

bool Crowd::State::avoids(std::uint32_t i) const {
  return reciprocal(i) && !squeezing(i) && near[i].count > 0;
}

bool Crowd::State::keeps_on(std::uint32_t i) const {
  if (decides(i)) return false;
  if (!avoids(i)) return keeps_straight_on(i);
  const Vec2 way = bodies.headings[i];
  return way != Vec2{} && dot(bodies.velocities[i], way) < at_full_speed * work.top_speeds[i];
}

bool Crowd::State::keeps_straight_on(std::uint32_t i) const {
  return bodies.kinds[i].is(Kind::keeps_on) && !decides(i) && !in_reciprocal_group(i) &&
         state(i) == AgentState::moving && !squeezing(i) && !is_far(i);
}

// Of one that avoids nobody: can it go straight on until it decides again, without a bend, and far from where
// it stops or takes a link?
bool Crowd::State::is_straight_on(std::uint32_t i, const Heading& way, float longest) const {
  const Distance left = left_of(i);
  if (steps_to_decide == 1 || in_reciprocal_group(i) || is_far(i)) return false;
  if (way.direction == Vec2{} || squeezing(i) || is_in_turn(i)) return false;
  // Among those who come to their places too it looks for another one to swap with.
  const float among_places =
      sees_place(i) ? std::max<float>(bodies.errands[i].breadth, radii_near_place * bodies.radii[i]) : 0;
  const float far = longest * std::clamp(journeys.progress[i].pace(), least_pace_ahead, 1.0F);
  if (!(way.reach > among_places + far)) return false;
  const std::int32_t layer = bodies.layers[i];
  const Vec2 p = bodies.positions[i], off = way.direction * longest;
  return reachable(left) && left.units > end_of_way && !at_foot(i, cell_at(p + off, layer)) &&
         !at_foot(i, cell_at(p + off * 0.5F, layer));
}

void Crowd::State::walk(std::uint32_t i, float seconds, const Heading* course) {
  detail::Move& next = moves[i];
  next.start = next.position = bodies.positions[i];
  next.velocity = is_resting(i) ? Vec2{} : bodies.velocities[i];
  next.faced = facing(i);
  next.detour = 0;
  next.wanted = next.course = {};
  next.in_bend = next.keeps_on = next.is_clear = next.turns = next.wants_back = false;
  if (is_resting(i)) return;
  if (drives(i) && !is_far(i)) return drive(i, seconds, course);
  const GridView& grid = group_of(i).grid;
  if (stands(i)) {
    next.velocity = standing_velocity(i, seconds);
    if (next.velocity != Vec2{})
      next.position = slide(grid, bodies.layers[i], next.start, next.velocity * seconds, margin(i));
    return;
  }
  if (bodies.kinds[i].is(Kind::in_piece)) next.course = bodies.headings[i];
  if (keeps_on(i)) {
    next.keeps_on = bodies.kinds[i].is(Kind::keeps_on);
    next.wanted = bodies.headings[i];
    next.in_bend = bodies.errands[i].is(detail::Errand::in_bend);
    next.position = slide(grid, bodies.layers[i], next.start, next.velocity * seconds, margin(i));
    return;
  }
  const detail::Way way = heading(i, next.position, course);
  const Vec2 pull = squeezing(i) || is_far(i) || has_ended(i) ? Vec2{} : force(i, way.direction);
  next.wanted = way.direction;
  next.in_bend = way.in_bend;
  lean(next.velocity, next.course, way);
  Vec2 wanted = desired_velocity(i, way.direction, pull);
  // The last step to its place, or to a link, ends there.
  const bool is_among_others = avoids(i);
  const float to_decide = time_to_decide();
  next.keeps_on = is_straight_on(i, way, work.top_speeds[i] * to_decide);
  const float until = is_among_others || next.keeps_on ? to_decide : seconds;
  const float longest = work.top_speeds[i] * until;
  const auto end = way.reach <= longest ? to_end(i, next.position) : std::nullopt;
  const bool ends = end && end->reach <= longest;
  if (ends) wanted = shortened(wanted, end->reach / until);
  const Vec2 velocity = ends ? wanted : sped_up(i, wanted, until);
  const Vec2 free = is_among_others ? avoiding(i, velocity, until) : velocity;
  if (free == velocity && !ends) return walk_bends(i, seconds, pull, way, velocity);
  next.position = slide(grid, bodies.layers[i], next.start, free * seconds, margin(i));
  next.velocity = seconds >= shortest_piece ? (next.position - next.start) * (1 / seconds) : free;
}

// One that goes straight on and touches nobody does nothing else: two in three of a hundred thousand who
// cross islands at a step of a thirtieth of a second. How fast it gets on is noted when it decides.
void Crowd::State::coast(std::uint32_t i, float seconds) {
  const std::int32_t layer = bodies.layers[i];
  const Vec2 start = bodies.positions[i];
  const Vec2 now = slide(group_of(i).grid, layer, start, bodies.velocities[i] * seconds, margin(i));
  moves[i].start = start;
  moves[i].faced = facing(i);
  bodies.positions[i] = now;
  if (!drives(i)) face(i, bodies.headings[i]);
  const Cell from = cell_at(start, layer), to = cell_at(now, layer);
  note_way(i, from, to, length(now - start));
  if (from != to && group_of(i).guide != nullptr) note_left(i, from, to, bodies.headings[i]);
}

// Do two touch within so many seconds, if both go on as they do?
bool Crowd::State::touches_within(std::uint32_t i, std::uint32_t j, float seconds) const {
  const Vec2 off = bodies.positions[j] - bodies.positions[i],
             speed = bodies.velocities[j] - bodies.velocities[i];
  const float square = dot(speed, speed), both = bodies.radii[i] + bodies.radii[j];
  const float until = square > 0 ? std::clamp(-dot(off, speed) / square, 0.0F, seconds) : 0.0F;
  const Vec2 then = off + speed * until;
  return dot(then, then) < both * both;
}

// May it go straight on until it decides again, and touch nobody? Those who keep rank, or follow somebody, go
// by where the others are.
bool Crowd::State::is_clear(std::uint32_t i) const {
  if (!moves[i].keeps_on || group_of(i).keeps_rank || group_of(i).leader != AgentId{}) return false;
  const float seconds = clock.seconds_of_step() * static_cast<float>(steps_to_decide - 1);
  bool found = true;
  for_near(i, [&](std::uint32_t j) { found = found && !touches_within(i, j, seconds); });
  return found;
}

// Where it looks: where it goes, and the slower that is the more where it wants to, for in a throng it goes
// now here and now there. About its place it steps aside without turning, so that those who have come face as
// they came; who was pushed farther off and has come back, as its formation does. Were it to look where it
// goes at once, models would spin: those of a throng before a door turned by 290 degrees a second in the
// mean, and turn by 25.
void Crowd::State::face(std::uint32_t i, Vec2 wanted) {
  const Vec2 to_front = is_out_of_place(i) ? Vec2{} : front(i);
  const Vec2 aim = to_front != Vec2{} ? to_front : looks_to(i, wanted);
  const Vec2 faced = facing(i);
  if (aim == Vec2{} || is_along(faced, aim)) return;
  const Vec2 now = normalised(faced), to = normalised(aim);
  const float off = length(to - now), seconds = seconds_of(i);
  const float by = std::min(off * std::min(1.0F, seconds / seconds_to_look), turn_to_look * seconds);
  set_facing(i, now == Vec2{} ? to : detail::turned_towards(now, to, by));
}

// Of any length; zero: to where it does.
Vec2 Crowd::State::looks_to(std::uint32_t i, Vec2 wanted) const {
  const Vec2 v = bodies.velocities[i], off = bodies.places[i] - bodies.positions[i];
  const float least = hardly_gets_on * bodies.max_speeds[i], about = radii_about_place * bodies.radii[i];
  const bool steps_aside = bodies.errands[i].is(detail::Errand::has_place) && dot(off, off) < about * about;
  if (steps_aside || (stands(i) && dot(v, v) <= least * least)) return {};
  return v + wanted * (mindful * bodies.max_speeds[i]);
}

}  // namespace portolan
