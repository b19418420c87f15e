// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <queue>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/tile_field.hpp>
#include <portolan/dynamic/obstacles.hpp>
#include <portolan/dynamic/time_plan.hpp>

#include <support/draw_map.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>

namespace portolan {
namespace {

using test::draw_map;

TileField field_to(GridView grid, Cell goal) {
  TileField field(grid, TileGrid(grid.extent(), 32));
  field.add_goal({goal, {}});
  field.advance();
  return field;
}

/// The world and its movement on a plain (cell, time step) table; knows nothing of spans, fields or the
/// solver's tables. The rule: while a mover goes it takes up both cells, on a diagonal also those beside.
class Table {
 public:
  Table(GridView grid, TimeStep horizon) : grid_(grid), horizon_(horizon) {
    blocked_.resize(static_cast<std::size_t>(horizon), std::vector<char>(grid.extent().cell_count(), 0));
  }
  void block(Cell c, TimeStep t) {
    if (grid_.contains(c) && t >= 0 && t < horizon_)
      blocked_[static_cast<std::size_t>(t)][grid_.extent().index(c)] = 1;
  }
  // A mover that is caught may stay for so long.
  void free(Cell c, TimeStep until) {
    for (TimeStep t = 0; t < std::min(until, horizon_); ++t)
      blocked_[static_cast<std::size_t>(t)][grid_.extent().index(c)] = 0;
  }
  [[nodiscard]] bool free_at(Cell c, TimeStep t) const {
    return t >= horizon_ || blocked_[static_cast<std::size_t>(t)][grid_.extent().index(c)] == 0;
  }
  /// Duration of the move, or 0 when it is against the rules of movement.
  [[nodiscard]] TimeStep duration(Cell a, Cell b, const Pace& pace) const {
    const int dx = b.x - a.x, dy = b.y - a.y;
    if (!grid_.passable(a) || !grid_.passable(b) || std::abs(dx) > 1 || std::abs(dy) > 1) return 0;
    const bool diagonal = dx != 0 && dy != 0;
    if (diagonal && !(grid_.passable({a.x + dx, a.y, a.layer}) && grid_.passable({a.x, a.y + dy, a.layer})))
      return 0;
    const auto units = (diagonal ? 17ULL : 12ULL) * (grid_.cost(a) + grid_.cost(b));
    TimeStep steps = 0;
    while (static_cast<std::uint64_t>(steps) * pace.units < units * pace.steps) ++steps;
    return steps;
  }
  [[nodiscard]] bool may_go(Cell a, Cell b, TimeStep from, TimeStep steps) const {
    for (TimeStep t = from; t < from + steps; ++t) {
      if (!free_at(a, t) || !free_at(b, t) || !free_at({a.x, b.y, a.layer}, t) ||
          !free_at({b.x, a.y, a.layer}, t))
        return false;
    }
    return free_at(b, from + steps);
  }
  /// What the field promises from every cell, in units, by relaxing until nothing changes.
  [[nodiscard]] std::vector<std::uint64_t> costs_to(Cell goal) const {
    const Extent extent = grid_.extent();
    std::vector<std::uint64_t> cost(extent.cell_count(), ~0ULL);
    cost[extent.index(goal)] = 0;
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 0; i < cost.size(); ++i) {
        const Cell a = extent.cell(i);
        for_near(a, [&](Cell b) {
          const std::uint64_t there = cost[extent.index(b)];
          if (there == ~0ULL || duration(a, b, {1, 1}) == 0) return;
          const auto units = there + static_cast<std::uint64_t>(duration(a, b, {1, 1}));
          if (units < cost[i]) cost[i] = units, changed = true;
        });
      }
    }
    return cost;
  }
  template <class Visit>
  void for_near(Cell a, const Visit& visit) const {
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        const Cell b{a.x + dx, a.y + dy, a.layer};
        if (b != a && grid_.contains(b)) visit(b);
      }
    }
  }
  /// Breadth first over all (cell, step): the earliest arrival, and what the horizon leaves to the costs.
  [[nodiscard]] std::optional<TimeStep> best(Cell start, Cell goal, const Pace& pace) const {
    const Extent extent = grid_.extent();
    const std::vector<std::uint64_t> cost = costs_to(goal);
    std::map<std::pair<TimeStep, std::size_t>, bool> waiting;  // in the order of time
    std::optional<TimeStep> least;
    const auto visit = [&](Cell c, TimeStep t) { waiting[{t, extent.index(c)}] = true; };
    if (free_at(start, 0)) visit(start, 0);
    while (!waiting.empty()) {
      const TimeStep t = waiting.begin()->first.first;
      const std::size_t i = waiting.begin()->first.second;
      waiting.erase(waiting.begin());
      const Cell c = extent.cell(i);
      if (cost[i] == ~0ULL) continue;
      if (c == goal || t >= horizon_) {
        TimeStep rest = 0;
        while (static_cast<std::uint64_t>(rest) * pace.units < cost[i] * pace.steps) ++rest;
        if (!least || t + rest < *least) least = t + rest;
        continue;
      }
      if (free_at(c, t + 1)) visit(c, t + 1);
      for_near(c, [&](Cell b) {
        const TimeStep steps = duration(c, b, pace);
        if (steps > 0 && may_go(c, b, t, steps)) visit(b, t + steps);
      });
    }
    return least;
  }
  /// What is wrong with a timed way, if anything.
  [[nodiscard]] std::string fault(const std::vector<TimedCell>& way, const Pace& pace) const {
    for (std::size_t k = 0; k < way.size(); ++k) {
      const TimedCell& at = way[k];
      if (at.leave < at.arrive) return "leaves before it arrives";
      for (TimeStep t = at.arrive; t <= at.leave; ++t) {
        if (!free_at(at.cell, t)) return "is hit at " + std::to_string(t);
      }
      if (k + 1 == way.size()) break;
      const TimeStep steps = duration(at.cell, way[k + 1].cell, pace);
      if (steps == 0) return "is no step";
      if (at.leave + steps != way[k + 1].arrive) return "takes another time";
      if (!may_go(at.cell, way[k + 1].cell, at.leave, steps)) return "is hit on the move";
    }
    return "";
  }

 private:
  GridView grid_;
  TimeStep horizon_;
  std::vector<std::vector<char>> blocked_;
};

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
  int complete = 0, horizon = 0, blocked = 0, waited = 0;
  TimePlanner planner;
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    const Case c(seed);
    const TileField field = field_to(c.map.view(), c.goal);
    Forecast forecast;
    forecast.reset(c.map.extent(), {0, c.horizon});
    Table table(c.map.view(), c.horizon);
    for (const auto& [cell, t] : c.blocked) {
      forecast.block(cell, {t, t + 1});
      table.block(cell, t);
    }
    forecast.finish();
    table.free(c.start, c.grace);
    const TimePlan plan = planner.plan(field, forecast, {c.start, c.pace, c.grace});
    const std::optional<TimeStep> best = table.best(c.start, c.goal, c.pace);
    const bool has_way = reachable(field.at(c.start));
    const std::string what = "seed " + std::to_string(seed) + "\n" + test::drawing_of(c.map.view());
    if (!has_way) {
      ASSERT_EQ(plan.outcome, TimeOutcome::no_way) << what;
      continue;
    }
    if (!best) {
      ASSERT_EQ(plan.outcome, TimeOutcome::blocked) << what;
      ++blocked;
      continue;
    }
    ASSERT_TRUE(plan.outcome == TimeOutcome::complete || plan.outcome == TimeOutcome::horizon) << what;
    ASSERT_EQ(plan.arrival, *best) << what;
    ASSERT_EQ(table.fault(plan.way, c.pace), "") << what;
    ASSERT_EQ(plan.way.front().cell, c.start) << what;
    if (*best <= c.horizon) {
      ASSERT_EQ(plan.outcome, TimeOutcome::complete) << what;
    }
    if (plan.outcome == TimeOutcome::complete) {
      ++complete;
      ASSERT_EQ(plan.way.back().cell, c.goal) << what;
      ASSERT_EQ(plan.way.back().arrive, plan.arrival) << what;
    } else {
      ++horizon;
      ASSERT_GE(plan.way.back().leave, c.horizon) << what;
    }
    waited += std::any_of(plan.way.begin(), plan.way.end() - 1,
                          [](const TimedCell& at) { return at.leave > at.arrive; })
                  ? 1
                  : 0;
  }
  // The draw has to bring every kind of ending about.
  EXPECT_GT(complete, 300);
  EXPECT_GT(horizon, 100);
  EXPECT_GT(blocked, 10);
  EXPECT_GT(waited, 100);
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
  EXPECT_EQ(plan.outcome, TimeOutcome::complete);
  EXPECT_EQ(Table(map.view(), 300).best(map['A'], map['B'], {}), plan.arrival - 100)
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
  EXPECT_EQ(plan.outcome, TimeOutcome::complete);
  EXPECT_TRUE(std::any_of(plan.way.begin(), plan.way.end(), [](const TimedCell& at) {
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
  EXPECT_EQ(planner.plan(field, forecast, {map['A'], {}}).outcome, TimeOutcome::blocked);
}

TEST(TimePlan, SaysWhyThereIsNoPlan) {
  const auto map = draw_map("A....#B");
  const TileField field = field_to(map.view(), map['B']);
  Forecast forecast;
  forecast.reset(map.extent(), {0, 9});
  forecast.finish();
  TimePlanner planner;
  EXPECT_EQ(planner.plan(field, forecast, {map['A'], {}}).outcome, TimeOutcome::no_way);
  EXPECT_EQ(planner.plan(field, forecast, {{-1, 0, 0}, {}}).outcome, TimeOutcome::out_of_bounds);
  const TileField left = field_to(map.view(), {4, 0, 0});
  TimeRequest poor{map['A'], {}};
  poor.max_nodes = 3;
  const TimePlan spent = planner.plan(left, forecast, poor);
  EXPECT_EQ(spent.outcome, TimeOutcome::budget_spent);
  EXPECT_EQ(spent.nodes_opened, 3U);
  EXPECT_TRUE(spent.way.empty());
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
  EXPECT_EQ(plan.outcome, TimeOutcome::complete);
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
  walker.shape = DiscShape{1};
  walker.motion = WaypointMotion{{{2.5F, 2.5F}, {17.5F, 3.5F}}, 1.7F, Repeat::there_and_back};
  ObstacleSpec door;
  door.shape = BoxShape{1, 4, 0};
  door.motion = StillMotion{{10.5F, 3.5F}};
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
  forecast.add_seen({{2.5F, 4.5F}, {2, 0}, 0.5}, Footprint(DiscShape{0}), 0);
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
  const Footprint one(DiscShape{0});
  forecast.add_script(Course(LinearMotion{{0.5F, 0.5F}, {1, 0}}), {}, one, 0, 0);
  forecast.finish();
  for (int x = 0; x < 9; ++x) {
    const auto spans = forecast.blocked({x, 0, 0});
    ASSERT_EQ(spans.size(), 1U);
    EXPECT_EQ(spans[0], (TimeSpan{std::max(0, 4 * x - 2), 4 * x + 6})) << x;
  }
}

}  // namespace
}  // namespace portolan
