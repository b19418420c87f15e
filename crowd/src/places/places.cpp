// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Lanes and places for those who set out.
#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "../crowd_state.hpp"
#include "arranging.hpp"
#include "claims.hpp"
#include "goals_ahead.hpp"

namespace portolan {
namespace {

using detail::Arranging;
using detail::Claims;
using detail::Errand;
using detail::middle_of;

constexpr float on_one_spot = 0.5F;  // of the sum of radii
constexpr float radii_of_lane = 3;   // times the root of their number: so wide a group needs to walk at most

std::uint32_t nearest_to(Vec2 middle, std::span<const Vec2> points, std::span<const std::uint32_t> who) {
  std::size_t best = 0;
  for (std::size_t k = 1; k < points.size(); ++k) {
    const Vec2 off = points[k] - middle, least = points[best] - middle;
    if (dot(off, off) < dot(least, least)) best = k;
  }
  return who[best];
}

}  // namespace

// How far to the right of its group's middle each walks: ranks are kept around corners.
void Crowd::State::give_lanes(std::span<const std::uint32_t> who) {
  std::vector<Vec2> at;
  Vec2 heading;
  for (const std::uint32_t i : who) {
    at.push_back(bodies.positions[i]);
    heading += guide_of(i).heading(bodies.positions[i], bodies.layers[i]);
  }
  const Vec2 middle = middle_of(at);
  heading = normalised(heading);
  const Vec2 right = right_of(heading);
  float most = 0;
  for (const Vec2& p : at) most = std::max(most, std::abs(dot(p - middle, right)));
  for (std::size_t k = 0; k < who.size(); ++k) {
    Errand& errand = bodies.errands[who[k]];
    errand.lane = detail::Share(most > 0 ? 0.5F + 0.5F * dot(at[k] - middle, right) / most : 0.5F);
    const float enough = radii_of_lane * bodies.radii[who[k]] * std::sqrt(static_cast<float>(who.size()));
    errand.breadth = Errand::Breadth(std::min(2 * most, enough));
  }
}

// The places of all on a layer: of those who walk, at their goals.
std::vector<Vec2> Crowd::State::places_on(std::int32_t layer) const {
  std::vector<Vec2> result;
  for (const std::uint32_t i : work.on_map) {
    const GoalSet& goals = group_of(i).goals;
    const std::int32_t own = stands(i) || goals.empty() ? bodies.layers[i] : goals.front().cell.layer;
    if (own == layer && bodies.errands[i].is(Errand::has_place)) result.push_back(bodies.places[i]);
  }
  return result;
}

// Where an agent that sets out will go, as if it were alone: who is around it is not known yet.
Vec2 Crowd::State::first_heading(std::uint32_t i) const {
  const Vec2 p = bodies.positions[i];
  const auto straight_on = to_place(i, p);
  return straight_on ? straight_on->direction : guide_of(i).heading(p, bodies.layers[i]);
}

// Places for those of a group who set out since the last step.
void Crowd::State::arrange(CrowdGroup& group, std::span<const std::uint32_t> setting_out) {
  std::vector<Vec2> at;
  std::vector<std::uint32_t> who;
  float radius = 0, room = 0;
  for (const std::uint32_t i : setting_out) {
    bodies.errands[i].set(Errand::set_out, false);
    if (bodies.errands[i].is(Errand::has_place)) continue;
    who.push_back(i);
    at.push_back(bodies.positions[i]);
    radius = std::max(radius, bodies.radii[i]);
    room = std::max(room, margin(i));
  }
  if (who.empty() || group.leave_on_arrival || group.goals.empty()) return;
  const detail::LastLeg leg = last_leg(nearest_to(middle_of(at), at, who));
  const Vec2 way = leg.way;
  const Vec2 told = normalised(group.facing);  // zero also of one whose length is too small for a number
  const Vec2 facing = told == Vec2{} ? way : told;
  const Arranging arranging(group, radius, room, who.size(), leg, facing,
                            Claims(places_on(group.goals.front().cell.layer), radius + greatest_radius));
  std::vector<Vec2> places;
  if (group.formation != Formation::as_it_stands) places = arranging.in_formation(who.size());
  const bool forms = !places.empty();
  if (facing != way) put_in_order(places, way, radius);
  if (forms) fall_in(who, places, way);
  if (!forms) places = arranging.places(at);
  for (std::size_t k = 0; k < places.size(); ++k) {
    bodies.places[who[k]] = places[k];
    bodies.errands[who[k]].set(Errand::has_place, true);
    bodies.errands[who[k]].set(Errand::in_rank, forms);
    look_for_place(who[k]);
    bodies.headings[who[k]] = detail::UnitVector(first_heading(who[k]));
  }
  if (forms || group.keeps_rank) form_up(std::span(who).first(places.size()), way);
  fronts[bodies.kinds[who[0]].group.value] = forms || told != Vec2{} ? facing : Vec2{};
}

// It holds, and has somewhere to go when it is told to hold no longer.
bool Crowd::State::goes_on_later(std::uint32_t i) const {
  return holds(i) && state(i) != AgentState::arrived && group_of(i).guide != nullptr &&
         !group_of(i).goals.empty();
}

// On the spot of one who has it for its place: of several that came there at once all would walk back to it
// for good, and push each other.
bool Crowd::State::stands_on_another(std::uint32_t i, const Neighbours& near_by) const {
  bool found = false;
  near_by.around(bodies.positions[i], bodies.layers[i], 2 * greatest_radius, [&](std::uint32_t j) {
    const Vec2 off = bodies.positions[j] - bodies.positions[i];
    const float least = on_one_spot * (bodies.radii[i] + bodies.radii[j]);
    found = found ||
            (j != i && dot(off, off) < least * least && stands(j) && bodies.errands[j].is(Errand::has_place));
  });
  return found;
}

// Everybody who set out since the last step, group by group.
void Crowd::State::give_places() {
  if (!anybody_without_place) return;
  anybody_without_place = false;
  std::vector<std::vector<std::uint32_t>> setting_out(groups.size());
  Neighbours near_by;  // once somebody asks
  for (const std::uint32_t i : work.on_map) {
    Errand& errand = bodies.errands[i];
    const CrowdGroup& group = group_of(i);
    const bool fresh = errand.is(Errand::set_out);
    if (fresh && group.guide == nullptr && !group.goals.empty()) {  // its way is still to be found
      anybody_without_place = true;
      continue;
    }
    // Who walks nowhere comes back to where it is when somebody has pushed it.
    if (fresh && stands(i) && !errand.is(Errand::has_place)) {
      if (near_by.entries().empty())
        near_by.build(bodies.positions, bodies.layers, work.on_map, 2 * greatest_radius);
      bodies.places[i] = bodies.positions[i];
      errand.set(Errand::has_place, holds(i) || !stands_on_another(i, near_by));
    }
    if (fresh && stands(i) && !goes_on_later(i)) errand.set(Errand::set_out, false);
    if (fresh && errand.is(Errand::set_out) && !stands(i))
      setting_out[bodies.kinds[i].group.value].push_back(i);
  }
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (setting_out[g].empty()) continue;
    give_lanes(setting_out[g]);
    arrange(groups[g], setting_out[g]);
  }
}

}  // namespace portolan
