// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/config/graph_file.hpp>

#include <cstddef>
#include <string>

#include <gtest/gtest.h>

#include <support/data.hpp>

namespace portolan {
namespace {

Cost walls_are_9(std::uint32_t tile) { return tile == 9 ? impassable : static_cast<Cost>(tile); }

std::string map_of(const std::string& attributes, const std::string& data) {
  return "<map " + attributes + "><layer name='ground' width='3' height='2'>" + data + "</layer></map>";
}

std::string tiled_fault(const std::string& text) {
  const auto graph = parse_tiled_graph(text, "map", walls_are_9);
  return graph.ok() ? "" : graph.error().text();
}

std::size_t open_edges(const WaypointGraph& graph) {
  std::size_t count = 0;
  for (std::size_t v = 0; v < num_vertices(graph); ++v) count += out_degree(v, graph);
  return count;
}

TEST(TiledFile, JoinsTilesAsTheMapIsOriented) {
  const std::string data = "<data encoding='csv'>1,2,9,\n0,2147483649,1</data>";
  const auto edges = [&](const std::string& attributes) {
    const auto graph = parse_tiled_graph(map_of(attributes, data), "map", walls_are_9);
    EXPECT_TRUE(graph.ok()) << graph.error().text();
    return open_edges(*graph);
  };
  // Passable are 0 and 1 above, 4 (turned round) and 5 below.
  EXPECT_EQ(edges("orientation='orthogonal'"), 6U);
  EXPECT_EQ(edges("orientation='isometric'"), 6U);
  EXPECT_EQ(edges("orientation='hexagonal' staggeraxis='y' staggerindex='odd'"), 6U);
  EXPECT_EQ(edges("orientation='hexagonal' staggeraxis='y' staggerindex='even'"), 10U);
  EXPECT_EQ(edges("orientation='staggered' staggeraxis='y' staggerindex='odd'"), 2U);
}

TEST(TiledFile, TheGreatestCostOfAllLayersCounts) {
  const std::string text =
      "<map orientation='orthogonal'><layer name='a' width='2' height='1'><data encoding='csv'>1,1</data>"
      "</layer><group><layer name='b' width='2' height='1'><data "
      "encoding='csv'>0,7</data></layer></group></map>";
  const auto graph = parse_tiled_graph(text, "map", walls_are_9);
  ASSERT_TRUE(graph.ok()) << graph.error().text();
  EXPECT_EQ((*out_edges(0, *graph).first).units, step_units(1, 7, false));
}

TEST(TiledFile, SaysWhatIsWrongAndWhere) {
  const std::string good = "<data encoding='csv'>1,1,1,1,1,1</data>", flat = "orientation='orthogonal'";
  EXPECT_EQ(tiled_fault(map_of(flat, good)), "");
  EXPECT_EQ(tiled_fault("<map>\n<layer></map>").substr(0, 36), "map:2: no XML, as a map of Tiled is:");
  EXPECT_EQ(tiled_fault("<tileset/>"), "map: expected an element <map>, as Tiled writes it");
  EXPECT_EQ(tiled_fault("<map orientation='orthogonal'/>"), "map: expected a layer of tiles");
  EXPECT_EQ(tiled_fault(map_of("orientation='round'", good)),
            "map: orientation 'round' is not known; expected hexagonal, staggered, isometric or orthogonal");
  EXPECT_EQ(tiled_fault(map_of(flat, "")), "map: layer 'ground': expected an element <data>");
  EXPECT_EQ(tiled_fault(map_of(flat, "<data encoding='csv'>1,1</data>")),
            "map: layer 'ground': expected 6 tiles, found 2");
  EXPECT_EQ(tiled_fault(map_of(flat, "<data encoding='csv'>1,1,1,1,1,1,1</data>")),
            "map: layer 'ground': expected 6 tiles, found more");
  EXPECT_EQ(tiled_fault(map_of(flat, "<data encoding='csv'>1,x</data>")),
            "map: layer 'ground': expected a number of a tile, found 'x'");
  EXPECT_EQ(tiled_fault(map_of(flat, "<data encoding='base64' compression='zstd'>AA==</data>")),
            "map: layer 'ground': compression 'zstd' is not known; save the map with zlib, gzip or none");
  EXPECT_EQ(tiled_fault(map_of(flat, "<data encoding='base64' compression='zlib'>AAAA</data>")),
            "map: layer 'ground': its compressed tiles are damaged, or not 6 in number");
  EXPECT_EQ(tiled_fault("<map><layer name='a' width='99999999' height='99999999'><data/></layer></map>"),
            "map: layer 'a': expected width and height from 1 up, and at most 2^24 places");
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += "<a>";
  const std::string too_deep = "map: elements lie in each other more than 64 deep; no map of Tiled does";
  EXPECT_EQ(tiled_fault(deep), too_deep);
  // What looks like an end is none in a comment and in a value.
  for (const std::string element :
       {"<a><!-- </a> -->", "<a b='/>'>", "<a b=\"</a>\">", "<a><![CDATA[</a>]]>"}) {
    std::string hidden;
    for (int i = 0; i < 100000; ++i) hidden += element;
    EXPECT_EQ(tiled_fault(hidden), too_deep) << element;
  }
  for (const std::string piece : {"<", "<a", "<!--", "<a b='", "</", "<?", "<a><![CDATA["})
    EXPECT_NE(tiled_fault(piece), "") << piece;
}

struct RealMap {
  const char* file;
  std::size_t places;
};

TEST(TiledFile, ReadsTheMapsThatComeWithTiled) {
  PORTOLAN_NEEDS_DATA("tiled");
  const RealMap maps[] = {{"hexagonal-mini.tmx", 400},
                          {"test_hexagonal_tile_60x60x30.tmx", 400},
                          {"isometric_grass_and_water.tmx", 625},
                          {"isometric_staggered_grass_and_water.tmx", 32 * 64},
                          {"desert.tmx", 1600},
                          {"orthogonal-outside.tmx", 45 * 31},
                          {"sewers.tmx", 2500},
                          {"perspective_walls.tmx", 1024}};
  for (const RealMap& map : maps) {
    const auto file = test::data_file("tiled") / map.file;
    const auto graph = read_tiled_graph(file, [](std::uint32_t) { return Cost{1}; });
    ASSERT_TRUE(graph.ok()) << graph.error().text();
    EXPECT_EQ(num_vertices(*graph), map.places) << map.file;
    EXPECT_GT(open_edges(*graph), 0U) << map.file;
  }
}

}  // namespace
}  // namespace portolan
