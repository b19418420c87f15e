// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/config/graph_file.hpp>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/config/detail/graph_map.hpp>
#include <support/paths.hpp>

#include "graphs/graph_boards.hpp"

namespace portolan {
namespace {

// Where Debian's package wesnoth-1.16-data puts its maps.
const std::filesystem::path game_maps = "/usr/share/games/wesnoth/1.16/data/multiplayer/maps";

// Four by three hexagons within a border; in the middle a mountain, right of it deep water.
const std::string island =
    "Xu, Xu, Xu, Xu, Xu, Xu\n"
    "Xu, 1 Gg, Gg, Gs^Fp, Gg, Xu\n"
    "Xu, Gg, Mm, Wo, Gg, Xu\n"
    "Xu, Gg, Gg, Gg^Vh, 2 Ww, Xu\n"
    "Xu, Xu, Xu, Xu, Xu, Xu\n";

std::vector<std::size_t> steps_from(const WaypointGraph& graph, std::size_t vertex) {
  std::vector<std::size_t> steps;
  for (auto [e, end] = out_edges(vertex, graph); e != end; ++e) steps.push_back((*e).target);
  std::sort(steps.begin(), steps.end());
  return steps;
}

std::string wesnoth_fault(const std::string& text) {
  const auto graph = parse_wesnoth_graph(text, "map", wesnoth_foot_cost);
  return graph.ok() ? "" : graph.error().text();
}

TEST(WesnothFile, JoinsHexagonsAsTheGameDoes) {
  const auto graph = parse_wesnoth_graph(island, "map", wesnoth_foot_cost);
  ASSERT_TRUE(graph.ok()) << graph.error().text();
  ASSERT_EQ(num_vertices(*graph), 30U);
  const auto at = [](std::size_t x, std::size_t y) { return y * 6 + x; };
  // In the game hexagon 2,2 is half a hexagon below 1,2 and 3,2.
  EXPECT_EQ(steps_from(*graph, at(2, 2)),
            (std::vector<std::size_t>{at(2, 1), at(1, 2), at(1, 3), at(2, 3), at(3, 3)}));
  EXPECT_EQ(steps_from(*graph, at(1, 2)), (std::vector<std::size_t>{at(1, 1), at(2, 1), at(2, 2), at(1, 3)}));
  EXPECT_TRUE(steps_from(*graph, at(3, 2)).empty()) << "deep water";
  EXPECT_TRUE(steps_from(*graph, at(0, 1)).empty()) << "the border";
  EXPECT_EQ((*out_edges(at(2, 2), *graph).first).units, step_units(3, 1, false));
}

TEST(WesnothFile, OlderMapsBeginWithAHeader) {
  EXPECT_EQ(wesnoth_fault("border_size=1\nusage=map\n\n" + island), "");
}

TEST(WesnothFile, FeetPayByWhatIsOnTop) {
  EXPECT_EQ(wesnoth_foot_cost("Gg"), 1);
  EXPECT_EQ(wesnoth_foot_cost("Gs^Fp"), 2);
  EXPECT_EQ(wesnoth_foot_cost("Aa^Fpa"), 3);
  EXPECT_EQ(wesnoth_foot_cost("Wo^Bw|"), 1);
  EXPECT_EQ(wesnoth_foot_cost("Wwf"), 1);
  EXPECT_EQ(wesnoth_foot_cost("Mv"), impassable);
  EXPECT_EQ(wesnoth_foot_cost("Rr^Xm"), impassable);
  EXPECT_EQ(wesnoth_foot_cost("_off^_usr"), impassable);
}

TEST(WesnothFile, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(wesnoth_fault(""),
            "map: expected 3 rows and columns or more, as the outermost ones are the border");
  EXPECT_EQ(wesnoth_fault("Gg, Gg, Gg\nGg, Gg\n"),
            "map:2: expected 3 terrains, as in the first row, and found 2");
  EXPECT_EQ(wesnoth_fault("Gg, Gg, Gg\nGg, , Gg\n"),
            "map:2:4: expected the code of a terrain, such as Gg or Gs^Fp, between commas");
  EXPECT_EQ(wesnoth_fault("Gg, G\x01, Gg\n"),
            "map:1:4: expected the code of a terrain, such as Gg or Gs^Fp, between commas");
  EXPECT_NE(wesnoth_fault("Gg, " + std::string(40, 'G') + ", Gg\n"), "");
}

TEST(WesnothFile, ReadsTheMapsOfTheGame) {
  if (!std::filesystem::exists(game_maps))
    GTEST_SKIP() << "needs " << game_maps << "; install the package wesnoth-1.16-data";
  std::size_t read = 0;
  for (const auto& entry : std::filesystem::directory_iterator(game_maps)) {
    if (entry.path().extension() != ".map") continue;
    const detail::GraphFormat* const format = detail::graph_format_of(entry.path());
    ASSERT_NE(format, nullptr) << entry.path();
    EXPECT_EQ(format->name, "a Wesnoth map") << entry.path();
    const auto map = format->read(entry.path());
    ASSERT_TRUE(map.ok()) << map.error().text();
    const auto open = std::count_if(map->board->costs.begin(), map->board->costs.end(),
                                    [](Cost cost) { return cost != impassable; });
    EXPECT_GT(4 * static_cast<std::size_t>(open), map->board->costs.size()) << entry.path();
    ++read;
  }
  EXPECT_GT(read, 50U);
}

TEST(GraphFormats, AreKnownByTheirContent) {
  const auto corpus = test::source_dir() / "tests/corpus";
  const auto name = [&](const char* file) {
    const detail::GraphFormat* const format = detail::graph_format_of(corpus / file);
    return format == nullptr ? std::string_view() : format->name;
  };
  EXPECT_EQ(name("roads/dimacs.gr"), "a graph of roads");
  EXPECT_EQ(name("tiled/hexagonal.tmx"), "a map of Tiled");
  EXPECT_EQ(name("tiled/no-such.tmx"), "");
  EXPECT_EQ(detail::graph_format_of(test::source_dir() / "README.md"), nullptr);
  EXPECT_TRUE(detail::is_wesnoth("Gg, 1 Gg, Wo"));
  EXPECT_TRUE(detail::is_wesnoth("dwarf_start Gg^Fp, Xu, Wo"));
  for (const char* text : {"# one, two, three\nmap:", "name: a, b, c", "1 and 2 Gg, Gg, Gg"})
    EXPECT_FALSE(detail::is_wesnoth(text)) << text;
  const auto tiled =
      detail::graph_format_of(corpus / "tiled/hexagonal.tmx")->read(corpus / "tiled/hexagonal.tmx");
  ASSERT_TRUE(tiled.ok()) << tiled.error().text();
  EXPECT_EQ(tiled->board->shape, detail::TileBoard::Shape::hexagons);
  EXPECT_EQ(num_vertices(tiled->graph), tiled->board->costs.size());
}

}  // namespace
}  // namespace portolan
