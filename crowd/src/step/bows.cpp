// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Those who will meet many leave the straight line early: a bow costs little, a jam much.
#include <algorithm>
#include <cmath>
#include <limits>

#include <portolan/core/detail/open_ground.hpp>
#include <portolan/core/straight_queries.hpp>

#include "../crowd_state.hpp"

namespace portolan {
namespace {

using detail::Bow;
using detail::Errand;

constexpr std::uint32_t steps_of_forecast = 8;  // between two of them
constexpr std::uint32_t turns = 4;              // after so many forecasts everybody has chosen
constexpr float shortest_bow = 8;               // radii to the end
constexpr float most_slope = 1.2F;
constexpr int slopes = 9;  // to choose from, with that of a straight line
// What a cell on ground that others cover costs, in cells. A square of what is met, or none of what is
// little, was worse.
constexpr float cost_of_meeting = 40;
// And on ground that cannot hold all. Where very many meet this is what spreads them out: without it, 5,000
// who cross a circle walk 34 % too far in place of 24 %, as those who turn around the middle one way meet
// nobody and are too many.
constexpr float cost_of_too_full = 200;
// What a change costs, over the slope by which the way turns, in cells a cell. Without it everybody leaves
// the crowded middle at once, and comes back at once: 250 in a circle walk 9 % too far, with it 3 %.
constexpr float cost_of_change = 0.1F;
constexpr float nearly_straight = 1.2F;  // what is left of a way, over the straight line to its end
constexpr float room_beside = 3;         // radii to the outer side of a bow that are free of walls
constexpr int pieces = 8;                // in which the ground under a bow is looked at

// Is there no wall under a bow, for a body that keeps so much room on its outer side, and no costlier ground
// than under the straight line?
bool is_free_under(const Bow& bow, const GridView& grid, float room) {
  const Vec2 outwards = bow.right() * room;
  int costs = 0;
  for (int k = 0; k < pieces; ++k) {
    const float piece = bow.far / pieces, along = static_cast<float>(k + 1) * piece;
    const Vec2 from = bow.at(along - piece), to = bow.at(along);
    if (detail::is_even(grid, bow.layer, from, to)) continue;
    if (straight(grid, {from, bow.layer}, to) || straight(grid, {from + outwards, bow.layer}, to + outwards))
      return false;
    const Cell straight_on = cell_at(bow.from + bow.to * along, bow.layer);
    costs += grid.cost(cell_at(to, bow.layer));
    costs -= grid.passable(straight_on) ? grid.cost(straight_on) : 1;
  }
  return costs <= 0;
}

}  // namespace

bool Crowd::State::may_bow(std::uint32_t i) const {
  const Errand& errand = bodies.errands[i];
  if (!reciprocal(i) || stands(i) || !errand.is(Errand::has_place)) return false;
  if (errand.is(Errand::sees_place)) return true;
  if (!on_layer_of_goal(i)) return false;
  const float left = journeys.progress[i].left;
  return left > 0 &&
         left <= 2 * straight_factor * nearly_straight * length(bodies.places[i] - bodies.positions[i]);
}

// How it goes to its place from a point.
Bow Crowd::State::bow_of(std::uint32_t i, Vec2 p) const {
  const Vec2 off = bodies.places[i] - p;
  const float far = length(off);
  if (!(far > shortest_bow * bodies.radii[i])) return {p, {}, bodies.layers[i], 0, 0};
  return {p, off * (1 / far), bodies.layers[i], far, std::min(most_slope, bodies.errands[i].bow * far)};
}

void Crowd::State::forecast_traffic() {
  float radius = 0, speed = 0;
  std::vector<std::uint32_t>& who = work.foresight.bowing;
  who.clear();
  for (const std::uint32_t i : work.present) {
    if (!may_bow(i) || !(work.top_speeds[i] > 0)) {
      bodies.errands[i].bow = {};
      continue;
    }
    who.push_back(i);
    radius += bodies.radii[i];
    speed += work.top_speeds[i];
  }
  if (who.size() < 2) return;
  const auto count = static_cast<float>(who.size());
  work.foresight.forecast.begin(radius / count, speed / count);
  for (const std::uint32_t i : who) {
    const Bow bow = bow_of(i, bodies.positions[i]);
    if (bow.far > 0) work.foresight.forecast.add(bow, bodies.radii[i], work.top_speeds[i]);
  }
}

// The cheapest slope of those that `is_free(slope)`; of two that cost the same the lesser one. Next to the
// one that it has now first: what costs more is left as soon as that is known. A straight line is always
// free.
template <class IsFree>
float Crowd::State::cheapest_slope(std::uint32_t i, Bow bow, const IsFree& is_free) const {
  const float now = bow.slope, none = 2 * most_slope;
  float best = none, least = std::numeric_limits<float>::infinity();
  const auto try_slope = [&](int k) {
    bow.slope = most_slope * static_cast<float>(k) / (slopes - 1);
    const float longer = bow.far * (bow.stretch() - 1 + cost_of_change * std::abs(bow.slope - now));
    const auto is_worse = [&](float cost) { return cost > least || (cost == least && bow.slope > best); };
    if (is_worse(longer)) return;
    const detail::Forecast::Ahead ahead = work.foresight.forecast.ahead(bow, work.top_speeds[i]);
    const float cost = longer + cost_of_meeting * ahead.met + cost_of_too_full * ahead.too_full;
    if (is_worse(cost) || (k > 0 && !is_free(bow))) return;
    best = bow.slope;
    least = cost;
  };
  const int first = floored(now / most_slope * (slopes - 1) + 0.5F);
  try_slope(first);
  for (int k = 0; k < slopes; ++k) {
    if (k != first) try_slope(k);
  }
  return best;
}

// The slope by which it gets on best. The cheapest one is nearly always free, and to look for walls takes
// longer than to look ahead: that is done for all slopes only where it is not.
float Crowd::State::best_slope(std::uint32_t i, const Bow& bow) const {
  const auto is_free = [&](const Bow& to) {
    return is_free_under(to, group_of(i).grid, room_beside * bodies.radii[i]);
  };
  Bow best = bow;
  best.slope = cheapest_slope(i, bow, [](const Bow&) { return true; });
  return best.slope == 0 || is_free(best) ? best.slope : cheapest_slope(i, bow, is_free);
}

// A forecast is made and used in the same step, so that nothing of it need be kept; a part of the agents
// chooses each time, for if all did, all would go from where it is crowded to where it is not.
void Crowd::State::choose_bows() {
  if (steps % steps_of_forecast != 0) return;
  forecast_traffic();
  const std::vector<std::uint32_t>& who = work.foresight.bowing;
  for_pieces(who.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      const std::uint32_t i = who[k];
      if ((steps / steps_of_forecast + i) % turns != 0) continue;
      const Bow bow = bow_of(i, bodies.positions[i]);
      const bool chooses = who.size() > 1 && bow.far > 0;
      bodies.errands[i].bow = Errand::Slope(chooses ? best_slope(i, bow) / bow.far : 0);
    }
  });
}

// A way to its place, as it leads along the agent's bow: by the straight line to the place, on which the bow
// was looked at, wherever its guide leads. Turned to the right of that, who was led around the left of a rock
// walked along it for good.
Heading Crowd::State::bowed(std::uint32_t i, Vec2 p, const Heading& way) const {
  const Bow bow = bow_of(i, p);
  return bow.slope > 0 ? Heading{bow.direction(0), way.reach} : way;
}

}  // namespace portolan
