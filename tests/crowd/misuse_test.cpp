// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Mistakes that a host makes with ids and numbers: builds with assertions say so, others change nothing.
#include <limits>

#include <gtest/gtest.h>

#include <portolan/core/assert.hpp>
#include <portolan/crowd/crowd.hpp>
#include <portolan/crowd/detail/path_guide.hpp>
#include <portolan/crowd/field_guide.hpp>
#include <portolan/hierarchy/planner.hpp>
#include <support/draw_map.hpp>

#include "reference_guide.hpp"

namespace portolan::test {
namespace {

constexpr float no_number = std::numeric_limits<float>::quiet_NaN();
constexpr float infinite = std::numeric_limits<float>::infinity();

class CrowdMisuse : public testing::Test {
 protected:
  [[nodiscard]] AgentSpec spec(Vec2 position) const {
    AgentSpec made;
    made.position = position;
    made.group = group_;
    return made;
  }

  [[nodiscard]] CrowdGroup walkers() const {
    CrowdGroup made{map_.view(), &guide_, map_.all('b'), {}};
    return made;
  }

  TestWorld map_ = draw_map("a...#...b");
  ReferenceGuide guide_{map_.view(), map_.all('b')};
  Crowd crowd_;
  CrowdGroupId group_ = crowd_.add_group(walkers());
};

TEST_F(CrowdMisuse, AStepOfNoTimeIsAPause) {
  const AgentId agent = crowd_.add(spec({1.5F, 0.5F}));
  crowd_.step(0);
  EXPECT_EQ(crowd_.position(agent), (Vec2{1.5F, 0.5F}));
}

#if PORTOLAN_ASSERTIONS

using CrowdMisuseDeathTest = CrowdMisuse;

TEST_F(CrowdMisuseDeathTest, IsNamed) {
  const AgentId agent = crowd_.add(spec({1.5F, 0.5F}));
  EXPECT_DEATH(crowd_.add(spec({-1, 0.5F})), "agents stand on passable cells");
  EXPECT_DEATH(crowd_.add(spec({no_number, 0.5F})), "agents stand on passable cells");
  EXPECT_DEATH(crowd_.set_radius(agent, 0), "radius, speed and mass are above zero");
  EXPECT_DEATH(crowd_.set_place(agent, {infinite, 0}), "a place is a point of the map");
  EXPECT_DEATH(crowd_.set_turn_rate(agent, -1), "acceleration, turn rate, facing and priority");
  EXPECT_DEATH(crowd_.step(-1), "time does not go back");
  EXPECT_DEATH(crowd_.step(100), "a step lasts a minute at most");
  EXPECT_DEATH(crowd_.go_back(1), "the moment was kept, and not forgotten");
  EXPECT_DEATH(static_cast<void>(crowd_.group(CrowdGroupId{7})), "add_group\\(\\) gives the ids");
  crowd_.remove(agent);
  EXPECT_DEATH(static_cast<void>(crowd_.position(agent)), "the agent has not been removed");
  EXPECT_DEATH(crowd_.remove(agent), "the agent has not been removed");
}

TEST(GuideMisuseDeathTest, IsNamed) {
  const test::TestWorld map = test::draw_map("....\n....\n");
  const Hierarchy hierarchy(map.world, map.profile);
  CorridorField field(hierarchy, Headings::any_angle);
  field.reset(Planner(hierarchy).plan(
      {.agents = {{0, 0, 0}}, .goals = {{{3, 1, 0}}}, .headings = Headings::any_angle}));
  ASSERT_TRUE(field.advance());
  ASSERT_NE(field.straight(), nullptr);
  FieldGuide guide;
  EXPECT_DEATH(guide.follow(field), "a StraightGuide leads along a field at any angle");
  detail::PathGuide path;
  while (path.add({0, 0, 0}, Distance{0})) {
  }
  EXPECT_DEATH(path.add({0, 0, 0}, Distance{0}), "there is no more room");
}

#else

TEST_F(CrowdMisuse, AddsNobodyWhoCannotBe) {
  for (const Vec2 p : {Vec2{-1, 0.5F}, Vec2{9, 0.5F}, Vec2{4.5F, 0.5F}, Vec2{no_number, 0.5F},
                       Vec2{0.5F, infinite}, Vec2{1e30F, 0.5F}}) {
    EXPECT_EQ(crowd_.add(spec(p)), AgentId{}) << p.x << ' ' << p.y;
  }
  AgentSpec other = spec({0.5F, 0.5F});
  other.layer = 1;
  EXPECT_EQ(crowd_.add(other), AgentId{});
  other = spec({0.5F, 0.5F});
  other.group = {7};
  EXPECT_EQ(crowd_.add(other), AgentId{});
  for (const float size : {0.0F, -1.0F, no_number, infinite, 1e30F}) {
    other = spec({0.5F, 0.5F});
    other.radius = size;
    EXPECT_EQ(crowd_.add(other), AgentId{});
    other = spec({0.5F, 0.5F});
    other.max_speed = size;
    EXPECT_EQ(crowd_.add(other), AgentId{});
    other = spec({0.5F, 0.5F});
    (size < 0 ? other.acceleration : other.facing.x) = size == 0 ? no_number : size;
    EXPECT_EQ(crowd_.add(other), AgentId{});
  }
  EXPECT_EQ(crowd_.size(), 0U);
  crowd_.step(0.1F);
}

TEST_F(CrowdMisuse, ChangesNothingOfAnybody) {
  const AgentId agent = crowd_.add(spec({1.5F, 0.5F}));
  const AgentId gone = crowd_.add(spec({2.5F, 0.5F}));
  crowd_.remove(gone);
  const std::uint64_t before = crowd_.hash();
  for (const AgentId id : {gone, AgentId{}, AgentId{99, 0}}) {
    crowd_.remove(id);
    crowd_.start(id);
    crowd_.regroup(id, group_);
    crowd_.set_place(id, {1, 1});
    crowd_.set_radius(id, 1);
    crowd_.set_holds(id, true);
    crowd_.put(id, {1, 1}, 0);
    EXPECT_FALSE(crowd_.alive(id));
    EXPECT_EQ(crowd_.state(id), AgentState::removed);
    EXPECT_EQ(crowd_.position(id), Vec2{});
    EXPECT_EQ(crowd_.max_speed(id), 0);
    EXPECT_FALSE(crowd_.holds(id));
    crowd_.set_acceleration(id, 1);
    crowd_.set_turn_rate(id, 1);
    crowd_.set_priority(id, 1);
    EXPECT_EQ(crowd_.acceleration(id), 0);
    EXPECT_EQ(crowd_.facing(id), Vec2{});
  }
  crowd_.put(agent, {4.5F, 0.5F}, 0);
  crowd_.put(agent, {no_number, 0.5F}, 3);
  crowd_.set_radius(agent, no_number);
  crowd_.set_max_speed(agent, -1);
  crowd_.set_acceleration(agent, -1);
  crowd_.set_turn_rate(agent, no_number);
  crowd_.set_priority(agent, most_priority + 1);
  EXPECT_EQ(crowd_.acceleration(agent), 0);
  EXPECT_EQ(crowd_.turn_rate(agent), 0);
  EXPECT_EQ(crowd_.priority(agent), 0);
  crowd_.set_place(agent, {infinite, 0});
  crowd_.regroup(agent, {7});
  crowd_.step(-1);
  crowd_.step(no_number);
  static_cast<void>(crowd_.group({7}));
  static_cast<void>(crowd_.agent(99));
  EXPECT_EQ(crowd_.hash(), before);
  crowd_.step(0.1F);
}

// Such a step was walked until the numbers of cells came to an end.
TEST_F(CrowdMisuse, AStepOfYearsLastsAMinute) {
  AgentSpec slow = spec({0.5F, 0.5F});
  slow.max_speed = 0.01F;
  const AgentId agent = crowd_.add(slow);
  crowd_.step(1e9F);
  EXPECT_LT(crowd_.position(agent).x, 0.5F + 0.01F * most_seconds + 0.01F);
}

#endif

}  // namespace
}  // namespace portolan::test
