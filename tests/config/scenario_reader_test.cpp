// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <clocale>
#include <filesystem>
#include <locale>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <portolan/config/scenario_reader.hpp>
#include <portolan/config/terrain.hpp>

#include <support/data.hpp>
#include <support/paths.hpp>

namespace portolan {
namespace {

using ::testing::HasSubstr;

const std::string minimal = R"(
map: {ascii: "..\n.."}
groups:
  - {count: 1, start: {cell: [0, 0]}, goal: {cell: [1, 1]}}
)";

Result<ScenarioFile> parse(const std::string& text, std::vector<std::string> overrides = {}) {
  return parse_scenario(text, "folder/siege.yaml", overrides);
}

std::string fault(const std::string& text, std::vector<std::string> overrides = {}) {
  const auto scenario = parse(text, std::move(overrides));
  return scenario.ok() ? "no fault" : scenario.error().text();
}

TEST(ScenarioReader, FillsInDefaults) {
  const auto scenario = parse(minimal);
  ASSERT_TRUE(scenario.ok()) << scenario.error().text();
  EXPECT_EQ(scenario->name, "siege");
  EXPECT_EQ(scenario->seed, 1U);
  EXPECT_EQ(scenario->hierarchy.sector_size, 32);
  EXPECT_EQ(scenario->hierarchy.levels, 0);
  EXPECT_EQ(scenario->order.quality.kind, Quality::path);
  ASSERT_EQ(scenario->groups.size(), 1U);
  EXPECT_EQ(scenario->groups[0].name, "0");
  EXPECT_EQ(scenario->groups[0].speed, 4.0F);
  EXPECT_EQ(std::get<std::vector<Cell>>(scenario->groups[0].start.at), std::vector<Cell>({{0, 0, 0}}));
  ASSERT_EQ(scenario->profiles.size(), 1U);
  EXPECT_EQ(scenario->profiles[0].name, "default");
  EXPECT_FALSE(scenario->expect.all_arrived.has_value());
}

TEST(ScenarioReader, ReadsEverySection) {
  const auto scenario = parse(R"(
name: all of it
seed: 42
ticks: 77
tick_seconds: 0.05
map:
  layers:
    - {generate: {kind: caves, width: 64, height: 48, seed: 9, scale: 3, fill: 30}}
    - ascii: "r."
terrain: {swamp: 7, r: 2, "#": 9, O: 3}
profiles:
  ship: {terrain: {water: 1, ground: impassable}, clearance: 2}
links:
  - {from: [1, 2], to: [3, 4, 1], cost: 48}
  - {from: [5, 6], to: [7, 8], both_ways: false}
hierarchy: {sector_size: 16, portal_width: 4, levels: 2, quality: bounded, widen: 3, epsilon: 0.5, threads: 2}
groups:
  - {name: fleet, count: 3, profile: ship, start: {rect: [1, 2, 3, 4, 1]}, goal: {around: [9, 8], radius: 2.5},
     speed: 1.5, radius: 0.5, arrival_radius: 3, on_arrival: stay, start_tick: 5,
     avoidance: reciprocal, formation: wedge, keep_rank: true, full_speed_cost: 2,
     steering: {follow: 2, separation: 0, alignment: 0.25, cohesion: 0.5}}
  - {count: 2, start: {anywhere: true}, goal: {near: [4, 4]}}
obstacles:
  - {name: ram, radius: 3, speed: 1.5, waypoints: [[1.5, 2], [3, 4]], layer: 1, mode: there_and_back, start_tick: 8}
expect: {all_arrived: true, min_arrived: 4, max_ticks: 60, no_wall_entries: true, max_overlaps: 2, max_detour: 1.5}
output: {picture_size: 300, corridor: false, field: false, directions: false, trails: false, trail_agents: 7, crowd: true}
)");
  ASSERT_TRUE(scenario.ok()) << scenario.error().text();
  EXPECT_EQ(scenario->ticks, 77);
  ASSERT_EQ(scenario->layers.size(), 2U);
  const auto& caves = std::get<GenerateOptions>(scenario->layers[0].from);
  EXPECT_EQ(caves.kind, MapKind::caves);
  EXPECT_EQ(caves.height, 48);
  EXPECT_EQ(caves.fill, 30);
  EXPECT_EQ(scenario->further_classes, "r");
  ASSERT_EQ(scenario->profiles.size(), 2U);
  const Profile& ship = scenario->profiles[0];
  EXPECT_EQ(ship.cost[terrain::water], 1);
  EXPECT_EQ(ship.cost[terrain::ground], impassable);
  EXPECT_EQ(ship.cost[terrain::swamp], 7);
  EXPECT_EQ(ship.clearance, 2);
  const Profile& walker = scenario->profiles[1];
  EXPECT_EQ(walker.name, "default");
  EXPECT_EQ(walker.cost['r'], 2);
  EXPECT_EQ(walker.cost[terrain::wall], 9);
  EXPECT_EQ(walker.cost[terrain::out_of_bounds], 3);
  EXPECT_EQ(walker.cost[terrain::water], impassable);
  EXPECT_THAT(scenario->links,
              ::testing::ElementsAre(Link{{1, 2, 0}, {3, 4, 1}, 48}, Link{{3, 4, 1}, {1, 2, 0}, 48},
                                     Link{{5, 6, 0}, {7, 8, 0}, 24}));
  EXPECT_EQ(scenario->hierarchy.levels, 2);
  EXPECT_EQ(scenario->order.quality.kind, Quality::bounded);
  EXPECT_EQ(scenario->order.quality.epsilon, 0.5);
  const ScenarioGroup& fleet = scenario->groups[0];
  EXPECT_EQ(fleet.profile, 0U);
  EXPECT_EQ(scenario->groups[1].profile, 1U);
  EXPECT_EQ(std::get<Rect>(fleet.start.at), (Rect{1, 2, 3, 4, 1}));
  EXPECT_EQ(std::get<Disc>(fleet.goal.at).radius, 2.5);
  EXPECT_FALSE(fleet.leave_on_arrival);
  EXPECT_EQ(fleet.steering.alignment, 0.25F);
  EXPECT_EQ(fleet.manner.formation, Formation::wedge);
  EXPECT_TRUE(fleet.manner.keeps_rank);
  EXPECT_EQ(fleet.manner.full_speed_cost, 2);
  EXPECT_EQ(scenario->obstacles[0].spec.course,
            Course::waypoints(std::vector<Vec2>{{1.5F, 2}, {3, 4}}, 1.5F, Repeat::there_and_back));
  EXPECT_EQ(scenario->expect.max_detour, 1.5);
  EXPECT_FALSE(scenario->output.trails);
  EXPECT_TRUE(scenario->output.crowd);
}

TEST(ScenarioReader, FormationsAreOfGroupsThatHavePlaces) {
  const std::string group = "  - {count: 1, start: {cell: [0, 0]}, goal: {cell: [1, 1]}, ";
  const std::string map = "map: {ascii: \"..\\n..\"}\ngroups:\n";
  for (const std::string key : {"formation: wedge", "keep_rank: true"}) {
    EXPECT_TRUE(parse(map + group + key + ", on_arrival: stay}\n").ok()) << key;
    EXPECT_THAT(fault(map + group + key + ", avoidance: reciprocal}\n"),
                ::testing::HasSubstr("expected `on_arrival: stay` with it"))
        << key;
  }
}

TEST(ScenarioReader, NamesPlaceKeyAndCure) {
  EXPECT_EQ(fault(minimal + "hierarchy: {sector_sise: 16}\n"),
            "folder/siege.yaml:5:13: hierarchy: unknown key 'sector_sise'; did you mean 'sector_size'?");
  EXPECT_EQ(fault(minimal + "hierarchy: {sector_size: 64}\n"),
            "folder/siege.yaml:5:26: hierarchy.sector_size: expected one of 8, 16, 32, found '64'; larger "
            "areas are "
            "what levels are for");
  EXPECT_EQ(fault(minimal + "ticks: many\n"),
            "folder/siege.yaml:5:8: ticks: expected an integer from 1 to 100000000, found 'many'");
  EXPECT_THAT(fault(minimal + "terrain: {swmp: 3}\n"), HasSubstr("did you mean 'swamp'?"));
  EXPECT_THAT(fault(minimal + "hierarchy: {quality: exakt}\n"), HasSubstr("did you mean 'exact'?"));
  EXPECT_THAT(fault(minimal + "profiles: {ship: {}}\n", {"groups.0.profile=shep"}),
              HasSubstr("did you mean 'ship'?"));
  EXPECT_THAT(fault(minimal + "zzz: 1\n"), HasSubstr("known here: name, seed"));
}

TEST(ScenarioReader, ReportsAllFaultsAtOnceInTheOrderOfTheFile) {
  const std::string text = fault("nam: x\nseed: -1\nmap: {}\ngroups: [{count: 0}]\n", {"ticks=0"});
  const std::vector<std::string> parts{":1:1: unknown key 'nam'",
                                       ":2:7: seed:",
                                       ":3:6: map: expected exactly one of",
                                       "groups.0: the key 'start' is missing",
                                       "groups.0.count: expected an integer",
                                       "--set ticks=0: ticks: expected"};
  std::size_t at = 0;
  for (const std::string& part : parts) {
    const std::size_t found = text.find(part, at);
    EXPECT_NE(found, std::string::npos) << part << " in\n" << text;
    if (found != std::string::npos) at = found;
  }
}

TEST(ScenarioReader, RefusesWrongTypes) {
  EXPECT_THAT(fault(minimal + "ticks: [1]\n"), HasSubstr("found a list of 1"));
  EXPECT_THAT(fault(minimal + "ticks: {a: 1}\n"), HasSubstr("found a mapping"));
  EXPECT_THAT(fault(minimal + "ticks:\n"), HasSubstr("found nothing; give a value or remove the key"));
  EXPECT_THAT(fault(minimal + "ticks: \"10\"\n"), HasSubstr("the quoted text '10'; remove the quotes"));
  EXPECT_THAT(fault(minimal + "ticks: 1.5\n"), HasSubstr("expected an integer"));
  EXPECT_THAT(fault(minimal + "ticks: 1e3\n"), HasSubstr("expected an integer"));
  EXPECT_THAT(fault(minimal + "hierarchy: 5\n"), HasSubstr("expected a mapping"));
  EXPECT_THAT(fault("map: {ascii: '.'}\ngroups: {count: 1}\n"), HasSubstr("begin each entry with '- '"));
  EXPECT_THAT(fault(minimal + "expect: {all_arrived: yes}\n"), HasSubstr("write true"));
  EXPECT_THAT(fault(minimal + "expect: {all_arrived: off}\n"), HasSubstr("write false"));
  EXPECT_THAT(fault(minimal + "links: [{from: [1], to: [0, 0]}]\n"), HasSubstr("expected a cell [x, y]"));
}

TEST(ScenarioReader, RefusesNumbersThatReadTwoWays) {
  EXPECT_THAT(fault(minimal + "ticks: 010\n"), HasSubstr("leading zeros"));
  EXPECT_THAT(fault(minimal + "ticks: 0x10\n"), HasSubstr("expected an integer"));
  EXPECT_THAT(fault(minimal + "tick_seconds: 00.5\n"), HasSubstr("leading zeros"));
  EXPECT_THAT(fault(minimal + "tick_seconds: 0,5\n"), HasSubstr("the decimal sign is a point"));
  EXPECT_THAT(fault(minimal + "tick_seconds: .nan\n"), HasSubstr("expected a number"));
  EXPECT_THAT(fault(minimal + "tick_seconds: nan\n"), HasSubstr("expected a number"));
  EXPECT_THAT(fault(minimal + "tick_seconds: inf\n"), HasSubstr("expected a number"));
  EXPECT_THAT(fault(minimal + "ticks: 99999999999999999999999\n"), HasSubstr("expected an integer"));
}

// A locale that is there on every machine, in which 0.5 is written 0,5 and 1000 is 1.000.
struct CommaNumbers : std::numpunct<char> {
  [[nodiscard]] char do_decimal_point() const override { return ','; }
  [[nodiscard]] char do_thousands_sep() const override { return '.'; }
  [[nodiscard]] std::string do_grouping() const override { return "\3"; }
};

TEST(ScenarioReader, IgnoresTheLocale) {
  const std::string c_before = std::setlocale(LC_ALL, nullptr);
  const std::locale before = std::locale::global(std::locale(std::locale::classic(), new CommaNumbers));
  // Streams follow that one. The functions of C follow a named locale, where one of these is installed.
  for (const char* const comma : {"de_DE.UTF-8", "de_DE", "fr_FR.UTF-8"}) {
    if (std::setlocale(LC_ALL, comma) != nullptr) break;
  }
  std::ostringstream shown;
  shown << 1000.5;
  const auto scenario = parse(minimal + "tick_seconds: 0.5\nticks: 1000\n");
  const std::string refused = fault(minimal, {"ticks=0"});
  std::locale::global(before);
  std::setlocale(LC_ALL, c_before.c_str());
  ASSERT_EQ(shown.str(), "1.000,5") << "the locale is not in force";
  ASSERT_TRUE(scenario.ok()) << scenario.error().text();
  EXPECT_EQ(scenario->tick_seconds, 0.5F);
  EXPECT_EQ(scenario->ticks, 1000);
  EXPECT_EQ(refused, fault(minimal, {"ticks=0"})) << "and messages write numbers as ever";
}

TEST(ScenarioReader, WantsExactlyOneMapSource) {
  EXPECT_THAT(
      fault("map: {ascii: '.', generate: {kind: maze}}\ngroups: []\n"),
      HasSubstr("expected exactly one of file, ascii, generate, layers, found ascii, generate; keep one"));
  EXPECT_THAT(fault("groups: []\n"), HasSubstr("the key 'map' is missing"));
  EXPECT_THAT(fault(minimal, {"groups.0.start.near=[0, 0]", "groups.0.start.anywhere=true"}),
              HasSubstr("found cell, near, anywhere"));
}

TEST(ScenarioReader, ZeroAgents) {
  EXPECT_THAT(fault(minimal, {"groups.0.count=0"}), HasSubstr("groups.0.count: expected an integer from 1"));
  EXPECT_THAT(fault("map: {ascii: '.'}\ngroups: []\n"),
              HasSubstr("expected a list of 1 to 256 entries, found 0"));
}

TEST(ScenarioReader, NegativeSizes) {
  const std::string text = fault(
      "map: {generate: {kind: maze, width: -5, height: 0}}\n"
      "groups: [{count: -1, start: {rect: [0, 0, -3, 2]}, goal: {around: [0, 0], radius: -2}, radius: "
      "-0.5}]\n");
  for (const char* const key : {"map.generate.width", "map.generate.height", "groups.0.count",
                                "groups.0.start.rect.2", "groups.0.goal.radius", "groups.0.radius"}) {
    EXPECT_THAT(text, HasSubstr(std::string(key) + ": expected"));
  }
}

TEST(ScenarioReader, MissingMapFileIsFoundWhileReading) {
  const std::string text = fault("map: {file: nowhere.map}\ngroups: [{count: 0}]\n");
  const std::string file = std::filesystem::path("folder/nowhere.map").make_preferred().string();
  EXPECT_THAT(text,
              HasSubstr("siege.yaml:1:13: map.file: expected a map file, found none at '" + file + "'"));
  EXPECT_THAT(text, HasSubstr("groups.0.count"));
}

TEST(ScenarioReader, OverridesAreCheckedLikeTheFile) {
  auto scenario = parse(minimal, {"groups.0.count=12", "hierarchy.sector_size=8", "name=night raid",
                                  "groups.0.goal={near: [1, 0]}",
                                  "groups.1={count: 2, start: {cell: [0, 0]}, goal: "
                                  "{cell: [0, 1]}}"});
  ASSERT_TRUE(scenario.ok()) << scenario.error().text();
  EXPECT_EQ(scenario->groups[0].count, 12);
  EXPECT_EQ(scenario->hierarchy.sector_size, 8);
  EXPECT_EQ(scenario->name, "night raid");
  EXPECT_TRUE(std::holds_alternative<Cell>(scenario->groups[0].goal.at));
  EXPECT_EQ(scenario->groups.size(), 2U);

  EXPECT_EQ(fault(minimal, {"groups.0.count=abc"}),
            "--set groups.0.count=abc: groups.0.count: expected an integer from 1 to 1000000, found 'abc'");
  EXPECT_THAT(fault(minimal, {"grups.0.count=1"}), HasSubstr("unknown key 'grups'; did you mean 'groups'?"));
  EXPECT_THAT(fault(minimal, {"groups.5.count=1"}),
              HasSubstr("expected a list index from 0 to 1, found '5'"));
  EXPECT_THAT(fault(minimal, {"groups.first.count=1"}), HasSubstr("expected a list index"));
  EXPECT_THAT(fault(minimal + "name: x\n", {"name.first=1"}), HasSubstr("expected a mapping or list here"));
  EXPECT_THAT(fault(minimal, {"count"}), HasSubstr("expected key.path=value"));
  EXPECT_THAT(fault(minimal, {"=3"}), HasSubstr("expected key.path=value"));
  EXPECT_THAT(fault(minimal, {"groups..count=3"}), HasSubstr("empty part"));
  EXPECT_THAT(fault(minimal, {"groups.0.count=[1"}), HasSubstr("close the brackets"));
  EXPECT_THAT(fault(minimal, {"groups.0.count=\t1"}), HasSubstr("tab"));
}

TEST(ScenarioReader, AnOverrideChangesItsPlaceOnly) {
  const auto scenario = parse(R"(
map: {ascii: ".."}
groups:
  - &one {count: 1, start: &place {cell: [0, 0]}, goal: *place}
  - *one
)",
                              {"groups.1.count=7", "groups.0.goal.cell=[1, 0]"});
  ASSERT_TRUE(scenario.ok()) << scenario.error().text();
  EXPECT_EQ(scenario->groups[0].count, 1);
  EXPECT_EQ(scenario->groups[1].count, 7);
  EXPECT_EQ(std::get<std::vector<Cell>>(scenario->groups[0].goal.at)[0], (Cell{1, 0, 0}));
  EXPECT_EQ(std::get<std::vector<Cell>>(scenario->groups[0].start.at)[0], (Cell{0, 0, 0}));
  EXPECT_EQ(std::get<std::vector<Cell>>(scenario->groups[1].goal.at)[0], (Cell{0, 0, 0}));
}

TEST(ScenarioReader, AnEmptyOverrideTakesTheKeyAway) {
  const auto scenario =
      parse(minimal + "name: x\nobstacles: [{waypoints: [[1, 1]]}]\n", {"name=", "obstacles.0="});
  ASSERT_TRUE(scenario.ok()) << scenario.error().text();
  EXPECT_EQ(scenario->name, "siege");
  EXPECT_TRUE(scenario->obstacles.empty());
}

TEST(ScenarioReader, AMapNamedByAnOverrideReplacesThatOfTheFile) {
  const std::string map = (test::source_dir() / "tests/config/maps/small.map").string();
  const auto scenario = parse(minimal, {"map.file=" + map});
  ASSERT_TRUE(scenario.ok()) << scenario.error().text();
  EXPECT_EQ(std::get<std::filesystem::path>(scenario->layers[0].from), map);
}

TEST(ScenarioReader, PathsStartInTheScenariosFolderOrInTheWorkingDirectory) {
  const std::string text = "map: {file: maps/small.map}\n" + minimal.substr(minimal.find("groups"));
  const auto scenario = parse_scenario(text, (test::source_dir() / "tests/config/here.yaml").string());
  ASSERT_TRUE(scenario.ok()) << scenario.error().text();
  EXPECT_EQ(std::get<std::filesystem::path>(scenario->layers[0].from),
            test::source_dir() / "tests/config/maps/small.map");
  const std::string file = std::filesystem::path("maps/small.map").make_preferred().string();
  EXPECT_THAT(fault(minimal, {"map.file=maps/small.map"}), HasSubstr("found none at '" + file + "'"));
}

TEST(ScenarioReader, MissingFileAndFolderAreErrors) {
  EXPECT_THAT(read_scenario("no/such.yaml").error().text(), HasSubstr("no/such.yaml: no such file"));
  EXPECT_THAT(read_scenario(test::source_dir()).error().text(), HasSubstr("is a folder"));
}

TEST(ScenarioReader, ReadsTheScenariosOfTheProject) {
  int read = 0;
  for (const auto& file : std::filesystem::directory_iterator(test::source_dir() / "scenarios")) {
    if (file.path().extension() != ".yaml") continue;
    ++read;
    const auto scenario = read_scenario(file.path());
    // Maps that are public, or baked from public ones, may be missing. Nothing else may be wrong then.
    EXPECT_TRUE(scenario.ok() || scenario.error().key == "map.file") << scenario.error().text();
    if (scenario.ok()) continue;
    const auto elsewhere = read_scenario(
        file.path(), {"map.file=" + (test::source_dir() / "tests/config/maps/small.map").string()});
    EXPECT_TRUE(elsewhere.ok()) << elsewhere.error().text();
  }
  EXPECT_GE(read, 13);
}

TEST(ScenarioReader, ReadsTheScenarioOnARealMap) {
  PORTOLAN_NEEDS_DATA("movingai/sc1/TheFrozenSea.map");
  const auto scenario =
      read_scenario(test::source_dir() / "scenarios/frozen_sea.yaml",
                    {"map.file=" + test::data_file("movingai/sc1/TheFrozenSea.map").string()});
  EXPECT_TRUE(scenario.ok()) << scenario.error().text();
}

// FINDINGS 13: what the page allows can be written.
TEST(ScenarioReader, TakesAsManyCellsAndLinksAsItSays) {
  std::string cells, links;
  for (int k = 0; k < 50'000; ++k) cells += "    - [0, 0]\n";
  for (int k = 0; k < 20'000; ++k) links += "- {from: [0, 0], to: [1, 0]}\n";
  const std::string map = "map: {ascii: '..'}\n";
  const auto many_cells =
      parse(map + "groups:\n- count: 1\n  goal: {cell: [1, 0]}\n  start:\n   cells:\n" + cells);
  ASSERT_TRUE(many_cells.ok()) << many_cells.error().text();
  const auto many_links = parse(map + "links:\n" + links +
                                "groups:\n- {count: 1, start: {cell: [0, 0]}, goal: {cell: [1, 0]}}\n");
  ASSERT_TRUE(many_links.ok()) << many_links.error().text();
  EXPECT_EQ(many_links->links.size(), 40'000U);
}

// FINDINGS 15.
TEST(ScenarioReader, NamesTheGreatestSeed) {
  EXPECT_THAT(fault(minimal, {"seed=9223372036854775808"}),
              HasSubstr("expected an integer from 0 to 9223372036854775807"));
}

}  // namespace
}  // namespace portolan
