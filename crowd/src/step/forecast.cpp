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
  squares_.begin();
  float way = first_moment * radius;
  for (std::size_t k = 0; k < moments; ++k, way *= later) {
    seconds_[k] = way / speed;
    sides_[k] = std::max({shortest_side, least_side * radius, side_of_way * way});
  }
}

// All moments at once, which compilers make into vectors. Of a map that is wider than a million squares those
// that lie so far apart are one.
Forecast::Course Forecast::course_of(const Bow& bow, float speed) const {
  PORTOLAN_ASSERT(bow.far > 0, "a bow leads somewhere");
  constexpr std::uint32_t low = (1U << 20U) - 1;
  Course course;
  AtMoments<std::uint32_t> columns, rows;
  const Vec2 right = bow.right();
  const float stretch = bow.stretch();
  for (std::size_t k = 0; k < moments; ++k) {
    course.along[k] = speed * seconds_[k] / stretch;
    const float along = std::min(course.along[k], bow.far), part = along / bow.far;
    const float aside = bow.slope * along * (1 - part);
    columns[k] =
        static_cast<std::uint32_t>(floored((bow.from.x + bow.to.x * along + right.x * aside) / sides_[k]));
    rows[k] =
        static_cast<std::uint32_t>(floored((bow.from.y + bow.to.y * along + right.y * aside) / sides_[k]));
    const float turn = bow.slope * (1 - 2 * part);
    const float x = bow.to.x + right.x * turn, y = bow.to.y + right.y * turn;
    const float unit = 1 / std::sqrt(x * x + y * y);
    course.direction_x[k] = x * unit;
    course.direction_y[k] = y * unit;
  }
  const std::uint64_t layer = (static_cast<std::uint64_t>(bow.layer) & 0xFFFF) << 40U;
  for (std::size_t k = 0; k < moments; ++k)
    course.squares[k] = std::uint64_t{columns[k] & low} | std::uint64_t{rows[k] & low} << 20U | layer |
                        static_cast<std::uint64_t>(k) << 56U;
  while (course.count < moments && course.along[course.count] <= bow.far) ++course.count;
  return course;
}

void Forecast::add(const Bow& bow, float radius, float speed) {
  const Course course = course_of(bow, speed);
  for (std::size_t k = 0; k < course.count; ++k) {
    Traffic& traffic = squares_[course.squares[k]];
    const float share = std::numbers::pi_v<float> * radius * radius / (sides_[k] * sides_[k]);
    traffic.covered += share;
    traffic.heading += Vec2{course.direction_x[k], course.direction_y[k]} * share;
  }
}

Forecast::Ahead Forecast::ahead(const Bow& bow, float speed) const {
  const Course course = course_of(bow, speed);
  AtMoments<float> covered{}, heading_x{}, heading_y{}, met, too_full;
  for (std::size_t k = 0; k < course.count; ++k) {
    const Traffic& traffic = squares_.find(course.squares[k]);
    covered[k] = traffic.covered;
    heading_x[k] = traffic.heading.x;
    heading_y[k] = traffic.heading.y;
  }
  for (std::size_t k = 0; k < moments; ++k) {
    const float way = course.along[k] - (k == 0 ? 0 : course.along[k - 1]);
    const float same_way = heading_x[k] * course.direction_x[k] + heading_y[k] * course.direction_y[k];
    met[k] = std::max(0.0F, (covered[k] - same_way) / 2) * way;
    too_full[k] = std::max(0.0F, covered[k] - full) * way;
  }
  Ahead sum;
  for (std::size_t k = 0; k < moments; ++k) {
    sum.met += met[k];
    sum.too_full += too_full[k];
  }
  return sum;
}

}  // namespace portolan::detail
