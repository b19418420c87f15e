// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <portolan/config/scenario_reader.hpp>
#include <portolan/config/scenario_world.hpp>

#include <support/data.hpp>
#include <support/paths.hpp>
#include <support/print.hpp>

namespace portolan {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Two areas: the left one is larger. A pocket in the upper right corner.
const std::string land = R"(
map:
  ascii: |
    .....#..#.
    .....#..##
    .....#....
    ..#..#....
)";

struct Placed {
  ScenarioFile scenario;
  World world;
  std::vector<PlacedGroup> groups;
};

Result<Placed> place(const std::string& text) {
  auto scenario = parse_scenario(text, "s.yaml");
  if (!scenario.ok()) return scenario.error();
  auto world = build_world(*scenario);
  if (!world.ok()) return world.error();
  auto groups = place_groups(*scenario, *world);
  if (!groups.ok()) return groups.error();
  return Placed{std::move(*scenario), std::move(*world), std::move(*groups)};
}

std::vector<Cell> goals_of(const Placed& placed) {
  std::vector<Cell> cells;
  for (const Goal& goal : placed.groups[0].goals) cells.push_back(goal.cell);
  return cells;
}

Result<Placed> place_on_land(const std::string& start, const std::string& goal, int count = 1) {
  return place(land + "groups:\n  - {count: " + std::to_string(count) + ", start: {" + start + "}, goal: {" +
               goal + "}}\n");
}

std::string fault(const std::string& start, const std::string& goal, int count = 1) {
  const auto placed = place_on_land(start, goal, count);
  return placed.ok() ? "no fault" : placed.error().text();
}

TEST(Placement, StartOrGoalInAWall) {
  EXPECT_EQ(fault("cell: [5, 1]", "cell: [0, 0]"),
            "s.yaml:9:30: groups.0.start.cell: cell [5, 1] is impassable for profile 'default'; the nearest "
            "passable "
            "cell is [4, 1], which `near` finds by itself");
  EXPECT_THAT(fault("cell: [0, 0]", "cells: [[0, 0], [2, 3]]"),
              HasSubstr("groups.0.goal.cells: cell [2, 3] is impassable"));
}

TEST(Placement, StartOrGoalOutside) {
  EXPECT_THAT(fault("cell: [10, 0]", "cell: [0, 0]"),
              HasSubstr("groups.0.start.cell: cell [10, 0] lies outside the map of 10 x 4 cells; x is below "
                        "10, y below 4"));
  EXPECT_THAT(fault("cell: [0, 0]", "near: [0, 4]"),
              HasSubstr("groups.0.goal.near: cell [0, 4] lies outside"));
  EXPECT_THAT(fault("cell: [0, 0, 1]", "near: [0, 0]"), HasSubstr("cell [0, 0, 1] lies outside"));
  EXPECT_THAT(fault("rect: [20, 20, 5, 5]", "near: [0, 0]"),
              HasSubstr("groups.0.start.rect: cell [22, 22] lies outside"));
  EXPECT_THAT(fault("around: [3000, 1], radius: 2", "near: [0, 0]"), HasSubstr("lies outside"));
}

TEST(Placement, AnUnreachableGoalIsNoFaultOfTheFile) {
  const auto placed = place_on_land("cell: [0, 0]", "cell: [9, 0]");
  ASSERT_TRUE(placed.ok()) << placed.error().text();
  EXPECT_THAT(goals_of(*placed), ElementsAre(Cell{9, 0, 0}));
}

TEST(Placement, NearPicksWhatTheGroupCanWalkTo) {
  EXPECT_THAT(goals_of(*place_on_land("cell: [0, 0]", "near: [9, 0]")), ElementsAre(Cell{4, 0, 0}));
  EXPECT_THAT(goals_of(*place_on_land("cell: [6, 0]", "near: [9, 0]")), ElementsAre(Cell{7, 0, 0}));
  EXPECT_THAT(goals_of(*place_on_land("cell: [9, 0]", "near: [0, 0]")), ElementsAre(Cell{9, 0, 0}));
  EXPECT_THAT(place_on_land("near: [5, 0]", "cell: [0, 0]", 3)->groups[0].starts,
              ElementsAre(Cell{4, 0, 0}, Cell{4, 0, 0}, Cell{4, 0, 0}));
}

TEST(Placement, RegionsTakeTheLargestAreaOrTheGroupsOwn) {
  const auto placed = place_on_land("rect: [4, 0, 6, 2]", "rect: [4, 0, 6, 4]", 2);
  ASSERT_TRUE(placed.ok()) << placed.error().text();
  EXPECT_THAT(placed->groups[0].starts, ::testing::UnorderedElementsAre(Cell{4, 0, 0}, Cell{4, 1, 0}));
  const auto right = place_on_land("cell: [8, 2]", "rect: [4, 0, 4, 2]");
  EXPECT_THAT(goals_of(*right), ElementsAre(Cell{6, 0, 0}, Cell{7, 0, 0}, Cell{6, 1, 0}, Cell{7, 1, 0}));
  const auto pocket = place_on_land("rect: [8, 0, 2, 2]", "cell: [0, 0]");
  EXPECT_THAT(pocket->groups[0].starts, ElementsAre(Cell{9, 0, 0}));
}

TEST(Placement, ADiscHoldsTheCellsWithinItsRadius) {
  const auto placed = place_on_land("cell: [0, 0]", "around: [1, 1], radius: 1");
  EXPECT_THAT(goals_of(*placed),
              ElementsAre(Cell{1, 0, 0}, Cell{0, 1, 0}, Cell{1, 1, 0}, Cell{2, 1, 0}, Cell{1, 2, 0}));
}

TEST(Placement, ARegionWithoutRoomIsAnError) {
  EXPECT_THAT(
      fault("rect: [0, 0, 2, 2]", "cell: [0, 0]", 5),
      HasSubstr("groups.0.start.rect: expected room for 5 agents, found 4 free passable cells; enlarge"));
  EXPECT_THAT(fault("rect: [5, 0, 1, 4]", "cell: [0, 0]"), HasSubstr("no cell in it is passable"));
  EXPECT_THAT(fault("around: [5, 0], radius: 0", "cell: [0, 0]"),
              HasSubstr("the nearest passable cell is [4, 0]"));
}

TEST(Placement, CellsAreDealtInTurn) {
  const auto placed = place_on_land("cells: [[0, 0], [1, 0]]", "cell: [0, 0]", 3);
  EXPECT_THAT(placed->groups[0].starts, ElementsAre(Cell{0, 0, 0}, Cell{1, 0, 0}, Cell{0, 0, 0}));
}

TEST(Placement, EveryAgentOfEveryRegionHasACellOfItsOwn) {
  const std::string groups = R"(
map: {generate: {kind: caves, width: 200, height: 150}}
seed: SEED
groups:
  - {count: 700, start: {anywhere: true}, goal: {anywhere: true}}
  - {count: 300, start: {around: [100, 75], radius: 25}, goal: {near: [0, 0]}}
  - {count: 200, start: {anywhere: true}, goal: {anywhere: true}}
)";
  const auto with_seed = [&](const std::string& seed) {
    std::string text = groups;
    return place(text.replace(text.find("SEED"), 4, seed));
  };
  const auto first = with_seed("1"), again = with_seed("1"), other = with_seed("2");
  ASSERT_TRUE(first.ok()) << first.error().text();
  std::set<Cell> taken;
  for (std::size_t g = 0; g < 3; ++g) {
    EXPECT_EQ(first->groups[g].starts, again->groups[g].starts);
    EXPECT_EQ(first->groups[g].goals, again->groups[g].goals);
    EXPECT_NE(first->groups[g].starts, other->groups[g].starts);
    for (const Cell c : first->groups[g].starts) {
      EXPECT_TRUE(first->world.view(ProfileId{0}).passable(c));
      EXPECT_TRUE(taken.insert(c).second) << "used twice";
    }
  }
  EXPECT_EQ(taken.size(), 1200U);
}

TEST(Placement, AMapWithoutGroundIsAnError) {
  for (const char* const start : {"anywhere: true", "near: [1, 0]", "rect: [0, 0, 2, 1]", "cell: [0, 0]"}) {
    const auto placed = place("map: {ascii: '##'}\ngroups: [{count: 1, start: {" + std::string(start) +
                              "}, goal: {near: [0, 0]}}]\n");
    ASSERT_FALSE(placed.ok());
    EXPECT_THAT(placed.error().text(), HasSubstr("s.yaml:2:")) << start;
  }
}

TEST(BuildWorld, LayersLinksAndProfiles) {
  const auto placed = place(R"(
map:
  layers:
    - ascii: |
        ..#
        ..#
    - ascii: |
        ###
        S3W
terrain: {water: 5}
profiles: {ship: {terrain: {ground: impassable}}}
links: [{from: [1, 1], to: [1, 1, 1], cost: 100}]
groups:
  - {count: 1, start: {cell: [0, 0]}, goal: {near: [2, 0, 1]}}
  - {count: 1, profile: ship, start: {cell: [2, 1, 1]}, goal: {cell: [0, 1, 1]}}
)");
  ASSERT_TRUE(placed.ok()) << placed.error().text();
  EXPECT_EQ(placed->world.extent(), (Extent{3, 2, 2}));
  EXPECT_EQ(placed->world.profile(ProfileId{0}).name, "ship");
  const GridView walk = placed->world.view(ProfileId{1});
  EXPECT_EQ(walk.cost({1, 1, 1}), 3);
  EXPECT_EQ(walk.cost({2, 1, 1}), 5);
  EXPECT_FALSE(walk.passable({2, 0, 0}));
  EXPECT_EQ(walk.links().size(), 2U);
  EXPECT_FALSE(placed->world.view(ProfileId{0}).passable({0, 0, 0}));
  EXPECT_THAT(goals_of(*placed), ElementsAre(Cell{2, 1, 1}));
}

TEST(Placement, SaysThatABodyIsTooBroadForTheMap) {
  const auto placed = place(
      "map: {ascii: '...'}\nprofiles: {cart: {clearance: 2}}\n"
      "groups: [{count: 1, profile: cart, start: {near: [0, 0]}, goal: {near: [0, 0]}}]\n");
  ASSERT_FALSE(placed.ok());
  EXPECT_THAT(placed.error().text(),
              HasSubstr("profile 'cart', whose clearance is 2; give it costs, or less clearance"));
}

TEST(BuildWorld, NamesThePlaceInTheScenario) {
  const auto fault_of = [](const std::string& map, const std::string& more = "") {
    const auto placed = place("map: " + map + "\n" + more +
                              "groups: [{count: 1, start: {near: [0, 0]}, goal: {near: [0, 0]}}]\n");
    return placed.ok() ? "no fault" : placed.error().text();
  };
  EXPECT_THAT(fault_of("{ascii: \"..\\n.x\"}"),
              HasSubstr("s.yaml:1:14: map.ascii: row 2, column 2 of the drawing: unknown terrain 'x'"));
  EXPECT_THAT(fault_of("{layers: [{ascii: '..'}, {ascii: '...'}]}"),
              HasSubstr("map.layers.1.ascii: expected a layer of 2 x 1 cells"));
  EXPECT_THAT(fault_of("{ascii: '..'}", "links: [{from: [0, 0], to: [0, 0, 1]}]\n"),
              HasSubstr("s.yaml:2:9: links.0: cell [0, 0, 1] lies outside"));
  EXPECT_THAT(fault_of("{ascii: '..'}", "obstacles: [{waypoints: [[0, 0], [2, 0]]}]\n"),
              HasSubstr("obstacles.0.waypoints: [2, 0] lies outside"));
  EXPECT_THAT(fault_of("{ascii: '..'}", "obstacles: [{layer: 1, waypoints: [[0, 0]]}]\n"),
              HasSubstr("layer 1 does not exist"));
}

TEST(BuildWorld, ScenariosOfTheProjectFitTheirMaps) {
  for (const char* const name :
       {"default.yaml", "gate.yaml", "two_floors.yaml", "two_bridges.yaml", "tower.yaml"}) {
    const auto scenario = read_scenario(test::source_dir() / "scenarios" / name);
    ASSERT_TRUE(scenario.ok()) << scenario.error().text();
    const auto world = build_world(*scenario);
    ASSERT_TRUE(world.ok()) << world.error().text();
    const auto groups = place_groups(*scenario, *world);
    EXPECT_TRUE(groups.ok()) << groups.error().text();
  }
}

TEST(BuildWorld, TheScenarioOnARealMapFitsIt) {
  PORTOLAN_NEEDS_DATA("movingai/sc1/TheFrozenSea.map");
  const auto scenario =
      read_scenario(test::source_dir() / "scenarios/frozen_sea.yaml",
                    {"map.file=" + test::data_file("movingai/sc1/TheFrozenSea.map").string()});
  ASSERT_TRUE(scenario.ok()) << scenario.error().text();
  const auto world = build_world(*scenario);
  ASSERT_TRUE(world.ok()) << world.error().text();
  const auto groups = place_groups(*scenario, *world);
  ASSERT_TRUE(groups.ok()) << groups.error().text();
  EXPECT_EQ(groups->size(), 4U);
}

}  // namespace
}  // namespace portolan
