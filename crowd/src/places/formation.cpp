// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// How fast each may walk: as its ground allows, and in a formation as its rank does.
#include "formation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "../crowd_state.hpp"
#include "goals_ahead.hpp"

namespace portolan {
namespace {

using detail::Errand;

constexpr int most_legs = 256;       // of a way that is followed to its end
constexpr float radii_of_slack = 6;  // by which an agent is off its rank when it walks fastest or slowest
constexpr float least_pace = 0.4F;   // of one that lets others catch up: it gets on all the same

}  // namespace

// How the way of an agent comes to its end, where its guide tells how far headings hold.
detail::LastLeg Crowd::State::last_leg(std::uint32_t i) const {
  const CrowdGroup& group = group_of(i);
  PORTOLAN_ASSERT(group.guide != nullptr && !group.goals.empty(), "who is given a place has a way to it");
  Vec2 p = bodies.positions[i], before = p;
  Vec2 last = normalised(centre_of(group.goals.front().cell) - p);
  for (int legs = 0; legs < most_legs; ++legs) {
    const Heading way = group.guide->course(p, bodies.layers[i]);
    if (way.direction == Vec2{} || !way.bends()) break;
    last = way.direction;
    before = p;
    p += way.direction * way.reach;
  }
  return {before, p, last == Vec2{} ? Vec2{1, 0} : last};
}

// Places of a formation that faces another way than it comes, in the order in which they lie along the way:
// the farthest first, and each row from the left to the right.
void Crowd::State::put_in_order(std::span<Vec2> places, Vec2 way, float radius) {
  const auto ahead = [&](Vec2 a, Vec2 b) { return dot(a, way) > dot(b, way); };
  std::sort(places.begin(), places.end(), ahead);
  for (std::size_t begin = 0; begin < places.size();) {
    std::size_t end = begin + 1;
    while (end < places.size() && std::abs(dot(places[end] - places[begin], way)) < radius) ++end;
    std::sort(places.begin() + static_cast<std::ptrdiff_t>(begin),
              places.begin() + static_cast<std::ptrdiff_t>(end),
              [&](Vec2 a, Vec2 b) { return a.y * way.x - a.x * way.y < b.y * way.x - b.x * way.y; });
    begin = end;
  }
}

// Puts agents into the order of places that lie rank behind rank: who is ahead on the way is in the first
// rank, who is on the left stays there. Nobody has to pass anybody.
void Crowd::State::fall_in(std::span<std::uint32_t> who, std::span<const Vec2> places, Vec2 facing) const {
  PORTOLAN_ASSERT(who.size() == places.size(), "everybody has a place, or nobody");
  const auto left = [&](std::uint32_t i) {
    const Vec2 p = bodies.positions[i];
    const Cell c = cell_at(p, bodies.layers[i]);
    const Guide& guide = *group_of(i).guide;
    const Distance from_centre = guide.remaining(c);
    const float past = dot(p - centre_of(c), guide.heading(p, c.layer));
    return static_cast<float>(from_centre.units) -
           2 * straight_factor * static_cast<float>(group_of(i).grid.cost(c)) * past;
  };
  std::vector<std::pair<float, std::uint32_t>> order;
  for (const std::uint32_t i : who) order.emplace_back(left(i), i);
  std::sort(order.begin(), order.end());
  std::transform(order.begin(), order.end(), who.begin(), [](const auto& entry) { return entry.second; });
  for (std::size_t begin = 0; begin < who.size();) {
    std::size_t end = begin + 1;
    while (end < who.size() && std::abs(dot(places[end] - places[begin], facing)) < bodies.radii[who[begin]])
      ++end;
    std::sort(who.begin() + static_cast<std::ptrdiff_t>(begin),
              who.begin() + static_cast<std::ptrdiff_t>(end), [&](std::uint32_t a, std::uint32_t b) {
                const float u = bodies.errands[a].lane, v = bodies.errands[b].lane;
                return u < v || (u == v && a < b);
              });
    begin = end;
  }
}

// Which rank and which file each has, by the places that they were given.
void Crowd::State::form_up(std::span<const std::uint32_t> who, Vec2 facing) {
  if (who.empty()) return;
  PORTOLAN_ASSERT(std::abs(dot(facing, facing) - 1) < 1e-3F, "a group faces some direction");
  const Vec2 right = right_of(facing);
  Vec2 sum;
  for (const std::uint32_t i : who) sum += bodies.places[i];
  const Vec2 middle = sum * (1 / static_cast<float>(who.size()));
  float most = 0;
  for (const std::uint32_t i : who) most = std::max(most, std::abs(dot(bodies.places[i] - middle, right)));
  for (const std::uint32_t i : who) {
    const Vec2 off = bodies.places[i] - middle;
    Errand& errand = bodies.errands[i];
    errand.ahead = Errand::Ahead(dot(off, facing));
    if (most > 0) errand.lane = detail::Share(0.5F + 0.5F * dot(off, right) / most);
    errand.breadth = Errand::Breadth(std::min<float>(errand.breadth, 2 * most));
  }
}

// Cells to its place, by way of the middle of all places as long as it does not see its own; infinitely many
// where it has none.
float Crowd::State::way_to_place(std::uint32_t i) const {
  const Errand& errand = bodies.errands[i];
  const CrowdGroup& group = group_of(i);
  const bool walks = errand.is(Errand::has_place) && !stands(i) && reachable(left_of(i));
  if (!walks || group.goals.empty()) return std::numeric_limits<float>::infinity();
  if (errand.is(Errand::sees_place)) return length(bodies.places[i] - bodies.positions[i]);
  const auto cost = static_cast<float>(group.grid.cost(group.goals.front().cell));
  return journeys.progress[i].left / (2 * straight_factor * cost) + errand.ahead;
}

// In groups that keep rank everybody walks as fast as the slowest, less fast ahead of its rank, and faster
// behind it. A rank is told by what is left of the way: that of the agent in the middle counts, so that
// nobody waits for one who got lost.
void Crowd::State::keep_ranks() {
  work.ranked.clear();
  for (const std::uint32_t i : work.present) {
    if (!group_of(i).keeps_rank) continue;
    const float way = way_to_place(i);
    if (way < std::numeric_limits<float>::infinity())
      work.ranked.push_back({bodies.kinds[i].group.value, way, i});
  }
  std::sort(work.ranked.begin(), work.ranked.end());
  for (std::span<const detail::Ranked> left = work.ranked; !left.empty();) {
    const auto end = std::find_if(left.begin(), left.end(), [&](const detail::Ranked& ranked) {
      return ranked.group != left.front().group;
    });
    const auto count = static_cast<std::size_t>(end - left.begin());
    keep_rank(left.first(count));
    left = left.subspan(count);
  }
}

// Those of one group, the nearest to its place first.
void Crowd::State::keep_rank(std::span<const detail::Ranked> members) {
  PORTOLAN_ASSERT(!members.empty(), "a rank is of somebody");
  const float middle = members[members.size() / 2].way;
  float slowest = std::numeric_limits<float>::infinity();
  for (const detail::Ranked& ranked : members) slowest = std::min(slowest, work.top_speeds[ranked.agent]);
  for (const auto& [group, way, i] : members) {
    const float off = std::clamp((middle - way) / (radii_of_slack * bodies.radii[i]), -1.0F, 1.0F);
    const float pace = off > 0 ? 1 - off * (1 - least_pace) : 1 - off;
    work.top_speeds[i] = std::min(work.top_speeds[i], slowest * pace);
  }
}

// As fast as the ground lets it.
float Crowd::State::speed_on_ground(std::uint32_t i) const {
  const CrowdGroup& group = group_of(i);
  const float speed = bodies.max_speeds[i];
  if (group.full_speed_cost == 0) return speed;
  const Cost cost = group.grid.cost(cell_at(bodies.positions[i], bodies.layers[i]));
  if (cost <= group.full_speed_cost || cost == impassable) return speed;
  return speed * (static_cast<float>(group.full_speed_cost) / static_cast<float>(cost));
}

void Crowd::State::set_top_speeds() {
  work.top_speeds.resize(size());
  for_present([&](std::uint32_t i) { work.top_speeds[i] = speed_on_ground(i); });
  for (const std::uint32_t i : work.spared.far) work.top_speeds[i] = speed_on_ground(i);
  const auto keeps_rank = [](const CrowdGroup& group) { return group.keeps_rank; };
  if (std::any_of(groups.begin(), groups.end(), keeps_rank)) keep_ranks();
}

}  // namespace portolan
