// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/core/straight_queries.hpp>

#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include <support/cases.hpp>
#include <support/draw_map.hpp>
#include <support/polyline.hpp>
#include <support/random_world.hpp>

namespace portolan {
namespace {

using test::MapPoint;

TEST(Straight, MeetsTheFirstWall) {
  const auto map = test::draw_map(R"(
    ...#..
    ......
    .#....
    #.....
  )");
  const GridView grid = map.view();
  EXPECT_EQ(straight(grid, {{0.5F, 0.5F}}, {5.5F, 0.5F}), (PathPoint{{3, 0.5F}}));
  EXPECT_EQ(straight(grid, {{0.5F, 1}}, {5.5F, 1}), std::nullopt) << "along a wall";
  EXPECT_EQ(straight(grid, {{0.5F, 2.5F}}, {1.5F, 3.5F}), (PathPoint{{1, 3}})) << "between two walls";
  EXPECT_EQ(straight(grid, {{3.5F, 0.5F}}, {3.5F, 3.5F}), (PathPoint{{3.5F, 0.5F}})) << "begins in a wall";
  EXPECT_EQ(straight(grid, {{5.5F, 1.5F}}, {9.5F, 1.5F}), (PathPoint{{6, 1.5F}})) << "leaves the world";
  EXPECT_EQ(straight(grid, {{2.5F, 3.5F}}, {2.5F, 3.5F}), std::nullopt);
}

// By the tests' own check of legal lines: free where that finds no fault; else legal up to where it hits, and
// not any further.
TEST(Straight, AgreesWithTheCheckOfPolylines) {
  int hits = 0, free = 0;
  for (std::uint64_t seed = 0; seed < test::storm(60); ++seed) {
    test::Random random(seed);
    const test::RandomWorldOptions options{.extent = {random.between(3, 60), random.between(3, 60), 1},
                                           .shape = test::all_shapes[seed % std::size(test::all_shapes)],
                                           .density = random.between(2, 30)};
    SCOPED_TRACE(test::describe(options, seed));
    const auto map = test::random_world(options, seed);
    const GridView grid = map.view();
    for (int i = 0; i < 60; ++i) {
      const Cell from = test::random_passable_cell(grid, random);
      // Middles, corners and places in between.
      const auto place = [&](Cell c) {
        return Vec2{static_cast<float>(c.x) + static_cast<float>(random.below(5)) / 4,
                    static_cast<float>(c.y) + static_cast<float>(random.below(5)) / 4};
      };
      const Vec2 a = centre_of(from), b = place(test::random_cell(map.extent(), random));
      const MapPoint line[] = {{a.x, a.y}, {b.x, b.y}};
      const auto hit = straight(grid, {a}, b);
      ASSERT_EQ(hit.has_value(), test::first_illegal(line, grid).has_value())
          << a.x << ", " << a.y << " to " << b.x << ", " << b.y;
      if (!hit) {
        ++free;
        continue;
      }
      ++hits;
      const auto far = [&](Vec2 p) {
        return std::hypot(double{p.x} - double{a.x}, double{p.y} - double{a.y});
      };
      const double length = far(b), there = far(hit->at) / length;
      const auto part = [&](double share) {
        return std::array<MapPoint, 2>{line[0], {a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)}};
      };
      // Less than what a rounding may add: beyond a gap between two walls even that is on the other side.
      EXPECT_EQ(test::first_illegal(part(there - 1e-9), grid, 0, {.tolerance = 1e-3}), std::nullopt);
      if (there + 0.02 / length < 1) {
        EXPECT_NE(test::first_illegal(part(there + 0.02 / length), grid, 0, {.tolerance = 1e-5}),
                  std::nullopt);
      }
    }
  }
  EXPECT_GT(hits, test::enough(500));
  EXPECT_GT(free, test::enough(500));
}

TEST(DistanceToWall, IsThatOfTheNearestCell) {
  const auto map = test::random_world({.extent = {40, 30, 1}, .density = 5}, 3);
  const GridView grid = map.view();
  test::Random random(3);
  for (int i = 0; i < 500; ++i) {
    const Vec2 p{static_cast<float>(random.below(40 * 256)) / 256,
                 static_cast<float>(random.below(30 * 256)) / 256};
    double nearest = 6;
    for (int y = -1; y <= 30; ++y) {
      for (int x = -1; x <= 40; ++x) {
        if (grid.passable({x, y, 0})) continue;
        const double dx = std::max({0.0, x - double{p.x}, p.x - (x + 1.0)});
        const double dy = std::max({0.0, y - double{p.y}, p.y - (y + 1.0)});
        nearest = std::min(nearest, std::hypot(dx, dy));
      }
    }
    EXPECT_NEAR(distance_to_wall(grid, {p}, 6), nearest, 1e-5);
    EXPECT_NEAR(distance_to_wall(grid, {p}, 0.5F), std::min(nearest, 0.5), 1e-5);
  }
}

}  // namespace
}  // namespace portolan
