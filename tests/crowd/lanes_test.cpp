// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/crowd/crowd.hpp>

#include <support/draw_map.hpp>
#include <support/random.hpp>

#include "reference_guide.hpp"
#include "tick.hpp"

namespace portolan {
namespace {

using test::tick;

constexpr auto door_of_two = R"(
      ....................#....................
      ....................#....................
      ....................#....................
      ....................#....................
      ....................#....................
      ....................#....................
      ....................#....................
      ....................#....................
      .........................................
      .........................................
      ....................#....................
      ....................#....................
      ....................#....................
      ....................#....................
      ....................#....................
      ....................#....................
      ....................#....................
      ....................#....................
    )";

// Two rooms, and people all over each of them who want to the far end of the other one.
class Rooms {
 public:
  Rooms(const char* map, int people, float radius, std::uint32_t seed) : map_(test::draw_map(map)) {
    const Extent extent = map_.view().extent();
    test::Random random(seed);
    for (const bool to_east : {true, false}) {
      std::vector<Cell> goals;
      for (int y = 0; y < extent.height; ++y) goals.push_back({to_east ? extent.width - 1 : 0, y, 0});
      guides_.push_back(std::make_unique<test::ReferenceGuide>(map_.view(), goals));
      CrowdGroup group{map_.view(), guides_.back().get(), goals, {}, 1.0F, true};
      group.avoidance = Avoidance::reciprocal;
      const CrowdGroupId id = crowd.add_group(group);
      const int beyond = extent.width / 2 + 3;
      std::vector<Cell> free;
      for (int x = 0; x < extent.width / 2 - 2; ++x) {
        for (int y = 0; y < extent.height; ++y) free.push_back({to_east ? x : beyond + x, y, 0});
      }
      for (int k = 0; k < people; ++k) {
        const auto at = static_cast<std::size_t>(random.below(static_cast<std::uint32_t>(free.size())));
        crowd.add({centre_of(free[at]), 0, radius, 1.3F, id});
        free.erase(free.begin() + static_cast<std::ptrdiff_t>(at));
      }
    }
  }

  // Seconds until the last is there.
  float play() {
    int steps = 0;
    for (; steps < 8000 && crowd.count(AgentState::gone) < crowd.size(); ++steps) crowd.step(tick);
    return static_cast<float>(steps) * tick;
  }

  Crowd crowd{CrowdOptions{nullptr, 1e6F, 3}};

 private:
  test::TestWorld map_;
  std::vector<std::unique_ptr<test::ReferenceGuide>> guides_;
};

float mean_of_starts(float radius, std::uint32_t starts = 5) {
  float seconds = 0;
  for (std::uint32_t seed = 1; seed <= starts; ++seed) {
    Rooms rooms(door_of_two, 60, radius, seed);
    seconds += rooms.play();
    EXPECT_EQ(rooms.crowd.count(AgentState::gone), rooms.crowd.size())
        << "radius " << radius << ", start " << seed;
    EXPECT_EQ(rooms.crowd.squeezes(), 0U);
  }
  return seconds / static_cast<float>(starts);
}

// Who is in one lane, or goes into it at a slant, is not held up by those in the other (106 and 90 seconds).
TEST(Lanes, OfADoorAreFreeOfEachOther) {
  EXPECT_LT(mean_of_starts(0.42F), 85);
  EXPECT_LT(mean_of_starts(0.39F), 75);
}

// Neither streams nor anything else suits a door of three bodies and a third better (74 and 65 seconds).
TEST(Lanes, AreKeptInDoorsOfThreeBodiesToo) {
  EXPECT_LT(mean_of_starts(0.35F), 66);
  EXPECT_LT(mean_of_starts(0.3F), 60);
}

// A door that more can go through abreast lets them through sooner.
TEST(Lanes, EmptyTwoRoomsTheSoonerTheSmallerTheBodies) {
  constexpr std::uint32_t starts = 10;
  float before = mean_of_starts(0.44F, starts);
  for (const float radius : {0.38F, 0.34F, 0.3F}) {
    const float now = mean_of_starts(radius, starts);
    EXPECT_LT(now, before) << "radius " << radius;
    before = now;
  }
}

}  // namespace
}  // namespace portolan
