// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include <portolan/core/distance.hpp>
#include <portolan/core/graph/turns.hpp>
#include <portolan/core/graph/waypoint_graph.hpp>
#include <portolan/core/result.hpp>

namespace portolan {

/// Reads a graph of roads: a line `p KIND NODES EDGES`, then one edge a line, nodes from 1. `U V` and `U V W`
/// are roads in both directions, `a U V W`, as the DIMACS challenge has them, in one; a line that begins with
/// `c` is a comment. Where no weight stands, one from 1 to 1000 is drawn from the seed, the same for both
/// directions. Compressed files (.xz) are known by their content.
/// At most 2^26 nodes and edges each; a header that claims more fails before memory is taken for it.
[[nodiscard]] Result<WaypointGraph> read_road_graph(const std::filesystem::path& file,
                                                    std::uint64_t seed = 1);
/// The same from memory; `name` stands for the file in messages.
[[nodiscard]] Result<WaypointGraph> parse_road_graph(std::string_view text, const std::string& name,
                                                     std::uint64_t seed = 1);

/// Reads a map of Tiled (TMX): hexagonal, staggered, isometric and orthogonal ones, infinite ones too; layers
/// as lists of numbers or base64, plain or compressed by zlib or gzip. `cost_of` says what a tile costs, by
/// its global number without the bits for turns and mirrors; where layers have several tiles on one place the
/// greatest cost counts, and where none has one it is impassable. Vertices are numbered row by row.
/// At most 64 MiB of text and 2^24 places.
[[nodiscard]] Result<WaypointGraph> read_tiled_graph(const std::filesystem::path& file,
                                                     const std::function<Cost(std::uint32_t tile)>& cost_of);
/// The same from memory; `name` stands for the file in messages.
[[nodiscard]] Result<WaypointGraph> parse_tiled_graph(const std::string& text, const std::string& name,
                                                      const std::function<Cost(std::uint32_t tile)>& cost_of);

/// Reads a map of Wesnoth: a row a line, codes of terrains between commas. `cost_of` says what one costs,
/// such as `Gg` or `Gs^Fp`. The border, which nobody enters, is on the board and impassable, so that hexagon
/// (x, y) has the coordinates of the game; vertices are numbered row by row, the border's too. At most 1 MiB
/// a line and 2^24 places.
[[nodiscard]] Result<WaypointGraph> read_wesnoth_graph(
    const std::filesystem::path& file, const std::function<Cost(std::string_view code)>& cost_of);
/// The same from memory; `name` stands for the file in messages.
[[nodiscard]] Result<WaypointGraph> parse_wesnoth_graph(
    std::string_view text, const std::string& name,
    const std::function<Cost(std::string_view code)>& cost_of);
/// What somebody on foot pays in that game: 1 on grass, roads and in villages, 2 in forests, hills and caves,
/// 3 in swamps, snow and mountains; chasms, deep water, walls and codes that are not known are impassable.
[[nodiscard]] Cost wesnoth_foot_cost(std::string_view code);

/// How fast somebody drives on streets of a class, the tag `highway`, in kilometres an hour: 110 on motorways
/// to 10 in living streets, and 0 on tracks, paths and what else is not for cars.
[[nodiscard]] std::uint32_t osm_car_kmh(std::string_view highway);
/// Who takes the streets of an extract of OpenStreetMap. Walkers:
/// `{.kmh_of = ..., .vehicle = "foot", .one_way = false}`.
struct OsmOptions {
  /// By class; 0 where they may not go. A speed limit that is lower counts instead.
  std::function<std::uint32_t(std::string_view highway)> kmh_of = osm_car_kmh;
  std::string vehicle = "motor_vehicle";  ///< the tag that says `no` or `private`; else `access` does
  bool one_way = true;                    ///< whether they obey one-way streets
  bool all_parts = false;                 ///< not only the largest one whose nodes all get to each other
};
/// Reads the streets of an extract of OpenStreetMap (.osm.pbf, or .osm as XML), of which every node is a
/// vertex, in the order of their numbers there. Weights are milliseconds, rounded up, at least 1; positions
/// are metres east and south of the extract's corner. Streets that lead out of the extract end at its last
/// node. Turns are free; `read_osm_turn_graph` obeys the restrictions on them. At most 2^26 nodes of streets.
/// Reads the file twice, with two threads of libosmium that end before this returns. Needs a build with
/// PORTOLAN_OSM.
[[nodiscard]] Result<WaypointGraph> read_osm_graph(const std::filesystem::path& file,
                                                   const OsmOptions& options = {});
/// The same from memory; `name` stands for the file in messages.
[[nodiscard]] Result<WaypointGraph> parse_osm_graph(std::string_view bytes, const std::string& name,
                                                    const OsmOptions& options = {});
/// The same with the turns that may not be taken: relations `restriction` of the kinds `no_...` and
/// `only_...` whose `via` is a node, but for those that make an exception for the vehicle (`except`: its tag,
/// such as `motorcar`). Who comes to the end of a street for which there is such a relation is at a copy of
/// the node.
[[nodiscard]] Result<TurnGraph> read_osm_turn_graph(const std::filesystem::path& file,
                                                    const OsmOptions& options = {});
/// The same from memory; `name` stands for the file in messages.
[[nodiscard]] Result<TurnGraph> parse_osm_turn_graph(std::string_view bytes, const std::string& name,
                                                     const OsmOptions& options = {});

}  // namespace portolan
