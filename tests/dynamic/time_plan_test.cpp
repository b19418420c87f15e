// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/tile_field.hpp>
#include <portolan/dynamic/obstacles.hpp>
#include <portolan/dynamic/time_plan.hpp>

#include <support/cases.hpp>
#include <support/draw_map.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>

#include "time_table.hpp"

namespace portolan {
namespace {

using test::draw_map;
using test::TimeTable;

TileField field_to(GridView grid, Cell goal) {
  TileField field(grid, TileGrid(grid.extent(), 32));
  field.add_goal({goal, {}});
  field.advance();
  return field;
}

struct Case {
  test::TestWorld map;
  Cell start;
  Cell goal;
  Pace pace;
  TimeStep grace = 0;
  TimeStep horizon = 0;
  std::vector<std::pair<Cell, TimeStep>> blocked;

  explicit Case(std::uint64_t seed) : map(test::random_world(options(seed), seed)) {
    test::Random random(seed * 7 + 1);
    start = test::random_passable_cell(map.view(), random);
    goal = test::random_passable_cell(map.view(), random);
    constexpr Pace paces[] = {{1, 24}, {2, 24}, {3, 24}, {1, 34}, {5, 48}, {1, 200}};
    pace = paces[random.below(6)];
    grace = random.percent(30) ? random.between(1, 4) : 0;
    horizon = random.between(1, 40);
    for (int k = random.between(0, 7); k > 0; --k) add_walker(random);
  }

 private:
  static test::RandomWorldOptions options(std::uint64_t seed) {
    test::Random random(seed);
    test::RandomWorldOptions options;
    options.extent = {random.between(2, 11), random.between(1, 9), 1};
    options.shape = random.percent(50) ? test::Shape::noise : test::Shape::open;
    options.density = random.between(0, 35);
    options.most_cost = random.percent(30) ? 3 : 1;
    return options;
  }
  // Walks, stands, vanishes and comes back; some are two by two.
  void add_walker(test::Random& random) {
    Cell at = test::random_cell(map.extent(), random);
    const int size = random.percent(25) ? 2 : 1;
    const int slowness = random.between(1, 4);
    bool there = random.percent(80);
    for (TimeStep t = 0; t < horizon; ++t) {
      if (t % slowness == 0 && random.percent(80)) {
        const Cell to = step(at, static_cast<Direction>(random.below(8)));
        if (map.view().contains(to)) at = to;
      }
      if (random.percent(4)) there = !there;
      for (int y = 0; y < size && there; ++y) {
        for (int x = 0; x < size; ++x) blocked.emplace_back(Cell{at.x + x, at.y + y, 0}, t);
      }
    }
  }
};

TEST(TimePlan, ArrivesWhenABruteForceSearchOverCellsAndStepsDoes) {
  int complete = 0, horizon = 0, blocked = 0, waited = 0, spent = 0;
  TimePlanner planner;
  for (std::uint64_t seed = 1; seed <= test::storm(1500); ++seed) {
    const Case c(seed);
    const TileField field = field_to(c.map.view(), c.goal);
    Forecast forecast;
    forecast.reset(c.map.extent(), {0, c.horizon});
    TimeTable table(c.map.view(), c.horizon);
    for (const auto& [cell, t] : c.blocked) {
      forecast.block(cell, {t, t + 1});
      table.block(cell, t);
    }
    forecast.finish();
    table.free(c.start, c.grace);
    const TimePlan few = planner.plan(field, forecast, {c.start, c.pace, c.grace, 1 + seed % 20});
    if (few.outcome == Outcome::budget_spent && !few.path.empty()) {
      ++spent;
      ASSERT_EQ(table.fault(few.path, c.pace), "") << "seed " << seed;
      ASSERT_EQ(few.path.front().cell, c.start) << "seed " << seed;
      ASSERT_EQ(few.path.back().leave, c.horizon) << "seed " << seed;
    }
    const TimePlan plan = planner.plan(field, forecast, {c.start, c.pace, c.grace});
    const std::optional<TimeStep> best = table.best(c.start, c.goal, c.pace);
    const bool has_path = reachable(field.at(c.start));
    const std::string what = "seed " + std::to_string(seed) + "\n" + test::drawing_of(c.map.view());
    if (!has_path) {
      ASSERT_EQ(plan.outcome, Outcome::unreachable) << what;
      continue;
    }
    if (!best) {
      ASSERT_EQ(plan.outcome, Outcome::pending) << what;
      ++blocked;
      continue;
    }
    ASSERT_TRUE(plan.outcome == Outcome::complete || plan.outcome == Outcome::partial) << what;
    ASSERT_EQ(plan.arrival, *best) << what;
    ASSERT_EQ(table.fault(plan.path, c.pace), "") << what;
    ASSERT_EQ(plan.path.front().cell, c.start) << what;
    if (*best <= c.horizon) {
      ASSERT_EQ(plan.outcome, Outcome::complete) << what;
    }
    if (plan.outcome == Outcome::complete) {
      ++complete;
      ASSERT_EQ(plan.path.back().cell, c.goal) << what;
      ASSERT_EQ(plan.path.back().arrive, plan.arrival) << what;
    } else {
      ++horizon;
      ASSERT_GE(plan.path.back().leave, c.horizon) << what;
    }
    waited += std::any_of(plan.path.begin(), plan.path.end() - 1,
                          [](const TimedCell& at) { return at.leave > at.arrive; })
                  ? 1
                  : 0;
  }
  // The draw has to bring every kind of ending about.
  EXPECT_GT(complete, test::enough(300));
  EXPECT_GT(horizon, test::enough(100));
  EXPECT_GT(blocked, test::enough(10));
  EXPECT_GT(waited, test::enough(100));
  EXPECT_GT(spent, test::enough(100));
}

TEST(TimePlan, WithoutObstaclesItTakesTheShortestWayInTime) {
  const auto map = draw_map(R"(
    A..#....
    ...#.#..
    .....#.B
  )");
  const TileField field = field_to(map.view(), map['B']);
  Forecast forecast;
  forecast.reset(map.extent(), {100, 400});
  forecast.finish();
  TimePlanner planner;
  const TimePlan plan = planner.plan(field, forecast, {map['A'], {}});
  EXPECT_EQ(plan.outcome, Outcome::complete);
  EXPECT_EQ(TimeTable(map.view(), 300).best(map['A'], map['B'], {}), plan.arrival - 100)
      << "time counts from the start of the forecast";
}

// A lane with a bay; the walker comes through it from the other end.
TEST(TimePlan, WaitsInTheBayUntilTheOtherHasPassed) {
  const auto map = draw_map(R"(
    ###.#####
    A.......B
    #########
  )");
  const TileField field = field_to(map.view(), map['B']);
  Forecast forecast;
  forecast.reset(map.extent(), {0, 60});
  for (int t = 0; t < 60; ++t) forecast.block({std::max(0, 7 - t / 2), 1, 0}, {t, t + 1});
  forecast.finish();
  TimePlanner planner;
  const TimePlan plan = planner.plan(field, forecast, {map['A'], {}});
  EXPECT_EQ(plan.outcome, Outcome::complete);
  EXPECT_TRUE(std::any_of(plan.path.begin(), plan.path.end(), [](const TimedCell& at) {
    return at.cell == Cell{3, 0, 0} && at.leave > at.arrive;
  })) << "it stands in the bay for a while";
}

TEST(TimePlan, NeitherSwapsNorPassesThrough) {
  const auto map = draw_map("A......B");
  const TileField field = field_to(map.view(), map['B']);
  Forecast forecast;
  forecast.reset(map.extent(), {0, 40});
  for (int t = 0; t < 40; ++t) forecast.block({std::max(0, 7 - t), 0, 0}, {t, t + 1});
  forecast.finish();
  TimePlanner planner;
  EXPECT_EQ(planner.plan(field, forecast, {map['A'], {}}).outcome, Outcome::pending);
}

TEST(TimePlan, SaysWhyThereIsNoPlan) {
  const auto map = draw_map("A....#B");
  const TileField field = field_to(map.view(), map['B']);
  Forecast forecast;
  forecast.reset(map.extent(), {0, 9});
  forecast.finish();
  TimePlanner planner;
  EXPECT_EQ(planner.plan(field, forecast, {map['A'], {}}).outcome, Outcome::unreachable);
  EXPECT_EQ(planner.plan(field, forecast, {{-1, 0, 0}, {}}).outcome, Outcome::out_of_bounds);
  const TileField left = field_to(map.view(), {4, 0, 0});
  TimeRequest poor{map['A'], {}};
  poor.max_nodes = 3;
  const TimePlan spent = planner.plan(left, forecast, poor);
  EXPECT_EQ(spent.outcome, Outcome::budget_spent);
  EXPECT_EQ(spent.nodes_opened, 3U);
  ASSERT_FALSE(spent.path.empty());
  EXPECT_EQ(spent.path.front(), (TimedCell{map['A'], 0, 0})) << "it goes on all the same";
  EXPECT_EQ(spent.path.back().leave, 9);
}

// Stairs between two floors take their time, and their ends are cells like others.
TEST(TimePlan, TakesLinksAndWaitsForTheirEnds) {
  auto map = draw_map(R"(
    A..#
    ---
    #..B
  )");
  map.world.add_link({{2, 0, 0}, {1, 0, 1}, 48});
  map.world.commit();
  const TileField field = field_to(map.view(), map['B']);
  Forecast forecast;
  forecast.reset(map.extent(), {0, 50});
  forecast.block({1, 0, 1}, {0, 10});
  forecast.finish();
  TimePlanner planner;
  const TimePlan plan = planner.plan(field, forecast, {map['A'], {}});
  EXPECT_EQ(plan.outcome, Outcome::complete);
  EXPECT_EQ(plan.arrival, 10 + 2 + 2) << "the stairs from step 10 on, then two steps";
}

TEST(Forecast, OfAScriptIsWhatComesToPass) {
  auto map = draw_map(R"(
    ....................
    ....................
    ....................
    ....................
    ....................
    ....................
  )");
  ObstacleSpec walker;
  walker.shape = Footprint::disc(1);
  walker.course =
      Course::waypoints(std::vector<Vec2>{{2.5F, 2.5F}, {17.5F, 3.5F}}, 1.7F, Repeat::there_and_back);
  ObstacleSpec door;
  door.shape = Footprint::box(1, 4);
  door.course = Course::linear({10.5F, 3.5F});
  door.presence = {false, {0.7, 1.9}, 2.3};
  Obstacles obstacles;
  for (const ObstacleSpec& spec : {walker, door}) obstacles.add(map.world, spec);
  const double tick = 0.1;
  for (int k = 0; k < 13; ++k) obstacles.advance(map.world, tick);
  map.world.commit();
  Forecast forecast;
  forecast.reset(map.extent(), {130, 130 + 90 * 3}, {3, tick, 0});
  for (const ObstacleId id : obstacles.all()) {
    forecast.add_script(obstacles.course(id), obstacles.presence(id), obstacles.footprint(id), 0,
                        obstacles.clock(id));
  }
  forecast.finish();
  for (TimeStep t = 130; t < 130 + 90 * 3; ++t) {
    if (t > 130 && (t - 130) % 3 == 0) {
      obstacles.advance(map.world, tick);
      map.world.commit();
    }
    for (std::size_t i = 0; i < map.extent().cell_count(); ++i) {
      const Cell c = map.extent().cell(i);
      ASSERT_EQ(forecast.blocked(c, t), !map.view().passable(c)) << t << ": " << c.x << ", " << c.y;
    }
  }
}

TEST(Forecast, OfAnUnknownMotionGrowsAsItReachesOut) {
  Forecast forecast;
  forecast.reset({30, 9, 1}, {0, 10}, {1, 1, 0});
  forecast.add_seen(Course::linear({2.5F, 4.5F}, {2, 0}), 0.5, Footprint::disc(0), 0);
  forecast.finish();
  for (int t = 0; t < 10; ++t) {
    const int ring = (t + 1) / 2;
    for (int y = 0; y < 9; ++y) {
      for (int x = 0; x < 30; ++x) {
        const bool near = std::abs(x - (2 + 2 * t)) <= ring && std::abs(y - 4) <= ring;
        ASSERT_EQ(forecast.blocked({x, y, 0}, t), near) << t << ": " << x << ", " << y;
      }
    }
  }
}

TEST(Forecast, AMarginBlocksEarlierAndLonger) {
  Forecast forecast;
  forecast.reset({9, 1, 1}, {0, 40}, {4, 1, 2});
  const Footprint one = Footprint::disc(0);
  forecast.add_script(Course::linear({0.5F, 0.5F}, {1, 0}), {}, one, 0, 0);
  forecast.finish();
  for (int x = 0; x < 9; ++x) {
    const auto spans = forecast.blocked({x, 0, 0});
    ASSERT_EQ(spans.size(), 1U);
    EXPECT_EQ(spans[0], (TimeSpan{std::max(0, 4 * x - 2), 4 * x + 6})) << x;
  }
}

}  // namespace
}  // namespace portolan
