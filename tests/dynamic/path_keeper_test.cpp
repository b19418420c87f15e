// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/path_check.hpp>
#include <portolan/dynamic/path_keeper.hpp>

#include <support/cases.hpp>
#include <support/draw_map.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>

namespace portolan {
namespace {

using test::draw_map;

TEST(PathKeeper, WalksToTheGoal) {
  const auto map = draw_map(R"(
    A....
    .###.
    ....B
  )");
  AStar search;
  PathKeeper keeper(map.view(), map['A'], map['B'], {}, search);
  EXPECT_EQ(keeper.outcome(), Outcome::complete);
  const Distance promised = keeper.remaining();
  while (!keeper.arrived()) {
    keeper.update();
    ASSERT_TRUE(keeper.step());
  }
  EXPECT_EQ(keeper.walked(), promised);
  EXPECT_EQ(keeper.work().plans, 1U);
  EXPECT_EQ(keeper.work().splices, 0U);
  EXPECT_FALSE(keeper.step());
}

TEST(PathKeeper, SplicesAroundWhatStandsAheadAndKeepsTheRest) {
  auto map = draw_map(R"(
    ..............................
    A............................B
    ..............................
  )");
  AStar search;
  PathKeeper keeper(map.view(), map['A'], map['B'], {.window = 8, .every = 6, .give_up_ratio = 1.2}, search);
  map.world.stamp({4, 1, 0}, 1);
  map.world.commit();
  const std::vector<Cell> before = keeper.ahead();
  keeper.update();
  EXPECT_EQ(keeper.work().splices, 1U);
  EXPECT_EQ(keeper.work().plans, 1U);
  EXPECT_EQ(keeper.work().steps_computed, 29U + 8U);
  const std::vector<Cell> after = keeper.ahead();
  EXPECT_EQ(first_fault(map.view(), {after, keeper.remaining()}), std::nullopt);
  EXPECT_TRUE(std::equal(before.begin() + 8, before.end(), after.end() - (30 - 8)));
}

TEST(PathKeeper, DoesNothingWhereNothingChangedAhead) {
  auto map = draw_map(R"(
    ..............................
    A............................B
    ..............................
  )");
  AStar search;
  PathKeeper keeper(map.view(), map['A'], map['B'], {.window = 8}, search);
  const std::uint64_t opened = keeper.work().nodes_opened;
  map.world.stamp({20, 1, 0}, 1);
  map.world.commit();
  keeper.update();
  EXPECT_EQ(keeper.work().nodes_opened, opened) << "beyond the window";
}

TEST(PathKeeper, CutsTheLoopWhereAPieceMeetsTheRest) {
  // The way leads through the left gap and right along the lower row; the piece comes back to it from the
  // right gap.
  auto map = draw_map(R"(
    A...........
    ##.####.####
    ............
    ###########.
    B...........
  )");
  AStar search;
  PathKeeper keeper(map.view(), map['A'], map['B'], {.window = 4, .max_ratio = 9, .give_up_ratio = 9},
                    search);
  ASSERT_EQ(keeper.ahead()[4], (Cell{2, 2, 0}));
  map.world.stamp({2, 1, 0}, 1);
  map.world.commit();
  keeper.update();
  EXPECT_EQ(keeper.work().loops_cut, 1U);
  EXPECT_EQ(keeper.work().plans, 1U);
  const Distance best = search.search(map.view(), map['A'], map['B']).path.cost;
  EXPECT_EQ(keeper.remaining(), best);
  EXPECT_EQ(first_fault(map.view(), {keeper.ahead(), best}), std::nullopt);
}

// The known bad case of splicing: 1-2-5-3-4 where 1-2-5-4 is right. The way is A-B-C-D; C lies beyond the gap
// that was closed, the piece goes through the other gap (5) and back to C, and the rest leads from there to D
// without meeting it.
struct BadCase {
  BadCase()
      : map(draw_map(R"(
          A.............................
          .B............................
          ###.##############.###########
          ....C.........................
          ..............................
          ..............................
          ..............................
          ..............................
          ..............................
          ..............................
          ..............................
          ..............................
          ..............................
          .....................D........
        )")) {}
  // What the way costs to the end when the gap next to C closes at the start.
  Distance walk(double give_up_ratio, PlanWork& work) {
    AStar search;
    const Cell start = map['A'];
    const Cell goal = map['D'];
    PathKeeper keeper(map.view(), start, goal, {.window = 5, .max_ratio = 20, .give_up_ratio = give_up_ratio},
                      search);
    map.world.stamp({3, 2, 0}, 1);
    map.world.commit();
    keeper.update();
    const Distance cost = keeper.remaining();
    EXPECT_EQ(first_fault(map.view(), {keeper.ahead(), cost}), std::nullopt);
    work = keeper.work();
    best = search.search(map.view(), start, goal).path.cost;
    return cost;
  }
  test::TestWorld map;
  Distance best;
};

TEST(PathKeeper, TheKnownBadCaseIsMendedByGivingUp) {
  PlanWork work;
  BadCase trusting;
  const Distance detour = trusting.walk(100, work);
  EXPECT_EQ(work.given_up, 0U);
  EXPECT_GT(static_cast<double>(detour.units), 1.4 * static_cast<double>(trusting.best.units))
      << "splicing alone walks back to C";
  BadCase careful;
  EXPECT_EQ(careful.walk(1.2, work), careful.best);
  EXPECT_EQ(work.given_up, 1U);
  EXPECT_EQ(work.plans, 2U);
}

TEST(PathKeeper, ReplansWhereTheBoundBreaks) {
  auto map = draw_map(R"(
    A..........B
    .#########..
    .#########..
    .#########..
    ............
  )");
  AStar search;
  PathKeeper keeper(map.view(), map['A'], map['B'], {.window = 4, .max_ratio = 1.5}, search);
  map.world.stamp({2, 0, 0}, 1);
  map.world.commit();
  keeper.update();
  EXPECT_EQ(keeper.work().bounds_broken, 1U);
  EXPECT_EQ(keeper.work().plans, 2U);
  EXPECT_EQ(keeper.outcome(), Outcome::complete);
}

TEST(PathKeeper, SaysThatThereIsNoWayAndFindsOneWhenThereIs) {
  auto map = draw_map("A....B");
  AStar search;
  PathKeeper keeper(map.view(), map['A'], map['B'], {}, search);
  map.world.stamp({3, 0, 0}, 1);
  map.world.commit();
  keeper.update();
  EXPECT_EQ(keeper.outcome(), Outcome::unreachable);
  EXPECT_FALSE(keeper.step());
  map.world.stamp({3, 0, 0}, -1);
  map.world.commit();
  keeper.update();
  EXPECT_EQ(keeper.outcome(), Outcome::complete);
  EXPECT_TRUE(keeper.step());
}

TEST(PathKeeper, TakesABetterWayOnlyWhenASpliceIsDue) {
  auto map = draw_map(R"(
    .....#....
    A....#...B
    .....#....
    ..........
  )");
  AStar search;
  PathKeeper keeper(map.view(), map['A'], map['B'], {.window = 9, .every = 2}, search);
  map.world.set_terrain({5, 1, 0}, 1);
  map.world.commit();
  keeper.note_change();
  keeper.update();
  EXPECT_EQ(keeper.work().splices, 0U);
  keeper.step();
  keeper.step();
  keeper.update();
  EXPECT_EQ(keeper.work().splices, 1U);
  EXPECT_EQ(keeper.remaining(), search.search(map.view(), keeper.here(), map['B']).path.cost);
}

TEST(PathKeeper, TakesAAgentBackThatWasPushedAside) {
  auto map = draw_map(R"(
    ..............................
    A............................B
    ..............................
  )");
  AStar search;
  PathKeeper keeper(map.view(), map['A'], map['B'], {.window = 8}, search);
  const Distance all = keeper.remaining();
  keeper.put({3, 1, 0});
  EXPECT_EQ(keeper.work().splices, 0U) << "that is on the way";
  EXPECT_EQ(keeper.remaining(), Distance{all.units - 3 * 24});
  keeper.put({4, 2, 0});
  EXPECT_EQ(keeper.work().plans, 1U);
  EXPECT_EQ(keeper.work().splices, 1U);
  EXPECT_EQ(keeper.ahead().front(), (Cell{4, 2, 0}));
  EXPECT_EQ(keeper.remaining(), search.search(map.view(), {4, 2, 0}, map['B']).path.cost);
  EXPECT_EQ(first_fault(map.view(), {keeper.ahead(), keeper.remaining()}), std::nullopt);
}

TEST(PathKeeper, HasNoWayOutOfAWallAndFindsOneWhenItIsPutElsewhere) {
  const auto map = test::draw_map("...#\n....\n");
  AStar search;
  PathKeeper keeper(map.view(), {0, 0, 0}, {3, 1, 0}, {}, search);
  keeper.put({3, 0, 0});
  EXPECT_EQ(keeper.outcome(), Outcome::unreachable);
  EXPECT_FALSE(keeper.step());
  keeper.put({2, 0, 0});
  EXPECT_EQ(keeper.outcome(), Outcome::complete);
  EXPECT_TRUE(keeper.step());
}

// Random worlds that change at every step: the next steps are always legal, and who can arrive does.
TEST(PathKeeper, NeverStepsIntoAWallInWorldsThatChange) {
  for (std::uint64_t seed = 1; seed <= test::storm(60); ++seed) {
    const auto options = test::random_options(seed, 40);
    auto map = test::random_world(options, seed);
    test::Random random(seed);
    const Cell start = test::random_passable_cell(map.view(), random);
    const Cell goal = test::random_passable_cell(map.view(), random);
    AStar search;
    const SpliceOptions splice{.window = 1 + random.below(20), .max_ratio = 1.5, .every = random.below(10)};
    PathKeeper keeper(map.view(), start, goal, splice, search);
    std::vector<Cell> stamped;
    for (int tick = 0; tick < 300 && !keeper.arrived(); ++tick) {
      for (int k = 0; k < 5 && tick < 150; ++k) {
        const Cell c = test::random_cell(map.extent(), random);
        if (c == keeper.here() || c == goal) continue;
        stamped.push_back(c);
        map.world.stamp(c, 1);
      }
      while (stamped.size() > 30 || (tick >= 150 && !stamped.empty())) {
        map.world.stamp(stamped.front(), -1);
        stamped.erase(stamped.begin());
      }
      map.world.commit();
      if (random.percent(30)) keeper.note_change();
      keeper.update();
      if (keeper.outcome() != Outcome::complete) continue;
      const std::vector<Cell> ahead = keeper.ahead();
      std::vector<Cell> sorted = ahead;
      std::sort(sorted.begin(), sorted.end());
      ASSERT_EQ(std::adjacent_find(sorted.begin(), sorted.end()), sorted.end()) << "a circle, seed " << seed;
      ASSERT_TRUE(keeper.step()) << test::describe(options, seed) << " tick " << tick;
    }
    if (keeper.arrived()) continue;
    EXPECT_TRUE(keeper.outcome() == Outcome::unreachable || keeper.steps_left() > 0)
        << test::describe(options, seed);
    EXPECT_EQ(keeper.outcome(), search.search(map.view(), keeper.here(), goal).outcome)
        << test::describe(options, seed);
  }
}

}  // namespace
}  // namespace portolan
