// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Who stands among others that give it no way.
#include <vector>

#include <gtest/gtest.h>

#include <portolan/crowd/crowd.hpp>

#include <support/draw_map.hpp>

#include "reference_guide.hpp"
#include "tick.hpp"

namespace portolan::test {
namespace {

// Others of another team (o) stand around one (i) that goes to G. To each cell there are two thirds of a
// cell.
class Army {
 public:
  Army(const char* drawing, float radius, bool told_to_hold, Vec2 off,
       Avoidance avoidance = Avoidance::reciprocal)
      : map_(draw_map(drawing)), guide_(map_.view(), std::vector{map_['G']}) {
    const CrowdGroupId standing = crowd.add_group({map_.view(), nullptr, {}, {}});
    for (const Cell& c : map_.all('o'))
      crowd.add({.position = at(c), .radius = 0.36F, .group = standing, .holds = told_to_hold, .team = 1});
    CrowdGroup group{map_.view(), &guide_, {{map_['G']}}, {}};
    group.avoidance = avoidance;
    crowd.add({.position = at(map_['i']) + off, .radius = radius, .group = crowd.add_group(group)});
  }
  void play(int steps) {
    for (int k = 0; k < steps && crowd.count(AgentState::gone) == 0; ++k) crowd.step(tick);
  }

  Crowd crowd;

 private:
  static Vec2 at(Cell c) { return centre_of(c) * (2.0F / 3); }

  TestWorld map_;
  ReferenceGuide guide_;
};

constexpr const char* all_around = R"(
  ..........................
  ...o.o.o.o................
  ..o.o.o.o.................
  ...o.o.o.o................
  ..o.o.i.o.o............G..
  ...o.o.o.o................
  ..o.o.o.o.................
  ...o.o.o.o................
  ..........................
)";
constexpr const char* open_to_one_side = R"(
  ..........................
  ....o.o...................
  ...o.o.o..................
  ....o.....................
  ...o..i................G..
  ....o.....................
  ...o.o.o..................
  ....o.o...................
  ..........................
)";

// It was kept for good where an army drew up around it.
TEST(ShutIn, ByThoseWhoHaveArrivedItGoesThroughThem) {
  for (const Vec2 off : {Vec2{}, Vec2{0.05F, 0.02F}, Vec2{-0.03F, 0.06F}, Vec2{-0.06F, -0.01F}}) {
    Army army(all_around, 0.3F, false, off);
    army.play(600);
    EXPECT_EQ(army.crowd.count(AgentState::gone), 1U) << off.x;
    EXPECT_GT(army.crowd.squeezes(), 0U) << off.x;
  }
}

// One that only parts from others went through them after five seconds.
TEST(ShutIn, ByThoseWhoAreToldToHoldItStays) {
  for (const Avoidance avoidance : {Avoidance::separation, Avoidance::reciprocal}) {
    Army army(all_around, 0.3F, true, {}, avoidance);
    army.play(1200);
    EXPECT_EQ(army.crowd.count(AgentState::gone), 0U);
    EXPECT_EQ(army.crowd.squeezes(), 0U);
  }
}

TEST(ShutIn, ThroughAGapItGoesAround) {
  for (const float radius : {0.15F, 0.3F}) {
    Army army(open_to_one_side, radius, false, {});
    army.play(600);
    EXPECT_EQ(army.crowd.count(AgentState::gone), 1U) << radius;
    EXPECT_EQ(army.crowd.squeezes(), 0U) << radius;
  }
}

}  // namespace
}  // namespace portolan::test
