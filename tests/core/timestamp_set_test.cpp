// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstdint>
#include <set>

#include <portolan/core/timestamp_set.hpp>

#include <support/random.hpp>

namespace portolan {
namespace {

TEST(TimestampSet, BeginsEmptyAndForgetsAll) {
  TimestampSet set;
  set.begin(3);
  EXPECT_FALSE(set.contains(2));
  EXPECT_TRUE(set.insert(2));
  EXPECT_FALSE(set.insert(2)) << "it is in already";
  EXPECT_TRUE(set.contains(2));
  EXPECT_FALSE(set.contains(1));
  set.clear();
  EXPECT_FALSE(set.contains(2));
  EXPECT_TRUE(set.insert(2));
}

TEST(TimestampSet, GrowsAndKeepsItsRoom) {
  TimestampSet set;
  set.begin(2);
  set.insert(1);
  set.begin(5);
  EXPECT_EQ(set.capacity(), 5U);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_FALSE(set.contains(i)) << i;
  set.begin(1);
  EXPECT_EQ(set.capacity(), 5U);
}

// Stamps of 8 bits run around every 255 times: against std::set, over several rounds.
TEST(TimestampSet, ForgetsNothingAndRemembersNothingWhenTheClockRunsAround) {
  BasicTimestampSet<std::uint8_t> set;
  std::set<std::size_t> model;
  test::Random random(3);
  constexpr std::uint32_t numbers = 40;
  set.begin(numbers);
  // Numbers that are rarely put in are those that a clock could mistake.
  for (int time = 0; time < 2000; ++time) {
    model.clear();
    set.clear();
    for (std::uint32_t i = random.below(4); i > 0; --i) {
      const std::size_t number = random.below(numbers);
      ASSERT_EQ(set.insert(number), model.insert(number).second) << time;
    }
    for (std::size_t i = 0; i < numbers; ++i) ASSERT_EQ(set.contains(i), model.count(i) == 1) << time;
  }
}

}  // namespace
}  // namespace portolan
