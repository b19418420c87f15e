// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Taking turns where those who meet cannot pass: an agent inside has the way, the others wait beside it.
#include <algorithm>
#include <optional>

#include "../crowd_state.hpp"
#include "passage.hpp"

namespace portolan {
namespace {

using detail::Errand;
using detail::Mouth;
using detail::Oncoming;

constexpr std::size_t longest_look = 96;  // cells ahead along the way
// Times in which so many bodies go by, for a change of turns costs what some bodies do: who is behind waits
// on while those ahead of it go in.
constexpr float patience_at_gate = 28;  // by which a wait must be the longer one to go first
constexpr float longest_wait = 56;      // at a gate before an agent enters although others are inside
constexpr float most_waited = 0xFFFE;   // counts: less than there are at most
constexpr float room_for_two = 2.2F;    // radii from the middle of a passage to its walls
constexpr float bodies_per_second = 4;  // by which game units and people go, one behind the other
constexpr float most_beside = 0.5F;     // radii by which one that enters may lie on the other half
constexpr std::uint32_t longest_queue = 64;
constexpr std::size_t smooth = 4;     // cells over which a way is taken
constexpr float seconds_of_lane = 3;  // without way made, after which one leaves it

void leave_queue(Errand& errand) {
  errand.set(Errand::queues, false);
  errand.waited = 0;
}

}  // namespace

// So many seconds, or as long as a slow one takes for the way that others make in them. Who came out at half
// a cell a second had the way for one cell, and those who waited shut it in: 40 and 40 took 327 s through a
// passage, and take 236; of twenty large ones four stood before a door for good.
float Crowd::State::unhurried(std::uint32_t i, float seconds) const {
  return seconds * std::max(1.0F, bodies_per_second * 2 * bodies.radii[i] / bodies.max_speeds[i]);
}

// In which so many bodies like this one go by, one behind the other, and one goes to the other end of so many
// cells and back. Without the way there, turns in long passages changed as soon as a few had come in: two
// times forty took 105 s through twenty cells, and take 44.
int Crowd::State::counts_to_pass(std::uint32_t i, float bodies_of_it, int cells) const {
  const float way = 2 * (bodies_of_it * bodies.radii[i] + static_cast<float>(cells));
  const float passing = way / bodies.max_speeds[i] * detail::Clock::per_second;
  return static_cast<int>(std::min(passing, most_waited));  // also of one that hardly moves
}

// Of two who wait at both ends of a passage: has the first the higher priority, or has somebody at its end
// waited so much longer than all at the other?
bool Crowd::State::goes_before(std::uint32_t i, std::uint32_t j, int patience) const {
  if (priority(i) != priority(j)) return priority(i) > priority(j);
  return work.turns.longest_waits[bodies.errands[i].mouth] >
         work.turns.longest_waits[bodies.errands[j].mouth] + patience;
}

// Who comes towards it about a point of narrow ground where its own way leads in a direction, or waits at the
// other end of that.
void Crowd::State::meet(std::uint32_t i, PathPoint point, Vec2 way, Oncoming& found) const {
  const Mouth mouth = mouth_of(i);
  const float gate = gate_width(i);
  const int patience = counts_to_pass(i, patience_at_gate, found.cells);
  work.neighbours.around(point.at, point.layer, gate, [&](std::uint32_t j) {
    // Those of one guide never come towards each other; their way may only double back.
    if (stands(j) || group_of(j).guide == group_of(i).guide || dot(bodies.headings[j], way) > detail::against)
      return;
    const Vec2 off = bodies.positions[j] - point.at;
    if (dot(off, off) > gate * gate) return;
    const Errand& other = bodies.errands[j];
    if (other.is(Errand::at_gate) && mouth_of(j) == mouth) return;
    found.any = true;
    // Those at this end of it are no matter.
    const bool beyond_it = dot(bodies.positions[j] - mouth.middle, detail::way_in(mouth)) > 0;
    const bool inside = other.is(Errand::narrow) || (beyond_it && other.is(Errand::admitted));
    const bool waits = beyond_it && other.is(Errand::at_gate) && goes_before(j, i, patience);
    if (!inside && !waits) return;
    (found.room && other.is(Errand::lanes) ? found.in_lanes : found.enters) = true;
  });
}

// Who comes towards it on the narrow ground ahead, or waits beyond it. It looks from the mouth, for all who
// are there must see the same: of those beside it some saw nobody and were let in, nobody could pass those
// before it, who were not, and at both ends all stood for twenty seconds.
Oncoming Crowd::State::oncoming(std::uint32_t i) const {
  const CrowdGroup& group = group_of(i);
  const float radius = bodies.radii[i];
  const float beyond = detail::approach_radii * radius + 1;
  const Mouth mouth = mouth_of(i);
  std::array<Cell, smooth> last;  // the way is that of some cells, not of one step
  last.fill(cell_at(mouth.middle - detail::way_in(mouth), bodies.layers[i]));
  Oncoming found;
  float wide = 0;
  std::optional<Cell> next = cell_at(mouth.middle, bodies.layers[i]);
  for (std::size_t k = 0; k < longest_look && next && wide <= beyond; ++k) {
    const Cell before = last[k % smooth];
    const Cell here = last[k % smooth] = *next;
    const Vec2 at = centre_of(here), way = normalised(at - centre_of(before));
    const bool narrow = is_narrow(i, here);
    wide = narrow ? 0 : wide + 1;
    ++found.cells;
    if (narrow && found.room) {
      const detail::Passage passage = detail::passage_at(group.grid, here, way, group.clearance);
      found.room = passage.half >= room_for_two * radius && is_strait(i, passage);
    }
    if (!found.enters) meet(i, {at, here.layer}, way, found);
    next = guide_of(i).next(here);
    if (next && (*next == here || !is_beside(*next, here))) next.reset();
  }
  return found;
}

// Nobody comes towards it, or both keep to the right.
void Crowd::State::ask_to_enter(std::uint32_t i) {
  PORTOLAN_ASSERT(bodies.errands[i].is(Errand::at_gate) && !stands(i));
  Errand& errand = bodies.errands[i];
  const Oncoming others = oncoming(i);
  errand.set(Errand::lanes, others.any && others.room);
  const auto side = side_of(i);
  const bool on_its_side = !side || side->room >= -most_beside * bodies.radii[i];
  const bool free = !others.enters && (others.room || !others.in_lanes);
  const bool long_enough = errand.waited > counts_to_pass(i, longest_wait, others.cells);
  errand.set(Errand::admitted, (free && on_its_side) || long_enough);
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

// Does it get on no more in its lane, where nobody comes towards it?
bool Crowd::State::keeps_lane_in_vain(std::uint32_t i) const {
  if (!bodies.errands[i].is(Errand::lanes) ||
      seconds_without_way(i) < at_least_a_cell(i, unhurried(i, seconds_of_lane)))
    return false;
  bool meets = false;
  for_near(i, [&](std::uint32_t j) {
    meets = meets || dot(bodies.headings[j], bodies.headings[i]) < detail::against;
  });
  return !meets;
}

// Of those who wait at each mouth. Were each let in by its own wait, those who have just come would stand
// before those who may go.
void Crowd::State::find_longest_waits() {
  // One that was saved by a stranger may be at a gate that has no number.
  work.turns.longest_waits.assign(std::max<std::size_t>(1, bodies.mouths.size()), 0);
  for (const std::uint32_t i : work.turns.who) {
    const Errand& errand = bodies.errands[i];
    if (!errand.is(Errand::at_gate) || errand.is(Errand::queues) || stands(i)) continue;
    work.turns.longest_waits[errand.mouth] = std::max(work.turns.longest_waits[errand.mouth], errand.waited);
  }
}

// To all others turns are nothing new: most of a hundred thousand walk on open ground.
void Crowd::State::find_turns() {
  constexpr unsigned any = Errand::turns | Errand::queues | Errand::lanes;
  work.turns.who.clear();
  for (const std::uint32_t i : work.present) {
    if ((bodies.errands[i].flags & any) != 0 || jammed(i)) work.turns.who.push_back(i);
  }
}

// Does it wait or go back, or may it have to?
bool Crowd::State::may_wait(std::uint32_t i) const {
  const Errand& errand = bodies.errands[i];
  if ((errand.flags & (Errand::holds_back | Errand::queues | Errand::retreats)) != 0) return true;
  if (errand.waits_at_gate() && !stands(i)) return true;
  return jammed(i) && stalled(i) >= unhurried(i, detail::seconds_to_give_up);
}

void Crowd::State::take_turns() {
  work.turns.of.resize(size());
  for_present([&](std::uint32_t i) { look_at_ground(i); });
  find_turns();
  number_mouths(work.turns.who);
  find_longest_waits();
  for (const std::uint32_t i : work.turns.who) {
    Errand& errand = bodies.errands[i];
    if (errand.is(Errand::leaving)) {
      const bool at_next = errand.is(Errand::at_gate);
      if (!at_next) errand.wait(clock.counts_of_step());
      if (!at_next && detail::Clock::seconds(errand.waited) < unhurried(i, detail::seconds_to_leave))
        continue;
      errand.set(Errand::leaving, false);
      errand.waited = 0;
    }
    if (!errand.is(Errand::at_gate) && (!errand.is(Errand::narrow) || keeps_lane_in_vain(i)))
      errand.set(Errand::lanes, false);
    if (errand.is(Errand::at_gate) && errand.is(Errand::queues)) leave_queue(errand);
    if (errand.is(Errand::at_gate) && !stands(i)) ask_to_enter(i);
  }
  const auto& who = work.turns.who;
  if (std::none_of(who.begin(), who.end(), [&](std::uint32_t i) { return may_wait(i); })) return;
  by_place([&](std::uint32_t i) {
    const Errand& errand = bodies.errands[i];
    const bool waits = errand.waits_at_gate();
    const bool may_queue = !waits && !stands(i) && !errand.is(Errand::narrow) &&
                           !errand.is(Errand::leaving) && !errand.is(Errand::admitted);
    const bool looks = work.reaches[i].looks;  // else nobody knows who is beside it: it goes straight on
    work.turns.of[i].queue = may_queue && looks ? place_in_queue(i) : std::uint16_t{0};
    const bool takes_no_turn = stands(i) || !looks || guide_of(i).is_urgent();
    moves[i].holds_back = !takes_no_turn && (waits || work.turns.of[i].queue > 0);
    moves[i].retreats = !takes_no_turn && must_retreat(i);
  });
  for (const std::uint32_t i : work.present) {
    Errand& errand = bodies.errands[i];
    errand.set(Errand::holds_back, moves[i].holds_back);
    if (errand.is(Errand::queues)) leave_queue(errand);
    if (work.turns.of[i].queue > 0 && !moves[i].retreats) {
      errand.set(Errand::queues, true);
      errand.waited = work.turns.of[i].queue;
    }
    if (moves[i].retreats && !errand.is(Errand::retreats)) errand.waited = 0;
    if (moves[i].retreats) errand.wait(clock.counts_of_step());
    errand.set(Errand::retreats, moves[i].retreats);
  }
}

}  // namespace portolan
