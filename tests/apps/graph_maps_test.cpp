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
  const Json roads = portolan({"info", "roads.gr", "--json"}).json();
  EXPECT_EQ(roads["shape"], "nodes");
  EXPECT_EQ(roads["edges"], 2);
  EXPECT_NE(portolan({"info", "board.map"}).out.find("6 x 5 hexagons"), std::string::npos);
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
       "goal 6,1 lies outside the map, which is 6 x 5");
  says({"plan", "--map", "roads.gr", "--from", "0,0", "--to", "1,0"}, "node N is N,0, from 1,0 to 3,0");
  says({"plan", "--map", "roads.gr", "--from", "1,0", "--to", "3,0", "--png", "a.png"}, "leave out --png");
  write("game.yaml",
        "map: {file: board.map}\ngroups:\n  - {count: 1, start: {cell: [1, 1]}, goal: {cell: [3, 1]}}\n");
  says({"run", "game.yaml"}, "a Wesnoth map is a graph here");
  says({"compare", "--map", "board.map"}, "a Wesnoth map is a graph here");
}

}  // namespace
}  // namespace portolan::test
