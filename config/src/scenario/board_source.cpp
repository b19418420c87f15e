// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/config/detail/board_source.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <portolan/core/assert.hpp>

#include "formats/format_table.hpp"
#include "graphs/graph_boards.hpp"

namespace portolan::detail {

namespace {

// A graph whose edges are costlier where its vertices are.
Board board_of_edges(WaypointGraph graph, BoardShape shape, Extent extent, std::vector<Cell> cells) {
  PORTOLAN_ASSERT(cells.size() == num_vertices(graph), "a cell per vertex");
  Board board;
  board.shape = shape;
  board.extent = extent;
  board.cells = std::move(cells);
  board.costs.assign(num_vertices(graph), 1);
  const auto base = std::make_shared<const WaypointGraph>(graph);
  board.edges = [base](std::span<const Cost> costs) { return with_costs(*base, costs); };
  board.graph = std::move(graph);
  return board;
}

// Positions are metres from the upper left.
Board board_of_streets(WaypointGraph graph) {
  Extent extent{1, 1, 1};
  std::vector<Cell> cells;
  for (std::size_t v = 0; v < num_vertices(graph); ++v) {
    const Vec2 at = position(v, graph);
    const Cell cell{static_cast<std::int32_t>(std::lround(at.x)),
                    static_cast<std::int32_t>(std::lround(at.y)), 0};
    extent = {std::max(extent.width, cell.x + 1), std::max(extent.height, cell.y + 1), 1};
    cells.push_back(cell);
  }
  return board_of_edges(std::move(graph), BoardShape::streets, extent, std::move(cells));
}

// Costs of the tiles of Tiled by their classes. A tile without one is an error, as in images.
Result<TileBoard> classified(const std::filesystem::path& file, const RasterOptions& raster,
                             const Profile& profile) {
  std::optional<std::uint32_t> unknown;
  const auto cost_of = [&](std::uint32_t tile) {
    const auto found = std::find_if(raster.classes.begin(), raster.classes.end(),
                                    [&](const auto& known) { return known.first == tile; });
    if (found != raster.classes.end()) return profile.cost[found->second];
    if (!unknown) unknown = tile;
    return impassable;
  };
  Result<TileBoard> board = read_tiled_board(file, cost_of);
  if (!board || !unknown) return board;
  return Error{file.string(), 0, 0, "",
               "tile " + std::to_string(*unknown) + " has no class; give it one beside the others"};
}

}  // namespace

Board board_of(TileBoard tiles) {
  Board board;
  board.shape = tiles.shape == TileBoard::Shape::squares     ? BoardShape::squares
                : tiles.shape == TileBoard::Shape::staggered ? BoardShape::staggered
                                                             : BoardShape::hexagons;
  board.extent = {static_cast<std::int32_t>(tiles.columns), static_cast<std::int32_t>(tiles.rows), 1};
  for (std::size_t v = 0; v < tiles.costs.size(); ++v) board.cells.push_back(board.extent.cell(v));
  board.graph = tiles.graph();
  board.costs = std::move(tiles.costs);
  board.edges = [tiles = std::move(tiles)](std::span<const Cost> costs) {
    TileBoard other = tiles;
    other.costs.assign(costs.begin(), costs.end());
    return other.graph();
  };
  return board;
}

Board board_of(const VoxelBlock& block, const VoxelWalk& walk) {
  VoxelFloors floors(block, walk);
  const Extent extent{static_cast<std::int32_t>(block.width), static_cast<std::int32_t>(block.depth),
                      static_cast<std::int32_t>(block.height)};
  std::vector<Cell> cells;
  for (const std::uint32_t voxel : floors.voxel) cells.push_back(extent.cell(voxel));
  return board_of_edges(std::move(floors.graph), BoardShape::voxels, extent, std::move(cells));
}

Result<Board> open_board(const std::filesystem::path& file, const GraphFormat& format,
                         const RasterOptions& raster, const Profile& profile) {
  if (!raster.classes.empty()) {
    if (format.sniff != is_tiled) {
      return Error{file.string(), 0, 0, "",
                   "classes are for the numbers of images, arrays and maps of Tiled, and this is " +
                       std::string(format.name) + "; take them away"};
    }
    Result<TileBoard> tiles = classified(file, raster, profile);
    if (!tiles) return told_as(format, file, tiles.error());
    return board_of(std::move(*tiles));
  }
  Result<GraphMap> map = format.read(file);
  if (!map) return map.error();
  if (map->board) return board_of(std::move(*map->board));
  if (map->graph.has_positions()) return board_of_streets(std::move(map->graph));
  const auto nodes = static_cast<std::int32_t>(num_vertices(map->graph));
  std::vector<Cell> cells;
  for (std::int32_t n = 1; n <= nodes; ++n) cells.push_back({n, 0, 0});
  return board_of_edges(std::move(map->graph), BoardShape::nodes, {nodes + 1, 1, 1}, std::move(cells));
}

}  // namespace portolan::detail
