// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// The best velocity in half-planes, against one that tries every line and every crossing of two.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <support/random.hpp>

#include "step/half_planes.hpp"

namespace portolan {
namespace {

using detail::best_velocity;
using detail::HalfPlane;

constexpr float most = 2;

struct Point {
  double x = 0, y = 0;
};

float share(test::Random& random) {
  return static_cast<float>(random.between(-1'000'000, 1'000'000)) * 1e-6F;
}

double cross(Point a, Point b) { return a.x * b.y - a.y * b.x; }

Point exact(Vec2 v) { return {static_cast<double>(v.x), static_cast<double>(v.y)}; }

// By how much a velocity lies outside.
double excess(const HalfPlane& plane, Point v) {
  const Point at = exact(plane.point);
  return cross(exact(plane.direction), {at.x - v.x, at.y - v.y});
}

double worst_excess(std::span<const HalfPlane> planes, Point v) {
  double worst = std::hypot(v.x, v.y) - static_cast<double>(most);
  for (const HalfPlane& plane : planes) worst = std::max(worst, excess(plane, v));
  return worst;
}

// The nearest to what is wanted that lies in the disc and in all half-planes: itself, or on a line, or where
// two lines or a line and the disc cross.
std::optional<double> least_distance(std::span<const HalfPlane> planes, Vec2 wanted) {
  const Point w = exact(wanted);
  std::vector<Point> tries{w};
  const double far = std::hypot(w.x, w.y);
  const double shrink = far > 0 ? static_cast<double>(most) / far : 0;
  tries.push_back({w.x * shrink, w.y * shrink});
  for (std::size_t k = 0; k < planes.size(); ++k) {
    const Point at = exact(planes[k].point), along = exact(planes[k].direction);
    const double foot = along.x * -at.x + along.y * -at.y;
    const Point middle{at.x + along.x * foot, at.y + along.y * foot};
    const auto on_line = [&](double t) { tries.push_back({middle.x + along.x * t, middle.y + along.y * t}); };
    on_line((w.x - middle.x) * along.x + (w.y - middle.y) * along.y);
    const double half =
        static_cast<double>(most) * static_cast<double>(most) - middle.x * middle.x - middle.y * middle.y;
    if (half > 0) on_line(std::sqrt(half)), on_line(-std::sqrt(half));
    for (std::size_t j = 0; j < k; ++j) {
      const double across = cross(along, exact(planes[j].direction));
      if (across != 0) on_line(-excess(planes[j], middle) / across);
    }
  }
  std::optional<double> best;
  for (const Point t : tries) {
    if (worst_excess(planes, t) > 1e-6) continue;
    const double d = std::hypot(t.x - w.x, t.y - w.y);
    if (!best || d < *best) best = d;
  }
  return best;
}

// Every third direction is nearly that of an earlier half-plane, or the opposite of it.
std::vector<HalfPlane> random_planes(test::Random& random) {
  std::vector<HalfPlane> planes;
  const std::size_t count = 1 + random.below(12);
  while (planes.size() < count) {
    Vec2 direction = normalised(Vec2{share(random), share(random)});
    if (direction == Vec2{}) continue;
    if (!planes.empty() && random.below(3) == 0) {
      const Vec2 like = planes[random.below(static_cast<std::uint32_t>(planes.size()))].direction;
      const float turn = std::ldexp(share(random), -random.between(0, 19));
      direction = normalised(like + Vec2{-like.y, like.x} * turn) * (random.percent(50) ? 1.0F : -1.0F);
    }
    planes.push_back({Vec2{share(random), share(random)} * 3.0F, direction});
  }
  return planes;
}

TEST(HalfPlanes, NoVelocityIsGreaterThanTheGreatest) {
  test::Random random(1);
  for (int round = 0; round < 200'000; ++round) {
    const std::vector<HalfPlane> planes = random_planes(random);
    const Vec2 wanted = Vec2{share(random), share(random)} * 2.0F;
    const std::size_t firm = random.below(static_cast<std::uint32_t>(planes.size() + 1));
    const Vec2 v = best_velocity(planes, firm, most, wanted);
    ASSERT_LE(length(v), most * 1.0001F) << "round " << round;
  }
}

TEST(HalfPlanes, TheAnswerIsTheNearestOfAllThatHold) {
  test::Random random(2);
  int held = 0;
  for (int round = 0; round < 20'000; ++round) {
    const std::vector<HalfPlane> planes = random_planes(random);
    const Vec2 wanted = Vec2{share(random), share(random)} * 2.0F;
    const auto least = least_distance(planes, wanted);
    if (!least) continue;
    ++held;
    const Point v = exact(best_velocity(planes, 0, most, wanted));
    const Point w = exact(wanted);
    EXPECT_LT(worst_excess(planes, v), 1e-4) << "round " << round;
    EXPECT_NEAR(std::hypot(v.x - w.x, v.y - w.y), *least, 2e-3) << "round " << round;
  }
  EXPECT_GT(held, 4'000);
}

// Velocities of a lattice over the disc: none violates what is asked by less.
TEST(HalfPlanes, WhereNoneHoldsTheWorstIsViolatedByTheLeast) {
  test::Random random(3);
  int without = 0;
  for (int round = 0; round < 2'000; ++round) {
    const std::vector<HalfPlane> planes = random_planes(random);
    const Vec2 wanted = Vec2{share(random), share(random)} * 2.0F;
    if (least_distance(planes, wanted)) continue;
    ++without;
    const double worst = worst_excess(planes, exact(best_velocity(planes, 0, most, wanted)));
    constexpr int steps = 40;
    for (int k = 0; k < (2 * steps + 1) * (2 * steps + 1); ++k) {
      const Point v{k % (2 * steps + 1) * static_cast<double>(most) / steps - static_cast<double>(most),
                    k / (2 * steps + 1) * static_cast<double>(most) / steps - static_cast<double>(most)};
      if (std::hypot(v.x, v.y) > static_cast<double>(most)) continue;
      ASSERT_GT(worst_excess(planes, v), worst - 1e-3) << "round " << round << ": " << v.x << ", " << v.y;
    }
  }
  EXPECT_GT(without, 500);
}

}  // namespace
}  // namespace portolan
