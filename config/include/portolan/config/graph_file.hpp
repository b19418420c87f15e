// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include <portolan/core/distance.hpp>
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

}  // namespace portolan
