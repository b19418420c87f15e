// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Who has arrived, and who is stuck.
#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "../crowd_state.hpp"

namespace portolan {
namespace {

constexpr float cells_of_patience = 1.5F;    // of way at full speed, in which anybody comes into another cell
constexpr float seconds_to_settle = 1;       // without way made, before touching an arrived agent is arriving
constexpr float near_enough = 0.1F;          // radii from its place at which an agent has arrived,
constexpr float near_enough_to_park = 0.3F;  // and one that would have to turn about
constexpr float seconds_to_swap = 0.7F;
constexpr std::uint32_t steps_to_swap = 4;   // between two looks for somebody to swap with, while one walks
constexpr float most_unrest_to_swap = 0.5F;  // what is left is for one that stood, to leave
constexpr float seconds_to_give_in = 4;      // without getting on, before an agent stays near its place
constexpr float seconds_of_unrest = 6, radii_of_unrest = 60;  // the same, where it moves about: time and way
// From the centre of the cell where a link begins: cells, and radii. Two who press around it are a radius off
// it each, and four 1.42; within 0.3 cells alone such never came loose.
constexpr float foot_of_link = 0.3F, radii_of_foot = 1.5F;

}  // namespace

bool Crowd::State::at_goal(std::uint32_t i) const {
  const Distance left = left_of(i);
  if (!reachable(left)) return false;
  const CrowdGroup& group = group_of(i);
  const Vec2 p = bodies.positions[i];
  const std::int32_t layer = bodies.layers[i];
  const float radius = std::max(group.arrival_radius, 0.75F);  // at least the goal's own cell
  // Twice what the way costs where nothing is between; more means that there is a wall.
  if (static_cast<float>(left.units) > (radius + 1) * 2 * 2 * straight_factor * work.ground[i]) return false;
  return std::any_of(group.goals.begin(), group.goals.end(), [&](const Goal& goal) {
    const Vec2 off = p - centre_of(goal.cell);
    return goal.cell.layer == layer && dot(off, off) <= radius * radius;
  });
}

// Of one that has no place: is it on a goal, where its way ends?
bool Crowd::State::is_on_goal(std::uint32_t i, Vec2 p) const {
  return !bodies.errands[i].is(detail::Errand::has_place) &&
         guide_of(i).remaining(cell_at(p, bodies.layers[i])) == Distance{};
}

bool Crowd::State::has_ended(std::uint32_t i) const {
  return state(i) == AgentState::stuck && reachable(left_of(i));
}

// Does its way end before the goal, and is it there, or held up just before? A wall is between it and its
// place then, and it would swing to and fro before that for good.
bool Crowd::State::ends_before_goal(std::uint32_t i, bool halted) const {
  const Distance left = left_of(i);
  if (bodies.errands[i].is(detail::Errand::sees_place)) return false;
  if (left != Distance{} && (!halted || left.units > end_of_way)) return false;
  Cell end = cell_at(bodies.positions[i], bodies.layers[i]);
  for (std::uint64_t k = 0; k < end_of_way / (2 * straight_factor); ++k) {
    const auto next = guide_of(i).next(end);
    if (!next || *next == end) break;
    end = *next;
  }
  if (guide_of(i).remaining(end) != Distance{}) return false;  // it may lead on later
  const GoalSet& goals = group_of(i).goals;
  return std::none_of(goals.begin(), goals.end(), [&](const Goal& goal) { return goal.cell == end; });
}

// Two of a group, both of whom have a way.
bool Crowd::State::touches(std::uint32_t i, std::uint32_t j) const {
  const float reach = (bodies.radii[i] + bodies.radii[j]) * touch;
  return reachable(left_of(j)) && bodies.kinds[j].group == bodies.kinds[i].group &&
         length(bodies.positions[i] - bodies.positions[j]) <= reach;
}

bool Crowd::State::touches_arrived(std::uint32_t i) const {
  bool found = false;
  for_near(i, [&](std::uint32_t j) { found = found || (state(j) == AgentState::arrived && touches(i, j)); });
  return found;
}

// Of two of a group, is the second nearer to the end of its way? No two are behind each other.
bool Crowd::State::is_behind(std::uint32_t i, std::uint32_t j) const {
  if (bodies.kinds[j].group != bodies.kinds[i].group || !reachable(left_of(j))) return false;
  const auto left = [&](std::uint32_t k) { return std::tuple(left_of(k), journeys.progress[k].left, k); };
  return left(j) < left(i);
}

// Behind one whose way ends before the goal and who is there, or behind another who is behind such a one.
// That hands on from the end of the way backwards alone: were two to hold each other so, neither would ever
// come loose, and where they are stuck no link is taken.
bool Crowd::State::behind_stuck(std::uint32_t i) const {
  bool found = false;
  for_near(i, [&](std::uint32_t j) {
    found = found || (state(j) == AgentState::stuck && touches(i, j) && is_behind(i, j));
  });
  return found;
}

// At the foot of a link it goes to its other end.
bool Crowd::State::take_link(std::uint32_t i) {
  const CrowdGroup& group = group_of(i);
  if (group.grid.links().empty()) return false;
  const Cell here = cell_at(bodies.positions[i], bodies.layers[i]);
  if (!at_foot(i, here)) return false;
  const auto next = guide_of(i).next(here);
  const float reach = std::max(foot_of_link, radii_of_foot * bodies.radii[i]);
  if (!next || is_beside(*next, here) || length(centre_of(here) - bodies.positions[i]) >= reach) return false;
  const Distance after = guide_of(i).remaining(*next);
  if (reachable(after))
    add_cost(i, static_cast<double>(guide_of(i).remaining(here).units) - static_cast<double>(after.units));
  bodies.positions[i] = centre_of(*next);
  bodies.layers[i] = next->layer;
  note_jump(i);
  bodies.errands[i].set(detail::Errand::fresh, true);
  detail::Progress& p = journeys.progress[i];
  if (squeezing(i))  // and goes on to, from when it began
    p.set_moved(clock.now());
  else
    p.set_both(clock.now());
  return true;
}

// Of two of a group who are in each other's way, each takes the other's place if that shortens both ways
// together: nobody has to pass anybody to get to an empty place behind. Near their places those who walk do
// so before they are held up, so that who is first through a gate goes farthest: 600 stand behind a gate of
// four cells after 36 s in place of 45. In open country it would mix those who march side by side, and in
// ranks too.
void Crowd::State::swap_places(std::uint32_t i, bool with_standing) {
  using detail::Errand;
  const auto can = [&](std::uint32_t k) {
    const Errand& errand = bodies.errands[k];
    return errand.is(Errand::has_place) && !errand.is(Errand::own_place);
  };
  if (!can(i)) return;
  const auto square = [&](std::uint32_t who, std::uint32_t of) {
    const Vec2 off = bodies.positions[who] - bodies.places[of];
    return dot(off, off);
  };
  const float r = bodies.radii[i];
  std::uint32_t best = i;
  float gain = r * r;
  for_near(i, [&](std::uint32_t j) {
    if (bodies.kinds[j].group != bodies.kinds[i].group || !can(j) || bodies.radii[j] != r || holds(j)) return;
    if (!with_standing && stands(j)) return;
    const float saved = square(i, i) + square(j, j) - square(i, j) - square(j, i);
    if (saved <= gain) return;
    gain = saved;
    best = j;
  });
  if (best == i) return;
  std::swap(bodies.places[i], bodies.places[best]);
  // For how long nobody has come to a place goes with it to one that stood, who must have time to leave: a
  // place to which nobody can come was handed around for good.
  if (stands(best)) journeys.progress[best].set_moved(journeys.progress[i].moved());
  if (!stands(i)) bodies.kinds[best].state = AgentState::moving;
  journeys.progress[best].unblock();
  journeys.progress[i].unblock();
  // At once: for some steps each would go for the goal in place of where it is to stand.
  look_for_place(i);
  look_for_place(best);
}

// How much longer one tries to get to a place that is its own, or of a formation.
float Crowd::State::patience_for_place(std::uint32_t i) const {
  using detail::Errand;
  return (bodies.errands[i].flags & (Errand::own_place | Errand::in_rank)) != 0 ? 4 : 1;
}

// Has it been held up near its place for long, or gone to and fro there, or where its guide leads no farther?
// Then it stays: where there is no room for all the last ones would push the others about for good.
bool Crowd::State::gives_in(std::uint32_t i) const {
  const detail::Progress& p = journeys.progress[i];
  const float patience = patience_for_place(i);
  const bool is_held = p.is_blocked_for(patience * seconds_to_give_in);
  return nears_end(i) && ((is_held && touches_arrived(i)) || unrest(i) >= patience);
}

// On its goal, where its guide leads no farther, and it does not see its place: nobody tells it to stand.
// Alone it stood there as if it walked for good.
bool Crowd::State::is_led_astray(std::uint32_t i) const {
  return left_of(i) == Distance{} && misses_place(i) && !holds(i);
}

// Where its guide leads no farther, or hardly, and its place is not seen.
bool Crowd::State::misses_place(std::uint32_t i) const {
  const detail::Errand& errand = bodies.errands[i];
  return !group_of(i).leave_on_arrival && errand.is(detail::Errand::has_place) &&
         !errand.is(detail::Errand::sees_place) && left_of(i).units <= end_of_way;
}

// Near its place, which it sees, or where its guide leads no farther: in a queue before a door a place behind
// the wall is near, too.
bool Crowd::State::nears_end(std::uint32_t i) const {
  if (group_of(i).leave_on_arrival || !bodies.errands[i].is(detail::Errand::has_place)) return false;
  return misses_place(i) || (bodies.errands[i].is(detail::Errand::sees_place) && is_near_place(i));
}

bool Crowd::State::is_near_place(std::uint32_t i) const {
  return length(bodies.places[i] - bodies.positions[i]) <= radii_near_place * bodies.radii[i];
}

// For how long it has made no way, of the time after which that is in vain.
float Crowd::State::unrest(std::uint32_t i) const { return seconds_without_way(i) / seconds_of_trying(i); }

// After so long without getting on it is in vain to try to come to a place.
float Crowd::State::seconds_of_trying(std::uint32_t i) const {
  return std::max(at_least_a_cell(i, seconds_of_unrest),
                  radii_of_unrest * bodies.radii[i] / bodies.max_speeds[i]);
}

// A time, or as long as it takes to walk into the next cell: way made is noted there. Soldiers on cells of
// ten metres squeezed through one another on open ground.
float Crowd::State::at_least_a_cell(std::uint32_t i, float seconds) const {
  return std::max(seconds, cells_of_patience / work.top_speeds[i]);
}

// Does it want to leave from a goal to which others let nobody? It stands before that, and tries again from
// time to time.
bool Crowd::State::stands_off(std::uint32_t i) const {
  return group_of(i).leave_on_arrival && left_of(i).units <= 2 * end_of_way &&
         std::fmod(unrest(i), 4.0F) >= 1 && meets_firm(i);
}

// Whether an agent that has a place has come to it, or so near that it stays.
bool Crowd::State::in_place(std::uint32_t i) {
  using detail::Errand;
  Errand& errand = bodies.errands[i];
  if (group_of(i).leave_on_arrival || !errand.is(Errand::has_place)) return false;
  const float r = bodies.radii[i];
  const float far = length(bodies.places[i] - bodies.positions[i]);
  if (far <= near_enough * r) return true;
  if (turns_slowly(i) && far <= near_enough_to_park * r) {
    bodies.places[i] = bodies.positions[i];
    return true;
  }
  const float blocked = journeys.progress[i].seconds_blocked();
  // Its guide leads no farther than to the goal. From there it may not see its place.
  const bool sees = errand.is(Errand::sees_place);
  const bool is_held =
      (sees ? blocked > seconds_to_swap : left_of(i).units <= end_of_way) && unrest(i) < most_unrest_to_swap;
  const bool comes = sees && far < errand.breadth && !errand.is(Errand::in_rank);
  if (is_held || (comes && (steps + i) % steps_to_swap == 0)) swap_places(i, is_held);
  if (!gives_in(i)) return false;
  // To a place of its own it walks on from there once the others are gone (`back_to_place`): a few of a
  // thousand stayed off their places for good, of ten thousand thirty.
  if (!errand.is(Errand::own_place)) bodies.places[i] = bodies.positions[i];
  return true;
}

void Crowd::State::settle(std::uint32_t i) {
  const CrowdGroup& group = group_of(i);
  AgentState& now = bodies.kinds[i].state;
  if (stands(i)) return stand(i);
  detail::Progress& p = journeys.progress[i];
  const Distance left = left_of(i);
  const bool halted = reachable(left) && seconds_without_way(i) >= at_least_a_cell(i, seconds_to_settle);
  const bool has_place = !group.leave_on_arrival && bodies.errands[i].is(detail::Errand::has_place);
  const bool settled = !group.leave_on_arrival && halted && touches_arrived(i);
  const bool short_of_it = ends_before_goal(i, halted);
  if (has_place ? !short_of_it && in_place(i) : at_goal(i) || settled) {
    now = group.leave_on_arrival ? AgentState::gone : AgentState::arrived;
    // Who leaves may be told to go on at once (`start`), and then does so as it came.
    if (group.leave_on_arrival)
      p.set_moved(clock.now());
    else
      bodies.velocities[i] = {};
    bodies.kinds[i].set(Kind::squeezes, false);
    p.unblock();
    return;
  }
  // No way; or a way that ends before the goal, and it is there or stands behind one who is.
  const bool ended = short_of_it || stands_off(i) || (halted && behind_stuck(i));
  now = reachable(left) && !ended ? AgentState::moving : AgentState::stuck;
  if (now == AgentState::stuck) {
    if (!ended) p.set_both(clock.now());
    bodies.kinds[i].set(Kind::squeezes, false);
    return;
  }
  if (!take_link(i)) unblock(i);
}

}  // namespace portolan
