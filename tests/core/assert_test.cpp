// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/min_queue.hpp>
#include <portolan/core/detail/tile_solver.hpp>
#include <portolan/core/graph/turns.hpp>
#include <portolan/core/link.hpp>
#include <portolan/core/saved_state.hpp>
#include <portolan/core/tile_field.hpp>
#include <portolan/core/world.hpp>

#include <support/draw_map.hpp>

namespace portolan::test {
namespace {

void throw_it(const AssertionFailure& failure) {
  throw std::logic_error(std::string(failure.condition) + "; " + failure.message + "; line " +
                         std::to_string(failure.line));
}

TEST(Assert, TellsTheHostsHandler) {
  const AssertHandler before = set_assert_handler(throw_it);
  std::string told;
  try {
    detail::fail_assertion("a > b", "file.cpp", 7, "give more");
  } catch (const std::logic_error& error) {
    told = error.what();
  }
  EXPECT_EQ(set_assert_handler(before), throw_it);
  EXPECT_EQ(told, "a > b; give more; line 7");
}

void return_at_once(const AssertionFailure&) {}

TEST(AssertDeathTest, AbortsWithALineThatSaysAll) {
  EXPECT_DEATH(detail::fail_assertion("a > b", "file.cpp", 7, "give more"),
               "file.cpp:7: assertion failed: a > b: give more");
  EXPECT_DEATH(detail::fail_assertion("a > b", "file.cpp", 7), "assertion failed: a > b");
  EXPECT_DEATH((set_assert_handler(return_at_once), detail::fail_assertion("a > b", "file.cpp", 7)), "");
}

#if PORTOLAN_ASSERTIONS
TEST(AssertDeathTest, WorldsSayWhatTheirCallersMustDo) {
  TestWorld map = draw_map("..\n..\n");
  World& world = map.world;
  EXPECT_DEATH(world.set_terrain({2, 0, 0}, 1), "set terrain inside the world");
  EXPECT_DEATH(world.stamp({0, 0, 1}, 1), "stamp inside the world");
  EXPECT_DEATH(world.stamp({0, 0, 0}, -1), "take off only what was laid");
  EXPECT_DEATH(world.add_link({{0, 0, 0}, {5, 5, 0}, 24}), "both ends of a link");
  EXPECT_DEATH(world.add_link({{0, 0, 0}, {1, 1, 0}, 0}), "a link must cost something");
  EXPECT_DEATH(world.remove_link(LinkId{3}), "remove a link of this world, once");
  EXPECT_DEATH(static_cast<void>(world.view(ProfileId{9})), "add_profile");
  EXPECT_DEATH(World({0, 4, 1}), "at least one cell");
  Profile profile;
  profile.clearance = 33;
  EXPECT_DEATH(world.add_profile(profile), "a clearance is 1 to 32");
  profile.clearance = 1;
  profile.cost[7] = 0;
  EXPECT_DEATH(world.add_profile(profile), "a step must cost something");
}

TEST(AssertDeathTest, GraphsSayWhatTheirCallersMustDo) {
  const std::vector<GraphEdge> edges{{0, 1, 1}, {1, 0, 1}};
  const WaypointGraph graph(2, edges);
  EXPECT_DEATH(WaypointGraph(1, edges), "edges end at vertices");
  EXPECT_DEATH(WaypointGraph(2, edges, {{0, 0}}), "one per vertex, or none");
  EXPECT_DEATH(TurnGraph(graph, {{0, 1, 2}}), "turns are between vertices of the graph");
  EXPECT_DEATH(static_cast<void>(TurnGraph(graph, {}).copies(2)), "a vertex of the graph that was given");
}

TEST(AssertDeathTest, FieldsSayWhatTheirCallersMustDo) {
  const TestWorld map = draw_map("..\n..\n");
  const TileGrid tiles(map.extent());
  TileField field(map.view(), tiles);
  EXPECT_DEATH(TileField(map.view(), TileGrid({9, 9, 1})), "for the extent of the grid");
  EXPECT_DEATH(field.add_goal({{-1, 0, 0}}), "add goals inside the world");
  EXPECT_DEATH(field.add_goal({{0, 0, 0}, unreachable}), "an offset is less");
  const TileId wrong[] = {{1}};
  EXPECT_DEATH(field.allow(wrong), "allow tiles of this field's grid");
  field.add_goal({{0, 0, 0}});
  EXPECT_DEATH(field.repair({}), "repair a field whose advance");
  std::vector<Cell> cells;
  EXPECT_DEATH(field.walk({1, 1, 0}, cells), "walk from a cell with a value");
  TileSolver solver;
  solver.load(map.view(), tiles, {0});
  EXPECT_DEATH(solver.seed({40, 5, 0}, {0}), "seed cells of the tile that was loaded");
  EXPECT_DEATH(TileGrid({9, 9, 1}, 12), "a side is 8, 16 or 32");
}

TEST(AssertDeathTest, WhatWasSavedIsSealed) {
  StateWriter writer;
  EXPECT_DEATH(writer.write({}), "begin_part\\(\\) first");
  writer.begin_part();
  static_cast<void>(writer.finish());
  EXPECT_DEATH(writer.begin_part(), "clear\\(\\) comes before the next save");
  writer.clear();
  writer.begin_part();
}
#else
// Without assertions a wrong cell or id does no harm.
TEST(World, IgnoresCellsAndIdsThatItDoesNotHave) {
  TestWorld map = draw_map("..\n..\n");
  World& world = map.world;
  world.set_terrain({2, 0, 0}, 7);
  world.set_terrain({0, 0, 1}, 7);
  world.set_terrain_run({1, 1, 0}, std::vector<TerrainId>{1, 7, 7});
  world.set_terrain_run({-1, 1, 0}, std::vector<TerrainId>{7});
  world.stamp({-1, 0, 0}, 1);
  EXPECT_FALSE(world.stamped({-1, 0, 0}));
  EXPECT_FALSE(world.add_link({{0, 0, 0}, {5, 5, 0}, 24}).valid());
  EXPECT_FALSE(world.add_link({{0, 0, 0}, {1, 1, 0}, 0}).valid());
  world.remove_link(LinkId{3});
  world.remove_link(LinkId{});
  EXPECT_TRUE(world.commit().empty());
  EXPECT_EQ(world.terrain({2, 0, 0}), 0);
  EXPECT_EQ(map.view().cost({2, 0, 0}), impassable);
  EXPECT_FALSE(world.view(ProfileId{9}).passable({0, 0, 0}));
  EXPECT_EQ(world.profile(ProfileId{}).name, Profile{}.name);
}

TEST(World, RemovesALinkOnce) {
  TestWorld map = draw_map("..\n..\n");
  const LinkId link = map.world.add_link({{0, 0, 0}, {1, 1, 0}, 24});
  map.world.commit();
  map.world.remove_link(link);
  map.world.remove_link(link);
  EXPECT_EQ(map.world.commit().links_removed.size(), 1U);
}

TEST(World, BringsProfilesIntoRange) {
  TestWorld map = draw_map("...\n...\n...\n");
  Profile profile;
  profile.clearance = -4;
  profile.cost.fill(0);
  const GridView view = map.world.view(map.world.add_profile(profile));
  EXPECT_EQ(view.cost({0, 0, 0}), 1);
}

TEST(TileField, IgnoresGoalsAndTilesThatItCannotHave) {
  const TestWorld map = draw_map("..\n..\n");
  TileField field(map.view(), TileGrid(map.extent()));
  field.add_goal({{-1, 0, 0}});
  field.add_goal({{0, 0, 0}, {~std::uint64_t{0}}});
  EXPECT_TRUE(field.goals().empty());
  const TileId wrong[] = {{1}, {}};
  field.allow(wrong);
  EXPECT_TRUE(field.advance());
  EXPECT_EQ(field.tile_count(), 0U);
}
#endif

}  // namespace
}  // namespace portolan::test
