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

}  // namespace
}  // namespace portolan::test
