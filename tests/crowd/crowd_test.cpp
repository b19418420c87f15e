// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/crowd/crowd.hpp>

#include <support/cases.hpp>
#include <support/draw_map.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>

#include "reference_guide.hpp"
#include "tick.hpp"

namespace portolan {
namespace {

using test::draw_map;
using test::ReferenceGuide;
using test::tick;

// One group on a map: everything that a crowd needs.
struct Scene {
  explicit Scene(GridView grid, std::vector<Cell> goals, bool leave = true, CrowdOptions options = {})
      : guide(std::make_unique<ReferenceGuide>(grid, goals)), crowd(options) {
    group = crowd.add_group({grid, guide.get(), goals, {}, 1.0F, leave});
  }
  AgentId add(Cell c) { return crowd.add({centre_of(c), c.layer, 0.3F, 4.0F, group}); }
  // Steps until all have arrived; the number of steps, or -1.
  int run(int most) {
    for (int t = 0; t < most; ++t) {
      if (crowd.count(AgentState::moving) + crowd.count(AgentState::stuck) == 0) return t;
      crowd.step(tick);
      if (crowd.inside_walls() != 0) return -2;
    }
    return -1;
  }

  std::unique_ptr<ReferenceGuide> guide;
  Crowd crowd;
  CrowdGroupId group;
};

TEST(Crowd, OneWalksStraightAndArrives) {
  const auto map = draw_map("A..................B");
  Scene scene(map.view(), {map['B']});
  const AgentId one = scene.add(map['A']);
  const int steps = scene.run(200);
  ASSERT_GT(steps, 0);
  EXPECT_EQ(scene.crowd.state(one), AgentState::gone);
  EXPECT_NEAR(scene.crowd.distance(one), 18, 0.6);
  EXPECT_NEAR(scene.crowd.path_cost(one), 18 * 24, 15);
  EXPECT_LT(steps, 60) << "18 cells at 4 cells per second take 45 steps, and some to get going";
}

TEST(Crowd, NobodyWaitsAtTheEdgeOfAOneCellBuilding) {
  const auto map = draw_map(R"(
    ...........
    ...........
    A....#....B
    ...........
    ...........
  )");
  for (int row = 0; row < 5; ++row) {
    Scene scene(map.view(), {map['B']});
    scene.add({0, row, 0});
    EXPECT_GT(scene.run(100), 0) << "from row " << row;
    EXPECT_EQ(scene.crowd.squeezes(), 0U);
  }
  Scene all(map.view(), {map['B']});
  for (int y = 0; y < 5; ++y) {
    for (int x = 0; x < 4; ++x) all.add({x, y, 0});
  }
  EXPECT_GT(all.run(200), 0);
}

TEST(Crowd, TwoHundredGoThroughADoor) {
  const auto map = draw_map(R"(
    ....................#....................
    ....................#....................
    ....................#....................
    ....................#....................
    .........................................
    ....................#...................B
    ....................#....................
    ....................#....................
    ....................#....................
    ....................#....................
  )");
  Scene scene(map.view(), {map['B']});
  for (int i = 0; i < 200; ++i) scene.add({i % 20, i / 20, 0});
  const int steps = scene.run(3000);
  EXPECT_GT(steps, 0);
  EXPECT_EQ(scene.crowd.count(AgentState::gone), 200U);
  RecordProperty("steps", steps);
  RecordProperty("squeezes", static_cast<int>(scene.crowd.squeezes()));
}

TEST(Crowd, ManyStayAtOneGoal) {
  const auto map = draw_map(R"(
    ..............................
    ..............................
    ..............................
    ..............................
    ..............................
    .......................B......
    ..............................
    ..............................
    ..............................
    ..............................
    ..............................
    ..............................
  )");
  Scene scene(map.view(), {map['B']}, false);
  for (int i = 0; i < 144; ++i) scene.add({i % 12, i / 12, 0});
  EXPECT_GT(scene.run(1500), 0);
  EXPECT_EQ(scene.crowd.count(AgentState::arrived), 144U);
  EXPECT_LT(scene.crowd.overlaps(), 10U);
}

// Two columns of so broad bodies that two do not fit side by side, in a lane. How often one squeezed through
// others until all were through.
std::uint64_t squeezes_in_a_narrow_lane(Avoidance avoidance) {
  const auto map = draw_map(R"(
    ....########....
    A..............B
    ....########....
  )");
  constexpr float broad = 0.7F;
  Crowd crowd;
  const std::vector<Cell> east{map['B']};
  const std::vector<Cell> west{map['A']};
  const ReferenceGuide to_east(map.view(), east);
  const ReferenceGuide to_west(map.view(), west);
  const CrowdGroupId a = crowd.add_group({map.view(), &to_east, east, {}, 1.0F, true});
  const CrowdGroupId b = crowd.add_group({map.view(), &to_west, west, {}, 1.0F, true});
  for (const CrowdGroupId group : {a, b}) crowd.group(group).avoidance = avoidance;
  for (int i = 0; i < 9; ++i) {
    crowd.add({centre_of({i % 3, i / 3, 0}), 0, broad, 4, a});
    crowd.add({centre_of({13 + i % 3, i / 3, 0}), 0, broad, 4, b});
  }
  for (int steps = 0; crowd.count(AgentState::gone) < 18 && steps < 2000; ++steps) {
    crowd.step(tick);
    EXPECT_EQ(crowd.inside_walls(), 0U);
  }
  EXPECT_EQ(crowd.count(AgentState::gone), 18U);
  return crowd.squeezes();
}

TEST(Crowd, ColumnsThatMeetInANarrowLaneSqueezeThroughWhereTheyTakeNoTurns) {
  EXPECT_GT(squeezes_in_a_narrow_lane(Avoidance::none), 0U);
  EXPECT_EQ(squeezes_in_a_narrow_lane(Avoidance::separation), 0U);
}

TEST(Crowd, WhoHasNoWayIsStuckAndComesLooseWhenThereIsOne) {
  auto map = draw_map(R"(
    ..#..
    A.#.B
    ..#..
  )");
  Scene scene(map.view(), {map['B']});
  const AgentId one = scene.add(map['A']);
  for (int i = 0; i < 100; ++i) scene.crowd.step(tick);
  EXPECT_EQ(scene.crowd.state(one), AgentState::stuck);
  map.world.set_terrain({2, 1, 0}, 1);
  map.world.commit();
  *scene.guide = ReferenceGuide(map.view(), std::vector<Cell>{map['B']});
  EXPECT_GT(scene.run(100), 0);
}

// As where an obstacle has just left, and the field waits to be repaired.
TEST(Crowd, WhoStandsWhereItsGuideKnowsNoWayGoesOnFromTheCellBeside) {
  auto map = draw_map(R"(
    ######
    #A...B
    ######
  )");
  map.world.set_terrain(map['A'], 0);
  map.world.commit();
  Scene scene(map.view(), {map['B']});
  map.world.set_terrain(map['A'], 1);
  map.world.commit();
  const AgentId one = scene.add(map['A']);
  scene.crowd.step(tick);
  EXPECT_EQ(scene.crowd.state(one), AgentState::moving);
  EXPECT_GT(scene.run(100), 0);
}

TEST(Crowd, TakesLinks) {
  auto map = draw_map(R"(
    A...
    ....
    ---
    ...B
    ....
  )");
  map.world.add_link({{2, 1, 0}, {0, 1, 1}, 24});
  map.world.commit();
  Scene scene(map.view(), {map['B']});
  for (int x = 0; x < 3; ++x) scene.add({x, 0, 0});
  EXPECT_GT(scene.run(200), 0);
}

TEST(Crowd, IsPushedOutOfWhatIsLaidOnIt) {
  auto map = draw_map(R"(
    .......
    .......
    ...A..B
    .......
  )");
  Scene scene(map.view(), {map['B']});
  const AgentId one = scene.add(map['A']);
  for (int y = 1; y < 4; ++y) {
    for (int x = 2; x < 5; ++x) map.world.stamp({x, y, 0}, 1);
  }
  map.world.commit();
  EXPECT_EQ(scene.crowd.inside_walls(), 1U);
  const auto pushed = scene.crowd.push_out([](CrowdGroupId, Cell) { return true; });
  ASSERT_EQ(pushed.size(), 1U);
  EXPECT_EQ(pushed[0], one);
  EXPECT_EQ(scene.crowd.inside_walls(), 0U);
  EXPECT_TRUE(scene.crowd.push_out([](CrowdGroupId, Cell) { return true; }).empty());
}

TEST(Crowd, StartsLater) {
  const auto map = draw_map("A....B");
  Scene scene(map.view(), {map['B']});
  const AgentId late = scene.crowd.add({centre_of(map['A']), 0, 0.3F, 4, scene.group, true});
  for (int i = 0; i < 50; ++i) scene.crowd.step(tick);
  EXPECT_EQ(scene.crowd.state(late), AgentState::waiting);
  EXPECT_EQ(scene.crowd.position(late), centre_of(map['A']));
  scene.crowd.start(late);
  EXPECT_GT(scene.run(100), 0);
}

// Waits for a train, as its plan says, and goes on.
class Waiting final : public Guide {
 public:
  [[nodiscard]] Vec2 heading(Vec2, std::int32_t) const override { return waits ? Vec2{} : Vec2{1, 0}; }
  [[nodiscard]] std::optional<Cell> next(Cell c) const override {
    return waits ? std::nullopt : std::optional(Cell{c.x + 1, c.y, c.layer});
  }
  [[nodiscard]] Distance remaining(Cell c) const override {
    return {static_cast<std::uint32_t>(60 - c.x) * 24};
  }

  bool waits = false;
};

// By its own will: it went through others as if these had held it up.
TEST(Crowd, WhoWaitsIsNotHeldUp) {
  std::string rows;
  for (int y = 0; y < 9; ++y) rows += std::string(60, '.') + "\n";
  const auto map = draw_map(rows);
  Waiting guide;
  Crowd crowd;
  const CrowdGroupId group = crowd.add_group({map.view(), &guide, {{{59, 4}}}, {}});
  for (const float x : {3.5F, 4.5F, 5.5F}) crowd.add({{x, 4.5F}, 0, 0.4F, 2, group});
  for (int t = 0; t < 150; ++t) {
    guide.waits = t > 20 && t < 120;
    crowd.step(tick);
  }
  EXPECT_EQ(crowd.squeezes(), 0U);
}

// Agents that can reach the goal reach it, the others say so, and no wall is entered.
TEST(Crowd, ArrivesInRandomWorlds) {
  for (std::uint64_t seed = 1; seed <= test::storm(24); ++seed) {
    auto options = test::random_options(seed, 40);
    options.most_cost = 1 + static_cast<int>(seed % 3);
    options.least_cost = 1;
    const auto map = test::random_world(options, seed);
    test::Random random(seed);
    const Cell goal = test::random_passable_cell(map.view(), random);
    Scene scene(map.view(), {goal});
    std::size_t with_path = 0;
    for (int i = 0; i < 60; ++i) {
      const Cell c = test::random_passable_cell(map.view(), random);
      scene.add(c);
      if (reachable(scene.guide->remaining(c))) ++with_path;
    }
    for (int t = 0; t < 6000 && scene.crowd.count(AgentState::gone) < with_path; ++t) {
      scene.crowd.step(tick);
      ASSERT_EQ(scene.crowd.inside_walls(), 0U) << test::describe(options, seed);
    }
    EXPECT_GE(scene.crowd.count(AgentState::gone), with_path) << test::describe(options, seed);
  }
}

}  // namespace
}  // namespace portolan
