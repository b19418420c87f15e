// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include <gtest/gtest.h>

#include <portolan/core/detail/min_queue.hpp>

#include <support/random.hpp>

namespace portolan::test {
namespace {

TEST(MinQueue, GivesEntriesInOrder) {
  struct Entry {
    std::uint64_t key;
    [[nodiscard]] bool before(const Entry& other) const { return key < other.key; }
  };
  MinQueue<Entry> heap;
  Random random(4);
  std::multiset<std::uint64_t> expected;
  for (int i = 0; i < 3000; ++i) {
    if (expected.empty() || random.percent(60)) {
      const std::uint64_t key = random.below(500);
      heap.push({key});
      expected.insert(key);
    } else {
      ASSERT_EQ(heap.top().key, *expected.begin());
      ASSERT_EQ(heap.pop().key, *expected.begin());
      expected.erase(expected.begin());
    }
    ASSERT_EQ(heap.size(), expected.size());
  }
  heap.clear();
  EXPECT_TRUE(heap.empty());
}

// In the same order as one that keeps all in order; also what comes before the first that waits.
TEST(StagedMinQueue, GivesEntriesInOrder) {
  struct Entry {
    std::uint64_t key;
    [[nodiscard]] bool before(const Entry& other) const { return key < other.key; }
    [[nodiscard]] Entry stage_end() const { return {key + 20}; }
  };
  StagedMinQueue<Entry> queue;
  for (const std::uint64_t seed : {4U, 5U}) {
    Random random(seed);
    std::multiset<std::uint64_t> expected;
    for (int i = 0; i < 3000; ++i) {
      if (expected.empty() || random.percent(60)) {
        const std::uint64_t key = random.below(500);
        queue.push({key});
        expected.insert(key);
      } else {
        ASSERT_EQ(queue.pop().key, *expected.begin());
        expected.erase(expected.begin());
      }
      ASSERT_EQ(queue.empty(), expected.empty());
    }
    queue.clear();
    EXPECT_TRUE(queue.empty());
  }
}

struct Item {
  std::uint64_t key;
  std::uint32_t item;
  [[nodiscard]] bool before(const Item& other) const {
    return key != other.key ? key < other.key : item < other.item;
  }
};

// Against a map from item to key.
TEST(IndexedMinQueue, BringsForwardTakesOutAndGivesItemsInOrder) {
  constexpr std::uint32_t items = 40;
  IndexedMinQueue<Item> heap;
  heap.resize(items);
  Random random(5);
  std::map<std::uint32_t, std::uint64_t> waiting;
  const auto least = [&] {
    std::pair<std::uint64_t, std::uint32_t> best{~0ULL, 0};
    for (const auto& [item, key] : waiting) best = std::min(best, std::pair{key, item});
    return best;
  };
  for (int i = 0; i < 20000; ++i) {
    const auto item = static_cast<std::uint32_t>(random.below(items));
    const std::uint64_t key = random.below(60);
    switch (random.below(10)) {
      case 0:
        if (waiting.count(item) == 0) break;
        ASSERT_EQ(heap.remove(item).key, waiting.at(item));
        waiting.erase(item);
        break;
      case 1:
      case 2:
      case 3:
        if (waiting.empty()) break;
        ASSERT_EQ(std::pair(heap.top().key, heap.top().item), least());
        waiting.erase(heap.top().item);
        heap.pop();
        break;
      case 4:
      case 5:
        heap.set({key, item});
        waiting[item] = key;
        break;
      default:
        heap.push({key, item});
        waiting.try_emplace(item, key);
        waiting[item] = std::min(waiting[item], key);
    }
    ASSERT_EQ(heap.size(), waiting.size());
    for (std::uint32_t n = 0; n < items; ++n) ASSERT_EQ(heap.contains(n), waiting.count(n) != 0);
  }
}

TEST(IndexedMinQueue, ForgetsAllAndGoesOn) {
  IndexedMinQueue<Item> heap;
  heap.resize(3);
  for (const std::uint32_t item : {2U, 0U, 1U}) heap.push({7, item});
  heap.clear();
  EXPECT_TRUE(heap.empty());
  EXPECT_FALSE(heap.contains(2));
  heap.push({9, 2});
  heap.push({8, 1});
  heap.pop();
  EXPECT_EQ(heap.top().item, 2U);
}

}  // namespace
}  // namespace portolan::test
