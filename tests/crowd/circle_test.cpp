// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// A circle of agents on open ground, each to the opposite point, as in an example of RVO2: all meet in the
// middle.
#include <algorithm>
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
  std::size_t arrived = 0, in_place = 0, too_near = 0;
  float of_straight = 0;
};

// Each from a point around the middle to the opposite one.
Walked swap_sides(const std::vector<Vec2>& starts, float half, Avoidance avoidance = Avoidance::reciprocal) {
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
    group.avoidance = avoidance;
    crowd.set_place(crowd.add({middle + off, 0, girth, pace, crowd.add_group(group)}), to);
  }
  const auto is_in_place = [&](std::size_t k) {
    return length(crowd.position(crowd.agent(k)) - middle + starts[k]) <= girth;
  };
  Walked walked;
  for (int step = 0; step < 2000 && std::min(walked.arrived, walked.in_place) < starts.size(); ++step) {
    crowd.step(quarter_second);
    walked.too_near += crowd.overlaps(0.89F);
    walked.arrived = crowd.count(AgentState::arrived);
    walked.in_place = 0;
    for (std::size_t k = 0; k < starts.size(); ++k) walked.in_place += is_in_place(k) ? 1 : 0;
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

// How long those on a circle take to the opposite point and away, in the mean and over what they take alone.
float mean_time(int count, float each) {
  constexpr float half = 16, out = 10, from = 1, more = 0.09F;
  World world(Extent{2 * static_cast<std::int32_t>(half), 2 * static_cast<std::int32_t>(half), 1}, 1);
  const ProfileId profile = world.add_profile({});
  world.commit();
  Crowd crowd;
  std::vector<std::unique_ptr<PointGuide>> guides;
  std::vector<float> speeds;
  for (int k = 0; k < count; ++k) {
    const float a = 2 * std::numbers::pi_v<float> * static_cast<float>(k) / static_cast<float>(count);
    const Vec2 off = Vec2{std::cos(a), std::sin(a)} * out, middle{half, half}, to = middle - off;
    guides.push_back(std::make_unique<PointGuide>(to));
    CrowdGroup group{world.view(profile), guides.back().get(), std::vector<Cell>{cell_at(to, 0)}, {}};
    group.avoidance = Avoidance::reciprocal;
    speeds.push_back(from + more * static_cast<float>(7 * k % count));
    crowd.add({middle + off, 0, 0.5F, speeds.back(), crowd.add_group(group)});
  }
  std::vector<float> times(static_cast<std::size_t>(count));
  for (float t = 0; t < 60 && crowd.count(AgentState::gone) < times.size(); t += each) {
    crowd.step(each);
    for (std::size_t k = 0; k < times.size(); ++k)
      times[k] += crowd.state(crowd.agent(k)) == AgentState::gone ? 0 : each;
  }
  float sum = 0;
  for (std::size_t k = 0; k < times.size(); ++k) sum += times[k] * speeds[k] / (2 * out - 1);
  return sum / static_cast<float>(count);
}

// Each step turned to the right by as much: at the 60 steps a second of a game that is six times as much as
// at the ten of a scenario, and all went far around one another.
TEST(Circle, IsCrossedAsSoonWhateverTheStep) {
  for (const float each : {0.1F, 1.0F / 30, 1.0F / 60}) EXPECT_LT(mean_time(20, each), 1.1F) << each;
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

// Rings around one another, so that many go past those who are there already, and push them off their places.
TEST(Circle, OfRingsEndsWithEverybodyInPlace) {
  constexpr float least = 5.03F;
  constexpr std::size_t many = 1000;
  std::vector<Vec2> starts;
  for (float out = 200; starts.size() < many; out += least) {
    const float here = std::round(2 * std::numbers::pi_v<float> * out / least);
    for (float k = 0; k < here && starts.size() < many; ++k) {
      const float a = 2 * std::numbers::pi_v<float> * k / here;
      starts.push_back(Vec2{std::cos(a), std::sin(a)} * out);
    }
  }
  for (const Avoidance avoidance : {Avoidance::separation, Avoidance::reciprocal})
    EXPECT_EQ(swap_sides(starts, 260, avoidance).in_place, many) << static_cast<int>(avoidance);
}

}  // namespace
}  // namespace portolan
