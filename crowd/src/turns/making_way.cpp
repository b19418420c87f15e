// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// How agents that take turns make way: aside while they wait, and back where two stand face to face.
#include <algorithm>
#include <tuple>

#include "../crowd_state.hpp"
#include "../mouths.hpp"
#include "../step/apart.hpp"
#include "passage.hpp"

namespace portolan {
namespace {

using detail::Errand;
using detail::Mouth;

constexpr float seconds_to_jam = 6;    // after which ground is as good as narrow
constexpr float face_to_face = 2.5F;   // sums of radii: nobody has room between the two, who stop short
constexpr float radii_of_way_out = 3;  // from its middle line, which those who wait keep free

}  // namespace

// Where those who meet cannot pass, or do not.
bool Crowd::State::jammed(std::uint32_t i) const {
  return bodies.errands[i].is(Errand::narrow) || (reciprocal(i) && stalled(i) > unhurried(i, seconds_to_jam));
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
        stalled(i) < unhurried(i, detail::seconds_to_give_up))
      return;
    // Who has waited longer in all has the way; of two alike the one of the higher priority, or else the
    // earlier slot.
    if (stalled(j) < unhurried(j, detail::seconds_to_give_up)) return;
    const auto order = [&](std::uint32_t k) { return std::tuple(-priority(k), bodies.kinds[k].group, k); };
    retreats = order(j) < order(i);
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
