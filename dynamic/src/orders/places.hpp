// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/goal.hpp>
#include <portolan/core/grid_view.hpp>
#include <portolan/core/tile_field.hpp>
#include <portolan/core/tile_grid.hpp>

namespace portolan {

/// Those of the cells that are passable; where none is, the passable cells of the first ring around their box
/// that has any, up to 64 rings away; where there is none either, the cells that are inside. By row and
/// column.
[[nodiscard]] std::vector<Goal> free_cells_at(const GridView& grid, std::span<const Cell> cells);

/// How far `Refuges` looks, in tile solves; it does that twice.
inline constexpr std::uint64_t tiles_of_flight = 48;

/// Looks for places to flee to, of one grid. Keeps its memory.
class Refuges {
 public:
  Refuges(const GridView& grid, const TileGrid& sectors);

  /// Places that agents get to before any threat does, of those within some tens of sectors the ones that are
  /// farthest for the threats: on the way there no threat can cut them off, and dead ends lose against open
  /// land. Empty where there is none: the agents are cornered. Valid until the next call.
  [[nodiscard]] std::span<const Goal> away_from(std::span<const Cell> threats, std::span<const Cell> agents);

 private:
  GridView grid_;
  std::int32_t margin_;
  TileField near_, danger_;
  std::vector<std::pair<Distance, Cell>> found_;
  std::vector<Goal> goals_;
};

}  // namespace portolan
