// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "half_planes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <portolan/core/assert.hpp>

namespace portolan::detail {
namespace {

constexpr float parallel = 1e-5F;
constexpr std::size_t most_planes = 32;

// By how much a velocity lies outside; negative inside.
float excess(const HalfPlane& plane, Vec2 v) { return cross(plane.direction, plane.point - v); }

// What is wanted: a velocity, or as far as possible in a direction.
struct Wish {
  Vec2 towards;
  bool is_direction = false;
};

// The best on the line of plane k, inside the disc and the planes before it.
std::optional<Vec2> best_on_line(std::span<const HalfPlane> planes, std::size_t k, float most,
                                 const Wish& wish) {
  const Vec2 direction = planes[k].direction;
  // Counted from the foot of the perpendicular from zero: a line's point may lie so far away that squares of
  // its parts leave nothing of what is small.
  const float from_zero = cross(direction, planes[k].point);
  const float inside = most * most - from_zero * from_zero;
  if (inside < 0) return std::nullopt;
  const Vec2 foot = right_of(direction) * from_zero;
  const float half = std::sqrt(inside);
  float low = -half, high = half;
  for (std::size_t j = 0; j < k; ++j) {
    const float across = cross(direction, planes[j].direction);
    const float off = cross(planes[j].direction, foot - planes[j].point);
    if (std::abs(across) <= parallel) {
      if (off < 0) return std::nullopt;
      continue;
    }
    const float t = off / across;
    if (across >= 0) {
      high = std::min(high, t);
    } else {
      low = std::max(low, t);
    }
    if (low > high) return std::nullopt;
  }
  float t = dot(direction, wish.towards);
  if (wish.is_direction) t = t > 0 ? high : low;
  return foot + direction * std::clamp(t, low, high);
}

struct Best {
  Vec2 velocity;
  std::size_t held;  // so many planes hold
};

Best best_in(std::span<const HalfPlane> planes, float most, const Wish& wish) {
  Vec2 best = wish.is_direction ? wish.towards * most : shortened(wish.towards, most);
  for (std::size_t k = 0; k < planes.size(); ++k) {
    if (excess(planes[k], best) <= 0) continue;
    const auto on_line = best_on_line(planes, k, most, wish);
    if (!on_line) return {best, k};
    best = *on_line;
  }
  return {best, planes.size()};
}

// Planes that hold where plane k is violated by no less than plane j.
std::optional<HalfPlane> between(const HalfPlane& k, const HalfPlane& j) {
  const Vec2 turn = j.direction - k.direction;
  const bool alike = std::abs(cross(k.direction, j.direction)) <= parallel;
  if (alike && dot(k.direction, j.direction) > 0) return std::nullopt;
  const Vec2 direction = normalised(turn);
  const float from_zero = (cross(j.direction, j.point) - cross(k.direction, k.point)) / length(turn);
  return HalfPlane{right_of(direction) * from_zero, direction};
}

// Where not all hold, from the first that does not.
Vec2 least_violation(std::span<const HalfPlane> planes, std::size_t firm, float most, const Best& first) {
  Vec2 best = first.velocity;
  float worst = 0;
  std::array<HalfPlane, most_planes> softened;
  for (std::size_t k = first.held; k < planes.size(); ++k) {
    if (excess(planes[k], best) <= worst) continue;
    std::size_t count = 0;
    for (std::size_t j = 0; j < firm; ++j) softened[count++] = planes[j];
    for (std::size_t j = firm; j < k; ++j) {
      if (const auto line = between(planes[k], planes[j])) softened[count++] = *line;
    }
    const Best next = best_in(std::span(softened).first(count), most, {right_of(planes[k].direction), true});
    // Where rounding leaves nothing, what was best so far stays.
    if (next.held == count) best = next.velocity;
    worst = excess(planes[k], best);
  }
  return best;
}

}  // namespace

Vec2 best_velocity(std::span<const HalfPlane> planes, std::size_t firm, float most, Vec2 wanted) {
  PORTOLAN_ASSERT(planes.size() <= most_planes && firm <= planes.size());
  const Best first = best_in(planes, most, {wanted});
  return first.held == planes.size() ? first.velocity : least_violation(planes, firm, most, first);
}

}  // namespace portolan::detail
