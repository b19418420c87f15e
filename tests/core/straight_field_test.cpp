// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Fields of shortest curves, against drawings and against the exact visibility graph.
#include <portolan/core/straight_field.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <support/cases.hpp>

#include <straight/slope.hpp>

#include <support/draw_map.hpp>
#include <support/polyline.hpp>
#include <support/random_world.hpp>
#include <support/visibility_graph.hpp>

namespace portolan {
namespace {

using namespace test;

constexpr float infinite = std::numeric_limits<float>::infinity();

StraightField straight_to(GridView grid, std::vector<Goal> goals, Isa isa = best_isa(), int side = 32) {
  StraightField field(grid, TileGrid(grid.extent(), side), isa);
  field.allow_all();
  for (const Goal& goal : goals) field.add_goal(goal);
  EXPECT_TRUE(field.advance());
  return field;
}

std::vector<MapPoint> points_of(const std::vector<PathPoint>& path) {
  std::vector<MapPoint> points;
  for (const PathPoint& p : path) points.push_back({p.at.x, p.at.y});
  return points;
}

TEST(StraightField, LeadsStraightOverOpenGround) {
  const TestWorld map = draw_map(R"(
    A......
    .......
    ......B
  )");
  const StraightField field = straight_to(map.view(), {{map['B']}});
  EXPECT_NEAR(field.distance(map['A']), std::hypot(6.0, 2.0), 1e-5);
  EXPECT_EQ(field.path(map['A']), (std::vector<PathPoint>{{{0.5F, 0.5F}, 0}, {{6.5F, 2.5F}, 0}}));
  const Heading heading = field.heading({0.75F, 0.25F}, 0);
  EXPECT_NEAR(heading.direction.x / heading.direction.y, 5.75 / 2.25, 1e-4);
  EXPECT_NEAR(heading.reach, std::hypot(5.75, 2.25), 1e-4);
  EXPECT_EQ(field.next(map['A']), (Cell{1, 0, 0}));
  EXPECT_EQ(field.next(map['B']), map['B']);
  EXPECT_EQ(field.heading(centre_of(map['B']), 0).direction, Vec2{});
}

TEST(StraightField, BendsAtTheCornersOfWallsOnly) {
  const TestWorld map = draw_map(R"(
    A.....
    .###..
    .###..
    ..B...
  )");
  const StraightField field = straight_to(map.view(), {{map['B']}});
  EXPECT_EQ(points_of(field.path(map['A'])), (std::vector<MapPoint>{{0.5, 0.5}, {1, 3}, {2.5, 3.5}}));
  EXPECT_NEAR(field.distance(map['A']), std::hypot(0.5, 2.5) + std::hypot(1.5, 0.5), 1e-5);
}

TEST(StraightField, SlipsBetweenNoTwoDiagonalWalls) {
  const TestWorld map = draw_map(R"(
    A#B
    #..
    ...
  )");
  const StraightField field = straight_to(map.view(), {{map['B']}});
  EXPECT_EQ(field.distance(map['A']), infinite);
  EXPECT_TRUE(field.path(map['A']).empty());
  EXPECT_EQ(field.heading(centre_of(map['A']), 0).direction, Vec2{});
  EXPECT_EQ(field.next(map['A']), std::nullopt);
  EXPECT_EQ(field.distance(Cell{1, 0, 0}), infinite);
  EXPECT_EQ(field.heading({1.5F, 0.5F}, 0).direction, Vec2{});
}

// Corners behind which there is nothing but the angle of two walls are no anchors: here the light is steeper
// than the stairs.
TEST(StraightField, NeedsNoAnchorsOnStairs) {
  const TestWorld map = draw_map(
      "...G.....\n"
      "#........\n"
      "##.......\n"
      "###......\n"
      "####.....\n");
  const StraightField field = straight_to(map.view(), {{map['G']}});
  EXPECT_EQ(field.anchor_count(), 1U);
  for (int y = 0; y < 5; ++y) {
    for (int x = std::max(y, 3); x < 9; ++x)
      EXPECT_NEAR(field.distance({x, y}), std::hypot(x - 3, y), 1e-5) << x << "," << y;
  }
}

TEST(StraightField, CountsTheCostOfTheGround) {
  const TestWorld map = draw_map("A333B\n");
  EXPECT_FALSE(straight_to(map.view(), {{map['B']}}).has_one_cost());
  const TestWorld even = draw_map("3333#\n");
  const StraightField field = straight_to(even.view(), {{{3, 0, 0}}});
  EXPECT_TRUE(field.has_one_cost());
  EXPECT_NEAR(field.distance({0, 0, 0}), 9, 1e-5);
}

TEST(StraightField, LeadsToTheGoalThatIsNearestWithItsOffset) {
  const TestWorld map = draw_map("B.A...C\n");
  // 24 units are a cell: B costs five cells more.
  const StraightField field = straight_to(map.view(), {{map['B'], Distance{5 * 24}}, {map['C']}});
  EXPECT_NEAR(field.distance(map['A']), 4, 1e-5);
  EXPECT_NEAR(field.distance(map['B']), 5, 1e-5);
  EXPECT_GT(field.heading(centre_of(map['A']), 0).direction.x, 0.99F);
}

// Doubles divide faster than whole numbers of 64 bits, and as exactly as far as slopes go.
TEST(Slope, QuotientsAreThoseOfWholeNumbers) {
  Random random(4);
  for (int i = 0; i < 200000; ++i) {
    const auto of = random.between(-65536, 65535) * (std::int64_t{1} << 31U) + random.between(-9, 9);
    const int by = random.between(1, 1 << 17);
    ASSERT_EQ(detail::quotient(of, by), of / by) << of << " / " << by;
    ASSERT_EQ(detail::quotient(of / by * by, by), of / by) << of << " / " << by;
  }
}

// More anchors than places fit a byte. Cells between the goals are served by cones, which keep places too.
TEST(StraightField, KnowsHundredsOfGoalsInATile) {
  RandomWorldOptions options;
  options.extent = {32, 32, 1};
  options.shape = Shape::open;
  const TestWorld map = random_world(options, 1);
  std::vector<Goal> goals;
  for (int i = 0; i < 32 * 32; i += 2) goals.push_back({{(i + i / 32 % 2) % 32, i / 32, 0}});
  const StraightField field = straight_to(map.view(), goals);
  for (int i = 0; i < 32 * 32; ++i) {
    const Cell c{i % 32, i / 32, 0};
    const bool is_goal = (c.x + c.y) % 2 == 0;
    EXPECT_EQ(field.distance(c), is_goal ? 0.0F : 1.0F) << c.x << "," << c.y;
    EXPECT_EQ(length(field.path(c).back().at - centre_of(c)), is_goal ? 0.0F : 1.0F) << c.x << "," << c.y;
  }
}

// A cone may see none of the row of its own cell in another tile, and much of the rows beyond. Single cells
// at the ends of what it is cut to are a little above.
TEST(StraightField, GivesTheDistanceToTheNearestOfSomeGoals) {
  RandomWorldOptions options;
  options.extent = {70, 70, 1};
  options.shape = Shape::open;
  const TestWorld map = random_world(options, 1);
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Random random(seed);
    std::vector<Goal> goals;
    for (int i = random.between(2, 6); i > 0; --i)
      goals.push_back({random_passable_cell(map.view(), random)});
    const StraightField field = straight_to(map.view(), goals, best_isa(), seed % 3 == 0 ? 16 : 32);
    for (int i = 0; i < 70 * 70; ++i) {
      const Cell c{i % 70, i / 70, 0};
      float nearest = 1e9F;
      for (const Goal& goal : goals) nearest = std::min(nearest, length(centre_of(goal.cell) - centre_of(c)));
      ASSERT_NEAR(field.distance(c), nearest, 0.015F * nearest + 2e-3F) << seed << ": " << c.x << "," << c.y;
    }
  }
}

// Also at the boundaries of tiles, where the cells around a position are not all in one.
TEST(StraightField, HeadsForTheNearerOfTwoGoals) {
  RandomWorldOptions options;
  options.extent = {48, 48, 1};
  options.shape = Shape::open;
  const TestWorld map = random_world(options, 1);
  const Cell goals[] = {{3, 7, 0}, {41, 30, 0}};
  for (const int side : {8, 16, 32}) {
    const StraightField field = straight_to(map.view(), {{goals[0]}, {goals[1]}}, best_isa(), side);
    Random random(9);
    for (int i = 0; i < 20000; ++i) {
      const auto along = [&random] { return static_cast<float>(random.between(64, 47 * 64)) / 64; };
      const Vec2 p{along(), along()};
      const float nearest = std::min(length(centre_of(goals[0]) - p), length(centre_of(goals[1]) - p));
      if (nearest < 1) continue;
      EXPECT_LT(field.heading(p, 0).reach, nearest + 1.0F / 60) << p.x << "," << p.y;
    }
  }
}

TEST(StraightField, TakesLinksFromFloorToFloor) {
  TestWorld map = draw_map(R"(
    A...D
    ---
    E...B
  )");
  map.world.add_link({map['D'], map['E'], 48});
  map.world.commit();
  const StraightField field = straight_to(map.view(), {{map['B']}});
  EXPECT_NEAR(field.distance(map['A']), 4 + 2 + 4, 1e-5);
  EXPECT_EQ(field.path(map['A']), (std::vector<PathPoint>{{centre_of(map['A']), 0},
                                                          {centre_of(map['D']), 0},
                                                          {centre_of(map['E']), 1},
                                                          {centre_of(map['B']), 1}}));
  EXPECT_EQ(field.next(map['D']), map['E']);
  EXPECT_EQ(field.heading(centre_of(map['D']), 0).direction, Vec2{});
}

TEST(StraightField, IgnoresGoalsInWallsAndForbiddenTiles) {
  const TestWorld map = draw_map("A#B\n");
  EXPECT_EQ(straight_to(map.view(), {{{1, 0, 0}}}).distance(map['A']), infinite);
  StraightField field(map.view(), TileGrid(map.extent()));
  field.add_goal({map['A']});
  EXPECT_TRUE(field.advance());
  EXPECT_EQ(field.distance(map['A']), infinite);
}

// What a point of a map costs, by the exact oracle.
struct Compared {
  std::vector<double> excess;  // shares, by reachable cell
  double worst_below = 0;      // how far a distance is below the optimum, in cells
  std::size_t wrong = 0;       // cells reachable for one of the two only
};

void compare(GridView grid, const StraightField& field, Cell goal, Compared& result) {
  std::vector<Cell> cells;
  std::vector<MapPoint> points;
  for (std::size_t i = 0; i < grid.extent().cell_count(); ++i) {
    const Cell c = grid.extent().cell(i);
    if (!grid.passable(c)) continue;
    cells.push_back(c);
    points.push_back(middle_of(c));
  }
  const std::vector<double> optimum = VisibilityOracle(grid).distances(middle_of(goal), points);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const double found = field.distance(cells[i]);
    if (std::isinf(found) || std::isinf(optimum[i])) {
      result.wrong += std::isinf(found) == std::isinf(optimum[i]) ? 0U : 1U;
      continue;
    }
    result.worst_below = std::max(result.worst_below, optimum[i] - found);
    if (optimum[i] > 0) result.excess.push_back(found / optimum[i] - 1);
  }
}

RandomWorldOptions flat_options(Random& random) {
  RandomWorldOptions options;
  options.extent = {random.between(20, 100), random.between(20, 100), 1};
  options.shape = all_shapes[random.below(6)];
  options.density = random.between(5, 45);
  return options;
}

TEST(StraightField, GivesTheTrueDistanceOnRandomMaps) {
  Compared result;
  for (std::uint64_t seed = 1; seed <= test::storm(150); ++seed) {
    Random random(seed);
    const TestWorld world = random_world(flat_options(random), seed);
    const Cell goal = random_passable_cell(world.view(), random);
    const int side = seed % 3 == 0 ? 16 : 32;
    compare(world.view(), straight_to(world.view(), {{goal}}, best_isa(), side), goal, result);
  }
  ASSERT_GT(result.excess.size(), test::enough(100'000U));
  EXPECT_EQ(result.wrong, 0U);
  EXPECT_LT(result.worst_below, 1e-3);
  std::sort(result.excess.begin(), result.excess.end());
  double sum = 0;
  for (const double e : result.excess) sum += e;
  EXPECT_LT(sum / static_cast<double>(result.excess.size()), 1e-6);
  EXPECT_LT(result.excess[result.excess.size() * 99 / 100], 1e-5);
  EXPECT_LT(result.excess.back(), 0.015);
}

// The cells of tiles that are not allowed are walls.
TEST(StraightField, StaysWithinTheAllowedTiles) {
  Compared result;
  for (std::uint64_t seed = 1; seed <= test::storm(20); ++seed) {
    Random random(seed);
    RandomWorldOptions options = flat_options(random);
    options.extent = {130, 110, 1};
    TestWorld world = random_world(options, seed);
    const TileGrid tiles(world.extent());
    const Cell goal = random_passable_cell(world.view(), random);
    StraightField field(world.view(), tiles);
    std::vector<bool> allowed(tiles.tile_count());
    for (std::uint32_t t = 0; t < tiles.tile_count(); ++t) {
      allowed[t] = random.below(3) != 0 || tiles.tile_of(goal).value == t;
      const TileId tile[] = {{t}};
      if (allowed[t]) field.allow(tile);
    }
    field.add_goal({goal});
    field.advance();
    for (std::size_t i = 0; i < world.extent().cell_count(); ++i) {
      const Cell c = world.extent().cell(i);
      if (!allowed[tiles.tile_of(c).value]) world.world.set_terrain(c, wall);
    }
    world.world.commit();
    compare(world.view(), field, goal, result);
  }
  EXPECT_EQ(result.wrong, 0U);
  EXPECT_LT(result.worst_below, 1e-3);
  EXPECT_LT(*std::max_element(result.excess.begin(), result.excess.end()), 0.015);
}

// Whether each path is legal and as long as the field says, and each heading leads to no wall.
std::string first_fault(GridView grid, const StraightField& field, Random& random) {
  for (int i = 0; i < 200; ++i) {
    const Cell c = random_passable_cell(grid, random);
    if (std::isinf(field.distance(c))) continue;
    std::string at = std::to_string(c.x);
    at += ", " + std::to_string(c.y) + ": ";
    const std::vector<MapPoint> path = points_of(field.path(c));
    if (const auto illegal = first_illegal(path, grid)) return at + *illegal;
    if (std::abs(length_of(path) - field.distance(c)) > 2e-3 + 1e-4 * length_of(path))
      return at + "path of length " + std::to_string(length_of(path)) + ", not " +
             std::to_string(field.distance(c));
    const auto inside = [&random] { return static_cast<float>(random.between(1, 999)) / 1000; };
    const Vec2 p{static_cast<float>(c.x) + inside(), static_cast<float>(c.y) + inside()};
    const Heading heading = field.heading(p, 0);
    const Vec2 ahead = p + heading.direction * std::min(0.5F, heading.reach);
    const Cell to = cell_at(ahead, 0);
    const bool clear = grid.passable(to) && grid.passable({to.x, c.y, 0}) && grid.passable({c.x, to.y, 0});
    if (!clear)
      return at + "leads into a wall at " + std::to_string(ahead.x) + ", " + std::to_string(ahead.y);
    const auto next = field.next(c);
    if (!next) return at + "nothing follows";
  }
  return {};
}

TEST(StraightField, PathsAndHeadingsKeepOutOfWalls) {
  for (std::uint64_t seed = 1; seed <= test::storm(150); ++seed) {
    Random random(seed);
    const TestWorld world = random_world(flat_options(random), seed);
    const StraightField field = straight_to(world.view(), {{random_passable_cell(world.view(), random)}});
    EXPECT_EQ(first_fault(world.view(), field, random), "") << "seed " << seed;
  }
}

// Everything that can be read off a field.
std::vector<float> bits_of(const StraightField& field, Extent extent) {
  std::vector<float> all;
  for (std::size_t i = 0; i < extent.cell_count(); ++i) {
    const Cell c = extent.cell(i);
    const Heading heading = field.heading(centre_of(c) + Vec2{0.25F, -0.125F}, c.layer);
    for (const float v : {field.distance(c), heading.direction.x, heading.direction.y, heading.reach})
      all.push_back(v);
  }
  return all;
}

// Layers, links, several goals with offsets.
TEST(StraightField, GivesEqualBitsOnEveryInstructionSetInStepsAndWhenReused) {
  std::optional<StraightField> used;
  for (std::uint64_t seed = 1; seed <= test::storm(60); ++seed) {
    const RandomWorldOptions options = random_options(seed);
    const TestWorld world = random_world(options, seed);
    const GridView grid = world.view();
    Random random(seed);
    const std::vector<Goal> goals = random_goals(grid, 4, random);
    const std::vector<float> expected = bits_of(straight_to(grid, goals, Isa::scalar), grid.extent());
    for (const Isa isa : supported_isas()) {
      EXPECT_EQ(bits_of(straight_to(grid, goals, isa), grid.extent()), expected)
          << name(isa) << ": " << describe(options, seed);
    }
    StraightField reused(grid, TileGrid(grid.extent()));
    reused.allow_all();
    reused.add_goal({random_passable_cell(grid, random)});
    while (!reused.advance(7)) EXPECT_LT(reused.settled_below(), infinite);
    reused.reset();
    reused.allow_all();
    for (const Goal& goal : goals) reused.add_goal(goal);
    while (!reused.advance(5)) {
    }
    EXPECT_EQ(bits_of(reused, grid.extent()), expected) << "reused: " << describe(options, seed);
  }
}

// What is settled while a field is not finished stays.
TEST(StraightField, SettlesFromTheGoalOutwards) {
  Random random(5);
  const TestWorld world = random_world(flat_options(random), 5);
  const GridView grid = world.view();
  const Cell goal = random_passable_cell(grid, random);
  const StraightField whole = straight_to(grid, {{goal}});
  StraightField field(grid, TileGrid(grid.extent()));
  field.allow_all();
  field.add_goal({goal});
  while (!field.advance(3)) {
    for (std::size_t i = 0; i < grid.extent().cell_count(); ++i) {
      const Cell c = grid.extent().cell(i);
      if (whole.distance(c) >= field.settled_below()) continue;
      ASSERT_NEAR(field.distance(c), whole.distance(c), 2e-3);
    }
  }
}

}  // namespace
}  // namespace portolan
