// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <string>

#include "tool.hpp"

namespace portolan::test {
namespace {

// Files that hold a graph.
class GraphMaps : public Tool {
 protected:
  // Within its border four columns, of which deep water closes the second but for its lowest hexagon.
  GraphMaps() {
    write("board.map",
          "Xu, Xu, Xu, Xu, Xu, Xu\n"
          "Xu, 1 Gg, Wo, Gg, Gg, Xu\n"
          "Xu, Gg, Wo, Gg, Gg, Xu\n"
          "Xu, Gg, Gg, Gg, 2 Gg, Xu\n"
          "Xu, Xu, Xu, Xu, Xu, Xu\n");
    write("roads.gr", "p sp 3 2\na 1 2 7\na 2 3 9\n");
  }
};

TEST_F(GraphMaps, InfoCountsHexagonsAndNodes) {
  const Json board = portolan({"info", "board.map", "--json"}).json();
  EXPECT_EQ(board["format"], "a Wesnoth map");
  EXPECT_EQ(board["shape"], "hexagons");
  EXPECT_EQ(board["passable"], 10);
  EXPECT_EQ(board["vertices"], 30);
  expect_keys(board, {{"file", "string"},
                      {"format", "string"},
                      {"shape", "string"},
                      {"vertices", "number"},
                      {"edges", "number"},
                      {"sectors", "number"},
                      {"portals", "number"},
                      {"build_ms", "number"},
                      {"hierarchy_bytes", "number"},
                      {"width", "number"},
                      {"height", "number"},
                      {"passable", "number"}});
  const Json roads = portolan({"info", "roads.gr", "--json"}).json();
  EXPECT_EQ(roads["shape"], "nodes");
  EXPECT_EQ(roads["edges"], 2);
  EXPECT_NE(portolan({"info", "board.map"}).out.find("6 x 5 hexagons"), std::string::npos);
}

// One function tells all verbs what a file is, and what is none of theirs.
TEST_F(GraphMaps, VerbsTellWhatAFileIsByContentsOrName) {
  write("bad.tmx", "hello");
  write(
      "s.yaml",
      "# a, b, c\nmap: {ascii: '....'}\ngroups: [{count: 1, start: {cell: [0, 0]}, goal: {cell: [3, 0]}}]\n");
  write("s.scenario", content("s.yaml"));
  const std::string by_name =
      "bad.tmx:1: no XML, as a map of Tiled is: expected <; save it again in Tiled; this is read "
      "as a map of Tiled, because its name ends in .tmx";
  for (const std::string verb : {"info", "check"})
    EXPECT_NE(portolan({verb, "bad.tmx"}).err.find(by_name), std::string::npos) << verb;
  for (const std::string name : {"board.map", "roads.gr", "bad.tmx"}) {
    const Ran ran = portolan({"run", name});
    EXPECT_EQ(ran.code, 3) << name;
    EXPECT_NE(ran.err.find(", and no scenario; name it in one, as `map: {file: ...}`"), std::string::npos)
        << ran.err;
  }
  for (const std::string name : {"s.yaml", "s.scenario"}) {
    EXPECT_EQ(portolan({"run", name}).code, 0) << name;
    EXPECT_EQ(portolan({"check", name}).code, 0) << name;
  }
  EXPECT_EQ(portolan({"bake", "s.yaml", "-o", "s.portolan"}).code, 0);
  const Ran info = portolan({"info", "s.yaml"});
  EXPECT_EQ(info.code, 3);
  EXPECT_NE(info.err.find("s.yaml: is taken for a scenario, because its name says so"), std::string::npos);
  EXPECT_NE(portolan({"info", "no.yaml"}).err.find("no.yaml: no such file"), std::string::npos)
      << portolan({"info", "no.yaml"}).err;
}

TEST_F(GraphMaps, PlanGoesAroundTheWaterAndDraws) {
  const Ran ran =
      portolan({"plan", "--map", "board.map", "--from", "1,1", "--to", "3,1", "--png", "plan.png", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const Json path = ran.json()["path"];
  EXPECT_TRUE(std::any_of(path.begin(), path.end(), [](const Json& at) {
    return at == Json({2, 3, 0});
  })) << path;
  EXPECT_EQ(ran.json()["cost"], 24 * (path.size() - 1));
  EXPECT_EQ(content("plan.png").substr(1, 3), "PNG");
  EXPECT_EQ(portolan({"plan", "--map", "board.map", "--from", "1,1", "--to", "2,2"}).code, 1);
}

TEST_F(GraphMaps, RoadsAreFollowedOneWay) {
  EXPECT_EQ(portolan({"plan", "--map", "roads.gr", "--from", "1,0", "--to", "3,0", "--json"}).json()["cost"],
            16);
  EXPECT_EQ(portolan({"plan", "--map", "roads.gr", "--from", "3,0", "--to", "1,0"}).code, 1);
}

TEST_F(GraphMaps, StreetsArePlannedByMetresAndDrawn) {
  // A street from west to east and back, 1112 m long, and one to the north at its end.
  write(
      "town.osm",
      "<osm version=\"0.6\"><node id=\"1\" lat=\"0\" lon=\"0\"/><node id=\"2\" lat=\"0\" lon=\"0.01\"/>"
      "<node id=\"3\" lat=\"0.01\" lon=\"0.01\"/><way id=\"4\"><nd ref=\"1\"/><nd ref=\"2\"/><nd ref=\"3\"/>"
      "<tag k=\"highway\" v=\"residential\"/></way></osm>\n");
  const Ran info = portolan({"info", "town.osm", "--json"});
  if (info.err.find("PORTOLAN_OSM=ON") != std::string::npos) GTEST_SKIP() << info.err;
  EXPECT_EQ(info.json()["vertices"], 3);
  EXPECT_EQ(info.json()["width_m"], 1112);
  const Ran ran = portolan({"plan", "--map", "town.osm", "--from", "30,1100", "--to", "1100,20", "--png",
                            "streets.png", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.json()["path"], Json({{0, 1112, 0}, {1112, 1112, 0}, {1112, 0, 0}}));
  EXPECT_EQ(content("streets.png").substr(1, 3), "PNG");
  const Ran outside = portolan({"plan", "--map", "town.osm", "--from", "0,0", "--to", "2000,0"});
  EXPECT_EQ(outside.code, 3);
  EXPECT_NE(outside.err.find("X,Y are metres from the upper left, and these are 1112 x 1112"),
            std::string::npos)
      << outside.err;
}

TEST_F(GraphMaps, SayWhatCannotBeDone) {
  const auto says = [&](const std::vector<std::string>& arguments, const std::string& part) {
    const Ran ran = portolan(arguments);
    EXPECT_EQ(ran.code, 3);
    EXPECT_NE(ran.err.find(part), std::string::npos) << ran.err;
  };
  says({"plan", "--map", "board.map", "--from", "1,1", "--to", "6,1"},
       "goal 6,1 lies outside the map of 6 x 5 hexagons");
  says({"plan", "--map", "roads.gr", "--from", "0,0", "--to", "1,0"}, "node N is N,0, from 1,0 to 3,0");
  says({"plan", "--map", "roads.gr", "--from", "1,0", "--to", "3,0", "--png", "a.png"}, "leave out --png");
  says({"plan", "--map", "board.map", "--from", "1,1", "--to", "3,1", "--clearance", "2"},
       "leave out --clearance");
  for (const std::string verb : {"info", "compare"}) {
    std::vector<std::string> arguments{verb, "--cost", "grass=3", "board.map"};
    if (verb == "compare") arguments.insert(arguments.end() - 1, "--map");
    says(arguments, "leave out --cost");
  }
  says({"render", "--map", "board.map", "-o", "a.png"}, "a Wesnoth map is a graph here");
  says({"compare", "--map", "board.map", "--html", "a.html"}, "leave out --html");
}

TEST_F(GraphMaps, AreChecked) {
  EXPECT_NE(portolan({"check", "board.map"}).out.find("board.map: good; a Wesnoth map of"),
            std::string::npos);
  EXPECT_EQ(portolan({"check", "roads.gr", "--json"}).json()["valid"], true);
  write("cut.gr", "p sp 3 9\na 1 2 3\n");
  const Ran cut = portolan({"check", "cut.gr", "--json"});
  EXPECT_EQ(cut.code, 3);
  EXPECT_EQ(cut.json()["valid"], false);
  EXPECT_NE(cut.err.find("expected 9 edges"), std::string::npos) << cut.err;
}

TEST_F(GraphMaps, AreGroundForScenarios) {
  write("game.yaml",
        "map: {file: board.map}\nboard: {room: 1}\n"
        "groups:\n  - {count: 2, start: {rect: [1, 1, 1, 2]}, goal: {cell: [3, 1]}}\n");
  const Ran checked = portolan({"check", "game.yaml", "--json"});
  ASSERT_EQ(checked.code, 0) << checked.err;
  EXPECT_EQ(checked.json()["shape"], "hexagons");
  EXPECT_EQ(checked.json()["agents"], 2);
  const Ran ran = portolan({"run", "game.yaml", "--out", "out", "--frames", "5", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.json()["arrived"], 2);
  EXPECT_EQ(ran.json()["hash"], Json::parse(content("out/report.json"))["hash"]);
  EXPECT_EQ(content("out/final.png").substr(1, 3), "PNG");
  EXPECT_EQ(content("out/frame-00000.png").substr(1, 3), "PNG");
  EXPECT_NE(ran.err.find("no replay.html"), std::string::npos) << ran.err;
  EXPECT_EQ(
      portolan({"run", "game.yaml", "--set", "board.edits=[{tick: 0, at: {cell: [2, 3]}, cost: impassable}]"})
          .code,
      1)
      << "no way leads round the water then";
  EXPECT_EQ(portolan({"run", "game.yaml", "--trace", "t.json"}).code, 2);
  EXPECT_EQ(portolan({"check", "game.yaml", "--set", "groups.0.radius=1"}).code, 3);
}

TEST_F(GraphMaps, RunsOnRoadsLeaveAReportWithoutAPicture) {
  write("game.yaml",
        "map: {file: roads.gr}\ngroups:\n  - {count: 1, start: {cell: [1, 0]}, goal: {cell: [3, 0]}}\n");
  const Ran ran = portolan({"run", "game.yaml", "--out", "out"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.err.find("does not say where nodes lie"), std::string::npos) << ran.err;
  EXPECT_EQ(Json::parse(content("out/report.json"))["groups"][0]["walked"], 2);
}

TEST_F(GraphMaps, AreComparedWithBoost) {
  for (const char* quality : {"path", "bounded", "exact"}) {
    const Ran ran = portolan({"compare", "--map", scenario("two_fords.map"), "--queries", "60",
                              "--sector-size", "8", "--quality", quality, "--edits", "15", "--json"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    const Json json = ran.json();
    EXPECT_EQ(json["queries"], 60);
    EXPECT_EQ(json["solved"].get<int>() + json["unreachable"].get<int>(), 60);
    EXPECT_EQ(json["disagreements"], 0);
    EXPECT_EQ(json["time_us"]["boost_dijkstra"]["count"], 60);
    EXPECT_GT(json["suboptimality"]["count"], 0);
    EXPECT_GT(json["speedup"]["plan_total_over_boost_dijkstra"], 0);
  }
  const Ran roads = portolan({"compare", "--map", "roads.gr", "--queries", "20"});
  EXPECT_EQ(roads.code, 0) << roads.err;
  EXPECT_NE(roads.out.find("3 nodes, 3 passable"), std::string::npos) << roads.out;
  write("q.scen", "version 1\n0\tboard.map\t6\t5\t1\t1\t3\t1\t4\n");
  EXPECT_EQ(portolan({"compare", "--map", "board.map", "--scen", "q.scen", "--json"}).json()["solved"], 1);
}

}  // namespace
}  // namespace portolan::test
