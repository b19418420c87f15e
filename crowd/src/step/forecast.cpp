// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "forecast.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <portolan/core/assert.hpp>

namespace portolan::detail {
namespace {

constexpr float first_moment = 16;     // after so many radii of way: what is nearer is avoided as it comes
constexpr float later = 1.4F;          // each moment than the one before it
constexpr float least_side = 16;       // radii: in a square of 8, who is there by chance decides who bows
constexpr float side_of_way = 0.2F;    // side of a square over the way until then
constexpr float shortest_side = 0.5F;  // cells: numbers of squares stay small
constexpr float full = 0.6F;           // share of a square that bodies who go the same way can cover

}  // namespace

void Forecast::begin(float radius, float speed) {
  PORTOLAN_ASSERT(radius > 0 && speed > 0, "bodies have a size, and walk");
  squares_.clear();
  float way = first_moment * radius;
  for (std::size_t k = 0; k < moments; ++k, way *= later) {
    seconds_[k] = way / speed;
    sides_[k] = std::max({shortest_side, least_side * radius, side_of_way * way});
  }
}

// Of a map that is wider than a million squares those that lie so far apart are one.
std::uint64_t Forecast::square_of(Vec2 p, std::int32_t layer, std::size_t moment) const {
  constexpr std::uint64_t low = (1U << 20U) - 1;
  const auto x = static_cast<std::uint64_t>(static_cast<std::int64_t>(std::floor(p.x / sides_[moment])));
  const auto y = static_cast<std::uint64_t>(static_cast<std::int64_t>(std::floor(p.y / sides_[moment])));
  return (x & low) | (y & low) << 20U | (static_cast<std::uint64_t>(layer) & 0xFFFF) << 40U |
         static_cast<std::uint64_t>(moment) << 56U;
}

void Forecast::add(const Bow& bow, float radius, float speed) {
  for (std::size_t k = 0; k < moments; ++k) {
    const float along = speed * seconds_[k] / bow.stretch();
    if (along > bow.far) return;
    Traffic& traffic = squares_[square_of(bow.at(along), bow.layer, k)];
    const float share = std::numbers::pi_v<float> * radius * radius / (sides_[k] * sides_[k]);
    traffic.covered += share;
    traffic.heading += bow.direction(along) * share;
  }
}

Forecast::Ahead Forecast::ahead(const Bow& bow, float speed) const {
  Ahead sum;
  float before = 0;
  for (std::size_t k = 0; k < moments; ++k) {
    const float along = speed * seconds_[k] / bow.stretch();
    if (along > bow.far) break;
    if (const Traffic* const traffic = squares_.find(square_of(bow.at(along), bow.layer, k))) {
      const float other_way = (traffic->covered - dot(traffic->heading, bow.direction(along))) / 2;
      sum.met += std::max(0.0F, other_way) * (along - before);
      sum.too_full += std::max(0.0F, traffic->covered - full) * (along - before);
    }
    before = along;
  }
  return sum;
}

}  // namespace portolan::detail
