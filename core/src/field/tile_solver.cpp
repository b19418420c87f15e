// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <portolan/core/detail/tile_solver.hpp>

#include <algorithm>
#include <bit>
#include <vector>

#include <portolan/core/assert.hpp>

#include "scratch.hpp"

namespace portolan {

using detail::lane_max;
using detail::lanes;
using detail::narrow_limit;
using detail::tile_cells;

struct TileSolver::Tile {
  struct Seed {
    std::uint16_t offset;
    std::uint64_t units;
  };

  explicit Tile(Isa isa) : kernel(detail::tile_kernel(isa)) {}

  const detail::TileKernel& kernel;
  alignas(64) std::uint16_t values[tile_cells];
  alignas(64) std::uint8_t buffer[tile_cells];
  detail::TileWeights weights;
  std::uint32_t rows[lanes];
  const std::uint8_t* costs = nullptr;
  TileGrid tiles;
  TileId tile;
  std::uint8_t plain_cost = impassable;
  std::uint64_t base = 0;
  bool solved = false;  // else no value counts
  std::vector<Seed> seeds;
  std::vector<std::uint64_t> wide;  // empty: the values are narrow
  detail::WideHeap heap;

  // Also what a partial tile lacks beyond the edge of the world, where nothing is passable.
  [[nodiscard]] bool holds(Cell cell) const {
    const Cell first = tiles.origin(tile);
    const std::int32_t x = cell.x - first.x, y = cell.y - first.y;
    return cell.layer == first.layer && x >= 0 && y >= 0 && x < tiles.side() && y < tiles.side();
  }
  bool solve_narrow();
  void solve_wide();
};

TileSolver::TileSolver(Isa isa) : tile_(detail::make_pimpl<Tile>(isa)) {}

void TileSolver::load(const GridView& grid, const TileGrid& tiles, TileId tile) {
  PORTOLAN_ASSERT(tiles.extent() == grid.extent(), "make the tiles for the extent of the grid");
  PORTOLAN_ASSERT(tile.value < tiles.tile_count(), "load a tile of the grid");
  tile_->tiles = tiles;
  tile_->tile = tile;
  tile_->costs = detail::tile_costs(grid, tiles, tiles.origin(tile), tile_->buffer);
  tile_->plain_cost = tile_->kernel.survey(tile_->costs, tile_->rows);
  if (tile_->plain_cost == 0) tile_->kernel.build_weights(tile_->costs, tile_->weights);
  clear();
}

void TileSolver::clear() {
  tile_->seeds.clear();
  tile_->wide.clear();
  tile_->solved = false;
}

bool TileSolver::passable(Cell cell) const {
  PORTOLAN_ASSERT(tile_->holds(cell), "ask for cells of the tile that was loaded");
  const std::uint32_t offset = tile_->tiles.offset(cell);
  return (tile_->rows[offset / lanes] >> (offset % lanes) & 1U) != 0;
}

Cost TileSolver::one_cost() const { return tile_->plain_cost; }

TileCells TileSolver::cells_of(Cost cost) const {
  TileCells cells;
  if (cost == tile_->plain_cost) {
    std::copy_n(tile_->rows, lanes, cells.begin());
  } else {
    tile_->kernel.match(tile_->costs, cost, cells.data());
  }
  return cells;
}

void TileSolver::seed(Cell cell, Distance value) {
  PORTOLAN_ASSERT(tile_->holds(cell), "seed cells of the tile that was loaded");
  PORTOLAN_ASSERT(reachable(value), "a seed is less than `unreachable`");
  if (passable(cell))
    tile_->seeds.push_back({static_cast<std::uint16_t>(tile_->tiles.offset(cell)), value.units});
}

void TileSolver::seed(const TileCells& cells) {
  for (std::size_t y = 0; y < cells.size(); ++y) {
    for (std::uint32_t left = cells[y] & tile_->rows[y]; left != 0; left &= left - 1)
      tile_->seeds.push_back(
          {static_cast<std::uint16_t>(y * lanes + static_cast<std::size_t>(std::countr_zero(left))), 0});
  }
}

void TileSolver::solve() {
  if (tile_->seeds.empty()) return;
  if (!tile_->solve_narrow()) tile_->solve_wide();
  tile_->solved = true;
}

Distance TileSolver::at(Cell cell) const {
  PORTOLAN_ASSERT(tile_->holds(cell), "ask for cells of the tile that was loaded");
  if (!tile_->solved) return unreachable;
  const std::uint32_t offset = tile_->tiles.offset(cell);
  if (!tile_->wide.empty()) return {tile_->wide[offset]};
  return tile_->values[offset] == lane_max ? unreachable : Distance{tile_->base + tile_->values[offset]};
}

// False when 16 bits do not span the values.
bool TileSolver::Tile::solve_narrow() {
  base = seeds.front().units;
  std::uint64_t most = base;
  for (const Seed& s : seeds) {
    base = std::min(base, s.units);
    most = std::max(most, s.units);
  }
  if (most - base > narrow_limit) return false;
  kernel.clear(values);
  std::uint32_t dirty = 0;
  for (const Seed& s : seeds) {
    values[s.offset] = std::min(values[s.offset], static_cast<std::uint16_t>(s.units - base));
    dirty |= 1U << (s.offset / lanes);
  }
  if (plain_cost != 0) {
    kernel.solve_plain(values, rows, plain_cost, dirty);
  } else {
    kernel.solve_weighted(values, weights, dirty);
  }
  wide.clear();
  const bool cannot_pass = plain_cost == 1 && seeds.size() == 1;
  return cannot_pass || kernel.highest(values) <= narrow_limit;
}

void TileSolver::Tile::solve_wide() {
  wide.assign(tile_cells, unreachable.units);
  std::vector<std::uint16_t> pending;
  for (const Seed& s : seeds) {
    wide[s.offset] = std::min(wide[s.offset], s.units);
    pending.push_back(s.offset);
  }
  std::uint32_t changed[lanes] = {};
  detail::relax_wide(wide.data(), pending, rows, costs, heap, changed);
}

}  // namespace portolan
