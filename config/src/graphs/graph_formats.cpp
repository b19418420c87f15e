// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include <portolan/config/detail/graph_map.hpp>
#include <portolan/config/detail/map_format.hpp>
#include <portolan/config/graph_file.hpp>
#include <portolan/core/assert.hpp>

#include "formats/format_table.hpp"
#include "graph_boards.hpp"
#include "meshes/mesh_map.hpp"

namespace portolan::detail {

namespace {

Result<GraphMap> with_board(Result<TileBoard> board) {
  if (!board) return board.error();
  WaypointGraph graph = board->graph();
  return GraphMap{std::move(graph), std::move(*board)};
}

Result<GraphMap> read_tiled(const std::filesystem::path& file) {
  return with_board(read_tiled_board(file, [](std::uint32_t) { return Cost{1}; }));
}

Result<GraphMap> read_wesnoth(const std::filesystem::path& file) {
  return with_board(read_wesnoth_board(file, wesnoth_foot_cost));
}

Result<GraphMap> without_board(Result<WaypointGraph> graph) {
  if (!graph) return graph.error();
  return GraphMap{std::move(*graph), std::nullopt};
}

Result<GraphMap> read_roads(const std::filesystem::path& file) {
  return without_board(read_road_graph(file));
}

Result<GraphMap> read_osm(const std::filesystem::path& file) { return without_board(read_osm_graph(file)); }

// Remarks of meshes have commas, as boards of Wesnoth do.
bool is_board(std::string_view head) { return is_wesnoth(head) && !is_obj(head); }

constexpr std::array<GraphFormat, 4> formats{
    {{"a map of Tiled", ".tmx", is_tiled, read_tiled},
     {"an extract of OpenStreetMap", ".osm .pbf", is_osm, read_osm},
     {"a Wesnoth map", "", is_board, read_wesnoth},  // names of MovingAI maps end as theirs do
     {"a graph of roads", ".gr", is_road_graph, read_roads}}};

}  // namespace

bool is_osm_pbf(std::string_view head) {
  constexpr std::string_view kind = "\x0A\x09OSMHeader";  // of the first block, after its size in four bytes
  return head.size() > 4 && head.substr(4, kind.size()) == kind;
}

bool is_osm(std::string_view head) {
  return is_osm_pbf(head) || (head.substr(0, 1) == "<" && head.find("<osm ") != std::string_view::npos);
}

WaypointGraph TileBoard::graph() const {
  PORTOLAN_ASSERT(costs.size() == std::size_t{columns} * rows, "a cost per tile");
  if (shape == Shape::hexagons) return hex_graph(columns, rows, costs, layout);
  if (shape == Shape::staggered) return staggered_graph(columns, rows, costs, layout == HexLayout::odd_rows);
  return square_graph(columns, rows, costs);
}

std::span<const GraphFormat> graph_formats() { return formats; }

const GraphFormat* graph_format_of(const std::filesystem::path& file) {
  const std::optional<std::string> head = plain_head(file);
  if (!head) return nullptr;
  if (const GraphFormat* const known = format_of_head<GraphFormat>(*head, formats)) return known;
  if (format_of_head(*head, map_formats()) != nullptr) return nullptr;
  return format_of_ending<GraphFormat>(ending_of(file), formats);
}

Result<GraphMap> GraphFormat::read(const std::filesystem::path& file) const {
  Result<GraphMap> map = reader(file);
  if (!map) return told_as(*this, file, map.error());
  return map;
}

}  // namespace portolan::detail

namespace portolan {

std::uint32_t osm_car_kmh(std::string_view highway) {
  struct Class {
    std::string_view name;
    std::uint32_t kmh;
  };
  constexpr Class classes[] = {{"motorway", 110},    {"trunk", 90},          {"primary", 65},
                               {"secondary", 55},    {"tertiary", 50},       {"unclassified", 45},
                               {"residential", 30},  {"living_street", 10},  {"service", 15},
                               {"road", 30},         {"motorway_link", 60},  {"trunk_link", 50},
                               {"primary_link", 45}, {"secondary_link", 40}, {"tertiary_link", 40}};
  for (const Class& known : classes) {
    if (known.name == highway) return known.kmh;
  }
  return 0;
}

}  // namespace portolan
