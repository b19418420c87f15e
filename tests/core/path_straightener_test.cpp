// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/core/detail/path_straightener.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/astar.hpp>

#include <support/cases.hpp>
#include <support/draw_map.hpp>
#include <support/polyline.hpp>
#include <support/random_world.hpp>
#include <support/visibility_graph.hpp>

namespace portolan {
namespace {

using test::MapPoint;

std::vector<MapPoint> map_points(const Polyline& line) {
  std::vector<MapPoint> points;
  for (const PathPoint& p : line.points) points.push_back({p.at.x, p.at.y});
  return points;
}

Polyline straight_between(const test::TestWorld& map, Cell from, Cell to) {
  AStar astar;
  return PathStraightener(map.view()).straighten(astar.search(map.view(), from, to).path.cells);
}

TEST(PathStraightener, BendsAtTheCornersOfWalls) {
  const auto map = test::draw_map(R"(
    A......
    ..###..
    ..###.B
  )");
  const std::vector<PathPoint> expected{{{0.5F, 0.5F}}, {{5, 1}}, {{6.5F, 2.5F}}};
  const Polyline line = straight_between(map, map['A'], map['B']);
  EXPECT_EQ(line.points, expected);
  EXPECT_DOUBLE_EQ(line.length, std::hypot(4.5, 0.5) + std::hypot(1.5, 1.5));
}

// Down one side of a wall and up the other: both gates lie on one line.
TEST(PathStraightener, TurnsBackAroundTheEndOfAWall) {
  const auto map = test::draw_map(R"(
    A.#.B
    ..#..
    .....
  )");
  const std::vector<PathPoint> there{{{0.5F, 0.5F}}, {{2, 2}}, {{3, 2}}, {{4.5F, 0.5F}}};
  EXPECT_EQ(straight_between(map, map['A'], map['B']).points, there);
  const std::vector<PathPoint> back(there.rbegin(), there.rend());
  EXPECT_EQ(straight_between(map, map['B'], map['A']).points, back);
}

TEST(PathStraightener, OfOneCellOrNone) {
  const auto map = test::draw_map("A.");
  PathStraightener straightener(map.view());
  EXPECT_TRUE(straightener.straighten({}).points.empty());
  const Cell path[] = {map['A']};
  const Polyline& line = straightener.straighten(path);
  EXPECT_EQ(line.points.front(), (PathPoint{{0.5F, 0.5F}}));
  EXPECT_EQ(line.length, 0);
}

TEST(PathStraightener, ALinkIsTwoPoints) {
  auto map = test::draw_map(R"(
    A..s
    ---
    e..B
  )");
  map.world.add_link({map['s'], map['e'], 36});
  map.world.commit();
  const Polyline line = straight_between(map, map['A'], map['B']);
  const std::vector<PathPoint> expected{
      {{0.5F, 0.5F}, 0}, {{3.5F, 0.5F}, 0}, {{0.5F, 0.5F}, 1}, {{3.5F, 0.5F}, 1}};
  EXPECT_EQ(line.points, expected);
  EXPECT_DOUBLE_EQ(line.length, 3 + 1.5 + 3);
}

// Far from the path there is a wall between what is seen of a row at first and the straight line.
TEST(PathStraightener, FollowsRunsToTheCurve) {
  std::string drawing;
  for (int y = 0; y < 9; ++y) {
    std::string row(400, '.');
    if (y == 4) row.replace(150, 3, "###");
    drawing += "    " + row + "\n";
  }
  const auto map = test::draw_map(drawing);
  std::vector<Cell> around;  // down at once, in the west of the wall, and then on
  for (int y = 0; y < 9; ++y) around.push_back({0, y, 0});
  for (int x = 1; x < 400; ++x) around.push_back({x, 8, 0});
  for (int y = 7; y >= 0; --y) around.push_back({399, y, 0});
  const std::vector<PathPoint> expected{{{0.5F, 0.5F}}, {{150, 5}}, {{153, 5}}, {{399.5F, 0.5F}}};
  EXPECT_EQ(PathStraightener(map.view()).straighten(around).points, expected);
}

// A street down the map, whose sides go in and out: there is one way to pass its walls, so that what is taut
// is the shortest curve of all, and no end of a row that it needs is left out.
TEST(PathStraightener, IsTheShortestCurveDownAStreet) {
  std::size_t bends = 0;
  for (std::uint64_t seed = 0; seed < test::storm(200); ++seed) {
    SCOPED_TRACE(seed);
    test::Random random(seed);
    const int width = random.between(8, 90), height = random.between(3, 40), step = random.between(1, 9);
    std::string drawing;
    Cell from, to;
    for (int y = 0, left = 0, right = random.between(0, width - 1); y < height; ++y) {
      std::string row(static_cast<std::size_t>(width), '#');
      for (int x = left; x <= right; ++x) row[static_cast<std::size_t>(x)] = '.';
      drawing += row + "\n";
      (y == 0 ? from : to) = {random.between(left, right), y, 0};
      const int shared = random.between(left, right);  // by which one gets to the next row
      left = std::clamp(left + random.between(-step, step), 0, shared);
      right = std::clamp(right + random.between(-step, step), shared, width - 1);
    }
    const auto map = test::draw_map(drawing);
    test::VisibilityOracle oracle(map.view());
    for (const auto& [a, b] : {std::pair(from, to), std::pair(to, from)}) {
      const Polyline line = straight_between(map, a, b);
      EXPECT_EQ(test::first_illegal(map_points(line), map.view()), std::nullopt);
      EXPECT_NEAR(line.length, oracle.shortest(test::middle_of(a), test::middle_of(b))->length, 1e-9);
      bends += line.points.size() - 2;
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(bends, test::enough(500));
}

// Legal, no shorter than the optimum, and none of its bends can be taken out. Long rows, so that runs are not
// followed to their ends at first.
TEST(PathStraightener, IsTautOnRandomWorlds) {
  int bends = 0;
  for (std::uint64_t seed = 0; seed < test::storm(60); ++seed) {
    test::Random random(seed);
    const test::RandomWorldOptions options{
        .extent = {random.between(5, seed % 4 == 0 ? 400 : 90), random.between(5, 60), 1},
        .shape = test::all_shapes[seed % std::size(test::all_shapes)],
        .density = random.between(5, 40)};
    SCOPED_TRACE(test::describe(options, seed));
    const auto map = test::random_world(options, seed);
    test::VisibilityOracle oracle(map.view());
    AStar astar;
    PathStraightener straightener(map.view());
    for (int i = 0; i < 15; ++i) {
      const Cell from = test::random_passable_cell(map.view(), random);
      const Cell to = test::random_passable_cell(map.view(), random);
      const Path path = astar.search(map.view(), from, to).path;
      if (path.cells.empty()) continue;
      const Polyline& line = straightener.straighten(path.cells);
      const std::vector<MapPoint> points = map_points(line);
      ASSERT_EQ(points.front(), test::middle_of(from));
      ASSERT_EQ(points.back(), test::middle_of(to));
      ASSERT_EQ(test::first_illegal(points, map.view()), std::nullopt);
      EXPECT_NEAR(line.length, test::length_of(points), 1e-9);
      EXPECT_GE(line.length, oracle.shortest(points.front(), points.back())->length - 1e-9);
      EXPECT_LE(line.length, static_cast<double>(path.cost.units) / 24 + 1e-9);
      for (std::size_t k = 1; k + 1 < points.size(); ++k, ++bends) {
        const double turn = (points[k].x - points[k - 1].x) * (points[k + 1].y - points[k].y) -
                            (points[k].y - points[k - 1].y) * (points[k + 1].x - points[k].x);
        const auto wall = [&](double x, double y) {
          return !map.view().passable({static_cast<int>(std::floor(x)), static_cast<int>(std::floor(y)), 0});
        };
        // The wall that a bend goes around lies on the inner side, between the two lines.
        const MapPoint in = points[k - 1], out = points[k + 1], at = points[k];
        const double to_in = std::hypot(in.x - at.x, in.y - at.y),
                     to_out = std::hypot(out.x - at.x, out.y - at.y);
        const double x = (in.x - at.x) / to_in + (out.x - at.x) / to_out;
        const double y = (in.y - at.y) / to_in + (out.y - at.y) / to_out;
        EXPECT_GT(std::abs(turn), 1e-9) << "straight on at " << at.x << ", " << at.y;
        EXPECT_TRUE(wall(at.x + (x < 0 ? -0.5 : 0.5), at.y + (y < 0 ? -0.5 : 0.5)) || std::abs(x) < 1e-9 ||
                    std::abs(y) < 1e-9)
            << "a bend at " << at.x << ", " << at.y << " goes around nothing";
      }
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(bends, test::enough(500));
}

// Found by a storm: the path never leaves ground of one cost, but a line along its border counts as what is
// cheaper there.
TEST(PathStraightener, CountsALineBesideCheaperGroundAsThat) {
  const auto map = test::draw_map(R"(
    555555
    5#44#5
  )");
  const Polyline line = straight_between(map, {0, 1}, {5, 1});
  EXPECT_EQ(map_points(line), (std::vector<MapPoint>{{0.5, 1.5}, {1, 1}, {5, 1}, {5.5, 1.5}}));
  EXPECT_DOUBLE_EQ(line.length, test::walked_length(map_points(line), map.view()));
}

// On ground of several costs it never costs more than the path, and what it says that it costs.
TEST(PathStraightener, NeverCostsMoreThanThePath) {
  double straight = 0, octile = 0;
  for (std::uint64_t seed = 0; seed < test::storm(60); ++seed) {
    test::Random random(seed);
    const test::RandomWorldOptions options{.extent = {random.between(5, 90), random.between(5, 60), 1},
                                           .shape = test::all_shapes[seed % std::size(test::all_shapes)],
                                           .density = random.between(5, 40),
                                           .most_cost = seed % 2 == 0 ? 9 : 254};
    SCOPED_TRACE(test::describe(options, seed));
    const auto map = test::random_world(options, seed);
    AStar astar;
    PathStraightener straightener(map.view());
    for (int i = 0; i < 15; ++i) {
      const Path path = astar
                            .search(map.view(), test::random_passable_cell(map.view(), random),
                                    test::random_passable_cell(map.view(), random))
                            .path;
      if (path.cells.empty()) continue;
      const Polyline& line = straightener.straighten(path.cells);
      const std::vector<MapPoint> points = map_points(line);
      ASSERT_EQ(test::first_illegal(points, map.view()), std::nullopt);
      const double walked = test::walked_length(points, map.view());
      EXPECT_NEAR(line.length, walked, 1e-4 * (1 + walked));
      EXPECT_LE(line.length, static_cast<double>(path.cost.units) / 24 + 1e-9);
      straight += line.length;
      octile += static_cast<double>(path.cost.units) / 24;
    }
    if (HasFailure()) return;
  }
  EXPECT_LT(straight, 0.97 * octile);
}

}  // namespace
}  // namespace portolan
