// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <vector>

#include <gtest/gtest.h>

#include <portolan/dynamic/motion.hpp>

namespace portolan {
namespace {

void expect_at(const Course& course, double time, float x, float y) {
  EXPECT_FLOAT_EQ(course.at(time).x, x) << "time " << time;
  EXPECT_FLOAT_EQ(course.at(time).y, y) << "time " << time;
}

Course waypoints(const std::vector<Vec2>& points, float speed, Repeat repeat) {
  return Course::waypoints(points, speed, repeat);
}

TEST(Course, StandsStill) {
  const Course course = Course::linear({3, 4});
  expect_at(course, 0, 3, 4);
  expect_at(course, 1e6, 3, 4);
}

TEST(Course, WalksWaypointsOnceAndStays) {
  const Course course = waypoints({{0, 0}, {4, 0}, {4, 3}}, 2.0F, Repeat::once);
  expect_at(course, 0, 0, 0);
  expect_at(course, 1, 2, 0);
  expect_at(course, 2, 4, 0);
  expect_at(course, 3, 4, 2);
  expect_at(course, 9, 4, 3);
  EXPECT_EQ(course.period(), 0);
}

TEST(Course, LoopsBackToTheFirstWaypoint) {
  const Course course = waypoints({{0, 0}, {4, 0}, {4, 3}}, 1.0F, Repeat::loop);
  EXPECT_DOUBLE_EQ(course.period(), 12);
  expect_at(course, 9.5, 2, 1.5F);
  expect_at(course, 12, 0, 0);
  expect_at(course, 12 * 7 + 2, 2, 0);
}

TEST(Course, GoesThereAndBack) {
  const Course course = waypoints({{0, 0}, {4, 0}}, 1.0F, Repeat::there_and_back);
  EXPECT_DOUBLE_EQ(course.period(), 8);
  expect_at(course, 3, 3, 0);
  expect_at(course, 5, 3, 0);
  expect_at(course, 8, 0, 0);
  expect_at(course, 9, 1, 0);
}

TEST(Course, IgnoresRepeatedPointsAndSpeedZero) {
  expect_at(waypoints({{1, 1}, {1, 1}}, 1.0F, Repeat::loop), 5, 1, 1);
  expect_at(waypoints({{1, 1}, {2, 1}}, 0.0F, Repeat::loop), 5, 1, 1);
}

TEST(Course, KeepsItsVelocity) {
  const Course course = Course::linear({1, 1}, {0.5F, -1});
  expect_at(course, 0, 1, 1);
  expect_at(course, 4, 3, -3);
}

TEST(Course, FollowsKeyframes) {
  const Course course({{2, {0, 0}}, {4, {4, 0}}, {5, {4, 8}}});
  expect_at(course, 0, 0, 0);
  expect_at(course, 3, 2, 0);
  expect_at(course, 4.5, 4, 4);
  expect_at(course, 50, 4, 8);
  const Course looped({{0, {0, 0}}, {4, {4, 0}}}, Repeat::loop);
  expect_at(looped, 5, 1, 0);
}

TEST(PresenceScript, TurnsOverAndRepeats) {
  const PresenceScript always;
  EXPECT_TRUE(always.present(0));
  EXPECT_TRUE(always.present(1e9));
  const PresenceScript gate{true, {10, 15}, 0};
  EXPECT_TRUE(gate.present(9.9));
  EXPECT_FALSE(gate.present(10));
  EXPECT_TRUE(gate.present(15));
  EXPECT_TRUE(gate.present(1000));
  const PresenceScript door{false, {5}, 20};
  EXPECT_FALSE(door.present(4));
  EXPECT_TRUE(door.present(19));
  EXPECT_FALSE(door.present(20));
  EXPECT_TRUE(door.present(25));
}

}  // namespace
}  // namespace portolan
