// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <portolan/config/scenario_reader.hpp>
#include <portolan/config/scenario_world.hpp>

#include <support/temp_folder.hpp>

// Scenarios whose map is a board.
namespace portolan {
namespace {

using detail::Board;
using detail::BoardShape;
using ::testing::HasSubstr;

const std::string tiles = "map:\n  shape: hexagons\n  ascii: |\n    ..3\n    .#.\n";
const std::string one_group = "groups:\n  - {count: 1, start: {cell: [0, 0]}, goal: {cell: [2, 1]}}\n";

Board board_in(const std::string& yaml, const std::vector<std::string>& overrides = {}) {
  Result<ScenarioFile> file = parse_scenario(yaml, "b.yaml", overrides);
  EXPECT_TRUE(file.ok()) << (file ? "" : file.error().text());
  if (!file) return {};
  Result<Board> board = build_board(*file);
  EXPECT_TRUE(board.ok()) << (board ? "" : board.error().text());
  return board ? std::move(*board) : Board{};
}

std::string fault_in(const std::string& yaml, const std::vector<std::string>& overrides = {}) {
  const Result<ScenarioFile> file = parse_scenario(yaml, "b.yaml", overrides);
  if (!file) return file.error().text();
  if (!file->board_options.is_board()) return "no board";
  const Result<Board> board = build_board(*file);
  return board ? "nothing" : board.error().text();
}

void write(const std::string& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

// They would take tens of gigabytes.
TEST(ScenarioBoard, AMapThatIsMadeHasNoMoreTilesThanOneThatIsRead) {
  for (const char* const shape : {"hexagons", "staggered"}) {
    EXPECT_THAT(
        fault_in(std::string("map: {generate: {kind: maze, width: 16384, height: 1025}, shape: ") + shape +
                 "}\n" + one_group),
        HasSubstr("map.generate: has 16793600 cells, and at most 16777216 are taken here; make it smaller"));
  }
}

TEST(ScenarioBoard, CellsBecomeHexagonsOrStaggeredTiles) {
  const Board hexagons = board_in(tiles + one_group);
  EXPECT_EQ(hexagons.shape, BoardShape::hexagons);
  EXPECT_EQ(hexagons.size(), 6U);
  EXPECT_EQ(hexagons.count_passable(), 5U);
  EXPECT_EQ(hexagons.costs[*hexagons.vertex_at({2, 0})], 3);
  EXPECT_EQ(position(3, hexagons.graph).x, 0.5F) << "odd rows are pushed";
  const Board even = board_in(tiles + one_group, {"map.layout=even_rows"});
  EXPECT_EQ(position(3, even.graph).x, 0.0F);
  EXPECT_EQ(board_in(tiles + one_group, {"map.shape=staggered"}).shape, BoardShape::staggered);
  EXPECT_EQ(board_in(tiles + one_group, {"terrain={\"3\": 7}"}).costs[2], 7);
  EXPECT_EQ(fault_in(tiles + one_group, {"map.shape=squares"}), "no board");
}

TEST(ScenarioBoard, LayersAreSlicesOfABlockOfVoxels) {
  const std::string yaml =
      "map:\n  shape: voxels\n  layers:\n    - {ascii: '####'}\n    - {ascii: '..#.'}\n    - {ascii: "
      "'....'}\n"
      "    - {ascii: '....'}\n" +
      one_group;
  const Board board = board_in(yaml);
  EXPECT_EQ(board.shape, BoardShape::voxels);
  EXPECT_EQ(board.cells, (std::vector<Cell>{{0, 0, 1}, {1, 0, 1}, {3, 0, 1}, {2, 0, 2}}));
  EXPECT_EQ(board_in(yaml, {"map.walk={step_height: 0, drop: 0}"}).graph.edge_count(), 2U);
  EXPECT_GT(board.graph.edge_count(), 2U);
  EXPECT_THAT(fault_in(yaml, {"map.layers.3.ascii='...'"}), HasSubstr("expected a slice of 4 x 1 voxels"));
  EXPECT_THAT(fault_in("map: {shape: voxels, ascii: '....'}\n" + one_group),
              HasSubstr("nobody can stand anywhere"));
}

TEST(ScenarioBoard, CostsAreTimesWhatAnEdgeWeighs) {
  const std::vector<GraphEdge> edges{{0, 1, 7}, {1, 0, 7}, {1, 2, 10}};
  const WaypointGraph base(3, edges, {});
  const std::vector<Cost> costs{1, 2, impassable};
  const WaypointGraph made = detail::with_costs(base, costs);
  EXPECT_EQ((*out_edges(0, made).first).units, 11U) << "times one and a half, rounded up";
  EXPECT_EQ(made.edge_count(), 2U);
  EXPECT_EQ(detail::changed_vertices(base, made), (std::vector<std::uint32_t>{0, 1}));
  EXPECT_TRUE(detail::changed_vertices(base, base).empty());
}

TEST(ScenarioBoard, FilesWithGraphsAreBoards) {
  const test::TempFolder folder;
  const std::string roads = (folder.path() / "r.gr").string();
  write(roads, "p sp 3 2\na 1 2 7\na 2 3 9\n");
  const std::string on_roads = "map: {file: " + roads + "}\n" +
                               "groups:\n  - {count: 1, start: {cell: [1, 0]}, goal: {cell: [3, 0]}}\n";
  const Board board = board_in(on_roads);
  EXPECT_EQ(board.shape, BoardShape::nodes);
  EXPECT_EQ(board.vertex_at({1, 0}), 0U);
  EXPECT_EQ(board.vertex_at({0, 0}), std::nullopt);
  EXPECT_THAT(fault_in(on_roads, {"map.shape=hexagons"}),
              HasSubstr("the file says itself what its tiles are"));
  EXPECT_THAT(fault_in(on_roads, {"terrain={ground: 2}"}), HasSubstr("costs are those of the file"));
  EXPECT_THAT(fault_in(on_roads, {"map.classes={1: ground}"}), HasSubstr("this is a graph of roads"));
}

TEST(ScenarioBoard, TilesOfTiledCostWhatTheirClassesDo) {
  const test::TempFolder folder;
  const std::string file = (folder.path() / "t.tmx").string();
  write(file,
        "<?xml version=\"1.0\"?><map orientation=\"hexagonal\" width=\"3\" height=\"1\" tilewidth=\"8\" "
        "tileheight=\"8\" staggeraxis=\"y\" staggerindex=\"odd\" hexsidelength=\"4\"><layer width=\"3\" "
        "height=\"1\"><data encoding=\"csv\">5,6,5</data></layer></map>");
  const std::string yaml = "map:\n  file: " + file +
                           "\n  classes: {5: ground, 6: swamp}\nterrain: {swamp: 4}\n" +
                           "groups:\n  - {count: 1, start: {cell: [0, 0]}, goal: {cell: [2, 0]}}\n";
  EXPECT_EQ(board_in(yaml).costs, (std::vector<Cost>{1, 4, 1}));
  EXPECT_THAT(fault_in(yaml, {"map.classes={5: ground}"}), HasSubstr("tile 6 has no class"));
}

TEST(ScenarioBoard, RefusesWhatBoardsHaveNot) {
  const std::vector<std::pair<std::string, std::string>> keys{
      {"groups.0.radius=0.5",
       "groups.0.radius: does not go with a board: an agent of a board goes from tile"},
      {"groups.0.avoidance=none", "use `board.room`"},
      {"groups.0.foresee={horizon: 5}", "follows the field of its corridor's sectors"},
      {"groups.0.replan={at_turns: true}", "boards are replanned after edits"},
      {"obstacles=[]", "use `board.edits`"},
      {"links=[]", "close and open them with `board.edits`"},
      {"hierarchy.levels=2", "hierarchy.levels: does not go with a board: a board has one"},
      {"profiles={cart: {clearance: 2}}", "profiles: does not go with a board"},
      {"expect.max_overlaps=0", "expect.max_overlaps: does not go with a board"},
      {"output.crowd=true", "output.crowd"},
      {"streaming={enabled: false}", "a board is all in memory"},
      {"map.walk={drop: 1}", "goes with `shape: voxels` only"},
  };
  for (const auto& [key, part] : keys)
    EXPECT_THAT(fault_in(tiles + one_group, {key}), HasSubstr(part)) << key;
  EXPECT_THAT(fault_in("map: {ascii: '...'}\n" + one_group + "board: {room: 1}\n"),
              HasSubstr("board: the map is a world of squares"));
  EXPECT_THAT(fault_in("map: {ascii: '...', layout: even_rows}\n" + one_group),
              HasSubstr("goes with `shape: hexagons` or `staggered` only"));
  EXPECT_THAT(fault_in(tiles + one_group, {"map.shape=staggered", "map.layout=odd_columns"}),
              HasSubstr("staggered tiles lie in rows"));
  EXPECT_THAT(fault_in("map: {shape: hexagons, layers: [{ascii: '..'}, {ascii: '..'}]}\n" + one_group),
              HasSubstr("it has one layer"));
}

TEST(ScenarioBoard, ReadsEdits) {
  const std::string yaml =
      tiles + one_group +
      "board:\n  room: 2\n  edits:\n    - {tick: 4, at: {cell: [1, 0]}, cost: impassable}\n"
      "    - {tick: 9, edge: {from: [0, 0], to: [1, 0], both_ways: false}, cost: 3}\n";
  const Result<ScenarioFile> file = parse_scenario(yaml, "b.yaml");
  ASSERT_TRUE(file.ok()) << file.error().text();
  ASSERT_EQ(file->edits.size(), 2U);
  EXPECT_EQ(file->room, 2);
  EXPECT_EQ(file->edits[0].cost, impassable);
  EXPECT_FALSE(file->edits[0].edge);
  EXPECT_EQ(file->edits[1].edge, (std::pair{Cell{0, 0, 0}, Cell{1, 0, 0}}));
  EXPECT_FALSE(file->edits[1].both_ways);
  EXPECT_THAT(
      fault_in(yaml,
               {"board.edits.0={tick: 1, cost: 1, at: {cell: [0, 0]}, edge: {from: [0, 0], to: [1, 0]}}"}),
      HasSubstr("expected exactly one of at, edge"));
  EXPECT_THAT(fault_in(yaml, {"board.edits.0={tick: 1, cost: 1}"}),
              HasSubstr("expected exactly one of at, edge"));
  EXPECT_THAT(fault_in(yaml, {"board.edits.0.at={anywhere: true}"}), HasSubstr("name tiles"));
}

TEST(ScenarioBoard, IsNoWorld) {
  Result<ScenarioFile> file = parse_scenario(tiles + one_group, "b.yaml");
  ASSERT_TRUE(file.ok());
  EXPECT_THAT(build_world(*file).error().text(), HasSubstr("is a board"));
  EXPECT_THAT(open_simulation(std::move(*file)).error().text(), HasSubstr("is a board"));
}

}  // namespace
}  // namespace portolan
