// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <portolan/config/generate.hpp>
#include <portolan/config/terrain.hpp>

namespace portolan {
namespace {

using ::testing::HasSubstr;

constexpr std::array<MapKind, 6> kinds{MapKind::islands, MapKind::city,  MapKind::caves,
                                       MapKind::maze,    MapKind::rooms, MapKind::boxes};

// FNV-1a over size and terrain.
std::uint64_t fingerprint(const World& world) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  const auto add = [&hash](std::uint64_t byte) { hash = (hash ^ byte) * 0x100000001b3ULL; };
  const Extent extent = world.extent();
  add(static_cast<std::uint64_t>(extent.width));
  add(static_cast<std::uint64_t>(extent.height));
  for (std::size_t i = 0; i < extent.cell_count(); ++i) add(world.terrain(extent.cell(i)));
  return hash;
}

/// Sizes of the connected areas, by a plain flood over four neighbours.
struct Flood {
  std::size_t passable = 0;
  std::size_t largest = 0;
};
Flood flood(const GridView& grid) {
  const Extent extent = grid.extent();
  std::vector<bool> seen(extent.cell_count());
  Flood result;
  for (std::size_t i = 0; i < extent.cell_count(); ++i) {
    if (seen[i] || !grid.passable(extent.cell(i))) continue;
    std::vector<Cell> open{extent.cell(i)};
    seen[i] = true;
    std::size_t size = 0;
    while (!open.empty()) {
      const Cell c = open.back();
      open.pop_back();
      ++size;
      for (const Direction d : {Direction::e, Direction::s, Direction::w, Direction::n}) {
        const Cell n = step(c, d);
        if (!grid.passable(n) || seen[extent.index(n)]) continue;
        seen[extent.index(n)] = true;
        open.push_back(n);
      }
    }
    result.passable += size;
    result.largest = std::max(result.largest, size);
  }
  return result;
}

World make(const GenerateOptions& options) {
  auto world = generate_map(options);
  EXPECT_TRUE(world.ok());
  return std::move(world).value();
}

// One hash for all compilers, optimisations and machines.
TEST(Generate, MapsAreTheSameEverywhere) {
  const std::array<std::uint64_t, 6> pinned{12886834269137751497ULL, 13312534544704128106ULL,
                                            4306919198266158809ULL,  4762958634363514393ULL,
                                            3426399285481320983ULL,  7385244422843315351ULL};
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    EXPECT_EQ(fingerprint(make({kinds[i], 333, 217, 11, 0, 0})), pinned[i]) << name(kinds[i]);
  }
}

TEST(Generate, TheSeedMattersAndNothingElseDoes) {
  for (const MapKind kind : kinds) {
    const std::uint64_t first = fingerprint(make({kind, 100, 100, 1, 0, 0}));
    EXPECT_EQ(fingerprint(make({kind, 100, 100, 1, 0, 0})), first) << name(kind);
    EXPECT_NE(fingerprint(make({kind, 100, 100, 2, 0, 0})), first) << name(kind);
  }
}

TEST(Generate, MostGroundIsConnected) {
  for (const MapKind kind : kinds) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      World world = make({kind, 500, 400, seed, 0, 0});
      const Flood areas = flood(world.view(world.add_profile(default_profile())));
      const std::size_t cells = 500 * 400;
      EXPECT_GT(areas.passable, cells / 5) << name(kind) << seed;
      EXPECT_LT(areas.passable, cells * 99 / 100) << name(kind) << seed;
      EXPECT_GT(areas.largest, areas.passable / 3) << name(kind) << seed;
      const bool whole = kind == MapKind::maze || kind == MapKind::rooms;
      EXPECT_TRUE(!whole || areas.largest == areas.passable) << name(kind) << seed;
    }
  }
}

TEST(Generate, AMazeHasOneWayBetweenAnyTwoCells) {
  World world = make({MapKind::maze, 101, 77, 3, 1, 0});
  const GridView grid = world.view(world.add_profile(default_profile()));
  const Extent extent = grid.extent();
  std::size_t cells = 0, edges = 0;
  for (std::size_t i = 0; i < extent.cell_count(); ++i) {
    const Cell c = extent.cell(i);
    if (!grid.passable(c)) continue;
    ++cells;
    edges += grid.can_step(c, Direction::e) ? 1U : 0U;
    edges += grid.can_step(c, Direction::s) ? 1U : 0U;
  }
  EXPECT_EQ(flood(grid).largest, cells);
  EXPECT_EQ(edges, cells - 1);
}

TEST(Generate, FillIsRoughlyKept) {
  for (const MapKind kind : {MapKind::islands, MapKind::boxes}) {
    std::size_t before = 300 * 300 + 1;
    for (const std::int32_t fill : {10, 30, 60}) {
      World world = make({kind, 300, 300, 4, 16, fill});
      const std::size_t passable = flood(world.view(world.add_profile(default_profile()))).passable;
      EXPECT_LT(passable, before) << name(kind) << fill;
      before = passable;
    }
  }
}

// Every cell is of a class that maps may hold; what has a fill of its own has ground, in one piece where it
// promises that; and options left out are those that are documented.
void expect_sound(const GenerateOptions& options) {
  World world = make(options);
  const Extent extent = world.extent();
  EXPECT_EQ(extent, (Extent{options.width, options.height, 1}));
  for (std::size_t i = 0; i < extent.cell_count(); ++i) {
    const Cell c = extent.cell(i);
    ASSERT_TRUE(is_known_terrain(static_cast<char>(world.terrain(c)))) << c.x << ' ' << c.y;
  }
  GenerateOptions spelled_out = options;
  if (options.scale == 0) spelled_out.scale = default_scale(options.kind);
  if (options.fill == 0) spelled_out.fill = default_fill(options.kind);
  const bool own_fill = default_fill(options.kind) == 0;
  if (own_fill) {
    spelled_out.fill = 50;  // ignored
    const Flood areas = flood(world.view(world.add_profile(default_profile())));
    EXPECT_GT(areas.passable, 0U);
    if (options.kind != MapKind::city) {
      EXPECT_EQ(areas.largest, areas.passable);
    }
  }
  EXPECT_EQ(fingerprint(make(spelled_out)), fingerprint(world));
}

TEST(Generate, AnySizeScaleAndFillWork) {
  for (const MapKind kind : kinds) {
    for (const std::int32_t side : {4, 5, 31, 32, 33, 65}) {
      for (const std::int32_t scale : {0, 1, 2, 7, 4096}) {
        for (const std::int32_t fill : {0, 1, 90}) {
          SCOPED_TRACE(std::string(name(kind)) + ", side " + std::to_string(side) + ", scale " +
                       std::to_string(scale) + ", fill " + std::to_string(fill));
          expect_sound({kind, side, 4, 1, scale, fill});
          expect_sound({kind, 4, side, 1, scale, fill});
        }
      }
    }
  }
}

TEST(Generate, OptionsOutOfRangeAreErrors) {
  const auto fault = [](const GenerateOptions& options) { return generate_map(options).error().text(); };
  EXPECT_THAT(fault({MapKind::maze, 16385, 4, 1, 0, 0}),
              HasSubstr("width: expected an integer from 4 to 16384, found 16385"));
  EXPECT_THAT(fault({MapKind::maze, 4, -1, 1, 0, 0}), HasSubstr("height: expected"));
  EXPECT_THAT(fault({MapKind::maze, 4, 4, 1, 4097, 0}), HasSubstr("scale: expected"));
  EXPECT_THAT(fault({MapKind::maze, 4, 4, 1, 0, 91}), HasSubstr("fill: expected"));
}

TEST(Generate, KindsHaveNames) {
  for (const MapKind kind : kinds) EXPECT_EQ(map_kind(name(kind)), kind);
  EXPECT_FALSE(map_kind("island").has_value());
}

}  // namespace
}  // namespace portolan
