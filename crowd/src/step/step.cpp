// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// A step: everybody walks, overlaps are parted, and what that means is noted.
#include <algorithm>
#include <atomic>

#include "../crowd_state.hpp"

namespace portolan {
namespace {

constexpr float seconds_of_pace = 0.25F;    // over which the pace is taken
constexpr float least_way = 1e-9F;          // in a step, in cells
constexpr std::uint32_t steps_to_look = 8;  // between two looks for the place

}  // namespace

void Crowd::step(float seconds) {
  PORTOLAN_ASSERT(seconds >= 0, "time does not go back");
  PORTOLAN_ASSERT(!(seconds > most_seconds), "a step lasts a minute at most, and is given in seconds");
  if (seconds > 0) state_->step(std::min(seconds, most_seconds));
}

void Crowd::State::find_present() {
  work.on_map.clear();
  work.present.clear();
  work.spared.coasting.clear();
  work.spared.far.clear();
  work.presses.resize(size());
  work.moved.assign(size(), 0);
  for (std::uint32_t i = 0; i < size(); ++i) {
    if (!present(i)) continue;
    work.on_map.push_back(i);
    work.presses[i] = {.squeezes = passes_through(i)};
    if (is_far(i)) {
      if (is_turn_of(i, bodies.kinds[i].interval)) work.spared.far.push_back(i);
    } else if (coasts(i)) {
      work.presses[i].is_plain = true;
      work.spared.coasting.push_back(i);
    } else {
      work.presses[i].acts = true;
      work.present.push_back(i);
    }
  }
}

// Groups of one world have one table of links.
void Crowd::State::find_feet() {
  work.feet.clear();
  const LinkTable* last = nullptr;
  for (const CrowdGroup& group : groups) {
    if (&group.grid.links() == last) continue;
    last = &group.grid.links();
    work.feet.add(*last);
  }
}

// Everybody is where it walked to. Did anybody walk farther than was expected?
bool Crowd::State::take_steps() {
  std::atomic<bool> any{false};
  for_pieces(work.present.size(), [&](std::size_t begin, std::size_t end) {
    float most = 0;
    for (std::size_t k = begin; k < end; ++k) {
      const std::uint32_t i = work.present[k];
      const Vec2 off = moves[i].position - moves[i].start;
      most = std::max(most, dot(off, off));
      bodies.positions[i] = moves[i].position;
      bodies.velocities[i] = moves[i].velocity;
    }
    if (most > work.range.walked * work.range.walked) any.store(true, std::memory_order_relaxed);
  });
  return any;
}

// What others took off a velocity is gone; what they added is not the agent's own.
void Crowd::State::keep_velocity(std::uint32_t i) {
  const Vec2 went = (bodies.positions[i] - moves[i].start) * (1 / seconds_of(i));
  const Vec2 meant = moves[i].velocity;
  if (dot(went, went) < dot(meant, meant) && moves[i].detour == 0) bodies.velocities[i] = went;
}

// Into another cell: both distances are taken from the field of this step.
void Crowd::State::note_gain(std::uint32_t i, Cell before, Distance left) {
  const Guide& guide = guide_of(i);
  const detail::Told& told_before = work.told[i];
  const Distance then =
      told_before.holds(guide.revision(), before) ? told_before.left : guide.remaining(before);
  if (!reachable(then) || !reachable(left)) return;
  detail::Progress& p = journeys.progress[i];
  const std::uint64_t behind = p.behind() + left.units;
  if (behind < then.units) p.set_moved(clock.now());
  p.set_behind(behind - std::min(behind, then.units));
}

// Distance walked and distance made good, both in the field of this step.
void Crowd::State::account(std::uint32_t i) {
  const detail::Move& move = moves[i];
  Kind& kind = bodies.kinds[i];
  const float since = kind.is(Kind::clear) ? time_to_decide() : seconds_of(i);  // it acted last
  kind.set(Kind::in_piece, move.course != Vec2{});
  bodies.headings[i] = detail::UnitVector(move.course != Vec2{} ? move.course : move.wanted);
  bodies.errands[i].set(detail::Errand::in_bend, move.in_bend);
  kind.set(Kind::keeps_on, move.keeps_on);
  kind.set(Kind::clear, move.is_clear && bodies.positions[i] == move.position);
  const bool has_guide = group_of(i).guide != nullptr;
  const bool stays = is_resting(i) && bodies.positions[i] == move.start;
  if (stays && !has_guide) return;
  if (reciprocal(i)) keep_velocity(i);
  if (!drives(i) || is_far(i)) face(i, move.wanted);
  const Cell before = cell_at(move.start, bodies.layers[i]);
  const Cell now = cell_at(bodies.positions[i], bodies.layers[i]);
  // Who was pushed back did not walk the bend: two who met head on at a corner stood there for good, each of
  // whom seemed to get on.
  const float straight = length(bodies.positions[i] - move.start), detour = std::min(move.detour, straight);
  note_way(i, before, now, straight + detour);
  if (!stands(i) && !move.turns) note_pace(i, detour, since);
  if (has_guide) note_left(i, before, now, move.wanted);
}

void Crowd::State::note_way(std::uint32_t i, Cell before, Cell now, float far) {
  const GridView& grid = group_of(i).grid;
  const auto ground = static_cast<float>(grid.cost(now));
  const float ground_before = before == now ? ground : static_cast<float>(grid.cost(before));
  journeys.distances[i] += far;
  if (before != now) bodies.errands[i].set(detail::Errand::fresh, true);
  add_cost(i, static_cast<double>(far) * straight_factor * static_cast<double>(ground_before + ground));
  work.ground[i] = ground;
}

// Who is told to wait, or hardly moves by itself, tells nothing; one who is pushed may be far ahead.
void Crowd::State::note_pace(std::uint32_t i, float detour, float since) {
  detail::Progress& p = journeys.progress[i];
  const float gained = dot(bodies.positions[i] - moves[i].start, moves[i].wanted) + detour;
  const float seconds = seconds_of(i), full = work.top_speeds[i] * seconds;
  const float part = since / seconds_of_pace;
  if (full > least_way) p.change_pace(gained / full, std::min(1.0F, part));
  if (p.pace() < hardly_gets_on)
    p.block(counts_of(i));
  else
    p.unblock();
}

void Crowd::State::note_left(std::uint32_t i, Cell before, Cell now, Vec2 wanted) {
  const detail::Told there = told(i, now);
  const Distance left = reachable(there.left) ? there.left : way_beside(i, now).left;
  detail::Progress& p = journeys.progress[i];
  const bool has_been_there = reachable(left) && p.behind() == left_of(i).units;
  journeys.remaining[i] = left;
  p.left = static_cast<float>((reachable(there.without_jams) ? there.without_jams : left).units) -
           2 * straight_factor * work.ground[i] * dot(bodies.positions[i] - centre_of(now), wanted);
  // Who has been on the goal is as far behind as it is off that, also when jams or the ground change. One
  // that did not see its place from there went in and out for good: it seemed to make way each time that the
  // ground before the goal, which it jammed itself, had become costlier.
  if (has_been_there)
    p.set_behind(left.units);
  else if (before != now)
    note_gain(i, before, left);
  work.told[i] = there;
}

void Crowd::State::step(float seconds) {
  ++steps;
  clock.advance(seconds);
  set_steps_to_decide();
  find_present();
  if (work.on_map.empty()) return;
  find_feet();
  give_places();
  set_top_speeds();
  find_neighbours();
  for_pieces(work.present.size(), [&](std::size_t begin, std::size_t end) {
    list_near(begin, end);
    for (std::size_t k = begin; k < end; ++k) {
      const std::uint32_t i = place_of_present(k).index;
      if ((steps + i) % steps_to_look == 0 && !is_resting(i)) look_for_place(i);
    }
  });
  if (work.anybody.takes_turns) take_turns();
  if (work.anybody.avoids) {
    find_streams();
    choose_bows();
  }
  work.seen.resize(size());
  if (work.anybody.looks) {
    for_present([&](std::uint32_t i) { work.seen[i] = seen_of(i); });
    for_each_of(work.spared.coasting, [&](std::uint32_t i) { work.seen[i] = seen_of(i); });
  }
  find_leaders();
  for_present([&](std::uint32_t i) {
    if (!work.reaches[i].looks) walk(i, seconds, nullptr);
  });
  for_pieces(work.present.size(),
             [&](std::size_t begin, std::size_t end) { walk_some(begin, end, seconds); });
  head_for_leaders();
  const bool surprising = take_steps();
  for_each_of(work.spared.coasting, [&](std::uint32_t i) { coast(i, seconds); });
  if (surprising || work.range.rebuilds) build_neighbours(4 * greatest_radius);
  for_pieces(work.present.size(),
             [&](std::size_t begin, std::size_t end) { list_beside(begin, end, surprising); });
  part();
  for_present([&](std::uint32_t i) { account(i); });
  for (const std::uint32_t i : work.present) {
    if (!is_resting(i) && !keeps_straight_on(i)) settle(i);
  }
  // By many threads from here on.
  if (focus.interval != 0 || work.anybody.is_far) bodies.lags.resize(size());
  if (!work.spared.far.empty()) walk_far();
  if (focus.interval != 0) for_present([&](std::uint32_t i) { choose_detail(i); });
}

}  // namespace portolan
