// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "scenario_sections.hpp"

// What scenarios on boards have that others have not, and the other way round.
namespace portolan::detail {

namespace {

struct BoardRefusal {
  std::string_view section;  // empty: the key stands alone
  std::string_view key;
  std::string_view why;
};

constexpr std::string_view no_body = "an agent of a board goes from tile to tile and has no body";
constexpr std::string_view one_profile = "a board has the costs of `map` and `terrain`, for all";
constexpr std::string_view one_field = "a group of a board follows the field of its corridor's sectors";
constexpr std::string_view at_edits = "boards are replanned after edits, where a field is stale";

constexpr std::array<BoardRefusal, 38> refusals{
    {{"", "profiles", one_profile},
     {"", "links", "edges are those of the shape; close and open them with `board.edits`"},
     {"", "obstacles", "use `board.edits`, which make tiles costlier, close and open them"},
     {"", "budget", at_edits},
     {"", "regions", at_edits},
     {"", "streaming", "a board is all in memory"},
     {"", "congestion", "use `board.room`, which lets so many agents onto a tile"},
     {"", "focus", "on a board all agents step in every tick"},
     {"hierarchy", "portal_width", "portals of a board are single tiles"},
     {"hierarchy", "levels", "a board has one"},
     {"hierarchy", "cache_mb", one_field},
     {"hierarchy", "threads", "a board is played on by one"},
     {"groups", "profile", one_profile},
     {"groups", "radius", no_body},
     {"groups", "arrival_radius", "an agent of a board arrives on the tile itself"},
     {"groups", "steering", no_body},
     {"groups", "leader", no_body},
     {"groups", "target", no_body},
     {"groups", "avoidance", "use `board.room`, which lets so many agents onto a tile"},
     {"groups", "headway", no_body},
     {"groups", "mass", no_body},
     {"groups", "team", no_body},
     {"groups", "acceleration", no_body},
     {"groups", "turn_rate", no_body},
     {"groups", "facing", no_body},
     {"groups", "priority", no_body},
     {"groups", "replan", at_edits},
     {"groups", "corridor", one_field},
     {"groups", "band_radius", one_field},
     {"groups", "headings", "an agent of a board goes along edges"},
     {"groups", "follow", one_field},
     {"groups", "splice", one_field},
     {"groups", "foresee", one_field},
     {"expect", "max_overlaps", no_body},
     {"expect", "max_pushed", "nothing pushes on a board"},
     {"expect", "no_stale_steps", at_edits},
     {"output", "directions", "trails and fields tell the way"},
     {"output", "crowd", no_body}}};

void refuse(const std::optional<ValueReader>& at, std::string_view key, std::string_view why) {
  if (!at) return;
  if (const auto value = at->find(key)) value->fail("does not go with a board: " + std::string(why));
}

// Each of one section, or of each entry of one.
void refuse_in(const ValueReader& root, const BoardRefusal& refusal) {
  if (refusal.section.empty()) return refuse(root, refusal.key, refusal.why);
  const std::optional<ValueReader> section = root.find(refusal.section);
  if (!section || !section->is_list()) return refuse(section, refusal.key, refusal.why);
  for (std::size_t i = 0; i < section->size(); ++i) refuse(section->item(i), refusal.key, refusal.why);
}

void read_edit(YamlMapping& keys, ScenarioEdit& edit) {
  constexpr std::array<std::string_view, 2> sorts{"at", "edge"};
  const auto which = keys.only_one(sorts);
  keys.integer(required("tick", "from which on"), edit.tick, 0, last_tick);
  read_place(
      keys,
      {"at", "tiles, voxels or nodes that it is about: exactly one of the keys of a start but `anywhere`"},
      edit.where);
  std::pair<Cell, Cell> ends;
  keys.map({"edge", "or an edge"}, [&](YamlMapping& edge) {
    edge.cell(required("from", "where it begins"), ends.first);
    edge.cell(required("to", "where it ends"), ends.second);
    edge.flag({"both_ways", "the edge back too"}, edit.both_ways);
  });
  keys.cost(required("cost", "what a tile costs, or what an edge weighs times; impassable closes it"),
            edit.cost);
  if (keys.describing()) return;
  edit.mark = keys.here().mark();
  if (which == 1U) edit.edge = ends;
  if (which == 0U && std::holds_alternative<std::monostate>(edit.where.at) && keys.at("at").find("anywhere"))
    keys.at("at").fail("expected a place, found anywhere; name tiles");
}

}  // namespace

void read_board_shape(YamlMapping& map, BoardOptions& board) {
  constexpr std::array<std::string_view, 4> shapes{"squares", "staggered", "hexagons", "voxels"};
  constexpr std::array<std::string_view, 4> layouts{"odd_rows", "even_rows", "odd_columns", "even_columns"};
  map.choice(
      {"shape",
       "what the cells of the map are: squares of a world; or, for a board, staggered isometric tiles, "
       "hexagons, or voxels, for which each of `layers` is a slice of the block, the lowest first, in "
       "which impassable cells are solid"},
      board.shape, shapes);
  map.choice({"layout", "of hexagons and staggered tiles: which rows or columns are pushed by half a tile"},
             board.layout, layouts);
  map.map({"walk", "how somebody moves on voxels"}, [&](YamlMapping& keys) {
    keys.integer({"headroom", "free voxels that one needs, the one that it stands in included"},
                 board.walk.headroom, 1, 64);
    keys.integer({"step_height", "voxels that a step may lead up"}, board.walk.step_height, 0, 64);
    keys.integer({"drop", "voxels that a step may lead down"}, board.walk.drop, 0, 64);
  });
  if (map.describing()) return;
  const bool tiles = board.shape == BoardShape::staggered || board.shape == BoardShape::hexagons;
  if (map.given("layout") && !tiles)
    map.at("layout").fail("goes with `shape: hexagons` or `staggered` only; files tell their own");
  if (map.given("walk") && board.shape != BoardShape::voxels)
    map.at("walk").fail("goes with `shape: voxels` only");
  if (board.shape == BoardShape::staggered && board.layout > HexLayout::even_rows)
    map.at("layout").fail("staggered tiles lie in rows; choose odd_rows or even_rows");
  if (board.is_graph_file && map.given("shape"))
    map.at("shape").fail("the file says itself what its tiles are; take `shape` away");
}

void read_board(YamlMapping& root, Scenario& scenario) {
  root.map({"board", "what happens on a board: a map of hexagons, staggered tiles, voxels or roads"},
           [&](YamlMapping& keys) {
             keys.integer({"room", "agents that a tile, voxel or node holds at a time; 0: any number"},
                          scenario.room, 0, 1'000'000);
             keys.list({"edits", "what becomes costlier, closes or opens while it is played on"}, 0, 10000,
                       [&](const ValueReader& entry) {
                         ScenarioEdit edit;
                         entry.map([&](YamlMapping& edit_keys) { read_edit(edit_keys, edit); });
                         if (!entry.describing()) scenario.edits.push_back(std::move(edit));
                       });
           });
}

void check_board_keys(const ValueReader& root, const ScenarioFile& scenario) {
  if (!scenario.board_options.is_board()) {
    if (const auto board = root.find("board"))
      board->fail("the map is a world of squares; name a `map.shape`, or a file with a board or a graph");
    return;
  }
  for (const BoardRefusal& refusal : refusals) refuse_in(root, refusal);
  const bool has_classes = !scenario.layers.empty() && !scenario.layers.front().raster.classes.empty();
  if (scenario.board_options.is_graph_file && !has_classes)
    refuse(root, "terrain", "costs are those of the file; of a map of Tiled give `map.classes` too");
  if (scenario.board_options.shape != BoardShape::voxels && scenario.layers.size() > 1)
    refuse(root, "map", "it has one layer; only of voxels several are slices");
}

}  // namespace portolan::detail
