// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <array>
#include <cstdint>
#include <ostream>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/flat_hash.hpp>
#include <portolan/core/id.hpp>

#include <support/random.hpp>

namespace portolan {
namespace {

using test::Random;

// The key that `mix` takes to this hash: its three steps turned back.
std::uint64_t key_of_hash(std::uint64_t z) {
  const auto inverse = [](std::uint64_t odd) {
    std::uint64_t x = odd;  // Newton's iteration doubles the number of right bits, three at first
    for (int i = 0; i < 5; ++i) x *= 2 - odd * x;
    return x;
  };
  z ^= z >> 31U ^ z >> 62U;
  z *= inverse(0x94d049bb133111ebULL);
  z ^= z >> 27U ^ z >> 54U;
  z *= inverse(0xbf58476d1ce4e5b9ULL);
  z ^= z >> 30U ^ z >> 60U;
  return z - 0x9e3779b97f4a7c15ULL;
}

// Kinds of keys: what a table must not depend on is how they fall.
std::uint64_t spread(Random& random) { return random.next(); }
// A handful: most entries share theirs with others.
std::uint64_t few(Random& random) { return random.below(7); }
std::uint64_t in_a_row(Random& random) { return random.below(400); }
// Hashes equal in the lower 16 bits, and that at the end of every table below 2^16: all chains run into each
// other and around the end.
std::uint64_t crowded(Random& random) {
  return key_of_hash(std::uint64_t{random.below(512)} << 16U | (0xfffcU + random.below(4)));
}
// Homes one after the other: erasing one entry moves long runs.
std::uint64_t rows(Random& random) { return key_of_hash(random.below(400)); }

struct Kind {
  const char* name;
  std::uint64_t (*next)(Random&);
};

void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }

using Table = FlatHash<std::uint64_t, std::uint32_t>;
class FlatHashOf : public testing::TestWithParam<Kind> {};

TEST(FlatHash, KnowsTheInverseOfItsHash) {
  Random random(1);
  for (int i = 0; i < 100; ++i) {
    const std::uint64_t hash = random.next();
    ASSERT_EQ(detail::mix(0, key_of_hash(hash)), hash);
  }
}

// Random operations beside a std::unordered_map, in waves of more insertions and of more removals.
TEST_P(FlatHashOf, HoldsWhatAMapHolds) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    Random random(seed);
    Table table;
    std::unordered_map<std::uint64_t, std::uint32_t> model;
    for (int i = 0; i < 4000; ++i) {
      const std::uint64_t key = GetParam().next(random);
      const auto value = random.below(1000);
      const bool rising = i / 600 % 2 == 0;
      if (random.below(1000) == 0) {
        table.clear();
        model.clear();
      } else if (random.percent(20)) {
        table[key] = value;
        model[key] = value;
      } else if (random.percent(rising ? 70 : 25)) {
        const auto placed = table.try_emplace(key, value);
        const auto expected = model.try_emplace(key, value);
        ASSERT_EQ(placed.is_new, expected.second);
        ASSERT_EQ(placed.value, expected.first->second);
      } else {
        ASSERT_EQ(table.erase(key), model.erase(key) == 1);
      }
      ASSERT_EQ(table.size(), model.size());
      const std::uint64_t other = GetParam().next(random);
      const std::uint32_t* const found = table.find(other);
      ASSERT_EQ(found != nullptr, model.contains(other)) << "seed " << seed << ", step " << i;
      ASSERT_TRUE(found == nullptr || *found == model[other]);
      if (i % 97 != 0) continue;
      for (const auto& [known, held] : model) {
        ASSERT_NE(table.find(known), nullptr);
        ASSERT_EQ(*table.find(known), held);
      }
    }
  }
}

// Several entries per key beside lists of them. Values are unique, and used again after they were erased.
struct Mirror {
  Table table;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> model;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> live;
  std::vector<std::uint32_t> unused;
  std::uint32_t next = 0;

  void add(std::uint64_t key) {
    std::uint32_t value = next;
    if (unused.empty()) {
      ++next;
    } else {
      value = unused.back();
      unused.pop_back();
    }
    table.add(key, value);
    model[key].push_back(value);
    live.emplace_back(key, value);
  }
  void erase(std::size_t k) {
    const auto [key, value] = live[k];
    live[k] = live.back();
    live.pop_back();
    const std::uint32_t wanted = value;
    ASSERT_TRUE(table.erase_if(key, [&](std::uint32_t other) { return other == wanted; }));
    std::erase(model[key], value);
    unused.push_back(value);
  }
  // All that the table offers for a key, by refusing each.
  [[nodiscard]] std::vector<std::uint32_t> offered(std::uint64_t key) const {
    std::vector<std::uint32_t> values;
    const auto refuse = [&](std::uint32_t value) {
      values.push_back(value);
      return false;
    };
    EXPECT_EQ(table.find_if(key, refuse), nullptr);
    std::sort(values.begin(), values.end());
    return values;
  }
  void check(std::uint64_t key) const {
    const auto known = model.find(key);
    std::vector<std::uint32_t> wanted = known == model.end() ? std::vector<std::uint32_t>{} : known->second;
    std::sort(wanted.begin(), wanted.end());
    ASSERT_EQ(offered(key), wanted);
    for (const std::uint32_t value : wanted) {
      const std::uint32_t* const found =
          table.find_if(key, [&](std::uint32_t other) { return other == value; });
      ASSERT_NE(found, nullptr);
      ASSERT_EQ(*found, value);
    }
  }
  void check_all() const {
    for (const auto& entry : model) check(entry.first);
  }
};

// Grows to some hundred entries, shrinks to none, and again.
TEST_P(FlatHashOf, KeepsEqualKeysApart) {
  const Kind kind = GetParam();
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    Random random(seed);
    Mirror mirror;
    mirror.check(kind.next(random));
    for (int i = 0; i < 3000; ++i) {
      if (mirror.live.empty() || random.percent(i / 600 % 2 == 0 ? 70 : 25)) {
        mirror.add(kind.next(random));
      } else {
        mirror.erase(random.below(static_cast<std::uint32_t>(mirror.live.size())));
      }
      mirror.check(kind.next(random));
      if (i % 97 == 0) mirror.check_all();
      ASSERT_EQ(mirror.table.size(), mirror.live.size());
      if (testing::Test::HasFailure()) FAIL() << kind.name << ", seed " << seed << ", step " << i;
    }
    while (!mirror.live.empty()) mirror.erase(random.below(static_cast<std::uint32_t>(mirror.live.size())));
    mirror.check_all();
    EXPECT_TRUE(mirror.table.empty());
  }
}

// Entries that come and go in equal numbers take no more room, however often.
TEST_P(FlatHashOf, GrowsOnlyWithTheNumberOfEntries) {
  constexpr std::size_t slot = 16;
  Random random(3);
  Mirror mirror;
  for (int i = 0; i < 300; ++i) mirror.add(GetParam().next(random));
  const std::size_t room = mirror.table.memory_bytes();
  for (int i = 0; i < 3000; ++i) {
    mirror.erase(random.below(300));
    mirror.add(GetParam().next(random));
  }
  EXPECT_EQ(mirror.table.memory_bytes(), room);
  EXPECT_GE(room, 2 * 300 * slot) << "at most half full";
  EXPECT_LE(room, 4 * 300 * slot);
  mirror.check_all();
}

TEST_P(FlatHashOf, IsEmptyAfterClearAndKeepsItsMemory) {
  Random random(4);
  Mirror before;
  for (int i = 0; i < 200; ++i) before.add(GetParam().next(random));
  Mirror again;
  again.table = before.table;
  again.table.clear();
  EXPECT_TRUE(again.table.empty());
  for (const auto& entry : before.model) EXPECT_TRUE(again.offered(entry.first).empty());
  for (int i = 0; i < 200; ++i) again.add(GetParam().next(random));
  EXPECT_EQ(again.table.memory_bytes(), before.table.memory_bytes()) << "what it held counts no more";
  again.check_all();
  before.check_all();
}

INSTANTIATE_TEST_SUITE_P(Keys, FlatHashOf,
                         testing::Values(Kind{"Spread", spread}, Kind{"Few", few}, Kind{"InARow", in_a_row},
                                         Kind{"Crowded", crowded}, Kind{"Rows", rows}),
                         [](const auto& kind) { return std::string(kind.param.name); });

TEST(FlatHash, HasNoMemoryUntilItHoldsSomething) {
  Table table;
  EXPECT_EQ(table.memory_bytes(), 0U);
  EXPECT_EQ(table.find(0), nullptr);
  EXPECT_FALSE(table.erase(0));
  table.clear();
  EXPECT_EQ(table.memory_bytes(), 0U);
}

TEST(FlatHash, DoesNotAllocateForWhatWasReserved) {
  Table table;
  table.reserve(1000);
  const std::size_t room = table.memory_bytes();
  for (std::uint64_t key = 0; key < 1000; ++key) table[key] = 1;
  EXPECT_EQ(table.memory_bytes(), room);
  table.reserve(10);
  EXPECT_EQ(table.memory_bytes(), room);
  EXPECT_EQ(table.size(), 1000U);
}

TEST(FlatHash, MakesNewValuesZero) {
  FlatHash<std::uint32_t, std::uint64_t> table;
  EXPECT_EQ(table[7], 0U);
  table[7] = 5;
  table.clear();
  EXPECT_EQ(table[7], 0U) << "not what stood there before";
}

// A value of the table itself may be what is added, even when the table moves for it.
TEST(FlatHash, TakesAValueOfItsOwn) {
  Table table;
  table[0] = 42;
  for (std::uint64_t key = 1; key < 100; ++key) table.add(key, *table.find(key - 1));
  EXPECT_EQ(*table.find(99), 42U);
}

TEST(FlatHash, TakesIdsEnumerationsAndPointers) {
  FlatHash<TileId, int> by_id;
  by_id[TileId{3}] = 1;
  by_id[TileId{}] = 2;  // no key is reserved
  EXPECT_EQ(*by_id.find(TileId{3}), 1);
  EXPECT_EQ(*by_id.find(TileId{}), 2);
  EXPECT_FALSE(by_id.contains(TileId{4}));

  enum class Colour : std::uint8_t { red, green };
  FlatHash<Colour, int> by_colour;
  by_colour[Colour::green] = 3;
  EXPECT_TRUE(by_colour.contains(Colour::green));
  EXPECT_FALSE(by_colour.contains(Colour::red));

  const std::array<int, 2> things{};
  FlatHash<const int*, int> by_address;
  by_address[&things[1]] = 4;
  EXPECT_TRUE(by_address.contains(&things[1]));
  EXPECT_FALSE(by_address.contains(things.data()));
}

// Entries of before a clear stay away, however often it is called.
TEST(FlatHash, ForgetsForGood) {
  FlatHash<std::uint32_t, std::uint32_t> table;
  table[1] = 1;
  for (int i = 0; i < 100'000; ++i) {
    table.clear();
    ASSERT_EQ(table.find(1), nullptr);
    table[2] = 2;
  }
  EXPECT_EQ(table.size(), 1U);
}

}  // namespace
}  // namespace portolan
