// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <portolan/core/distance.hpp>
#include <portolan/core/graph/shapes.hpp>
#include <portolan/core/result.hpp>

namespace portolan::detail {

/// A board of tiles as a file has it, numbered row by row.
struct TileBoard {
  enum class Shape : std::uint8_t { squares, staggered, hexagons };

  Shape shape = Shape::squares;
  HexLayout layout = HexLayout::odd_rows;  ///< of hexagons, and of staggered tiles by rows
  std::uint32_t columns = 0, rows = 0;
  std::vector<Cost> costs;

  [[nodiscard]] WaypointGraph graph() const;
};

/// What a file holds that is a graph.
struct GraphMap {
  WaypointGraph graph;
  std::optional<TileBoard> board;  ///< nothing: nodes and edges alone
};

/// A kind of file that holds a graph. What a tile costs is what the kind says of it by itself.
struct GraphFormat {
  std::string_view name;                 ///< with its article, for messages
  std::string_view endings;              ///< of names of such files, as words: `.osm .pbf`
  bool (*sniff)(std::string_view head);  ///< by how the file, decompressed, begins
  Result<GraphMap> (*reader)(const std::filesystem::path& file);

  /// An error says so where nothing but the name tells that the file is one of these.
  [[nodiscard]] Result<GraphMap> read(const std::filesystem::path& file) const;
};

[[nodiscard]] std::span<const GraphFormat> graph_formats();
/// By what is in the file, or else by the ending of its name, as `map_format_of`. Null where it is none of
/// them, or no file that can be opened.
[[nodiscard]] const GraphFormat* graph_format_of(const std::filesystem::path& file);

}  // namespace portolan::detail
