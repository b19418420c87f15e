// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <portolan/core/path.hpp>

#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <baselines/reference_field.hpp>
#include <portolan/core/path_check.hpp>

#include <support/cases.hpp>
#include <support/draw_map.hpp>
#include <support/random_world.hpp>
#include <support/reference_flow.hpp>

namespace portolan::test {
namespace {

using ::testing::HasSubstr;

ReferenceFlow flow_to(GridView grid, std::span<const Goal> goals) {
  return {grid, reference_dijkstra_buckets(grid, goals), goals};
}

/// Directions and values as the test wants them.
struct FaultyField {
  std::function<Direction(Cell)> directions;
  std::function<Distance(Cell)> values = [](Cell) { return Distance{1}; };

  [[nodiscard]] Distance at(Cell c) const { return values(c); }
  [[nodiscard]] Direction direction(Cell c) const { return directions(c); }
};

TEST(WalkDown, WalksToTheGoal) {
  const TestWorld map = draw_map(R"(
    A.#.
    ..#B
    ....
  )");
  const Goal goal{map['B']};
  const Result<Path> path = walk_down(flow_to(map.view(), {&goal, 1}), map.view(), map['A']);
  ASSERT_TRUE(path.ok());
  EXPECT_EQ(path.value().cells,
            (std::vector<Cell>{{0, 0, 0}, {1, 1, 0}, {1, 2, 0}, {2, 2, 0}, {3, 2, 0}, {3, 1, 0}}));
  EXPECT_EQ(path.value().cost.units, 24U + 34 + 24 + 24 + 24);
}

TEST(WalkDown, EndsWhereItStartsOnAGoal) {
  const TestWorld map = draw_map("A.\n");
  const Goal goal{map['A'], {5}};
  const Result<Path> path = walk_down(flow_to(map.view(), {&goal, 1}), map.view(), map['A']);
  ASSERT_TRUE(path.ok());
  EXPECT_EQ(path.value(), (Path{{map['A']}, {0}}));
}

TEST(WalkDown, TakesTheLinkThatTheValuesFallAlong) {
  TestWorld map = draw_map(R"(
    A#B
    ---
    ##C
    ---
    D##
  )");
  map.world.add_link({map['A'], map['B'], 50});
  map.world.add_link({map['A'], map['C'], 10});
  map.world.add_link({map['A'], map['D'], 1});
  map.world.add_link({map['C'], map['B'], 30});
  map.world.commit();
  const Goal goal{map['B']};
  const Result<Path> path = walk_down(flow_to(map.view(), {&goal, 1}), map.view(), map['A']);
  ASSERT_TRUE(path.ok());
  EXPECT_EQ(path.value(), (Path{{map['A'], map['C'], map['B']}, {40}}));
}

TEST(WalkDown, SaysThatThereIsNoWay) {
  const TestWorld map = draw_map("A#B\n");
  const Goal goal{map['B']};
  const ReferenceFlow flow = flow_to(map.view(), {&goal, 1});
  EXPECT_THAT(walk_down(flow, map.view(), map['A']).error().text(), HasSubstr("(0, 0, layer 0) has no way"));
  EXPECT_THAT(walk_down(flow, map.view(), {1, 0, 0}).error().text(), HasSubstr("in a wall"));
  EXPECT_THAT(walk_down(flow, map.view(), {-1, 0, 0}).error().text(), HasSubstr("outside the world"));
}

TEST(WalkDown, GivesUpOnFaultyFields) {
  const TestWorld map = draw_map(R"(
    ..#
    ...
  )");
  const auto error = [&](FaultyField field) {
    return walk_down(field, map.view(), {0, 0, 0}).error().text();
  };
  const FaultyField circle{[](Cell c) { return c.x == 0 ? Direction::e : Direction::w; }};
  EXPECT_THAT(error(circle), HasSubstr("circle"));
  EXPECT_THAT(error({[](Cell) { return Direction::w; }}), HasSubstr("no legal step"));
  EXPECT_THAT(error({[](Cell c) { return c.x == 0 ? Direction::e : Direction::se; }}),
              HasSubstr("no legal step"));
  EXPECT_THAT(error({[](Cell) { return Direction::link; }}), HasSubstr("no link"));
}

TEST(WalkDown, CostsWhatTheFieldSaysOnRandomWorlds) {
  int walked = 0;
  for (std::uint64_t seed = 0; seed < test::storm(100); ++seed) {
    const RandomWorldOptions options = random_options(seed);
    const TestWorld made = random_world(options, seed);
    SCOPED_TRACE(describe(options, seed));
    Random random(seed + 1000);
    const std::vector<Goal> goals = random_goals(made.view(), 3, random);
    const ReferenceFlow flow = flow_to(made.view(), goals);
    for (int i = 0; i < 10; ++i) {
      const Cell start = random_passable_cell(made.view(), random);
      const Result<Path> path = walk_down(flow, made.view(), start);
      ASSERT_EQ(path.ok(), reachable(flow.at(start)));
      if (!path.ok()) continue;
      ++walked;
      ASSERT_EQ(first_fault(made.view(), path.value()), std::nullopt);
      ASSERT_EQ(path.value().cost + flow.at(path.value().cells.back()), flow.at(start));
    }
  }
  EXPECT_GT(walked, test::enough(300));
}

}  // namespace
}  // namespace portolan::test
