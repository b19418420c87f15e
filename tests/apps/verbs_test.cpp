// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <cmath>

#include <gmock/gmock.h>

#include <support/data.hpp>

#include "tool.hpp"

namespace portolan::test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class Verbs : public Tool {
 protected:
  Verbs() {
    write_map("way.map", {
                             "...#....",
                             "...#....",
                             "........",
                             "...#...S",
                         });
    write_map("split.map", {
                               "...#....",
                               "...#....",
                           });
  }
};

TEST_F(Verbs, PlanPrintsOneObjectWithThePath) {
  const Ran ran = portolan({"plan", "--map", "way.map", "--from", "0,0", "--to", "5,0", "--json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  const Json json = ran.json();
  expect_keys(json, {{"outcome", "string"},
                     {"cost", "number"},
                     {"lower_bound", "number"},
                     {"path", "array"},
                     {"polyline", "array"},
                     {"length", "number"},
                     {"length_bound", "number"},
                     {"tiles_solved", "number"},
                     {"nodes_opened", "number"},
                     {"corridor_sectors", "number"},
                     {"quality", "string"},
                     {"build_ms", "number"},
                     {"search_us", "number"},
                     {"field_us", "number"}});
  EXPECT_EQ(json["outcome"], "complete");
  // Down to the gap and up again: corners are not cut, so there is a straight step at each end of the gap.
  EXPECT_EQ(json["cost"], 3 * 34 + 3 * 24);
  EXPECT_TRUE(json["cost"].is_number_integer());
  EXPECT_LE(json["lower_bound"], json["cost"]);
  EXPECT_EQ(json["path"].front(), Json({0, 0, 0}));
  EXPECT_EQ(json["path"].back(), Json({5, 0, 0}));
  // Around both lower corners of the wall.
  EXPECT_EQ(json["polyline"], Json({{0.5, 0.5, 0}, {3.0, 2.0, 0}, {4.0, 2.0, 0}, {5.5, 0.5, 0}}));
  EXPECT_NEAR(json["length"], std::hypot(2.5, 1.5) + 1 + std::hypot(1.5, 1.5), 1e-9);
  EXPECT_NEAR(json["length_bound"], json["length"], 1e-6);
  EXPECT_LE(json["length_bound"], json["length"]);
}

TEST_F(Verbs, PlanSolvesEveryQuality) {
  for (const std::string quality : {"path", "widened", "bounded", "exact"}) {
    const Ran ran = portolan(
        {"plan", "--map", "way.map", "--from", "0,0", "--to", "5,0", "--quality", quality, "--json"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.json()["quality"], quality);
  }
}

TEST_F(Verbs, PlanDraws) {
  const Ran ran = portolan({"plan", "--map", "way.map", "--from", "0,0", "--to", "5,0", "--png", "way.png"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("outcome      complete"));
  EXPECT_TRUE(files().contains("way.png"));
}

TEST_F(Verbs, PlanWithoutAWayEndsWith1) {
  const Ran ran = portolan({"plan", "--map", "split.map", "--from", "0,0", "--to", "7,1", "--json"});
  EXPECT_EQ(ran.code, 1);
  const Json json = ran.json();
  EXPECT_EQ(json["outcome"], "partial");
  EXPECT_EQ(json["path"].back(), json["nearest"]);
}

TEST_F(Verbs, PlanFromAWallOrOutsideEndsWith1AndSaysWhy) {
  const Ran wall = portolan({"plan", "--map", "way.map", "--from", "3,0", "--to", "5,0", "--json"});
  EXPECT_EQ(wall.code, 1);
  EXPECT_EQ(wall.json()["outcome"], "unreachable");
  EXPECT_EQ(wall.json()["cost"], Json());
  EXPECT_EQ(wall.json()["polyline"], Json::array());
  EXPECT_EQ(wall.json()["length"], Json());
  EXPECT_EQ(wall.json()["length_bound"], Json());
  EXPECT_THAT(wall.err, HasSubstr("start 3,0 lies on impassable ground '#'"));
  const Ran goal_in_wall = portolan({"plan", "--map", "way.map", "--from", "0,0", "--to", "3,0"});
  EXPECT_EQ(goal_in_wall.code, 1);
  EXPECT_THAT(goal_in_wall.err, HasSubstr("goal 3,0 lies on impassable ground"));
  for (const std::string cell : {"8,0", "0,-1", "0,0,1", "2147483647,2147483647"}) {
    const Ran outside = portolan({"plan", "--map", "way.map", "--from", "0,0", "--to", cell, "--json"});
    EXPECT_EQ(outside.code, 1) << cell;
    EXPECT_EQ(outside.json()["outcome"], "out_of_bounds") << cell;
    EXPECT_THAT(outside.err, HasSubstr("lies outside the map, which is 8 x 4 with 1 layer")) << cell;
  }
}

TEST_F(Verbs, CostsOfTerrainCanBeChanged) {
  const std::vector<std::string> to_swamp{"plan", "--map", "way.map", "--from",
                                          "7,0",  "--to",  "7,3",     "--json"};
  EXPECT_EQ(portolan(to_swamp).json()["cost"], 3 * 24);
  auto costly = to_swamp;
  costly.insert(costly.end(), {"--cost", "swamp=3"});
  EXPECT_EQ(portolan(costly).json()["cost"], 2 * 24 + 12 * (1 + 3));
  auto closed = to_swamp;
  closed.insert(closed.end(), {"--cost", "S=no"});
  EXPECT_EQ(portolan(closed).code, 1);
  closed.back() = "S=impassable";
  EXPECT_EQ(portolan(closed).code, 1) << "the word that scenarios have for it";
}

void expect_compare_keys(const Json& json) {
  expect_keys(json, {{"map", "object"},
                     {"map.width", "number"},
                     {"map.height", "number"},
                     {"map.passable", "number"},
                     {"build_ms", "number"},
                     {"bytes_per_cell", "number"},
                     {"queries", "number"},
                     {"solved", "number"},
                     {"unreachable", "number"},
                     {"illegal", "number"},
                     {"missed", "number"},
                     {"disagreements", "number"},
                     {"time_us", "object"},
                     {"speedup", "object"},
                     {"suboptimality", "object"}});
  for (const char* method : {"boost_dijkstra", "bucket_dijkstra", "tile_field", "abstract_search",
                             "corridor_field", "plan_total"}) {
    ASSERT_TRUE(json["time_us"].contains(method));
    expect_keys(json["time_us"][method], {{"count", "number"},
                                          {"mean", "number"},
                                          {"p50", "number"},
                                          {"p99", "number"},
                                          {"max", "number"},
                                          {"sum", "number"}});
  }
  expect_keys(json["suboptimality"], {{"mean", "number"},
                                      {"p50", "number"},
                                      {"p99", "number"},
                                      {"max", "number"},
                                      {"exact_share", "number"}});
  for (const char* curve : {"polyline", "walked"}) {
    expect_keys(json[curve], {{"queries", "number"},
                              {"mean", "number"},
                              {"p50", "number"},
                              {"p99", "number"},
                              {"max", "number"},
                              {"against", "string"}});
    EXPECT_GT(json[curve]["mean"], -1e-6);
  }
}

TEST_F(Verbs, CompareDrawsQueriesWhereThereIsNoFileOfThem) {
  const Ran ran = portolan({"compare", "--map", "way.map", "--queries", "20", "--seed", "3", "--json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  const Json json = ran.json();
  expect_compare_keys(json);
  EXPECT_EQ(json["queries"], 20);
  EXPECT_EQ(json["solved"], 20);
  EXPECT_TRUE(json["scen_suboptimality"].is_null());
  const Json weighted =
      portolan({"compare", "--map", "way.map", "--queries", "20", "--cost", "swamp=3", "--json"}).json();
  EXPECT_EQ(weighted["polyline"]["against"], "bound");
}

TEST_F(Verbs, CompareCountsQueriesWithoutAWay) {
  const Json json = portolan({"compare", "--map", "split.map", "--queries", "30", "--json"}).json();
  EXPECT_GT(json["unreachable"], 0);
  EXPECT_EQ(json["solved"].get<int>() + json["unreachable"].get<int>(), 30);
}

TEST_F(Verbs, CompareMeasuresAgainstTheOptimaOfAFile) {
  PORTOLAN_NEEDS_DATA("movingai/dao/arena.map");
  const std::string map = data_file("movingai/dao/arena.map").string();
  const Ran ran = portolan({"compare", "--map", map, "--scen", map + ".scen", "--queries", "20", "--json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  const Json json = ran.json();
  expect_compare_keys(json);
  EXPECT_EQ(json["solved"], 20);
  EXPECT_EQ(json["illegal"], 0);
  ASSERT_TRUE(json["scen_suboptimality"].is_object());
  EXPECT_LT(json["scen_suboptimality"]["max"], 0.05);
  EXPECT_EQ(json["polyline"]["against"], "optimum");
  EXPECT_GT(json["polyline"]["queries"], 15);
  EXPECT_LT(json["polyline"]["mean"], 0.002);
  EXPECT_GT(json["walked"]["queries"], 15);
  EXPECT_LT(json["walked"]["mean"], 0.1);
}

TEST_F(Verbs, InfoCounts) {
  const Ran ran = portolan({"info", "split.map", "--json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  const Json json = ran.json();
  expect_keys(json, {{"file", "string"},
                     {"width", "number"},
                     {"height", "number"},
                     {"layers", "number"},
                     {"cells", "number"},
                     {"passable", "number"},
                     {"components", "number"},
                     {"largest_component", "number"},
                     {"terrain", "array"},
                     {"sector_size", "number"},
                     {"sectors", "number"},
                     {"portals", "array"},
                     {"build_ms", "number"},
                     {"world_bytes", "number"},
                     {"hierarchy_bytes", "number"},
                     {"bytes_per_cell", "number"}});
  EXPECT_EQ(json["passable"], 14);
  EXPECT_EQ(json["components"], 2);
  EXPECT_EQ(json["largest_component"], 8);
  EXPECT_DOUBLE_EQ(json["bytes_per_cell"],
                   (json["world_bytes"].get<double>() + json["hierarchy_bytes"].get<double>()) / 16);
}

TEST_F(Verbs, GenerateWritesWhatInfoReads) {
  const Ran ran = portolan(
      {"generate", "rooms", "--width", "40", "--height", "30", "--seed", "7", "-o", "rooms.map", "--json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  const Json json = ran.json();
  expect_keys(json, {{"file", "string"},
                     {"kind", "string"},
                     {"width", "number"},
                     {"height", "number"},
                     {"seed", "number"},
                     {"passable", "number"}});
  EXPECT_EQ(portolan({"info", "rooms.map", "--json"}).json()["passable"], json["passable"]);
  EXPECT_EQ(
      portolan({"generate", "rooms", "-o", "rooms.map.xz", "--width", "40", "--height", "30", "--seed", "7"})
          .code,
      0);
  EXPECT_EQ(portolan({"info", "rooms.map.xz", "--json"}).json()["passable"], json["passable"]);
}

TEST_F(Verbs, CheckTellsWhatAScenarioHolds) {
  const Ran ran = portolan({"check", scenario("gate.yaml"), "--json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  const Json json = ran.json();
  expect_keys(json, {{"valid", "boolean"},
                     {"name", "string"},
                     {"width", "number"},
                     {"height", "number"},
                     {"layers", "number"},
                     {"groups", "number"},
                     {"agents", "number"},
                     {"obstacles", "number"}});
  EXPECT_EQ(json["valid"], true);
  EXPECT_EQ(json["agents"], 40);
}

TEST_F(Verbs, CountsAgreeWithTheirNouns) {
  write("one.yaml",
        "map: {ascii: \"....\"}\ngroups:\n  - {count: 1, start: {cell: [0, 0]}, goal: {cell: [3, 0]}}\n"
        "obstacles:\n  - {box: [1, 1], at: [1.5, 0.5]}\n");
  EXPECT_THAT(portolan({"check", "one.yaml"}).out, HasSubstr("1 group, 1 agent, 1 obstacle\n"));
  EXPECT_THAT(portolan({"check", "one.yaml", "--set", "groups.0.count=2"}).out,
              HasSubstr("1 group, 2 agents, 1 obstacle\n"));
  write_map("one.map", {"...."});
  EXPECT_THAT(portolan({"bake", "one.map", "-o", "one.portolan"}).out, HasSubstr("1 profile, "));
  const Ran plan = portolan({"plan", "--map", "one.map", "--from", "0,0", "--to", "0,0"});
  EXPECT_THAT(plan.out, HasSubstr("corridor of 1 sector\n"));
  EXPECT_THAT(plan.out, HasSubstr("path         1 cell\n"));
}

TEST_F(Verbs, CheckPutsTheMistakeIntoTheObject) {
  const Ran ran = portolan({"check", scenario("gate.yaml"), "--set", "groups.0.count=-3", "--json"});
  EXPECT_EQ(ran.code, 3);
  const Json json = ran.json();
  expect_keys(json, {{"valid", "boolean"},
                     {"file", "string"},
                     {"line", "number"},
                     {"column", "number"},
                     {"key", "string"},
                     {"message", "string"},
                     {"messages", "array"}});
  EXPECT_EQ(json["valid"], false);
  EXPECT_EQ(json["key"], "groups.0.count");
}

TEST_F(Verbs, CheckTellsTheFirstMistakeAndAllOfThem) {
  const Ran ran =
      portolan({"check", scenario("gate.yaml"), "--set", "seed=x", "--set", "groups.0.count=-3", "--json"});
  EXPECT_EQ(ran.code, 3);
  const Json json = ran.json();
  const std::string second = json["messages"].back();
  EXPECT_THAT(json["message"].get<std::string>(), ::testing::Not(HasSubstr("\n")));
  ASSERT_EQ(json["messages"].size(), 2U);
  EXPECT_THAT(json["messages"].front().get<std::string>(), ::testing::EndsWith(json["message"]));
  EXPECT_THAT(second, StartsWith("--set groups.0.count=-3: groups.0.count: expected an integer"));
  EXPECT_EQ(ran.err,
            "portolan: " + json["messages"].front().get<std::string>() + "\nportolan: " + second + "\n")
      << "each line says who speaks";
}

TEST_F(Verbs, CheckTellsWhatAStreamedWorldNeeds) {
  ASSERT_EQ(portolan({"bake", "way.map", "-o", "land.portolan"}).code, 0);
  write("far.yaml",
        "map: {file: land.portolan}\nstreaming: {resident: 1}\n"
        "groups:\n  - {count: 1, start: {anywhere: true}, goal: {near: [5, 0]}}\n");
  const Ran ran = portolan({"check", "far.yaml"});
  EXPECT_EQ(ran.code, 3);
  for (const std::string part : {"streaming: room for 1 sectors", "groups.0.start.anywhere: a streamed world",
                                 "groups.0.goal.near: a streamed world"}) {
    EXPECT_THAT(ran.err, HasSubstr(part));
  }
}

TEST_F(Verbs, BakeWritesAWorldThatOtherVerbsTake) {
  const Ran ran = portolan({"bake", "way.map", "-o", "way.portolan", "--json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  expect_keys(ran.json(), {{"file", "string"},
                           {"width", "number"},
                           {"height", "number"},
                           {"layers", "number"},
                           {"profiles", "number"},
                           {"bytes", "number"},
                           {"bytes_per_cell", "number"}});
  EXPECT_EQ(portolan({"check", "way.portolan", "--json"}).json()["valid"], true);
  const auto plan = [this](const std::string& map) {
    return portolan({"plan", "--map", map, "--from", "0,0", "--to", "5,0", "--json"}).json()["path"];
  };
  EXPECT_EQ(plan("way.portolan"), plan("way.map"));
}

TEST_F(Verbs, HelpEndsWith0OnStdoutWithExamples) {
  for (const std::string verb : {"run", "plan", "compare", "info", "check", "generate", "bake"}) {
    const Ran ran = portolan({verb, "--help"});
    EXPECT_EQ(ran.code, 0);
    EXPECT_THAT(ran.out, HasSubstr("Examples:\n  portolan " + verb));
    EXPECT_EQ(ran.err, "");
  }
  EXPECT_THAT(portolan({"--help"}).out, HasSubstr("Exit codes: 0 "));
  EXPECT_THAT(portolan({"--version"}).out, StartsWith("portolan "));
}

}  // namespace
}  // namespace portolan::test
