// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Orders while others die, gates shut, and buildings come and go; and a host's mistakes.
#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/assert.hpp>
#include <portolan/simulation/ordered_crowd.hpp>

#include "army.hpp"

namespace portolan {
namespace {

using test::farthest;
using test::made_army;
using test::play;
using test::squad;
using test::tank;
using test::walker;

bool tells(OrderedCrowd& army, OrderEvent::Kind kind, int ticks) {
  for (; ticks > 0; --ticks) {
    play(army, 1);
    const auto events = army.navigator().events();
    if (std::any_of(events.begin(), events.end(), [&](const OrderEvent& e) { return e.kind == kind; }))
      return true;
  }
  return false;
}

// The slot of the one who is gone goes to a friend far away, after whom nobody was sent.
TEST(OrderedCrowd, WhoFollowsOneThatIsGoneFollowsNobodyElse) {
  OrderedCrowd army = made_army();
  const AgentId prey = army.add(walker, {.position = {25.5F, 10.5F}});
  const AgentId hunter = army.add(walker, {.position = {5.5F, 10.5F}});
  const OrderId hunt =
      army.give({.kind = OrderKind::follow, .profile = walker, .target = prey.slot}, std::vector{hunter});
  play(army, 400);
  EXPECT_LE(farthest(army, std::vector{hunter}, {25, 10, 0}), 2);
  army.remove(prey);
  const AgentId friend_of_hunter = army.add(walker, {.position = {5.5F, 60.5F}});
  EXPECT_EQ(friend_of_hunter.slot, prey.slot);
  EXPECT_TRUE(tells(army, OrderEvent::Kind::target_gone, 1));
  EXPECT_FALSE(tells(army, OrderEvent::Kind::target_gone, 400));
  EXPECT_EQ(army.navigator().spec(hunt).target, ~0U);
  EXPECT_LE(farthest(army, std::vector{hunter}, {25, 10, 0}), 2);
}

TEST(OrderedCrowd, APlaceThatIsGivenWithAnOrderIsKept) {
  OrderedCrowd army = made_army();
  const AgentId agent = army.add(walker, {.position = {5.5F, 10.5F}});
  army.give({.profile = walker, .places = {{25, 10, 0}}}, std::vector{agent});
  const Vec2 place{27.5F, 12.5F};
  army.crowd().set_place(agent, place);
  play(army, 300);
  EXPECT_LT(length(army.crowd().position(agent) - place), 0.2F);
}

void shut(OrderedCrowd& army, int blocks) {
  for (std::int32_t y = 28; y <= 35; ++y) army.world().stamp({32, y, 0}, blocks);
}

// Before the gate, in the cell that stands in for the goal, nobody has arrived. They stand there, and go on
// when it opens.
TEST(OrderedCrowd, WhoLeavesOnArrivalDoesNotLeaveBeforeAShutGate) {
  for (const bool leave : {false, true}) {
    OrderedCrowd army = made_army();
    army.manner(walker).leave_on_arrival = leave;
    const auto agents = squad(army, walker, {5, 30, 0}, 20);
    shut(army, 1);
    const OrderId order = army.give({.profile = walker, .places = {{60, 32, 0}}}, agents);
    play(army, 600);
    EXPECT_EQ(army.crowd().count(AgentState::stuck), agents.size());
    std::vector<Vec2> before;
    for (const AgentId a : agents) before.push_back(army.crowd().position(a));
    play(army, 200);
    for (std::size_t k = 0; k < agents.size(); ++k)
      EXPECT_LT(length(army.crowd().position(agents[k]) - before[k]), 0.1F);
    shut(army, -1);
    play(army, 800);
    EXPECT_EQ(army.crowd().count(leave ? AgentState::gone : AgentState::arrived), agents.size());
    EXPECT_EQ(army.navigator().alive(order), !leave);  // who is gone has no order
  }
}

TEST(OrderedCrowd, ABuildingOnTheGoalIsStoodAround) {
  OrderedCrowd army = made_army();
  const auto agents = squad(army, walker, {5, 30, 0}, 9);
  army.give({.profile = walker, .places = {{20, 30, 0}}}, agents);
  play(army, 20);
  const std::vector<Cell> site = cells_of({18, 28, 5, 5, 0});
  for (const Cell c : site) army.world().stamp(c, 1);
  play(army, 600);
  EXPECT_EQ(army.crowd().count(AgentState::arrived), agents.size());
  EXPECT_LE(farthest(army, agents, {20, 30, 0}), 7);
  for (const Cell c : site) army.world().stamp(c, -1);
  play(army, 600);
  EXPECT_EQ(army.crowd().count(AgentState::arrived), agents.size());
  const auto inside = std::count_if(agents.begin(), agents.end(), [&](AgentId a) {
    return std::find(site.begin(), site.end(), army.crowd().cell(a)) != site.end();
  });
  EXPECT_GE(inside, 3);
}

// However long the path takes to be found, the line is drawn up across the way that it shows.
TEST(OrderedCrowd, AFormationIsTheSameHoweverLongAPathTakes) {
  std::vector<std::vector<Vec2>> places;
  for (const std::uint64_t units : {1, 100000}) {
    OrderedCrowd army = made_army();
    army.manner(walker).formation = Formation::line;
    const auto agents = squad(army, walker, {5, 50, 0}, 12);
    army.give({.profile = walker, .places = {{50, 20, 0}}}, agents);
    for (int tick = 0; tick < 400; ++tick) {
      army.commit();
      army.work(units);
      if (tick == 0 || army.navigator().field(army.order_of(agents[0])).finished()) army.step(0.05F);
    }
    places.emplace_back();
    for (const AgentId a : agents) places.back().push_back(army.crowd().place(a).value_or(Vec2{}));
  }
  for (std::size_t k = 0; k < places[0].size(); ++k) EXPECT_LT(length(places[0][k] - places[1][k]), 0.1F);
}

// One of two places is built on, and then the other one while the first becomes free.
TEST(OrderedCrowd, OfTwoPlacesTheFreeOneIsGoneTo) {
  OrderedCrowd army = made_army();
  const auto agents = squad(army, walker, {5, 30, 0}, 1);
  const Cell first{20, 30, 0}, second{20, 40, 0};
  army.world().stamp(first, 1);
  army.commit();
  army.give({.profile = walker, .places = {first, second}}, agents);
  play(army, 20);
  army.world().stamp(second, 1);
  army.world().stamp(first, -1);
  play(army, 400);
  EXPECT_EQ(army.crowd().cell(agents[0]), first);
}

// A host may hold on to them, and what is no place to stand is no mistake.
TEST(OrderedCrowd, MannersStayWhereTheyAreAndAFullPlaceGivesNoAgent) {
  OrderedCrowd army = made_army();
  CrowdGroup& first = army.manner(walker);
  CrowdGroup& second = army.manner(tank);
  first.arrival_radius = 7;
  second.arrival_radius = 9;
  EXPECT_EQ(army.manner(walker).arrival_radius, 7);
  EXPECT_FALSE(army.crowd().alive(army.add(walker, {.position = {32.5F, 5.5F}})));
  EXPECT_FALSE(army.crowd().alive(army.add(walker, {.position = {-1, 5.5F}})));
}

// Of a tank the wall is a cell wider.
TEST(OrderedCrowd, HasRoomWhereABodyOverlapsNoWall) {
  OrderedCrowd army = made_army();
  EXPECT_TRUE(army.has_room(walker, {.position = {31.6F, 5.5F}, .radius = 0.35F}));
  EXPECT_FALSE(army.has_room(walker, {.position = {31.8F, 5.5F}, .radius = 0.35F}));
  EXPECT_FALSE(army.has_room(walker, {.position = {0.1F, 5.5F}, .radius = 0.35F}));
  EXPECT_TRUE(army.has_room(tank, {.position = {30.8F, 5.5F}, .radius = 0.9F}));
  EXPECT_FALSE(army.has_room(tank, {.position = {30.8F, 5.5F}, .radius = 1.3F}));
  const AgentId beside = army.add(walker, {.position = {31.8F, 5.5F}, .radius = 0.35F});
  EXPECT_FLOAT_EQ(army.crowd().position(beside).x, 31.65F);
}

#if PORTOLAN_ASSERTIONS

TEST(OrderedCrowdDeathTest, NamesMistakes) {
  OrderedCrowd army = made_army();
  const AgentId agent = army.add(walker, {.position = {5.5F, 5.5F}});
  const OrderId order = army.give({.profile = walker, .places = {{9, 9, 0}}}, std::vector{agent});
  EXPECT_DEATH(army.leave(std::vector{AgentId{}}), "the agent has not been removed");
  EXPECT_DEATH(army.remove(AgentId{}), "the agent has not been removed");
  EXPECT_DEATH(static_cast<void>(army.profile_of({})), "the agent has not been removed");
  EXPECT_DEATH(static_cast<void>(army.why({})), "the agent has not been removed");
  EXPECT_DEATH(static_cast<void>(army.group({})), "the order is one of these, and lives");
  EXPECT_DEATH(army.join({}, std::vector{agent}), "the order is one of these, and lives");
  EXPECT_DEATH(static_cast<void>(army.manner({9})), "the profile is one of the world");
  EXPECT_DEATH(army.give({.profile = tank, .places = {{9, 9, 0}}}, std::vector{agent}), "of its profile");
  EXPECT_TRUE(army.navigator().alive(order));
}

#else

TEST(OrderedCrowd, MistakesChangeNothing) {
  OrderedCrowd army = made_army();
  const AgentId agent = army.add(walker, {.position = {5.5F, 5.5F}});
  const OrderId order = army.give({.profile = walker, .places = {{9, 9, 0}}}, std::vector{agent});
  army.leave(std::vector{AgentId{}});
  static_cast<void>(army.profile_of({}));
  static_cast<void>(army.group({}));
  EXPECT_EQ(army.why({}), Stop{});
  army.join({}, std::vector{agent});
  army.manner({9}).arrival_radius = 5;
  EXPECT_NE(army.manner(walker).arrival_radius, 5);
  army.give({.profile = tank, .places = {{9, 9, 0}}}, std::vector{agent});
  EXPECT_EQ(army.order_of(agent), order);
  EXPECT_EQ(army.profile_of(agent), walker);
}

#endif

}  // namespace
}  // namespace portolan
