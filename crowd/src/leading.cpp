// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Those who follow a leader (Reynolds, "Steering behaviors for autonomous characters", 1999): they go to a
// place behind it as fast as it walks, and out of its way. Nothing is remembered: who sees no leader
// follows its guide.
#include <algorithm>
#include <cmath>

#include "crowd_state.hpp"

namespace portolan {
namespace {

constexpr float seconds_to_join = 1;  // in which a follower would be at its place, if that stayed
constexpr float packed = 1.3F;  // radius of a company, in radii of its members times the root of their number
constexpr float most_behind = 0.5F;  // of how far they see: farther off nobody's place is
constexpr float in_its_way = 1.3F;   // of the sum of radii, to the side of the leader's line
constexpr float creeping = 0.1F;     // of its greatest speed: one who goes no faster does not get on
constexpr float seconds_ahead = 1;   // of the leader's way, which followers leave to it

}  // namespace

// For so long that those who follow it leave it: they would come back to it for good.
bool Crowd::State::is_held_up(std::uint32_t i) const {
  return stalled(i) >= options.patience && length(bodies.velocities[i]) < creeping * bodies.max_speeds[i];
}

// Whom it follows once it sees that one: a leader who walks.
std::uint32_t Crowd::State::leader_of(std::uint32_t i) const {
  const CrowdGroup& group = group_of(i);
  const std::uint32_t leader = group.leader.slot;
  if (leader >= size() || leader == i || group.steering.leader == 0 || stands(i)) return nobody;
  const bool walks = bodies.kinds[leader].generation == group.leader.generation &&
                     state(leader) == AgentState::moving && !stands(leader) && !is_held_up(leader);
  return walks ? leader : nobody;
}

// Before anybody walks.
void Crowd::State::find_leaders() {
  led.clear();
  if (!work.anybody.follows) return;
  led.resize(size());
  for (const std::uint32_t i : work.present) {
    const std::uint32_t leader = leader_of(i);
    if (leader != nobody) led[leader].company += bodies.radii[i] * bodies.radii[i];
  }
  for_present([&](std::uint32_t i) { follow_leader(i); });
}

// Behind the leader, so far that all who follow it have room there. Where it does not see that place, as when
// it lies within a wall, to the leader itself.
Vec2 Crowd::State::behind(std::uint32_t i, std::uint32_t leader, Vec2 way, float far) const {
  const float room = bodies.radii[leader] + bodies.radii[i] + packed * std::sqrt(led[leader].company);
  const Vec2 from = bodies.positions[leader], there = from - way * std::min(room, most_behind * far);
  return sees(i, {there, bodies.layers[i]}) ? there : from;
}

// To the side, for one who stands in the way of its leader: to that on which it is, or to the other one where
// there is no room. Nothing where there is none on both: it goes ahead of the leader.
std::optional<Vec2> Crowd::State::out_of_its_way(std::uint32_t i, std::uint32_t leader, Vec2 way) const {
  const Vec2 p = bodies.positions[i], off = p - bodies.positions[leader];
  const float room = in_its_way * (bodies.radii[i] + bodies.radii[leader]) + margin(i);
  const Vec2 right = right_of(way), first = dot(off, right) < 0 ? right * -1.0F : right;
  for (const Vec2 side : {first, first * -1.0F}) {
    if (sees(i, {p + side * (room - dot(off, side)), bodies.layers[i]})) return side;
  }
  return std::nullopt;
}

// A leader heeds none of those who follow it: it would run from them as they come after it, and they follow.
void Crowd::State::follow_leader(std::uint32_t i) {
  const std::uint32_t leader = leader_of(i);
  if (leader == nobody || squeezing(i) || has_ended(i)) return;
  const Vec2 p = bodies.positions[i], from = bodies.positions[leader], off = p - from;
  // Nobody knows yet where one goes that has just set out.
  const Vec2 way = bodies.headings[leader] != Vec2{} ? bodies.headings[leader] : normalised(off * -1.0F);
  const float far = flight(i);
  if (way == Vec2{} || dot(off, off) > far * far || !sees(i, {from, bodies.layers[leader]})) return;
  detail::Led& mine = led[i];
  const Vec2 velocity = bodies.velocities[leader], place = behind(i, leader, way, far), to_place = place - p;
  Vec2 pull = (velocity + to_place * (1 / seconds_to_join)) * (1 / work.top_speeds[i]);
  const float both = bodies.radii[i] + bodies.radii[leader], ahead = dot(off, way);
  const float across = dot(off, right_of(way)), beside = std::abs(across);
  if (ahead > 0 && ahead < both + length(velocity) * seconds_ahead && beside < 2 * in_its_way * both) {
    const Vec2 out = right_of(way) * (across < 0 ? -1.0F : 1.0F);
    const auto aside = beside < in_its_way * both ? out_of_its_way(i, leader, way) : Vec2{};
    if (!aside) return;
    pull = *aside != Vec2{} ? *aside : pull - out * std::min(0.0F, dot(pull, out));
  }
  mine.by = leader;
  mine.pull = shortened(pull, 1);
  mine.is_near = length(to_place) < length(place - from) + both;
}

// Once they have walked: what they wanted is to follow it.
void Crowd::State::head_for_leaders() {
  if (led.empty()) return;
  for_present([&](std::uint32_t i) {
    if (!is_led(i)) return;
    moves[i].wanted = normalised(led[i].pull);
    moves[i].course = {};
  });
}

// The way that a leader makes is made by those who keep up with it, wherever it leads them.
void Crowd::State::keep_up(std::uint32_t i) {
  detail::Progress& p = journeys.progress[i];
  if (!is_led(i) || (p.is_blocked() && !led[i].is_near)) return;
  p.set_moved(std::max(p.moved(), journeys.progress[led[i].by].moved()));
  p.set_behind(0);
}

}  // namespace portolan
