// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Games that are saved and go on in another set of objects: everything that follows must be as if they had
// not been saved. And bytes that are not what was saved are refused, whatever was done to them.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/saved_state.hpp>
#include <portolan/core/validate.hpp>
#include <support/cases.hpp>
#include <support/match.hpp>
#include <support/random.hpp>

namespace portolan {
namespace {

using test::Bytes;
using test::Match;

TEST(SavedGame, GoesOnBitForBitAsOneThatWasNotSaved) {
  for (std::uint64_t seed = 1; seed <= test::storm(24); ++seed) {
    Match straight(seed, 110);
    Match other(seed, 110);
    test::Random random(seed);
    for (int tick = 0; tick < 160; ++tick) {
      if (random.percent(8)) {
        const Bytes bytes = other.saved();
        ASSERT_TRUE(other.load(bytes)) << "seed " << seed << " tick " << tick;
        ASSERT_EQ(other.saved().size(), bytes.size()) << "seed " << seed << " tick " << tick;
        ASSERT_EQ(validate(other.world()), std::nullopt) << "seed " << seed << " tick " << tick;
      }
      straight.tick();
      other.tick();
      ASSERT_EQ(straight.hash(), other.hash()) << "seed " << seed << " tick " << tick;
    }
  }
}

// What settling is to make again does not fit together until then; all else must, and is looked at.
TEST(SavedGame, OfACommitThatWaitsToBeSettledGoesOnToo) {
  int unsettled = 0;
  for (std::uint64_t seed = 1; seed <= test::storm(40); ++seed) {
    Match straight(seed, 70);
    Match other(seed, 70);
    for (Match* const match : {&straight, &other}) match->play_wildly();
    for (int tick = 0; tick < 60; ++tick) {
      for (Match* const match : {&straight, &other}) {
        match->tick();
        for (int k = 0; tick % 5 == 4 && k < 3; ++k) match->edit_in_vain();
        static_cast<void>(match->navigator().commit());
      }
      ASSERT_EQ(straight.hash(), other.hash()) << "seed " << seed << " tick " << tick;
      unsettled += other.hierarchy().settled() ? 0 : 1;
      ASSERT_TRUE(other.load(other.saved())) << "seed " << seed << " tick " << tick;
    }
  }
  EXPECT_GT(unsettled, 100);
}

TEST(SavedGame, BytesThatAreNotAllThereOrOthersAreRefused) {
  Match match(3, 40);
  for (int tick = 0; tick < 40; ++tick) match.tick();
  const Bytes bytes = match.saved();
  const std::uint64_t hash = match.hash();
  test::Random random(7);
  for (int k = 0; k < 300; ++k) {
    Bytes damaged = bytes;
    if (random.percent(30)) {
      damaged.resize(random.below(static_cast<std::uint32_t>(bytes.size())));
    } else {
      damaged[random.below(static_cast<std::uint32_t>(bytes.size()))] ^= std::byte{1} << random.below(8);
    }
    const auto opened = StateReader::open(damaged);
    ASSERT_FALSE(opened.ok()) << "change " << k;
    ASSERT_FALSE(opened.error().message.empty());
  }
  EXPECT_TRUE(match.load(bytes));
  EXPECT_EQ(match.hash(), hash);
}

TEST(SavedGame, SaysWhatIsWrongWithTheBytes) {
  const auto message = [](const Bytes& bytes) { return StateReader::open(bytes).error().message; };
  const Bytes good = Match(1, 20).saved();
  EXPECT_EQ(message({}), "the saved state is cut off; save it again");
  Bytes other = good;
  other[0] = std::byte{'X'};
  EXPECT_EQ(message(other), "this is no saved state");
  other = good;
  for (const int version : {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 99}) {
    other[8] = static_cast<std::byte>(version);
    EXPECT_EQ(message(other), "the state was saved as version " + std::to_string(version) +
                                  ", this program reads version 17");
  }
  other = good;
  std::reverse(other.begin() + 12, other.begin() + 16);
  EXPECT_EQ(message(other),
            "the state was saved on a machine of another byte order; save it on one like this");
  other = good;
  other.pop_back();
  EXPECT_EQ(message(other), "the saved state is cut off, or was added to; save it again");
}

// Checksums set right again: counts and indices are looked at all the same. Of the world and of orders any
// byte may be anything; whatever is taken for a game must be playable.
TEST(SavedGame, NumbersThatDoNotFitAreRefusedEvenUnderAChecksumThatFits) {
  Match match(4, 40);
  for (int tick = 0; tick < 60; ++tick) match.tick();
  const Bytes bytes = match.saved();
  const std::vector<Bytes> parts = test::parts_of(bytes);
  test::Random random(11);
  int refused = 0;
  for (int k = 0; k < 400; ++k) {
    std::vector<Bytes> changed = parts;
    const std::uint32_t later = random.below(static_cast<std::uint32_t>(parts.size() / 2));
    Bytes& part = changed[changed.size() - 2 - later];  // the last one is the test's own
    if (part.empty() || random.percent(20)) {
      part.resize(random.below(64));
    } else {
      const std::uint32_t near = std::min<std::uint32_t>(64, static_cast<std::uint32_t>(part.size()));
      part[random.below(near)] = static_cast<std::byte>(random.below(256));
    }
    StateWriter writer;
    for (const Bytes& p : changed) writer.write_part<std::byte>(p);
    Match loaded(4, 40);
    if (!loaded.load(writer.finish())) {
      ++refused;
    } else {
      for (int tick = 0; tick < 5; ++tick) loaded.tick();
    }
  }
  EXPECT_GT(refused, 40);
}

}  // namespace
}  // namespace portolan
