// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Groups that avoid reciprocally: they take turns, and everybody has a place at the goal.
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/crowd/crowd.hpp>

#include <support/draw_map.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>

#include "point_guide.hpp"
#include "reference_guide.hpp"
#include "tick.hpp"

namespace portolan {
namespace {

using test::draw_map;
using test::ReferenceGuide;
using test::tick;

CrowdGroup reciprocal(GridView grid, const Guide* guide, const GoalSet& goals, bool leaves) {
  CrowdGroup group{grid, guide, goals, {}, 1.0F, leaves};
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
  bool one_gave_way = false, all_gave_way = false;
  for (; crowd.count(AgentState::gone) < 18 && steps < 1200; ++steps) {
    crowd.step(tick);
    std::size_t gave_way = 0, walking = 0;
    for (std::size_t slot = 0; slot < crowd.size(); ++slot) {
      const AgentId agent = crowd.agent(slot);
      walking += crowd.state(agent) == AgentState::moving ? 1U : 0U;
      gave_way += crowd.state(agent) == AgentState::moving && crowd.gives_way(agent) ? 1U : 0U;
    }
    one_gave_way = one_gave_way || gave_way > 0;
    all_gave_way = all_gave_way || (walking > 0 && gave_way == walking);
    ASSERT_EQ(crowd.overlaps(0.89F), 0U) << "step " << steps;
    ASSERT_EQ(crowd.inside_walls(), 0U) << "step " << steps;
  }
  EXPECT_EQ(crowd.count(AgentState::gone), 18U);
  EXPECT_EQ(crowd.squeezes(), 0U);
  EXPECT_TRUE(one_gave_way);
  EXPECT_FALSE(all_gave_way) << "somebody has the turn";
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

// A hall with a door in which two are abreast for no more than a quarter of their bodies.
std::string hall_with_door() {
  std::string drawing;
  for (int y = 0; y < 90; ++y) {
    const bool wall = y == 20 || y == 21;
    for (int x = 0; x < 13; ++x) drawing += y == 18 && x == 6 ? 'E' : (wall && (x < 4 || x > 8) ? '#' : '.');
    drawing += '\n';
  }
  return drawing;
}

// Arches form before it. They must not stand: one that cannot go on wholly goes on a little.
TEST(Reciprocal, ACrowdLeavesByADoorThatTwoCannotPassAbreast) {
  const auto map = draw_map(hall_with_door(), 2);
  const std::vector<Cell> goals{map['E']};
  const ReferenceGuide guide(map.view(), goals);
  CrowdOptions options;
  options.patience = 1e6F;  // seconds: nobody squeezes
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    test::Random random(seed);
    Crowd crowd(options);
    CrowdGroup kind = reciprocal(map.view(), &guide, goals, true);
    kind.clearance = 2;
    const CrowdGroupId group = crowd.add_group(std::move(kind));
    for (int i = 0; i < 60; ++i) {
      AgentSpec spec =
          at({1.5F + static_cast<float>(i % 4) * 3.2F, 26 + static_cast<float>(i / 4) * 3.2F}, group);
      spec.radius = 1.45F;
      spec.max_speed = 10 + static_cast<float>(random.below(40)) * 0.1F;
      crowd.add(spec);
    }
    for (int k = 0; crowd.count(AgentState::gone) < crowd.size() && k < 1200; ++k) {
      crowd.step(tick);
      ASSERT_EQ(crowd.overlaps(0.9F), 0U) << "step " << k;
    }
    EXPECT_EQ(crowd.count(AgentState::gone), crowd.size()) << "they block each other, seed " << seed;
  }
}

// On the left of a column that walks along a wall one is called back. Those beside and behind it go on, and
// were never nearer to it than before: it was carried along for as long as the column was.
// How far one of a column goes along with it that is called back.
float carried_by_a_column(const Guide& back) {
  std::string drawing;
  for (int y = 0; y < 220; ++y) drawing += std::string(80, '.') + "\n";
  const auto map = draw_map(drawing);
  const test::PointGuide on({2, -1000});
  Crowd crowd;
  const CrowdGroupId column = crowd.add_group(reciprocal(map.view(), &on, {}, true));
  const CrowdGroupId called_back = crowd.add_group(reciprocal(map.view(), &back, {}, true));
  std::vector<AgentId> agents;
  for (int k = 0; k < 60; ++k) {
    const auto file = static_cast<float>(k % 2), rank = static_cast<float>(k / 2);
    agents.push_back(crowd.add({{0.35F + 0.65F * file, 150 + 0.65F * rank}, 0, 0.3F, 2, column}));
  }
  for (int step = 0; step < 20; ++step) crowd.step(tick);
  const AgentId one = agents[20];
  const float begin = crowd.position(one).y;
  crowd.regroup(one, called_back);
  float farthest = begin;
  for (int step = 0; step < 400; ++step) {
    crowd.step(tick);
    farthest = std::min(farthest, crowd.position(one).y);
  }
  return begin - farthest;
}

class UrgentGuide final : public test::PointGuide {
 public:
  using PointGuide::PointGuide;
  [[nodiscard]] bool is_urgent() const override { return true; }
};

TEST(Reciprocal, OneIsNotCarriedAlongByAColumn) {
  EXPECT_LT(carried_by_a_column(test::PointGuide({2, 1000})), 20)
      << "twenty ranks are behind it, 13 cells long";
}

// Those behind brake for it, and it for nobody.
TEST(Reciprocal, ForOneThatIsUrgentOthersMakeRoom) {
  EXPECT_LT(carried_by_a_column(UrgentGuide({2, 1000})), 1);
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

// Between two who walk side by side, too near to each other for a body, nobody walks up.
TEST(Reciprocal, OneWithAHeadwayFollowsTwoWhoLeaveNoRoomBetweenThem) {
  const auto map = draw_map(R"(
    ..................................................
    .................................................A
    .................................................B
    .................................................C
    ..................................................
  )");
  const std::vector<Cell> goals{map['A'], map['B'], map['C']};
  const ReferenceGuide guide(map.view(), goals);
  Crowd crowd;
  CrowdGroup kind = reciprocal(map.view(), &guide, goals, true);
  kind.headway = 1;
  const CrowdGroupId group = crowd.add_group(std::move(kind));
  AgentSpec spec = at({10.5F, 1.5F}, group);
  spec.radius = 0.8F;
  spec.max_speed = 2;
  const AgentId left = crowd.add(spec);
  spec.position.y = 3.5F;
  const AgentId right = crowd.add(spec);
  spec.position = {3.5F, 2.5F};
  spec.max_speed = 4;
  const AgentId fast = crowd.add(spec);
  for (int i = 0; i < 120; ++i) crowd.step(tick);
  const float nearest = std::min(crowd.position(left).x, crowd.position(right).x);
  EXPECT_GT(nearest - crowd.position(fast).x, 3) << "3.5 cells are a second and the bodies";
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
