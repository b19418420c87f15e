// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <portolan/config/scenario_reader.hpp>
#include <portolan/config/scenario_world.hpp>

namespace portolan {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string narrow_place = R"(
map:
  ascii: |
    ....#....
    .........
    ....#....
)";

const std::string right_scenario =
    narrow_place + "groups:\n  - {count: 2, start: {cell: [0, 0]}, goal: {cell: [8, 0]}}\n";

// What is wrong with a scenario, on its map too.
std::string mistake(const std::string& text, std::vector<std::string> overrides = {}) {
  const auto scenario = parse_scenario(text, "s.yaml", overrides);
  if (!scenario) return scenario.error().text();
  const auto ready = open_simulation(*scenario);
  return ready ? "no fault" : ready.error().text();
}

TEST(Mistakes, AUnitIsNamedWithItsCure) {
  EXPECT_THAT(
      mistake(right_scenario, {"groups.0.speed=4 m/s"}),
      HasSubstr("expected a number from 0.01 to 1000, found '4 m/s'; write 4 without a unit: cells per "
                "second"));
  EXPECT_THAT(mistake(right_scenario, {"groups.0.full_speed_cost=50%"}),
              HasSubstr("; write 50 without a unit"));
  EXPECT_THAT(mistake(right_scenario, {"tick_seconds=100ms"}),
              HasSubstr("found '100ms'; write the number without a unit: time that passes in a tick"))
      << "100 would be wrong again";
  for (const std::string other : {"1e3", "4.5", "0x10", "many", "1 000"}) {
    EXPECT_THAT(mistake(right_scenario, {"ticks=" + other}), Not(HasSubstr("unit"))) << other;
  }
}

TEST(Mistakes, WhatIsNotIndentedBelowItsKey) {
  const std::string rest = "groups:\n  - {count: 1, start: {cell: [0, 0]}, goal: {cell: [8, 0]}}\n";
  EXPECT_THAT(
      mistake("map:\nascii: |\n  ...\n" + rest),
      AllOf(HasSubstr("map: expected a mapping of keys to values, found nothing; indent its keys below it"),
            HasSubstr("2:1: unknown key 'ascii'; indent it below 'map' where it belongs to that")));
  EXPECT_THAT(mistake(right_scenario + "expect:\n  - all_arrived\n"),
              HasSubstr("found a list of 1; write its keys without '- ' before them"));
  EXPECT_THAT(mistake(right_scenario, {"groups.0.foresee=12"}), Not(HasSubstr("write its keys")));
  EXPECT_THAT(mistake(right_scenario + "congestion: true\n"),
              HasSubstr("found 'true'; write its keys below it, indented, or as {key: value}"));
  EXPECT_THAT(mistake(narrow_place + "groups:\n"),
              HasSubstr("groups: expected a list, found nothing; begin each entry below it with '- '"));
  EXPECT_THAT(mistake(narrow_place + "groups:\n  - name:a\n    count: 1\n"),
              HasSubstr("check indentation, colons and the space behind them"));
}

TEST(Mistakes, ACommaWithinANumber) {
  const auto group = [](const std::string& keys) {
    return narrow_place + "groups:\n  - {count: 1, start: {cell: [0, 0]}, goal: {cell: [8, 0]}, " + keys +
           "}\n";
  };
  EXPECT_THAT(
      mistake(group("speed: 1,5")),
      HasSubstr(
          "unknown key '5'; a comma ends a value: write 1.5 with a point, or [1, 5] where it is a list"));
  EXPECT_THAT(mistake(group("speed: 1, 5: 3")), HasSubstr("unknown key '5'; known here: name,"));
}

TEST(Mistakes, AHashThatBeginsAComment) {
  EXPECT_THAT(mistake(right_scenario + "terrain:\n  #: 3\n"),
              HasSubstr("terrain: expected a mapping of keys to values, "
                        "found nothing; give a value or remove the key; a "
                        "key that is the character # needs quotes: \"#\""));
  EXPECT_THAT(mistake(right_scenario + "terrain: {#: 3}\n"),
              HasSubstr("the characters # and @ need quotes as keys, \"#\""));
  EXPECT_THAT(mistake(right_scenario + "terrain: {W: no}\n"),
              HasSubstr("or impassable, found 'no'; write impassable"));
}

TEST(Mistakes, ACostOfNothing) {
  EXPECT_THAT(mistake(right_scenario + "terrain: {G: 0}\n"),
              HasSubstr("or impassable, found '0'; write 1 for the cheapest ground, or impassable"));
  EXPECT_TRUE(parse_scenario(right_scenario + "terrain: {\"W\": \"impassable\"}\n", "s.yaml").ok())
      << "is JSON";
}

TEST(Mistakes, AMissingGoalNamesItsKeys) {
  EXPECT_THAT(
      mistake(narrow_place + "groups:\n  - {count: 2, start: {cell: [0, 0]}}\n"),
      HasSubstr("the key 'goal' is missing (where they want to go: exactly one of cell, cells, rect, around, "
                "near, anywhere; any of its cells will do); add it"));
}

TEST(Mistakes, CuresAreForWhatIsWrong) {
  EXPECT_THAT(
      mistake(right_scenario, {"groups.0.goal.cell=[7, 2, 1]"}),
      HasSubstr("groups.0.goal.cell: cell [7, 2, 1] lies outside the map: layer 1 does not exist; layers are "
                "below 1"));
  EXPECT_THAT(mistake(right_scenario, {"groups.0.start={cell: [0, 0], radius: 3}"}),
              AllOf(HasSubstr("groups.0.start.radius: goes with `around`"), Not(HasSubstr("unknown key"))));
  EXPECT_THAT(mistake(right_scenario, {"groups.0.start={rect: [0, 0, 0, 3]}"}),
              HasSubstr("groups.0.start.rect.2: the width must be at least 1"));
  EXPECT_THAT(mistake(right_scenario, {"groups.0.start={rect: [0, 0, 3, 0]}"}),
              HasSubstr("groups.0.start.rect.3: the height must be at least 1"));
}

TEST(Mistakes, ObstaclesOffTheMapNameTheirPlace) {
  EXPECT_EQ(mistake(right_scenario + "obstacles:\n  - {name: door, at: [99, 1]}\n"),
            "s.yaml:10:22: obstacles.0.at: [99, 1] lies outside the map of 9 x 3 cells; move it inside");
  EXPECT_THAT(mistake(right_scenario + "obstacles: [{waypoints: [[1, 1], [1, 1], [50.5, 2]]}]\n"),
              HasSubstr("obstacles.0.waypoints: [50.5, 2] lies outside"));
}

TEST(Mistakes, ATooNarrowCellIsNotImpassable) {
  const std::string large = narrow_place +
                            "profiles: {wagon: {clearance: 3}}\ngroups:\n"
                            "  - {count: 1, profile: wagon, start: {cell: [0, 0]}, goal: {cell: [4, 0]}}\n";
  EXPECT_THAT(mistake(large),
              HasSubstr("cell [0, 0] is too narrow for profile 'wagon', whose clearance is 3"));
  EXPECT_THAT(mistake(large), HasSubstr("cell [4, 0] is impassable for profile 'wagon'"));
}

// Each at its place, in the order of the file.
TEST(Mistakes, AllThatTheMapShowsAreToldAtOnce) {
  const std::string text = mistake(narrow_place + R"(
links:
  - {from: [0, 0], to: [0, 0, 1]}
groups:
  - {name: a, count: 2, start: {cell: [0, 0]}, goal: {cell: [8, 0]}}
  - {name: b, count: 2, start: {cell: [4, 0]}, goal: {cell: [4, 2]}}
  - {name: c, count: 200, start: {rect: [0, 0, 2, 2]}, goal: {cell: [20, 2]}}
obstacles:
  - {name: door, at: [99, 1], box: [1, 1]}
  - {name: walker, layer: 2, waypoints: [[1, 1], [50, 50]]}
)");
  std::size_t at = 0;
  for (const std::string part :
       {"s.yaml:9:5: links.0: cell [0, 0, 1] lies outside", "groups.1.start.cell: cell [4, 0] is impassable",
        "groups.1.goal.cell: cell [4, 2] is impassable", "groups.2.start.rect: expected room for 200 agents",
        "groups.2.goal.cell: cell [20, 2] lies outside", "obstacles.0.at: [99, 1] lies outside",
        "obstacles.1: layer 2 does not exist", "obstacles.1.waypoints: [50, 50] lies outside"}) {
    const std::size_t found = text.find(part, at);
    EXPECT_NE(found, std::string::npos) << part << " in\n" << text;
    if (found != std::string::npos) at = found;
  }
}

TEST(Mistakes, LinksThatNobodyTakes) {
  const auto links = [](const std::string& list) { return mistake(right_scenario + "links:\n" + list); };
  EXPECT_THAT(links("- {from: [1, 0], to: [1, 0]}\n"), HasSubstr("links.0: leads from a cell to itself"));
  EXPECT_THAT(
      links("- {from: [1, 0], to: [4, 0]}\n"),
      HasSubstr("links.0: cell [4, 0, 0] is impassable for every profile, so nobody can take the link"));
  EXPECT_THAT(links("- {from: [1, 0], to: [8, 0]}\n- {from: [8, 0], to: [1, 0], cost: 99}\n"),
              HasSubstr("links.1: costs 99, and links.0 between the same cells costs 24; keep one"));
  EXPECT_EQ(links("- {from: [1, 0], to: [8, 0]}\n- {from: [1, 0], to: [8, 0]}\n"), "no fault");
  EXPECT_EQ(links("- {from: [1, 0], to: [8, 0], both_ways: false}\n"
                  "- {from: [8, 0], to: [1, 0], both_ways: false, cost: 99}\n"),
            "no fault")
      << "down is cheaper than up";
  EXPECT_THAT(links("- {from: [1], to: [8]}\n"), Not(HasSubstr("itself"))) << "that is not known";
}

TEST(Mistakes, KeysThatWouldHaveNoEffect) {
  EXPECT_THAT(mistake(right_scenario, {"groups.0.band_radius=3"}),
              HasSubstr("groups.0.band_radius: goes with `corridor: band`; give that too"));
  EXPECT_EQ(mistake(right_scenario, {"groups.0.band_radius=3", "groups.0.corridor=band"}), "no fault");
  EXPECT_EQ(mistake(right_scenario, {"expect.min_arrived=2"}), "no fault");
  EXPECT_THAT(
      mistake(right_scenario, {"expect.min_arrived=3"}),
      HasSubstr("expect.min_arrived: expected at most 2, which is how many agents there are, found '3'"));
  EXPECT_THAT(mistake(right_scenario, {"expect.min_arrived=3", "groups.0.count=x"}),
              Not(HasSubstr("at most")));
}

TEST(Mistakes, KeysWithoutTheOneThatTheyGoWith) {
  const std::string at = "obstacles=[{at: [4, 1], ";
  const std::pair<std::string, std::string> wrong[] = {
      {"groups.0.splice={window: 9}", "groups.0.splice: goes with `follow: path`; give that too"},
      {"groups.0.foresee={margin: 1}", "groups.0.foresee.margin: goes with `horizon`"},
      {"groups.0.steering={leader: 2}",
       "groups.0.steering.leader: goes with `leader` of the group; give that"},
      {"groups.0.steering={seek: 1}",
       "groups.0.steering.seek: goes with `target` of the group; give that too"},
      {"groups.0.steering={flee: 1}",
       "groups.0.steering.flee: goes with `target` of the group; give that too"},
      {"groups.0.steering={arrive: 0}", "groups.0.steering.arrive: goes with `target` of the group"},
      {"hierarchy.widen=3", "hierarchy.widen: goes with `quality: widened`"},
      {"hierarchy.epsilon=0.1", "hierarchy.epsilon: goes with `quality: bounded`"},
      {"focus.radius=9", "focus.radius: goes with `at`"},
      {"map.classes={0: wall}", "map.classes: goes with `file`"},
      {"map.steepest=0.3", "map.steepest: goes with `file`"},
      {"map={generate: {kind: maze, width: 9, height: 9, fill: 20}}",
       "map.generate.fill: goes with `kind: islands`, `caves` or `boxes`"},
      {at + "speed: 3}]", "obstacles.0.speed: goes with `waypoints`"},
      {at + "mode: once}]", "obstacles.0.mode: goes with `waypoints` or `keyframes`"},
      {at + "radius: 1, degrees: 30}]", "obstacles.0.degrees: goes with `box`"},
      {at + "extra_cost: 9}]", "obstacles.0.extra_cost: goes with `blocks: false`"},
      {at + "growth: 1}]", "obstacles.0.growth: goes with `foresight: velocity`"},
      {at + "presence: {period: 9}}]", "obstacles.0.presence.period: goes with `turns`"},
      {"obstacles=[{waypoints: [[1, 1]], velocity: [1, 0]}]", "obstacles.0.velocity: goes with `at`"}};
  for (const auto& [set, told] : wrong) EXPECT_THAT(mistake(right_scenario, {set}), HasSubstr(told)) << set;
  // Whether it is the right value is no mistake: --set may switch it.
  EXPECT_EQ(mistake(right_scenario, {"groups.0.splice={window: 9}", "groups.0.follow=field"}), "no fault");
  EXPECT_EQ(mistake(right_scenario, {at + "foresight: none, growth: 1}]"}), "no fault");
}

TEST(Mistakes, AMaskIsDrawnWithTwoCharacters) {
  const auto mask = [](const std::string& drawing) {
    return mistake(right_scenario, {"obstacles=[{at: [4, 1], mask: \"" + drawing + "\"}]"});
  };
  EXPECT_EQ(mask(".#\\n##"), "no fault");
  EXPECT_THAT(mask("ab"), HasSubstr("obstacles.0.mask: expected # and . alone, found 'a'"));
  EXPECT_THAT(mask("..\\n.."), HasSubstr("obstacles.0.mask: expected at least one #"));
}

TEST(Mistakes, AnEntryOfAListThatTheFileDoesNotHave) {
  EXPECT_THAT(mistake(right_scenario, {"obstacles.0={at: [4, 1]}"}),
              HasSubstr("obstacles: expected a list, found a mapping; name the whole list, in brackets"));
}

// To YAML it is a comment, so that there is no value.
TEST(Mistakes, AnOverrideThatBeginsWithAHash) {
  for (const std::string set : {"name=#foo", "name= #foo"}) {
    EXPECT_THAT(
        mistake(right_scenario, {set}),
        AllOf(HasSubstr("name: a text that begins with '#' needs quotes"), Not(HasSubstr("the file"))));
  }
  EXPECT_EQ(mistake(right_scenario, {"name=\"#foo\""}), "no fault");
  EXPECT_EQ(mistake(right_scenario, {"name= "}), "no fault") << "takes the key away";
}

TEST(Mistakes, AMergeKeyHasItsCure) {
  EXPECT_THAT(
      mistake(narrow_place + "groups:\n  - &a {count: 2, start: {cell: [0, 0]}, goal: {cell: [8, 0]}}\n"
                             "  - {<<: *a, count: 3}\n"),
      HasSubstr("groups.1: unknown key '<<': keys are not merged; write them out, or repeat a whole "
                "value by its alias"));
}

TEST(Mistakes, DrawingsOfOneRow) {
  const std::string groups = "groups: [{count: 1, start: {cell: [0, 0]}, goal: {cell: [2, 0]}}]\n";
  for (const std::string drawing : {" ...\n         ...\n", " >\n    ...\n    ...\n"}) {
    EXPECT_THAT(mistake("map:\n  ascii:" + drawing + groups),
                HasSubstr("unknown terrain ' '; YAML has joined the rows: write `ascii: |` before them"));
  }
  EXPECT_THAT(mistake("map:\n  ascii: |\n    ..\u2588\n    ...\n" + groups),
              AllOf(HasSubstr("column 3"), HasSubstr("'\u2588'")));
}

TEST(Mistakes, NamesAndClassesThatAreGivenTwice) {
  const std::string second = "{name: a, count: 1, start: {cell: [0, 0]}, goal: {cell: [8, 0]}}";
  EXPECT_THAT(mistake(right_scenario, {"groups.0.name=a", "groups.1=" + second}),
              HasSubstr("groups.1.name: 'a' is the name of groups.0 too; reports would not tell them apart: "
                        "give it another"));
  EXPECT_THAT(mistake(right_scenario + "terrain: {'#': 3, wall: 4}\n"),
              HasSubstr("terrain.wall: the class has a cost already, under another name; keep one"));
}

TEST(Mistakes, FilesThatAreNone) {
  EXPECT_THAT(mistake("map: {file: .}\ngroups: [{count: 1, start: {cell: [0, 0]}, goal: {cell: [2, 0]}}]\n"),
              HasSubstr("s.yaml:1:13: map.file: expected a map file, found a folder at"));
  const std::string track = mistake(right_scenario, {"obstacles=[{track: {file: nope.txt}}]"});
  EXPECT_THAT(track, AllOf(HasSubstr("expected a track file, found none"), Not(HasSubstr("no such file"))));
}

}  // namespace
}  // namespace portolan
