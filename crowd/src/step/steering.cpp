// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Where an agent wants to go, and how it walks there along walls.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include <portolan/core/straight_queries.hpp>
#include <portolan/crowd/detail/body_room.hpp>
#include <portolan/crowd/slide.hpp>

#include "../crowd_state.hpp"
#include "../open_ground.hpp"

namespace portolan {
namespace {

constexpr float seconds_to_full_speed = 0.2F;
constexpr int most_bends = 4;            // of a way that an agent takes within a step
constexpr float shortest_piece = 1e-3F;  // seconds; shorter ones tell nothing about the speed
constexpr float farthest_look = 256;
// Chosen on the recorded exits, with the headway of people. Sums of radii, to the side:
constexpr float in_front = 0.48F;    // who is farther off is not in front by itself,
constexpr float in_the_way = 1;      // of one that turns aside it is: to come up beside somebody takes room
constexpr float between_two = 1.5F;  // two ahead that are nearer to each other let nobody up between them
constexpr float turn_cosine = 0.96592583F, turn_sine = 0.25881905F;  // of the 15 degrees that it turns aside
constexpr float clearly_better = 1.05F;                              // times the way made straight on
constexpr float seconds_to_go_around = 3;
constexpr float seconds_to_turn_round = 20;
constexpr float cells_of_arrival = 8;                    // from its place
constexpr std::uint64_t price_of_jam = straight_factor;  // units of a way: half a cell
constexpr int cells_to_road = 8;
constexpr float times_the_way = 1.25F;  // what a straight line may cost that leaves it
constexpr float seconds_to_decide = 0.1F, most_to_decide = 1e6F;  // and steps
constexpr float least_pace = 0.25F;
constexpr float at_full_speed = 0.98F;
constexpr float around = 1.5F;  // of the sum of radii

// Somebody ahead and to one side of an agent: how far from body to body, and how far to the side.
struct Flank {
  float gap, beside;
  bool left;
};

// How far ahead the nearest two are that let nobody up between them.
float gap_of_two(std::span<const Flank> flanks) {
  float least = std::numeric_limits<float>::infinity();
  for (const Flank& a : flanks) {
    for (const Flank& b : flanks) {
      if (a.left && !b.left && a.beside + b.beside < between_two)
        least = std::min(least, std::max(a.gap, b.gap));
    }
  }
  return least;
}

// A vector, turned as one unit vector is from another.
Vec2 turned(Vec2 v, Vec2 from, Vec2 to) {
  const float along = dot(from, to), across = from.x * to.y - from.y * to.x;
  return {v.x * along - v.y * across, v.x * across + v.y * along};
}

Heading straight_to(Vec2 end, Vec2 p) {
  const Vec2 off = end - p;
  const float reach = length(off);
  return reach > shortest_piece ? Heading{off * (1 / reach), reach} : Heading{};
}

// Does a guide lead to cheaper ground near by? Where all costs the same a place may lie farther than the
// goal, and the straight line to it cost more than the way there.
bool leads_off(const Guide& guide, const GridView& grid, Cell here) {
  Cell c = here;
  for (int k = 0; k < cells_to_road; ++k) {
    const auto next = guide.next(c);
    if (!next || *next == c || !is_beside(*next, c)) return false;
    if (grid.cost(*next) < grid.cost(here)) return true;
    c = *next;
  }
  return false;
}

// The velocity turns with the bends of the way.
void lean(Vec2& velocity, Vec2& course, const Heading& way) {
  if (!way.bends()) course = {};
  if (course != Vec2{}) velocity = turned(velocity, course, way.direction);
  if (way.bends()) course = way.direction;
}

}  // namespace

float Crowd::State::margin(std::uint32_t i) const {
  return detail::margin_of(bodies.radii[i], group_of(i).clearance);
}

// Straight to the place that it sees.
std::optional<Heading> Crowd::State::to_place(std::uint32_t i, Vec2 p) const {
  return sees_place(i) ? std::optional(straight_to(bodies.places[i], p)) : std::nullopt;
}

// To the foot of a link, in its cell, where the guide leads over the link.
std::optional<Heading> Crowd::State::to_foot(std::uint32_t i, Vec2 p) const {
  const Cell here = cell_at(p, bodies.layers[i]);
  if (!at_foot(i, here)) return std::nullopt;
  const auto next = guide_of(i).next(here);
  if (!next || is_beside(*next, here)) return std::nullopt;
  return straight_to(centre_of(here), p);
}

// Where its way ends near by: at its place, or at the foot of a link.
std::optional<Heading> Crowd::State::to_end(std::uint32_t i, Vec2 p) const {
  const auto place = to_place(i, p);
  return place ? place : to_foot(i, p);
}

// Its place lies on that layer, too.
bool Crowd::State::on_layer_of_goal(std::uint32_t i) const {
  const GoalSet& goals = group_of(i).goals;
  return goals.empty() || goals.front().cell.layer == bodies.layers[i];
}

// Can it go straight to its place, and does that cost no more than the guide's way?
void Crowd::State::look_for_place(std::uint32_t i) {
  detail::Errand& errand = bodies.errands[i];
  if (!errand.is(detail::Errand::has_place) || stands(i)) return;
  const GridView& grid = group_of(i).grid;
  const Vec2 p = bodies.positions[i], off = bodies.places[i] - p;
  const std::int32_t layer = bodies.layers[i];
  const float far = length(off);
  const auto sees = [&] {
    return detail::is_even(grid, layer, p, bodies.places[i]) ||
           (far < farthest_look && !straight(grid, {p, layer}, bodies.places[i]) &&
            !detail::has_costlier(grid, layer, p, off));
  };
  // Through a jam the guide knows a better way than straight on, and beside a road one that costs far less,
  // but not between those who arrive.
  const auto costs_more = [&] {
    if (far < cells_of_arrival) return false;
    const Cell here = cell_at(p, layer);
    const Distance left = guide_of(i).remaining(here), way = guide_of(i).without_jams(here);
    if (!reachable(left)) return false;
    if (left.units > way.units + price_of_jam) return true;
    if (errand.is(detail::Errand::own_place) || !leads_off(guide_of(i), grid, here)) return false;
    const auto ground = static_cast<float>(grid.cost(here));
    const float units = static_cast<float>(way.units) / (2 * straight_factor);
    const float most = times_the_way * units + cells_of_arrival + errand.breadth * ground;
    return far * ground > most && detail::cost_of_line(grid, layer, p, off) > most;
  };
  errand.set(detail::Errand::sees_place, on_layer_of_goal(i) && sees() && !costs_more());
}

// Of a cell from which its guide knows no way, as where an obstacle has just left or others pushed it off the
// field: the cell beside it from where there is one.
detail::WayBeside Crowd::State::way_beside(std::uint32_t i, Cell c) const {
  const CrowdGroup& group = group_of(i);
  detail::WayBeside best;
  for (int d = 0; d < step_count; ++d) {
    const auto direction = static_cast<Direction>(d);
    if (!group.grid.can_step(c, direction)) continue;
    const Cell to = portolan::step(c, direction);
    const Distance left = guide_of(i).remaining(to) + group.grid.step_cost(c, direction);
    if (left < best.left) best = {left, to};
  }
  return best;
}

// What its guide tells of a cell; most agents stay in a cell for some steps.
detail::Told Crowd::State::told(std::uint32_t i, Cell c) const {
  const Guide& guide = guide_of(i);
  const std::uint64_t revision = guide.revision();
  if (work.told[i].holds(revision, c)) return work.told[i];
  return {revision, c, guide.remaining(c), guide.without_jams(c)};
}

// Cell by cell: what a squeezing agent and one with a link ahead follow, and the fallback where a smooth
// heading cancels out. It leads to the goal from every cell that has a way.
detail::Way Crowd::State::heading(std::uint32_t i, Vec2 p, const Heading* course) const {
  if (stands(i) || has_ended(i)) return {};
  if (!squeezing(i)) {
    if (const auto straight_on = to_place(i, p))
      return {past_corner(i, p, beside_stream(i, p, bowed(i, p, *straight_on)))};
  }
  if (const auto foot = to_foot(i, p)) return {*foot};
  const std::int32_t layer = bodies.layers[i];
  if (!squeezing(i)) {
    const Heading smooth = course != nullptr ? *course : guide_of(i).course(p, layer);
    if (smooth.direction != Vec2{}) {
      const detail::Way bent = out_of_bend(i, p, around_corner(i, p, smooth));
      return {past_corner(i, p, bowed(i, p, beside_stream(i, p, in_lane(i, p, bent)))), bent.in_bend};
    }
  }
  const Cell here = cell_at(p, layer);
  const auto next =
      reachable(guide_of(i).remaining(here)) ? guide_of(i).next(here) : way_beside(i, here).next;
  if (!next) return {};
  return {{normalised(centre_of(is_beside(*next, here) ? *next : here) - p)}};
}

// The greatest speed in a direction at which it keeps its headway behind those who go the same way. In front
// are those so near to its line, and two that leave it no room between them.
float Crowd::State::speed_behind(std::uint32_t i, Vec2 way, float in_front_of_it) const {
  std::array<Flank, detail::Contacts::most> flanks;
  std::size_t count = 0;
  float least = std::numeric_limits<float>::infinity();
  for_near(i, [&](std::uint32_t j) {
    const Vec2 off = bodies.positions[j] - bodies.positions[i];
    const float apart = bodies.radii[i] + bodies.radii[j];
    const float across = off.x * way.y - off.y * way.x, beside = std::abs(across) / apart;
    if (stands(j) || dot(off, way) <= 0 || beside >= 1) return;
    if (dot(bodies.headings[j], way) < detail::same_way || leads(i, j)) return;
    const float gap = std::max(0.0F, length(off) - apart);
    if (beside < in_front_of_it)
      least = std::min(least, gap);
    else
      flanks[count++] = {gap, beside, across > 0};
  });
  least = std::min(least, gap_of_two(std::span(flanks).first(count)));
  return std::min(work.top_speeds[i], least / group_of(i).headway);
}

// How it goes where those in front hold it up: a little to the side, that to which it goes already or
// else the right one, where that gets it clearly farther on its way, and no wall is as near as its headway
// reaches.
detail::Pace Crowd::State::pace_behind(std::uint32_t i, Vec2 heading) const {
  const float top = work.top_speeds[i];
  if (!(group_of(i).headway > 0)) return {heading, top};
  const detail::Pace straight_on{heading, speed_behind(i, heading, in_front)};
  const float most = straight_on.speed * clearly_better;
  const Vec2 right{-heading.y, heading.x};
  const float first = dot(bodies.velocities[i], right) < 0 ? -turn_sine : turn_sine;
  for (const float side : {first, -first}) {
    if (!(top * turn_cosine > most)) break;
    const Vec2 way = heading * turn_cosine + right * side;
    const float speed = speed_behind(i, way, in_the_way);
    const Vec2 p = bodies.positions[i], there = p + way * (speed * group_of(i).headway);
    if (!(speed * turn_cosine > most) || straight(group_of(i).grid, {p, bodies.layers[i]}, there)) continue;
    return {way, speed};
  }
  return straight_on;
}

// Around those who stand and give no way: along their row to the right, and to the left where that did not
// help.
Vec2 Crowd::State::around_firm(std::uint32_t i, Vec2 heading) const {
  if (!reciprocal(i) || stalled(i) < seconds_to_go_around) return heading;
  bool blocked = false;
  for_near(i, [&](std::uint32_t j) {
    const bool firm = stands(j) && (holds(j) || bodies.kinds[i].team != bodies.kinds[j].team);
    const Vec2 off = bodies.positions[j] - bodies.positions[i];
    const float d = length(off);
    blocked =
        blocked || (firm && d < around * (bodies.radii[i] + bodies.radii[j]) && dot(off, heading) > 0.3F * d);
  });
  if (!blocked) return heading;
  const bool left = static_cast<int>(stalled(i) / seconds_to_turn_round) % 2 == 1;
  return left ? Vec2{heading.y, -heading.x} : Vec2{-heading.y, heading.x};
}

// The sum of all forces, or what taking turns asks for.
Vec2 Crowd::State::desired_velocity(std::uint32_t i, Vec2 heading, Vec2 force) const {
  if (squeezing(i)) return heading * work.top_speeds[i];
  const detail::Errand& errand = bodies.errands[i];
  if (errand.is(detail::Errand::retreats)) return heading * -work.top_speeds[i];
  if (errand.is(detail::Errand::holds_back)) return aside(i, heading);
  if (is_led(i)) return shortened(force, 1) * pace_behind(i, normalised(led[i].pull)).speed;
  const detail::Pace pace = pace_behind(i, heading);
  const Vec2 along = around_firm(i, pace.way) * group_of(i).steering.follow;
  return shortened(along + force, 1) * pace.speed;
}

Vec2 Crowd::State::sped_up(std::uint32_t i, Vec2 wanted, float seconds) const {
  if (squeezing(i)) return wanted;
  const Vec2 now = moves[i].velocity;
  return now + shortened(wanted - now, bodies.max_speeds[i] * seconds / seconds_to_full_speed);
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
    lean(next.velocity, bodies.courses[i], way);
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
  steps_to_decide = static_cast<std::uint32_t>(
      std::clamp(std::round(seconds_to_decide / seconds_of_step), 1.0F, most_to_decide));
}

bool Crowd::State::avoids(std::uint32_t i) const {
  return reciprocal(i) && !squeezing(i) && near[i].count > 0;
}

bool Crowd::State::keeps_on(std::uint32_t i) const {
  if ((steps + i) % steps_to_decide == 0) return false;
  if (!avoids(i)) return keeps_straight_on(i);
  const Vec2 way = bodies.headings[i];
  return way != Vec2{} && dot(bodies.velocities[i], way) < at_full_speed * work.top_speeds[i];
}

bool Crowd::State::keeps_straight_on(std::uint32_t i) const {
  return bodies.kinds[i].is(Kind::keeps_on) && (steps + i) % steps_to_decide != 0 &&
         !in_reciprocal_group(i) && state(i) == AgentState::moving && !squeezing(i) && !is_far(i);
}

// Of one that avoids nobody: can it go straight on until it decides again, without a bend, and far from where
// it stops or takes a link?
bool Crowd::State::is_straight_on(std::uint32_t i, const Heading& way, float longest) const {
  const Distance left = journeys.remaining[i];
  if (steps_to_decide == 1 || in_reciprocal_group(i) || is_far(i)) return false;
  if (way.direction == Vec2{} || sees_place(i) || squeezing(i)) return false;
  if (!(way.reach > longest * std::clamp(journeys.progress[i].pace, least_pace, 1.0F))) return false;
  const std::int32_t layer = bodies.layers[i];
  const Vec2 p = bodies.positions[i], off = way.direction * longest;
  return reachable(left) && left.units > end_of_way && !at_foot(i, cell_at(p + off, layer)) &&
         !at_foot(i, cell_at(p + off * 0.5F, layer));
}

void Crowd::State::walk(std::uint32_t i, float seconds, const Heading* course) {
  detail::Move& next = moves[i];
  next.start = next.position = bodies.positions[i];
  next.velocity = is_resting(i) ? Vec2{} : bodies.velocities[i];
  next.detour = 0;
  next.wanted = {};
  next.in_bend = next.keeps_on = false;
  if (is_resting(i)) return;
  const GridView& grid = group_of(i).grid;
  if (stands(i)) {
    next.velocity = out_of_the_way(i);
    if (next.velocity == Vec2{}) next.velocity = back_to_place(i, seconds);
    if (next.velocity != Vec2{})
      next.position = slide(grid, bodies.layers[i], next.start, next.velocity * seconds, margin(i));
    return;
  }
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
  lean(next.velocity, bodies.courses[i], way);
  Vec2 wanted = desired_velocity(i, way.direction, pull);
  // The last step to its place, or to a link, ends there.
  const bool is_among_others = avoids(i);
  const float to_decide = seconds * static_cast<float>(steps_to_decide);
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

}  // namespace portolan
