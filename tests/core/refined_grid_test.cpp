// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// How far off the oracle for weighted ground is: against the exact one where there is one cost, against
// formulas where two grounds meet.
#include <support/refined_grid.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <support/draw_map.hpp>
#include <support/polyline.hpp>
#include <support/random_world.hpp>

namespace portolan {
namespace {

using namespace test;

// The least value of a function with one valley.
template <class Function>
double least(double low, double high, const Function& function) {
  for (int i = 0; i < 200; ++i) {
    const double a = low + (high - low) / 3, b = high - (high - low) / 3;
    (function(a) < function(b) ? high : low) = function(a) < function(b) ? b : a;
  }
  return function((low + high) / 2);
}

TestWorld world_of(Extent extent, const std::function<int(int, int)>& cost) {
  TestWorld world{World(extent), {}, {}};
  for (int y = 0; y < extent.height; ++y) {
    for (int x = 0; x < extent.width; ++x)
      world.world.set_terrain({x, y, 0}, static_cast<TerrainId>(cost(x, y)));
  }
  world.profile = world.world.add_profile(cost_profile());
  world.world.commit();
  return world;
}

TEST(WalkedLength, CountsEveryCellAtItsCost) {
  const TestWorld world = draw_map(
      "A25\n"
      "1#9\n");
  const MapPoint across[] = {{0.5, 0.5}, {2.5, 0.5}};
  EXPECT_DOUBLE_EQ(walked_length(across, world.view()), 0.5 + 2 + 2.5);
  const MapPoint slanting[] = {{0, 0}, {2, 1}};
  EXPECT_DOUBLE_EQ(walked_length(slanting, world.view()), std::hypot(1, 0.5) * 3);
  const MapPoint between[] = {{2, 0}, {2, 1}};
  EXPECT_DOUBLE_EQ(walked_length(between, world.view()), 2);
  const MapPoint along_wall[] = {{1, 1}, {2, 1}, {2, 2}};
  EXPECT_DOUBLE_EQ(walked_length(along_wall, world.view()), 2 + 9);
  const MapPoint through_wall[] = {{0.5, 0.5}, {1.5, 1.5}};
  EXPECT_EQ(walked_length(through_wall, world.view()), std::numeric_limits<double>::infinity());
}

TEST(WalkedLength, EqualsASumOfManySmallSteps) {
  Random random(3);
  const TestWorld world = random_world({.extent = {20, 20, 1}, .shape = Shape::open, .most_cost = 9}, 3);
  for (int i = 0; i < 100; ++i) {
    const auto point = [&] { return MapPoint{random.below(20000) / 1000.0, random.below(20000) / 1000.0}; };
    const MapPoint line[] = {point(), point(), point()};
    double sum = 0;
    for (int k = 0; k < 2; ++k) {
      for (int part = 0; part < 20000; ++part) {
        const double share = (part + 0.5) / 20000;
        const MapPoint p{line[k].x + (line[k + 1].x - line[k].x) * share,
                         line[k].y + (line[k + 1].y - line[k].y) * share};
        sum += world.view().cost({static_cast<int>(p.x), static_cast<int>(p.y), 0}) *
               distance_between(line[k], line[k + 1]) / 20000;
      }
    }
    EXPECT_NEAR(walked_length(line, world.view()), sum, 0.05);
  }
}

TEST(FirstIllegal, KnowsTheBodysRadius) {
  const TestWorld world = draw_map(
      "......\n"
      "..##..\n"
      "......\n");
  const MapPoint above[] = {{0.5, 0.5}, {5.5, 0.5}};
  EXPECT_EQ(first_illegal(above, world.view(), 0, {.radius = 0.5}), std::nullopt);
  EXPECT_NE(first_illegal(above, world.view(), 0, {.radius = 0.51}), std::nullopt);
  const MapPoint around[] = {{0.5, 2.5}, {1.5, 0.5}, {3, 0.4}};
  EXPECT_EQ(first_illegal(around, world.view(), 0, {.radius = 0.4}), std::nullopt);
  EXPECT_NE(first_illegal(around, world.view(), 0, {.radius = 0.45}), std::nullopt);
}

struct Errors {
  std::vector<double> chains;  // percent
  std::vector<double> pulled;
};

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// Against the exact oracle, from many cells to one goal of each world.
Errors errors_on_one_cost(RefinedGridOptions options) {
  Errors errors;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const TestWorld world =
        random_world({.extent = {60, 50, 1}, .shape = all_shapes[seed % std::size(all_shapes)]}, seed);
    VisibilityOracle exact(world.view());
    RefinedGrid refined(world.view(), 0, options);
    Random random(seed);
    const MapPoint goal = middle_of(random_passable_cell(world.view(), random));
    refined.run(goal);
    for (int i = 0; i < 40; ++i) {
      const MapPoint from = middle_of(random_passable_cell(world.view(), random));
      const auto best = exact.shortest(from, goal);
      const auto path = refined.path(from);
      EXPECT_EQ(best.has_value(), path.has_value());
      if (!best || !path || best->length == 0) continue;
      EXPECT_EQ(first_illegal(path->points, world.view()), std::nullopt);
      EXPECT_GE(path->length, best->length - 1e-9);
      EXPECT_LE(path->length, refined.at(from) + 1e-9);
      errors.chains.push_back((refined.at(from) / best->length - 1) * 100);
      errors.pulled.push_back((path->length / best->length - 1) * 100);
    }
  }
  return errors;
}

TEST(RefinedGrid, ErrorOnGroundOfOneCost) {
  const Errors errors = errors_on_one_cost({});
  const auto most = [](const std::vector<double>& values) {
    return *std::max_element(values.begin(), values.end());
  };
  RecordProperty("chains_mean_percent", std::to_string(mean(errors.chains)));
  RecordProperty("chains_most_percent", std::to_string(most(errors.chains)));
  RecordProperty("pulled_mean_percent", std::to_string(mean(errors.pulled)));
  RecordProperty("pulled_most_percent", std::to_string(most(errors.pulled)));
  ASSERT_GE(errors.chains.size(), 200U);
  EXPECT_LE(mean(errors.chains), 0.15);
  EXPECT_LE(most(errors.chains), 0.5);
  EXPECT_LE(mean(errors.pulled), 0.01);
  EXPECT_LE(most(errors.pulled), 0.2);
}

// Two grounds that meet in a straight line: Snell's law tells where the line is crossed.
TEST(RefinedGrid, RefractsWhereGroundsMeet) {
  for (const int cost : {2, 4, 9}) {
    const TestWorld world = world_of({40, 30, 1}, [&](int x, int) { return x < 20 ? 1 : cost; });
    RefinedGrid refined(world.view());
    const MapPoint goal{35.5, 26.5};
    refined.run(goal);
    for (const MapPoint from : {MapPoint{4.5, 3.5}, {10.5, 20.5}, {18.5, 1.5}}) {
      const double best = least(0, 30, [&](double y) {
        return distance_between(from, {20, y}) + cost * distance_between({20, y}, goal);
      });
      EXPECT_GE(refined.at(from), best - 1e-9);
      EXPECT_LE(refined.at(from), best * 1.005);
      const auto path = refined.path(from);
      EXPECT_GE(path->length, best - 1e-9);
      EXPECT_LE(path->length, best * 1.001);
    }
  }
}

// A road, which may be walked along its edge.
TEST(RefinedGrid, TakesTheRoad) {
  const TestWorld world = world_of({60, 20, 1}, [&](int, int y) { return y == 9 ? 1 : 5; });
  RefinedGrid refined(world.view());
  const MapPoint from{4.5, 3.5}, goal{50.5, 5.5};
  refined.run(goal);
  const double best = least(4.5, 50.5, [&](double in) {
    return least(in, 50.5, [&](double out) {
      return 5 * distance_between(from, {in, 9}) + (out - in) + 5 * distance_between({out, 9}, goal);
    });
  });
  EXPECT_GE(refined.at(from), best - 1e-9);
  EXPECT_LE(refined.at(from), best * 1.005);
  EXPECT_LE(refined.path(from)->length, best * 1.001);
}

TEST(RefinedGrid, NeverBetweenTwoWallsThatMeetAtACorner) {
  const TestWorld world = draw_map(
      "A#\n"
      "#B\n");
  RefinedGrid refined(world.view());
  refined.run(middle_of(world['A']));
  EXPECT_EQ(refined.at(middle_of(world['B'])), std::numeric_limits<double>::infinity());
  EXPECT_EQ(refined.path(middle_of(world['B'])), std::nullopt);
}

}  // namespace
}  // namespace portolan
