// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "../../crowd/src/packed.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "../../crowd/src/crowd_data.hpp"
#include "../../crowd/src/mouths.hpp"
#include "support/random.hpp"

namespace portolan::detail {
namespace {

using test::Random;

Vec2 some_direction(Random& random) {
  for (;;) {
    const Vec2 v{static_cast<float>(random.below(20001)) / 10000 - 1,
                 static_cast<float>(random.below(20001)) / 10000 - 1};
    if (dot(v, v) > 0.01F && dot(v, v) <= 1) return normalised(v);
  }
}

// What there is one of per agent, and lasts from one step to the next.
TEST(AgentMemory, IsNinetySixBytes) {
  CrowdData data;
  std::size_t bytes = 0;
  data.for_each_array([&](const auto& array) { bytes += sizeof(array[0]); });
  EXPECT_EQ(bytes, 96U);
}

TEST(Packed, DirectionsAreNearWhatTheyWere) {
  Random random(1);
  for (int k = 0; k < 20000; ++k) {
    const Vec2 v = some_direction(random), heading = UnitVector(v);
    const Vec2 faced = normalised(Bearing(v * static_cast<float>(1 + random.below(100))).towards());
    EXPECT_LT(std::abs(cross(v, heading)), 3e-5F);
    EXPECT_NEAR(length(heading), 1, 3e-5F);
    EXPECT_LT(std::abs(cross(v, faced)), 1e-4F);
    EXPECT_GT(dot(v, faced), 0);
  }
}

// Copies and saved games go on from what was packed.
TEST(Packed, WhatWasPackedIsPackedToTheSameBits) {
  const auto bits_of = [](const auto& value) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    return bits;
  };
  for (std::uint32_t bits = 0; bits <= 0xFFFF; ++bits) {
    const auto two = static_cast<std::uint16_t>(bits);
    const Share share = std::bit_cast<Share>(two);
    EXPECT_TRUE(bits_of(Share(share)) == bits || bits == 0xFFFF);
    const auto cells = std::bit_cast<Errand::Ahead>(two);
    EXPECT_TRUE(bits_of(Errand::Ahead(cells)) == bits || bits == 0x8000) << "zero has no sign";
    const Bearing bearing = std::bit_cast<Bearing>(two);
    EXPECT_TRUE(bits_of(Bearing(bearing.towards())) == bits || !bearing.is_one());
    const UnitVector vector = std::bit_cast<UnitVector>(bits << 16U | (bits * 7U & 0x7FFFU));
    EXPECT_TRUE(bits_of(UnitVector(Vec2(vector))) == bits_of(vector) || bits == 0x8000) << "shorter than 1";
  }
}

TEST(Packed, AxesDiagonalsAndNothingAreExact) {
  for (int x = -1; x <= 1; ++x) {
    for (int y = -1; y <= 1; ++y) {
      const Vec2 v{static_cast<float>(x), static_cast<float>(y)};
      EXPECT_LT(length(normalised(Bearing(v).towards()) - normalised(v)), x * y == 0 ? 1e-30F : 1e-6F);
      EXPECT_EQ(Vec2(UnitVector(v)), v) << x << ' ' << y;
    }
  }
  for (const float v : {0.0F, 0.5F, 1.0F}) EXPECT_EQ(float{Share(v)}, v);
  for (const float v : {0.0F, 0.5F, 1.0F, -3.0F, 128.0F}) EXPECT_EQ(float{Errand::Ahead(v)}, v);
  EXPECT_EQ(normalised(Bearing({1e-42F, 0}).towards()), (Vec2{1, 0})) << "of any length";
}

TEST(Packed, RoughNumbersAreNearWhatTheyWere) {
  Random random(2);
  for (int k = 0; k < 10000; ++k) {
    const float v = std::ldexp(static_cast<float>(random.below(1 << 20)) - (1 << 19),
                               -20 + static_cast<int>(random.below(22)));
    EXPECT_NEAR(float{Errand::Ahead(v)}, v, std::max(1e-3F, std::abs(v) / 2000));
    const float slope = std::abs(v) * 1e-4F;
    EXPECT_NEAR(float{Errand::Slope(slope)}, slope, std::max(1e-7F, slope / 2000));
  }
  EXPECT_GT(float{Errand::Ahead(1e30F)}, 4e6F);
  EXPECT_LT(float{Errand::Ahead(-1e30F)}, -4e6F);
}

// A hundred thousand small steps, of one length and of several.
TEST(Packed, FairSumsStayNearExactOnes) {
  for (const std::uint32_t agent : {0U, 1U, 77U, 4095U, 100000U}) {
    for (const double most : {0.0, 0.3, 40.0}) {
      Random random(agent);
      double exact = 0;
      float sum = 0, nearest = 0;
      for (std::uint32_t step = 1; step <= 100000; ++step) {
        const double more = 0.56 + most * random.below(1000) / 1000;
        exact += more;
        nearest += static_cast<float>(more);
        sum = fair_sum(sum, more, coin_of(agent, step));
      }
      EXPECT_NEAR(static_cast<double>(sum) / exact, 1, 1e-5) << agent << ' ' << most;
      if (most == 0) {
        EXPECT_GT(std::abs(static_cast<double>(nearest) / exact - 1), 1e-4) << "to the nearest";
      }
    }
  }
}

// Beside a model that counts without bounds. The time since is what is asked for.
TEST(Packed, ProgressCountsAsFarAsAnybodyWaits) {
  Random random(3);
  for (int game = 0; game < 200; ++game) {
    std::uint32_t now = random.below(1 << 30), moved = now, alive = now, blocked = 0;
    Progress progress(now);
    for (int k = 0; k < 100; ++k) {
      const std::uint32_t more = random.below(300);
      now += more;
      switch (random.below(5)) {
        case 0:
          progress.set_moved(moved = now);
          break;
        case 1:
          progress.set_alive(alive = now);
          break;
        case 2:
          progress.set_both(moved = alive = now);
          break;
        case 3:
          progress.block(more), blocked += more;
          break;
        default:
          progress.unblock(), blocked = 0;
      }
      ASSERT_EQ(std::tuple(progress.moved(), progress.alive()), std::tuple(moved, alive));
      ASSERT_EQ(progress.seconds_blocked(), static_cast<float>(blocked) / 50);
      ASSERT_EQ(progress.is_blocked_for(8), blocked >= 400);
    }
  }
  Progress waits(7);
  for (std::uint32_t step = 8; step < 200000; ++step) {
    waits.block(1);
    waits.set_alive(step);
    ASSERT_EQ(waits.alive(), step);
    ASSERT_GE(step - waits.moved(), std::min(step - 7, 32767U));
  }
  EXPECT_TRUE(waits.is_blocked_for(1e9F)) << "more than can be counted is long enough";
}

TEST(Packed, PaceComesToWhatItIs) {
  for (const float seconds : {1.0F / 10000, 1.0F / 240, 1.0F / 60, 0.1F, 1.0F}) {
    for (const float aim : {-1.0F, 0.0F, 0.05F, 0.5F, 1.0F, 3.0F}) {
      Progress progress(0);
      float exact = 1;
      const float part = std::min(1.0F, seconds / 0.25F);
      for (float gone = 0; gone < 1.5F; gone += seconds) {
        progress.change_pace(aim, part);
        exact += (aim - exact) * part;
        if (seconds > 1e-3F) {
          ASSERT_NEAR(progress.pace(), exact, 0.01F) << seconds << ' ' << aim;
        }
      }
      EXPECT_NEAR(progress.pace(), aim, 0.02F) << seconds;
    }
  }
  Progress pushed(0);
  pushed.change_pace(1e6F, 1);
  EXPECT_NEAR(pushed.pace(), 4, 0.02F);
}

TEST(Packed, RemainingWaysAreExactAndSaturate) {
  for (const std::uint64_t units : {0ULL, 1ULL, 24ULL, 0xFFFFFFFEULL})
    EXPECT_EQ(Distance(Remaining(Distance{units})), Distance{units});
  EXPECT_EQ(Distance(Remaining(unreachable)), unreachable);
  EXPECT_EQ(Distance(Remaining(Distance{1ULL << 40U})), Distance{0xFFFFFFFE}) << "still a way";
}

// Numbers stand for the mouths that agents found, however many come and go.
TEST(Mouths, AreFoundByTheirNumbers) {
  Random random(4);
  std::vector<Mouth> table;
  const Mouths mouths(table);
  std::vector<Errand> errands(400);
  std::vector<Mouth> expected(errands.size());
  std::size_t most = 0;
  for (int k = 0; k < 20000; ++k) {
    const std::uint32_t i = random.below(static_cast<std::uint32_t>(errands.size()));
    Mouth& mouth = expected[i];
    mouth = {};
    if (random.percent(70)) {
      const std::uint32_t near_by = static_cast<std::uint32_t>(k) / 10;
      mouth.middle = {static_cast<float>(near_by + random.below(40)) / 2,
                      static_cast<float>(random.below(40)) / 2};
      mouth.way = static_cast<Mouth::Way>(1 + random.below(4));
      mouth.hall = static_cast<std::uint16_t>(random.below(2) * 8);
    }
    errands[i].mouth = Mouths::found;
    errands[i].mouth = mouths.number(mouth, errands);
    ASSERT_EQ(errands[i].mouth == 0, mouth.way == Mouth::Way::none);
    ASSERT_GE(table.size(), most) << "it never gets smaller";
    most = table.size();
    for (std::size_t n = static_cast<std::size_t>(k) % 7; n < errands.size(); n += 7) {
      const Mouth known = CrowdData::of(table, errands[n].mouth);
      ASSERT_TRUE(known == expected[n] && known.hall == expected[n].hall) << k << ' ' << n;
    }
  }
  EXPECT_LE(table.size(), 8 * errands.size()) << "what nobody has any more is thrown out";
}

}  // namespace
}  // namespace portolan::detail
