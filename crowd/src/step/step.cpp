// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// A step: everybody walks, overlaps are parted, and what that means is noted.
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>

#include <portolan/core/detail/prefetch.hpp>
#include <portolan/crowd/slide.hpp>

#include "../crowd_state.hpp"
#include "apart.hpp"

namespace portolan {
namespace {

constexpr float seconds_of_pace = 0.25F;  // over which the pace is taken
constexpr float least_way = 1e-9F;        // in a step, in cells
constexpr float slow = 0.1F;              // pace below which it hardly gets on
constexpr int most_passes = 256;
constexpr int most_turns = 6;  // passes in which a step is turned aside, before it is made shorter
constexpr int most_halvings = 40;
constexpr float shortest_step = 0.01F;      // cells
constexpr std::uint32_t steps_to_look = 8;  // between two looks for the place
constexpr float surely_apart = 1.0001F;     // of a square: what needs no root to be told
constexpr float longest_push = 0.25F;       // cells per relaxation pass
constexpr float part_of_push = 0.5F;        // in a pass, of those who only part from others, at short steps

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

// What part of an overlap one of two takes; the other agent takes the rest in the same pass. One that stands
// gives way to those of its team who walk and weigh as much.
float Crowd::State::share_of(std::uint32_t i, std::uint32_t j) const {
  const float mine = mass(i), other = mass(j);
  if (work.presses[i].is_plain && work.presses[j].is_plain && !work.anybody.takes_turns)
    return other / (mine + other);
  if (holds(i) || holds(j)) return holds(i) ? 0.0F : 1.0F;
  if (work.anybody.takes_turns || work.anybody.is_far) {
    if (yields_to(i, j)) return 0.9F;
    if (yields_to(j, i)) return 0.1F;
  }
  const bool i_stands = stands(i), j_stands = stands(j);
  if (reciprocal(i) && leads(i, j)) return 0.2F;
  if (reciprocal(i) && leads(j, i)) return 0.8F;
  const bool friends = bodies.kinds[i].team == bodies.kinds[j].team;
  if (i_stands && !j_stands && (!friends || mine > other)) return 0;
  if (j_stands && !i_stands && (!friends || other > mine)) return 1;
  return other / (mine + other);
}

// Which of the first of its contacts it overlaps, or nearly: a bit for each. Those who do are anywhere among
// them, so that all are compared before anything is decided.
std::uint32_t Crowd::State::overlapping(std::uint32_t i, std::uint32_t contacts) const {
  static_assert(detail::Contacts::most <= 32);
  const Vec2 p = bodies.positions[i];
  const float radius = bodies.radii[i];
  std::uint32_t found = 0;
  for (std::uint32_t k = 0; k < contacts; ++k) {
    const std::uint32_t j = near[i].agents[k];
    const Vec2 off = p - bodies.positions[j];
    const float both = radius + bodies.radii[j];
    found |= static_cast<std::uint32_t>(dot(off, off) <= both * both * surely_apart) << k;
  }
  return found;
}

// Parted from the first of its contacts. At once from all of several, it would end beyond where it touches
// none, and come back in the next step: at thirty a second a throng turned by 430 degrees a second, and turns
// by 80. From who gives no way it is: else 35 of 40 got through a row of such, in place of 17.
Vec2 Crowd::State::relaxed(std::uint32_t i, std::uint32_t contacts) const {
  const Vec2 p = bodies.positions[i];
  const float radius = bodies.radii[i];
  const std::uint32_t all = overlapping(i, contacts);
  const bool by_parts = steps_to_decide > 1 && std::popcount(all) > 1 && !reciprocal(i) && !stands(i);
  Vec2 push;
  for (std::uint32_t left = all; left != 0; left &= left - 1) {
    const std::uint32_t j = near[i].agents[static_cast<std::size_t>(std::countr_zero(left))];
    const float overlap = radius + bodies.radii[j] - length(p - bodies.positions[j]);
    if (!(overlap > 0) || work.presses[j].squeezes) continue;
    const float share = share_of(i, j), part = by_parts && share < 1 ? part_of_push : 1.0F;
    push += detail::apart(p, bodies.positions[j], i, j) * (overlap * share * part);
  }
  if (push == Vec2{} || passes_through(i) || holds(i)) return p;
  return slide(group_of(i).grid, bodies.layers[i], p, shortened(push, longest_push), margin(i));
}

// Was it moved in the last pass, or one of its contacts? To others nothing is new.
bool Crowd::State::is_stirred(std::uint32_t i) const {
  const auto& contacts = near[i].agents;
  return work.moved[i] != 0 || std::any_of(contacts.begin(), contacts.begin() + work.presses[i].contacts,
                                           [&](std::uint32_t j) { return work.moved[j] != 0; });
}

// Those of a piece who may be pushed in this pass, by place. Returns how many. Before the first one those who
// do not touch are known.
std::size_t Crowd::State::find_pressed(std::size_t begin, std::size_t end, bool first,
                                       std::span<std::uint32_t> agents) const {
  std::size_t count = 0;
  const auto fetch = [&](std::uint32_t i) {
    detail::prefetch_line(&work.presses[i]);
    if (!first) detail::prefetch_lines(&near[i], sizeof near[i]);
  };
  each_by_place(begin, end, fetch, [&](std::size_t k) {
    const std::uint32_t i = place_of_present(k).index;
    const detail::Press& press = work.presses[i];
    agents[count] = i;
    count += press.contacts != 0 && (first ? press.touching != 0 : is_stirred(i)) ? 1 : 0;
  });
  return count;
}

// A pass in which overlaps are pushed apart: was anybody pushed?
bool Crowd::State::relax(bool first) {
  for_pieces(work.present.size(), [&](std::size_t begin, std::size_t end) {
    std::array<std::uint32_t, detail::most_in_piece> agents;
    const std::size_t count = find_pressed(begin, end, first, agents);
    each_fetched(
        0, count, [&](std::size_t n) { return agents[n]; }, [&](std::uint32_t i) { fetch_contacts(i); },
        [&](std::size_t n) {
          const std::uint32_t i = agents[n];
          detail::Press& press = work.presses[i];
          moves[i].position = relaxed(i, first ? press.touching : press.contacts);
          press.is_pushed = moves[i].position != bodies.positions[i];
        });
  });
  for (const std::uint32_t i : work.present) {
    if (!work.anybody.rests) break;
    if (work.presses[i].is_pushed) list_resting_around(i);
  }
  std::atomic<bool> any{false};
  for_pieces(work.present.size(), [&](std::size_t begin, std::size_t end) {
    bool pushed = false;
    for (std::size_t k = begin; k < end; ++k) {
      const std::uint32_t i = work.present[k];
      detail::Press& press = work.presses[i];
      work.moved[i] = press.is_pushed ? 1 : 0;
      if (!press.is_pushed) continue;
      pushed = true;
      press.is_pushed = false;
      bodies.positions[i] = moves[i].position;
    }
    if (pushed) any.store(true, std::memory_order_relaxed);
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
  if (p.pace() < slow)
    p.block(counts_of(i));
  else
    p.unblock();
}

void Crowd::State::note_left(std::uint32_t i, Cell before, Cell now, Vec2 wanted) {
  const detail::Told there = told(i, now);
  const Distance left = reachable(there.left) ? there.left : way_beside(i, now).left;
  journeys.remaining[i] = left;
  journeys.progress[i].left =
      static_cast<float>((reachable(there.without_jams) ? there.without_jams : left).units) -
      2 * straight_factor * work.ground[i] * dot(bodies.positions[i] - centre_of(now), wanted);
  if (before != now) note_gain(i, before, left);
  work.told[i] = there;
}

// An agent that has come too near to another, and nearer than before. One whose own step did not bring it
// nearer stays: a body that slid out of a heap along a wall went back for as long as one in the heap came
// after it, and both stood there.
bool Crowd::State::too_near(std::uint32_t i) const {
  if (!reciprocal(i) || passes_through(i) || bodies.positions[i] == moves[i].start) return false;
  bool found = false;
  for_near(i, [&](std::uint32_t j) {
    if (found) return;
    const float least = least_apart * (bodies.radii[i] + bodies.radii[j]);
    const Vec2 now = bodies.positions[i] - bodies.positions[j];
    if (dot(now, now) >= least * least) return;
    const Vec2 then = moves[i].start - start_of(j);
    if (passes_through(j) || dot(now, now) >= dot(then, then)) return;
    const bool comes = dot(bodies.positions[i] - moves[i].start, then) < 0;
    const bool other_comes = dot(bodies.positions[j] - start_of(j), then) > 0;
    // Of two who go the same way the one behind goes back first.
    found = comes && !(other_comes && leads(i, j));
  });
  return found;
}

// Less of a step that ended too near to somebody: without what brought the two together, or half of it. Were
// the whole step taken back, those beside it would be too near to where it was, and a crowd stand for good.
Vec2 Crowd::State::stepped_back(std::uint32_t i, int pass) const {
  const Vec2 p = bodies.positions[i], start = moves[i].start;
  Vec2 less = (p - start) * 0.5F;
  if (pass >= most_halvings || dot(less, less) < shortest_step * shortest_step) return start;
  float most = 0;
  Vec2 out;
  bool both = false;
  for_near(i, [&](std::uint32_t j) {
    const Vec2 off = start - start_of(j);
    const float far = length(off), least = least_apart * (bodies.radii[i] + bodies.radii[j]);
    if (passes_through(j) || !(far > 0)) return;
    const Vec2 away = off * (1 / far);
    const float nearer =
        -dot(p - start - (bodies.positions[j] - start_of(j)), away) - std::max(0.0F, far - least);
    if (nearer <= most) return;
    most = nearer;
    out = away;
    both = work.presses[j].goes_back;
  });
  if (most > 0 && (pass < most_turns || !both)) less = p - start + out * (most * (both ? 0.5F : 1.0F));
  return slide(group_of(i).grid, bodies.layers[i], start, less, margin(i));
}

// Overlaps are pushed apart; where that does not help, those who caused them stay where they were.
void Crowd::State::part() {
  bool pushed = true;
  for (int pass = 0; pass < options.relaxations && pushed; ++pass) pushed = relax(pass == 0);
  for (int pass = 0; pass < most_passes && work.anybody.avoids; ++pass) {
    by_place(
        [&](std::uint32_t i) { work.presses[i].goes_back = (pass == 0 || is_stirred(i)) && too_near(i); });
    bool any = false;
    for (const std::uint32_t i : work.present) {
      work.moved[i] = work.presses[i].goes_back ? 1 : 0;
      if (!work.presses[i].goes_back) continue;
      any = true;
      bodies.positions[i] = stepped_back(i, pass);
      moves[i].detour = 0;
    }
    if (!any) break;
  }
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
