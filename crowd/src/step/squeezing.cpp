// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Who is held up for so long that it squeezes through others.
#include <algorithm>
#include <array>
#include <optional>

#include <boost/container/static_vector.hpp>

#include <portolan/crowd/detail/steering_forces.hpp>

#include "../crowd_state.hpp"

namespace portolan {

using detail::Contacts;

namespace {

constexpr float squeeze_cells = 2;        // way made before a squeezing agent takes room again
constexpr float gets_on = 0.5F;           // pace at which nobody is in its way
constexpr float most_squeezed = 120;      // seconds
constexpr float half_round = 3.1415927F;  // radians
constexpr float times_as_patient = 4;     // who avoids reciprocally, takes turns or crosses a goal: that ends
constexpr float bodies_let_by = 15;
constexpr float gap_tried_in_vain = 4;  // radii, between two who stand

// Does the line from one point to another cross the half of the horizontal axis to the right of the middle?
bool passes_right_of_middle(Vec2 from, Vec2 to) {
  if ((from.y > 0) == (to.y > 0)) return false;
  const float c = cross(from, to);
  return to.y > from.y ? c > 0 : c < 0;
}

}  // namespace

// Somebody whom it lets go by, and who gets on.
bool Crowd::State::passes_by(std::uint32_t i, std::uint32_t j) const {
  return !journeys.progress[j].is_blocked() && bodies.headings[i].is_against(bodies.headings[j]);
}

// Of two of different groups who go the same way, is the second ahead? What is left to their goals cannot be
// compared.
bool Crowd::State::follows(std::uint32_t i, std::uint32_t j) const {
  const Vec2 off = bodies.positions[j] - bodies.positions[i], way = bodies.headings[i];
  return bodies.kinds[j].group != bodies.kinds[i].group && dot(way, bodies.headings[j]) > 0 &&
         dot(way, off) > 0;
}

// Is another so near that it may hold up one that is behind it? From farther off one that keeps a headway: of
// sixty before a door of one cell 16 squeezed, for nobody touches anybody in a queue that moves.
bool Crowd::State::may_hold_up(std::uint32_t i, std::uint32_t j) const {
  const float both = bodies.radii[i] + bodies.radii[j];
  const float kept = group_of(i).headway * bodies.max_speeds[i] * gets_on;
  return length(bodies.positions[j] - bodies.positions[i]) <= std::max(both * touch, both + kept);
}

// When did the agents that stand between this agent and the goal last make way? Handed on from body to body,
// so that the end of a queue knows that its head still moves. Where two are behind each other, each hands on
// no later a time than one at which somebody did.
std::uint32_t Crowd::State::alive_ahead(std::uint32_t i) const {
  std::uint32_t latest = journeys.progress[i].moved();
  if (latest == clock.now()) return latest;
  for_near(i, [&](std::uint32_t j) {
    if (latest == clock.now() || state(j) != AgentState::moving) return;
    const std::uint32_t alive = journeys.progress[j].alive();
    if (passes_by(i, j))
      latest = clock.now();
    else if (alive > latest && may_hold_up(i, j) && (is_behind(i, j) || follows(i, j)))
      latest = alive;
  });
  return latest;
}

// Is one beside it who stands and gives way to nobody?
bool Crowd::State::meets_firm(std::uint32_t i) const {
  bool found = false;
  for_near(i, [&](std::uint32_t j) {
    const float reach = (bodies.radii[i] + bodies.radii[j]) * 2;
    const bool firm = stands(j) && !(share_of(j, i) > 0);
    found = found || (firm && length(bodies.positions[i] - bodies.positions[j]) < reach);
  });
  return found;
}

// Through others. One that roams makes no way to its goal as long as it flees or pursues, and hardly ever is
// held up: it goes for its goal for as long, heeding no forces, but parts from others like everybody. Sheep
// passed through one another on a meadow.
bool Crowd::State::passes_through(std::uint32_t i) const {
  return squeezing(i) && !roams(group_of(i).steering);
}

// Is it in a ring of some who stand, have not been told to, and give no way, none of whom it gets through
// between? From one to the next as far as they are close: where two ways lead to the same one, on both sides
// of it, they are around it. An army of another team that draws up around somebody would keep it for good.
//
// Gaps count that it would get through, until it has tried those in vain for long: an army of another team
// came to its places around three who were still there, and none of them ever got out between those who stood
// a body's width apart.
bool Crowd::State::is_shut_in(std::uint32_t i) const {
  const float since = clock.seconds_since(journeys.progress[i].alive());
  const bool tried = squeezing(i) || since > times_as_patient * patience_of(i);
  const float room = (tried ? gap_tried_in_vain : passable_gap) * bodies.radii[i];
  boost::container::static_vector<std::uint32_t, Contacts::most> ring, next;
  for_near(i, [&](std::uint32_t j) {
    if (is_firm(j, i) && !holds(j)) ring.push_back(j);
  });
  const auto off = [&](std::size_t k) { return bodies.positions[ring[k]] - bodies.positions[i]; };
  const auto are_close = [&](std::size_t a, std::size_t b) {
    const float gap = room + bodies.radii[ring[a]] + bodies.radii[ring[b]];
    const Vec2 between = off(b) - off(a);
    return dot(between, between) < gap * gap;
  };
  std::array<std::optional<bool>, Contacts::most> sides;
  for (std::uint32_t first = 0; first < ring.size(); ++first) {
    if (sides[first]) continue;
    sides[first] = false;
    next.assign(1, first);
    while (!next.empty()) {
      const std::uint32_t a = next.back();
      next.pop_back();
      for (std::uint32_t b = 0; b < ring.size(); ++b) {
        if (b == a || !are_close(a, b)) continue;
        const bool side = *sides[a] != passes_right_of_middle(off(a), off(b));
        if (sides[b] && *sides[b] != side) return true;
        if (!sides[b]) next.push_back(b);
        sides[b] = side;
      }
    }
  }
  return false;
}

// Nobody squeezes through those who hold their ground, unless these have shut it in, nor while it walks,
// waits for its turn or, if it avoids reciprocally, sees its place.
bool Crowd::State::may_squeeze(std::uint32_t i) const {
  const detail::Errand& errand = bodies.errands[i];
  const bool walks = near[i].count > 0 && journeys.progress[i].pace() >= gets_on;
  if (walks || errand.is(detail::Errand::holds_back)) return false;
  if (is_shut_in(i)) return true;
  return !(reciprocal(i) && errand.is(detail::Errand::sees_place)) && !meets_firm(i);
}

void Crowd::State::unblock(std::uint32_t i) {
  detail::Progress& p = journeys.progress[i];
  if (squeezing(i)) {
    const float passing = squeeze_cells / bodies.max_speeds[i] + seconds_to_turn(i);
    const bool has_passed = clock.seconds_since(p.alive()) >= std::min(passing, most_squeezed);
    // Also of one that hardly moves, and all the way out from among those who shut it in.
    bodies.kinds[i].set(Kind::squeezes, !has_passed || (reciprocal(i) && is_shut_in(i)));
    return;
  }
  // It is told to stand, or waits for its turn: those who stand behind it know that it will get on.
  const bool waits = (bodies.errands[i].flags & (detail::Errand::holds_back | detail::Errand::queues)) != 0;
  const bool is_told_to = waits || (moves[i].wanted == Vec2{} && !is_led_astray(i));
  if (is_told_to) p.set_moved(clock.now());
  keep_up(i);
  const bool near_end = nears_end(i);
  const std::uint32_t alive = alive_ahead(i);
  const bool remembers = reciprocal(i) || is_in_turn(i) || near_end || group_of(i).headway > 0;
  p.set_alive(remembers ? std::max(p.alive(), alive) : alive);
  const float patience = patience_of(i);
  if (is_far(i)) return;  // others never hold it up for long
  if (clock.seconds_since(p.alive()) < patience || !may_squeeze(i)) return;
  bodies.kinds[i].set(Kind::squeezes, true);
  p.set_alive(clock.now());
  if (!near_end) p.set_moved(clock.now());  // to squeeze by for ever those who have arrived is to make no way
  squeezes += passes_through(i) && near[i].count > 0 ? 1U : 0U;
}

// It makes no way while it turns, half round at most: between two ways around a rock some turned for good.
float Crowd::State::seconds_to_turn(std::uint32_t i) const {
  const float rate = drive_of(i).turn_rate;
  return rate > 0 ? half_round / rate : 0.0F;
}

// From all cells of a goal nothing is left: who walks there to its place seems to make no way.
bool Crowd::State::crosses_goal(std::uint32_t i) const {
  return left_of(i) == Distance{} && sees_place(i) && !is_near_place(i);
}

// Before it squeezes through others: as long as it takes for some to go by, at least.
float Crowd::State::patience_of(std::uint32_t i) const {
  const float for_some = bodies_let_by * 2 * bodies.radii[i] / bodies.max_speeds[i];
  const float patience = std::max(at_least_a_cell(i, options.patience), for_some) + seconds_to_turn(i);
  const bool is_patient = near[i].count > 0 && (reciprocal(i) || is_in_turn(i) || crosses_goal(i));
  return is_patient ? patience * times_as_patient : patience;
}

}  // namespace portolan
