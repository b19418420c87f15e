// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What a way over changed cells costs at least, against tiles solved before and after a change.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/detail/tile_solver.hpp>
#include <portolan/core/world.hpp>

#include "tables/ways_through.hpp"

namespace portolan::detail {
namespace {

constexpr std::int32_t side = 32;
constexpr std::array<Cost, 5> costs{1, 3, 7, 40, impassable};

// A world of one tile on which random cells change, all of which lie in a small box.
class ChangedTile {
 public:
  ChangedTile(std::uint32_t seed, Cost least) : random_(seed), world_({side, side, 1}, 0) {
    Profile profile;
    for (std::size_t i = 0; i < costs.size(); ++i)
      profile.cost[i] = costs[i] == impassable ? impassable : static_cast<Cost>(costs[i] * least);
    profile_ = world_.add_profile(profile);
    const unsigned walls = below(8);  // of 20
    for (std::int32_t y = 0; y < side; ++y) {
      for (std::int32_t x = 0; x < side; ++x) {
        if (below(20) < walls) world_.set_terrain({x, y, 0}, TerrainId{4});
      }
    }
    world_.commit();
  }

  unsigned below(unsigned count) { return static_cast<unsigned>(random_() % count); }
  // The cells that have changed. `mixed`: some for the better, some for the worse, on ground of all costs.
  TileCells change(bool open, bool mixed) {
    const auto x0 = static_cast<std::int32_t>(below(side)), y0 = static_cast<std::int32_t>(below(side));
    const auto width = static_cast<std::int32_t>(1 + below(9)),
               height = static_cast<std::int32_t>(1 + below(9));
    for (std::int32_t y = y0; y < std::min(side, y0 + height); ++y) {
      for (std::int32_t x = x0; x < std::min(side, x0 + width); ++x) {
        if (below(6) > 0)
          world_.set_terrain({x, y, 0}, static_cast<TerrainId>(mixed ? below(5) : open ? 0 : 4));
      }
    }
    TileCells cells{};
    const Commit commit = world_.commit();
    only_better_ = true;
    if (commit.empty()) return cells;
    for (const BlockDiff& diff : commit.profiles[0].diffs) {
      for (std::size_t y = 0; y < cells.size(); ++y) {
        cells[y] = diff.worse[y] | diff.better[y];
        only_better_ = only_better_ && diff.worse[y] == 0;
      }
    }
    return cells;
  }
  [[nodiscard]] bool only_better() const { return only_better_; }
  [[nodiscard]] GridView grid() const { return world_.view(profile_); }

  // Between the middles of all nodes, row by row; and half a step at either end.
  [[nodiscard]] std::vector<std::uint64_t> distances(const std::vector<Cell>& nodes) const {
    std::vector<std::uint64_t> all;
    TileSolver solver;
    solver.load(grid(), TileGrid({side, side, 1}), TileId{0});
    for (const Cell from : nodes) {
      solver.clear();
      if (grid().passable(from)) solver.seed(from, {half(from)});
      solver.solve();
      for (const Cell to : nodes) {
        const Distance d = grid().passable(to) ? solver.at(to) : unreachable;
        all.push_back(reachable(d) ? d.units + half(to) : ~0ULL);
      }
    }
    return all;
  }
  [[nodiscard]] std::uint64_t half(Cell c) const { return std::uint64_t{straight_factor} * grid().cost(c); }

 private:
  std::mt19937 random_;
  World world_;
  ProfileId profile_;
  bool only_better_ = true;
};

std::vector<Cell> rim() {
  std::vector<Cell> nodes;
  for (std::int32_t k = 0; k < side; k += 4) {
    for (const Cell c : {Cell{k, 0, 0}, Cell{k, side - 1, 0}, Cell{0, k + 1, 0}, Cell{side - 1, k + 1, 0}})
      nodes.push_back(c);
  }
  return nodes;
}

// Pairs that are told to stay as they were, out of all that do.
struct Told {
  std::size_t kept = 0;
  std::size_t same = 0;
};

Told play(ChangedTile& tile, Cost least, bool open, bool mixed) {
  std::vector<Cell> nodes = rim();
  const std::vector<std::uint64_t> before = tile.distances(nodes);
  const std::size_t n = nodes.size();
  const TileCells cells = tile.change(open, mixed);
  Told told;
  if (cells == TileCells{}) return told;
  const std::vector<std::uint64_t> after = tile.distances(nodes);
  WaysThrough ways;
  ways.begin(cells, least);
  std::uint64_t changed = 0;
  for (std::size_t i = 0; i < n; ++i) {
    ways.add(nodes[i].x, nodes[i].y, tile.half(nodes[i]));
    changed |= std::uint64_t{cells[static_cast<std::size_t>(nodes[i].y)] >> nodes[i].x & 1U} << i;
  }
  std::vector<std::int16_t> limits(n);
  for (std::size_t i = 0; i < n; ++i) {
    if ((changed >> i & 1U) != 0) continue;
    const std::uint64_t asked = ~changed & ~(1ULL << i) & (~0ULL >> (64 - n));
    for (std::size_t j = 0; j < n; ++j)
      limits[j] = WaysThrough::limit(before[i * n + j] - (tile.only_better() ? 1 : 0));
    const std::uint64_t found = ways.within(i, asked, limits);
    EXPECT_EQ(found & ~asked, 0U);
    for (std::size_t j = 0; j < n; ++j) {
      if ((asked >> j & 1U) == 0) continue;
      const bool same = before[i * n + j] == after[i * n + j];
      told.same += same ? 1 : 0;
      if ((found >> j & 1U) != 0) continue;
      EXPECT_TRUE(same) << "from " << i << " to " << j << " it cost " << before[i * n + j] << ", now "
                        << after[i * n + j];
      ++told.kept;
    }
  }
  return told;
}

TEST(WaysThrough, WhereEachCostsMoreThanThePathAChangeIsNotFelt) {
  Told all;
  for (std::uint32_t seed = 0; seed < 400 && !testing::Test::HasFailure(); ++seed) {
    const auto least = static_cast<Cost>(seed % 4 == 3 ? 5 : 1);
    ChangedTile tile(seed, least);
    for (int turn = 0; turn < 6; ++turn) {
      const Told told = play(tile, least, turn % 2 == 1, turn >= 4);
      all.kept += told.kept;
      all.same += told.same;
    }
  }
  EXPECT_GT(3 * all.kept, all.same) << "it says too little";
}

// Both ends are near to one of the cells, but not to the same.
TEST(WaysThrough, APathThatComesNearOnOneSideStillHasToCross) {
  TileCells cells{};
  cells[15] = 0x00ffff00U;
  WaysThrough ways;
  ways.begin(cells, 1);
  ways.add(7, 31, 12);
  ways.add(24, 31, 12);
  const auto found = [&](std::uint64_t most) {
    return ways.within(1, 1, std::vector<std::int16_t>{WaysThrough::limit(most)}) != 0;
  };
  EXPECT_FALSE(found(2 * 12 + 24 * 17)) << "along below them";
  EXPECT_FALSE(found(2 * 12 + 2 * 394)) << "to the nearest of them, from either";
  EXPECT_FALSE(found(951));
  EXPECT_TRUE(found(2 * 12 + 377 + 551)) << "past the corner of the one in the west";
}

// Costs that 16 bits do not hold are taken for less, never for more.
TEST(WaysThrough, CostlyGroundIsNeverTakenForFurtherAwayThanItIs) {
  TileCells cells{};
  cells[0] = 1;
  WaysThrough ways;
  ways.begin(cells, 254);
  ways.add(31, 31, 12 * 254);
  ways.add(30, 31, 12 * 254);
  EXPECT_EQ(ways.within(1, 1, std::vector<std::int16_t>{WaysThrough::limit(2 * 254 * 34 * 31)}), 1U);
  EXPECT_EQ(ways.within(1, 1, std::vector<std::int16_t>{WaysThrough::limit(~0ULL)}), 1U);
  EXPECT_EQ(ways.within(1, 1, std::vector<std::int16_t>{WaysThrough::limit(100)}), 0U);
}

}  // namespace
}  // namespace portolan::detail
