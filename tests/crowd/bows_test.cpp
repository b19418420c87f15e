// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/saved_state.hpp>
#include <portolan/core/world.hpp>
#include <portolan/crowd/crowd.hpp>
#include <step/forecast.hpp>

#include <support/random.hpp>

#include "point_guide.hpp"

namespace portolan {
namespace {

using detail::Bow;
using detail::Forecast;
using test::PointGuide;
using test::Random;

constexpr float girth = 0.4F, pace = 4, seconds = 0.1F;
constexpr int side = 256, block = 8;
constexpr float gap = 1.2F, wide = gap * (block - 1);

// Of bodies of radius 1 that walk a cell a second, the first moments are those after 16 and 22.4 seconds.
TEST(Forecast, CountsThoseWhoComeTowardsOneAndHalfOfThoseWhoCross) {
  const Bow mine{{84, 8}, {1, 0}, 0, 100, 0};
  const auto met = [&](const Bow& other) {
    Forecast forecast;
    forecast.begin(1, 1);
    forecast.add(mine, 1, 1);
    forecast.add(other, 1, 1);
    return forecast.ahead(mine, 1).met;
  };
  const float head_on = met({{116, 8}, {-1, 0}, 0, 100, 0});
  EXPECT_GT(head_on, 0);
  EXPECT_NEAR(met({{100, -8}, {0, 1}, 0, 18, 0}), head_on / 2, 1e-4F);
  EXPECT_NEAR(met({{84, 9}, {1, 0}, 0, 100, 0}), 0, 1e-4F) << "goes along";
  EXPECT_NEAR(met({{116, 8}, {-1, 0}, 1, 100, 0}), 0, 1e-4F) << "on another layer";
  EXPECT_NEAR(met({{116, 8}, {-1, 0}, 0, 15, 0}), 0, 1e-4F) << "is there before";
  EXPECT_NEAR(met({{116, 8}, {-1, 0}, 0, 100, 1}), 0, 1e-4F) << "passes by in a bow";
}

TEST(Forecast, TellsWhereMoreComeThanThereIsRoomForWhicheverWayTheyGo) {
  const Bow mine{{84, 8}, {1, 0}, 0, 18, 0};
  Forecast forecast;
  forecast.begin(1, 1);
  for (int k = 0; k < 48; ++k) forecast.add(mine, 1, 1);  // 151 of 256 cells of a square: 0.59
  EXPECT_EQ(forecast.ahead(mine, 1).too_full, 0);
  for (int k = 0; k < 16; ++k) forecast.add(mine, 1, 1);
  EXPECT_NEAR(forecast.ahead(mine, 1).too_full, 16 * (64 * 3.1416F / 256 - 0.6F), 1e-3F);
  EXPECT_NEAR(forecast.ahead(mine, 1).met, 0, 1e-3F);
}

// Twice, as a later forecast expects as many.
TEST(Forecast, TrafficOfManySquaresIsThatOfAMap) {
  Random random(1);
  detail::Squares<detail::Traffic> squares;
  for (const int count : {10, 3'000, 40}) {
    squares.begin();
    std::map<std::uint64_t, float> expected;
    for (int k = 0; k < count; ++k) {
      const std::uint64_t square = std::uint64_t{random.below(60)} | std::uint64_t{random.below(60)} << 20U |
                                   std::uint64_t{random.below(3)} << 56U;
      squares[square].covered += 0.25F;
      expected[square] += 0.25F;
    }
    for (std::uint64_t x = 0; x < 60; ++x) {
      for (std::uint64_t y = 0; y < 60; ++y) {
        const std::uint64_t square = x | y << 20U | (x + y) % 3 << 56U;
        const auto known = expected.find(square);
        ASSERT_EQ(squares.find(square).covered, known == expected.end() ? 0 : known->second);
      }
    }
  }
}

TEST(Forecast, ABowEndsWhereTheStraightLineDoes) {
  const Bow bow{{10, 20}, {0, 1}, 0, 40, 0.8F};
  EXPECT_EQ(bow.at(0), (Vec2{10, 20}));
  EXPECT_EQ(bow.at(40), (Vec2{10, 60}));
  EXPECT_FLOAT_EQ(bow.at(20).x, 2) << "to the right, as y grows downwards";
}

// Blocks on open ground, each to as far on the other side of the middle, as it stands.
class Bows : public testing::Test {
 protected:
  Bows() : world(Extent{side, side, 1}, 1), profile(world.add_profile({})) { world.commit(); }
  void add_block(Vec2 corner) {
    for (int k = 0; k < block * block; ++k) {
      const Vec2 from = corner + Vec2{static_cast<float>(k % block), static_cast<float>(k / block)} * gap;
      const Vec2 to = from + Vec2{side - wide, side - wide} - corner * 2;
      guides.push_back(std::make_unique<PointGuide>(to));
      CrowdGroup group{world.view(profile), guides.back().get(), std::vector<Cell>{cell_at(to, 0)}, {}};
      group.leave_on_arrival = false;
      group.avoidance = Avoidance::reciprocal;
      crowd.set_place(crowd.add({from, 0, girth, pace, crowd.add_group(group)}), to);
      straight.push_back(length(to - from));
    }
  }
  void play() {
    for (int step = 0; step < 2000 && crowd.count(AgentState::arrived) < straight.size(); ++step)
      crowd.step(seconds);
  }
  // Of the mean agent.
  [[nodiscard]] float walked_over_straight() const {
    float sum = 0;
    for (std::size_t k = 0; k < straight.size(); ++k) sum += crowd.distance(crowd.agent(k)) / straight[k];
    return sum / static_cast<float>(straight.size());
  }

  World world;
  ProfileId profile;
  Crowd crowd{CrowdOptions{nullptr, 1e9F, 3}};
  std::vector<std::unique_ptr<PointGuide>> guides;
  std::vector<float> straight;
};

TEST_F(Bows, ABlockAloneGoesStraight) {
  add_block({40, 124});
  play();
  EXPECT_EQ(crowd.count(AgentState::arrived), straight.size());
  EXPECT_LT(walked_over_straight(), 1.015F);
}

TEST_F(Bows, FourBlocksThatMeetPassByEachOther) {
  add_block({60, 124});
  add_block({187, 124});
  add_block({124, 60});
  add_block({124, 187});
  play();
  EXPECT_EQ(crowd.count(AgentState::arrived), straight.size());
  EXPECT_LT(walked_over_straight(), 1.17F);
}

TEST_F(Bows, ACrowdThatIsReadBackGoesOnInThem) {
  add_block({60, 124});
  add_block({187, 120});
  for (int step = 0; step < 60; ++step) {
    crowd.step(seconds);
    if (step % 7 != 0) continue;
    StateWriter writer;
    crowd.save_state(writer);
    Result<StateReader> reader = StateReader::open(writer.finish());
    ASSERT_TRUE(reader);
    Crowd again(CrowdOptions{nullptr, 1e9F, 3}), as_before = crowd;
    ASSERT_TRUE(again.restore_state(*reader, [&](CrowdGroupId) { return world.view(profile); }));
    for (std::uint32_t g = 0; g < guides.size(); ++g) again.group({g}).guide = guides[g].get();
    for (int k = 0; k < 40; ++k) {
      again.step(seconds);
      as_before.step(seconds);
    }
    ASSERT_EQ(again.hash(), as_before.hash()) << step;
  }
}

}  // namespace
}  // namespace portolan
