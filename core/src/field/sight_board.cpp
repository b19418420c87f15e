// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "sight_board.hpp"

#include <algorithm>

#include "scratch.hpp"

namespace portolan::detail {

// By swapping ever smaller squares across the diagonal.
void transpose(std::uint32_t* words) {
  std::uint32_t mask = 0x0000FFFFU;
  for (unsigned j = 16; j != 0; j >>= 1U, mask ^= mask << j) {
    for (unsigned k = 0; k < 32; k = (k + j + 1) & ~j) {
      const std::uint32_t t = ((words[k] >> j) ^ words[k + j]) & mask;
      words[k] ^= t << j;
      words[k + j] ^= t;
    }
  }
}

void SightBoard::begin(std::int32_t layer, Cost ground) {
  for (const TileId tile : known_) index_.set(tile, 0);
  known_.clear();
  tiles_.clear();
  layer_ = layer;
  ground_ = ground;
}

SightTile* SightBoard::find(std::int32_t column, std::int32_t row) {
  if (column < 0 || row < 0 || column >= grid().columns() || row >= grid().rows()) return nullptr;
  std::uint32_t place = index_.at(column, row, layer_);
  if (place == 0) {
    place = bring_in(grid().tile_of({column << grid().shift(), row << grid().shift(), layer_}));
  }
  return place == blocked ? nullptr : &tiles_[place - 1];
}

std::uint32_t SightBoard::bring_in(TileId tile) {
  std::uint32_t place = blocked;
  if (field_.allowed(tile)) {
    SightTile& added = tiles_.emplace_back();
    added.tile = tile;
    kernel_.match(tile_costs(field_.grid(), grid(), grid().origin(tile), costs_), ground_, added.open[rows]);
    std::copy(added.open[rows], added.open[rows] + lanes, added.open[columns]);
    transpose(added.open[columns]);
    place = static_cast<std::uint32_t>(tiles_.size());
  }
  index_.set(tile, place);
  known_.push_back(tile);
  return place;
}

void SightBoard::join() {
  for (SightTile& tile : tiles_) {
    transpose(tile.seen[columns]);
    for (int y = 0; y < lanes; ++y) tile.seen[rows][y] |= tile.seen[columns][y];
  }
}

}  // namespace portolan::detail
