// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Ways around boxes of walls, against solves of tiles.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <portolan/core/detail/tile_solver.hpp>
#include <portolan/core/world.hpp>
#include <portolan/hierarchy/detail/cost_tables.hpp>

#include "tables/ways_around.hpp"

namespace portolan::detail {
namespace {

struct BoxCounts {
  std::size_t pairs = 0;    // that no open way joins
  std::size_t settled = 0;  // of these
  std::size_t cut_off = 0;  // of those: with no path
};

// A tile with some walls and costlier cells, on which boxes are put up.
class BuiltTile {
 public:
  BuiltTile(std::uint32_t seed, unsigned walls, unsigned swamps)
      : random_(seed), world_({side, side, 1}, ground) {
    Profile profile;
    profile.cost[ground] = cheap;
    profile.cost[wall] = impassable;
    profile.cost[swamp] = cheap + 4;
    profile_ = world_.add_profile(profile);
    for (std::int32_t y = 0; y < side; ++y) {
      for (std::int32_t x = 0; x < side; ++x) {
        const unsigned dice = below(1000);
        world_.set_terrain({x, y, 0}, dice < walls ? wall : dice < walls + swamps ? swamp : ground);
      }
    }
  }
  void put_up(std::int32_t widest) {
    const auto extent = [&] { return 1 + static_cast<std::int32_t>(below(static_cast<unsigned>(widest))); };
    const std::int32_t width = extent(), height = extent();
    const auto x0 = static_cast<std::int32_t>(below(side + 4)) - 4;
    const auto y0 = static_cast<std::int32_t>(below(side + 4)) - 4;
    for (std::int32_t y = std::max(y0, 0); y < std::min(y0 + height, side); ++y) {
      for (std::int32_t x = std::max(x0, 0); x < std::min(x0 + width, side); ++x) {
        world_.set_terrain({x, y, 0}, wall);
        fresh_[static_cast<std::size_t>(y)] |= 1U << x;
      }
    }
  }
  // All pairs of so many nodes are open; what is settled is right.
  void check(std::size_t count, BoxCounts& counts) {
    world_.commit();
    solver_.load(world_.view(profile_), TileGrid(world_.extent()), TileId{0});
    place(count);
    TileNodes nodes;
    for (const Cell c : cells_) nodes.add(c.x, c.y, half_step(c));
    const TileCells walls = solver_.cells_of(impassable);
    around_.find(fresh_, walls);
    around_.add_corners(nodes);
    std::array<std::uint64_t, TileNodes::most> joined{};
    open_ways(solver_.cells_of(cheap), nodes, joined.data());
    const std::uint64_t all = ~std::uint64_t{0} >> (TileNodes::most - count);
    std::vector<std::uint64_t> open(count), units(count * count, untouched);
    for (std::size_t i = 0; i < count; ++i) open[i] = all & ~joined[i] & ~(std::uint64_t{1} << i);
    const std::vector<std::uint64_t> asked = open;
    around_.settle(nodes, joined.data(), cheap, open.data(), units.data());
    for (std::size_t i = 0; i < count; ++i) {
      const std::vector<std::uint64_t> costs = solved(i);
      for (std::size_t j = 0; j < count; ++j) {
        const bool settled = ((asked[i] & ~open[i]) >> j & 1U) != 0;
        ASSERT_EQ(units[i * count + j], settled ? costs[j] : untouched) << i << " to " << j;
        counts.pairs += asked[i] >> j & 1U;
        counts.settled += settled ? 1 : 0;
        counts.cut_off += settled && costs[j] == CostTable::no_path ? 1 : 0;
      }
    }
  }

 private:
  static constexpr std::int32_t side = 32;
  static constexpr Cost cheap = 3;
  static constexpr TerrainId ground = 0, wall = 1, swamp = 2;
  static constexpr std::uint64_t untouched = 77;

  unsigned below(unsigned count) { return static_cast<unsigned>(random_() % count); }
  [[nodiscard]] std::uint32_t half_step(Cell c) const {
    return std::uint32_t{straight_factor} * world_.view(profile_).cost(c);
  }
  void place(std::size_t count) {
    while (cells_.size() < count) {
      const Cell c{static_cast<std::int32_t>(below(side)), static_cast<std::int32_t>(below(side)), 0};
      if (world_.view(profile_).passable(c)) cells_.push_back(c);
    }
  }
  std::vector<std::uint64_t> solved(std::size_t from) {
    solver_.clear();
    solver_.seed(cells_[from], {half_step(cells_[from])});
    solver_.solve();
    std::vector<std::uint64_t> costs;
    for (const Cell c : cells_) {
      const Distance d = solver_.at(c);
      costs.push_back(reachable(d) ? d.units + half_step(c) : CostTable::no_path);
    }
    return costs;
  }

  std::mt19937 random_;
  World world_;
  ProfileId profile_;
  TileSolver solver_;
  TileCells fresh_{};
  std::vector<Cell> cells_;
  WaysAround around_;
};

class WaysAroundBoxes : public ::testing::Test {
 protected:
  void TearDown() override { hwy::SetSupportedTargetsForTest(0); }
};

TEST_F(WaysAroundBoxes, CostWhatSolvesFindOnEachInstructionSet) {
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    hwy::SetSupportedTargetsForTest(target);
    BoxCounts counts;
    for (std::uint32_t seed = 0; seed < 150; ++seed) {
      SCOPED_TRACE(seed);
      BuiltTile tile(seed, seed % 3 * 10, seed % 2 * 10);
      for (std::uint32_t boxes = 0; boxes < 1 + seed % 5; ++boxes) tile.put_up(12);
      ASSERT_NO_FATAL_FAILURE(tile.check(1 + seed % 64, counts));
    }
    EXPECT_GT(counts.settled, counts.pairs / 4);
  }
}

// Where there is a box and nothing else, three of four pairs are told.
TEST_F(WaysAroundBoxes, OfOneBoxAreMostlyTold) {
  BoxCounts counts;
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    BuiltTile tile(seed, 0, 0);
    tile.put_up(7);
    ASSERT_NO_FATAL_FAILURE(tile.check(30, counts));
  }
  EXPECT_GT(counts.pairs, 1'000U);
  EXPECT_GT(4 * counts.settled, 3 * counts.pairs);
}

TEST_F(WaysAroundBoxes, ThatReachFromSideToSideCutNodesOff) {
  BoxCounts counts;
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    BuiltTile tile(seed, 0, 0);
    tile.put_up(64);
    ASSERT_NO_FATAL_FAILURE(tile.check(20, counts));
  }
  EXPECT_GT(counts.cut_off, 100U);
}

}  // namespace
}  // namespace portolan::detail
