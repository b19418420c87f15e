// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Orders of a navigator: kinds, changes, slices. What these leave half done comes out as if done in one go.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/path.hpp>
#include <portolan/core/path_check.hpp>
#include <portolan/core/tile_field.hpp>
#include <portolan/dynamic/navigator.hpp>
#include <support/cases.hpp>
#include <support/draw_map.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>

namespace portolan {
namespace {

using Kind = OrderEvent::Kind;

/// Agents that take a step of their order's field in each tick, on one map.
struct Game {
  explicit Game(test::TestWorld made, std::uint64_t per_tick = 40)
      : map(std::move(made)),
        hierarchy(map.world, map.profile, {.sector_size = 8}),
        navigator(map.world),
        units(per_tick) {
    navigator.add(hierarchy);
  }

  std::uint32_t agent_on(Cell c) {
    cells.push_back(c);
    navigator.place(static_cast<std::uint32_t>(cells.size() - 1), c);
    return static_cast<std::uint32_t>(cells.size() - 1);
  }
  void walk(std::uint32_t agent) {
    const OrderId order = navigator.order_of(agent);
    if (!navigator.alive(order)) return;
    const CorridorField& field = navigator.field(order);
    if (!field.settled(cells[agent])) return;
    const Direction d = field.direction(cells[agent]);
    if (is_step(d) && map.view().can_step(cells[agent], d)) cells[agent] = step(cells[agent], d);
  }
  void tick() {
    navigator.commit();
    for (std::uint32_t a = 0; a < cells.size(); ++a) navigator.place(a, cells[a]);
    worked.push_back(navigator.work(units));
    for (const OrderEvent& event : navigator.events()) events.push_back(event);
    for (std::uint32_t a = 0; a < cells.size(); ++a) walk(a);
  }
  void ticks(int count) {
    while (count-- > 0) tick();
  }
  [[nodiscard]] std::size_t count(Kind kind) const {
    return static_cast<std::size_t>(
        std::count_if(events.begin(), events.end(), [&](const OrderEvent& e) { return e.kind == kind; }));
  }

  test::TestWorld map;
  Hierarchy hierarchy;
  Navigator navigator;
  std::uint64_t units;
  std::vector<Cell> cells;
  std::vector<OrderEvent> events;
  std::vector<std::uint64_t> worked;
};

TEST(NavigatorOrders, AnOrderLeadsItsAgentsAndCanGoElsewhereAtAnyTime) {
  Game game(test::draw_map(R"(
    A..........#....................
    ...........#....................
    ...........#..........C.........
    ...........#....................
    ................................
    B..........#....................
    ...........#...................D
  )"));
  const std::uint32_t a = game.agent_on(game.map['A']);
  const std::uint32_t b = game.agent_on(game.map['B']);
  const OrderId order = game.navigator.give({.places = {game.map['C']}}, std::vector{a, b});
  game.ticks(10);
  EXPECT_EQ(game.count(Kind::path_found), 1U);
  game.navigator.set_places(order, std::vector{game.map['D']});
  const Cell before = game.cells[a];
  game.tick();
  EXPECT_NE(game.cells[a], before) << "the old field is followed, or the new one is there";
  game.ticks(60);
  EXPECT_EQ(game.cells[a], game.map['D']);
  EXPECT_EQ(game.cells[b], game.map['D']);
  game.navigator.remove(order);
  EXPECT_FALSE(game.navigator.alive(order));
  EXPECT_FALSE(game.navigator.alive(game.navigator.order_of(a)));
}

TEST(NavigatorOrders, AnAgentHasOneOrderAndCanJoinAndLeave) {
  Game game(test::draw_map(R"(
    A..................B
    ....................
    C..................D
  )"));
  const std::uint32_t a = game.agent_on(game.map['A']);
  const std::uint32_t c = game.agent_on(game.map['C']);
  const OrderId east = game.navigator.give({.places = {game.map['B']}}, std::vector{a, c});
  const OrderId south = game.navigator.give({.places = {game.map['D']}}, std::vector{c});
  EXPECT_EQ(game.navigator.agents(east).size(), 1U);
  EXPECT_EQ(game.navigator.order_of(c), south);
  game.navigator.join(east, std::vector{c});
  EXPECT_EQ(game.navigator.agents(south).size(), 0U);
  game.navigator.pause(east, true);
  game.ticks(5);
  EXPECT_EQ(game.cells[a], game.map['A']) << "no work is done for a paused order";
  game.navigator.pause(east, false);
  game.ticks(30);
  EXPECT_EQ(game.cells[a], game.map['B']);
  EXPECT_EQ(game.cells[c], game.map['B']);
  game.navigator.leave(std::vector{a});
  EXPECT_EQ(game.navigator.agents(east).size(), 1U);
}

TEST(NavigatorOrders, OntoABuildingGoesToTheFreeCellsAroundIt) {
  Game game(test::draw_map(R"(
    A..............
    .......###.....
    .......#B#.....
    .......###.....
    ...............
  )"));
  game.map.world.stamp(game.map['B'], 1);
  game.navigator.commit();
  const std::uint32_t a = game.agent_on(game.map['A']);
  const OrderId order = game.navigator.give({.places = {game.map['B']}}, std::vector{a});
  EXPECT_EQ(game.navigator.goals(order).size(), 16U);
  game.ticks(20);
  const Cell b = game.map['B'];
  EXPECT_EQ(std::max(std::abs(game.cells[a].x - b.x), std::abs(game.cells[a].y - b.y)), 2);
}

TEST(NavigatorOrders, WhereNoGoalCanBeReachedTheNearestPlaceStandsInUntilAGateOpens) {
  Game game(test::draw_map(R"(
    A.........#.........
    ..........#.....C...
    ..........#.........
    ..........D.........
    ..........#........B
  )"));
  game.map.world.stamp(game.map['D'], 1);
  const std::uint32_t a = game.agent_on(game.map['A']);
  const std::uint32_t c = game.agent_on(game.map['C']);
  game.navigator.give({.places = {game.map['B']}}, std::vector{a, c});
  game.ticks(40);
  EXPECT_EQ(game.cells[c], game.map['B']);
  EXPECT_EQ(game.cells[a], (Cell{9, 4, 0}));
  ASSERT_EQ(game.count(Kind::partial), 1U);
  const auto partial = std::find_if(game.events.begin(), game.events.end(),
                                    [](const OrderEvent& e) { return e.kind == Kind::partial; });
  EXPECT_EQ(partial->nearest, (Cell{9, 4, 0}));
  game.map.world.stamp(game.map['D'], -1);
  game.ticks(40);
  EXPECT_EQ(game.cells[a], game.map['B']);
  EXPECT_EQ(game.count(Kind::lost), 0U);
}

TEST(NavigatorOrders, AGateThatClosesOnTheWayLeadsRoundOrToTheNearestPlace) {
  Game game(test::draw_map(R"(
    A...#..............
    ....#..............
    ....D.............B
    ....#..............
    ....#######........
    ..........E........
  )"));
  const std::uint32_t a = game.agent_on(game.map['A']);
  game.navigator.give({.places = {game.map['B']}}, std::vector{a});
  game.ticks(3);
  game.map.world.stamp(game.map['D'], 1);
  game.ticks(8);
  game.map.world.stamp(game.map['E'], 1);
  game.ticks(40);
  EXPECT_EQ(game.cells[a], (Cell{9, 5, 0}));
  game.map.world.stamp(game.map['D'], -1);
  game.ticks(60);
  EXPECT_EQ(game.cells[a], game.map['B']);
}

TEST(NavigatorOrders, FollowersComeAfterATargetThatMoves) {
  Game game(test::draw_map(R"(
    A.............................
    ..............................
    .....########..........#......
    .....#.......B.........#......
    .....#.................#......
    .....########..........#......
    ..............................
  )"));
  const std::uint32_t a = game.agent_on(game.map['A']);
  const std::uint32_t b = game.agent_on(game.map['B']);
  game.navigator.give({.kind = OrderKind::follow, .target = b}, std::vector{a});
  for (int t = 0; t < 14; ++t) {
    game.tick();
    if (t % 2 == 0) game.cells[b].x += 1;  // half as fast
  }
  game.ticks(30);
  EXPECT_EQ(game.cells[a], game.cells[b]);
  EXPECT_LT(game.count(Kind::path_found), 12U) << "far away the target's steps do not matter";
}

TEST(NavigatorOrders, WhoFleesLeavesADeadEndWhileItCan) {
  Game game(test::draw_map(R"(
    ############################################################
    #...................#######################################.
    #.........A.........................................T.......
    #...................#######.################################
    ###########################.################################
    ###########################.................................
    #########################################################...
    #########################################################...
  )"));
  const std::uint32_t a = game.agent_on(game.map['A']);
  const std::uint32_t t = game.agent_on(game.map['T']);
  game.navigator.give({.kind = OrderKind::flee, .target = t}, std::vector{a});
  game.ticks(60);
  EXPECT_GT(game.cells[a].y, 4)
      << "the chamber in the west is a trap, and the passage south is nearer to A than to T";
}

TEST(NavigatorOrders, WhoFleesLooksAgainWhenAThreatComesOrAWayMayHaveOpened) {
  Game game(test::draw_map(R"(
    ........................................
    ........................................
    ..A...................................T.
    ....################################....
    ....################################....
    ........................................
    ........................................
    ........................................
  )"));
  const std::uint32_t a = game.agent_on(game.map['A']);
  const std::uint32_t t = game.agent_on(game.map['T']);
  const OrderId order = game.navigator.give({.kind = OrderKind::flee, .target = t}, std::vector{a});
  game.ticks(30);
  const std::vector<Goal> first(game.navigator.goals(order).begin(), game.navigator.goals(order).end());
  const auto moved = [&] { return !std::ranges::equal(first, game.navigator.goals(order)); };
  game.ticks(30);
  EXPECT_FALSE(moved()) << "the threat stays far";
  for (; game.cells[t].x > 6; --game.cells[t].x) game.ticks(2);
  EXPECT_TRUE(moved()) << "the threat came near";
  EXPECT_GT(
      std::max(std::abs(game.cells[a].x - game.cells[t].x), std::abs(game.cells[a].y - game.cells[t].y)), 1);
}

TEST(NavigatorOrders, WhereAgentsHaveComeNearAChangeBehindThemIsNotTakenIn) {
  const std::string row = std::string(320, '.') + '\n';
  Game game(test::draw_map(row + row + row + row));
  std::vector<std::uint32_t> agents;
  for (int y = 0; y < 4; ++y) agents.push_back(game.agent_on({0, y}));
  const OrderId order = game.navigator.give({.places = {{315, 1}}}, agents);
  game.ticks(330);
  ASSERT_TRUE(std::ranges::all_of(agents, [&](std::uint32_t a) { return game.cells[a].x == 315; }));
  ASSERT_GE(game.navigator.field(order).corridor().size(), 40U);
  const auto found = game.count(Kind::path_found);
  game.map.world.stamp({20, 2}, 1);
  game.ticks(3);
  EXPECT_LE(game.navigator.field(order).corridor().size(), 4U);
  EXPECT_FALSE(game.navigator.field(order).stale());
  for (const std::uint32_t a : agents) EXPECT_TRUE(game.navigator.field(order).settled(game.cells[a]));
  EXPECT_EQ(game.count(Kind::path_found), found) << "they have been told";
}

TEST(NavigatorOrders, APatrolGoesRoundAndAQueueEnds) {
  for (const bool repeat : {true, false}) {
    Game game(test::draw_map(R"(
      A..................B
      ....................
      ....................
      C..................D
    )"));
    const std::uint32_t a = game.agent_on(game.map['A']);
    game.navigator.give({.kind = OrderKind::patrol,
                         .places = {game.map['B'], game.map['D'], game.map['C']},
                         .repeat = repeat,
                         .reach = 0},
                        std::vector{a});
    game.ticks(150);
    EXPECT_EQ(game.count(Kind::place_done) > 4, repeat);
    if (!repeat) {
      EXPECT_EQ(game.count(Kind::place_done), 2U);
      const Cell end = game.map['C'];
      EXPECT_LE(std::max(std::abs(game.cells[a].x - end.x), std::abs(game.cells[a].y - end.y)), 1);
    }
  }
}

std::vector<std::uint32_t> random_agents(Game& game, test::Random& random, int count) {
  std::vector<std::uint32_t> agents;
  for (int k = 0; k < count; ++k)
    agents.push_back(game.agent_on(test::random_passable_cell(game.map.view(), random)));
  return agents;
}

// Units of any size, and edits between the slices: in the end every agent that has a way to a goal has it in
// the field, and the field is exact on the sectors that it was made from.
TEST(NavigatorOrders, SlicesOfAnySizeAndEditsBetweenThemEndInExactFields) {
  for (std::uint64_t seed = 1; seed <= test::storm(30); ++seed) {
    for (const std::uint64_t units : {1U, 7U, 1000U}) {
      Game game(test::random_world(test::random_options(seed, 120), seed), units);
      test::Random random(seed);
      const auto agents = random_agents(game, random, seed % 3 == 0 ? 300 : 12);
      const Cell goal = test::random_passable_cell(game.map.view(), random);
      const OrderId order = game.navigator.give({.places = {goal}}, agents);
      for (int round = 0; round < 30; ++round) {
        for (int k = random.between(0, 2); k > 0 && round < 20; --k) {
          const Cell c = test::random_cell(game.map.extent(), random);
          if (c != goal) game.map.world.set_terrain(c, random.percent(60) ? test::wall : TerrainId{1});
        }
        game.navigator.commit();
        game.navigator.work(units);
      }
      for (int k = 0; k < 40; ++k) {  // each looks at some agents
        game.navigator.work(units);
        game.navigator.finish();
      }
      const CorridorField& field = game.navigator.field(order);
      for (const Cell& c : game.cells) {
        ASSERT_FALSE(game.map.view().passable(c) && game.hierarchy.can_reach(c, goal) && !field.settled(c))
            << "seed " << seed << " units " << units;
      }
      Plan plan;
      plan.goals = field.goals();
      for (const SectorVersion& v : field.made_from()) plan.corridor.push_back(v.sector);
      std::sort(plan.corridor.begin(), plan.corridor.end());
      for (const SectorId s : plan.corridor) plan.versions.push_back({s, game.hierarchy.sector_version(s)});
      CorridorField fresh(game.hierarchy);
      fresh.reset(plan);
      fresh.advance();
      for (std::size_t i = 0; i < game.map.extent().cell_count(); ++i) {
        const Cell c = game.map.extent().cell(i);
        ASSERT_EQ(field.at(c), fresh.at(c))
            << "seed " << seed << " units " << units << " " << c.x << "," << c.y;
        ASSERT_EQ(field.direction(c), fresh.direction(c)) << "seed " << seed << " units " << units;
      }
    }
  }
}

TEST(NavigatorOrders, WhatASliceTakesBeyondItsUnitsIsTakenOffTheNext) {
  test::RandomWorldOptions options;
  options.extent = {400, 400, 1};
  Game game(test::random_world(options, 5), 50);
  test::Random random(5);
  const auto agents = random_agents(game, random, 2000);
  game.navigator.give({.places = {test::random_passable_cell(game.map.view(), random)}}, agents);
  std::uint64_t done = 0;
  int ticks = 0;
  while (game.count(Kind::path_found) == 0) {
    ASSERT_LT(++ticks, 500);
    game.navigator.commit();
    done += game.navigator.work(50);
    ASSERT_LE(done, static_cast<std::uint64_t>(ticks) * 50 + 100);
    for (const OrderEvent& event : game.navigator.events()) game.events.push_back(event);
  }
  EXPECT_GT(ticks, 20) << "one go would not show that there are slices";
  const auto settled = std::count_if(agents.begin(), agents.end(), [&](std::uint32_t a) {
    return game.navigator.field(game.navigator.order_of(a)).settled(game.cells[a]);
  });
  EXPECT_GT(settled, 1500);
}

TEST(NavigatorOrders, RemovingAnOrderGivesItsMemoryBackAndOldHandlesAreVoid) {
  test::RandomWorldOptions options;
  options.extent = {300, 300, 1};
  Game game(test::random_world(options, 3), 100000);
  test::Random random(3);
  const auto agents = random_agents(game, random, 200);
  const Cell goal = test::random_passable_cell(game.map.view(), random);
  std::size_t before = 0;
  std::vector<OrderId> old;
  for (int round = 0; round < 6; ++round) {
    const OrderId order = game.navigator.give({.places = {goal}}, agents);
    game.tick();
    EXPECT_GT(game.navigator.memory_bytes(), before);
    game.navigator.remove(order);
    if (round == 1) before = game.navigator.memory_bytes();
    if (round > 1) {
      EXPECT_EQ(game.navigator.memory_bytes(), before);
    }
    for (const OrderId gone : old) EXPECT_FALSE(game.navigator.alive(gone));
    old.push_back(order);
  }
}

}  // namespace
}  // namespace portolan
