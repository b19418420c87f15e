// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/dynamic/dispatcher.hpp>

#include <support/draw_map.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>

namespace portolan {
namespace {

const TriggerReport& of(const DispatchReport& report, Trigger trigger) {
  return report.triggers[static_cast<std::size_t>(trigger)];
}

ReplanPolicy nothing() {
  ReplanPolicy policy;
  policy.on_change = false;
  return policy;
}

// Open ground with one order from left to right.
class Dispatch : public testing::Test {
 protected:
  Dispatch() : world({96, 32, 1}), profile(world.add_profile({})) {
    HierarchyOptions options;
    options.sector_size = 8;
    hierarchy = std::make_unique<Hierarchy>(world, profile, options);
    planner = std::make_unique<Planner>(*hierarchy);
  }
  void begin(const ReplanPolicy& policy, WorkBudget budget = {}, int orders = 1) {
    dispatcher = std::make_unique<Dispatcher>(*hierarchy, *planner, 8, budget);
    for (int k = 0; k < orders; ++k) {
      order.push_back(std::make_unique<Order>(*hierarchy, std::vector<Goal>{{{90, 4 + 4 * k, 0}, {}}}));
      id.push_back(dispatcher->add(*order.back(), policy));
    }
  }
  // A tick with the agent of each order on column x of its row.
  void tick(int x) {
    const Commit commit = world.commit();
    if (!commit.empty()) dispatcher->take_in(commit, hierarchy->apply(commit).sectors.size());
    for (std::size_t k = 0; k < id.size(); ++k) {
      const std::vector<Cell> agents{{x, 4 + 4 * static_cast<int>(k), 0}};
      dispatcher->report_agents(id[k], agents);
    }
    dispatcher->tick();
  }
  std::uint64_t plans() const { return order[0]->work().plans; }

  World world;
  ProfileId profile;
  std::unique_ptr<Hierarchy> hierarchy;
  std::unique_ptr<Planner> planner;
  std::unique_ptr<Dispatcher> dispatcher;
  std::vector<std::unique_ptr<Order>> order;
  std::vector<DispatchId> id;
};

TEST_F(Dispatch, PlansOnceAndThenOnlyWhenTold) {
  begin(nothing());
  for (int x = 2; x < 60; ++x) tick(x);
  EXPECT_EQ(plans(), 1U);
  EXPECT_EQ(of(dispatcher->report(), Trigger::needed).served, 1U);
}

TEST_F(Dispatch, EveryNSteps) {
  ReplanPolicy policy = nothing();
  policy.every_steps = 10;
  begin(policy);
  for (int x = 2; x < 52; ++x) tick(x);
  EXPECT_EQ(of(dispatcher->report(), Trigger::steps).served, 4U);
  EXPECT_EQ(plans(), 5U);
}

TEST_F(Dispatch, AtTurnsAndWaypoints) {
  ReplanPolicy policy = nothing();
  policy.at_turns = true;
  begin(policy);
  for (int x = 2; x < 34; ++x) tick(x);
  EXPECT_EQ(of(dispatcher->report(), Trigger::turn).fired, 4U) << "borders at 8, 16, 24 and 32";
}

TEST_F(Dispatch, WhenBudgetIsLeftOver) {
  ReplanPolicy policy = nothing();
  policy.when_idle = true;
  begin(policy);
  for (int i = 0; i < 10; ++i) tick(2);
  EXPECT_EQ(of(dispatcher->report(), Trigger::idle).served, 9U);
}

TEST_F(Dispatch, WhenAWatchedRegionChanged) {
  ReplanPolicy policy;
  policy.timing = {};
  begin(policy);
  tick(2);
  world.stamp({40, 7, 0}, 1);
  tick(3);
  EXPECT_EQ(of(dispatcher->report(), Trigger::change).served, 1U);
  world.stamp({40, 28, 0}, 1);
  tick(4);
  EXPECT_EQ(of(dispatcher->report(), Trigger::change).served, 1U) << "too far from the corridor";
  for (int i = 0; i < 5; ++i) tick(5);
  EXPECT_EQ(plans(), 2U);
}

// Regions may be smaller than sectors: the window moves on with the leader all the same.
TEST_F(Dispatch, AWindowOfSmallRegionsMovesOnWithinASector) {
  HierarchyOptions options;
  options.sector_size = 32;
  hierarchy = std::make_unique<Hierarchy>(world, profile, options);
  planner = std::make_unique<Planner>(*hierarchy);
  ReplanPolicy policy;
  policy.timing = {};
  policy.watch_margin = 0;
  policy.watch_ahead = 6;
  dispatcher = std::make_unique<Dispatcher>(*hierarchy, *planner, 4, WorkBudget{});
  order.push_back(std::make_unique<Order>(*hierarchy, std::vector<Goal>{{{90, 4, 0}, {}}}));
  id.push_back(dispatcher->add(*order.back(), policy));
  for (int x = 2; x < 29; ++x) tick(x);
  ASSERT_EQ(of(dispatcher->report(), Trigger::change).fired, 0U);
  world.stamp({29, 5, 0}, 1);  // beside the leader, in the sector that it began in
  tick(29);
  EXPECT_EQ(of(dispatcher->report(), Trigger::change).fired, 1U);
}

TEST_F(Dispatch, AllTriggersAtOnceAreServedByOnePlan) {
  ReplanPolicy policy;
  policy.timing = {};
  policy.every_steps = 1;
  policy.at_turns = true;
  policy.when_idle = true;
  begin(policy);
  tick(7);
  world.stamp({40, 7, 0}, 1);
  tick(8);
  const DispatchReport& report = dispatcher->report();
  EXPECT_EQ(of(report, Trigger::steps).fired, 1U);
  EXPECT_EQ(of(report, Trigger::turn).fired, 1U);
  EXPECT_EQ(of(report, Trigger::change).fired, 1U);
  EXPECT_EQ(plans(), 2U);
}

TEST_F(Dispatch, AStaleFieldIsRepairedWithoutAPlan) {
  begin(nothing());
  tick(2);
  world.stamp({40, 4, 0}, 1);
  tick(3);
  EXPECT_FALSE(dispatcher->stale(id[0]));
  EXPECT_EQ(dispatcher->report().repairs, 1U);
  EXPECT_EQ(plans(), 1U);
}

TEST_F(Dispatch, ARestingOrderCostsNothing) {
  begin(nothing());
  tick(2);
  world.stamp({40, 4, 0}, 1);
  hierarchy->apply(world.commit());
  dispatcher->report_agents(id[0], {});
  dispatcher->tick();
  EXPECT_EQ(dispatcher->report().repairs, 0U);
}

// With hardly any budget requests wait, the longest waiting first, and none longer than the bound; over many
// ticks no more is spent than the budget and what had to be served because it had waited too long.
TEST_F(Dispatch, NobodyWaitsLongerThanTheBound) {
  WorkBudget budget;
  budget.tiles = 2;
  budget.nodes = 5;
  budget.longest_wait = 12;
  begin(nothing(), budget, 6);
  std::vector<int> waited(6, 0);
  int longest = 0;
  int stale_seen = 0;
  for (int t = 0; t < 200; ++t) {
    if (t % 3 == 0) {
      const Cell c{20 + t / 3 % 50, 4 + t / 3 % 6 * 4, 0};
      world.stamp(c, world.stamped(c) ? -1 : 1);
    }
    tick(2);
    for (std::size_t k = 0; k < 6; ++k) {
      waited[k] = dispatcher->stale(id[k]) ? waited[k] + 1 : 0;
      longest = std::max(longest, waited[k]);
      stale_seen += dispatcher->stale(id[k]) ? 1 : 0;
    }
  }
  EXPECT_GT(stale_seen, 0) << "the budget is meant to be too small";
  EXPECT_LE(longest, 12);
  EXPECT_LE(dispatcher->report().longest_wait, 12U);
  EXPECT_GT(dispatcher->report().ticks_waited, 0U);
}

TEST_F(Dispatch, ABudgetIsKeptInTheMean) {
  WorkBudget budget;
  budget.tiles = 6;
  budget.nodes = 40;
  budget.longest_wait = 100000;
  begin(nothing(), budget, 4);
  std::uint64_t tiles = 0;
  for (int t = 0; t < 300; ++t) {
    const Cell c{20 + t % 50, 4 + t % 4 * 4, 0};
    world.stamp(c, world.stamped(c) ? -1 : 1);
    tick(2);
  }
  std::uint64_t largest = 0;
  for (const auto& o : order) {
    tiles += o->work().tiles_solved;
    largest = std::max<std::uint64_t>(largest, o->field().corridor().size() * 2);
  }
  EXPECT_LE(tiles, 300 * 6 + largest) << "at most one request is owed";
  EXPECT_EQ(dispatcher->report().overdue, 0U);
}

TEST_F(Dispatch, SectorsAboveTheBudgetArePaidForInTiles) {
  WorkBudget budget;
  budget.tiles = 16;
  budget.sectors = 1;
  begin(nothing(), budget);
  tick(2);
  world.stamp({40, 4, 0}, 1);
  for (int x = 50; x < 90; x += 8) {
    for (int y = 20; y < 30; y += 8) world.stamp({x, y, 0}, 1);
  }
  tick(2);
  EXPECT_TRUE(dispatcher->stale(id[0])) << "rebuilding took what the repair needs";
  tick(2);
  tick(2);
  EXPECT_FALSE(dispatcher->stale(id[0]));
}

// An order that has gone leaves nothing behind: not its requests, not its watcher, not its address.
TEST_F(Dispatch, AnOrderMayGoAtAnyTime) {
  ReplanPolicy policy;
  policy.timing = {};
  begin(policy, {}, 3);
  tick(2);
  world.stamp({40, 4, 0}, 1);
  const std::size_t regions = dispatcher->regions().memory_bytes();
  order[1].reset();
  EXPECT_FALSE(dispatcher->alive(id[1]));
  EXPECT_FALSE(dispatcher->stale(id[1]));
  tick(2);
  tick(3);
  EXPECT_EQ(dispatcher->waiting(), 0U);
  EXPECT_GT(dispatcher->report().repairs, 0U);
  EXPECT_LE(dispatcher->report().repairs, 2U) << "of those that are left";
  // Its slot is given to the next one, and the old handle does not mean that.
  order[1] = std::make_unique<Order>(*hierarchy, GoalSet{{{90, 8, 0}}});
  const DispatchId later = dispatcher->add(*order[1], policy);
  EXPECT_EQ(later.slot, id[1].slot);
  EXPECT_TRUE(dispatcher->alive(later));
  EXPECT_FALSE(dispatcher->alive(id[1]));
  tick(4);
  EXPECT_FALSE(order[1]->planned()) << "the old handle reports no agents for it";
  id[1] = later;
  tick(5);
  EXPECT_TRUE(order[1]->planned());
  EXPECT_LE(dispatcher->regions().memory_bytes(), 2 * regions);
}

TEST_F(Dispatch, OrdersThatComeAndGoLeaveNoMemoryBehind) {
  ReplanPolicy policy;
  policy.timing = {};
  begin(policy, {}, 1);
  std::size_t after_ten = 0;
  for (int round = 0; round < 200; ++round) {
    order[0] = std::make_unique<Order>(*hierarchy, GoalSet{{{90, 4 + round % 20, 0}}});
    id[0] = dispatcher->add(*order[0], policy);
    tick(2 + round % 30);
    ASSERT_TRUE(order[0]->planned());
    if (round == 10) after_ten = dispatcher->regions().memory_bytes();
  }
  EXPECT_LE(dispatcher->regions().memory_bytes(), 2 * after_ten);
  EXPECT_LE(id[0].slot, 1U);
}

// Two groups far apart, each with one agent, and work for one repair at a time.
class Ranks : public testing::TestWithParam<bool> {
 protected:
  static constexpr int north = 4;
  static constexpr int south = 60;
  Ranks() : world({96, 64, 1}), profile(world.add_profile({})) {
    HierarchyOptions options;
    options.sector_size = 8;
    hierarchy = std::make_unique<Hierarchy>(world, profile, options);
    planner = std::make_unique<Planner>(*hierarchy);
    bands = std::make_unique<BandSolver>(*hierarchy);
    WorkBudget budget;
    budget.tiles = 1;
    budget.longest_wait = 100000;
    dispatcher = std::make_unique<Dispatcher>(*hierarchy, *planner, 8, budget);
    OrderOptions kind;
    if (GetParam()) kind.bands = bands.get();
    for (const int y : {north, south}) {
      agents.push_back({4, y, 0});
      order.push_back(std::make_unique<Order>(*hierarchy, std::vector<Goal>{{{90, y, 0}, {}}}, kind));
      id.push_back(dispatcher->add(*order.back(), nothing()));
    }
  }
  void tick() {
    for (std::size_t k = 0; k < id.size(); ++k) dispatcher->report_agents(id[k], {&agents[k], 1});
    dispatcher->tick();
  }
  // Until nobody waits and every debt is paid.
  void rest() {
    do {
      for (int i = 0; i < 1000; ++i) tick();
    } while (dispatcher->waiting() > 0);
  }
  void change(std::initializer_list<Cell> cells) {
    for (const Cell& c : cells) world.stamp(c, 1);
    const Commit commit = world.commit();
    dispatcher->take_in(commit, hierarchy->apply(commit).sectors.size());
  }
  bool stale(std::size_t k) const { return dispatcher->stale(id[k]); }

  World world;
  ProfileId profile;
  std::unique_ptr<Hierarchy> hierarchy;
  std::unique_ptr<Planner> planner;
  std::unique_ptr<BandSolver> bands;
  std::unique_ptr<Dispatcher> dispatcher;
  std::vector<std::unique_ptr<Order>> order;
  std::vector<DispatchId> id;
  std::vector<Cell> agents;
};

TEST_P(Ranks, WhoStandsInTheChangeComesFirst) {
  rest();
  change({{40, north, 0}, {6, south, 0}});
  tick();
  EXPECT_TRUE(stale(0));
  EXPECT_FALSE(stale(1)) << "its agent stands in the change";
  rest();
  EXPECT_FALSE(stale(0));
}

// The first group stood in a change that has been repaired since: that no longer counts.
TEST_P(Ranks, ARepairedChangeNoLongerCounts) {
  rest();
  change({{6, north, 0}});
  rest();
  ASSERT_EQ(dispatcher->report().repairs, 1U);
  change({{40, north, 0}, {6, south, 0}});
  tick();
  EXPECT_TRUE(stale(0));
  EXPECT_FALSE(stale(1)) << "its agent stands in the change";
}

// A sector that joined when an agent found back is none of the plan's.
TEST_P(Ranks, ASectorThatJoinedCounts) {
  rest();
  const Cell aside{36, south - 24, 0};
  ASSERT_FALSE(reachable(order[1]->at(aside)));
  agents[1] = aside;
  rest();
  ASSERT_EQ(order[1]->work().rejoins, 1U);
  change({{40, north, 0}, {aside.x + 1, aside.y, 0}});
  tick();
  EXPECT_TRUE(stale(0));
  EXPECT_FALSE(stale(1)) << "its agent stands in the change";
}

INSTANTIATE_TEST_SUITE_P(Kinds, Ranks, testing::Bool(),
                         [](const auto& kind) { return kind.param ? "Band" : "Field"; });

}  // namespace
}  // namespace portolan
