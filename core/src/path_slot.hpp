// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <portolan/core/detail/path_tiles.hpp>

#include "kernel/tile_kernel.hpp"

namespace portolan::detail {

inline constexpr int last_lane = lanes - 1;

// Of the first cell of the edge row or column of a side (east, south, west, north).
inline constexpr std::uint32_t edge_first[] = {last_lane, last_lane* lanes, 0, 0};

// Offset of the corner cell that faces a tile across that diagonal.
[[nodiscard]] constexpr std::uint32_t corner_offset(int direction) {
  const bool east = direction == 1 || direction == 7, south = direction < 4;
  return static_cast<std::uint32_t>((south ? last_lane * lanes : 0) + (east ? last_lane : 0));
}

// One tile that was reached. Rows have a pitch of 32 cells.
struct alignas(64) PathTiles::Slot {
  std::uint16_t values[tile_cells];   // offsets from `base`; lane_max: unreachable
  std::uint16_t offered_west[lanes];  // the outer columns as the neighbours were last offered them
  std::uint16_t offered_east[lanes];
  std::uint32_t rows[lanes];       // passable lanes
  std::uint8_t columns[2][lanes];  // costs of the east and the west column
  const std::uint8_t* costs;
  std::uint64_t base;
  std::uint64_t key;  // in the heap; or not_waiting
  Cell origin;
  std::uint32_t tile;
  std::uint32_t number;
  std::uint32_t around[8];  // tiles of the corridor by direction; none
  std::uint32_t dirty;      // rows that got a smaller value from outside
  std::uint16_t entered_max;
  std::uint8_t plain_cost;  // the one cost of all passable cells; 0: several; 255: none is passable
  bool touched;
  bool has_column[2];

  [[nodiscard]] std::uint64_t units(std::uint32_t offset) const {
    return values[offset] == lane_max ? unreachable.units : base + values[offset];
  }
};

inline bool PathTiles::is_ahead(const Slot& slot, int direction) const {
  const std::uint32_t tile = slot.around[direction];
  return tile != none && is_on_route(tile) && marks_[tile].place < marks_[slot.tile].place;
}

struct PathTiles::Scratch {
  explicit Scratch(Isa isa) : kernel(tile_kernel(isa)) {}
  const TileKernel& kernel;
  TileWeights weights;
  std::uint32_t weights_of = none;  // number of the slot whose weights those are
};

}  // namespace portolan::detail
