// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Agents on links.
#include <gtest/gtest.h>

#include <portolan/crowd/crowd.hpp>

#include <support/draw_map.hpp>

#include "reference_guide.hpp"

namespace portolan {
namespace {

using test::draw_map;
using test::ReferenceGuide;

// A step of the fast ones is longer than the foot of the link is wide.
TEST(Links, AreTakenAtAnySpeedFromEverySide) {
  auto map = draw_map(R"(
    .......
    .......
    .......
    .......
    .......
    ---
    G......
    .......
    .......
    .......
    .......
  )");
  map.world.add_link({{3, 2, 0}, {3, 1, 1}, 24});
  map.world.commit();
  const std::vector<Cell> goal{map['G']};
  const ReferenceGuide guide(map.view(), goal);
  for (const Avoidance avoidance : {Avoidance::none, Avoidance::reciprocal}) {
    for (int k = 0; k < 160; ++k) {
      Crowd crowd;
      CrowdGroup group{map.view(), &guide, goal, {}, 1.0F, true};
      group.avoidance = avoidance;
      AgentSpec spec;
      spec.position = {0.6F + 1.45F * static_cast<float>(k % 5),
                       0.6F + 1.25F * static_cast<float>(k / 5 % 4)};
      spec.max_speed = 2.0F + static_cast<float>(k / 20);
      spec.group = crowd.add_group(group);
      crowd.add(spec);
      for (int step = 0; step < 60; ++step) crowd.step(0.1F);
      EXPECT_EQ(crowd.count(AgentState::gone), 1U)
          << spec.max_speed << " from " << spec.position.x << ", " << spec.position.y;
    }
  }
}

}  // namespace
}  // namespace portolan
