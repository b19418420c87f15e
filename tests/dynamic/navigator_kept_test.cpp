// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// A navigator that goes back to earlier moments: nothing may tell it from one that was never on.
#include <cstdint>
#include <deque>

#include <gtest/gtest.h>

#include <portolan/core/validate.hpp>
#include <portolan/hierarchy/validate.hpp>
#include <support/cases.hpp>
#include <support/match.hpp>
#include <support/random.hpp>

namespace portolan {
namespace {

using test::Bytes;
using test::Match;

constexpr std::uint64_t other_dice = 77777777;  // what players might have done

TEST(NavigatorKept, GoesBackToTheSameBytes) {
  for (std::uint64_t seed = 1; seed <= test::storm(24); ++seed) {
    Match game(seed, 90);
    test::Random random(seed);
    for (int round = 0; round < 30; ++round) {
      const Bytes before = game.saved();
      const Match::Moment moment = game.keep();
      for (std::uint32_t n = random.below(9); n > 0; --n) game.tick(other_dice);
      if (random.percent(30)) game.edit_in_vain();
      game.go_back(moment);
      ASSERT_EQ(game.saved() == before, true) << "seed " << seed << " round " << round;
      ASSERT_EQ(validate(game.world()), std::nullopt) << "seed " << seed << " round " << round;
      for (std::uint32_t n = random.below(5); n > 0; --n) game.tick();
    }
    ASSERT_EQ(validate(game.hierarchy()), std::nullopt) << "seed " << seed;
  }
}

TEST(NavigatorKept, AGameThatGoesBackEqualsOneThatDoesNot) {
  for (std::uint64_t seed = 1; seed <= test::storm(24); ++seed) {
    Match straight(seed, 110);
    Match other(seed, 110);
    for (Match* game : {&straight, &other}) game->play_wildly();
    test::Random random(seed);
    std::deque<Match::Moment> moments;
    for (int tick = 0; tick < 200; ++tick) {
      moments.push_back(other.keep());
      if (moments.size() > 9) moments.pop_front();
      if (random.percent(20)) other.navigator().forget_before(moments.front().number);
      if (random.percent(10)) {  // some ticks are played again, after others in their place
        const std::uint32_t back = random.below(static_cast<std::uint32_t>(moments.size()));
        for (std::uint32_t n = random.below(4); n > 0; --n) other.tick(other_dice);
        moments.resize(moments.size() - back);
        other.go_back(moments.back());
        for (std::uint32_t n = 0; n < back; ++n) {
          other.tick();
          moments.push_back(other.keep());
        }
      }
      straight.tick();
      other.tick();
      ASSERT_EQ(straight.hash(), other.hash()) << "seed " << seed << " tick " << tick;
    }
  }
}

TEST(NavigatorKept, IsSavedAndGoesOnAsOneThatKeptNothing) {
  for (std::uint64_t seed = 1; seed <= test::storm(8); ++seed) {
    Match straight(seed, 80);
    Match other(seed, 80);
    test::Random random(seed);
    for (int tick = 0; tick < 120; ++tick) {
      const Match::Moment moment = other.keep();
      if (random.percent(20)) {
        for (std::uint32_t n = random.below(9); n > 0; --n) other.tick(other_dice);
        other.go_back(moment);
      }
      if (random.percent(10)) {
        ASSERT_TRUE(other.load(other.saved()));
      }
      straight.tick();
      other.tick();
      ASSERT_EQ(straight.hash(), other.hash()) << "seed " << seed << " tick " << tick;
    }
  }
}

TEST(NavigatorKept, KeepsWhatChangesAndGivesItBack) {
  Match game(5, 110);
  for (int tick = 0; tick < 50; ++tick) game.tick();
  const Match::Moment first = game.keep();
  const std::size_t nothing = game.navigator().kept_bytes();
  EXPECT_LT(nothing, 20000U);
  for (int tick = 0; tick < 20; ++tick) game.tick();
  EXPECT_GT(game.navigator().kept_bytes(), nothing);
  game.go_back(first);
  EXPECT_LE(game.navigator().kept_bytes(), 2 * nothing);
  const Match::Moment second = game.keep();
  for (int tick = 0; tick < 20; ++tick) game.tick();
  const std::size_t kept = game.navigator().kept_bytes();
  game.navigator().forget_before(second.number);
  EXPECT_LT(game.navigator().kept_bytes(), kept);
  game.navigator().forget_before(second.number + 1);
  EXPECT_EQ(game.navigator().kept_bytes(), 0U);
}

}  // namespace
}  // namespace portolan
