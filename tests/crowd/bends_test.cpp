// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Bodies that turn slowly, on ways with bends.
#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/straight_field.hpp>
#include <portolan/crowd/crowd.hpp>
#include <portolan/crowd/straight_guide.hpp>

#include <support/draw_map.hpp>

#include "tick.hpp"

namespace portolan {
namespace {

using test::draw_map;
using test::tick;

constexpr float degree = 0.017453292F;
constexpr float hair = 1e-3F;

// Streets with two bends: it slows down before them as it can brake, and no wall takes off more, which it did
// by twelve cells per second, and second.
TEST(Bends, AreBrakedForInTime) {
  const auto streets = draw_map(R"(
    ...........................
    .A.........................
    ...........................
    ...........................
    ######################.....
    ######################.....
    ######################.....
    ######################.....
    ######################.....
    ######################.....
    ######################.....
    ######################.....
    ...........................
    ...........................
    .B.........................
    ...........................
  )");
  StraightField field(streets.view(), TileGrid(streets.view().extent()));
  field.allow_all();
  field.add_goal({streets['B'], {}});
  field.advance();
  const StraightGuide guide(&field);
  for (const float turn_rate : {30 * degree, 60 * degree, 120 * degree}) {
    for (const float acceleration : {1.0F, 3.0F, 6.0F}) {
      Crowd crowd;
      AgentSpec spec;
      spec.position = centre_of(streets['A']);
      spec.radius = 0.5F;
      spec.max_speed = 8;
      spec.acceleration = acceleration;
      spec.turn_rate = turn_rate;
      spec.facing = {1, 0};
      spec.group = crowd.add_group({streets.view(), &guide, std::vector{streets['B']}, {}, 1.0F, true});
      const AgentId id = crowd.add(spec);
      float before = 0, fastest = 0;
      for (int k = 0; k < 600 && crowd.present(id); ++k) {
        const Vec2 from = crowd.position(id);
        crowd.step(tick);
        const float speed = length(crowd.position(id) - from) / tick;
        if (crowd.present(id)) {
          ASSERT_GE(speed, before - 1.2F * acceleration * tick - hair) << turn_rate << ", step " << k;
        }
        before = speed;
        fastest = std::max(fastest, speed);
      }
      EXPECT_FALSE(crowd.present(id)) << "it is there";
      EXPECT_GT(fastest, 4) << "turns " << turn_rate << ", brakes " << acceleration;
    }
  }
}

}  // namespace
}  // namespace portolan
