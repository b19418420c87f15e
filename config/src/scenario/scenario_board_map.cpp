// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <string>
#include <utility>
#include <variant>

#include <portolan/config/detail/map_source.hpp>
#include <portolan/config/scenario_world.hpp>

namespace portolan {

namespace {

using detail::Board;
using detail::BoardOptions;
using detail::BoardShape;

// What 4,096 by 4,096 tiles need are some gigabytes.
constexpr std::uint64_t most_tiles = std::uint64_t{1} << 24U;

MapReadOptions board_reading(const ScenarioFile& scenario) {
  MapReadOptions options;
  options.further_classes = scenario.further_classes;
  options.max_cells = most_tiles;
  return options;
}

// What the tiles of a map of cells cost.
std::vector<Cost> tile_costs(const World& world, const Profile& profile) {
  const Extent extent = world.extent();
  std::vector<Cost> costs;
  costs.reserve(extent.cell_count());
  for (std::size_t i = 0; i < extent.cell_count(); ++i)
    costs.push_back(profile.cost[world.terrain(extent.cell(i))]);
  return costs;
}

Result<Board> tiles_of(const ScenarioFile& scenario) {
  const BoardOptions& options = scenario.board_options;
  const Result<World> world = load_map(scenario.layers.front(), board_reading(scenario));
  if (!world) return world.error();
  detail::TileBoard tiles;
  tiles.shape = options.shape == BoardShape::hexagons ? detail::TileBoard::Shape::hexagons
                                                      : detail::TileBoard::Shape::staggered;
  tiles.layout = options.layout;
  tiles.columns = static_cast<std::uint32_t>(world->extent().width);
  tiles.rows = static_cast<std::uint32_t>(world->extent().height);
  tiles.costs = tile_costs(*world, scenario.profiles.front());
  return detail::board_of(std::move(tiles));
}

// Each layer is a slice of the block, in which what is impassable is solid.
Result<Board> voxels_of(const ScenarioFile& scenario) {
  detail::VoxelBlock block;
  for (const MapSource& layer : scenario.layers) {
    const Result<World> slice = load_map(layer, board_reading(scenario));
    if (!slice) return slice.error();
    const Extent extent = slice->extent();
    const auto width = static_cast<std::uint32_t>(extent.width),
               depth = static_cast<std::uint32_t>(extent.height);
    if (block.height > 0 && (width != block.width || depth != block.depth)) {
      return layer.where.with("expected a slice of " + std::to_string(block.width) + " x " +
                              std::to_string(block.depth) + " voxels as the first, found " +
                              std::to_string(width) + " x " + std::to_string(depth));
    }
    block.width = width;
    block.depth = depth;
    ++block.height;
    for (const Cost cost : tile_costs(*slice, scenario.profiles.front()))
      block.solid.push_back(cost == impassable ? 1 : 0);
    if (block.solid.size() > most_tiles)
      return layer.where.with("more than " + std::to_string(most_tiles) + " voxels; use smaller slices");
  }
  Board board = detail::board_of(block, scenario.board_options.walk);
  if (board.size() > 0) return board;
  return scenario.layers.front().where.with(
      "nobody can stand anywhere: a voxel to stand in is free, over a solid one, with room above");
}

}  // namespace

Result<Board> build_board(const ScenarioFile& scenario) {
  const BoardOptions& options = scenario.board_options;
  if (!options.is_board())
    return Error{scenario.file, 0, 0, "map", "is a world of squares, and no board; name a `shape`"};
  if (options.is_graph_file) {
    const MapSource& source = scenario.layers.front();
    const auto& file = std::get<std::filesystem::path>(source.from);
    const detail::GraphFormat* const format = detail::graph_format_of(file);
    if (format == nullptr) return source.where.with("cannot be read any more");
    return detail::open_board(file, *format, source.raster, scenario.profiles.front());
  }
  return options.shape == BoardShape::voxels ? voxels_of(scenario) : tiles_of(scenario);
}

}  // namespace portolan
