// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Once everybody has walked: those who overlap are parted, and who came too near to another goes back.
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

constexpr int most_passes = 256;
constexpr int most_turns = 6;  // passes in which a step is turned aside, before it is made shorter
constexpr int most_halvings = 40;
constexpr float shortest_step = 0.01F;      // cells
constexpr float surely_apart = 1.0001F;     // of a square: what needs no root to be told
constexpr float longest_push = 0.25F;       // cells per relaxation pass
constexpr float least_part = 0.1F;          // of what brings two nearer: by less nobody comes nearer itself
constexpr float seconds_held_up = 4;        // before it turns aside from one who stands and gives no way
constexpr float part_of_push = 0.5F;        // in a pass, of those who only part from others, at short steps,
constexpr float part_of_long_push = 0.75F;  // and at those in which everybody decides

}  // namespace

// What part of an overlap one of two takes; the other agent takes the rest in the same pass. One that stands
// gives way to those of its team who walk and weigh as much.
float Crowd::State::share_of(std::uint32_t i, std::uint32_t j) const {
  const float mine = mass(i), other = mass(j);
  if (work.presses[i].is_plain && work.presses[j].is_plain) return other / (mine + other);
  if (holds(i) || holds(j)) return holds(i) ? 0.0F : 1.0F;
  if (yields_to(i, j)) return 0.9F;
  if (yields_to(j, i)) return 0.1F;
  if (keep_order(i, j)) {
    if (leads(i, j)) return 0.2F;
    if (leads(j, i)) return 0.8F;
  }
  if (is_firm(i, j)) return 0;
  if (is_firm(j, i)) return 1;
  return other / (mine + other);
}

// Does it matter which of two is ahead? Before a door those who only part from others would stand in an arch
// for good, held up by one another, the more so the shorter their steps are: 80 slow ones who nearly fill a
// door of one cell got through in 590 s, 79 of them through others, and in 295. As long as all get on, those
// behind may push them on.
bool Crowd::State::keep_order(std::uint32_t i, std::uint32_t j) const {
  if (reciprocal(i)) return true;
  const bool hardly_get_on =
      std::min(journeys.progress[i].pace(), journeys.progress[j].pace()) < hardly_gets_on;
  return hardly_get_on && (is_in_turn(i) || is_in_turn(j));
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

// Where it parts to from another, of one that walks and only parts from others. Of two who walk towards each
// other each goes to its right as well, the more so the more they meet head on: pushed straight back, both
// stood there until they went through each other, and of 80 slow ones in a corridor of four cells 78 for
// good. Nor would it get around one who stands right ahead and gives it no way.
Vec2 Crowd::State::past(std::uint32_t i, std::uint32_t j, Vec2 away) const {
  const Vec2 heading = bodies.headings[i];
  const float head_on = -dot(away, heading);
  const bool firm = stalled(i) > seconds_held_up && is_firm(j, i);
  if (!firm && (stands(j) || !bodies.headings[i].is_against(bodies.headings[j]))) return away;
  return head_on > 0 ? normalised(away + right_of(heading) * head_on) : away;
}

// Parted from the first of its contacts. At once from all of several, it would end beyond where it touches
// none, and come back in the next step: at thirty a second a throng turned by 430 degrees a second, and turns
// by 80; at ten a wedge of 80 before a door pressed to and fro for good. From who gives no way it is: else 35
// of 40 got through a row of such, in place of 17. So is who waits: beside a track for a train it would be
// pushed onto that.
Vec2 Crowd::State::relaxed(std::uint32_t i, std::uint32_t contacts) const {
  const Vec2 p = bodies.positions[i];
  const float radius = bodies.radii[i];
  const std::uint32_t all = overlapping(i, contacts);
  const bool only_parts = !reciprocal(i) && !stands(i);
  const bool by_parts = only_parts && std::popcount(all) > 1 && moves[i].wanted != Vec2{};
  const float part = !by_parts ? 1 : steps_to_decide > 1 ? part_of_push : part_of_long_push;
  Vec2 push;
  for (std::uint32_t left = all; left != 0; left &= left - 1) {
    const std::uint32_t j = near[i].agents[static_cast<std::size_t>(std::countr_zero(left))];
    const float overlap = radius + bodies.radii[j] - length(p - bodies.positions[j]);
    if (!(overlap > 0) || work.presses[j].squeezes) continue;
    const float share = share_of(i, j);
    const Vec2 away = detail::apart(p, bodies.positions[j], i, j);
    push += (only_parts ? past(i, j, away) : away) * (overlap * share * (share < 1 ? part : 1.0F));
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
    const float comes = -dot(bodies.positions[i] - moves[i].start, then);
    const float other_comes = dot(bodies.positions[j] - start_of(j), then);
    // Of two who go the same way the one behind goes back first. Not because of one that hardly comes nearer:
    // before a door one pressed another, that could have gone on, into its corner, and both stood for good.
    found = comes > 0 && !(other_comes > least_part * comes && leads(i, j));
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

}  // namespace portolan
