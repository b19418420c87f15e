// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <vector>

#include <gtest/gtest.h>

#include <portolan/crowd/crowd.hpp>

#include <support/draw_map.hpp>

#include "reference_guide.hpp"
#include "tick.hpp"

namespace portolan::test {
namespace {

constexpr const char* door = R"(
  ............#..........
  ............#..........
  .A..........#..........
  ............#..........
  ............#..........
  ....................G..
  ............#..........
  ............#..........
  ............#..........
  ............#..........
  ............#..........
)";

// Sixty from `A` on, so far from the middles of the cells, go through the door to `G`.
void expect_no_squeeze(Avoidance avoidance, float headway, Vec2 off) {
  const auto map = draw_map(door);
  const std::vector<Cell> goals{map['G']};
  const ReferenceGuide guide(map.view(), goals);
  Crowd crowd;
  CrowdGroup kind{map.view(), &guide, {{goals[0]}}, {}};
  kind.avoidance = avoidance;
  kind.headway = headway;
  const CrowdGroupId group = crowd.add_group(std::move(kind));
  for (int k = 0; k < 60; ++k) {
    const Vec2 p{static_cast<float>(k % 10), static_cast<float>(k / 10)};
    crowd.add({centre_of(map['A']) + p + off, 0, 0.3F, 2, group});
  }
  for (int k = 0; k < 800 && crowd.count(AgentState::gone) < crowd.size(); ++k) crowd.step(tick);
  EXPECT_EQ(crowd.count(AgentState::gone), crowd.size());
  EXPECT_EQ(crowd.squeezes(), 0U) << headway << ' ' << off.x;
}

// In a queue that keeps its distance nobody touches the one ahead, which gets on all the same.
TEST(Headway, WhoQueuesBeforeADoorSqueezesThroughNobody) {
  for (const Avoidance avoidance : {Avoidance::none, Avoidance::separation, Avoidance::reciprocal}) {
    for (const float headway : {0.5F, 1.2F}) {
      for (const Vec2 off : {Vec2{}, Vec2{0.1F, 0.1F}, Vec2{-0.1F, 0.05F}, Vec2{0.2F, -0.1F}})
        expect_no_squeeze(avoidance, headway, off);
    }
  }
}

}  // namespace
}  // namespace portolan::test
