// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <array>
#include <cstdint>

#include <portolan/core/cell.hpp>
#include <portolan/core/detail/pimpl.hpp>
#include <portolan/core/distance.hpp>
#include <portolan/core/grid_view.hpp>
#include <portolan/core/isa.hpp>
#include <portolan/core/tile_grid.hpp>

namespace portolan {

/// Some cells of a tile: a word per row, a bit per column.
using TileCells = std::array<std::uint32_t, TileGrid::max_side>;

/// Exact costs inside one tile, by moves that do not leave it. Links are not followed. Reusable scratch, one
/// per thread: load a tile once, then clear, seed and solve as often as needed. No allocation after
/// construction, except for the rare tile whose values 16 bits do not span. Cost: about half a microsecond
/// per solve with AVX-512.
class TileSolver {
 public:
  explicit TileSolver(Isa isa = best_isa());

  /// Reads the costs of a tile. All values are unreachable afterwards.
  void load(const GridView& grid, const TileGrid& tiles, TileId tile);
  /// Forgets all values.
  void clear();
  /// Sets the value of a cell of the tile, if it is smaller than what is there. Impassable cells are ignored.
  void seed(Cell cell, Distance value);
  /// The same with the value 0 for many cells; what lies outside a partial tile is ignored too.
  void seed(const TileCells& cells);
  void solve();
  /// The value of a cell of the tile; `unreachable` where no seed leads to.
  [[nodiscard]] Distance at(Cell cell) const;
  [[nodiscard]] bool passable(Cell cell) const;
  /// What all passable cells of the tile cost; 0 where they differ, `impassable` where there are none.
  [[nodiscard]] Cost one_cost() const;
  /// The cells of this cost.
  [[nodiscard]] TileCells cells_of(Cost cost) const;

 private:
  struct Tile;
  detail::Pimpl<Tile> tile_;
};

}  // namespace portolan
