// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// How often an agent decides where to go, at steps of any length.
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/hash.hpp>
#include <portolan/crowd/crowd.hpp>

#include <support/draw_map.hpp>
#include <support/random.hpp>

#include "counting_guide.hpp"

namespace portolan::test {
namespace {

TestWorld open_ground() {
  std::string rows;
  for (int y = 0; y < 20; ++y) rows += std::string(120, '.') + "\n";
  return draw_map(rows);
}

// One agent on open ground, for ten seconds of a way that takes longer.
int decisions(int steps_per_second, Avoidance avoidance, Vec2& end) {
  const TestWorld world = open_ground();
  const CountingGuide guide({110.5F, 10.5F});
  Crowd crowd;
  CrowdGroup group{world.view(), &guide, {{{110, 10}}}, {}, 1.5F, false};
  group.avoidance = avoidance;
  const CrowdGroupId id = crowd.add_group(group);
  const AgentId agent = crowd.add({{3.5F, 10.5F}, 0, 0.4F, 8, id});
  for (int step = 0; step < 10 * steps_per_second; ++step)
    crowd.step(1.0F / static_cast<float>(steps_per_second));
  end = crowd.position(agent);
  return guide.asked;
}

TEST(Decisions, AreMadeTenTimesASecondWhereTheWayIsStraight) {
  Vec2 end_at_10, end_at_60;
  const int at_10 = decisions(10, Avoidance::separation, end_at_10);
  const int at_60 = decisions(60, Avoidance::separation, end_at_60);
  EXPECT_NEAR(at_60, at_10, 6) << "a step or two until it goes at full speed";
  EXPECT_NEAR(end_at_60.x, end_at_10.x, 0.5F);
  EXPECT_NEAR(end_at_60.y, end_at_10.y, 0.01F);
}

struct Throng {
  std::uint64_t hash = 0;
  std::size_t pushed = 0, near = 0;  // pairs that overlap, and by a fifth, step by step
};

// Two groups that go through each other, past some who stand, and past a wall. Where one flees others, far
// off, who comes beside whom is listed before everybody has walked.
Throng throng(int steps_per_second, bool one_flees) {
  std::string rows;
  for (int y = 0; y < 20; ++y)
    rows += std::string(60, '.') + (y > 8 && y < 12 ? '#' : '.') + std::string(59, '.') + "\n";
  const TestWorld world = draw_map(rows);
  const PointGuide there({110.5F, 6.5F}), back({8.5F, 14.5F});
  Crowd crowd;
  CrowdGroup going{world.view(), &there, {{{110, 6}}}, {}, 1.5F, true};
  CrowdGroup returning{world.view(), &back, {{{8, 14}}}, {}, 1.5F, true};
  CrowdGroup standing{world.view(), nullptr, {}, {}, 1.5F, false}, alone = standing;
  alone.steering.evade = one_flees ? 1.0F : 0.0F;
  const CrowdGroupId ids[] = {crowd.add_group(going), crowd.add_group(returning), crowd.add_group(standing)};
  crowd.add({.position = {0.5F, 0.5F}, .group = crowd.add_group(alone), .holds = true});
  Random random(5);
  for (int k = 0; k < 240; ++k) {
    const auto at = [&](int low, int high) { return static_cast<float>(random.between(low, high)) / 10; };
    const int kind = k % 8 == 0 ? 2 : k % 2;
    const float x = kind == 2 ? at(400, 800) : kind == 1 ? at(700, 1000) : at(200, 500);
    crowd.add({{x, at(5, 85)}, 0, at(2, k % 10 == 0 ? 8 : 4), at(30, 80), ids[kind]});
  }
  Throng found;
  for (int step = 0; step < 8 * steps_per_second; ++step) {
    crowd.step(1.0F / static_cast<float>(steps_per_second));
    found.hash = detail::mix(found.hash, crowd.hash());
    found.pushed += crowd.overlaps(1);
    found.near += crowd.overlaps(0.8F);
  }
  return found;
}

TEST(Decisions, BetweenThemNeighboursAreFoundAsIfAllHadLooked) {
  for (const int steps_per_second : {10, 20, 30, 60}) {
    const Throng all_look = throng(steps_per_second, true), found = throng(steps_per_second, false);
    EXPECT_EQ(found.hash, all_look.hash) << steps_per_second;
    EXPECT_GT(found.pushed, 50U);
  }
}

// Who goes straight on looks at nobody, and is pushed by nobody; and at short steps those who touch several
// are parted from them by and by. Of 240 who go through each other hardly any two overlap by a fifth for all
// that.
TEST(Decisions, BetweenThemNobodyComesTooNear) {
  for (const int steps_per_second : {10, 20, 30, 60}) {
    const double pairs = static_cast<double>(throng(steps_per_second, false).near);
    EXPECT_LT(pairs / (8 * steps_per_second), 0.8) << steps_per_second;
  }
}

// It goes on as it decided, until it is told otherwise.
TEST(Decisions, EndWithANewOrder) {
  const TestWorld world = open_ground();
  const CountingGuide there({110.5F, 10.5F}), back({3.5F, 10.5F});
  Crowd crowd;
  const CrowdGroupId going = crowd.add_group({world.view(), &there, {{{110, 10}}}, {}, 1.5F, false});
  const CrowdGroupId returning = crowd.add_group({world.view(), &back, {{{3, 10}}}, {}, 1.5F, false});
  const AgentId agent = crowd.add({{50.5F, 10.5F}, 0, 0.4F, 8, going});
  for (int step = 0; step < 61; ++step) crowd.step(1.0F / 60);
  crowd.regroup(agent, returning);
  const int before = back.asked;
  crowd.step(1.0F / 60);
  EXPECT_GT(back.asked, before) << "at once, not at its next turn";
}

TEST(Decisions, EndWhereOneIsToldToHold) {
  const TestWorld world = open_ground();
  const PointGuide there({110.5F, 10.5F});
  Crowd crowd;
  const CrowdGroupId going = crowd.add_group({world.view(), &there, {{{110, 10}}}, {}, 1.5F, false});
  const AgentId agent = crowd.add({{50.5F, 10.5F}, 0, 0.4F, 8, going});
  for (int step = 0; step < 61; ++step) crowd.step(1.0F / 60);
  const Vec2 before = crowd.position(agent);
  crowd.set_holds(agent, true);
  for (int step = 0; step < 10; ++step) crowd.step(1.0F / 60);
  EXPECT_EQ(crowd.position(agent), before);
}

// It stood where it was put, or against the wall between there and its place.
TEST(Put, WhoHadArrivedGoesToItsGoalAgain) {
  const TestWorld world = open_ground();
  const PointGuide guide({60.5F, 10.5F});
  Crowd crowd;
  const CrowdGroupId id = crowd.add_group({world.view(), &guide, {{{60, 10}}}, {}, 1.5F, false});
  const CrowdGroupId idle = crowd.add_group({world.view(), nullptr, {}, {}, 1.5F, false});
  const AgentId agent = crowd.add({{50.5F, 10.5F}, 0, 0.4F, 8, id});
  const AgentId other = crowd.add({{5.5F, 5.5F}, 0, 0.4F, 8, idle});
  for (int step = 0; step < 50; ++step) crowd.step(0.1F);
  ASSERT_EQ(crowd.state(agent), AgentState::arrived);
  crowd.put(agent, {20.5F, 15.5F}, 0);
  crowd.put(other, {9.5F, 15.5F}, 0);
  EXPECT_EQ(crowd.state(agent), AgentState::moving);
  for (int step = 0; step < 100; ++step) crowd.step(0.1F);
  EXPECT_EQ(crowd.state(agent), AgentState::arrived);
  EXPECT_LT(length(crowd.position(agent) - Vec2{60.5F, 10.5F}), 2);
  EXPECT_EQ(crowd.position(other), (Vec2{9.5F, 15.5F})) << "nobody told it to go anywhere";
}

// It stood, and took the place where it had stood for that at its goal.
TEST(Holding, WhoIsToldWhereToGoWhileItHoldsGoesThereAfterwards) {
  const TestWorld world = open_ground();
  const PointGuide guide({60.5F, 10.5F});
  for (const auto avoidance : {Avoidance::separation, Avoidance::reciprocal}) {
    Crowd crowd;
    CrowdGroup group{world.view(), &guide, {{{60, 10}}}, {}, 1.5F, false};
    group.avoidance = avoidance;
    const CrowdGroupId id = crowd.add_group(group);
    std::vector<AgentId> agents;
    for (int k = 0; k < 6; ++k)
      agents.push_back(crowd.add({{3.5F + static_cast<float>(k), 10.5F}, 0, 0.4F, 8, id}));
    crowd.set_holds(agents[2], true);
    for (int step = 0; step < 150; ++step) crowd.step(0.1F);
    EXPECT_EQ(crowd.count(AgentState::arrived), 5U);
    EXPECT_EQ(crowd.position(agents[2]), (Vec2{5.5F, 10.5F}));
    crowd.set_holds(agents[2], false);
    for (int step = 0; step < 150; ++step) crowd.step(0.1F);
    EXPECT_EQ(crowd.count(AgentState::arrived), 6U);
    EXPECT_LT(length(crowd.position(agents[2]) - Vec2{60.5F, 10.5F}), 4);
  }
}

}  // namespace
}  // namespace portolan::test
