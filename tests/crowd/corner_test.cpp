// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Bodies at the corners of walls, where a point would go straight on.
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

TEST(Corner, OfAGapCatchesNoBodyThatGoesStraightIn) {
  const auto map = draw_map(R"(
    .........
    .........
    .........
    ####.####
    .........
    .........
    .........
  )");
  const Vec2 end{4.5F, 0.5F};
  const PointGuide guide(end);
  for (const Avoidance avoidance : {Avoidance::none, Avoidance::reciprocal}) {
    for (int k = 1; k < 50; ++k) {
      Crowd crowd;
      CrowdGroup group{map.view(), &guide, std::vector<Cell>{cell_at(end, 0)}, {}, 1.0F, true};
      group.avoidance = avoidance;
      const Vec2 from{4 + 0.02F * static_cast<float>(k), 4.4F};
      const AgentId one = crowd.add({from, 0, 0.39F, 1, crowd.add_group(group)});
      int steps = 0;
      for (; crowd.position(one).y > 2 && steps < 100; ++steps) {
        crowd.step(tick);
        EXPECT_EQ(crowd.inside_walls(), 0U);
      }
      EXPECT_LE(steps, 28) << "2.4 cells at one a second, from " << from.x;
    }
  }
}

// Rounding may put the line on the side of the corner where the wall is.
TEST(Corner, IsPassedOnItsFreeSideByOneWhoseLineRunsThroughIt) {
  const auto map = draw_map(R"(
    .........
    .........
    .........
    ####.####
    .........
  )");
  for (int k = -20; k <= 20; ++k) {
    const Vec2 end{7 + 0.001F * static_cast<float>(k), 1};
    const PointGuide guide(end);
    Crowd crowd;
    CrowdGroup group{map.view(), &guide, std::vector<Cell>{cell_at(end, 0)}, {}, 1.0F, true};
    group.avoidance = Avoidance::reciprocal;
    crowd.add({{4.61F, 3.39F}, 0, 0.39F, 1, crowd.add_group(group)});
    for (int step = 0; step < 50; ++step) crowd.step(tick);
    EXPECT_EQ(crowd.count(AgentState::gone), 1U) << "to " << end.x;
  }
}

}  // namespace
}  // namespace portolan
