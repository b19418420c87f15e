// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/config/graph_file.hpp>

#include <string>

#include <gtest/gtest.h>

#include <support/data.hpp>

namespace portolan {
namespace {

std::string fault_of(const std::string& text) {
  const auto graph = parse_road_graph(text, "roads");
  return graph.ok() ? "" : graph.error().text();
}

TEST(RoadFile, ReadsRoadsBothWaysAndArcsOneWay) {
  const auto graph = parse_road_graph("c a town\np sp 3 2\n1 2 7\na 2 3 9\n", "roads");
  ASSERT_TRUE(graph.ok()) << graph.error().text();
  EXPECT_EQ(num_vertices(*graph), 3U);
  EXPECT_EQ(graph->edge_count(), 3U);
  EXPECT_EQ((*out_edges(0, *graph).first).units, 7U);
  EXPECT_EQ((*out_edges(0, *graph).first).target, 1U);
  EXPECT_EQ(out_degree(1, *graph), 2U);
  EXPECT_EQ(out_degree(2, *graph), 0U);
}

TEST(RoadFile, DrawsTheSameWeightsFromTheSameSeed) {
  const std::string text = "p tw 2 1\n1 2\n";
  const auto a = parse_road_graph(text, "roads", 5), b = parse_road_graph(text, "roads", 5);
  EXPECT_EQ((*out_edges(0, *a).first).units, (*out_edges(0, *b).first).units);
  EXPECT_EQ((*out_edges(0, *a).first).units, (*out_edges(1, *a).first).units);
}

TEST(RoadFile, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(fault_of("1 2\n"), "roads:1: expected a line `p KIND NODES EDGES` before the first edge");
  EXPECT_EQ(fault_of(""), "roads: expected a line `p KIND NODES EDGES` before the first edge");
  EXPECT_EQ(fault_of("p tw 3\n"), "roads:1: expected `p KIND NODES EDGES`, each number from 0 to 67108864");
  EXPECT_EQ(fault_of("p tw 99999999999 1\n"),
            "roads:1: expected `p KIND NODES EDGES`, each number from 0 to 67108864");
  EXPECT_EQ(fault_of("p tw 3 1\n1 4\n"), "roads:2: expected two nodes, from 1 to 3");
  EXPECT_EQ(fault_of("p tw 3 1\n1 2 0\n"), "roads:2: expected a weight, from 1 to 4294967295");
  EXPECT_EQ(fault_of("p tw 3 1\n1 2 -4\n"), "roads:2: expected a weight, from 1 to 4294967295");
  EXPECT_EQ(fault_of("p tw 3 1\n1\n"), "roads:2: expected an edge: `U V`, `U V W` or `a U V W`");
  EXPECT_EQ(fault_of("p tw 3 1\n1 2\n2 3\n"), "roads:3: more edges than the 1 of line `p`");
  EXPECT_EQ(fault_of("p tw 3 2\n1 2\np tw 3 2\n"), "roads:3: a second line `p`; a file holds one graph");
  EXPECT_EQ(
      fault_of("p tw 3 2\n1 2\n"),
      "roads:2: expected 2 edges, as line `p` says, and found 1; the file is cut short, or the number is "
      "wrong");
}

TEST(RoadFile, ReadsNewYork) {
  PORTOLAN_NEEDS_DATA("roads/newyork.gr.xz");
  const auto graph = read_road_graph(test::data_file("roads/newyork.gr.xz"));
  ASSERT_TRUE(graph.ok()) << graph.error().text();
  EXPECT_EQ(num_vertices(*graph), 264346U);
  EXPECT_EQ(graph->edge_count(), 2U * 365050U);
}

}  // namespace
}  // namespace portolan
