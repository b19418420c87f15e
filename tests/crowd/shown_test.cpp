// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Where agents are drawn between two steps.
#include <cstdint>
#include <span>

#include <gtest/gtest.h>

#include <portolan/crowd/crowd.hpp>

#include <support/draw_map.hpp>

#include "point_guide.hpp"
#include "tick.hpp"

namespace portolan::test {
namespace {

struct Walk {
  TestWorld map = draw_map(R"(
    ............................................
    ............................................
    ............................................
  )");
  PointGuide guide{{42.5F, 1.5F}};
  Crowd crowd;
  CrowdGroupId group = crowd.add_group({map.view(), &guide, {{{42, 1}}}, {}, 1.5F, false});
  AgentId agent = crowd.add({{2.5F, 1.5F}, 0, 0.4F, 8, group});
};

TEST(Shown, LiesBetweenTheLastTwoSteps) {
  Walk walk;
  EXPECT_EQ(walk.crowd.shown(walk.agent, 0.5F), walk.crowd.position(walk.agent)) << "it has not walked yet";
  Vec2 before = walk.crowd.position(walk.agent);
  for (int step = 0; step < 20; ++step) {
    walk.crowd.step(tick);
    const Vec2 now = walk.crowd.position(walk.agent);
    EXPECT_EQ(walk.crowd.shown(walk.agent, 0), before);
    EXPECT_EQ(walk.crowd.shown(walk.agent, 1), now);
    EXPECT_FLOAT_EQ(walk.crowd.shown(walk.agent, 0.25F).x, before.x + 0.25F * (now.x - before.x));
    before = now;
  }
}

// A slot of one who was removed does not begin where that one was.
TEST(Shown, WhoTakesASlotIsNotDrawnOnTheWayThere) {
  Walk walk;
  for (int step = 0; step < 3; ++step) walk.crowd.step(tick);
  walk.crowd.remove(walk.agent);
  const AgentId other = walk.crowd.add({{20.5F, 0.5F}, 0, 0.4F, 8, walk.group});
  ASSERT_EQ(other.slot, walk.agent.slot);
  EXPECT_EQ(walk.crowd.shown(other, 0.3F), (Vec2{20.5F, 0.5F}));
}

TEST(Shown, WhoIsPutElsewhereIsThereAtOnce) {
  Walk walk;
  for (int step = 0; step < 3; ++step) walk.crowd.step(tick);
  walk.crowd.put(walk.agent, {30.5F, 0.5F}, 0);
  EXPECT_EQ(walk.crowd.shown(walk.agent, 0.3F), (Vec2{30.5F, 0.5F}));
}

TEST(Shown, WhoIsTakenBackIsThereAtOnce) {
  Walk walk;
  walk.crowd.step(tick);
  const std::uint64_t moment = walk.crowd.keep();
  const Vec2 then = walk.crowd.position(walk.agent);
  for (int step = 0; step < 9; ++step) walk.crowd.step(tick);
  walk.crowd.go_back(moment);
  EXPECT_EQ(walk.crowd.shown(walk.agent, 0), then);
}

// One far from the focus walks in each fourth step, and is drawn on its way all the time.
TEST(Shown, WhoIsFarGoesSmoothly) {
  Walk walk;
  const Vec2 elsewhere{300, 1.5F};
  walk.crowd.set_focus(std::span(&elsewhere, 1), 10, 4);
  for (int step = 0; step < 12; ++step) walk.crowd.step(tick);
  Vec2 last = walk.crowd.shown(walk.agent, 1);
  for (int step = 0; step < 8; ++step) {
    walk.crowd.step(tick);
    const Vec2 now = walk.crowd.shown(walk.agent, 1);
    EXPECT_NEAR(now.x - last.x, 8 * tick, 0.02F) << "step " << step;
    last = now;
  }
}

// It was drawn on a way of eight steps within one when it came near, and in its last step at once when it
// went far.
TEST(Shown, WhoComesNearOrGoesFarIsDrawnHardlyFasterThanItWalks) {
  Walk walk;
  constexpr int frames = 6;
  Vec2 last = walk.crowd.position(walk.agent);
  int times_near = 0;
  for (int step = 0; step < 56; ++step) {
    const bool was_far = walk.crowd.is_far(walk.agent);
    const Vec2 camera{step < 30 ? 22.0F : 300.0F, 1.5F};
    walk.crowd.set_focus(std::span(&camera, 1), 8, 8);
    walk.crowd.step(tick);
    times_near += was_far && !walk.crowd.is_far(walk.agent) ? 1 : 0;
    for (int frame = 0; frame <= frames; ++frame) {
      const Vec2 now = walk.crowd.shown(walk.agent, static_cast<float>(frame) / frames);
      EXPECT_LT(length(now - last), 1.6F * 8 * tick / frames) << "step " << step << " frame " << frame;
      last = now;
    }
  }
  EXPECT_EQ(times_near, 1);
  EXPECT_TRUE(walk.crowd.is_far(walk.agent));
  EXPECT_LT(length(last - walk.crowd.position(walk.agent)), 8 * 8 * tick) << "no farther behind than a turn";
}

// It was drawn at the end of its way for as long as its turn had not come again.
TEST(Shown, WhoIsFarAndTakenBackGoesOnFromWhereItWasDrawn) {
  Walk walk;
  const Vec2 elsewhere{300, 1.5F};
  walk.crowd.set_focus(std::span(&elsewhere, 1), 10, 8);
  for (int step = 0; step < 19; ++step) walk.crowd.step(tick);
  const Vec2 then = walk.crowd.shown(walk.agent, 0.5F);
  const std::uint64_t moment = walk.crowd.keep();
  walk.crowd.step(tick);
  const Vec2 after = walk.crowd.shown(walk.agent, 0.5F);
  for (int step = 0; step < 9; ++step) walk.crowd.step(tick);
  walk.crowd.go_back(moment);
  EXPECT_EQ(walk.crowd.shown(walk.agent, 0.5F), then);
  walk.crowd.step(tick);
  EXPECT_EQ(walk.crowd.shown(walk.agent, 0.5F), after);
}

}  // namespace
}  // namespace portolan::test
