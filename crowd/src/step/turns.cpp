// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Taking turns where those who meet cannot pass: an agent inside has the way, the others wait beside it.
#include <algorithm>
#include <cmath>
#include <tuple>

#include <portolan/core/detail/open_ground.hpp>

#include "../crowd_state.hpp"
#include "../mouths.hpp"
#include "passage.hpp"

namespace portolan {
namespace {

using detail::Errand;
using detail::Mouth;
using detail::Oncoming;
using detail::run;

// Ground narrower than this is entered in one direction at a time, or in lanes. With 5.5 doors between the
// two are left to streams, which before a thin wall let through half as many. Vehicles cannot keep to lanes
// so well: trucks who met infantry in a street of 6.5 of their radii took twice as long with 7.2.
constexpr float gate_radii = 7.2F, gate_radii_of_vehicles = 5.5F;
constexpr int longest_look = 96;     // cells ahead along the way
constexpr float approach_radii = 3;  // from the mouth, where agents wait
// Times in which so many bodies go by, for a change of turns costs what some bodies do: who is behind waits
// on while those ahead of it go in.
constexpr float patience_at_gate = 28;  // by which a wait must be the longer one to go first
constexpr float longest_wait = 56;      // at a gate before an agent enters although others are inside
constexpr float most_waited = 0xFFFE;   // counts: less than there are at most
constexpr float seconds_to_leave = 2;   // for which one who came out has the way
constexpr float room_for_two = 2.2F;    // radii from the middle of a passage to its walls
constexpr float most_beside = 0.5F;     // radii by which one that enters may lie on the other half
constexpr std::uint32_t longest_queue = 64;
constexpr int smooth = 4;         // cells over which a way is taken
constexpr float against = -0.5F;  // cosine of two ways that are opposite
constexpr float seconds_to_give_up = 1.5F;
constexpr float seconds_to_jam = 6;  // after which ground is as good as narrow

// Where a way steps on narrow ground.
Mouth mouth_at(const GridView& grid, Cell before, Cell c) {
  const detail::Passage passage = detail::passage_at(grid, c, centre_of(c) - centre_of(before), 1);
  return detail::mouth_of(passage);
}

void leave_queue(Errand& errand) {
  errand.set(Errand::queues, false);
  errand.waited = 0;
}

float gate_width(float radius, bool drives) {
  return (drives ? gate_radii_of_vehicles : gate_radii) * radius;
}

// So wide ground must be for an agent of this size to pass another.
float wide_enough(const CrowdGroup& group, float radius, bool drives) {
  return gate_width(radius, drives) - static_cast<float>(2 * (group.clearance - 1));
}

// Where all is open so many cells to each side of a cell, it is wide enough.
std::int32_t half_of(float width) {
  return std::max(0, static_cast<std::int32_t>(std::ceil((width - 1) / 2)));
}

}  // namespace

bool Crowd::State::is_narrow(std::uint32_t i, Cell c) const {
  const CrowdGroup& group = group_of(i);
  const float least = wide_enough(group, bodies.radii[i], drives(i));
  const auto most = static_cast<std::int32_t>(std::ceil(least));
  if (most <= 1 || detail::is_open_around(group.grid, c, half_of(least))) return false;
  const auto width = [&](int dx, int dy) {
    return 1 + run(group.grid, c, dx, dy, most) + run(group.grid, c, -dx, -dy, most);
  };
  return static_cast<float>(std::min(width(1, 0), width(0, 1))) < least;
}

// What the ground is like where an agent has come to.
void Crowd::State::look_at_ground(std::uint32_t i) {
  Errand& errand = bodies.errands[i];
  const CrowdGroup& group = group_of(i);
  if (!errand.is(Errand::fresh) || !reciprocal(i)) return;
  errand.set(Errand::fresh, false);
  const Cell here = cell_at(bodies.positions[i], bodies.layers[i]);
  const bool was_narrow = errand.is(Errand::narrow);
  const auto ahead = static_cast<std::int32_t>(std::ceil(approach_radii * bodies.radii[i] + 1));
  const bool open = detail::is_open_around(group.grid, here,
                                           ahead + half_of(wide_enough(group, bodies.radii[i], drives(i))));
  errand.set(Errand::narrow, !open && is_narrow(i, here));
  errand.set(Errand::at_gate, false);
  if (!errand.is(Errand::meets_stream)) errand.mouth = 0;
  if (errand.is(Errand::narrow)) {
    errand.set(Errand::meets_stream, false);
    errand.mouth = 0;
    errand.set(Errand::admitted, false);
    errand.set(Errand::leaving, false);
    return;
  }
  if (was_narrow) {
    errand.set(Errand::leaving, true);
    errand.waited = 0;
  }
  const Mouth mouth = stands(i) || open ? Mouth{} : mouth_ahead(i, here, ahead);
  errand.set(Errand::at_gate, mouth.way != Mouth::Way::none);
  if (errand.is(Errand::at_gate)) {
    errand.set(Errand::meets_stream, false);
    work.turns[i].found = mouth;
    errand.mouth = detail::Mouths::found;
  }
  if (!errand.is(Errand::at_gate)) errand.set(Errand::admitted, false);
}

// In the order of slots, so that numbers are the same for any number of threads.
void Crowd::State::number_mouths() {
  const detail::Mouths mouths(bodies.mouths);
  for (const std::uint32_t i : work.present) {
    Errand& errand = bodies.errands[i];
    if (errand.mouth != detail::Mouths::found) continue;
    errand.mouth = mouths.number(work.turns[i].found, bodies.errands);
    if (errand.mouth == 0) errand.set(Errand::at_gate | Errand::meets_stream, false);
  }
}

// Of the narrow ground that its way comes to within so many cells, where there is any.
Mouth Crowd::State::mouth_ahead(std::uint32_t i, Cell here, std::int32_t ahead) const {
  const CrowdGroup& group = group_of(i);
  Cell before = here;
  for (std::int32_t k = 0; k < ahead && group.guide != nullptr; ++k) {
    const auto next = guide_of(i).next(before);
    if (!next || *next == before || !is_beside(*next, before)) break;
    if (is_narrow(i, *next)) return mouth_at(group.grid, before, *next);
    before = *next;
  }
  return {};
}

// In which so many bodies like this one go by, one behind the other.
int Crowd::State::counts_to_pass(std::uint32_t i, float bodies_of_it) const {
  const float passing = bodies_of_it * 2 * bodies.radii[i] / bodies.max_speeds[i] * detail::Clock::per_second;
  return static_cast<int>(std::min(passing, most_waited));  // also of one that hardly moves
}

// Of two who wait at both ends of a passage: has the first the higher priority, or waited so much
// longer?
bool Crowd::State::goes_before(std::uint32_t i, std::uint32_t j, int patience) const {
  if (priority(i) != priority(j)) return priority(i) > priority(j);
  return bodies.errands[i].waited > bodies.errands[j].waited + patience;
}

// Who comes towards it on the narrow ground ahead, or waits beyond it.
Oncoming Crowd::State::oncoming(std::uint32_t i) const {
  const CrowdGroup& group = group_of(i);
  const float radius = bodies.radii[i];
  const float beyond = approach_radii * radius + 1, gate = gate_width(radius, drives(i));
  const int patience = counts_to_pass(i, patience_at_gate);
  const Vec2 p = bodies.positions[i];
  std::array<Cell, smooth> last;  // the way is that of some cells, not of one step
  last.fill(cell_at(p, bodies.layers[i]));
  Oncoming found;
  bool entered = false;
  float wide = 0;
  for (int k = 0; k < longest_look && !found.enters; ++k) {
    const Cell before = last[static_cast<std::size_t>(k) % smooth];
    const Cell here = last[static_cast<std::size_t>(k + smooth - 1) % smooth];
    const auto next = guide_of(i).next(here);
    if (!next || *next == here || !is_beside(*next, here)) break;
    last[static_cast<std::size_t>(k) % smooth] = *next;
    const Vec2 at = centre_of(*next);
    const Vec2 way = normalised(at - centre_of(before));
    const bool narrow = is_narrow(i, *next);
    entered = entered || narrow;
    wide = narrow ? 0 : wide + 1;
    if (entered && wide > beyond) break;
    if (!entered) continue;
    if (narrow && found.room)
      found.room = detail::passage_at(group.grid, *next, way, group.clearance).half >= room_for_two * radius;
    work.neighbours.around(at, next->layer, gate, [&](std::uint32_t j) {
      // Those of one guide never come towards each other; their way may only double back.
      if (stands(j) || group_of(j).guide == group.guide || dot(bodies.headings[j], way) > against) return;
      const Vec2 off = bodies.positions[j] - at;
      if (dot(off, off) > gate * gate) return;
      const Errand& other = bodies.errands[j];
      if (other.is(Errand::at_gate) && mouth_of(j) == mouth_of(i)) return;
      found.any = true;
      // Those at this end of it are no matter.
      const bool beyond_it = dot(bodies.positions[j] - p, way) > approach_radii * radius;
      const bool inside = other.is(Errand::narrow) || (beyond_it && other.is(Errand::admitted));
      const bool waits = beyond_it && other.is(Errand::at_gate) && goes_before(j, i, patience);
      if (!inside && !waits) return;
      (found.room && other.is(Errand::lanes) ? found.in_lanes : found.enters) = true;
    });
  }
  return found;
}

// Nobody comes towards it, or both keep to the right.
void Crowd::State::ask_to_enter(std::uint32_t i) {
  PORTOLAN_ASSERT(bodies.errands[i].is(detail::Errand::at_gate) && !stands(i));
  Errand& errand = bodies.errands[i];
  const Oncoming others = oncoming(i);
  errand.set(Errand::lanes, others.any && others.room);
  const auto side = side_of(i);
  const bool on_its_side = !side || side->room >= -most_beside * bodies.radii[i];
  const bool free = !others.enters && (others.room || !others.in_lanes);
  const bool long_enough = errand.waited > counts_to_pass(i, longest_wait);
  errand.set(Errand::admitted, (free || long_enough) && on_its_side);
  if (!errand.is(Errand::admitted)) errand.wait(clock.counts_of_step());
}

// Who waits, or waits behind another, lets nobody behind press on: how many stand between this one and one
// who waits at a gate, itself included; 0: none does. Headings differ, so that of some each may stand behind
// the next, in a ring. There the count goes up in every step, until it is none that a queue has.
std::uint16_t Crowd::State::place_in_queue(std::uint32_t i) const {
  const Vec2 p = bodies.positions[i], heading = bodies.headings[i];
  std::uint32_t least = longest_queue;
  for_near(i, [&](std::uint32_t j) {
    const Errand& other = bodies.errands[j];
    if (!other.is(Errand::holds_back) || other.is(Errand::retreats)) return;
    const Vec2 off = bodies.positions[j] - p;
    const float d = length(off);
    if (d > (bodies.radii[i] + bodies.radii[j]) * 1.6F || dot(off, heading) < 0.5F * d) return;
    if (dot(bodies.headings[j], heading) <= detail::same_way) return;
    least = std::min<std::uint32_t>(least, other.is(Errand::queues) ? other.waited : 0);
  });
  return static_cast<std::uint16_t>(least < longest_queue ? least + 1 : 0);
}

float Crowd::State::stalled(std::uint32_t i) const { return journeys.progress[i].seconds_blocked(); }

// Where those who meet cannot pass, or do not.
bool Crowd::State::jammed(std::uint32_t i) const {
  return bodies.errands[i].is(Errand::narrow) || (reciprocal(i) && stalled(i) > seconds_to_jam);
}

// Face to face there, one of two has to go back, and those behind it too.
bool Crowd::State::must_retreat(std::uint32_t i) const {
  const Errand& mine = bodies.errands[i];
  if (!jammed(i) && !mine.is(Errand::retreats)) return false;
  const Vec2 p = bodies.positions[i], heading = bodies.headings[i];
  if (mine.is(Errand::retreats) && detail::Clock::seconds(mine.waited) < 2) return true;
  bool retreats = false;
  for_near(i, [&](std::uint32_t j) {
    if (stands(j) || retreats) return;
    const bool together_by_guide = group_of(j).guide == group_of(i).guide;
    const Vec2 off = bodies.positions[j] - p;
    const float d = length(off);
    if (d > (bodies.radii[i] + bodies.radii[j]) * touch || !jammed(j)) return;
    const float together = dot(bodies.headings[j], heading), ahead = dot(off, heading);
    const bool j_retreats = bodies.errands[j].is(Errand::retreats);
    if (j_retreats && together > detail::same_way && ahead > 0.3F * d) retreats = true;
    if (j_retreats || together_by_guide || together > against || ahead < 0.3F * d ||
        stalled(i) < seconds_to_give_up)
      return;
    // Who has waited longer in all has the way; of two alike the one of the higher priority, or else the
    // earlier slot.
    if (stalled(j) < seconds_to_give_up) return;
    const auto order = [&](std::uint32_t k) { return std::tuple(-priority(k), bodies.kinds[k].group, k); };
    retreats = order(j) < order(i);
  });
  return retreats;
}

void Crowd::State::take_turns() {
  work.turns.resize(size());
  for_present([&](std::uint32_t i) { look_at_ground(i); });
  number_mouths();
  bool any = false;
  for (const std::uint32_t i : work.present) {
    Errand& errand = bodies.errands[i];
    any = any || jammed(i) || (errand.flags & Errand::turns) != 0;
    if (errand.is(Errand::leaving)) {
      const bool at_next = errand.is(Errand::at_gate);
      if (!at_next) errand.wait(clock.counts_of_step());
      if (!at_next && detail::Clock::seconds(errand.waited) < seconds_to_leave) continue;
      errand.set(Errand::leaving, false);
      errand.waited = 0;
    }
    if (!errand.is(Errand::at_gate) && !errand.is(Errand::narrow)) errand.set(Errand::lanes, false);
    if (errand.is(Errand::at_gate) && errand.is(Errand::queues)) leave_queue(errand);
    if (!errand.is(Errand::at_gate) || stands(i)) continue;
    ask_to_enter(i);
  }
  if (!any) return;
  by_place([&](std::uint32_t i) {
    const Errand& errand = bodies.errands[i];
    const bool waits = errand.is(Errand::at_gate) && !errand.is(Errand::admitted);
    const bool may_queue = !waits && !stands(i) && !errand.is(Errand::narrow) &&
                           !errand.is(Errand::leaving) && !errand.is(Errand::admitted);
    work.turns[i].queue = may_queue ? place_in_queue(i) : std::uint16_t{0};
    const bool takes_no_turn = stands(i) || guide_of(i).is_urgent();
    moves[i].holds_back = !takes_no_turn && (waits || work.turns[i].queue > 0);
    moves[i].retreats = !takes_no_turn && must_retreat(i);
  });
  for (const std::uint32_t i : work.present) {
    Errand& errand = bodies.errands[i];
    errand.set(Errand::holds_back, moves[i].holds_back);
    if (errand.is(Errand::queues)) leave_queue(errand);
    if (work.turns[i].queue > 0 && !moves[i].retreats) {
      errand.set(Errand::queues, true);
      errand.waited = work.turns[i].queue;
    }
    if (moves[i].retreats && !errand.is(Errand::retreats)) errand.waited = 0;
    if (moves[i].retreats) errand.wait(clock.counts_of_step());
    errand.set(Errand::retreats, moves[i].retreats);
  }
}

// Where one who waits goes meanwhile: out of the way of those who come out, to the right of its own, or to
// its side of the passage.
Vec2 Crowd::State::aside(std::uint32_t i, Vec2 heading) const {
  const Vec2 p = bodies.positions[i];
  Vec2 away;
  for_near(i, [&](std::uint32_t j) {
    if (!yields_to(i, j)) return;
    const Vec2 off = p - bodies.positions[j];
    const float d = length(off);
    if (d > 6 * bodies.radii[i] + bodies.radii[j] || !(d > 0)) return;
    const Vec2 way = bodies.headings[j];
    if (dot(off, way) < -bodies.radii[i]) return;  // it has gone by
    const Vec2 across = off - way * dot(off, way);
    const float beside = length(across);
    if (beside > 1.5F * (bodies.radii[i] + bodies.radii[j])) return;
    const Vec2 right = right_of(heading);
    away += (beside > 0.3F * bodies.radii[i] ? across * (1 / beside) : right) - heading * 0.3F;
  });
  const auto side = side_of(i);
  if (away == Vec2{} && side && side->room < 0) away = side->right;
  return shortened(away, 1) * work.top_speeds[i];
}

}  // namespace portolan
