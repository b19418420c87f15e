// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <portolan/core/goal_shape.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <baselines/reference_field.hpp>
#include <portolan/core/tile_field.hpp>

#include <support/cases.hpp>
#include <support/draw_map.hpp>
#include <support/random_world.hpp>

namespace portolan {
namespace {

using namespace test;
using testing::ElementsAre;
using testing::IsEmpty;

std::vector<Cell> cells_of(const TestWorld& world, const GoalShape& shape) {
  std::vector<Cell> cells;
  for (const Goal& goal : goals_of(world.world, world.profile, shape)) cells.push_back(goal.cell);
  return cells;
}

// The cells that a drawing marks with 'x' are those of the shape, in order.
void expect_marked(const TestWorld& world, const GoalShape& shape) {
  EXPECT_EQ(cells_of(world, shape), world.all('x'));
}

TEST(GoalShape, CellCountsWhereItIsPassable) {
  const TestWorld world = draw_map("x#.\n");
  expect_marked(world, {Cell{0, 0, 0}});
  EXPECT_THAT(cells_of(world, {Cell{1, 0, 0}}), IsEmpty());
  EXPECT_THAT(cells_of(world, {Cell{3, 0, 0}}), IsEmpty());
  EXPECT_THAT(cells_of(world, {Cell{0, 0, 1}}), IsEmpty());
}

TEST(GoalShape, RectangleIsCutAtTheRimAndAtWalls) {
  const TestWorld world = draw_map(
      ".....\n"
      "..xxx\n"
      "..x#x\n");
  expect_marked(world, {Rect{2, 1, 100, 100, 0}});
  const TestWorld corner = draw_map(
      "xx.\n"
      "...\n");
  expect_marked(corner, {Rect{-3, -2, 5, 3, 0}});
  EXPECT_THAT(cells_of(corner, {Rect{0, 0, 0, 2, 0}}), IsEmpty());
}

TEST(GoalShape, DiscIsRound) {
  expect_marked(draw_map("...x...\n"
                         ".xxxxx.\n"
                         ".xx#xx.\n"
                         "xxxxxxx\n"
                         ".xxxxx.\n"
                         ".xxxxx.\n"
                         "...x...\n"),
                {Disc{{3, 3, 0}, 3}});
  expect_marked(draw_map("x.\n..\n"), {Disc{{0, 0, 0}, 0}});
  expect_marked(draw_map("xx.\nx..\n...\n"), {Disc{{0, 0, 0}, 1}});
}

TEST(GoalShape, TerrainClassIsFoundOnEveryLayer) {
  const TestWorld world = draw_map(
      "5.5\n"
      "---\n"
      "..5\n");
  EXPECT_THAT(cells_of(world, {TerrainId{5}}), ElementsAre(Cell{0, 0, 0}, Cell{2, 0, 0}, Cell{2, 0, 1}));
  EXPECT_THAT(cells_of(world, {TerrainId{7}}), IsEmpty());
  EXPECT_THAT(cells_of(world, {TerrainId{wall}}), IsEmpty());
}

TEST(GoalShape, LeastOffsetWinsWhereShapesOverlap) {
  const TestWorld world = draw_map("....\n");
  const GoalShape shapes[] = {{Rect{0, 0, 3, 1, 0}, Distance{100}},
                              {std::vector<Goal>{{{2, 0, 0}, {5}}, {{3, 0, 0}, {7}}, {{3, 0, 0}, {6}}}, {1}}};
  EXPECT_THAT(goals_of(world.world, world.profile, shapes),
              ElementsAre(Goal{{0, 0, 0}, {100}}, Goal{{1, 0, 0}, {100}}, Goal{{2, 0, 0}, {6}},
                          Goal{{3, 0, 0}, {7}}));
}

GoalShape random_shape(const TestWorld& world, Random& random) {
  const Cell c = random_cell(world.extent(), random);
  const Distance offset{random.percent(50) ? random.below(4000) : 0};
  switch (random.below(5)) {
    case 0:
      return {c, offset};
    case 1:
      return {random_goals(world.view(), 30, random), offset};
    case 2:
      return {Rect{c.x, c.y, random.between(1, 70), random.between(1, 70), c.layer}, offset};
    case 3:
      return {Disc{c, static_cast<double>(random.between(0, 40))}, offset};
    default:
      return {TerrainId{world.world.terrain(random_passable_cell(world.view(), random))}, offset};
  }
}

// Fields towards every kind of shape equal Dijkstra's, and lead to a goal of least cost.
TEST(GoalShape, FieldsEqualDijkstra) {
  for (std::uint64_t seed = 1; seed <= test::storm(200); ++seed) {
    const RandomWorldOptions options = random_options(seed, 100);
    SCOPED_TRACE(describe(options, seed));
    const TestWorld world = random_world(options, seed);
    Random random(seed);
    std::vector<GoalShape> shapes{random_shape(world, random)};
    while (random.percent(40)) shapes.push_back(random_shape(world, random));
    const std::vector<Goal> goals = goals_of(world.world, world.profile, shapes);
    TileField field(world.view(), TileGrid(world.extent()));
    for (const Goal& goal : goals) field.add_goal(goal);
    ASSERT_TRUE(field.advance());
    const ReferenceField reference = reference_dijkstra_buckets(world.view(), goals);
    for (std::size_t i = 0; i < reference.units.size(); ++i) {
      ASSERT_EQ(field.at(reference.extent.cell(i)).units, reference.units[i]);
    }
    for (const Goal& goal : goals) {
      ASSERT_EQ(field.direction(goal.cell) == Direction::goal, field.at(goal.cell) == goal.offset);
    }
  }
}

TEST(GoalShape, ThousandsOfGoalsAreTakenInSteps) {
  const TestWorld world = random_world({.extent = {400, 300, 1}, .shape = Shape::boxes}, 4);
  const std::vector<Goal> goals =
      goals_of(world.world, world.profile, {Rect{0, 0, 400, 150, 0}, Distance{50}});
  ASSERT_GT(goals.size(), 10000U);
  TileField field(world.view(), TileGrid(world.extent()));
  for (std::size_t i = 0; i < goals.size(); ++i) {
    field.add_goal(goals[i]);
    if (i % 10000 == 0) field.advance(1);
  }
  ASSERT_TRUE(field.advance());
  const ReferenceField reference = reference_dijkstra_buckets(world.view(), goals);
  for (std::size_t i = 0; i < reference.units.size(); ++i) {
    const Cell c = reference.extent.cell(i);
    ASSERT_EQ(field.at(c).units, reference.units[i]);
    if (reachable(field.at(c))) {
      ASSERT_NE(field.direction(c), Direction::none);
    }
  }
}

}  // namespace
}  // namespace portolan
