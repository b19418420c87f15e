// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// How agents that take turns make way: aside while they wait, and back where two stand face to face.
#include <algorithm>
#include <tuple>

#include "../crowd_state.hpp"
#include "../step/apart.hpp"
#include "passage.hpp"

namespace portolan {
namespace {

using detail::Errand;
using detail::Mouth;

constexpr float seconds_to_jam = 6;            // after which ground is as good as narrow
constexpr float seconds_of_order = 12;         // of standing face to face, after which the order turns
constexpr std::uint32_t ms_of_order = 12'000;  // for as long
constexpr float face_to_face = 2.5F;   // sums of radii: nobody has room between the two, who stop short
constexpr float radii_of_way_out = 3;  // from its middle line, which those who wait keep free

}  // namespace

// Where those who meet cannot pass, or do not. Two who only part from others pressed for good where neither
// of their cells is narrow, and the edge between these is.
bool Crowd::State::jammed(std::uint32_t i) const {
  return bodies.errands[i].is(Errand::narrow) ||
         ((reciprocal(i) || is_in_turn(i)) && stalled(i) > unhurried(i, seconds_to_jam));
}

// Of two who stand face to face: the one of the higher priority, or else of the earlier slot. Where that did
// not help, the later ones in turn: of one in a blind alley and many who want in, the one has to go back.
bool Crowd::State::has_way_before(std::uint32_t i, std::uint32_t j) const {
  if (priority(i) != priority(j)) return priority(i) > priority(j);
  const bool in_vain = std::min(stalled(i), stalled(j)) > unhurried(i, seconds_of_order);
  const bool later_first = in_vain && (clock.in_ms() / ms_of_order) % 2 == 1;
  const auto order = [&](std::uint32_t k) { return std::tuple(bodies.kinds[k].group, k); };
  return later_first ? order(j) < order(i) : order(i) < order(j);
}

// Face to face there, one of two has to go back, and those behind it too.
bool Crowd::State::must_retreat(std::uint32_t i) const {
  const Errand& mine = bodies.errands[i];
  if (!jammed(i) && !mine.is(Errand::retreats)) return false;
  const Vec2 p = bodies.positions[i], heading = bodies.headings[i];
  if (mine.is(Errand::retreats) &&
      detail::Clock::seconds(mine.waited) < unhurried(i, detail::seconds_to_leave))
    return true;
  bool retreats = false;
  for_near(i, [&](std::uint32_t j) {
    if (stands(j) || retreats) return;
    const bool together_by_guide = group_of(j).guide == group_of(i).guide;
    const Vec2 off = bodies.positions[j] - p;
    const float d = length(off);
    if (d > (bodies.radii[i] + bodies.radii[j]) * face_to_face || !jammed(j)) return;
    const float together = dot(bodies.headings[j], heading), ahead = dot(off, heading);
    const bool j_retreats = bodies.errands[j].is(Errand::retreats);
    if (j_retreats && together > detail::same_way && ahead > 0.3F * d) retreats = true;
    if (j_retreats || together_by_guide || together > detail::against || ahead < 0.3F * d ||
        stalled(i) < unhurried(i, detail::seconds_to_give_up) ||
        stalled(j) < unhurried(j, detail::seconds_to_give_up))
      return;
    retreats = has_way_before(j, i);
  });
  return retreats;
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
