// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <portolan/core/result.hpp>
#include <portolan/simulation/detail/board.hpp>
#include <portolan/view/canvas.hpp>

namespace portolan::tool {

/// What is on a picture of a board. Sizes are in tiles.
struct BoardScene {
  struct Line {
    std::vector<std::uint32_t> vertices;
    Color color;
    float width = 0.15F;
  };
  /// On a vertex, or on the way from one to another.
  struct Dot {
    std::uint32_t from = 0, to = 0;
    float share = 0;
    float radius = 0.25F;
    Color color;
  };

  const detail::Board& board;
  const WaypointGraph& graph;  ///< its edges as they are
  std::vector<Color> colors;   ///< by vertex
  std::vector<Line> lines{};
  std::vector<Dot> dots{};  ///< over the lines
  std::vector<LegendEntry> legend{};
  int size = 1024;  ///< longest side in pixels, about
};

/// What the colours of a field say: steps of a board of tiles, and units of other graphs.
[[nodiscard]] LegendEntry board_field_legend(const detail::Board& board, Distance farthest);
/// Whether it is known where vertices lie; what is wrong else.
[[nodiscard]] std::optional<Error> cannot_draw(const std::filesystem::path& file, const detail::Board& board);

/// Hexagons as hexagons, staggered tiles as rhombs, voxels as slabs seen from above one corner with floors
/// drawn apart, roads as lines; as PNG or, where the name ends so, as SVG.
[[nodiscard]] std::optional<Error> save_board_picture(const std::filesystem::path& file,
                                                      const BoardScene& scene);

/// Colours of the ground where vertices cost so much, under those of the costs to a goal: `unreachable` where
/// nothing is known of it. The greatest of those goes to `farthest`.
[[nodiscard]] std::vector<Color> board_colors(std::span<const Cost> costs,
                                              const std::function<Distance(std::uint32_t)>& cost_to_goal,
                                              Distance& farthest);

}  // namespace portolan::tool
