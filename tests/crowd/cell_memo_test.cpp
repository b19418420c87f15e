// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include <portolan/crowd/detail/cell_memo.hpp>

namespace portolan {
namespace {

TEST(CellMemo, KeepsWhatIsNotedUntilItForgets) {
  const TileGrid tiles(Extent{100, 80, 2});
  detail::CellMemo memo;
  const Cell a{3, 4, 0}, b{99, 79, 1};
  EXPECT_FALSE(memo.of(a).has_value()) << "nothing can be noted yet";
  // Notes of many ages lie in the same bytes.
  for (int age = 0; age < 300; ++age) {
    memo.forget(tiles, 2);
    ASSERT_FALSE(memo.of(a).has_value()) << age;
    ASSERT_FALSE(memo.of(b).has_value()) << age;
    if (age % 3 == 0) continue;
    memo.note(a, age % 2 == 0);
    memo.note(b, age % 2 != 0);
    ASSERT_EQ(memo.of(a), age % 2 == 0) << age;
    ASSERT_EQ(memo.of(b), age % 2 != 0) << age;
    ASSERT_FALSE(memo.of({4, 4, 0}).has_value()) << age;
  }
}

TEST(CellMemo, HasRoomForOtherTilesEachTime) {
  const TileGrid tiles(Extent{256, 32, 1});
  detail::CellMemo memo;
  for (int turn = 0; turn < 40; ++turn) {
    const std::size_t count = turn < 20 ? 2 : 4;
    memo.forget(tiles, count);
    for (std::size_t k = 0; k < count; ++k) {
      const Cell c{static_cast<std::int32_t>((static_cast<std::size_t>(turn) + k) % 8 * 32 + 5), 7, 0};
      ASSERT_FALSE(memo.of(c).has_value()) << turn;
      memo.note(c, k % 2 == 0);
      ASSERT_EQ(memo.of(c), k % 2 == 0) << turn;
    }
  }
}

// Each thread notes the same of all cells, beginning elsewhere: whatever one has noted is there.
TEST(CellMemo, TakesNotesFromManyThreads) {
  const TileGrid tiles(Extent{128, 128, 1});
  detail::CellMemo memo;
  memo.forget(tiles, tiles.tile_count());
  std::atomic<int> wrong{0};
  const auto note_all = [&](int first) {
    for (int k = 0; k < 128 * 128; ++k) {
      const int n = (k + first) % (128 * 128);
      const Cell c{n % 128, n / 128, 0};
      const bool is_so = (c.x * 7 + c.y) % 3 == 0;
      if (memo.of(c).value_or(is_so) != is_so) ++wrong;
      memo.note(c, is_so);
      if (memo.of(c) != is_so) ++wrong;
    }
  };
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) threads.emplace_back(note_all, t * 3001);
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace portolan
