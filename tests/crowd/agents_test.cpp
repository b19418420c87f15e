// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Agents that come, go and change, and bodies of unequal mass.
#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/straight_queries.hpp>
#include <portolan/crowd/crowd.hpp>

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

AgentSpec place_at(Cell c, CrowdGroupId group) {
  AgentSpec spec;
  spec.position = centre_of(c);
  spec.layer = c.layer;
  spec.group = group;
  return spec;
}

TEST(Agents, AnIdOfARemovedAgentIsNotItsSuccessors) {
  const auto map = draw_map("A......B");
  const std::vector<Cell> goals{map['B']};
  const ReferenceGuide guide(map.view(), goals);
  Crowd crowd;
  const CrowdGroupId group = crowd.add_group({map.view(), &guide, goals, {}});
  const AgentId first = crowd.add(place_at(map['A'], group));
  const AgentId second = crowd.add(place_at({2, 0, 0}, group));
  crowd.step(tick);
  crowd.remove(first);
  EXPECT_FALSE(crowd.alive(first));
  EXPECT_TRUE(crowd.alive(second));
  crowd.step(tick);
  const AgentId third = crowd.add(place_at(map['A'], group));
  EXPECT_EQ(third.slot, first.slot) << "slots are used again";
  EXPECT_NE(third, first);
  EXPECT_FALSE(crowd.alive(first));
  EXPECT_EQ(crowd.size(), 2U);
  EXPECT_EQ(crowd.distance(third), 0);
  EXPECT_EQ(crowd.agent(third.slot), third);
  for (int t = 0; t < 100; ++t) crowd.step(tick);
  EXPECT_EQ(crowd.count(AgentState::gone), 2U);
}

// At once as it came; later, in whatever game it is told to come back, from rest.
TEST(Agents, WhoLeavesAndIsToldToGoOnDoesSoAsItCame) {
  const auto map = draw_map("A.....B..........C");
  const std::vector<Cell> first{map['B']}, second{map['C']};
  const ReferenceGuide to_first(map.view(), first), to_second(map.view(), second);
  for (const bool at_once : {true, false}) {
    Crowd crowd;
    const CrowdGroupId group = crowd.add_group({map.view(), &to_first, first, {}});
    const CrowdGroupId other = crowd.add_group({map.view(), &to_second, second, {}});
    const AgentId one = crowd.add(place_at(map['A'], group));
    Vec2 came;
    for (int t = 0; t < 80 && crowd.state(one) != AgentState::gone; ++t) {
      came = crowd.velocity(one);
      crowd.step(tick);
    }
    ASSERT_EQ(crowd.state(one), AgentState::gone);
    EXPECT_EQ(crowd.velocity(one), Vec2{}) << "as long as it is off the map";
    if (!at_once) crowd.step(tick);
    crowd.regroup(one, other);
    crowd.start(one);
    EXPECT_EQ(crowd.velocity(one) == Vec2{}, !at_once);
    crowd.step(tick);
    if (at_once) {
      EXPECT_GT(length(crowd.velocity(one)), 0.95F * length(came));
    } else {
      EXPECT_LT(length(crowd.velocity(one)), 0.95F * length(came));
    }
  }
}

TEST(Agents, WhoHasArrivedSetsOutAgain) {
  const auto map = draw_map("A..........B");
  const std::vector<Cell> east{map['B']}, west{map['A']};
  const ReferenceGuide to_east(map.view(), east), to_west(map.view(), west);
  Crowd crowd;
  const CrowdGroupId group = crowd.add_group({map.view(), &to_east, east, {}, 1.0F, false});
  const CrowdGroupId other = crowd.add_group({map.view(), &to_west, west, {}, 1.0F, false});
  const AgentId one = crowd.add(place_at({3, 0, 0}, group));
  const auto play = [&] {
    for (int t = 0; t < 80; ++t) crowd.step(tick);
    EXPECT_EQ(crowd.state(one), AgentState::arrived);
    return crowd.cell(one).x;
  };
  EXPECT_GE(play(), 10);
  crowd.regroup(one, other);
  EXPECT_EQ(crowd.state(one), AgentState::moving);
  EXPECT_LE(play(), 1);
  crowd.group(other).guide = &to_east;
  crowd.group(other).goals = east;
  crowd.restart(other);
  EXPECT_GE(play(), 10);
}

TEST(Agents, SpeedChangesOnTheWay) {
  const auto map = draw_map("A.............................B");
  const std::vector<Cell> goals{map['B']};
  const ReferenceGuide guide(map.view(), goals);
  Crowd crowd;
  const AgentId one = crowd.add(place_at(map['A'], crowd.add_group({map.view(), &guide, goals, {}})));
  for (int t = 0; t < 20; ++t) crowd.step(tick);
  const float before = crowd.distance(one);
  EXPECT_NEAR(before, 8, 1);
  crowd.set_max_speed(one, 1);
  for (int t = 0; t < 20; ++t) crowd.step(tick);
  EXPECT_NEAR(crowd.distance(one) - before, 2, 1)
      << "two seconds at one cell a second, and some to slow down";
}

struct Pressed {
  float idle = 0;        // cells that the idle ones were moved, the farthest
  float in_the_end = 0;  // the same, when all have passed
  std::size_t through = 0;
};

// Forty march through a gate of four cells in which two stand.
Pressed press(float mass, std::uint8_t team, bool holds) {
  const auto map = draw_map(R"(
    ............#............
    ............#............
    A......................B.
    .........................
    .........................
    .........................
    ............#............
    ............#............
  )");
  const std::vector<Cell> goals{map['B']};
  const ReferenceGuide guide(map.view(), goals);
  Crowd crowd;
  const CrowdGroupId walk = crowd.add_group({map.view(), &guide, goals, {}, 1.0F, true});
  const CrowdGroupId stand = crowd.add_group({map.view(), nullptr, {}, {}});
  std::vector<AgentId> idle;
  for (const int y : {3, 4}) {
    AgentSpec tank = place_at({12, y, 0}, stand);
    tank.radius = 0.45F;
    tank.mass = mass;
    tank.team = team;
    tank.holds = holds;
    idle.push_back(crowd.add(tank));
  }
  for (int i = 0; i < 40; ++i) crowd.add(place_at({i % 5, i / 5, 0}, walk));
  Pressed result;
  for (int t = 0; t < 600; ++t) {
    crowd.step(tick);
    for (std::size_t k = 0; k < idle.size(); ++k) {
      const Vec2 off = crowd.position(idle[k]) - centre_of({12, 3 + static_cast<int>(k), 0});
      result.idle = std::max(result.idle, length(off));
      result.in_the_end = k == 0 ? length(off) : std::max(result.in_the_end, length(off));
    }
  }
  result.through = crowd.count(AgentState::gone);
  return result;
}

TEST(Agents, InfantryDoesNotShoveTanks) {
  const Pressed equals = press(1, 0, false);
  EXPECT_GT(equals.idle, 0.5F) << "equals make room";
  EXPECT_LT(equals.in_the_end, 0.1F) << "and come back";
  for (const Pressed& p : {press(20, 0, false), press(1, 1, false), press(1, 0, true)}) {
    EXPECT_LT(p.idle, 0.05F);
    EXPECT_EQ(p.through, 40U) << "there is room beside them";
  }
}

TEST(Agents, OfTwoThatOverlapTheLighterGivesWay) {
  const auto map = draw_map(R"(
    ..........
    ..........
    ..........
  )");
  Crowd crowd;
  const CrowdGroupId group = crowd.add_group({map.view(), nullptr, {}, {}});
  AgentSpec light = place_at({4, 1, 0}, group);
  AgentSpec heavy = place_at({5, 1, 0}, group);
  light.radius = heavy.radius = 0.45F;
  light.position = {4.7F, 1.5F};
  heavy.position = {5.3F, 1.5F};
  heavy.mass = 9;
  const AgentId a = crowd.add(light), b = crowd.add(heavy);
  for (int t = 0; t < 5; ++t) crowd.step(tick);
  const float moved_light = length(crowd.position(a) - light.position);
  const float moved_heavy = length(crowd.position(b) - heavy.position);
  EXPECT_GT(moved_light + moved_heavy, 0.25F);
  EXPECT_NEAR(moved_light, 9 * moved_heavy, 0.02F);
}

// Bodies, not only their centres, stay off walls; and a group that walks on a grid with clearance may be as
// broad as that allows.
TEST(Agents, DiscsStayOnPassableGround) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    auto options = test::random_options(seed, 40);
    options.least_cost = options.most_cost = 1;
    const auto map = test::random_world(options, seed);
    test::Random random(seed);
    const std::vector<Cell> goals{test::random_passable_cell(map.view(), random)};
    const ReferenceGuide guide(map.view(), goals);
    Crowd crowd;
    const CrowdGroupId group = crowd.add_group({map.view(), &guide, goals, {}, 1.0F, false});
    for (int i = 0; i < 60; ++i) crowd.add(place_at(test::random_passable_cell(map.view(), random), group));
    for (int t = 0; t < 150; ++t) {
      crowd.step(tick);
      for (std::uint32_t i = 0; i < crowd.size(); ++i) {
        const float room = distance_to_wall(map.view(), {crowd.position({i}), crowd.layer({i})}, 1);
        ASSERT_GT(room, 0.3F - 0.01F) << test::describe(options, seed) << " step " << t;
      }
    }
  }
}

// They leapt out of the wall in their next step.
TEST(Agents, ArePutDownWhereTheirBodiesHaveRoom) {
  const auto map = draw_map(R"(
    .....
    .#...
    .....
  )");
  Crowd crowd;
  AgentSpec spec = place_at({3, 1, 0}, crowd.add_group({map.view(), nullptr, {}, {}}));
  spec.radius = 0.4F;
  const AgentId put = crowd.add(spec);
  spec.waiting = true;
  for (const Vec2 p :
       {Vec2{0.9F, 1.5F}, Vec2{2.05F, 0.95F}, Vec2{1.5F, 2.1F}, Vec2{4.99F, 0.01F}, Vec2{3, 2}}) {
    spec.position = p;
    const AgentId started = crowd.add(spec);
    crowd.start(started);
    crowd.put(put, p, 0);
    for (const AgentId id : {put, started}) {
      const Vec2 at = crowd.position(id);
      EXPECT_GE(distance_to_wall(map.view(), {at, 0}, 1), 0.39F) << p.x << ' ' << p.y;
      EXPECT_EQ(crowd.cell(id), cell_at(p, 0));
      EXPECT_EQ(at == p, p == (Vec2{3, 2})) << "in the open it stands just there";
    }
  }
}

// Those who stand did so with their bodies in the wall until somebody pushed them.
TEST(Agents, WhoStandsMakesRoomForWhatIsLaidBesideIt) {
  auto map = draw_map(R"(
    .......
    .......
    .......
  )");
  Crowd crowd;
  AgentSpec spec = place_at({2, 1, 0}, crowd.add_group({map.view(), nullptr, {}, {}}));
  spec.position = {2.9F, 1.9F};
  const AgentId idle = crowd.add(spec);
  spec.position = {4.1F, 1.5F};
  spec.holds = true;
  const AgentId holding = crowd.add(spec);
  spec.position = {3.5F, 1.5F};
  spec.holds = false;
  const AgentId pushed = crowd.add(spec);
  spec.position = {0.5F, 2.6F};
  const AgentId growing = crowd.add(spec);
  map.world.stamp({3, 1, 0}, 1);
  map.world.commit();
  const auto moved = crowd.push_out([](CrowdGroupId, Cell) { return true; });
  EXPECT_EQ(moved, std::vector{pushed}) << "others are where they were, but for a little";
  crowd.set_radius(growing, 0.45F);
  for (const AgentId id : {idle, holding, pushed, growing}) {
    const float room = distance_to_wall(map.view(), {crowd.position(id), 0}, 1);
    EXPECT_GE(room, crowd.radius(id) - 0.01F) << id.slot;
  }
  EXPECT_EQ(crowd.cell(idle), (Cell{2, 1, 0}));
  EXPECT_EQ(crowd.cell(holding), (Cell{4, 1, 0}));
  const Vec2 stood = crowd.position(growing);
  for (int t = 0; t < 30; ++t) crowd.step(tick);
  EXPECT_EQ(crowd.position(growing), stood) << "it rests there";
}

TEST(Agents, WhoWaitsWhereNobodyCanStandWaitsOn) {
  const auto map = draw_map("..#..");
  Crowd crowd;
  const CrowdGroupId group = crowd.add_group({map.view(), nullptr, {}, {}});
  AgentSpec spec = place_at({2, 0, 0}, group);
  spec.waiting = true;
  const AgentId agent = crowd.add(spec);
  crowd.start(agent);
  EXPECT_EQ(crowd.state(agent), AgentState::waiting);
  crowd.step(tick);
  EXPECT_EQ(crowd.inside_walls(), 0U);
}

}  // namespace
}  // namespace portolan
