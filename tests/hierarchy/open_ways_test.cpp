// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Ways as long as over open ground, against solves of tiles.
#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <portolan/core/detail/tile_solver.hpp>
#include <portolan/core/octile.hpp>
#include <portolan/core/world.hpp>
#include <portolan/hierarchy/hierarchy.hpp>

#include "simd/open_ways.hpp"

namespace portolan::detail {
namespace {

constexpr std::int32_t side = 32;
constexpr Cost cheap = 3;

// One tile with walls, and with some ground that costs more.
class Tile {
 public:
  Tile(std::uint32_t seed, unsigned walls, unsigned swamps) : random_(seed), world_({side, side, 1}, 0) {
    Profile profile;
    profile.cost[0] = cheap;
    profile.cost[1] = impassable;
    profile.cost[2] = cheap + 4;
    profile_ = world_.add_profile(profile);
    for (std::int32_t y = 0; y < side; ++y) {
      for (std::int32_t x = 0; x < side; ++x) {
        const unsigned dice = below(100);
        world_.set_terrain({x, y, 0}, dice < walls            ? TerrainId{1}
                                      : dice < walls + swamps ? TerrainId{2}
                                                              : TerrainId{0});
      }
    }
    world_.commit();
    solver_.load(world_.view(profile_), TileGrid(world_.extent()), TileId{0});
  }
  unsigned below(unsigned count) { return static_cast<unsigned>(random_() % count); }

  void place(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const Cell c{static_cast<std::int32_t>(below(side)), static_cast<std::int32_t>(below(side)), 0};
      cells_.push_back(c);
      nodes_.add(c.x, c.y, std::uint32_t{straight_factor} * cost(c));
    }
  }
  [[nodiscard]] Cost cost(Cell c) const { return world_.view(profile_).cost(c); }
  [[nodiscard]] const std::vector<Cell>& cells() const { return cells_; }
  [[nodiscard]] const TileNodes& nodes() const { return nodes_; }
  [[nodiscard]] TileCells ground() const { return solver_.cells_of(cheap); }
  // From one node to all others, without half steps.
  std::vector<Distance> solved(std::size_t from) {
    solver_.clear();
    solver_.seed(cells_[from], {0});
    solver_.solve();
    std::vector<Distance> costs;
    for (const Cell c : cells_) costs.push_back(solver_.at(c));
    return costs;
  }

 private:
  std::mt19937 random_;
  World world_;
  ProfileId profile_;
  TileSolver solver_;
  std::vector<Cell> cells_;
  TileNodes nodes_;
};

class OpenWays : public ::testing::Test {
 protected:
  void TearDown() override { hwy::SetSupportedTargetsForTest(0); }
};

// On ground of one cost a way is joined exactly where the least cost is that of open ground, from 1 to 64
// nodes.
TEST_F(OpenWays, JoinThoseWhoseLeastCostIsThatOfOpenGround) {
  std::size_t joined_pairs = 0, other_pairs = 0;
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    Tile tile(seed, seed % 5 * 8, 0);
    tile.place(1 + seed * 63 / 39);
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
      SCOPED_TRACE(hwy::TargetName(target));
      hwy::SetSupportedTargetsForTest(target);
      std::array<std::uint64_t, TileNodes::most> joined{};
      open_ways(tile.ground(), tile.nodes(), joined.data());
      const std::vector<Cell>& cells = tile.cells();
      for (std::size_t i = 0; i < cells.size(); ++i) {
        const std::vector<Distance> costs = tile.solved(i);
        for (std::size_t j = 0; j < cells.size(); ++j) {
          const bool open = costs[j] == octile_distance(cells[i], cells[j], cheap);
          ASSERT_EQ((joined[i] >> j & 1U) != 0, open) << seed << ": " << i << " to " << j;
          (open ? joined_pairs : other_pairs) += 1;
        }
      }
    }
  }
  EXPECT_GT(joined_pairs, 10'000U);
  EXPECT_GT(other_pairs, 10'000U);
}

// Costlier ground may be passed beside a diagonal step, or around: ways over the cheap cells are right then
// too, though others may be as cheap.
TEST_F(OpenWays, OverCheapCellsAmongCostlierOnesCostTheLeast) {
  std::size_t joined_pairs = 0;
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    Tile tile(seed, 3, 5);
    tile.place(20);
    std::array<std::uint64_t, TileNodes::most> joined{};
    open_ways(tile.ground(), tile.nodes(), joined.data());
    for (std::size_t i = 0; i < 20; ++i) {
      const std::vector<Distance> costs = tile.solved(i);
      for (std::size_t j = 0; j < 20; ++j) {
        if ((joined[i] >> j & 1U) == 0) continue;
        EXPECT_EQ(costs[j], octile_distance(tile.cells()[i], tile.cells()[j], cheap));
        ++joined_pairs;
      }
    }
  }
  EXPECT_GT(joined_pairs, 1'000U);
}

TEST_F(OpenWays, UnitsAreWrittenWhereTheyAreAskedFor) {
  constexpr std::uint64_t kept = 77;
  Tile tile(5, 0, 0);
  tile.place(19);
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    hwy::SetSupportedTargetsForTest(target);
    for (const Cost cost : {Cost{1}, Cost{254}}) {
      for (const std::uint64_t wanted : {0x7ffffULL, 0x40001ULL, 0x2a5a5ULL, 0ULL}) {
        std::vector<std::uint64_t> units(19, kept);
        open_units(tile.nodes(), 4, wanted, cost, units.data());
        for (std::size_t j = 0; j < units.size(); ++j) {
          const std::uint64_t way = octile_distance(tile.cells()[4], tile.cells()[j], cost).units +
                                    tile.nodes().half_step[4] + tile.nodes().half_step[j];
          EXPECT_EQ(units[j], (wanted >> j & 1U) != 0 ? way : kept) << j;
        }
      }
    }
  }
}

TEST_F(OpenWays, UnitsAreToldFromOthersWhereTheyAreAskedFor) {
  Tile tile(5, 0, 0);
  tile.place(19);
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    hwy::SetSupportedTargetsForTest(target);
    std::vector<std::uint64_t> units(19);
    open_units(tile.nodes(), 4, 0x7ffffU, cheap, units.data());
    for (const std::size_t other : {0U, 7U, 8U, 17U, 18U}) units[other] += std::uint64_t{1} << other * 3;
    for (const std::uint64_t wanted : {0x7ffffULL, 0x40001ULL, 0x2a5a5ULL, 0ULL})
      EXPECT_EQ(open_alike(tile.nodes(), 4, wanted, cheap, units.data()), wanted & 0x1fe7eU);
  }
}

// What is known is right only where nothing was cheaper before.
TEST(OpenGround, OfOneCostWhereAStripWasCheaperIsToldApart) {
  World world({96, 96, 1}, 0);
  Profile profile;
  profile.cost[0] = 3;
  profile.cost[1] = 1;
  profile.cost[2] = impassable;
  const ProfileId id = world.add_profile(profile);
  const auto strip = [&](TerrainId terrain) {
    for (std::int32_t x = 2; x < 94; ++x) world.set_terrain({x, 40, 0}, terrain);
  };
  strip(1);
  world.commit();
  Hierarchy live(world, id);
  for (const TerrainId terrain :
       {TerrainId{0}, TerrainId{1}, TerrainId{2}, TerrainId{0}, TerrainId{2}, TerrainId{1}}) {
    strip(terrain);
    live.apply(world.commit());
    ASSERT_EQ(live.fingerprint(), Hierarchy(world, id).fingerprint()) << "terrain " << int{terrain};
  }
}

}  // namespace
}  // namespace portolan::detail
