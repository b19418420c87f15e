// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include <portolan/config/detail/graph_map.hpp>
#include <portolan/config/detail/raster_options.hpp>
#include <portolan/core/profile.hpp>
#include <portolan/core/result.hpp>
#include <portolan/simulation/detail/board.hpp>

namespace portolan::detail {

/// How a board is made of what a file or a scenario holds.
struct BoardOptions {
  /// What the cells of the map are taken as; squares: they are no board, but a world.
  BoardShape shape = BoardShape::squares;
  HexLayout layout = HexLayout::odd_rows;  ///< of hexagons and staggered tiles
  VoxelWalk walk;
  bool is_graph_file = false;  ///< the map is a file of a format that holds a graph

  [[nodiscard]] bool is_board() const { return is_graph_file || shape != BoardShape::squares; }
};

/// The board in a file that holds a graph. Costs are those of the format; of a map of Tiled, where `raster`
/// gives its tiles classes, those of the profile.
[[nodiscard]] Result<Board> open_board(const std::filesystem::path& file, const GraphFormat& format,
                                       const RasterOptions& raster, const Profile& profile);

[[nodiscard]] Board board_of(TileBoard tiles);
[[nodiscard]] Board board_of(const VoxelBlock& block, const VoxelWalk& walk);

}  // namespace portolan::detail
