// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Compiled where libosmium is (PORTOLAN_OSM).
#include <portolan/config/graph_file.hpp>

#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include <support/data.hpp>
#include <support/temp_folder.hpp>

namespace portolan {
namespace {

// A kilometre from each node to the next, or so: on the equator a degree is 111.2 km.
std::string osm(const std::string& ways) {
  std::string text = "<?xml version='1.0'?>\n<osm version=\"0.6\">\n";
  for (int node = 1; node <= 6; ++node)
    text += "<node id=\"" + std::to_string(10 * node) + "\" lat=\"" + (node == 6 ? "0.009" : "0") +
            "\" lon=\"" + std::to_string(0.009 * node) + "\"/>\n";
  return text + ways + "</osm>\n";
}

std::string way(const std::string& nodes, const std::string& tags, int id = 1) {
  std::string text = "<way id=\"" + std::to_string(id) + "\">";
  std::istringstream refs(nodes);
  for (std::string ref; refs >> ref;) text += "<nd ref=\"" + ref + "\"/>";
  std::istringstream pairs(tags);
  for (std::string key, value; pairs >> key >> value;) text += "<tag k=\"" + key + "\" v=\"" + value + "\"/>";
  return text + "</way>\n";
}

std::string fault_of(const std::string& bytes) {
  const auto graph = parse_osm_graph(bytes, "town.osm");
  return graph.ok() ? "" : graph.error().text();
}

TEST(OsmFile, StreetsLeadBothWaysAndTakeTheTimeOfTheirClass) {
  const auto graph = parse_osm_graph(osm(way("10 20 30", "highway residential")), "town.osm");
  ASSERT_TRUE(graph.ok()) << graph.error().text();
  EXPECT_EQ(num_vertices(*graph), 3U);
  EXPECT_EQ(graph->edge_count(), 4U);
  // 0.009 degrees are 1000.77 m, at 30 km/h.
  EXPECT_NEAR(static_cast<double>((*out_edges(0, *graph).first).units), 120'093, 2);
  EXPECT_FLOAT_EQ(position(0, *graph).x, 0);
  EXPECT_NEAR(position(2, *graph).x, 2001.5, 0.2);
}

TEST(OsmFile, NorthIsUp) {
  const auto graph = parse_osm_graph(osm(way("50 60", "highway primary")), "town.osm");
  ASSERT_TRUE(graph.ok()) << graph.error().text();
  EXPECT_GT(position(0, *graph).y, position(1, *graph).y);
  EXPECT_FLOAT_EQ(position(1, *graph).y, 0);
}

TEST(OsmFile, OneWayStreetsAreOneWay) {
  OsmOptions all;
  all.all_parts = true;
  const auto out = [&](const std::string& tags, std::size_t vertex) {
    const auto graph = parse_osm_graph(osm(way("10 20", tags)), "town.osm", all);
    return graph.ok() ? out_degree(vertex, *graph) : 99;
  };
  EXPECT_EQ(out("highway primary oneway yes", 0), 1U);
  EXPECT_EQ(out("highway primary oneway yes", 1), 0U);
  EXPECT_EQ(out("highway primary oneway -1", 0), 0U);
  EXPECT_EQ(out("highway primary oneway -1", 1), 1U);
  EXPECT_EQ(out("highway motorway", 1), 0U);
  EXPECT_EQ(out("highway motorway oneway no", 1), 1U);
  EXPECT_EQ(out("highway tertiary junction roundabout", 1), 0U);
  all.one_way = false;
  EXPECT_EQ(out("highway primary oneway yes", 1), 1U);
}

TEST(OsmFile, SpeedLimitsSlowDownAndNeverSpeedUp) {
  const auto ms = [](const std::string& tags) {
    const auto graph = parse_osm_graph(osm(way("10 20", "highway primary " + tags)), "town.osm");
    return graph.ok() ? static_cast<double>((*out_edges(0, *graph).first).units) : 0;
  };
  EXPECT_NEAR(ms("maxspeed 30"), 120'093, 2);
  EXPECT_NEAR(ms("maxspeed 20mph"), 112'586, 2);  // 32 km/h
  EXPECT_EQ(ms("maxspeed 130"), ms("name Main"));
  EXPECT_EQ(ms("maxspeed none"), ms("name Main"));
  EXPECT_EQ(ms("maxspeed 0"), ms("name Main"));
}

TEST(OsmFile, WhoMayNotEnterDoesNot) {
  const auto vertices = [](const std::string& tags, const OsmOptions& options = {}) {
    const auto graph =
        parse_osm_graph(osm(way("10 20", "highway primary") + way("20 30", tags)), "town.osm", options);
    return graph.ok() ? num_vertices(*graph) : 99;
  };
  EXPECT_EQ(vertices("highway service"), 3U);
  EXPECT_EQ(vertices("highway footway"), 2U);
  EXPECT_EQ(vertices("highway service access private"), 2U);
  EXPECT_EQ(vertices("highway service access no motor_vehicle yes"), 3U);
  EXPECT_EQ(vertices("highway service motor_vehicle no"), 2U);
  EXPECT_EQ(vertices("highway service area yes"), 2U);
  const OsmOptions walkers{[](std::string_view) { return 5U; }, "foot", false};
  EXPECT_EQ(vertices("highway footway motor_vehicle no", walkers), 3U);
  EXPECT_EQ(vertices("highway footway foot no", walkers), 2U);
}

TEST(OsmFile, KeepsTheLargestPartOrAll) {
  const std::string text = osm(way("10 20 30", "highway primary") + way("40 50", "highway primary"));
  EXPECT_EQ(num_vertices(*parse_osm_graph(text, "town.osm")), 3U);
  OsmOptions all;
  all.all_parts = true;
  EXPECT_EQ(num_vertices(*parse_osm_graph(text, "town.osm", all)), 5U);
}

TEST(OsmFile, StreetsEndWhereTheExtractDoes) {
  const auto graph = parse_osm_graph(osm(way("10 20 999", "highway primary")), "town.osm");
  ASSERT_TRUE(graph.ok()) << graph.error().text();
  EXPECT_EQ(num_vertices(*graph), 2U);
}

// Three streets meet at node 20: way 1 comes from node 10, way 2 goes on to 30, way 3 to 60.
std::string meeting(const std::string& kind, const std::string& to, const std::string& more = {}) {
  const std::string street = "highway primary";
  return osm(way("10 20", street, 1) + way("20 30", street, 2) + way("20 60", street, 3) +
             "<relation id=\"1\"><member type=\"way\" ref=\"1\" role=\"from\"/>"
             "<member type=\"node\" ref=\"20\" role=\"via\"/><member type=\"way\" ref=\"" +
             to + "\" role=\"to\"/><tag k=\"type\" v=\"restriction\"/><tag k=\"restriction\" v=\"" + kind +
             "\"/>" + more + "</relation>\n");
}

// The vertices that somebody gets to at once who has come from node 10 to node 20.
std::set<std::size_t> ways_on(const std::string& text, const OsmOptions& options = {}) {
  const auto streets = parse_osm_turn_graph(text, "town.osm", options);
  if (!streets.ok()) return {99};
  const std::size_t at = (*out_edges(0, streets->graph()).first).target;
  std::set<std::size_t> on;
  for (auto [e, end] = out_edges(at, streets->graph()); e != end; ++e)
    on.insert(streets->original((*e).target));
  return on;
}

TEST(OsmFile, TurnsThatAreForbiddenAreNotTaken) {
  using Set = std::set<std::size_t>;
  EXPECT_EQ(ways_on(meeting("no_left_turn", "3")), (Set{0, 2}));
  EXPECT_EQ(ways_on(meeting("only_straight_on", "2")), Set{2});
  EXPECT_EQ(ways_on(meeting("no_u_turn", "1")), (Set{2, 3}));
  EXPECT_EQ(ways_on(meeting("no_u_turn", "3")), (Set{0, 2, 3})) << "that is not back";
  EXPECT_EQ(ways_on(meeting("maybe", "3")), (Set{0, 2, 3}));
  const std::string but_cars = "<tag k=\"except\" v=\"psv;motorcar\"/>";
  EXPECT_EQ(ways_on(meeting("no_left_turn", "3", but_cars)), (Set{0, 2, 3}));
  OsmOptions bus;
  bus.vehicle = "bus";
  EXPECT_EQ(ways_on(meeting("no_left_turn", "3", but_cars), bus), (Set{0, 2}));
  const std::string but_small_ones = "<tag k=\"except\" v=\"minibus; psv\"/>";
  EXPECT_EQ(ways_on(meeting("no_left_turn", "3", but_small_ones), bus), (Set{0, 2})) << "no bus is small";
  const std::string but_buses = "<tag k=\"except\" v=\"psv; bus ;taxi\"/>";
  EXPECT_EQ(ways_on(meeting("no_left_turn", "3", but_buses), bus), (Set{0, 2, 3}));
}

TEST(OsmFile, RestrictionsOfAnExtractLeaveNobodyWithoutAWay) {
  PORTOLAN_NEEDS_DATA("roads/baltimore.osm.pbf");
  const auto file = test::data_file("roads/baltimore.osm.pbf");
  const auto graph = read_osm_graph(file);
  const auto streets = read_osm_turn_graph(file);
  ASSERT_TRUE(graph.ok() && streets.ok());
  const std::size_t all = num_vertices(streets->graph()), own = num_vertices(*graph);
  EXPECT_GT(all, own);
  for (std::size_t v = own; v < all; ++v) EXPECT_LT(streets->original(v), own);
  for (std::size_t v = 0; v < own; ++v) EXPECT_EQ(position(v, streets->graph()), position(v, *graph));
}

TEST(OsmFile, SaysWhatIsWrong) {
  EXPECT_EQ(fault_of("p sp 1 1\n"), "town.osm: is not of OpenStreetMap; expected .osm.pbf, or .osm as XML");
  EXPECT_EQ(fault_of(osm(way("10 20", "waterway river"))),
            "town.osm: there is no street that may be taken; expected ways with a tag 'highway'");
  EXPECT_EQ(fault_of(osm(way("998 999", "highway primary"))),
            "town.osm: the nodes of all streets are missing; expected an extract with nodes and ways");
  const std::string whole = osm(way("10 20", "highway primary"));
  const std::string cut = fault_of(whole.substr(0, whole.size() - 9));
  EXPECT_EQ(cut.substr(0, 44), "town.osm: the file is damaged or cut short (");
  const std::string far =
      "<osm version=\"0.6\"><node id=\"1\" lat=\"0\" lon=\"0\"/><node id=\"2\" lat=\"60\" lon=\"0\"/>" +
      way("1 2", "highway service") + "</osm>";
  EXPECT_EQ(fault_of(far),
            "town.osm: from node 1 to node 2 it takes more than an hour; one of them lies at a wrong place");
  EXPECT_EQ(read_osm_graph("nowhere.osm").error().text(), "nowhere.osm: cannot be opened");
}

TEST(OsmFile, ReadsRealExtractsAndNoPartOfOne) {
  PORTOLAN_NEEDS_DATA("roads/liechtenstein.osm.pbf");
  const auto file = test::data_file("roads/liechtenstein.osm.pbf");
  const auto graph = read_osm_graph(file);
  ASSERT_TRUE(graph.ok()) << graph.error().text();
  EXPECT_GT(num_vertices(*graph), 5000U);
  EXPECT_TRUE(graph->has_positions());
  std::ifstream stream(file, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  for (const std::size_t size : {std::size_t{40}, bytes.size() / 2, bytes.size() - 1}) {
    test::TempFolder folder;
    const auto cut = folder.path() / "cut.osm.pbf";
    std::ofstream(cut, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(size));
    const auto part = read_osm_graph(cut);
    ASSERT_FALSE(part.ok()) << size;
    EXPECT_NE(part.error().text().find("damaged or cut short"), std::string::npos) << part.error().text();
  }
}

}  // namespace
}  // namespace portolan
