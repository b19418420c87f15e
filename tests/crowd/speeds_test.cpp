// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Bodies of any speed: soldiers on cells of ten metres take seven seconds from one to the next.
#include <gtest/gtest.h>

#include <portolan/crowd/crowd.hpp>

#include "change_over.hpp"
#include "tick.hpp"

namespace portolan::test {
namespace {

constexpr float way = 54;  // cells

// Way made is noted from cell to cell: who took longer from one to the next than a body waits seemed to be
// held up, and went through others.
TEST(Speeds, WhoWalksSlowlyOnOpenGroundGoesThroughNobody) {
  for (const Avoidance avoidance : {Avoidance::separation, Avoidance::reciprocal}) {
    for (const float speed : {0.1F, 0.5F, 3.0F, 12.0F}) {
      for (const float radius : {0.03F, 0.35F}) {
        const Passing all =
            change_over(two_rooms(40), {avoidance, radius, speed}, 2 * way / speed, [] { return tick; });
        EXPECT_EQ(all.left, 0U) << speed << ' ' << radius;
        EXPECT_EQ(all.squeezes, 0U) << speed << ' ' << radius << ": it was up to 1,940";
      }
    }
  }
}

TEST(Speeds, WhoWalksSlowlyTakesTurnsAtADoor) {
  for (const float speed : {0.1F, 0.5F, 3.0F}) {
    const Passing all = change_over(two_rooms(1), {Avoidance::reciprocal, 0.35F, speed}, 4 * way / speed,
                                    [] { return tick; });
    EXPECT_EQ(all.left, 0U) << speed;
    EXPECT_EQ(all.squeezes, 0U) << speed;
  }
}

// Each goes to its right. Pushed straight back they stood there: of 80 slow ones 78 for good.
TEST(Speeds, WhoOnlyPartsFromOthersGetsPastThoseWhoComeTowardsIt) {
  for (const float speed : {0.1F, 0.5F, 3.0F}) {
    const Passing all = change_over(corridor(4), {Avoidance::separation, 0.35F, speed}, 1.5F * way / speed,
                                    [] { return tick; });
    EXPECT_EQ(all.left, 0U) << speed;
    EXPECT_EQ(all.squeezes, 0U) << speed;
  }
}

}  // namespace
}  // namespace portolan::test
