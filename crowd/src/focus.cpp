// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Level of detail: who is far from where players look walks seldom.
#include <algorithm>
#include <cmath>
#include <span>

#include <portolan/core/assert.hpp>
#include <portolan/crowd/slide.hpp>

#include "crowd_state.hpp"
#include "step/candidates.hpp"

namespace portolan {
namespace {

// As factors of a complex number: by 30 and by 60 degrees to the right and to the left, and half as far.
constexpr Vec2 turns_aside[] = {
    {0.8660254F, 0.5F}, {0.8660254F, -0.5F}, {0.5F, 0.8660254F}, {0.5F, -0.8660254F}, {0.5F, 0}};

detail::Move stays_at(const detail::Move& move) {
  detail::Move none;
  none.start = none.position = move.start;
  none.wanted = move.wanted;
  return none;
}

// Than its greatest speed, at which one near goes on meanwhile.
constexpr float faster_when_far = 1.5F, faster_when_near = 0.5F;
constexpr float most_steps_behind = 4096;
constexpr float longer_than_a_cell = 1.5F;
constexpr float times_as_long = 4;  // as it takes, before it gives up its place

// Who is beside it matters to one alone that does not get on, or is nearly there.
constexpr std::uint32_t nearly_there = 8 * 2 * straight_factor;  // eight cells of the least cost

}  // namespace

void Crowd::set_focus(std::span<const Vec2> places, float radius, std::uint8_t interval) {
  const bool known = radius >= 0 && interval <= most_interval;
  PORTOLAN_ASSERT(known, "a focus has a radius, and an interval of at most most_interval");
  if (!known) return;
  detail::Focus& focus = state_->focus;
  focus.places.assign(places.begin(), places.end());
  focus.radius = radius;
  focus.interval = places.empty() || interval <= 1 ? std::uint8_t{0} : interval;
}

bool Crowd::is_far(AgentId id) const {
  const std::uint32_t i = state_->slot(id);
  return i != State::nobody && state_->is_far(i);
}

bool Crowd::State::is_near_focus(std::uint32_t i) const {
  return std::any_of(focus.places.begin(), focus.places.end(), [&](Vec2 place) {
    const Vec2 off = place - bodies.positions[i];
    return dot(off, off) <= focus.radius * focus.radius;
  });
}

// Who follows a plan in time walks in each step: in one cell that the plan names until the next step, it
// would be late for all that come after.
bool Crowd::State::may_be_far(std::uint32_t i) const {
  const bool has_guide = group_of(i).guide != nullptr || of(own_guides, i) != nullptr;
  return !is_near_focus(i) && !(has_guide && guide_of(i).keeps_time());
}

// With nobody nearer to it than those near may be, or nearer than where it is. Near ones have walked since
// the neighbours were built.
bool Crowd::State::is_free_at(std::uint32_t i, Vec2 p) const {
  bool free = true;
  const float reach = bodies.radii[i] + greatest_radius + work.range.walked;
  work.neighbours.around(p, bodies.layers[i], reach, [&](std::uint32_t j) {
    const Vec2 off = p - bodies.positions[j], now = bodies.positions[i] - bodies.positions[j];
    const float least = least_apart * (bodies.radii[i] + bodies.radii[j]);
    if (i == j || dot(off, off) >= least * least) return;
    free = free && p != bodies.positions[i] && dot(off, off) >= dot(now, now);
  });
  return free;
}

// Does it end where one far with a lower number, which walks in this step too, does?
bool Crowd::State::meets_far(std::uint32_t i, float longest) const {
  bool found = false;
  const float reach = bodies.radii[i] + greatest_radius + longest;
  work.neighbours.around(moves[i].position, bodies.layers[i], reach, [&](std::uint32_t j) {
    if (j >= i || !is_far(j) || !is_turn_of(j, bodies.kinds[j].interval)) return;
    const Vec2 off = moves[i].position - moves[j].position;
    const float least = least_apart * (bodies.radii[i] + bodies.radii[j]);
    found = found || (moves[j].position != moves[j].start && dot(off, off) < least * least);
  });
  return found;
}

// A walk in one direction goes past gaps and past the feet of links. Shorter ones may end in the cell where
// they begin.
bool Crowd::State::goes_astray(std::uint32_t i, Vec2 to, float cells) const {
  if (stands(i) || sees_place(i) || cells < longer_than_a_cell) return false;
  const std::int32_t layer = bodies.layers[i];
  const Distance left = guide_of(i).remaining(cell_at(bodies.positions[i], layer));
  return reachable(left) && guide_of(i).remaining(cell_at(to, layer)) >= left;
}

// From cell to cell, and no farther than to the foot of a link.
Vec2 Crowd::State::along_guide(std::uint32_t i, float cells) const {
  Vec2 at = bodies.positions[i];
  for (Cell c = cell_at(at, bodies.layers[i]);;) {
    const auto next = guide_of(i).next(c);
    if (!next || *next == c) return at;
    if (!is_beside(*next, c)) return centre_of(c);
    cells -= length(centre_of(*next) - at);
    if (cells < 0) return at;
    at = centre_of(c = *next);
  }
}

// Held up in a crowd that stands around its goal, where it would push its way if it were near. When it has
// had time to come to its place, and gets there in this step, it is there, if nobody else is; and after some
// more it stays where it is. No wall is in between: who does not see its place was put behind one.
void Crowd::State::get_through(std::uint32_t i, float cells) {
  detail::Move& next = moves[i];
  const Distance left = left_of(i);
  const float held_up = seconds_without_way(i);
  if (held_up < options.patience || stands(i) || !on_layer_of_goal(i) || !reachable(left) ||
      group_of(i).leave_on_arrival || !bodies.errands[i].is(detail::Errand::has_place))
    return;
  const float way =
      static_cast<float>(left.units) / (2 * straight_factor) + length(bodies.places[i] - next.start);
  const float walked = held_up * work.top_speeds[i];
  if (way > walked) return;
  if (way <= cells && sees_place(i) && is_free_at(i, bodies.places[i]))
    next.position = bodies.places[i];
  else if (times_as_long * way <= walked)
    bodies.places[i] = next.position = next.start;
}

// Where it walks to: as far as it gets, else a little to one side, or half as far. Only where it ends
// matters: on its way it passes through others, and who was held up makes up for that, so that crowds of
// those who avoid nobody do not jam. It goes twice as far at most: nobody is to see leaps, and those of five
// steps at once got hardly a crowd through sooner.
void Crowd::State::aim_far(std::uint32_t i, const Heading* course) {
  detail::Move& next = moves[i];
  const float lost = journeys.progress[i].seconds_blocked();
  const float seconds = seconds_of(i) + std::min(lost, seconds_of(i));
  walk(i, seconds, course);
  const float cells = work.top_speeds[i] * seconds;
  if (goes_astray(i, next.position, cells)) next.position = along_guide(i, cells);
  get_through(i, cells);
  if (stands(i) || next.position == next.start || is_free_at(i, next.position)) return;
  const Vec2 whole = next.position - next.start;
  next.detour = 0;
  for (const Vec2 turn : turns_aside) {
    const Vec2 off{whole.x * turn.x - whole.y * turn.y, whole.x * turn.y + whole.y * turn.x};
    next.position = slide(group_of(i).grid, bodies.layers[i], next.start, off, margin(i));
    next.velocity = (next.position - next.start) * (1 / seconds);
    if (is_free_at(i, next.position)) return;
  }
  next = stays_at(next);
}

// A piece of those whose turn it is.
void Crowd::State::aim_some_far(std::span<const std::uint32_t> who) {
  for (const std::uint32_t i : who) {
    work.reaches[i] = {0, 0, stands(i), !stands(i)};
    look_for_place(i);
  }
  detail::Courses courses;
  ask_guides(who, courses);
  for (std::size_t k = 0; k < who.size(); ++k) aim_far(who[k], courses.known[k] ? &courses.ways[k] : nullptr);
}

// Of two who would end in the same place the one with the lower number goes there, and the other stays.
// Returns how far anybody went.
float Crowd::State::take_far_steps() {
  float longest = 0;
  for (const std::uint32_t i : work.spared.far)
    longest = std::max(longest, length(moves[i].position - moves[i].start));
  for_each_of(work.spared.far, [&](std::uint32_t i) {
    work.presses[i].goes_back = moves[i].position != moves[i].start && meets_far(i, longest);
  });
  for (const std::uint32_t i : work.spared.far) {
    if (work.presses[i].goes_back) moves[i] = stays_at(moves[i]);
    bodies.positions[i] = moves[i].position;
    bodies.velocities[i] = moves[i].velocity;
  }
  return longest;
}

// Those whose turn it is, once all who are near have walked.
void Crowd::State::walk_far() {
  for_pieces(work.spared.far.size(), [&](std::size_t begin, std::size_t end) {
    aim_some_far(std::span(work.spared.far).subspan(begin, end - begin));
  });
  const float longest = take_far_steps();
  for_each_of(work.spared.far, [&](std::uint32_t i) {
    account(i);
    near[i].count = 0;
    if (journeys.progress[i].is_blocked() || left_of(i).units <= nearly_there)
      nearest_of(i, moves[i].start, beside(i) + longest, beside(i) * beside(i)).write(near[i]);
  });
  for (const std::uint32_t i : work.spared.far) {
    if (!is_resting(i)) settle(i);
  }
  for_each_of(work.spared.far, [&](std::uint32_t i) { choose_detail(i); });
}

// Drawn at first where it was drawn before the step, it catches up by its greatest speed times so much.
void Crowd::State::fall_behind(std::uint32_t i, float faster) {
  detail::Lag& lag = bodies.lags[i];
  const Vec2 off = moves[i].start + lag.at(steps, 0) - bodies.positions[i];
  const float in_time = length(off) / (faster * bodies.max_speeds[i] * clock.seconds_of_step());
  const auto turn = static_cast<float>(bodies.kinds[i].interval);
  lag = {off, steps, static_cast<std::uint32_t>(std::clamp(std::ceil(in_time), turn, most_steps_behind))};
  moves[i].start = bodies.positions[i];
}

// An agent changes only in a step in which it walks both as what it is and as what it becomes, so that it
// neither gains nor loses way. In a passage for which others wait it stays near until it has left it, and in
// a throng until nobody is too near to it: one that stood there for some steps stopped those behind, who walk
// in each of them, until they were pressed into it.
void Crowd::State::choose_detail(std::uint32_t i) {
  using detail::Errand;
  std::uint8_t& interval = bodies.kinds[i].interval;
  Errand& errand = bodies.errands[i];
  if (!present(i)) return;
  if (interval != 0) {
    fall_behind(i, faster_when_far);
    const bool stays = interval == focus.interval && may_be_far(i);
    if (stays || !is_free_at(i, bodies.positions[i])) return;
    interval = 0;
    fall_behind(i, faster_when_near);
    errand.set(Errand::fresh, true);
  } else if (is_turn_of(i, focus.interval) && may_be_far(i) && !squeezing(i) &&
             (errand.flags & Errand::turns) == 0 && is_free_at(i, bodies.positions[i])) {
    interval = focus.interval;
    fall_behind(i, faster_when_far);
    for (const std::uint16_t flag : {Errand::lanes, Errand::queues, Errand::admitted, Errand::meets_stream})
      errand.set(flag, false);
    errand.bow = {};
  }
}

}  // namespace portolan
