// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// A player clicks a unit: why does it stand?
#include <algorithm>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/simulation/ordered_crowd.hpp>
#include <support/draw_map.hpp>

#include "army.hpp"

namespace portolan {
namespace {

using test::play;
using test::TestWorld;

constexpr ProfileId only{0};

// A unit on each cell marked A or C; a tick is a twentieth of a second.
struct Game {
  explicit Game(std::string_view drawing, int clearance = 1)
      : map(test::draw_map(drawing, clearance)),
        army(Navigator(std::move(map.world), {.sector_size = 8})),
        squad(placed('A')),
        others(placed('C')) {}

  std::vector<AgentId> placed(char mark) {
    std::vector<AgentId> agents;
    for (const Cell c : map.all(mark)) agents.push_back(army.add(only, {.position = centre_of(c)}));
    return agents;
  }
  OrderId go(const std::vector<AgentId>& who, char goal) {
    return army.give({.profile = only, .places = map.all(goal)}, who);
  }
  Stop why(int ticks = 0) {
    play(army, ticks);
    return army.why(squad.front());
  }
  // What all of a squad are told, over some ticks.
  std::map<StopReason, std::vector<Stop>> told(const std::vector<AgentId>& who, int ticks) {
    std::map<StopReason, std::vector<Stop>> stops;
    for (; ticks > 0; --ticks) {
      play(army, 1);
      for (const AgentId agent : who) {
        const Stop stop = army.why(agent);
        stops[stop.reason].push_back(stop);
      }
    }
    return stops;
  }

  TestWorld map;
  OrderedCrowd army;
  std::vector<AgentId> squad, others;
};

constexpr std::string_view open_ground = R"(
  ............
  .A........B.
  ............
)";

TEST(Why, AUnitHasNoOrderWaitsForItsPathWalksAndArrives) {
  Game game(open_ground);
  EXPECT_EQ(game.why(5).reason, StopReason::no_order);
  game.go(game.squad, 'B');
  EXPECT_EQ(game.why().reason, StopReason::waits_for_path);
  for (int tick = 0; tick < 20; ++tick) game.army.step(0.05F);  // nobody works on the order
  EXPECT_EQ(game.why().reason, StopReason::waits_for_path);
  EXPECT_EQ(game.why(15).reason, StopReason::none);
  EXPECT_EQ(game.why(100).reason, StopReason::arrived);
  game.army.crowd().set_holds(game.squad.front(), true);
  EXPECT_EQ(game.why().reason, StopReason::holds);
}

TEST(Why, AUnitWaitsToBeStarted) {
  Game game(open_ground);
  const AgentId fresh = game.army.add(only, {.position = centre_of(game.map['B']), .waiting = true});
  EXPECT_EQ(game.army.why(fresh), (Stop{.reason = StopReason::not_started}));
  game.army.crowd().start(fresh);
  EXPECT_EQ(game.army.why(fresh).reason, StopReason::no_order);
}

TEST(Why, WhoHasLeftTheMapHasArrived) {
  Game game(open_ground);
  game.army.manner(only).leave_on_arrival = true;
  game.go(game.squad, 'B');
  EXPECT_EQ(game.why(100).reason, StopReason::arrived);
  EXPECT_EQ(game.army.crowd().state(game.squad.front()), AgentState::gone);
}

TEST(Why, NoWayLeadsThroughAWall) {
  Game game(R"(
    .....#.....
    .A...#...B.
    .....#.....
  )");
  game.go(game.squad, 'B');
  EXPECT_EQ(game.why(10).reason, StopReason::none) << "it goes to the cell that is nearest";
  EXPECT_EQ(game.why(100), (Stop{.reason = StopReason::walled_off}));
}

constexpr const char* gate_in_a_wall = R"(
    .....#.....
    .A...G...B.
    .....#.....
  )";

TEST(Why, AGateIsShutUntilItOpens) {
  Game game(gate_in_a_wall);
  const Cell gate = game.map['G'];
  game.army.world().stamp(gate, 1);
  game.go(game.squad, 'B');
  EXPECT_EQ(game.why(100), (Stop{.reason = StopReason::passage_closed, .at = gate}));
  game.army.world().stamp(gate, -1);
  EXPECT_EQ(game.why(20).reason, StopReason::none);
  EXPECT_EQ(game.why(100).reason, StopReason::arrived);
}

// The ground is looked at again after each edit.
TEST(Why, AGateIsWalledUp) {
  Game game(gate_in_a_wall);
  const Cell gate = game.map['G'];
  game.army.world().stamp(gate, 1);
  game.go(game.squad, 'B');
  EXPECT_EQ(game.why(100).reason, StopReason::passage_closed);
  game.army.world().set_terrain(gate, test::wall);
  EXPECT_EQ(game.why(1).reason, StopReason::walled_off);
}

TEST(Why, EachGoalHasItsOwnReason) {
  Game game(R"(
    .....#...##..
    .A...G.B.##.D
    .....#...##..
  )");
  game.army.world().stamp(game.map['G'], 1);
  const OrderId order = game.go(game.squad, 'B');
  EXPECT_EQ(game.why(100).reason, StopReason::passage_closed);
  game.army.set_places(order, game.map.all('D'));
  EXPECT_EQ(game.why(100).reason, StopReason::walled_off);
}

// Those of one order, side by side in different rooms.
TEST(Why, EachRoomHasItsOwnReason) {
  Game game(R"(
    .....#.....
    .A...G...B.
    .....#.....
    ######.....
    .C...#.....
  )");
  const Cell gate = game.map['G'];
  game.army.world().stamp(gate, 1);
  std::vector<AgentId> both = game.squad;
  both.push_back(game.others.front());
  game.go(both, 'B');
  EXPECT_EQ(game.why(100), (Stop{.reason = StopReason::passage_closed, .at = gate}));
  EXPECT_EQ(game.army.why(both.back()), (Stop{.reason = StopReason::walled_off}));
  EXPECT_EQ(game.army.why(both.front()).at, gate);
}

// An order takes over the group of one that has ended.
TEST(Why, EachKindHasItsOwnReason) {
  World world = test::made_world();
  for (int y = 28; y <= 35; ++y) world.set_terrain({32, y, 0}, y == 30 ? 0 : 1);
  world.commit();
  OrderedCrowd army(Navigator(std::move(world), {.sector_size = 8}));
  const auto tanks = test::squad(army, test::tank, {29, 30, 0}, 1);
  const auto walkers = test::squad(army, test::walker, {30, 30, 0}, 1);
  army.give({.profile = test::tank, .places = {{50, 30, 0}}}, tanks);
  play(army, 60);
  EXPECT_EQ(army.why(tanks.front()).reason, StopReason::gap_too_narrow);
  army.remove(army.order_of(tanks.front()));
  army.give({.profile = test::walker, .places = {{50, 30, 0}}}, walkers);
  play(army, 20);
  EXPECT_EQ(army.why(walkers.front()).reason, StopReason::none);
  EXPECT_EQ(army.why(tanks.front()).reason, StopReason::no_order);
}

TEST(Why, AGapIsTooNarrow) {
  Game game(R"(
    .......#.......
    .......#.......
    .......#.......
    ...A.......B...
    .......#.......
    .......#.......
    .......#.......
  )",
            2);
  game.go(game.squad, 'B');
  const Stop stop = game.why(150);
  EXPECT_EQ(stop.reason, StopReason::gap_too_narrow);
  EXPECT_EQ(stop.at.y, 3);
  EXPECT_NEAR(stop.at.x, 7, 3);
}

// Two squads meet at a door that takes one at a time.
TEST(Why, TheyWaitAtADoor) {
  Game game(R"(
    .......#########.......
    .AAA...#########...CCC.
    .AAA...#########...CCC.
    .B...................D.
    .AAA...#########...CCC.
    .......#########.......
  )");
  game.army.manner(only).avoidance = Avoidance::reciprocal;
  game.go(game.squad, 'D');
  game.go(game.others, 'B');
  std::vector<AgentId> all = game.squad;
  all.insert(all.end(), game.others.begin(), game.others.end());
  auto stops = game.told(all, 900);
  EXPECT_GT(stops[StopReason::yields].size(), 20U);
  EXPECT_GT(stops[StopReason::queues].size(), 20U);
  for (const Stop& stop : stops[StopReason::queues]) EXPECT_TRUE(game.army.crowd().alive(stop.agent));
  EXPECT_LE(100 * stops[StopReason::unknown].size(),
            stops[StopReason::yields].size() + stops[StopReason::queues].size());
  for (const AgentId agent : all) EXPECT_EQ(game.army.why(agent).reason, StopReason::arrived);
}

TEST(Why, AGoalIsFull) {
  Game game(R"(
    AAAAAAAAAAAAAAAA
    AAAAAAAAAAAAAAAA
    ................
    #######.########
    .....BBBBB......
    ................
    ................
  )");
  game.army.manner(only).avoidance = Avoidance::reciprocal;
  game.go(game.squad, 'B');
  auto stops = game.told(game.squad, 700);
  ASSERT_GT(stops[StopReason::goal_full].size(), 0U);
  for (const Stop& stop : stops[StopReason::goal_full])
    EXPECT_NE(std::find(game.squad.begin(), game.squad.end(), stop.agent), game.squad.end());
}

TEST(Why, OneThatHoldsAndOneThatHasNoOrderBlockALane) {
  for (const bool holds : {true, false}) {
    Game game(R"(
      ################
      A......C.......B
      ################
    )");
    const AgentId other = game.others.front();
    game.army.crowd().set_team(other, 1);  // it gives way to nobody
    game.army.crowd().set_holds(other, holds);
    game.go(game.squad, 'B');
    EXPECT_EQ(game.why(80), (Stop{.reason = StopReason::blocked, .agent = other}));
    EXPECT_EQ(game.army.why(other).reason, holds ? StopReason::holds : StopReason::no_order);
  }
}

TEST(Why, MudIsSlowGround) {
  Game game(open_ground);
  game.army.manner(only).full_speed_cost = 1;
  for (int x = 4; x < 8; ++x) {
    for (int y = 0; y < 3; ++y) game.army.world().set_terrain({x, y}, 30);
  }
  game.go(game.squad, 'B');
  EXPECT_EQ(game.why(10).reason, StopReason::none);
  EXPECT_EQ(game.why(40).reason, StopReason::slow_ground);
}

// Where everybody is after a game that is asked about each unit in each tick, or about none.
std::uint64_t played(bool asks) {
  Game game(R"(
    .....#.....
    .AAA.G...B.
    .....#.....
  )");
  game.go(game.squad, 'B');
  for (int tick = 0; tick < 200; ++tick) {
    if (tick == 20 || tick == 120) game.army.world().stamp(game.map['G'], tick == 20 ? 1 : -1);
    play(game.army, 1);
    if (!asks) continue;
    for (const AgentId agent : game.squad) static_cast<void>(game.army.why(agent));
  }
  return game.army.crowd().hash();
}

TEST(Why, AskingChangesNothing) { EXPECT_EQ(played(true), played(false)); }

TEST(Why, AGameThatGoesBackIsToldWhatHeldThen) {
  Game game(gate_in_a_wall);
  game.go(game.squad, 'B');
  game.army.world().stamp(game.map['G'], 1);
  const Stop before = game.why(100);
  EXPECT_EQ(before.reason, StopReason::passage_closed);
  const std::uint64_t moment = game.army.keep();
  game.army.world().set_terrain(game.map['G'], test::wall);
  EXPECT_EQ(game.why(5).reason, StopReason::walled_off);
  game.army.go_back(moment);
  EXPECT_EQ(game.why(), before);
}

// By where they were before the step, as a run tells who stands.
TEST(Why, WhoStandsIsToldWhyAndWhoWalksIsNot) {
  for (const Avoidance avoidance : {Avoidance::reciprocal, Avoidance::separation}) {
    OrderedCrowd army = test::made_army();
    army.manner(test::walker).avoidance = avoidance;
    for (int y = 30; y <= 35; ++y) army.world().set_terrain({32, y, 0}, 1);
    const auto west = test::squad(army, test::walker, {5, 5, 0}, 100);
    const auto east = test::squad(army, test::walker, {55, 30, 0}, 100);
    army.give({.profile = test::walker, .places = {{58, 10, 0}}}, west);
    army.give({.profile = test::walker, .places = {{5, 50, 0}}}, east);
    play(army, 20);
    const Crowd& crowd = army.crowd();
    std::vector<Vec2> before(crowd.size());
    std::size_t walk = 0, stand = 0, told_otherwise = 0, unknown = 0;
    for (std::size_t tick = 0; tick < 900; ++tick) {
      for (std::size_t k = 0; k < before.size(); ++k) before[k] = crowd.position(crowd.agent(k));
      play(army, 1);
      for (std::size_t k = tick % 2; k < before.size(); k += 2) {
        const AgentId agent = crowd.agent(k);
        if (crowd.state(agent) != AgentState::moving) continue;
        const bool walks = length(crowd.position(agent) - before[k]) >= 0.1F * 4 * 0.05F;
        ++(walks ? walk : stand);
        const StopReason reason = army.why(agent).reason;
        told_otherwise += walks != (reason == StopReason::none) ? 1U : 0U;
        unknown += reason == StopReason::unknown ? 1U : 0U;
      }
    }
    EXPECT_GT(walk, 5000U);
    EXPECT_GT(stand, 50U);
    EXPECT_LE(30 * told_otherwise, walk + stand) << "by others, who push";
    EXPECT_LE(100 * unknown, stand);
  }
}

}  // namespace
}  // namespace portolan
