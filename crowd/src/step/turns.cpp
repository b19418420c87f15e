// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Taking turns where those who meet cannot pass: an agent inside has the way, the others wait beside it.
#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <tuple>

#include <portolan/core/detail/open_ground.hpp>

#include "../crowd_state.hpp"
#include "../mouths.hpp"
#include "apart.hpp"
#include "passage.hpp"

namespace portolan {
namespace {

using detail::Errand;
using detail::Mouth;
using detail::Oncoming;
using detail::run;

// Ground narrower than this is entered in one direction at a time, or in lanes. With 5.5 doors between the
// two are left to streams, which before a thin wall let through half as many. Vehicles cannot keep to lanes
// so well: trucks who met infantry in a street of 6.5 of their radii took twice as long with 7.2. Who only
// parts from others passes them wherever two have room.
constexpr float gate_radii = 7.2F, gate_radii_of_vehicles = 5.5F, radii_to_pass = 4.2F;
constexpr std::size_t longest_look = 96;  // cells ahead along the way
constexpr float approach_radii = 3;       // from the mouth, where agents wait
// Times in which so many bodies go by, for a change of turns costs what some bodies do: who is behind waits
// on while those ahead of it go in.
constexpr float patience_at_gate = 28;  // by which a wait must be the longer one to go first
constexpr float longest_wait = 56;      // at a gate before an agent enters although others are inside
constexpr float most_waited = 0xFFFE;   // counts: less than there are at most
constexpr float seconds_to_leave = 2;   // for which one who came out has the way
constexpr float room_for_two = 2.2F;    // radii from the middle of a passage to its walls
constexpr float radii_of_way_out = 3;   // from its middle line, which those who wait keep free
constexpr float bodies_per_second = 4;  // by which game units and people go, one behind the other
constexpr float most_beside = 0.5F;     // radii by which one that enters may lie on the other half
constexpr std::uint32_t longest_queue = 64;
constexpr std::size_t smooth = 4;  // cells over which a way is taken
constexpr float against = -0.5F;   // cosine of two ways that are opposite
constexpr float seconds_to_give_up = 1.5F;
constexpr float seconds_to_jam = 6;  // after which ground is as good as narrow

void leave_queue(Errand& errand) {
  errand.set(Errand::queues, false);
  errand.waited = 0;
}

// So much wider than its passable cells ground is for the bodies of a group.
float off_walls_of(const CrowdGroup& group) { return static_cast<float>(2 * (group.clearance - 1)); }

// Where all is open so many cells to each side of a cell, it is wide enough.
std::int32_t half_of(float width) {
  return std::max(0, static_cast<std::int32_t>(std::ceil((width - 1) / 2)));
}

}  // namespace

float Crowd::State::gate_width(std::uint32_t i) const {
  const float radii = !reciprocal(i) ? radii_to_pass : drives(i) ? gate_radii_of_vehicles : gate_radii;
  return radii * bodies.radii[i];
}

// So wide ground must be for an agent of this size to pass another.
float Crowd::State::wide_enough(std::uint32_t i) const { return gate_width(i) - off_walls_of(group_of(i)); }

// So many seconds, or as long as a slow one takes for the way that others make in them. Who came out at half
// a cell a second had the way for one cell, and those who waited shut it in: 40 and 40 took 327 s through a
// passage, and take 236; of twenty large ones four stood before a door for good.
float Crowd::State::unhurried(std::uint32_t i, float seconds) const {
  return seconds * std::max(1.0F, bodies_per_second * 2 * bodies.radii[i] / bodies.max_speeds[i]);
}

// Narrow along a row or a column, or a bend where two have no room. Were wider bends narrow too, sixty among
// rocks that lie here and there would wait for one another for good.
bool Crowd::State::is_narrow(std::uint32_t i, Cell c) const {
  const CrowdGroup& group = group_of(i);
  const float least = wide_enough(i);
  const auto most = static_cast<std::int32_t>(std::ceil(least));
  if (most <= 1 || detail::is_open_around(group.grid, c, half_of(least))) return false;
  const auto to_pass =
      static_cast<std::int32_t>(std::ceil(radii_to_pass * bodies.radii[i] - off_walls_of(group)));
  const auto width = [&](int dx, int dy) {
    return 1 + run(group.grid, c, dx, dy, most) + run(group.grid, c, -dx, -dy, most);
  };
  return std::min(width(1, 0), width(0, 1)) < most || !detail::lies_in_square(group.grid, c, to_pass);
}

// What the ground is like where an agent has come to.
void Crowd::State::look_at_ground(std::uint32_t i) {
  Errand& errand = bodies.errands[i];
  const CrowdGroup& group = group_of(i);
  if (!errand.is(Errand::fresh) || !takes_turns(i)) return;
  errand.set(Errand::fresh, false);
  const Cell here = cell_at(bodies.positions[i], bodies.layers[i]);
  const bool was_narrow = errand.is(Errand::narrow);
  const auto ahead = static_cast<std::int32_t>(std::ceil(approach_radii * bodies.radii[i] + 1));
  const bool open = detail::is_open_around(group.grid, here, ahead + half_of(wide_enough(i)));
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
    work.turns.of[i].found = mouth;
    errand.mouth = detail::Mouths::found;
  }
  if (!errand.is(Errand::at_gate)) errand.set(Errand::admitted, false);
}

// In the order of slots, so that numbers are the same for any number of threads.
void Crowd::State::number_mouths(std::span<const std::uint32_t> who) {
  const detail::Mouths mouths(bodies.mouths);
  for (const std::uint32_t i : who) {
    Errand& errand = bodies.errands[i];
    if (errand.mouth != detail::Mouths::found) continue;
    errand.mouth = mouths.number(work.turns.of[i].found, bodies.errands);
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
    if (is_narrow(i, *next)) return mouth_at(i, before, *next);
    before = *next;
  }
  return {};
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
    if (stands(j) || group_of(j).guide == group_of(i).guide || dot(bodies.headings[j], way) > against) return;
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
  const float beyond = approach_radii * radius + 1;
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
  PORTOLAN_ASSERT(bodies.errands[i].is(detail::Errand::at_gate) && !stands(i));
  Errand& errand = bodies.errands[i];
  const Oncoming others = oncoming(i);
  errand.set(Errand::lanes, others.any && others.room);
  const auto side = side_of(i);
  const bool on_its_side = !side || side->room >= -most_beside * bodies.radii[i];
  const bool free = !others.enters && (others.room || !others.in_lanes);
  const bool long_enough = errand.waited > counts_to_pass(i, longest_wait, others.cells);
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

// Where those who meet cannot pass, or do not.
bool Crowd::State::jammed(std::uint32_t i) const {
  return bodies.errands[i].is(Errand::narrow) || (reciprocal(i) && stalled(i) > unhurried(i, seconds_to_jam));
}

// Face to face there, one of two has to go back, and those behind it too.
bool Crowd::State::must_retreat(std::uint32_t i) const {
  const Errand& mine = bodies.errands[i];
  if (!jammed(i) && !mine.is(Errand::retreats)) return false;
  const Vec2 p = bodies.positions[i], heading = bodies.headings[i];
  if (mine.is(Errand::retreats) && detail::Clock::seconds(mine.waited) < unhurried(i, seconds_to_leave))
    return true;
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
        stalled(i) < unhurried(i, seconds_to_give_up))
      return;
    // Who has waited longer in all has the way; of two alike the one of the higher priority, or else the
    // earlier slot.
    if (stalled(j) < unhurried(j, seconds_to_give_up)) return;
    const auto order = [&](std::uint32_t k) { return std::tuple(-priority(k), bodies.kinds[k].group, k); };
    retreats = order(j) < order(i);
  });
  return retreats;
}

// Of those who wait at each mouth. Were each let in by its own wait, those who have just come would stand
// before those who may go.
void Crowd::State::find_longest_waits() {
  work.turns.longest_waits.assign(bodies.mouths.size(), 0);
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
  return jammed(i) && stalled(i) >= unhurried(i, seconds_to_give_up);
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
      if (!at_next && detail::Clock::seconds(errand.waited) < unhurried(i, seconds_to_leave)) continue;
      errand.set(Errand::leaving, false);
      errand.waited = 0;
    }
    if (!errand.is(Errand::at_gate) && !errand.is(Errand::narrow)) errand.set(Errand::lanes, false);
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

// To the side of where others come out of the mouth before it. Without it those who waited right before a
// mouth made way only once somebody was inside, whom they let nobody become: 40 and 40 took up to 119 s at a
// door that they nearly fill.
Vec2 Crowd::State::off_the_way_out(std::uint32_t i) const {
  if (!bodies.errands[i].is(Errand::at_gate)) return {};
  const Mouth mouth = mouth_of(i);
  const Vec2 in = detail::way_in(mouth), off = bodies.positions[i] - mouth.middle;
  const detail::Beside beside = detail::beside_line(off, in, bodies.radii[i], right_of(in));
  return beside.far > radii_of_way_out * bodies.radii[i] ? Vec2{} : beside.away;
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
    const detail::Beside beside = detail::beside_line(off, way, bodies.radii[i], right_of(heading));
    if (beside.far > 1.5F * (bodies.radii[i] + bodies.radii[j])) return;
    away += beside.away - heading * 0.3F;
  });
  const auto side = side_of(i);
  if (away == Vec2{} && side && side->room < 0) away = side->right;
  if (away == Vec2{} && !side) away = off_the_way_out(i);
  return shortened(away, 1) * work.top_speeds[i];
}

}  // namespace portolan
