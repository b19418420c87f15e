// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// A circle of agents on open ground, each to the opposite point, as in an example of RVO2: all meet in the
// middle.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/world.hpp>
#include <portolan/crowd/crowd.hpp>

#include "point_guide.hpp"

namespace portolan {
namespace {

using test::PointGuide;

constexpr float quarter_second = 0.25F, pace = 2, girth = 1.5F, ring = 80;
constexpr int agents = 100;

struct Walked {
  std::size_t arrived = 0, too_near = 0;
  float of_straight = 0;
};

// Each from a point around the middle to the opposite one.
Walked swap_sides(const std::vector<Vec2>& starts, float half) {
  World world(Extent{2 * static_cast<std::int32_t>(half), 2 * static_cast<std::int32_t>(half), 1}, 1);
  const ProfileId profile = world.add_profile({});
  world.commit();
  Crowd crowd(CrowdOptions{nullptr, 1e9F, 3});
  std::vector<std::unique_ptr<PointGuide>> guides;
  const Vec2 middle{half, half};
  for (const Vec2 off : starts) {
    const Vec2 to = middle - off;
    guides.push_back(std::make_unique<PointGuide>(to));
    CrowdGroup group{world.view(profile), guides.back().get(), std::vector<Cell>{cell_at(to, 0)}, {}};
    group.leave_on_arrival = false;
    group.avoidance = Avoidance::reciprocal;
    crowd.set_place(crowd.add({middle + off, 0, girth, pace, crowd.add_group(group)}), to);
  }
  Walked walked;
  for (int step = 0; step < 2000 && walked.arrived < starts.size(); ++step) {
    crowd.step(quarter_second);
    walked.too_near += crowd.overlaps(0.89F);
    walked.arrived = crowd.count(AgentState::arrived);
  }
  for (std::size_t k = 0; k < starts.size(); ++k)
    walked.of_straight +=
        crowd.distance(crowd.agent(k)) / (2 * length(starts[k])) / static_cast<float>(starts.size());
  return walked;
}

// One that looks ahead as far for those who go along with it as for others walks less from side to side.
TEST(Circle, OfManyWhoMeetInTheMiddleWalksNotMuchFartherThanStraight) {
  float sum = 0;
  for (const float turned_by : {0.0F, 0.1F, 0.3F, 0.7F}) {
    std::vector<Vec2> starts;
    for (int k = 0; k < agents; ++k) {
      const float a = turned_by + 2 * std::numbers::pi_v<float> * static_cast<float>(k) / agents;
      starts.push_back(Vec2{std::cos(a), std::sin(a)} * ring);
    }
    const Walked walked = swap_sides(starts, ring + 40);
    EXPECT_EQ(walked.arrived, static_cast<std::size_t>(agents)) << turned_by;
    EXPECT_EQ(walked.too_near, 0U) << turned_by;
    sum += walked.of_straight / 4;
  }
  EXPECT_LT(sum, 1.1F);
}

// Four blocks, each to the opposite corner of a square: who keeps to the right of those who come is through
// sooner.
TEST(Circle, OfBlocksThatCrossTurnsAroundItsMiddle) {
  float sum = 0;
  for (const float apart : {7.0F, 7.5F, 8.0F}) {
    std::vector<Vec2> starts;
    for (int k = 0; k < 4 * 64; ++k) {
      const Vec2 off{30 + apart * static_cast<float>(k / 4 % 8), 30 + apart * static_cast<float>(k / 32)};
      starts.push_back({k % 2 == 0 ? off.x : -off.x, k % 4 < 2 ? off.y : -off.y});
    }
    const Walked walked = swap_sides(starts, 130);
    EXPECT_EQ(walked.arrived, starts.size()) << apart;
    EXPECT_EQ(walked.too_near, 0U) << apart;
    sum += walked.of_straight / 3;
  }
  EXPECT_LT(sum, 1.25F);
}

}  // namespace
}  // namespace portolan
