// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// The forces about a target: to seek it, to flee it, and to arrive at it.
#include <gtest/gtest.h>

#include <portolan/crowd/crowd.hpp>

#include <support/draw_map.hpp>

#include "point_guide.hpp"
#include "tick.hpp"

namespace portolan {
namespace {

using test::draw_map;
using test::PointGuide;
using test::tick;

constexpr float full_speed = 4;

// Alone, without the guide.
constexpr Steering force_of(float Steering::*weight) {
  Steering steering;
  steering.follow = 0;
  steering.*weight = 1;
  return steering;
}

// One who goes to T, which is not its goal, or away from it.
struct Sight {
  Sight(const test::TestWorld& ground, const Steering& steering) : map(ground) {
    CrowdGroup group{map.view(), &home, {}, steering};
    group.target = PathPoint{centre_of(map['T']), map['T'].layer};
    AgentSpec spec;
    spec.position = centre_of(map['A']);
    spec.group = crowd.add_group(group);
    agent = crowd.add(spec);
  }
  void play(int steps) {
    for (int k = 0; k < steps; ++k) crowd.step(tick);
  }
  [[nodiscard]] float apart() const { return length(crowd.position(agent) - centre_of(map['T'])); }
  [[nodiscard]] float speed() const { return length(crowd.velocity(agent)); }

  const test::TestWorld& map;
  PointGuide home{centre_of(map['G'])};
  Crowd crowd;
  AgentId agent;
};

const char* const plain = R"(
  ..............................
  ..............................
  ..............................
  ..........A........T..........
  ..............................
  ..............................
  G.............................
)";

TEST(Target, IsSoughtAtFullSpeedToTheEnd) {
  const auto map = draw_map(plain);
  Sight errand(map, force_of(&Steering::seek));
  errand.play(20);
  EXPECT_NEAR(errand.crowd.position(errand.agent).y, centre_of(map['A']).y, 1e-3F) << "straight to it";
  EXPECT_LT(errand.apart(), 2);
  EXPECT_GT(errand.speed(), 0.99F * full_speed);
}

TEST(Target, IsArrivedAtAndTheAgentRestsThere) {
  const auto map = draw_map(plain);
  Sight errand(map, force_of(&Steering::arrive));
  errand.play(10);
  EXPECT_GT(errand.speed(), 0.99F * full_speed);
  errand.play(10);
  EXPECT_LT(errand.speed(), 0.7F * full_speed) << "it slows down within the way of a second";
  errand.play(29);
  EXPECT_LT(errand.apart(), 0.15F);
  EXPECT_LT(errand.speed(), 0.15F);
}

// Beside its field, which leads west, a force to the north pulls as much from eight cells as from five.
TEST(Target, PullsAsMuchFromFarOff) {
  const char* const north[] = {R"(
    .......................
    .......................
    .......................
    .................T.....
    .......................
    .......................
    .......................
    .......................
    G................A.....
  )",
                               R"(
    .................T.....
    .......................
    .......................
    .......................
    .......................
    .......................
    .......................
    .......................
    G................A.....
  )"};
  for (float Steering::*const weight : {&Steering::seek, &Steering::arrive}) {
    Steering steering;
    steering.*weight = 1;
    for (const char* const drawing : north) {
      const auto map = draw_map(drawing);
      Sight errand(map, steering);
      errand.play(1);
      const Vec2 v = errand.crowd.velocity(errand.agent);
      EXPECT_NEAR(v.y / v.x, 1, 0.1F) << drawing;
    }
  }
}

TEST(Target, IsFledTheMoreTheNearerItIs) {
  const auto map = draw_map(plain);
  Sight errand(map, force_of(&Steering::flee));
  errand.play(3);
  const float at_first = errand.speed();
  EXPECT_NEAR(at_first, 2 * (1 - 9.0F / 12) * full_speed, 0.4F) << "of the 12 cells that it sees";
  errand.play(15);
  EXPECT_GT(errand.apart(), 10.5F);
  EXPECT_NEAR(errand.crowd.position(errand.agent).y, centre_of(map['A']).y, 1e-3F) << "straight away";
  EXPECT_LT(errand.speed(), 0.5F * at_first);
  errand.crowd.put(errand.agent, centre_of({17, 3, 0}), 0);
  errand.play(3);
  EXPECT_GT(errand.speed(), 0.99F * full_speed);
}

// Behind a wall, on another layer or too far off, and for nobody whose group has none.
TEST(Target, IsNothingToWhomSeesItNot) {
  for (const char* const drawing : {R"(
    ..............
    A......#.T....
    G......#......
  )",
                                    R"(
    A.............
    ..............

    .........T....
    G.............
  )",
                                    R"(
    A............T
    G.............
  )"}) {
    const auto map = draw_map(drawing);
    for (float Steering::*const weight : {&Steering::seek, &Steering::flee, &Steering::arrive}) {
      Sight errand(map, force_of(weight));
      errand.play(3);
      EXPECT_EQ(errand.speed(), 0);
    }
  }
  const auto map = draw_map(plain);
  Sight errand(map, force_of(&Steering::seek));
  errand.crowd.group(errand.crowd.group_of(errand.agent)).target.reset();
  errand.play(3);
  EXPECT_EQ(errand.speed(), 0);
}

}  // namespace
}  // namespace portolan
