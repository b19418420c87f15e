// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "bare_tiles.hpp"

#include <algorithm>
#include <cstring>

namespace portolan::bench {

using detail::lane_max;
using detail::lanes;
using detail::tile_cells;

BareTiles::BareTiles(const TileField& field, std::span<const TileId> tiles, Isa isa)
    : kernel_(detail::tile_kernel(isa)) {
  std::memset(&halo_, 0xFF, sizeof halo_);
  std::memset(&halo_costs_, 0, sizeof halo_costs_);
  for (const TileId tile : tiles) prepare(field, tile);
}

void BareTiles::prepare(const TileField& field, TileId id) {
  auto tile = std::make_unique<Tile>();
  const TileGrid& tiles = field.tiles();
  const Rect box = tiles.bounds(id);
  std::fill(std::begin(tile->start), std::end(tile->start), lane_max);
  tile->tile = id;
  tile->costs = field.grid().costs().row(tiles.origin(id));
  tile->base = unreachable.units;
  tile->dirty = 0;
  std::uint64_t highest = 0;
  const auto for_each_reached = [&](auto&& body) {
    for (std::int32_t i = 0; i < box.width * box.height; ++i) {
      const Cell c{box.x + i % box.width, box.y + i / box.width, box.layer};
      if (reachable(field.at(c))) body(c, field.at(c).units);
    }
  };
  for_each_reached([&](Cell, std::uint64_t units) {
    tile->base = std::min(tile->base, units), highest = std::max(highest, units);
  });
  if (tile->base == unreachable.units) return;
  if (highest - tile->base > detail::narrow_limit) narrow_ = false;
  if (!narrow_) return;
  for_each_reached([&](Cell c, std::uint64_t units) {
    const Direction d = field.direction(c);
    if (is_step(d) && tiles.tile_of(step(c, d)) == id) return;
    tile->start[tiles.offset(c)] = static_cast<std::uint16_t>(units - tile->base);
    tile->dirty |= 1U << (tiles.offset(c) / lanes);
  });
  tile->plain_cost = kernel_.survey(tile->costs, tile->rows);
  tiles_.push_back(std::move(tile));
}

void BareTiles::solve(const Tile& tile) {
  std::memcpy(values_, tile.start, sizeof values_);
  if (tile.plain_cost != 0) {
    kernel_.solve_plain(values_, tile.rows, tile.plain_cost, tile.dirty);
  } else {
    kernel_.build_weights(tile.costs, weights_);
    kernel_.solve_weighted(values_, weights_, tile.dirty);
  }
}

bool BareTiles::verify(const TileField& field) {
  for (const auto& tile : tiles_) {
    solve(*tile);
    const Cell origin = field.tiles().origin(tile->tile);
    for (int i = 0; i < tile_cells; ++i) {
      const Cell c{origin.x + i % lanes, origin.y + i / lanes, origin.layer};
      const Distance here = values_[i] == lane_max ? unreachable : Distance{tile->base + values_[i]};
      if (field.grid().contains(c) && field.at(c) != here) return false;
    }
  }
  return true;
}

void BareTiles::solve() {
  for (const auto& tile : tiles_) solve(*tile);
}

void BareTiles::solve_with_all() {
  for (const auto& tile : tiles_) {
    tile->plain_cost = kernel_.survey(tile->costs, tile->rows);
    solve(*tile);
    kernel_.directions(values_, 0, halo_, tile->costs, halo_costs_, tile->plain_cost, directions_);
  }
}

}  // namespace portolan::bench
