// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string_view>

#include <portolan/config/detail/graph_map.hpp>

namespace portolan::detail {

[[nodiscard]] Result<TileBoard> read_tiled_board(const std::filesystem::path& file,
                                                 const std::function<Cost(std::uint32_t)>& cost_of);
[[nodiscard]] bool is_tiled(std::string_view head);

[[nodiscard]] Result<TileBoard> read_wesnoth_board(const std::filesystem::path& file,
                                                   const std::function<Cost(std::string_view)>& cost_of);
[[nodiscard]] bool is_wesnoth(std::string_view head);

[[nodiscard]] inline Result<WaypointGraph> graph_of(const Result<TileBoard>& board) {
  if (!board) return board.error();
  return board->graph();
}

[[nodiscard]] bool is_road_graph(std::string_view head);

/// Extracts of OpenStreetMap, packed or as XML.
[[nodiscard]] bool is_osm(std::string_view head);
[[nodiscard]] bool is_osm_pbf(std::string_view head);

}  // namespace portolan::detail
