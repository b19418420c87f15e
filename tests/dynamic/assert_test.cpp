// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What callers must do, and are told where they do not. In checked builds alone.
#include <memory>

#include <gtest/gtest.h>

#include <portolan/core/assert.hpp>
#include <portolan/core/astar.hpp>
#include <portolan/core/tile_field.hpp>
#include <portolan/dynamic/obstacles.hpp>
#include <portolan/dynamic/path_keeper.hpp>
#include <portolan/dynamic/sector_stream.hpp>
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
  presence = {true, {1, 3}, 2};
  EXPECT_DEATH(static_cast<void>(presence.present(2)), "not over before its last turn");
  EXPECT_DEATH(Course(std::vector<Keyframe>()), "one keyframe at least");
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

TEST(AssertDeathTest, ForecastsAreFinishedBeforeTheyAreRead) {
  const test::TestWorld map = test::draw_map("...\n...\n");
  Forecast forecast;
  EXPECT_DEATH(forecast.reset(map.extent(), {10, 0}), "begins before it ends");
  EXPECT_DEATH(forecast.reset(map.extent(), {0, 10}, {0, 1, 0}), "for a step at least");
  EXPECT_DEATH(forecast.reset(map.extent(), {0, 10}, {1, 1, -1}), "not negative");
  forecast.reset(map.extent(), {0, 10});
  EXPECT_DEATH(forecast.add_seen(Course(), -1, Footprint::disc(1), 0), "only grows with time");
  forecast.block({1, 1, 0}, {0, 5});
  EXPECT_DEATH(static_cast<void>(forecast.blocked({1, 1, 0})), "finish\\(\\) comes before");
  forecast.finish();
  EXPECT_DEATH(static_cast<void>(forecast.blocked({3, 1, 0})), "ask for cells of the world");
  EXPECT_DEATH(static_cast<void>(grown(Footprint::disc(1), -1)), "by no rows or by some");
}

TEST(AssertDeathTest, KeptPathsEnd) {
  const test::TestWorld map = test::draw_map("....\n....\n");
  AStar search;
  PathKeeper keeper(map.view(), {0, 0, 0}, {3, 1, 0}, {}, search);
  EXPECT_DEATH(static_cast<void>(keeper.ahead(keeper.steps_left() + 1)), "how many cells are ahead");
  EXPECT_DEATH(static_cast<void>(keeper.remaining(keeper.steps_left() + 1)), "how many cells are ahead");
}

TEST(AssertDeathTest, OnlyStreamedWorldsAreStreamed) {
  test::TestWorld map = test::draw_map("...\n...\n");
  EXPECT_DEATH(SectorStream(map.world, 1, 1), "must be a streamed one");
}
#endif

}  // namespace
}  // namespace portolan
