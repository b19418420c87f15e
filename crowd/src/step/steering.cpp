// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Where an agent wants to go.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include <portolan/core/detail/open_ground.hpp>
#include <portolan/core/straight_queries.hpp>
#include <portolan/crowd/detail/body_room.hpp>

#include "../crowd_state.hpp"

namespace portolan {
namespace {

constexpr float on_the_spot = 1e-3F;  // cells
constexpr float farthest_look = 256;
// Chosen on the recorded exits, with the headway of people. Sums of radii, to the side:
constexpr float in_front = 0.48F;    // who is farther off is not in front by itself,
constexpr float in_the_way = 1;      // of one that turns aside it is: to come up beside somebody takes room
constexpr float between_two = 1.7F;  // two ahead that are nearer to each other let nobody up between them
constexpr float turn_cosine = 0.96592583F, turn_sine = 0.25881905F;  // of the 15 degrees that it turns aside
constexpr float clearly_better = 1.05F;                              // times the way made straight on
constexpr float seconds_to_go_around = 3;
constexpr float seconds_to_turn_round = 20;
constexpr float cells_of_arrival = 8;                    // from its place
constexpr std::uint64_t price_of_jam = straight_factor;  // units of a way: half a cell
constexpr int cells_to_road = 8;
constexpr float times_the_way = 1.25F;  // what a straight line may cost that leaves it
constexpr float around = 1.5F;          // of the sum of radii

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

Heading straight_to(Vec2 end, Vec2 p) {
  const Vec2 off = end - p;
  const float reach = length(off);
  return reach > on_the_spot ? Heading{off * (1 / reach), reach} : Heading{};
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
// Guides are asked for many agents at once: of fields at any angle that takes half the time.
constexpr int most_guides = 4;              // of a piece that are asked so,
constexpr std::size_t least_followers = 8;  // if so many agents of it follow them
constexpr std::size_t soon = 3;             // agents before which those around one are asked for

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
    const Distance left = guide_of(i).remaining(here), way = guide_of(i).without_jams(here).value_or(left);
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
  const Distance left = guide.remaining(c);
  return {revision, c, left, guide.without_jams(c).value_or(left)};
}

// Cell by cell: what a squeezing agent and one with a link ahead follow, and the fallback where a smooth
// heading cancels out. It leads to the goal from every cell that has a way.
detail::Way Crowd::State::heading(std::uint32_t i, Vec2 p, const Heading* course) const {
  if (stands(i) || has_ended(i)) return {};
  if (!squeezing(i)) {
    if (const auto straight_on = to_place(i, p))
      return {past_corner(i, p, beside_stream(i, p, bowed(i, p, *straight_on)), straight_on->direction)};
  }
  if (const auto foot = to_foot(i, p)) return {*foot};
  const std::int32_t layer = bodies.layers[i];
  if (!squeezing(i)) {
    const Heading smooth = course != nullptr ? *course : guide_of(i).course(p, layer);
    if (smooth.direction != Vec2{}) {
      const detail::Way bent = out_of_bend(i, p, around_corner(i, p, smooth));
      const Heading way = bowed(i, p, beside_stream(i, p, in_lane(i, p, bent)));
      return {past_corner(i, p, way, smooth.direction), bent.in_bend};
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
  const Vec2 right = right_of(heading);
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
    const Vec2 off = bodies.positions[j] - bodies.positions[i];
    const float d = length(off), both = bodies.radii[i] + bodies.radii[j];
    const bool ahead = dot(off, heading) > 0.3F * d && std::abs(cross(off, heading)) < both;
    blocked = blocked || (ahead && d < around * both && is_firm(j, i));
  });
  if (!blocked) return heading;
  const bool left = static_cast<int>(stalled(i) / seconds_to_turn_round) % 2 == 1;
  return left ? Vec2{heading.y, -heading.x} : right_of(heading);
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

bool Crowd::State::sees_place(std::uint32_t i) const {
  constexpr unsigned both = detail::Errand::has_place | detail::Errand::sees_place;
  return (bodies.errands[i].flags & both) == both;
}

// Which agents of a piece will ask a guide first of all. Returns how many.
std::size_t Crowd::State::find_askers(std::span<const std::uint32_t> who,
                                      std::span<detail::Asker> askers) const {
  std::size_t count = 0;
  for (std::size_t k = 0; k < who.size(); ++k) {
    const std::uint32_t i = who[k];
    const bool asks = !is_resting(i) && !keeps_on(i) && !sees_place(i) && !squeezing(i) && !stands(i) &&
                      !at_foot(i, cell_at(bodies.positions[i], bodies.layers[i]));
    if (asks) askers[count++] = {&guide_of(i), {bodies.positions[i], bodies.layers[i]}, k};
  }
  return count;
}

// Agents by place are mixed: each guide's are brought together here.
void Crowd::State::ask_guides(std::span<const std::uint32_t> who, detail::Courses& courses) const {
  PORTOLAN_ASSERT(who.size() <= detail::most_in_piece, "agents of a piece");
  std::array<detail::Asker, detail::most_in_piece> askers;
  std::array<PathPoint, detail::most_in_piece> positions;
  std::array<std::size_t, detail::most_in_piece> places;
  std::array<Heading, detail::most_in_piece> ways;
  std::size_t left = find_askers(who, askers);
  for (int asked = 0; asked < most_guides && left >= least_followers; ++asked) {
    const Guide* const guide = askers[0].guide;
    std::size_t count = 0, others = 0;
    for (std::size_t n = 0; n < left; ++n) {  // without branches: who follows whom is anything
      const detail::Asker asker = askers[n];
      const bool follows = asker.guide == guide;
      positions[count] = asker.at;
      places[count] = asker.place;
      askers[others] = asker;
      count += follows ? 1 : 0;
      others += follows ? 0 : 1;
    }
    left = others;
    if (count < least_followers) continue;
    guide->courses(std::span(positions).first(count), std::span(ways).first(count));
    for (std::size_t n = 0; n < count; ++n) {
      courses.ways[places[n]] = ways[n];
      courses.known[places[n]] = true;
    }
  }
}

// Those of a piece who decide, by place.
void Crowd::State::walk_some(std::size_t begin, std::size_t end, float seconds) {
  std::array<std::uint32_t, detail::most_in_piece> agents;
  std::size_t count = 0;
  each_by_place(
      begin, end, [&](std::uint32_t i) { detail::prefetch_line(&work.reaches[i]); },
      [&](std::size_t k) {
        const std::uint32_t i = place_of_present(k).index;
        agents[count] = i;
        count += work.reaches[i].looks ? 1 : 0;
      });
  const auto who = std::span(agents).first(count);
  for (const std::uint32_t i : who) fetch_asker(i);
  detail::Courses courses;
  ask_guides(who, courses);
  each_fetched(
      0, count, [&](std::size_t n) { return who[n]; }, [&](std::uint32_t i) { fetch_walker(i); },
      [&](std::size_t n) {
        if (work.anybody.looks && n + soon < count) fetch_seen(who[n + soon]);
        walk(who[n], seconds, courses.known[n] ? &courses.ways[n] : nullptr);
      });
}

}  // namespace portolan
