// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Streams: whoever sees that many come towards it between walls keeps to the right of the middle line, long
// before they meet. Two streams that meet over the whole width of a passage press against each other for
// good.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <portolan/core/assert.hpp>

#include "../crowd_state.hpp"
#include "../open_ground.hpp"
#include "passage.hpp"

namespace portolan {
namespace {

using detail::Errand;
using detail::Mouth;
using detail::Passage;

constexpr float seconds_of_streams = 0.8F;  // between two looks
constexpr float side_of_square = 16;        // radii
constexpr float look_ahead = 120;           // radii, on a strip of so many squares to both sides
constexpr int squares_beside = 1;
constexpr float most_steps = 1e6F;          // the same, in steps
constexpr float nearest_end = 8;            // radii to its place, from which on it needs no side
constexpr std::uint32_t least_met = 3;      // bodies: fewer are avoided one by one
constexpr std::int32_t widest_strait = 32;  // cells from the middle of a passage to its walls
constexpr float along_strait = 0.5F;        // cosine of a passage and the way in it
constexpr float room_for_streams =
    2.75F;  // radii from the middle to its walls; in narrower ones they take turns
// Cells ahead at which the ground is looked at: walls are a cell thick now and then.
constexpr float looks[] = {0, 1, 2, 3, 4, 6, 8, 12, 16, 24};

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

// The narrowest ground on the way straight ahead, up to so many cells.
std::optional<Passage> strait_ahead(const CrowdGroup& group, Vec2 p, std::int32_t layer, Vec2 way,
                                    float far) {
  std::optional<Passage> best;
  for (const float ahead : looks) {
    const Cell c = cell_at(p + way * ahead, layer);
    if (ahead > far || !group.grid.passable(c)) break;
    const Passage passage = detail::passage_at(group.grid, c, way, group.clearance);
    if (passage.half > static_cast<float>(widest_strait) || dot(passage.in, way) < along_strait) continue;
    if (!best || passage.half < best->half) best = passage;
  }
  return best;
}

Mouth line_of(const Passage& passage) {
  if (passage.in.x == 0) return {passage.middle, passage.in.y < 0 ? Mouth::Way::north : Mouth::Way::south};
  return {passage.middle, passage.in.x < 0 ? Mouth::Way::west : Mouth::Way::east};
}

}  // namespace

// Bodies that come towards an agent, on a strip of ground straight ahead.
std::uint32_t Crowd::State::met_ahead(std::uint32_t i, float side, float far) const {
  const Vec2 p = bodies.positions[i], way = bodies.headings[i], right{-way.y, way.x};
  const Guide* const guide = &guide_of(i);
  const std::size_t own = turn_of_eighth[eighth_of(way)];
  std::uint32_t met = 0;
  for (float ahead = 0; ahead <= far; ahead += side) {
    for (int lane = -squares_beside; lane <= squares_beside; ++lane) {
      const Vec2 at = p + way * ahead + right * (side * static_cast<float>(lane));
      const detail::Streams& there = work.streams.find(square_at(at, bodies.layers[i], side));
      if (!there.is_mixed && there.guide == guide) continue;
      for (const std::size_t turn : {3U, 4U, 5U}) met += there.counts[(own + turn) % 8];
    }
  }
  return met;
}

// Keeps to the right of a line from now on, or not any more.
void Crowd::State::look_for_stream(std::uint32_t i, float side) {
  Errand& errand = bodies.errands[i];
  if (!reciprocal(i) || errand.is(Errand::narrow) || errand.is(Errand::at_gate)) {
    errand.set(Errand::meets_stream, false);
    return;
  }
  const float r = bodies.radii[i];
  const Vec2 p = bodies.positions[i], way = bodies.headings[i];
  const bool is_open = detail::is_open_around(group_of(i).grid, cell_at(p, bodies.layers[i]), widest_strait);
  const float to_place = sees_place(i) ? length(bodies.places[i] - p) : look_ahead * r;
  std::optional<Passage> strait;
  if (!is_open && !stands(i) && way != Vec2{} && to_place >= nearest_end * r &&
      met_ahead(i, side, std::min(look_ahead * r, to_place)) >= least_met)
    strait = strait_ahead(group_of(i), p, bodies.layers[i], way, to_place);
  const bool meets = strait && strait->half >= room_for_streams * r;
  errand.mouth = meets ? line_of(*strait) : Mouth{};
  errand.set(Errand::meets_stream, meets);
}

void Crowd::State::find_streams() {
  const auto period = std::max(1.0F, std::round(std::min(seconds_of_streams / seconds_of_step, most_steps)));
  if (steps % static_cast<std::uint32_t>(period) != 0) return;
  float radii = 0, count = 0;
  for (const std::uint32_t i : work.present) {
    if (stands(i)) continue;
    radii += bodies.radii[i];
    ++count;
  }
  if (count < 2) return;
  const float side = side_of_square * radii / count;
  work.streams.begin();
  for (const std::uint32_t i : work.present) {
    if (stands(i)) continue;
    if (bodies.headings[i] == Vec2{}) continue;
    detail::Streams& here = work.streams[square_at(bodies.positions[i], bodies.layers[i], side)];
    const Guide* const guide = &guide_of(i);
    here.is_mixed = here.is_mixed || (here.guide != nullptr && here.guide != guide);
    here.guide = guide;
    ++here.counts[turn_of_eighth[eighth_of(bodies.headings[i])]];
  }
  for_present([&](std::uint32_t i) { look_for_stream(i, side); });
}

// To the right of its line.
Heading Crowd::State::beside_stream(std::uint32_t i, Vec2 p, const Heading& way) const {
  if (!bodies.errands[i].is(Errand::meets_stream)) return way;
  const auto side = side_of_stream(i, p);
  if (!side || side->room >= 0) return way;
  const Vec2 in{side->right.y, -side->right.x};
  const Vec2 aim = in * std::max(2 * bodies.radii[i], -side->room) - side->right * side->room;
  const float reach = length(aim);
  return {aim * (1 / reach), reach};
}

}  // namespace portolan
