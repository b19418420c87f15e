// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Steps of different lengths, as frames are: time is what goes by, not how many steps there were.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/saved_state.hpp>
#include <portolan/crowd/crowd.hpp>

#include <support/draw_map.hpp>
#include <support/random.hpp>

#include "angle.hpp"
#include "change_over.hpp"
#include "counting_guide.hpp"
#include "point_guide.hpp"

namespace portolan::test {
namespace {

// The steps of a game that is to draw so many frames a second, and takes longer over one of some; or over all
// of them, up to four times as long.
class Frames {
 public:
  explicit Frames(float per_second) : usual_(1 / per_second) {}
  Frames(float per_second, float long_one, int of) : usual_(1 / per_second), long_one_(long_one), of_(of) {}
  [[nodiscard]] static Frames of_any_length(float per_second) { return {per_second, 0, 0}; }

  [[nodiscard]] float next() {
    if (of_ == 0) return usual_ * (1 + static_cast<float>(random_.below(3000)) * 1e-3F);
    return ++count_ % of_ == 0 ? long_one_ : usual_;
  }

 private:
  float usual_, long_one_ = usual_;
  int of_ = 1, count_ = 0;
  Random random_{5};
};

TestWorld meadow(int width, int height) {
  std::string rows;
  for (int y = 0; y < height; ++y) rows += std::string(static_cast<std::size_t>(width), '.') + "\n";
  return draw_map(rows);
}

// Steps were counted, and taken for as long as the last one: who had waited for a second at sixty steps a
// second had waited for a minute in a frame of one, and went through others.
TEST(UnevenSteps, WhoWaitsWaitsNoLongerInALongFrame) {
  for (const Frames& frames : {Frames(60), Frames(60, 1, 240), Frames(240, 0.1F, 600), Frames(60, 0.25F, 90),
                               Frames::of_any_length(120)}) {
    Frames steps = frames;
    const Passing all = change_over(two_rooms(1), {Avoidance::reciprocal}, 120, [&] { return steps.next(); });
    EXPECT_EQ(all.left, 0U);
    EXPECT_EQ(all.squeezes, 0U) << "it was up to 12";
  }
}

// Radians a second by which somebody turns who wanders on open ground, who has no goal.
double turning(Frames frames) {
  const TestWorld world = meadow(60, 60);
  const PointGuide guide({55.5F, 30.5F});
  Crowd crowd;
  CrowdGroup group{world.view(), &guide, {{{55, 30}}}, {}};
  group.steering.wander = 1;
  group.steering.follow = 0.2F;
  const AgentId agent = crowd.add({{5.5F, 30.5F}, 0, 0.35F, 1, crowd.add_group(group)});
  double turned = 0, time = 0;
  while (time < 40) {
    const Vec2 before = crowd.velocity(agent);
    const float seconds = frames.next();
    crowd.step(seconds);
    if (time > 1) turned += std::abs(static_cast<double>(angle(before, crowd.velocity(agent))));
    time += static_cast<double>(seconds);
  }
  return turned / time;
}

TEST(UnevenSteps, WhoWandersTurnsNoMore) {
  const double even = turning(Frames(60));
  EXPECT_GT(even, 0.3);
  EXPECT_NEAR(turning(Frames::of_any_length(120)), even, 0.3 * even)
      << "it took another direction in each step";
}

// Cells a second of those who are far from the focus, who walk in each eighth step.
TEST(UnevenSteps, WhoIsFarWalksAsFar) {
  const TestWorld world = meadow(120, 30);
  const PointGuide guide({1000.5F, 15.5F});
  Crowd crowd;
  const CrowdGroupId group = crowd.add_group({world.view(), &guide, {{{119, 15}}}, {}});
  std::vector<AgentId> agents;
  for (int k = 0; k < 20; ++k)
    agents.push_back(crowd.add({{5.5F, 5.5F + static_cast<float>(k)}, 0, 0.35F, 2, group}));
  crowd.set_focus(std::vector<Vec2>{{-1000, 0}}, 10, 8);
  Frames frames(60, 0.3F, 11);
  float time = 0;
  while (time < 30) {
    const float seconds = frames.next();
    crowd.step(seconds);
    time += seconds;
  }
  for (const AgentId agent : agents) {
    EXPECT_TRUE(crowd.is_far(agent));
    EXPECT_NEAR(crowd.position(agent).x - 5.5F, 2 * time, 2) << "but for the last steps";
  }
}

TEST(UnevenSteps, NobodyGoesOnForLongWithoutDeciding) {
  const TestWorld world = meadow(120, 20);
  for (const Avoidance avoidance : {Avoidance::separation, Avoidance::reciprocal}) {
    for (int place = 0; place < 20; ++place) {
      const CountingGuide guide({110.5F, 10.5F});
      Crowd crowd;
      CrowdGroup others{world.view(), nullptr, {}, {}};
      const CrowdGroupId standing = crowd.add_group(others);
      for (int k = 0; k < place; ++k) crowd.add({{2.5F, 1.5F}, 0, 0.01F, 1, standing});
      CrowdGroup group{world.view(), &guide, {{{110, 10}}}, {}};
      group.leave_on_arrival = true;
      group.avoidance = avoidance;
      crowd.add({{3.5F, 10.5F}, 0, 0.4F, 2, crowd.add_group(group)});
      Frames frames = Frames::of_any_length(240);
      float time = 0, decided = 0, longest = 0;
      while (time < 10) {
        const float seconds = frames.next();
        const int before = guide.asked;
        crowd.step(seconds);
        time += seconds;
        longest = std::max(longest, time - decided);
        if (guide.asked != before) decided = time;
      }
      EXPECT_LT(longest, 0.125F) << place;
    }
  }
}

// Two crowds, one far from the focus, who also wander.
void fill(Crowd& crowd, GridView grid, const Guide& guide) {
  CrowdGroup group{grid, &guide, {{{110, 10}}}, {}};
  group.steering.wander = 0.5F;
  const CrowdGroupId parting = crowd.add_group(group);
  group.avoidance = Avoidance::reciprocal;
  const CrowdGroupId avoiding = crowd.add_group(group);
  for (int k = 0; k < 60; ++k) {
    const Vec2 at = centre_of({5 + k % 12 * (k % 2 == 0 ? 1 : 4), 5 + k / 12});
    crowd.add({at, 0, 0.4F, 3, k % 3 == 0 ? avoiding : parting});
  }
  crowd.set_focus(std::vector<Vec2>{{0, 10}}, 20, 8);
}

TEST(UnevenSteps, WhatIsSavedOrTakenBackGoesOnAlike) {
  const TestWorld world = meadow(120, 20);
  const PointGuide guide({110.5F, 10.5F});
  Crowd crowd;
  fill(crowd, world.view(), guide);
  Frames frames = Frames::of_any_length(120);
  for (int k = 0; k < 137; ++k) crowd.step(frames.next());
  StateWriter writer;
  crowd.save_state(writer);
  const std::uint64_t moment = crowd.keep();
  Result<StateReader> reader = StateReader::open(writer.finish());
  Crowd again;
  ASSERT_TRUE(reader && again.restore_state(*reader, [&](CrowdGroupId) { return world.view(); }));
  for (const std::uint32_t group : {0U, 1U}) again.group({group}).guide = &guide;
  again.set_focus(std::vector<Vec2>{{0, 10}}, 20, 8);
  const auto hashes = [frames](Crowd& played) {
    Frames same = frames;
    std::vector<std::uint64_t> all;
    for (int k = 0; k < 200; ++k) {
      played.step(same.next());
      all.push_back(played.hash());
    }
    return all;
  };
  const std::vector<std::uint64_t> first = hashes(crowd);
  EXPECT_EQ(hashes(again), first);
  crowd.go_back(moment);
  EXPECT_EQ(hashes(crowd), first);
}

}  // namespace
}  // namespace portolan::test
