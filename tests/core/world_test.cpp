// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <portolan/core/world.hpp>

#include <array>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/saved_state.hpp>
#include <support/cases.hpp>
#include <support/draw_map.hpp>
#include <support/random_world.hpp>

namespace portolan::test {
namespace {

TEST(World, GivesEachProfileItsOwnCosts) {
  World world({3, 1, 1}, 1);
  world.set_terrain({1, 0, 0}, 2);
  Profile walker, boat;
  walker.cost[2] = impassable;
  boat.cost[1] = 9;
  const ProfileId walks = world.add_profile(walker), sails = world.add_profile(boat);
  world.commit();
  EXPECT_EQ(drawing_of(world.view(walks)), ".#.\n");
  EXPECT_EQ(drawing_of(world.view(sails)), "9.9\n");
  EXPECT_EQ(world.profile_count(), 2U);
  EXPECT_EQ(world.profile(sails).cost[1], 9);
}

TEST(World, ShowsEditsAfterTheCommit) {
  TestWorld map = draw_map("A..\n...\n");
  map.world.set_terrain({1, 0, 0}, wall);
  map.world.stamp({2, 1, 0}, 1);
  EXPECT_EQ(drawing_of(map.view()), "...\n...\n");
  EXPECT_TRUE(map.world.commit().version > 0);
  EXPECT_EQ(drawing_of(map.view()), ".#.\n..#\n");
}

TEST(World, SaysWhatACommitChanged) {
  RandomWorldOptions options;
  options.extent = {100, 100, 2};
  options.shape = Shape::open;
  TestWorld made = random_world(options, 1);
  const std::uint64_t before = made.world.version();
  made.world.set_terrain({5, 6, 0}, 40);
  made.world.set_terrain({9, 4, 0}, wall);
  made.world.set_terrain({99, 99, 1}, 2);
  const Commit raised = made.world.commit();
  EXPECT_FALSE(raised.empty());
  EXPECT_EQ(raised.version, before + 1);
  ASSERT_EQ(raised.profiles.size(), 1U);
  EXPECT_EQ(raised.profiles[0].blocks, (std::vector<std::uint32_t>{0, 31}));
  EXPECT_EQ(raised.profiles[0].changed, (std::vector<Rect>{{5, 4, 5, 3, 0}, {99, 99, 1, 1, 1}}));
  EXPECT_EQ(raised.profiles[0].worse, (std::vector<std::uint8_t>{1, 1}));
  EXPECT_EQ(raised.profiles[0].better, (std::vector<std::uint8_t>{0, 0}));

  made.world.set_terrain({5, 6, 0}, 3);
  made.world.set_terrain({6, 6, 0}, 2);
  const Commit mixed = made.world.commit();
  EXPECT_EQ(mixed.profiles[0].worse, std::vector<std::uint8_t>{1});
  EXPECT_EQ(mixed.profiles[0].better, std::vector<std::uint8_t>{1});
}

TEST(World, TellsEachProfileOfTheBlocksThatChangedForIt) {
  World world({64, 32, 1}, 1);
  Profile blind;  // to it all ground is the same
  world.add_profile(cost_profile());
  world.add_profile(blind);
  world.set_terrain({40, 0, 0}, 7);
  const Commit commit = world.commit();
  EXPECT_EQ(commit.profiles[0].blocks, std::vector<std::uint32_t>{1});
  EXPECT_EQ(commit.profiles[1].blocks.size(), 0U);
}

TEST(World, KeepsItsVersionWhenNothingChanges) {
  TestWorld map = draw_map("..\n");
  const std::uint64_t version = map.world.version();
  EXPECT_TRUE(map.world.commit().empty());
  map.world.set_terrain({0, 0, 0}, 1);
  EXPECT_TRUE(map.world.commit().empty());
  map.world.set_terrain({0, 0, 0}, 5);
  map.world.set_terrain({0, 0, 0}, 1);
  EXPECT_TRUE(map.world.commit().empty());
  map.world.stamp({1, 0, 0}, 1);
  map.world.stamp({1, 0, 0}, -1);
  EXPECT_TRUE(map.world.commit().empty());
  EXPECT_EQ(map.world.version(), version);
}

TEST(World, ReturnsToItsOwnTerrainWhenTheLastStampLeaves) {
  TestWorld map = draw_map("5.#\n");
  const auto shown = [&] {
    map.world.commit();
    return drawing_of(map.view());
  };
  for (const int x : {0, 1, 2}) map.world.stamp({x, 0, 0}, 1);
  EXPECT_EQ(shown(), "###\n");
  map.world.stamp({0, 0, 0}, 2);
  map.world.stamp({1, 0, 0}, -1);
  EXPECT_EQ(shown(), "#.#\n");
  map.world.stamp({0, 0, 0}, -1);
  map.world.stamp({2, 0, 0}, -1);
  EXPECT_EQ(shown(), "#.#\n") << "two stamps are left on the first cell, and the wall is a wall";
  map.world.set_terrain({0, 0, 0}, 7);
  EXPECT_EQ(shown(), "#.#\n");
  EXPECT_TRUE(map.world.stamped({0, 0, 0}));
  map.world.stamp({0, 0, 0}, -2);
  EXPECT_EQ(shown(), "7.#\n") << "ground that changed under a stamp shows when the stamp has gone";
  EXPECT_FALSE(map.world.stamped({0, 0, 0}));
}

TEST(World, AddsTheExtraCostsOfStamps) {
  TestWorld map = draw_map("3#\n");
  map.world.stamp({0, 0, 0}, 0, 4);
  map.world.stamp({0, 0, 0}, 0, 1);
  map.world.stamp({1, 0, 0}, 0, 1);
  map.world.commit();
  EXPECT_EQ(map.view().cost({0, 0, 0}), 8);
  EXPECT_EQ(map.view().cost({1, 0, 0}), impassable);
  map.world.stamp({0, 0, 0}, 0, 1000);
  map.world.commit();
  EXPECT_EQ(map.view().cost({0, 0, 0}), 254) << "costly, but never a wall by cost alone";
  map.world.stamp({0, 0, 0}, 1, -1000);
  map.world.commit();
  EXPECT_EQ(map.view().cost({0, 0, 0}), impassable);
  map.world.stamp({0, 0, 0}, -1, -5);
  map.world.commit();
  EXPECT_EQ(map.view().cost({0, 0, 0}), 3);
  EXPECT_FALSE(map.world.stamped({0, 0, 0}));
}

TEST(World, ShowsLinksAfterTheCommit) {
  TestWorld map = draw_map("A.B\n");
  const Link link{map['A'], map['B'], 10};
  const LinkId id = map.world.add_link(link);
  EXPECT_TRUE(map.view().links().empty());
  Commit commit = map.world.commit();
  EXPECT_EQ(commit.links_added, std::vector<Link>{link});
  EXPECT_FALSE(commit.empty());
  EXPECT_TRUE(map.view().links().alive(id));
  map.world.remove_link(id);
  EXPECT_TRUE(map.view().links().alive(id));
  commit = map.world.commit();
  EXPECT_EQ(commit.links_removed, std::vector<Link>{link});
  EXPECT_TRUE(map.view().links().empty());
}

TEST(World, ForgetsALinkThatIsTakenBackBeforeTheCommit) {
  TestWorld map = draw_map("A.B\n");
  const std::uint64_t version = map.world.version();
  map.world.remove_link(map.world.add_link({map['A'], map['B'], 10}));
  const Commit commit = map.world.commit();
  EXPECT_TRUE(commit.empty());
  EXPECT_EQ(commit.version, version);
  EXPECT_TRUE(map.view().links().empty());
}

TEST(World, KeepsViewsValidWhenItMoves) {
  TestWorld map = draw_map("A.#\n");
  map.world.add_link({map['A'], {1, 0, 0}, 3});
  map.world.commit();
  const GridView view = map.view();
  World moved = std::move(map.world);
  EXPECT_EQ(drawing_of(view), "..#\n");
  moved.set_terrain({0, 0, 0}, 6);
  moved.commit();
  EXPECT_EQ(drawing_of(view), "6.#\n");
  World target({1, 1, 1});
  target = std::move(moved);
  target.set_terrain({1, 0, 0}, 4);
  target.commit();
  EXPECT_EQ(drawing_of(view), "64#\n");
  EXPECT_EQ(view.links().size(), 1U);
}

TEST(World, TakesTerrainByRunsAndBlocks) {
  World by_cell({70, 40, 2}, 1), by_run({70, 40, 2}, 1), by_block({70, 40, 2}, 1);
  Random random(2);
  for (std::size_t i = 0; i < by_cell.extent().cell_count(); ++i) {
    by_cell.set_terrain(by_cell.extent().cell(i), static_cast<TerrainId>(random.between(1, 9)));
  }
  for (int row = 0; row < 80; ++row) {
    std::vector<TerrainId> terrain;
    for (int x = 3; x < 70; ++x) terrain.push_back(by_cell.terrain({x, row % 40, row / 40}));
    by_run.set_terrain_run({3, row % 40, row / 40}, terrain);
    for (int x = 0; x < 3; ++x)
      by_run.set_terrain({x, row % 40, row / 40}, by_cell.terrain({x, row % 40, row / 40}));
  }
  const TileGrid blocks(by_cell.extent());
  for (std::uint32_t b = 0; b < blocks.tile_count(); ++b) {
    const Rect r = blocks.bounds(TileId{b});
    std::array<TerrainId, BlockArray::cells> terrain{};
    for (int y = 0; y < r.height; ++y) {
      for (int x = 0; x < r.width; ++x) {
        terrain[static_cast<std::size_t>(y * 32 + x)] = by_cell.terrain({r.x + x, r.y + y, r.layer});
      }
    }
    by_block.set_terrain_block(b, terrain);
  }
  std::vector<std::string> drawings;
  for (World* world : {&by_cell, &by_run, &by_block}) {
    const ProfileId early = world->add_profile(cost_profile());
    world->commit();
    drawings.push_back(drawing_of(world->view(early)));
  }
  EXPECT_EQ(drawings[0], drawings[1]);
  EXPECT_EQ(drawings[0], drawings[2]);
  const std::uint8_t* corner = by_block.view({0}).costs().block(blocks.tile_of({69, 39, 0}).value);
  for (int i = 0; i < 1024; ++i) {
    if (i % 32 < 70 - 64 && i / 32 < 40 - 32) continue;
    EXPECT_EQ(corner[i], impassable) << "outside the world, at " << i;
  }
}

/// The rule of clearance, cell by cell.
Cost cost_by_rule(const TestWorld& ground, const Profile& profile, Cell c) {
  const int before = profile.clearance - 1;
  const int after = before + (profile.even ? 1 : 0);
  for (int y = c.y - before; y <= c.y + after; ++y) {
    for (int x = c.x - before; x <= c.x + after; ++x) {
      if (!ground.view().passable({x, y, c.layer})) return impassable;
    }
  }
  return ground.view().cost(c);
}

TEST(World, KeepsWideAgentsAwayFromWalls) {
  const TestWorld map = draw_map(R"(
    .......
    .......
    .......
    ...#...
    .......
    .......
    .......
  )",
                                 2);
  EXPECT_EQ(drawing_of(map.view()),
            "#######\n"
            "#.....#\n"
            "#.###.#\n"
            "#.###.#\n"
            "#.###.#\n"
            "#.....#\n"
            "#######\n");
}

TEST(World, BodiesOfAnEvenSideTakeACellMoreInTheEastAndSouth) {
  TestWorld map = draw_map(R"(
    .....
    .....
    ..#..
    .....
    .....
  )");
  Profile two = cost_profile();
  two.even = true;
  const ProfileId id = map.world.add_profile(two);
  const char* const drawn =
      "....#\n"
      ".##.#\n"
      ".##.#\n"
      "....#\n"
      "#####\n";
  EXPECT_EQ(drawing_of(map.world.view(id)), drawn);

  StateWriter writer;
  map.world.save_state(writer);
  Result<StateReader> reader = StateReader::open(writer.finish());
  ASSERT_TRUE(reader.ok());
  const std::optional<World> again = World::restore_state(*reader);
  ASSERT_TRUE(again);
  EXPECT_TRUE(again->profile(id).even);
  EXPECT_EQ(drawing_of(again->view(id)), drawn);
}

TEST(World, FollowsTheRuleOfClearanceOnRandomWorlds) {
  for (std::uint64_t seed = 0; seed < test::storm(24); ++seed) {
    RandomWorldOptions options = random_options(seed, 90);
    options.shape = seed % 2 == 0 ? Shape::boxes : Shape::noise;
    options.density = seed % 2 == 0 ? 15 : 1;
    const TestWorld ground = random_world(options, seed);
    for (const auto& [clearance, even] : std::initializer_list<std::pair<int, bool>>{
             {2, false}, {3, false}, {7, false}, {32, false}, {1, true}, {2, true}, {31, true}}) {
      TestWorld copy = random_world(options, seed);
      Profile profile = cost_profile(clearance);
      profile.even = even;
      const ProfileId wide = copy.world.add_profile(profile);
      for (std::size_t i = 0; i < ground.extent().cell_count(); ++i) {
        const Cell c = ground.extent().cell(i);
        ASSERT_EQ(copy.world.view(wide).cost(c), cost_by_rule(ground, profile, c))
            << describe(options, seed) << ", cell " << c.x << ", " << c.y << " at clearance " << clearance;
      }
    }
  }
}

}  // namespace
}  // namespace portolan::test
