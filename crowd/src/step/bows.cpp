// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Those who will meet many leave the straight line early: a bow costs little, a jam much.
#include <algorithm>
#include <cmath>

#include "../crowd_state.hpp"
#include "../open_ground.hpp"

namespace portolan {
namespace {

using detail::Bow;
using detail::Errand;

constexpr std::uint32_t steps_of_forecast = 8;  // between two of them
constexpr std::uint32_t turns = 4;              // after so many forecasts everybody has chosen
constexpr float shortest_bow = 8;               // radii to the end
constexpr float most_slope = 1.2F;
constexpr int slopes = 9;  // to choose from, with that of a straight line
// What a cell on ground that others cover costs, in cells. Where many meet this is what spreads them out:
// with 30, 5,000 who cross a circle walk 57 % too far in place of 34 %. A square of what is met, or none of
// what is little, was worse.
constexpr float cost_of_meeting = 60;
// What a change costs, over the slope by which the way turns, in cells a cell. Without it everybody leaves
// the crowded middle at once, and comes back at once: 250 in a circle walk 9 % too far, with it 4 %.
constexpr float cost_of_change = 0.15F;
constexpr int pieces = 4;  // in which the ground under a bow is looked at

// Are walls, and ground of another cost, nowhere near?
bool is_even_under(const Bow& bow, const GridView& grid) {
  for (int k = 0; k < pieces; ++k) {
    const float piece = bow.far / pieces;
    const auto from = static_cast<float>(k);
    if (!detail::is_even(grid, bow.layer, bow.at(from * piece), bow.at((from + 1) * piece))) return false;
  }
  return true;
}

}  // namespace

bool Crowd::State::may_bow(std::uint32_t i) const {
  const Errand& errand = bodies.errands[i];
  return reciprocal(i) && !stands(i) && errand.is(Errand::has_place) && errand.is(Errand::sees_place);
}

// How it goes to its place now.
Bow Crowd::State::bow_of(std::uint32_t i) const {
  const Vec2 p = bodies.positions[i], off = bodies.places[i] - p;
  const float far = length(off);
  if (!(far > shortest_bow * bodies.radii[i])) return {p, {}, bodies.layers[i], 0, 0};
  return {p, off * (1 / far), bodies.layers[i], far, std::min(most_slope, bodies.errands[i].bow * far)};
}

void Crowd::State::forecast_traffic() {
  float radius = 0, speed = 0;
  std::vector<std::uint32_t>& who = work.bowing;
  who.clear();
  for (const std::uint32_t i : work.present) {
    if (!may_bow(i) || !(work.top_speeds[i] > 0)) continue;
    who.push_back(i);
    radius += bodies.radii[i];
    speed += work.top_speeds[i];
  }
  if (who.size() < 2) return;
  const auto count = static_cast<float>(who.size());
  work.forecast.begin(radius / count, speed / count);
  for (const std::uint32_t i : who) {
    const Bow bow = bow_of(i);
    if (bow.far > 0) work.forecast.add(bow, bodies.radii[i], work.top_speeds[i]);
  }
}

// The slope by which it gets on best.
float Crowd::State::best_slope(std::uint32_t i, Bow bow) const {
  const float now = bow.slope;
  float best = 0, least = 0;
  for (int k = 0; k < slopes; ++k) {
    bow.slope = most_slope * static_cast<float>(k) / (slopes - 1);
    const float longer = bow.far * (bow.stretch() - 1 + cost_of_change * std::abs(bow.slope - now));
    if (k > 0 && longer >= least) continue;
    const float cost = longer + cost_of_meeting * work.forecast.met(bow, work.top_speeds[i]);
    if (k > 0 && (cost >= least || !is_even_under(bow, group_of(i).grid))) continue;
    best = bow.slope;
    least = cost;
  }
  return best;
}

// A forecast is made and used in the same step, so that nothing of it need be kept; a part of the agents
// chooses each time, for if all did, all would go from where it is crowded to where it is not.
void Crowd::State::choose_bows() {
  if (steps % steps_of_forecast != 0) return;
  forecast_traffic();
  const std::vector<std::uint32_t>& who = work.bowing;
  for_pieces(who.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      const std::uint32_t i = who[k];
      if ((steps / steps_of_forecast + i) % turns != 0) continue;
      const Bow bow = bow_of(i);
      bodies.errands[i].bow = who.size() > 1 && bow.far > 0 ? best_slope(i, bow) / bow.far : 0;
    }
  });
}

// A straight way to its place, as it leads along the agent's bow.
Heading Crowd::State::bowed(std::uint32_t i, const Heading& straight_on) const {
  const float slope = std::min(most_slope, bodies.errands[i].bow * straight_on.reach);
  if (!(slope > 0)) return straight_on;
  const Vec2 to = straight_on.direction;
  return {normalised(to + Vec2{-to.y, to.x} * slope), straight_on.reach};
}

}  // namespace portolan
