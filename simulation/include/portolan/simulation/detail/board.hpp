// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/distance.hpp>
#include <portolan/core/graph/waypoint_graph.hpp>
#include <portolan/hierarchy/graph_partition.hpp>

namespace portolan::detail {

/// What the vertices of a board are.
enum class BoardShape : std::uint8_t { squares, staggered, hexagons, voxels, nodes, streets };
/// In the plural, for messages.
[[nodiscard]] std::string_view name(BoardShape shape);

/// What a scenario is played on that is no world of cells: a graph whose vertices have the names of cells.
/// Tiles are `[column, row]`, voxels `[x, y, z]`, and nodes that lie nowhere `[number, 0]`, from 1. Streets
/// lie somewhere: `[x, y]` are metres from the upper left, and name the node that is nearest.
struct Board {
  BoardShape shape = BoardShape::nodes;
  Extent extent;            ///< of the cells
  std::vector<Cell> cells;  ///< by vertex; but for streets as `extent` numbers them, ascending
  std::vector<Cost> costs;  ///< by vertex; on those that are impassable nobody stands
  /// The edges where tiles cost so much.
  std::function<WaypointGraph(std::span<const Cost>)> edges;
  WaypointGraph graph;  ///< those of `costs`

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(cells.size()); }
  /// The vertex of that name.
  [[nodiscard]] std::optional<std::uint32_t> vertex_at(Cell cell) const;
  [[nodiscard]] bool passable(std::uint32_t vertex) const { return costs[vertex] != impassable; }
  [[nodiscard]] std::uint64_t count_passable() const;
  /// `[3, 4]`, with the layer where it is not 0.
  [[nodiscard]] std::string text_of(std::uint32_t vertex) const;
  /// What can be named: `a map of 6 x 5 hexagons`.
  [[nodiscard]] std::string text_of_size() const;
};

/// Sectors of a board: squares of tiles with such a side, and parts of other graphs that have about as many
/// portals.
[[nodiscard]] GraphPartition sectors_of(const Board& board, std::int32_t side);

/// The edges of a graph where a vertex makes all that lead from it and to it costlier: an edge weighs what it
/// does in `base` times the mean of its ends, rounded up, and none leads to an impassable one or away from
/// it.
[[nodiscard]] WaypointGraph with_costs(const WaypointGraph& base, std::span<const Cost> costs);

/// The vertices in whose edges out two graphs of the same vertices differ, ascending.
[[nodiscard]] std::vector<std::uint32_t> changed_vertices(const WaypointGraph& before,
                                                          const WaypointGraph& after);

}  // namespace portolan::detail
