// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What callers must do, and are told where they do not. In checked builds alone.
#include <memory>

#include <gtest/gtest.h>

#include <portolan/core/assert.hpp>
#include <portolan/core/tile_field.hpp>
#include <portolan/dynamic/obstacles.hpp>
#include <portolan/dynamic/time_plan.hpp>

#include <support/draw_map.hpp>

namespace portolan {
namespace {

#if PORTOLAN_ASSERTIONS
TEST(AssertDeathTest, MotionsComeInTheOrderOfTime) {
  EXPECT_DEATH(Course({{2, {1, 1}}, {1, {2, 1}}}), "in the order of their times");
  PresenceScript presence;
  presence.turns = {3, 1};
  EXPECT_DEATH(static_cast<void>(presence.present(2)), "in the order of their times");
}

TEST(AssertDeathTest, ObstaclesLieOnTheWorldAndTimeGoesOn) {
  test::TestWorld map = test::draw_map("...\n...\n");
  Obstacles obstacles;
  ObstacleSpec spec;
  spec.layer = 1;
  EXPECT_DEATH(static_cast<void>(obstacles.add(map.world, spec)), "on a layer of the world");
  EXPECT_DEATH(obstacles.advance(map.world, -1), "time goes on");
  Stamps stamps;
  const auto disc = std::make_shared<const Footprint>(Footprint::disc(1));
  EXPECT_DEATH(static_cast<void>(stamps.place(map.world, disc, {1, 1, 0}, {true, -1})), "adds 0 to 253");
}

TEST(AssertDeathTest, PlansInTimeNeedAFinishedField) {
  test::TestWorld map = test::draw_map("...\n...\n");
  TileField field(map.view(), TileGrid(map.view().extent(), 32));
  field.add_goal({{2, 1, 0}, {}});
  Forecast forecast;
  forecast.reset(map.view().extent(), {0, 10});
  forecast.finish();
  TimePlanner planner;
  TimeRequest request;
  request.pace = {1, 24};
  EXPECT_DEATH(static_cast<void>(planner.plan(field, forecast, request)), "advance\\(\\) has returned true");
}
#endif

}  // namespace
}  // namespace portolan
