// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <string>
#include <unordered_map>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/hierarchy/detail/hash_index.hpp>

#include <support/random.hpp>

namespace portolan::detail {
namespace {

using test::Random;
using Hashes = std::uint64_t (*)(Random&);

// Kinds of hashes: what an index must not depend on is how they fall.
std::uint64_t spread(Random& random) { return random.next(); }
// A handful: most ids share theirs with others.
std::uint64_t few(Random& random) { return random.below(7) * 0x9e3779b97f4a7c15ULL; }
// Equal in the lower 16 bits, and that at the end of every table below 2^16: all chains run into each other
// and around the end.
std::uint64_t crowded(Random& random) {
  return std::uint64_t{random.below(512)} << 16U | (0xfffcU + random.below(4));
}
// Different hashes that are equal when their halves are folded.
std::uint64_t folded(Random& random) {
  const std::uint64_t upper = random.below(1U << 16U);
  return upper << 32U | (upper ^ random.below(64));
}
// Homes one after the other: erasing one moves long runs.
std::uint64_t rows(Random& random) { return random.below(400); }

struct Kind {
  const char* name;
  Hashes next;
  bool exact;  // hashes that differ are never taken for each other
};

void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }

// The index beside a plain map. Ids are used again after they were taken out, as tables do it.
struct Mirror {
  HashIndex index;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> model;
  std::unordered_map<std::uint32_t, std::uint64_t> hash_of;
  std::vector<std::uint32_t> live;
  std::vector<std::uint32_t> unused;
  std::uint32_t next = 0;

  void insert(std::uint64_t hash) {
    std::uint32_t id = next;
    if (unused.empty()) {
      ++next;
    } else {
      id = unused.back();
      unused.pop_back();
    }
    index.insert(hash, id);
    model[hash].push_back(id);
    hash_of[id] = hash;
    live.push_back(id);
  }
  void erase(std::size_t k) {
    const std::uint32_t id = live[k];
    live[k] = live.back();
    live.pop_back();
    const std::uint64_t hash = hash_of[id];
    index.erase(hash, id);
    std::erase(model[hash], id);
    hash_of.erase(id);
    unused.push_back(id);
  }
  // All that the index would offer for a hash, by refusing each.
  [[nodiscard]] std::vector<std::uint32_t> offered(std::uint64_t hash) const {
    std::vector<std::uint32_t> ids;
    const std::uint32_t found = index.find(hash, [&](std::uint32_t id) {
      ids.push_back(id);
      return false;
    });
    EXPECT_EQ(found, HashIndex::none);
    std::sort(ids.begin(), ids.end());
    return ids;
  }
  void check(std::uint64_t hash, bool exact) const {
    const auto known = model.find(hash);
    std::vector<std::uint32_t> wanted = known == model.end() ? std::vector<std::uint32_t>{} : known->second;
    std::sort(wanted.begin(), wanted.end());
    const std::vector<std::uint32_t> got = offered(hash);
    ASSERT_EQ(std::adjacent_find(got.begin(), got.end()), got.end()) << "an id stands there twice";
    if (exact) {
      ASSERT_EQ(got, wanted);
    } else {
      ASSERT_TRUE(std::includes(got.begin(), got.end(), wanted.begin(), wanted.end()));
    }
    for (const std::uint32_t id : got) ASSERT_TRUE(hash_of.contains(id)) << "an id that was taken out";
    for (const std::uint32_t id : wanted)
      ASSERT_EQ(index.find(hash, [&](std::uint32_t other) { return other == id; }), id);
  }
  void check_all(bool exact) const {
    for (const auto& [hash, ids] : model) check(hash, exact);
  }
};

class HashIndexOf : public testing::TestWithParam<Kind> {};

// Grows to some hundred ids, shrinks to none, and again: what is found is always what a map holds.
TEST_P(HashIndexOf, HoldsWhatAMapHolds) {
  const Kind kind = GetParam();
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    Random random(seed);
    Mirror mirror;
    mirror.check(kind.next(random), kind.exact);
    for (int wave = 0; wave < 6; ++wave) {
      const bool rising = wave % 2 == 0;
      for (int i = 0; i < 600; ++i) {
        if (mirror.live.empty() || random.percent(rising ? 70 : 25)) {
          mirror.insert(kind.next(random));
        } else {
          mirror.erase(random.below(static_cast<std::uint32_t>(mirror.live.size())));
        }
        mirror.check(kind.next(random), kind.exact);
        if (i % 97 == 0) mirror.check_all(kind.exact);
        if (testing::Test::HasFailure()) FAIL() << kind.name << ", seed " << seed << ", wave " << wave;
      }
      mirror.check_all(kind.exact);
    }
    while (!mirror.live.empty()) {
      mirror.erase(random.below(static_cast<std::uint32_t>(mirror.live.size())));
      mirror.check(kind.next(random), kind.exact);
      if (testing::Test::HasFailure()) FAIL() << kind.name << ", seed " << seed << ", emptied";
    }
    mirror.check_all(kind.exact);
  }
}

// Ids that come and go in equal numbers take no more room, however often.
TEST_P(HashIndexOf, GrowsOnlyWithTheNumberOfIds) {
  const Kind kind = GetParam();
  Random random(3);
  Mirror mirror;
  for (int i = 0; i < 300; ++i) mirror.insert(kind.next(random));
  const std::size_t room = mirror.index.memory_bytes();
  for (int i = 0; i < 3000; ++i) {
    mirror.erase(random.below(300));
    mirror.insert(kind.next(random));
  }
  EXPECT_EQ(mirror.index.memory_bytes(), room);
  EXPECT_GE(room, 2 * 300 * 8U) << "at most half full";
  EXPECT_LE(room, 4 * 300 * 8U);
  mirror.check_all(kind.exact);
}

TEST_P(HashIndexOf, IsEmptyAfterClearAndCanBeFilledAgain) {
  const Kind kind = GetParam();
  Random random(4);
  Mirror mirror;
  for (int i = 0; i < 200; ++i) mirror.insert(kind.next(random));
  const Mirror before = mirror;
  mirror.index.clear();
  for (const auto& [hash, ids] : before.model) EXPECT_TRUE(mirror.offered(hash).empty());
  Mirror again;
  again.index = mirror.index;
  for (int i = 0; i < 200; ++i) again.insert(kind.next(random));
  EXPECT_EQ(again.index.memory_bytes(), before.index.memory_bytes()) << "what it held counts no more";
  again.check_all(kind.exact);
  before.check_all(kind.exact);
}

INSTANTIATE_TEST_SUITE_P(Hashes, HashIndexOf,
                         testing::Values(Kind{"Spread", spread, true}, Kind{"Few", few, true},
                                         Kind{"Crowded", crowded, true}, Kind{"Folded", folded, false},
                                         Kind{"Rows", rows, true}),
                         [](const auto& kind) { return std::string(kind.param.name); });

}  // namespace
}  // namespace portolan::detail
