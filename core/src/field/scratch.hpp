// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <portolan/core/detail/min_queue.hpp>
#include <portolan/core/tile_field.hpp>

#include "../kernel/tile_kernel.hpp"

namespace portolan {

namespace detail {

struct WideCell {
  std::uint64_t units;
  std::uint16_t cell;
  [[nodiscard]] bool before(const WideCell& other) const {
    return units != other.units ? units < other.units : cell < other.cell;
  }
};
using WideHeap = MinQueue<WideCell>;

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

// The corridor of a path that is looked for, by tile; see PathQuery.
struct TileField::PathScope {
  struct Mark {
    std::uint32_t generation = 0;  // the tile is in the corridor if it is that of the query
    std::uint32_t place = 0;       // there
  };

  void begin(std::span<const TileId> corridor, std::size_t route, bool keep, std::size_t tile_count);
  [[nodiscard]] bool contains(TileId tile) const {
    return tile.valid() && marks[tile.value].generation == generation;
  }
  [[nodiscard]] std::uint32_t place(TileId tile) const { return marks[tile.value].place; }
  [[nodiscard]] bool is_on_route(TileId tile) const { return contains(tile) && place(tile) < on_route; }
  /// The others of a corridor may only be passed at their corners where a path keeps to its route.
  [[nodiscard]] bool may_enter(TileId tile) const {
    return contains(tile) && (!keeps_to_route || place(tile) < on_route);
  }

  std::vector<Mark> marks;
  std::uint32_t generation = 0;
  std::size_t on_route = 0;
  bool keeps_to_route = false;
};

// What a field's writer needs and its readers do not.
struct TileField::Scratch {
  explicit Scratch(Isa isa) : kernel(detail::tile_kernel(isa)) {}
  explicit Scratch(const detail::TileKernel& of) : kernel(of) {}

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
  PathScope scope;

  const std::uint8_t* tile_costs(const GridView& grid, const TileGrid& tiles, Cell origin) {
    return detail::tile_costs(grid, tiles, origin, costs);
  }
  // Steps of the field's own work, kept out of its header.
  static detail::TileSlot& place(TileField& field, Cell origin);
  template <class Improve>
  bool exchange(TileField& field, const detail::TileSlot& giver, int side, detail::TileSlot& receiver,
                const Improve& improve) const;
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
  heap_.push({key, slot.tile, slot.number, &slot});
}

// The tile whose turn it is; it waits no more.
inline detail::TileSlot* TileField::next_waiting() {
  detail::TileSlot* slot = heap_.top().slot;
  heap_.pop();
  return slot;
}

// The usual case of an offer, in one step: 16 bits span what both tiles have. False, and nothing is offered,
// otherwise.
template <class Improve>
bool TileField::Scratch::exchange(TileField& field, const detail::TileSlot& giver, int side,
                                  detail::TileSlot& receiver, const Improve& improve) const {
  using detail::lane_max;
  const int facing = (side + 2) % 4;
  const std::uint16_t* row = field.side_values(giver, side);
  const std::uint8_t *mine = giver.edge_costs[side], *theirs = receiver.edge_costs[facing];
  if (!receiver.touched) {
    alignas(64) std::uint16_t offered[detail::lanes];
    const std::uint16_t lowest = kernel.offer(row, mine, theirs, offered);
    if (lowest == lane_max) return true;
    field.rebase(receiver, giver.base + lowest);
  }
  const auto shift = static_cast<std::int64_t>(giver.base - receiver.base);
  if (receiver.wide || shift > lane_max || shift < -lane_max) return false;
  const bool column = facing % 2 == 0;
  const std::uint32_t first = field.edge_offset(facing, 0);
  detail::EdgeOffer answer;
  kernel.exchange(row, mine, theirs, static_cast<std::int32_t>(shift), receiver.values, first, column,
                  answer);
  if (answer.misfit != 0) return false;
  if (answer.improved == 0) return true;
  receiver.dirty |= column ? answer.improved : 1U << (first / detail::lanes);
  receiver.entered_max = std::max(receiver.entered_max, answer.highest);
  improve(answer, first);
  return true;
}

template <class Improve>
inline void TileField::offer_side(const detail::TileSlot& giver, int side, detail::TileSlot& receiver,
                                  const Improve& improve) {
  if (scratch_->exchange(*this, giver, side, receiver, improve)) return;
  alignas(64) std::uint16_t offered[detail::lanes];
  const int facing = (side + 2) % 4;
  const std::uint16_t lowest = scratch_->kernel.offer(side_values(giver, side), giver.edge_costs[side],
                                                      receiver.edge_costs[facing], offered);
  receive(receiver, facing, giver.base, offered, lowest);
}

// The values that a side offers; columns as they were last remembered.
inline const std::uint16_t* TileField::side_values(const detail::TileSlot& slot, int side) const {
  switch (side) {
    case 0:
      return slot.offered_east;
    case 2:
      return slot.offered_west;
    default:
      return slot.values + edge_offset(side, 0);
  }
}

}  // namespace portolan
