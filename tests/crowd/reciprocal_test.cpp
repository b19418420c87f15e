// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Groups that avoid reciprocally: they take turns, and everybody has a place at the goal.
#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/crowd/crowd.hpp>

#include <support/backward_executor.hpp>
#include <support/draw_map.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>

#include "reference_guide.hpp"

namespace portolan {
namespace {

using test::draw_map;
using test::ReferenceGuide;

constexpr float tick = 0.1F;

CrowdGroup reciprocal(GridView grid, const Guide* guide, std::vector<Cell> goals, bool leaves) {
  CrowdGroup group{grid, guide, std::move(goals), {}, 1.0F, leaves};
  group.avoidance = Avoidance::reciprocal;
  return group;
}

AgentSpec at(Vec2 position, CrowdGroupId group) {
  AgentSpec spec;
  spec.position = position;
  spec.group = group;
  return spec;
}

TEST(Reciprocal, TwoWhoMeetHeadOnPassWithoutTouching) {
  const auto map = draw_map(R"(
    ...............
    A.............B
    ...............
  )");
  const std::vector<Cell> east{map['B']}, west{map['A']};
  const ReferenceGuide to_east(map.view(), east), to_west(map.view(), west);
  Crowd crowd;
  crowd.add(at(centre_of(map['A']), crowd.add_group(reciprocal(map.view(), &to_east, east, true))));
  crowd.add(at(centre_of(map['B']), crowd.add_group(reciprocal(map.view(), &to_west, west, true))));
  int steps = 0;
  for (; crowd.count(AgentState::gone) < 2 && steps < 200; ++steps) {
    crowd.step(tick);
    EXPECT_EQ(crowd.overlaps(0.98F), 0U) << "step " << steps;
  }
  EXPECT_LT(steps, 60) << "14 cells at 4 cells a second take 35";
}

// An agent inside has the way; nobody passes through anybody.
TEST(Reciprocal, TwoBlocksSwapThroughAGapOfOneCell) {
  const auto map = draw_map(R"(
    .........#.........
    .........#.........
    .........#.........
    A.................B
    .........#.........
    .........#.........
    .........#.........
  )");
  const std::vector<Cell> east{map['B']}, west{map['A']};
  const ReferenceGuide to_east(map.view(), east), to_west(map.view(), west);
  CrowdOptions options;
  options.patience = 1e6F;  // seconds: nobody squeezes
  Crowd crowd(options);
  const CrowdGroupId a = crowd.add_group(reciprocal(map.view(), &to_east, east, true));
  const CrowdGroupId b = crowd.add_group(reciprocal(map.view(), &to_west, west, true));
  for (int i = 0; i < 9; ++i) {
    crowd.add(at(centre_of({1 + i % 3, 2 + i / 3, 0}), a));
    crowd.add(at(centre_of({15 + i % 3, 2 + i / 3, 0}), b));
  }
  int steps = 0;
  for (; crowd.count(AgentState::gone) < 18 && steps < 1200; ++steps) {
    crowd.step(tick);
    ASSERT_EQ(crowd.overlaps(0.89F), 0U) << "step " << steps;
    ASSERT_EQ(crowd.inside_walls(), 0U) << "step " << steps;
  }
  EXPECT_EQ(crowd.count(AgentState::gone), 18U);
  EXPECT_EQ(crowd.squeezes(), 0U);
}

TEST(Reciprocal, EverybodyHasAPlaceAndStandsStillThere) {
  const auto map = draw_map(R"(
    ####################
    #........#.........#
    #........#.........#
    #..................#
    #........#......B..#
    #........#.........#
    ####################
  )");
  const std::vector<Cell> goals{map['B']};
  const ReferenceGuide guide(map.view(), goals);
  Crowd crowd;
  const CrowdGroupId group = crowd.add_group(reciprocal(map.view(), &guide, goals, false));
  for (int i = 0; i < 24; ++i) crowd.add(at(centre_of({1 + i % 6, 1 + i / 6, 0}), group));
  for (int t = 0; t < 900 && crowd.count(AgentState::arrived) < 24; ++t) crowd.step(tick);
  ASSERT_EQ(crowd.count(AgentState::arrived), 24U);
  EXPECT_EQ(crowd.overlaps(0.9F), 0U);
  for (int t = 0; t < 20; ++t) crowd.step(tick);  // who was pushed walks back
  std::vector<Vec2> before;
  for (std::uint32_t i = 0; i < crowd.size(); ++i) {
    EXPECT_TRUE(crowd.place({i}).has_value());
    before.push_back(crowd.position({i}));
  }
  for (int t = 0; t < 30; ++t) crowd.step(tick);
  for (std::uint32_t i = 0; i < crowd.size(); ++i) EXPECT_LT(length(crowd.position({i}) - before[i]), 0.1F);
}

std::uint64_t play(std::uint64_t seed, Executor* executor) {
  test::RandomWorldOptions world;
  world.shape = test::Shape::boxes;
  world.extent = {60, 50, 1};
  const auto map = test::random_world(world, seed);
  test::Random random(seed);
  CrowdOptions options;
  options.executor = executor;
  Crowd crowd(options);
  const std::vector<Cell> goals{test::random_passable_cell(map.view(), random)};
  const ReferenceGuide guide(map.view(), goals);
  const CrowdGroupId group = crowd.add_group(reciprocal(map.view(), &guide, goals, seed % 2 == 0));
  for (int i = 0; i < 600; ++i)
    crowd.add(at(centre_of(test::random_passable_cell(map.view(), random)), group));
  for (int t = 0; t < 40; ++t) crowd.step(tick);
  EXPECT_EQ(crowd.inside_walls(), 0U);
  return crowd.hash();
}

TEST(Reciprocal, RepeatsBitForBitWhateverTheExecutor) {
  test::BackwardExecutor backward;
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    const std::uint64_t first = play(seed, nullptr);
    EXPECT_EQ(play(seed, nullptr), first);
    EXPECT_EQ(play(seed, &backward), first);
  }
}

// A body is a little more than half as wide as the door, so that arches form before it.
TEST(Reciprocal, ACrowdLeavesByADoorThatTwoCannotPassAbreast) {
  const auto map = draw_map(R"(
    .................E
    .........#########
    .........#########
    .........#########
    ..................
    .................D
    ..................
    .........#########
    .........#########
    .........#########
    ..................
  )");
  const std::vector<Cell> goals{map['D']};
  const ReferenceGuide guide(map.view(), goals);
  CrowdOptions options;
  options.patience = 1e6F;  // seconds: nobody squeezes
  Crowd crowd(options);
  const CrowdGroupId group = crowd.add_group(reciprocal(map.view(), &guide, goals, true));
  for (int i = 0; i < 24; ++i) {
    AgentSpec spec = at({1 + static_cast<float>(i % 5) * 1.7F, 1 + static_cast<float>(i / 5) * 2.1F}, group);
    spec.radius = 0.8F;
    crowd.add(spec);
  }
  int steps = 0;
  for (; crowd.count(AgentState::gone) < crowd.size() && steps < 600; ++steps) {
    crowd.step(tick);
    ASSERT_EQ(crowd.overlaps(0.9F), 0U) << "step " << steps;
  }
  EXPECT_EQ(crowd.count(AgentState::gone), crowd.size()) << "they block each other";
}

TEST(Reciprocal, OneWithAHeadwayFollowsAtThatTime) {
  const auto map = draw_map("A......................................................................B");
  const std::vector<Cell> goals{map['B']};
  const ReferenceGuide guide(map.view(), goals);
  for (const float headway : {0.0F, 0.5F, 1.0F}) {
    Crowd crowd;
    CrowdGroup kind = reciprocal(map.view(), &guide, goals, true);
    kind.headway = headway;
    const CrowdGroupId group = crowd.add_group(std::move(kind));
    AgentSpec first = at({6.5F, 0.5F}, group);
    first.max_speed = 2;
    const AgentId slow = crowd.add(first);
    const AgentId fast = crowd.add(at({2.5F, 0.5F}, group));
    for (int i = 0; i < 150; ++i) crowd.step(tick);
    const float gap = crowd.position(slow).x - crowd.position(fast).x - 2 * first.radius;
    EXPECT_NEAR(gap, headway * first.max_speed, 0.25F) << "headway " << headway;
  }
}

TEST(Reciprocal, AGroupFillsTheAreaOfItsGoal) {
  const auto map = draw_map(R"(
    ................GG
    ................GG
    ................GG
    ................GG
    ................GG
    ................GG
    ................GG
    ................GG
    ................GG
    ................GG
    ................GG
    ................GG
  )");
  std::vector<Cell> goals;
  for (int y = 0; y < 12; ++y) {
    goals.push_back({16, y, 0});
    goals.push_back({17, y, 0});
  }
  const ReferenceGuide guide(map.view(), goals);
  Crowd crowd;
  const CrowdGroupId group = crowd.add_group(reciprocal(map.view(), &guide, goals, false));
  for (int i = 0; i < 20; ++i)
    crowd.add(at({1.5F + static_cast<float>(i % 4), 3.5F + static_cast<float>(i / 4)}, group));
  for (int i = 0; i < 200; ++i) crowd.step(tick);
  EXPECT_EQ(crowd.count(AgentState::arrived), crowd.size());
  for (std::size_t slot = 0; slot < crowd.size(); ++slot)
    EXPECT_GE(crowd.cell(crowd.agent(slot)).x, 16) << "agent " << slot;
}

}  // namespace
}  // namespace portolan
