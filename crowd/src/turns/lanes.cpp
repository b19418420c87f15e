// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Lanes: where a passage has room for two abreast and others come towards them, agents walk on the right half
// of it, so that both directions flow at once. Streams: an agent that sees many come towards it between walls
// keeps to the right of the middle line, long before they meet. Two streams that meet over the whole width of
// a passage press against each other for good.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/open_ground.hpp>
#include <portolan/core/straight_queries.hpp>

#include "../crowd_state.hpp"
#include "../mouths.hpp"
#include "passage.hpp"

namespace portolan {
namespace {

using detail::Errand;
using detail::Mouth;
using detail::Passage;

constexpr float from_the_middle = 1.05F;  // radii that a body keeps from the middle line
constexpr float kept_from = 8;            // radii before a mouth from which it keeps to its side
constexpr float same_direction = 0.5F;    // cosine of a passage and the way in it

constexpr std::uint32_t ms_of_streams = 800;  // between two looks
constexpr float side_of_square = 16;          // radii
constexpr float shortest_side = 0.5F;         // cells: numbers of squares stay small
constexpr float look_ahead = 120;             // radii, on a strip of so many squares to both sides
constexpr int squares_beside = 1;
constexpr int most_squares = 32;            // ahead, for giants among dwarfs
constexpr float nearest_end = 8;            // radii to its place, from which on it needs no side
constexpr std::uint32_t least_met = 5;      // bodies: fewer are avoided one by one
constexpr std::int32_t widest_strait = 12;  // cells from the middle of a passage to its walls
constexpr std::int32_t widest_hall = 4 * widest_strait;
constexpr std::int32_t hall_to_passage = 4;  // how many times as wide a hall is, at least
constexpr float room_for_streams =
    2.75F;                      // radii, from the middle to the walls; in narrower ones they take turns
constexpr float left_free = 3;  // radii before a mouth, and its width, for those who come out
// Cells ahead at which the ground is looked at: walls are a cell thick now and then.
constexpr float looks[] = {0, 1, 2, 3, 4, 6, 8, 12, 16, 24};
constexpr std::int32_t last_look = 24;  // who is farther from all walls does not look

// The eighth of the compass in which a direction lies.
std::size_t eighth_of(Vec2 way) {
  const bool steep = std::abs(way.y) > std::abs(way.x);
  return (way.y < 0 ? 4U : 0U) + (way.x < 0 ? 2U : 0U) + (steep ? 1U : 0U);
}

// Eighths around the compass, so that the next to the last and the first lie beside each other.
constexpr std::array<std::size_t, 8> turn_of_eighth = {0, 1, 3, 2, 7, 6, 4, 5};

std::uint64_t square_at(Vec2 p, std::int32_t layer, float side) {
  constexpr std::uint32_t low = (1U << 20U) - 1;
  const auto column = static_cast<std::uint32_t>(floored(p.x / side));
  const auto row = static_cast<std::uint32_t>(floored(p.y / side));
  return std::uint64_t{column & low} | std::uint64_t{row & low} << 20U |
         (static_cast<std::uint64_t>(layer) & 0xFFFF) << 40U;
}

// Cells across the mouth of a strait, for one that is in a hall before it.
std::uint16_t hall_before(const CrowdGroup& group, Vec2 p, std::int32_t layer, const Mouth& mouth) {
  const Vec2 right = right_of(detail::way_in(mouth));
  const auto dx = static_cast<int>(right.x), dy = static_cast<int>(right.y);
  const auto across = [&](Vec2 at) {
    const Cell c = cell_at(at, layer);
    return 1 + detail::run(group.grid, c, dx, dy, widest_hall) +
           detail::run(group.grid, c, -dx, -dy, widest_hall);
  };
  const std::int32_t width = across(mouth.middle);
  return static_cast<std::uint16_t>(across(p) >= hall_to_passage * width ? width : 0);
}

// Where a strait begins for those who come along it: looks lie up to eight cells apart, and the one that told
// of it may be well within.
Vec2 begin_of(const GridView& grid, const Passage& strait, std::int32_t layer, std::int32_t clearance) {
  constexpr int widest_gap = 8;
  Vec2 begin = strait.middle;
  for (int k = 0; k < widest_gap; ++k) {
    const Cell before = cell_at(begin - strait.in, layer);
    if (!grid.passable(before)) break;
    const Passage there = detail::passage_at(grid, before, strait.in, clearance);
    if (there.half > strait.half || std::abs(dot(there.in, strait.in)) < same_direction) break;
    begin -= strait.in;
  }
  return begin;
}

// The narrowest ground on the way straight ahead, up to so many cells.
std::optional<Passage> strait_ahead(const CrowdGroup& group, Vec2 p, std::int32_t layer, Vec2 way,
                                    float far) {
  std::optional<Passage> best;
  for (const float ahead : looks) {
    const Cell c = cell_at(p + way * ahead, layer);
    if (ahead > far || !group.grid.passable(c)) break;
    const Passage passage = detail::passage_at(group.grid, c, way, group.clearance);
    if (passage.half > static_cast<float>(widest_strait) || dot(passage.in, way) < same_direction) continue;
    if (!best || passage.half < best->half) best = passage;
  }
  if (best) best->middle = begin_of(group.grid, *best, layer, group.clearance);
  return best;
}

}  // namespace

// The passage that it is in at `p`, or at whose mouth it is. There are no lanes where two have no room either
// way, as in a bend: nobody knows which way the middle line leads there.
std::optional<Passage> Crowd::State::passage_of(std::uint32_t i, Vec2 p, Vec2 way) const {
  const Mouth mouth = mouth_of(i);
  const Vec2 into = detail::way_in(mouth);
  const bool before = into != Vec2{};
  if (!before && !bodies.errands[i].is(Errand::narrow)) return std::nullopt;
  const CrowdGroup& group = group_of(i);
  const Cell c = cell_at(before ? mouth.middle : p, bodies.layers[i]);
  if (!group.grid.passable(c)) return std::nullopt;
  const Passage passage = detail::passage_at(group.grid, c, before ? into : way, group.clearance);
  if (!is_strait(i, passage) || (!before && dot(passage.in, way) < same_direction)) return std::nullopt;
  return passage;
}

// On the right half of a passage, and before one towards it.
Heading Crowd::State::in_lane(std::uint32_t i, Vec2 p, const Heading& way) const {
  const Errand& errand = bodies.errands[i];
  if (!errand.is(Errand::lanes)) return way;
  const Mouth mouth = mouth_of(i);
  const auto passage = passage_of(i, p, way.direction);
  if (!passage) return way;
  const Vec2 right = right_of(passage->in), off = p - passage->middle;
  PORTOLAN_ASSERT(passage->half > 0, "a passage has a width");
  const float r = bodies.radii[i], beside = dot(off, right), least = from_the_middle * r;
  const float wanted = std::clamp(beside, least, std::max(least, passage->half - r));
  float ahead = 2 * r;
  if (mouth.way != Mouth::Way::none)
    ahead = std::max(0.2F * r, -dot(off, passage->in) - r);
  else if (wanted == beside)
    return way;
  const Vec2 aim = passage->in * ahead + right * (wanted - beside);
  const float reach = length(aim);
  return {aim * (1 / reach), reach};
}

// The side of the passage that it keeps to, where others come towards it.
std::optional<detail::LaneSide> Crowd::State::side_of(std::uint32_t i) const {
  const Errand& errand = bodies.errands[i];
  if (errand.is(Errand::meets_stream)) return side_at_mouth(i);
  if (!errand.is(Errand::lanes)) return std::nullopt;
  const Vec2 p = bodies.positions[i];
  const auto passage = passage_of(i, p, bodies.headings[i]);
  if (!passage) return std::nullopt;
  const Vec2 right = right_of(passage->in), off = p - passage->middle;
  if (-dot(off, passage->in) > kept_from * bodies.radii[i]) return std::nullopt;
  return detail::LaneSide{right, dot(off, right) - from_the_middle * bodies.radii[i]};
}

// One that comes towards another in a lane of its own, and is beyond the middle between both, is in nobody's
// way: each stays on its side. Taken as it moves, for two seconds ahead, it would be in the way of everybody
// who goes into a lane at a slant (120 people through a door of 1.2 m: 137 seconds in place of 58). It makes
// the streams on wide ground slower by a twentieth. `side`: that of the other, from which it is so far off.
bool Crowd::State::passes_in_lane(std::uint32_t j, const detail::LaneSide& side, Vec2 off,
                                  float apart) const {
  if (!bodies.errands[j].is(Errand::lanes) || -dot(off, side.right) < apart) return false;
  const auto its = side_of(j);
  return its && dot(its->right, side.right) < 0;
}

// Near the mouth of where a stream comes from. In a hall one that is before the half that the others come out
// of does not go in: two streams that are in each other's half press against each other. Where ground grows
// narrow bit by bit it would only be in the way of those who come (crossing.yaml: 1,245 to 1,385 there in
// place of 1,750 to 2,060).
std::optional<detail::LaneSide> Crowd::State::side_at_mouth(std::uint32_t i) const {
  const Mouth mouth = mouth_of(i);
  PORTOLAN_ASSERT(mouth.way != Mouth::Way::none, "a stream has a mouth");
  const Vec2 p = bodies.positions[i], in = detail::way_in(mouth);
  const float r = bodies.radii[i], ahead = dot(mouth.middle - p, in);
  if (ahead > kept_from * r) return std::nullopt;
  detail::LaneSide side = side_of_stream(i, p);
  if (side.room < 0 && ahead > r && mouth.hall > 0) side.shut = std::max(0.0F, ahead - 2 * r);
  return side;
}

// The right of the line that it keeps to where a stream comes towards it.
detail::LaneSide Crowd::State::side_of_stream(std::uint32_t i, Vec2 p) const {
  const Mouth line = mouth_of(i);
  PORTOLAN_ASSERT(line.way != Mouth::Way::none, "a line has a direction");
  const Vec2 right = right_of(detail::way_in(line));
  return {right, dot(p - line.middle, right) - from_the_middle * bodies.radii[i]};
}

// Bodies that come towards an agent, on a strip of ground straight ahead.
std::uint32_t Crowd::State::met_ahead(std::uint32_t i, float side, float far) const {
  const Vec2 p = bodies.positions[i], way = bodies.headings[i], right = right_of(way);
  PORTOLAN_ASSERT(side > 0 && far >= 0, "squares have a side, and lie ahead");
  const CrowdGroupId group = bodies.kinds[i].group;
  const std::size_t own = turn_of_eighth[eighth_of(way)];
  std::uint32_t met = 0;
  for (int k = 0; k < most_squares && side * static_cast<float>(k) <= far; ++k) {
    const float ahead = side * static_cast<float>(k);
    for (int lane = -squares_beside; lane <= squares_beside; ++lane) {
      const Vec2 at = p + way * ahead + right * (side * static_cast<float>(lane));
      const detail::Streams& there = work.walkers.find(square_at(at, bodies.layers[i], side));
      if (!there.is_mixed && there.group == group) continue;
      for (const std::size_t turn : {3U, 4U, 5U}) met += there.counts[(own + turn) % 8];
    }
  }
  return met;
}

// Keeps to the right of a line from now on, or not any more. Those who keep to a path do not: they may have
// to be at a door in time.
void Crowd::State::look_for_stream(std::uint32_t i, float side) {
  Errand& errand = bodies.errands[i];
  const bool keeps = !stands(i) && guide_of(i).keeps_to_path();
  if (keeps || !reciprocal(i) || errand.is(Errand::narrow) || errand.is(Errand::at_gate)) {
    errand.set(Errand::meets_stream, false);
    return;
  }
  const float r = bodies.radii[i];
  const Vec2 p = bodies.positions[i], way = bodies.headings[i];
  const float to_place = sees_place(i) ? length(bodies.places[i] - p) : look_ahead * r;
  std::optional<Passage> strait;
  if (!stands(i) && way != Vec2{} && to_place >= nearest_end * r &&
      !detail::is_open_around(group_of(i).grid, cell_at(p, bodies.layers[i]), last_look) &&
      met_ahead(i, side, std::min(look_ahead * r, to_place)) >= least_met)
    strait = strait_ahead(group_of(i), p, bodies.layers[i], way, to_place);
  const bool meets = strait && strait->half >= room_for_streams * r;
  errand.mouth = meets ? detail::Mouths::found : std::uint16_t{0};
  if (meets) {
    Mouth& mouth = work.turns.of[i].found = detail::mouth_of(*strait);
    mouth.hall = hall_before(group_of(i), p, bodies.layers[i], mouth);
  }
  errand.set(Errand::meets_stream, meets);
}

// Counts who walks where; each looks for itself then, also one that is left alone and keeps to a line.
void Crowd::State::find_streams() {
  if (!clock.ends(ms_of_streams)) return;
  float radii = 0, count = 0;
  for (const std::uint32_t i : work.on_map) {
    if (stands(i) || is_far(i)) continue;
    radii += bodies.radii[i];
    ++count;
  }
  if (!(count > 0)) return;
  const float side = std::max(shortest_side, side_of_square * radii / count);
  work.walkers.begin();
  for (const std::uint32_t i : work.on_map) {
    if (stands(i) || is_far(i) || bodies.headings[i] == Vec2{}) continue;
    detail::Streams& here = work.walkers[square_at(bodies.positions[i], bodies.layers[i], side)];
    const CrowdGroupId group = bodies.kinds[i].group;
    here.is_mixed = here.is_mixed || (here.group.valid() && here.group != group);
    here.group = group;
    ++here.counts[turn_of_eighth[eighth_of(bodies.headings[i])]];
  }
  for_present([&](std::uint32_t i) { look_for_stream(i, side); });
  number_mouths(work.present);
}

// To the right of its line. Before the mouth of a hall those on the other side of it come no nearer: a crowd
// gathers around the middle of what it wants to go through, and would shut in who comes out of the other half
// (800 units, a group each, through a gap of 10 cells: 95 of 100 are through after 206 seconds; 315 without).
Heading Crowd::State::beside_stream(std::uint32_t i, Vec2 p, const Heading& way) const {
  if (!bodies.errands[i].is(Errand::meets_stream)) return way;
  const detail::LaneSide side = side_of_stream(i, p);
  if (side.room >= 0) return way;
  const Mouth line = mouth_of(i);
  const Vec2 in = detail::way_in(line);
  const float r = bodies.radii[i], ahead = dot(line.middle - p, in);
  float forward = std::max(2 * r, -side.room);
  if (line.hall > 0 && ahead > 0)
    forward = std::clamp(ahead - static_cast<float>(line.hall) - left_free * r, 0.0F, forward);
  // Where the line runs into a wall the way turns off, and the line tells nothing any more.
  if (forward > 0 && straight(group_of(i).grid, {p, bodies.layers[i]}, p + in * (2 * r))) return way;
  const Vec2 aim = in * forward - side.right * side.room;
  const float reach = length(aim);
  return {aim * (1 / reach), reach};
}

}  // namespace portolan
