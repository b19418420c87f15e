// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/tile_field.hpp>

#include <support/cases.hpp>
#include <support/draw_map.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>

namespace portolan {
namespace {

// The tiles that a commit changed, for a field with tiles of this side.
std::vector<TileId> changed_tiles(const Commit& commit, const TileGrid& tiles) {
  std::set<TileId> changed;
  const std::vector<Rect> none;
  for (const Rect& box : commit.profiles.empty() ? none : commit.profiles[0].changed) {
    for (int y = box.y; y < box.y + box.height; ++y) {
      for (int x = box.x; x < box.x + box.width; ++x) changed.insert(tiles.tile_of({x, y, box.layer}));
    }
  }
  for (const auto* links : {&commit.links_added, &commit.links_removed}) {
    for (const Link& link : *links) {
      changed.insert(tiles.tile_of(link.from));
      changed.insert(tiles.tile_of(link.to));
    }
  }
  return {changed.begin(), changed.end()};
}

void expect_equal(const TileField& repaired, const TileField& fresh, const std::string& what) {
  const Extent extent = repaired.grid().extent();
  for (std::size_t i = 0; i < extent.cell_count(); ++i) {
    const Cell c = extent.cell(i);
    ASSERT_EQ(repaired.at(c), fresh.at(c)) << what << " at " << c.x << ',' << c.y << ',' << c.layer;
    ASSERT_EQ(repaired.direction(c), fresh.direction(c))
        << what << " at " << c.x << ',' << c.y << ',' << c.layer;
  }
}

struct Fields {
  Fields(GridView grid, const TileGrid& tiles, const std::vector<Goal>& goals,
         const std::vector<TileId>& mask)
      : field(grid, tiles) {
    compute(goals, mask);
  }
  void compute(const std::vector<Goal>& goals, const std::vector<TileId>& mask) {
    field.reset();
    if (!mask.empty()) field.allow(mask);
    for (const Goal& goal : goals) field.add_goal(goal);
    field.advance();
  }
  TileField field;
};

// After any edits a repaired field equals one recomputed, values and directions, on whole maps and on
// corridors.
TEST(TileRepair, EqualsAFieldComputedAnew) {
  int repairs = 0;
  int refusals = 0;
  for (std::uint64_t seed = 1; seed <= test::cases(250); ++seed) {
    const auto options = test::random_options(seed, 90);
    auto map = test::random_world(options, seed);
    test::Random random(seed);
    const TileGrid tiles(map.extent(), 8 << random.below(3));
    const std::vector<Goal> goals = test::random_goals(map.view(), 3, random);
    std::vector<TileId> mask;
    if (random.percent(50)) {
      for (std::uint32_t t = 0; t < tiles.tile_count(); ++t) {
        if (random.percent(70)) mask.push_back({t});
      }
    }
    Fields kept(map.view(), tiles, goals, mask);
    std::vector<LinkId> links;
    for (int round = 0; round < 10; ++round) {
      const int edits = random.percent(50) ? random.between(1, 3) : random.between(1, 60);
      for (int k = 0; k < edits; ++k) {
        const Cell c = test::random_cell(map.extent(), random);
        if (random.percent(70)) {
          map.world.stamp(c, map.world.stamped(c) ? -1 : 1);
        } else if (random.percent(90)) {
          map.world.set_terrain(c, static_cast<TerrainId>(1 + random.below(random.percent(50) ? 9 : 254)));
        } else if (links.empty() || random.percent(60)) {
          links.push_back(
              map.world.add_link({c, test::random_cell(map.extent(), random), 1 + random.below(500)}));
        } else {
          map.world.remove_link(links.back());
          links.pop_back();
        }
      }
      const Commit commit = map.world.commit();
      ++repairs;
      if (!kept.field.repair(changed_tiles(commit, tiles))) {
        ++refusals;
        kept.compute(goals, mask);
      }
      const Fields fresh(map.view(), tiles, goals, mask);
      expect_equal(kept.field, fresh.field,
                   test::describe(options, seed) + " round " + std::to_string(round));
      if (HasFatalFailure()) return;
    }
  }
  RecordProperty("refusals", refusals);
  EXPECT_LT(refusals, repairs / 2) << "of " << repairs;
}

// A step between two tiles that meet at a corner only needs the cells beside it, which are in two others.
TEST(TileRepair, ACornerOfFourTilesOpensAndCloses) {
  for (std::uint64_t seed = 1; seed <= test::storm(60); ++seed) {
    auto map = test::random_world({.extent = {24, 24, 1}, .density = 35}, seed);
    test::Random random(seed);
    const TileGrid tiles(map.extent(), 8);
    const std::vector<Goal> goals = test::random_goals(map.view(), 1, random);
    Fields kept(map.view(), tiles, goals, {});
    for (int round = 0; round < 24; ++round) {
      const int corner_x = 8 + 8 * random.between(0, 1), corner_y = 8 + 8 * random.between(0, 1);
      const Cell c{corner_x - random.between(0, 1), corner_y - random.between(0, 1), 0};
      map.world.set_terrain(c, map.view().passable(c) ? test::wall : TerrainId{1});
      if (!kept.field.repair(changed_tiles(map.world.commit(), tiles))) kept.compute(goals, {});
      const Fields fresh(map.view(), tiles, goals, {});
      expect_equal(kept.field, fresh.field,
                   "seed " + std::to_string(seed) + " round " + std::to_string(round));
      if (HasFatalFailure()) return;
    }
  }
}

TEST(TileRepair, ASmallChangeOnOpenGroundCostsATileOrTwo) {
  World world({256, 256, 1});
  const ProfileId profile = world.add_profile({});
  const TileGrid tiles(world.extent());
  TileField field(world.view(profile), tiles);
  field.add_goal({{10, 200, 0}, {}});
  field.advance();
  const std::uint64_t before = field.tiles_solved();
  world.stamp({140, 100, 0}, 1);
  ASSERT_TRUE(field.repair(changed_tiles(world.commit(), tiles)));
  EXPECT_LE(field.tiles_solved() - before, 2U);
}

TEST(TileRepair, AGateThatClosesAndOpensAgain) {
  auto map = test::draw_map(R"(
    ........................................
    A.......................................
    ........................................
    ####################.###################
    ........................................
    ...................................B....
  )");
  const TileGrid tiles(map.extent(), 8);
  TileField field(map.view(), tiles);
  field.add_goal({map['B'], {}});
  field.advance();
  const Distance open = field.at(map['A']);
  map.world.stamp({20, 3, 0}, 1);
  const Commit closed = map.world.commit();
  if (!field.repair(changed_tiles(closed, tiles))) {
    field.reset();
    field.add_goal({map['B'], {}});
    field.advance();
  }
  EXPECT_FALSE(reachable(field.at(map['A'])));
  map.world.stamp({20, 3, 0}, -1);
  ASSERT_TRUE(field.repair(changed_tiles(map.world.commit(), tiles)));
  EXPECT_EQ(field.at(map['A']), open);
}

// The goal keeps its value, and so nothing in its own tile tells the tiles beside it.
TEST(TileRepair, AGoalOnTheRimOfItsTileGetsDearer) {
  World world({64, 64, 1});
  Profile profile;
  for (std::size_t t = 0; t < profile.cost.size(); ++t) profile.cost[t] = static_cast<Cost>(1 + t % 200);
  const GridView grid = world.view(world.add_profile(profile));
  const TileGrid tiles(world.extent());
  for (const Cell goal : {Cell{31, 10, 0}, Cell{32, 40, 0}, Cell{12, 31, 0}, Cell{31, 31, 0}}) {
    Fields kept(grid, tiles, {{goal, {}}}, {});
    for (const int terrain : {7, 3, 90, 0}) {
      world.set_terrain(goal, static_cast<TerrainId>(terrain));
      ASSERT_TRUE(kept.field.repair(changed_tiles(world.commit(), tiles)));
      const Fields fresh(grid, tiles, {{goal, {}}}, {});
      expect_equal(kept.field, fresh.field, "terrain " + std::to_string(terrain));
      if (HasFatalFailure()) return;
    }
  }
}

TEST(TileRepair, ARewoundFieldEqualsAFreshOne) {
  for (std::uint64_t seed = 1; seed <= test::storm(40); ++seed) {
    const auto options = test::random_options(seed, 90);
    auto map = test::random_world(options, seed);
    test::Random random(seed);
    const TileGrid tiles(map.extent(), 8 << random.below(3));
    const std::vector<Goal> goals = test::random_goals(map.view(), 3, random);
    Fields kept(map.view(), tiles, goals, {});
    for (int round = 0; round < 4; ++round) {
      for (int k = 0; k < 20; ++k) map.world.stamp(test::random_cell(map.extent(), random), 1);
      kept.field.rewind(changed_tiles(map.world.commit(), tiles));
      EXPECT_TRUE(kept.field.advance());
      const Fields fresh(map.view(), tiles, goals, {});
      expect_equal(kept.field, fresh.field, test::describe(options, seed));
      if (HasFatalFailure()) return;
    }
  }
}

TEST(TileRepair, GivesUpWithinItsBudget) {
  World world({256, 256, 1});
  const ProfileId profile = world.add_profile({});
  const TileGrid tiles(world.extent());
  TileField field(world.view(profile), tiles);
  field.add_goal({{10, 128, 0}, {}});
  field.advance();
  for (int y = 0; y < 250; ++y) world.stamp({100, y, 0}, 1);
  const Commit commit = world.commit();
  EXPECT_FALSE(field.repair(changed_tiles(commit, tiles), 5));
  field.reset();
  field.add_goal({{10, 128, 0}, {}});
  EXPECT_TRUE(field.advance());
}

}  // namespace
}  // namespace portolan
