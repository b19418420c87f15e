// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <portolan/core/tile_grid.hpp>

#include <vector>

#include <gtest/gtest.h>

#include <baselines/tile_mask.hpp>

#include <support/test_world.hpp>

namespace portolan::test {
namespace {

TEST(TileGrid, CutsAWorldWithPartialTilesAtTheEnd) {
  const TileGrid tiles({70, 33, 2}, 32);
  EXPECT_EQ(tiles.columns(), 3);
  EXPECT_EQ(tiles.rows(), 2);
  EXPECT_EQ(tiles.tile_count(), 12U);
  EXPECT_EQ(tiles.bounds(TileId{0}), (Rect{0, 0, 32, 32, 0}));
  EXPECT_EQ(tiles.bounds(TileId{2}), (Rect{64, 0, 6, 32, 0}));
  EXPECT_EQ(tiles.bounds(TileId{11}), (Rect{64, 32, 6, 1, 1}));
  EXPECT_EQ(tiles.tile_of({69, 32, 1}), TileId{11});
}

TEST(TileGrid, KnowsItsSides) {
  for (const int side : {8, 16, 32}) {
    EXPECT_TRUE(TileGrid::is_valid_side(side));
    EXPECT_EQ(TileGrid({100, 100, 1}, side).side(), side);
  }
  for (const int side : {-8, 0, 1, 4, 31, 64}) EXPECT_FALSE(TileGrid::is_valid_side(side));
}

TEST(TileGrid, GivesEveryCellToOneTile) {
  for (const int side : {8, 16, 32}) {
    const Extent extent{75, 41, 2};
    const TileGrid tiles(extent, side);
    std::vector<int> owners(extent.cell_count(), 0);
    for (std::uint32_t t = 0; t < tiles.tile_count(); ++t) {
      const Rect r = tiles.bounds(TileId{t});
      ASSERT_EQ(tiles.origin(TileId{t}), (Cell{r.x, r.y, r.layer}));
      for (int y = r.y; y < r.y + r.height; ++y) {
        for (int x = r.x; x < r.x + r.width; ++x) {
          const Cell c{x, y, r.layer};
          ++owners[extent.index(c)];
          ASSERT_EQ(tiles.tile_of(c), TileId{t});
          ASSERT_EQ(tiles.offset(c), static_cast<std::uint32_t>((y - r.y) * 32 + x - r.x));
        }
      }
    }
    for (const int count : owners) ASSERT_EQ(count, 1);
  }
}

TEST(TileGrid, FindsNeighboursOnTheSameLayerOnly) {
  const Extent extent{75, 41, 3};
  const TileGrid tiles(extent, 16);
  for (std::uint32_t t = 0; t < tiles.tile_count(); ++t) {
    for (int i = 0; i < step_count; ++i) {
      const auto d = static_cast<Direction>(i);
      const TileId n = tiles.neighbour(TileId{t}, d);
      const Cell o = tiles.origin(TileId{t});
      const Cell beside{o.x + 16 * step_dx[static_cast<std::size_t>(i)],
                        o.y + 16 * step_dy[static_cast<std::size_t>(i)], o.layer};
      ASSERT_EQ(n.valid(), extent.contains(beside));
      if (n.valid()) {
        ASSERT_EQ(tiles.origin(n), beside);
      }
    }
  }
}

TEST(TileMask, HoldsTheTilesItWasGiven) {
  const TileGrid tiles({64, 64, 2}, 32);
  const TileId some[]{TileId{1}, TileId{6}};
  TileMask mask(tiles, some);
  EXPECT_TRUE(mask.contains(Cell{40, 10, 0}));
  EXPECT_FALSE(mask.contains(Cell{40, 10, 1}));
  EXPECT_TRUE(mask.contains(Cell{0, 63, 1}));
  mask.remove(TileId{1});
  mask.add(TileId{0});
  EXPECT_FALSE(mask.contains(TileId{1}));
  EXPECT_TRUE(mask.contains(Cell{0, 0, 0}));
}

}  // namespace
}  // namespace portolan::test
