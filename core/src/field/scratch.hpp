// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <portolan/core/tile_field.hpp>

#include "../kernel/tile_kernel.hpp"

namespace portolan {

namespace detail {

using WideHeap = std::vector<std::pair<std::uint64_t, std::uint16_t>>;

// Dijkstra inside one tile in 64 bits, from the cells of `pending`. Sets the bits of `changed` (a word per
// row).
void relax_wide(std::uint64_t* units, std::span<const std::uint16_t> pending, const std::uint32_t* rows,
                const std::uint8_t* costs, WideHeap& heap, std::uint32_t* changed);

// The costs of a tile with a pitch of 32: in place where the tile is a whole block, else copied to `buffer`
// and padded with walls.
inline const std::uint8_t* tile_costs(const GridView& grid, const TileGrid& tiles, Cell origin,
                                      std::uint8_t* buffer) {
  const std::uint8_t* from = grid.costs().row(origin);
  if (tiles.side() == lanes) return from;
  for (int y = 0; y < lanes; ++y) {
    for (int x = 0; x < lanes; ++x) {
      const bool inside = x < tiles.side() && y < tiles.side();
      buffer[y * lanes + x] = inside ? from[y * lanes + x] : impassable;
    }
  }
  return buffer;
}

}  // namespace detail

// What a field's writer needs and its readers do not.
struct TileField::Scratch {
  explicit Scratch(Isa isa) : kernel(detail::tile_kernel(isa)) {}

  const detail::TileKernel& kernel;
  detail::TileWeights weights;
  TileId weights_of;  // whose weights those are
  alignas(64) std::uint8_t costs[detail::tile_cells];
  alignas(64) std::uint16_t values[detail::tile_cells];
  detail::Halo halo;
  detail::Halo halo_costs;
  detail::WideHeap wide_heap;
  // Of a repair: tiles to look at, tiles in which something changed, tiles whose directions are to be built.
  std::vector<detail::TileSlot*> waiting;
  std::vector<detail::TileSlot*> listed;
  std::vector<detail::TileSlot*> due;

  const std::uint8_t* tile_costs(const GridView& grid, const TileGrid& tiles, Cell origin) {
    return detail::tile_costs(grid, tiles, origin, costs);
  }
  // Steps of the field's own work, kept out of its header.
  static detail::TileSlot& place(TileField& field, Cell origin);
  bool exchange(TileField& field, const detail::TileSlot& giver, int side, detail::TileSlot& receiver) const;
  bool build_open_directions(const TileField& field, detail::TileSlot& slot) const;
};

// What is done for every side of every tile, and mostly comes to nothing.

// Null stays null.
inline detail::TileSlot* TileField::loaded(detail::TileSlot* slot) {
  if (slot != nullptr && !slot->loaded) load(*slot, *scratch_);
  return slot;
}

inline detail::TileSlot* TileField::neighbour(detail::TileSlot& slot, int direction) {
  return slot.neighbours[direction] != nullptr || !everywhere_ ? loaded(slot.neighbours[direction])
                                                               : far_neighbour(slot, direction);
}

inline void TileField::wake(detail::TileSlot& slot, std::uint64_t key) {
  std::int32_t& at = heap_at_[slot.number];
  if (at == not_waiting) {
    at = static_cast<std::int32_t>(heap_.size());
    heap_.push_back({key, slot.tile, slot.number, &slot});
  } else if (Waiting& waiting = heap_[static_cast<std::size_t>(at)]; key < waiting.key) {
    waiting.key = key;
  } else {
    return;
  }
  const auto place = static_cast<std::size_t>(at);
  // Mostly nothing moves. Copying what was written a moment ago, field by field, would stall.
  if (place != 0 && heap_[place] < heap_[(place - 1) / 4]) heap_up(place);
}

}  // namespace portolan
