// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

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

}  // namespace portolan
