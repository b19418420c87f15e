// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <portolan/core/detail/block_array.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/saved_state.hpp>
#include <portolan/core/tile_grid.hpp>

#include <support/random_world.hpp>

namespace portolan::test {
namespace {

TEST(BlockArray, HoldsItsFillInsideAndTheOutsideValueBeyond) {
  const BlockArray array({40, 33, 2}, 7, 255);
  EXPECT_EQ(array.block_count(), 2U * 2U * 2U);
  for (std::size_t i = 0; i < array.extent().cell_count(); ++i)
    ASSERT_EQ(array.at(array.extent().cell(i)), 7);
  const std::uint8_t* last = array.block(array.block_of({39, 32, 1}));
  EXPECT_EQ(last[7], 7);
  EXPECT_EQ(last[8], 255);
  EXPECT_EQ(last[32], 255);
}

TEST(BlockArray, NumbersBlocksRowByRowAndLayerByLayer) {
  const BlockArray array({100, 70, 2}, 0, 0);
  EXPECT_EQ(array.block_of({0, 0, 0}), 0U);
  EXPECT_EQ(array.block_of({32, 0, 0}), 1U);
  EXPECT_EQ(array.block_of({31, 32, 0}), 4U);
  EXPECT_EQ(array.block_of({0, 0, 1}), 12U);
  EXPECT_EQ(BlockArray::offset({33, 66, 1}), 2U * 32 + 1);
}

TEST(BlockArray, SharesUniformBlocks) {
  BlockArray array({320, 320, 1}, 3, 255);
  const std::size_t empty = array.memory_bytes();
  EXPECT_LT(empty, 100U * 16) << "no block holds its cells";
  EXPECT_TRUE(array.is_uniform(5));

  const std::uint8_t* shared = array.block(5);
  array.set({5 * 32, 0, 0}, 3);
  EXPECT_TRUE(array.is_uniform(5)) << "writing what is there changes nothing";
  array.set({5 * 32, 0, 0}, 4);
  EXPECT_FALSE(array.is_uniform(5));
  EXPECT_NE(array.block(5), shared);
  EXPECT_EQ(array.block(6), shared) << "others still share";
  EXPECT_EQ(shared[0], 3) << "the shared copy stays as it is";
  EXPECT_GE(array.memory_bytes(), empty + 1024);

  array.set({5 * 32, 0, 0}, 3);
  EXPECT_FALSE(array.is_uniform(5));
  const std::vector<std::uint8_t> values(array.block(5), array.block(5) + BlockArray::cells);
  array.set_block(5, values.data());
  EXPECT_EQ(array.block(5), shared);
}

TEST(BlockArray, UsesFreedBlocksAgain) {
  BlockArray array({32 * 1000, 32, 1}, 1, 255);
  std::array<std::uint8_t, BlockArray::cells> mixed{};
  mixed[9] = 5;
  std::array<std::uint8_t, BlockArray::cells> plain{};
  array.set_block(0, mixed.data());
  for (std::uint32_t b = 1; b < 1000; ++b) {
    array.set_block(b - 1, plain.data());
    ASSERT_TRUE(array.is_uniform(b - 1));
    array.set_block(b, mixed.data());
    ASSERT_FALSE(array.is_uniform(b));
    ASSERT_EQ(array.block(b)[9], 5);
  }
  EXPECT_LT(array.memory_bytes(), 600U * 1024) << "two blocks at a time are in use, not a thousand";
}

TEST(BlockArray, MirrorsAPlainArrayThroughRandomWrites) {
  Random random(17);
  const Extent extent{131, 67, 2};
  BlockArray array(extent, 1, 255);
  std::vector<std::uint8_t> plain(extent.cell_count(), 1);
  for (int round = 0; round < 2000; ++round) {
    const Cell c = random_cell(extent, random);
    const auto value = static_cast<std::uint8_t>(random.below(3));
    if (random.percent(50)) {
      array.set(c, value);
      plain[extent.index(c)] = value;
    } else {
      std::vector<std::uint8_t> run(random.below(static_cast<std::uint32_t>(extent.width - c.x)) + 1, value);
      run[random.below(static_cast<std::uint32_t>(run.size()))] = 9;
      array.set_run(c, run.data(), run.size());
      std::copy(run.begin(), run.end(), plain.begin() + static_cast<std::ptrdiff_t>(extent.index(c)));
    }
  }
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const Cell c = extent.cell(i);
    ASSERT_EQ(array.at(c), plain[i]);
    ASSERT_EQ(*array.row(c), plain[i]);
  }
  const BlockArray moved = std::move(array);
  for (std::size_t i = 0; i < plain.size(); ++i) ASSERT_EQ(moved.at(extent.cell(i)), plain[i]);
}

TEST(BlockArray, SetsRowsOfABlockAndNoOthers) {
  BlockArray array({64, 32, 1}, 3, 255);
  std::array<std::uint8_t, BlockArray::cells> values;
  values.fill(9);
  array.set_rows(1, values.data(), 1U | 1U << 31U);
  for (int y = 0; y < 32; ++y) {
    EXPECT_EQ(array.at({31, y, 0}), 3);
    EXPECT_EQ(array.at({32, y, 0}), y == 0 || y == 31 ? 9 : 3);
    EXPECT_EQ(array.at({63, y, 0}), y == 0 || y == 31 ? 9 : 3);
  }
}

// A game that goes back writes whole blocks, one that was never on wrote cells.
TEST(BlockArray, IsSavedAsTheSameBytesWhateverItHeldBefore) {
  const Extent extent{96, 64, 1};
  BlockArray written(extent, 0, 0);
  for (int i = 0; i < 32 * 32; ++i) written.set({32 + i % 32, i / 32, 0}, 7);  // one value again at last
  written.set({90, 60, 0}, 5);
  BlockArray direct(extent, 0, 0);
  const std::vector<std::uint8_t> sevens(BlockArray::cells, 7);
  direct.set({90, 60, 0}, 5);
  direct.set_block(1, sevens.data());
  const auto saved = [](const BlockArray& array) {
    StateWriter writer;
    array.save(writer);
    const std::span<const std::byte> bytes = writer.finish();
    return std::vector<std::byte>(bytes.begin(), bytes.end());
  };
  EXPECT_EQ(saved(written) == saved(direct), true);
}

TEST(BlockArray, ArraysOfOneStoreKeepEqualBlocksOnce) {
  const auto store = std::make_shared<detail::BlockStore>();
  const Extent extent{128, 96, 1};
  std::array<BlockArray, 3> arrays;
  std::array<std::vector<std::uint8_t>, 3> models;
  std::vector<std::uint8_t> values(BlockArray::cells);
  Random random(5);
  for (std::size_t k = 0; k < arrays.size(); ++k) {
    arrays[k] = BlockArray(extent, 0, 0, store);
    models[k].assign(extent.cell_count(), 0);
    if (k == 0) {  // what was there before anybody shared is found as well
      arrays[0].set({5, 5, 0}, 3);
      models[0][static_cast<std::size_t>(5 * extent.width + 5)] = 3;
      store->begin_sharing();
    }
  }
  const auto block_as_others = [&](std::size_t k, std::uint32_t b) {
    std::copy_n(arrays[(k + 1) % 3].block(b), BlockArray::cells, values.begin());
    random.percent(50) ? arrays[k].share_block(b, arrays[(k + 1) % 3])
                       : arrays[k].set_block(b, values.data());
    const Cell origin = TileGrid(extent).origin({b});
    for (int y = origin.y; y < origin.y + 32; ++y) {
      for (int x = origin.x; x < origin.x + 32; ++x) {
        const auto at = static_cast<std::size_t>(y * extent.width + x);
        models[k][at] = models[(k + 1) % 3][at];
      }
    }
    EXPECT_EQ(arrays[k].block(b), arrays[(k + 1) % 3].block(b));
    EXPECT_EQ(arrays[k].content(b), arrays[(k + 1) % 3].content(b));
  };
  for (int step = 0; step < 3000; ++step) {
    const auto k = static_cast<std::size_t>(random.between(0, 2));
    const Cell c = random_cell(extent, random);
    if (random.percent(25)) {
      block_as_others(k, arrays[k].block_of(c));
    } else {
      const auto value = static_cast<std::uint8_t>(random.between(0, 2));
      arrays[k].set(c, value);
      models[k][static_cast<std::size_t>(c.y * extent.width + c.x)] = value;
    }
    if (step % 100 != 0) continue;
    for (std::size_t array = 0; array < 3; ++array) {
      for (std::size_t i = 0; i < extent.cell_count(); ++i)
        ASSERT_EQ(arrays[array].at(extent.cell(i)), models[array][i]) << step;
    }
  }
}

}  // namespace
}  // namespace portolan::test
