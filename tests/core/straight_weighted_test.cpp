// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Fields at any angle on ground of several costs, against drawings and against the refined grid.
#include <portolan/core/straight_field.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <support/cases.hpp>
#include <support/draw_map.hpp>
#include <support/polyline.hpp>
#include <support/random_world.hpp>
#include <support/refined_grid.hpp>
#include <support/straight.hpp>

namespace portolan {
namespace {

using namespace test;

// In steps of 0.4 cells, with the bends in between. Empty for who gets lost.
std::vector<MapPoint> walked(const StraightField& field, Vec2 p, Cell goal) {
  std::vector<MapPoint> trail{{p.x, p.y}};
  for (int step = 0; step < 20'000; ++step) {
    if (cell_at(p, 0) == goal) {
      trail.push_back(middle_of(goal));
      return trail;
    }
    const Heading heading = field.heading(p, 0);
    if (heading.direction == Vec2{}) return {};
    p += heading.direction * std::min(0.4F, heading.reach);
    trail.push_back({p.x, p.y});
  }
  return {};
}

std::vector<MapPoint> points_on(const std::vector<PathPoint>& path) {
  std::vector<MapPoint> points;
  for (const PathPoint& p : path) points.push_back({p.at.x, p.at.y});
  return points;
}

RandomWorldOptions uneven_options(Random& random, int most_side) {
  RandomWorldOptions options;
  options.extent = {random.between(20, most_side), random.between(20, most_side), 1};
  options.shape = all_shapes[random.below(6)];
  options.density = random.between(5, 35);
  options.most_cost = random.between(2, 12);
  return options;
}

// Excess over the refined grid, as shares.
struct Excess {
  std::vector<double> distance, trail, path;
};

void measure(const TestWorld& world, Random& random, Excess& excess) {
  const GridView grid = world.view();
  const Cell goal = random_passable_cell(grid, random);
  const StraightField field = field_to(grid, goal);
  RefinedGrid refined(grid);
  refined.run(middle_of(goal));
  for (int i = 0; i < 20; ++i) {
    const Cell from = random_passable_cell(grid, random);
    const auto best = refined.path(middle_of(from));
    ASSERT_EQ(best.has_value(), std::isfinite(field.distance(from)));
    if (!best || from == goal) continue;
    excess.distance.push_back(static_cast<double>(field.distance(from)) / best->length - 1);
    excess.trail.push_back(walked_length(walked(field, centre_of(from), goal), grid) / best->length - 1);
    excess.path.push_back(walked_length(points_on(field.path(from)), grid) / best->length - 1);
  }
}

double mean_share(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// Worlds of noise and mazes are small, with another cost every few cells; on maps of games it is a fifth of
// that.
TEST(StraightFieldOnUnevenGround, IsNearTheOptimumOnRandomMaps) {
  Excess excess;
  for (std::uint64_t seed = 1; seed <= 40 * test::times_more(); ++seed) {  // a mean of fewer says less
    Random random(seed);
    const RandomWorldOptions options = uneven_options(random, 48);
    measure(random_world(options, seed), random, excess);
    ASSERT_FALSE(HasFatalFailure()) << describe(options, seed);
  }
  ASSERT_GT(excess.trail.size(), 500U);
  for (const std::vector<double>* const shares : {&excess.distance, &excess.trail, &excess.path}) {
    EXPECT_LT(mean_share(*shares), 0.02);
    EXPECT_LT(*std::max_element(shares->begin(), shares->end()), 0.4);
  }
  for (const std::vector<double>* const shares : {&excess.trail, &excess.path})
    EXPECT_GT(*std::min_element(shares->begin(), shares->end()), -3e-3);
}

// Follows `next` to a goal; false when that takes too long.
bool arrives_by_cells(const StraightField& field, Cell c, Cell goal) {
  for (std::size_t i = 0; i < field.grid().extent().cell_count() && c != goal; ++i) {
    const auto next = field.next(c);
    if (!next || !field.grid().passable(*next)) return false;
    c = *next;
  }
  return c == goal;
}

// From anywhere in a cell, by headings, by paths and from cell to cell, and never into a wall.
std::string first_fault(const StraightField& field, Cell goal, Random& random) {
  const GridView grid = field.grid();
  for (int i = 0; i < 40; ++i) {
    const Cell c = random_passable_cell(grid, random);
    if (std::isinf(field.distance(c))) continue;
    std::string at = std::to_string(c.x);
    at += ", " + std::to_string(c.y) + ": ";
    const auto inside = [&random] { return static_cast<float>(random.between(1, 255)) / 256; };
    const Vec2 p{static_cast<float>(c.x) + inside(), static_cast<float>(c.y) + inside()};
    const std::vector<MapPoint> trail = walked(field, p, goal), path = points_on(field.path(c));
    if (trail.empty()) return at + "gets lost";
    if (path.empty()) return at + "no path";
    for (const auto* const line : {&trail, &path}) {
      if (const auto illegal = first_illegal(*line, grid, 0, {.tolerance = 1e-4})) return at + *illegal;
    }
    if (!arrives_by_cells(field, c, goal)) return at + "gets lost from cell to cell";
  }
  return {};
}

TEST(StraightFieldOnUnevenGround, LeadsEverybodyToTheGoalAndNobodyIntoAWall) {
  int uneven = 0;
  for (std::uint64_t seed = 1; seed <= test::storm(120); ++seed) {
    Random random(seed);
    const RandomWorldOptions options = uneven_options(random, 90);
    const TestWorld world = random_world(options, seed);
    const Cell goal = random_passable_cell(world.view(), random);
    const StraightField field = field_to(world.view(), goal);
    uneven += field.has_one_cost() ? 0 : 1;
    EXPECT_EQ(first_fault(field, goal, random), "")
        << describe(options, seed) << ", to " << goal.x << ", " << goal.y;
  }
  EXPECT_GT(uneven, test::enough(80));
}

// What a heading is told soon, without a root, is what a path is told step by step.
TEST(StraightFieldOnUnevenGround, HeadsWherePathsLead) {
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= test::storm(60); ++seed) {
    Random random(seed);
    const TestWorld world = random_world(uneven_options(random, 90), seed);
    const Cell goal = random_passable_cell(world.view(), random);
    const StraightField field = field_to(world.view(), goal);
    for (int i = 0; i < 200 && !field.has_one_cost(); ++i) {
      const Cell from = random_passable_cell(world.view(), random);
      const std::vector<PathPoint> path = field.path(from);
      const Heading heading = field.heading(centre_of(from), from.layer);
      EXPECT_EQ(heading.direction == Vec2{}, path.size() < 2) << "seed " << seed;
      if (path.size() < 2) continue;
      const Vec2 off = heading.direction - normalised(path[1].at - centre_of(from));
      EXPECT_LT(length(off), 1e-4F) << "seed " << seed << ", from " << from.x << ", " << from.y;
      ++compared;
    }
  }
  EXPECT_GT(compared, test::enough(5000));
}

// A road costs a third of the meadow: it is taken at an angle, as light is bent (Snell's law), and left so.
TEST(StraightFieldOnUnevenGround, BendsWhereTheCostChanges) {
  const TestWorld map = draw_map(R"(
    33333333333333333333333333333
    33333333333333333333333333333
    33333333333333333333333333333
    .............................
    33333333333333333333333333333
    33333333333333333333333333333
    33333333333333333333333333333
  )");
  const StraightField field = field_to(map.view(), {0, 6, 0});
  const Cell from{28, 0, 0};
  // Down at the critical angle, whose sine is a third, along the road, and down again.
  const double down = 5 * std::sqrt(9 - 1);
  const double optimum = down + 28;
  EXPECT_NEAR(field.distance(from), optimum, 0.3);
  const Heading heading = field.heading({15.5F, 1.5F}, 0);
  EXPECT_NEAR(heading.direction.x, -1.0 / 3, 0.02);
  EXPECT_NEAR(field.heading({15.5F, 3.5F}, 0).direction.x, -1, 0.1);
}

TEST(StraightFieldOnUnevenGround, FollowsARoadThatLeadsDiagonally) {
  const TestWorld map = draw_map(R"(
    B999999
    9.99999
    99.9999
    999.999
    9999.99
    99999.9
    999999A
  )");
  const StraightField field = field_to(map.view(), map['B']);
  EXPECT_NEAR(field.distance(map['A']), 6 * std::sqrt(2.0), 1e-4);
  EXPECT_LT(walked_length(walked(field, centre_of(map['A']) + Vec2{0.2F, -0.3F}, map['B']), map.view()), 9.5);
}

TEST(StraightFieldOnUnevenGround, SlipsBetweenNoTwoDiagonalWalls) {
  const TestWorld map = draw_map(R"(
    A.#
    .#B
    5..
  )");
  const StraightField field = field_to(map.view(), map['B']);
  EXPECT_GT(field.distance(map['A']), 3.0F);
  EXPECT_EQ(first_illegal(points_on(field.path(map['A'])), map.view()).value_or(""), "");
}

TEST(StraightFieldOnUnevenGround, TakesLinksFromFloorToFloor) {
  TestWorld map = draw_map(R"(
    A.5.D
    ---
    E.5.B
  )");
  map.world.add_link({map['D'], map['E'], 48});
  map.world.commit();
  const StraightField field = field_to(map.view(), map['B']);
  EXPECT_NEAR(field.distance(map['A']), 8 + 2 + 8, 0.2);
  const std::vector<PathPoint> path = field.path(map['A']);
  for (const char end : {'A', 'D', 'E', 'B'})
    EXPECT_NE(std::find(path.begin(), path.end(), PathPoint{centre_of(map[end]), map[end].layer}), path.end())
        << end;
  EXPECT_EQ(field.next(map['D']), map['E']);
  EXPECT_EQ(field.heading(centre_of(map['D']), 0).direction, Vec2{});
}

// A source may cost as much as a way past it, but for rounding.
TEST(StraightFieldOnUnevenGround, TellsTheMiddleOfASourceThatItIsThereOrWhereToGoOn) {
  for (std::uint64_t seed = 1; seed <= storm(300); ++seed) {
    Random random(seed);
    RandomWorldOptions options = uneven_options(random, 60);
    options.one_way_links = random.between(0, 6);
    options.most_link_cost = 200;
    const TestWorld world = random_world(options, seed);
    const GridView grid = world.view();
    StraightField field(grid, TileGrid(grid.extent()));
    field.allow_all();
    std::vector<Cell> sources;
    for (const Goal& goal : random_goals(grid, 12, random)) {
      field.add_goal(goal);
      sources.push_back(goal.cell);
    }
    field.advance();
    for (const LinkTable::Entry& foot : grid.links().all()) sources.push_back(grid.links()[foot.id].from);
    for (const Cell c : sources) {
      const Heading heading = field.heading(centre_of(c), c.layer);
      EXPECT_EQ(heading.direction == Vec2{}, !heading.bends())
          << describe(options, seed) << testing::PrintToString(c);
    }
  }
}

}  // namespace
}  // namespace portolan
