// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Flow directions of a tile, from its values and a halo of its neighbours' values.
#include <algorithm>
#include <cstring>

#include <portolan/core/assert.hpp>
#include <portolan/core/tile_field.hpp>

#include "scratch.hpp"

namespace portolan {

using detail::halo_shift;
using detail::lane_max;
using detail::lanes;
using detail::TileSlot;

namespace {

// A neighbour's value as this tile sees it; whatever is out of reach of one step is as good as unreachable.
std::uint16_t seen(std::uint64_t units, std::uint64_t base) {
  if (units >= unreachable.units || units + halo_shift < base) return lane_max;
  const std::uint64_t value = units + halo_shift - base;
  return value < lane_max ? static_cast<std::uint16_t>(value) : lane_max;
}

// Where a side of the halo lies: columns have the corner above in front.
std::uint16_t* strip(detail::Halo& halo, int side) {
  switch (side) {
    case 0:
      return halo.east + 1;
    case 1:
      return halo.south;
    case 2:
      return halo.west + 1;
    default:
      return halo.north;
  }
}

}  // namespace

// Directions of a tile depend on its own values and on its neighbours'.
// Goes on where it stopped. A tile's directions count as a solve, for they take about as long on open ground,
// and those of a wide tile as sixteen.
bool TileField::finish_directions(std::uint64_t max_tile_solves) {
  const auto due = [](const TileSlot& slot) {
    if (slot.stale) return true;
    return std::any_of(std::begin(slot.neighbours), std::end(slot.neighbours),
                       [](const TileSlot* next) { return next != nullptr && next->stale; });
  };
  PORTOLAN_ASSERT(directions_looked_at_ <= store_.size(), "no tile goes while directions are made");
  // Each step for all tiles before the next: a tile's directions need what its neighbours have.
  if (directions_looked_at_ == 0) {
    for (std::size_t i = 0; i < store_.size(); ++i) loaded(&store_[i]);
  }
  constexpr std::uint64_t price_of_wide = 16;
  std::uint64_t left = max_tile_solves;
  for (; directions_looked_at_ < store_.size(); ++directions_looked_at_) {
    if (!due(store_[directions_looked_at_])) continue;
    if (left == 0) return false;
    TileSlot& slot = store_[directions_looked_at_];
    const std::uint64_t price = slot.wide ? price_of_wide : 1;
    left -= std::min(left, price);
    directions_built_ += price;
    build_directions(slot, *scratch_);
  }
  for (std::size_t i = 0; i < store_.size(); ++i) store_[i].stale = false;
  directions_looked_at_ = 0;
  return true;
}

void TileField::halo_side(const TileSlot& slot, int side, bool with_costs, Scratch& scratch) const {
  const TileSlot* next = slot.neighbours[2 * side];
  const int facing = (side + 2) % 4;
  std::uint16_t* values = strip(scratch.halo, side);
  if (with_costs) {
    std::uint16_t* costs = strip(scratch.halo_costs, side);
    if (next == nullptr) {
      std::fill(costs, costs + lanes, std::uint16_t{impassable});
    } else {
      std::copy(next->edge_costs[facing], next->edge_costs[facing] + lanes, costs);
    }
  }
  if (next == nullptr || !next->touched) {
    std::fill(values, values + lanes, lane_max);
    return;
  }
  const auto shift = static_cast<std::int64_t>(next->base - slot.base) + halo_shift;
  if (next->wide || shift > lane_max || shift < -lane_max) {
    for (int i = 0; i < lanes; ++i) {
      values[i] = i < tiles_.side() ? seen(next->units(edge_offset(facing, i)), slot.base) : lane_max;
    }
    return;
  }
  // A solved tile was offered everywhere, so the columns kept for that are its values.
  const std::uint16_t* row = facing == 0   ? next->offered_east
                             : facing == 2 ? next->offered_west
                                           : next->values + edge_offset(facing, 0);
  scratch.kernel.shifted(row, static_cast<std::int32_t>(shift), values);
}

void TileField::halo_corner(const TileSlot& slot, int diagonal, bool with_costs, Scratch& scratch) const {
  PORTOLAN_ASSERT(is_diagonal(static_cast<Direction>(diagonal)), "a halo has its corners on the diagonals");
  const TileSlot* next = slot.neighbours[diagonal];
  const int dx = step_dx[static_cast<std::size_t>(diagonal)],
            dy = step_dy[static_cast<std::size_t>(diagonal)];
  const int last = tiles_.side() - 1;
  const int x = dx > 0 ? 0 : last, y = dy > 0 ? 0 : last;
  const int entry = dy < 0 ? 0 : tiles_.side() + 1;
  const auto put = [&](detail::Halo& halo, std::uint16_t value) {
    (dx > 0 ? halo.east : halo.west)[entry] = value;
  };
  const bool there = next != nullptr && next->touched;
  put(scratch.halo,
      there ? seen(next->units(static_cast<std::uint32_t>(y * lanes + x)), slot.base) : lane_max);
  if (with_costs) put(scratch.halo_costs, next == nullptr ? impassable : cost_in(*next, x, y));
}

void TileField::build_directions(TileSlot& slot, Scratch& scratch) const {
  if (!slot.touched || slot.plain_cost == impassable) {
    std::memset(slot.directions, static_cast<int>(Direction::none), sizeof slot.directions);
    return;
  }
  if (slot.wide) return build_directions_slowly(slot);
  if (!scratch.build_open_directions(*this, slot)) {
    bool plain = slot.plain_cost != 0;
    for (const TileSlot* next : slot.neighbours) {
      plain &= next == nullptr || next->plain_cost == slot.plain_cost || next->plain_cost == impassable;
    }
    for (int side = 0; side < 4; ++side) halo_side(slot, side, !plain, scratch);
    for (const int diagonal : {1, 3, 5, 7}) halo_corner(slot, diagonal, !plain, scratch);
    run_directions(slot, plain, scratch);
  }
  mend_directions(slot);
}

// Whole tiles of cost 1 among such tiles. False, and nothing is done, for others.
bool TileField::Scratch::build_open_directions(const TileField& field, TileSlot& slot) const {
  if (slot.plain_cost != 1 || field.tiles_.side() != lanes || kernel.open_directions == nullptr) return false;
  detail::OpenHalo halo_bytes;
  for (int d = 0; d < step_count; ++d) {
    const TileSlot* next = slot.neighbours[d];
    const bool there = next != nullptr && next->touched;
    if (there && (next->plain_cost != 1 || next->wide)) return false;
    const std::uint64_t shift = there ? next->base - slot.base : 0;
    if (d % 2 == 0) {
      halo_bytes.side[d / 2] = there ? field.side_values(*next, (d / 2 + 2) % 4) : nullptr;
      halo_bytes.shift[d / 2] = static_cast<std::uint16_t>(shift);
      continue;
    }
    const std::uint16_t value = there ? next->values[field.corner_offset((d + 4) % step_count)] : lane_max;
    halo_bytes.corner[d / 2] = value == lane_max
                                   ? detail::closed_byte
                                   : static_cast<std::uint8_t>((value + shift) | detail::open_bit);
  }
  kernel.open_directions(slot.values, halo_bytes, slot.directions);
  return true;
}

void TileField::run_directions(TileSlot& slot, bool plain, Scratch& scratch) const {
  const detail::TileKernel& kernel = scratch.kernel;
  detail::Halo& halo = scratch.halo;
  detail::Halo& halo_costs = scratch.halo_costs;
  const std::uint8_t* costs = scratch.tile_costs(grid_, tiles_, slot.origin);
  const std::uint32_t plain_cost = plain ? slot.plain_cost : 0;
  if (tiles_.side() == lanes) {
    return kernel.directions(slot.values, halo_shift, halo, costs, halo_costs, plain_cost, slot.directions);
  }
  // A smaller tile leaves room in its 32 rows and lanes: the lower and the right halo go there.
  const int side = tiles_.side();
  kernel.raise(slot.values, halo_shift, scratch.values);
  std::uint8_t* padded = scratch.costs;
  for (int i = 0; i < side; ++i) {
    scratch.values[side * lanes + i] = halo.south[i];
    scratch.values[i * lanes + side] = halo.east[i + 1];
    padded[side * lanes + i] = static_cast<std::uint8_t>(halo_costs.south[i]);
    padded[i * lanes + side] = static_cast<std::uint8_t>(halo_costs.east[i + 1]);
  }
  // Corner entries of the columns: the upper right one lies above row 0, the lower ones beside row `side`.
  scratch.values[side * lanes + side] = halo.east[side + 1];
  padded[side * lanes + side] = static_cast<std::uint8_t>(halo_costs.east[side + 1]);
  halo.north[side] = halo.east[0];
  halo_costs.north[side] = halo_costs.east[0];
  kernel.directions(scratch.values, 0, halo, costs, halo_costs, plain_cost, slot.directions);
  for (int y = 0; y < side; ++y) {
    std::memset(slot.directions + y * lanes + side, static_cast<int>(Direction::none),
                static_cast<std::size_t>(lanes - side));
  }
}

// Goals and the ends of links are few: they are set by hand.
void TileField::mend_directions(TileSlot& slot) const {
  const std::uint64_t first = std::uint64_t{slot.tile.value} * detail::tile_cells;
  for (const SeededGoal& goal : seeded_between(first, first + detail::tile_cells)) {
    const auto offset = static_cast<std::uint32_t>(goal.place - first);
    if (slot.units(offset) == goal.units)
      slot.directions[offset] = static_cast<std::uint8_t>(Direction::goal);
  }
  if (grid_.links().empty()) return;
  for (const LinkTable::Entry& entry : grid_.links().from_block(slot.origin)) {
    const Cell from = grid_.links()[entry.id].from;
    if (tiles_.tile_of(from) != slot.tile) continue;
    slot.directions[tiles_.offset(from)] = static_cast<std::uint8_t>(slow_direction(from));
  }
}

}  // namespace portolan
