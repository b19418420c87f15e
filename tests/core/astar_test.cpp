// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <portolan/core/astar.hpp>

#include <gtest/gtest.h>

#include <baselines/reference_field.hpp>
#include <portolan/core/octile.hpp>
#include <portolan/core/path_check.hpp>

#include <support/cases.hpp>
#include <support/data.hpp>
#include <support/draw_map.hpp>
#include <support/movingai.hpp>
#include <support/random_world.hpp>

namespace portolan::test {
namespace {

TEST(OctileDistance, IsTheWayOverOpenGround) {
  EXPECT_EQ(octile_distance({0, 0, 0}, {0, 0, 3}).units, 0U);
  EXPECT_EQ(octile_distance({2, 5, 0}, {5, 4, 0}).units, 34U + 2 * 24);
  EXPECT_EQ(octile_distance({5, 4, 0}, {2, 5, 0}, 10).units, 10U * (34 + 2 * 24));
}

TEST(AStar, FindsTheWayRoundAWall) {
  const TestWorld map = draw_map(R"(
    A.#B
    ..#.
    ....
  )");
  AStar astar;
  const FoundPath found = astar.search(map.view(), map['A'], map['B']);
  EXPECT_EQ(found.outcome, Outcome::complete);
  EXPECT_EQ(found.path.cost.units, 24U + 34 + 24 + 24 + 24 + 24);
  EXPECT_EQ(first_fault(map.view(), found.path), std::nullopt);
  EXPECT_EQ(found.path.cells.front(), map['A']);
  EXPECT_EQ(found.path.cells.back(), map['B']);
}

TEST(AStar, OpensLittleMoreThanTheWayOnOpenGround) {
  RandomWorldOptions options;
  options.extent = {200, 200, 1};
  options.shape = Shape::open;
  const TestWorld made = random_world(options, 1);
  AStar astar;
  EXPECT_EQ(astar.search(made.view(), {10, 10, 0}, {150, 150, 0}).nodes_opened, 140U);
  EXPECT_EQ(astar.search(made.view(), {10, 10, 0}, {190, 10, 0}).nodes_opened, 180U);
}

TEST(AStar, SaysHowItEnded) {
  const TestWorld map = draw_map("A..#B\n");
  AStar astar;
  EXPECT_EQ(astar.search(map.view(), map['A'], map['B']).outcome, Outcome::unreachable);
  EXPECT_EQ(astar.search(map.view(), map['A'], {3, 0, 0}).outcome, Outcome::unreachable);
  EXPECT_EQ(astar.search(map.view(), {3, 0, 0}, map['A']).outcome, Outcome::unreachable);
  EXPECT_EQ(astar.search(map.view(), map['A'], {5, 0, 0}).outcome, Outcome::out_of_bounds);
  EXPECT_EQ(astar.search(map.view(), {0, 0, 1}, map['A']).outcome, Outcome::out_of_bounds);
  const FoundPath short_of = astar.search(map.view(), map['A'], {2, 0, 0}, {.max_nodes = 1});
  EXPECT_EQ(short_of.outcome, Outcome::budget_spent);
  EXPECT_EQ(short_of.nodes_opened, 1U);
  const FoundPath at_once = astar.search(map.view(), map['A'], map['A'], {.max_nodes = 0});
  EXPECT_EQ(at_once.outcome, Outcome::complete);
  EXPECT_EQ(at_once.path, (Path{{map['A']}, {0}}));
}

// With the octile distance as its estimate the search would settle for the straight way of 10 steps.
TEST(AStar, IsNotMisledByTeleporters) {
  TestWorld map = draw_map("T.A........B........U\n");
  map.world.add_link({map['T'], map['U'], 1});
  map.world.add_link({map['U'], map['B'], 1});
  map.world.commit();
  AStar astar;
  const FoundPath found = astar.search(map.view(), map['A'], map['B']);
  EXPECT_EQ(found.path.cost.units, 50U);
  EXPECT_EQ(found.path.cells, (std::vector<Cell>{map['A'], {1, 0, 0}, map['T'], map['U'], map['B']}));
}

TEST(AStar, KeepsItsEstimateWhereLinksAreNoShortCuts) {
  RandomWorldOptions options;
  options.extent = {100, 100, 2};
  options.shape = Shape::open;
  TestWorld made = random_world(options, 1);
  made.world.add_link({{50, 50, 0}, {51, 50, 1}, 24});
  made.world.commit();
  AStar astar;
  const FoundPath found = astar.search(made.view(), {10, 10, 0}, {90, 90, 1});
  EXPECT_EQ(found.path.cost.units, 40U * 34 + 24 + 39 * 34 + 24);
  EXPECT_LT(found.nodes_opened, 4000U) << "Dijkstra would open all 20000 or nearly so";
}

TEST(AStar, EqualsDijkstraOnRandomWorlds) {
  AStar astar;
  int solved = 0;
  for (std::uint64_t seed = 0; seed < test::storm(200); ++seed) {
    const RandomWorldOptions options = random_options(seed);
    const TestWorld made = random_world(options, seed);
    SCOPED_TRACE(describe(options, seed));
    Random random(seed);
    const Goal goal{random_passable_cell(made.view(), random)};
    const ReferenceField field = reference_dijkstra_buckets(made.view(), {&goal, 1});
    for (int i = 0; i < 6; ++i) {
      const Cell start = random_passable_cell(made.view(), random);
      const Cost least = i % 2 == 0 ? Cost{1} : least_cost(made.view());
      const FoundPath found = astar.search(made.view(), start, goal.cell, {.least_cost = least});
      ASSERT_EQ(found.outcome, reachable(field.at(start)) ? Outcome::complete : Outcome::unreachable);
      if (found.outcome != Outcome::complete) continue;
      ++solved;
      ASSERT_EQ(found.path.cost, field.at(start));
      ASSERT_EQ(first_fault(made.view(), found.path), std::nullopt);
      ASSERT_EQ(found.path.cells.front(), start);
      ASSERT_EQ(found.path.cells.back(), goal.cell);
      ASSERT_EQ(AStar().search(made.view(), start, goal.cell, {.least_cost = least}).path, found.path)
          << "what was searched before must not show";
    }
  }
  EXPECT_GT(solved, test::enough(500));
}

TEST(AStar, EqualsDijkstraOnPublicMaps) {
  PORTOLAN_NEEDS_DATA("movingai");
  AStar astar;
  BucketDijkstra dijkstra;
  for (const auto& file : movingai_cases()) {
    SCOPED_TRACE(file.string());
    const TestWorld map = load_movingai(file);
    Random random(9);
    const Goal goal{random_passable_cell(map.view(), random)};
    dijkstra.run(map.view(), {&goal, 1});
    for (int i = 0; i < 3; ++i) {
      const Cell start = random_passable_cell(map.view(), random);
      const FoundPath found = astar.search(map.view(), start, goal.cell);
      ASSERT_EQ(found.outcome == Outcome::complete, reachable(dijkstra.at(start)));
      if (found.outcome == Outcome::complete) {
        EXPECT_EQ(found.path.cost, dijkstra.at(start));
      }
    }
  }
}

}  // namespace
}  // namespace portolan::test
