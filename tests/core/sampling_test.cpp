// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <baselines/sampling.hpp>

#include <gtest/gtest.h>

#include <support/cases.hpp>
#include <support/data.hpp>
#include <support/draw_map.hpp>
#include <support/movingai.hpp>
#include <support/random_world.hpp>

namespace portolan {
namespace {

using namespace test;

TileField octile_to(const TestWorld& world, Cell goal) {
  TileField field(world.view(), TileGrid(world.extent()));
  field.add_goal({goal});
  field.advance();
  return field;
}

Vec2 random_point(Cell c, Random& random) {
  const auto part = [&] { return static_cast<float>(random.below(1000)) / 1000.0F; };
  return {static_cast<float>(c.x) + part(), static_cast<float>(c.y) + part()};
}

// A way that is no zero vector, and has open ground half a cell ahead, without cutting a blocked corner.
void expect_safe(const TileField& field, Vec2 p, Vec2 way, Cell c) {
  const GridView grid = field.grid();
  if (is_step(field.direction(c))) {
    ASSERT_NEAR(length(way), 1, 1e-4) << "(" << p.x << ", " << p.y << ")";
  }
  for (const float t : {0.1F, 0.25F, 0.5F}) {
    const Cell ahead = cell_at(p + way * t, c.layer);
    ASSERT_TRUE(grid.passable(ahead))
        << "(" << p.x << ", " << p.y << ") goes (" << way.x << ", " << way.y << ")";
    ASSERT_TRUE(grid.passable({ahead.x, c.y, c.layer}) && grid.passable({c.x, ahead.y, c.layer}));
  }
}

TEST(Sampling, NeverPointsIntoAWall) {
  for (std::uint64_t seed = 1; seed <= test::storm(60); ++seed) {
    const RandomWorldOptions options = random_options(seed, 60);
    SCOPED_TRACE(describe(options, seed));
    const TestWorld world = random_world(options, seed);
    Random random(seed);
    const TileField field = octile_to(world, random_passable_cell(world.view(), random));
    for (int i = 0; i < 2000 && !HasFatalFailure(); ++i) {
      const Cell c = random_passable_cell(world.view(), random);
      if (!reachable(field.at(c))) continue;
      const Vec2 p = random_point(c, random);
      expect_safe(field, p, sample_nearest(field, p, c.layer), c);
      expect_safe(field, p, sample_bilinear(field, p, c.layer), c);
    }
  }
}

// Small steps along the samples arrive, also where a field has its goal right behind a wall.
void expect_arrives(const TileField& field, Cell start, Cell goal) {
  Vec2 p = centre_of(start);
  for (int tick = 0; tick < 20000; ++tick) {
    if (cell_at(p, start.layer) == goal) return;
    const Vec2 way = sample_bilinear(field, p, start.layer);
    ASSERT_GT(length(way), 0) << "stands at (" << p.x << ", " << p.y << ")";
    p += way * 0.2F;
    ASSERT_TRUE(field.grid().passable(cell_at(p, start.layer)));
  }
  FAIL() << "still at (" << p.x << ", " << p.y << ")";
}

TEST(Sampling, SymmetricWallBeforeTheGoalIsNoTrap) {
  const TestWorld world = draw_map(
      ".........\n"
      ".........\n"
      "...###...\n"
      "A..###..B\n"
      "...###...\n"
      ".........\n"
      ".........\n");
  const TileField field = octile_to(world, world['B']);
  expect_arrives(field, world['A'], world['B']);
  for (std::int32_t y = 0; y < 7; ++y) expect_arrives(field, {0, y, 0}, world['B']);
}

TEST(Sampling, ArrivesOnRandomWorlds) {
  for (std::uint64_t seed = 1; seed <= test::storm(40); ++seed) {
    RandomWorldOptions options = random_options(seed, 60);
    options.extent.layers = 1;
    options.one_way_links = options.two_way_links = 0;
    SCOPED_TRACE(describe(options, seed));
    const TestWorld world = random_world(options, seed);
    Random random(seed);
    const Cell goal = random_passable_cell(world.view(), random);
    const TileField field = octile_to(world, goal);
    for (int i = 0; i < 20 && !HasFatalFailure(); ++i) {
      const Cell start = random_passable_cell(world.view(), random);
      if (reachable(field.at(start))) expect_arrives(field, start, goal);
    }
  }
}

void expect_gradient_falls(const TileField& field, GridView grid) {
  for (std::size_t i = 0; i < grid.extent().cell_count(); ++i) {
    const Cell c = grid.extent().cell(i);
    if (!is_step(field.direction(c))) continue;
    const Vec2 way = gradient(field, c);
    const Direction d = nearest_step(way);
    ASSERT_TRUE(grid.can_step(c, d)) << c.x << ", " << c.y;
    ASSERT_LT(field.at(step(c, d)), field.at(c)) << c.x << ", " << c.y;
  }
}

TEST(Gradient, FallsAtEveryCellOfEveryRealMap) {
  PORTOLAN_NEEDS_DATA("movingai");
  Random random(11);
  for (const auto& file : movingai_cases()) {
    SCOPED_TRACE(file.filename().string());
    const TestWorld world = load_movingai(file);
    const TileField field = octile_to(world, random_passable_cell(world.view(), random));
    ASSERT_NO_FATAL_FAILURE(expect_gradient_falls(field, world.view()));
  }
}

TEST(Gradient, FallsOnWeightedRandomWorlds) {
  for (std::uint64_t seed = 1; seed <= test::storm(60); ++seed) {
    const TestWorld world = random_world(random_options(seed, 70), seed);
    Random random(seed);
    const TileField field = octile_to(world, random_passable_cell(world.view(), random));
    ASSERT_NO_FATAL_FAILURE(expect_gradient_falls(field, world.view())) << seed;
  }
}

TEST(Gradient, IsSmoothOnOpenGround) {
  const TestWorld world = draw_map(std::string(41, '.') + "\n" + [] {
    std::string rows;
    for (int y = 0; y < 40; ++y) rows += std::string(41, '.') + "\n";
    return rows;
  }());
  const TileField field = octile_to(world, {20, 20, 0});
  // Off the eight axes the angle lies between two steps.
  const Vec2 way = gradient(field, {4, 12, 0});
  EXPECT_GT(way.x, 0.75F);
  EXPECT_GT(way.y, 0.2F);
}

}  // namespace
}  // namespace portolan
