// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What tiles of a way offer one another over their borders.
#include <portolan/core/detail/path_tiles.hpp>

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "path_slot.hpp"

namespace portolan::detail {

namespace {

// A new tile's base lies this much below its first value, so that other neighbours' offers rarely move it.
constexpr std::uint64_t base_slack = 2048;

}  // namespace

const std::uint8_t* PathTiles::edge_costs(Slot& slot, int side) {
  if (side % 2 == 1) return slot.costs + edge_first[side];
  std::uint8_t* const column = slot.columns[side / 2];
  if (!slot.has_column[side / 2]) {
    const int x = static_cast<int>(edge_first[side]);
    if (slot.plain_cost != 0) {
      scratch_->kernel.plain_column(slot.rows, x, slot.plain_cost, column);
    } else {
      for (int y = 0; y < lanes; ++y) column[y] = slot.costs[x + y * lanes];
    }
    slot.has_column[side / 2] = true;
  }
  return column;
}

void PathTiles::offer_side(Slot& slot, int side) {
  const std::uint32_t tile = slot.around[2 * side];
  if (tile == none || (question_.keeps_to_route && !is_on_route(tile))) return;
  const std::uint16_t* values = side == 0   ? slot.offered_east
                                : side == 2 ? slot.offered_west
                                            : slot.values + edge_first[side];
  // Along the known way, hardly anything that is offered would be of no use.
  if (everywhere_) {
    if (!may_be_useful(slot, side, values)) return;
    const std::uint32_t number = marks_[tile].slot;
    const bool fresh = number == none || !slots_[number]->touched;
    if (fresh && !any_useful(slot, side, values, 1, ~0U)) return;
  }
  Slot& receiver = *slot_of(tile);
  if (receiver.plain_cost == impassable) return;
  const int facing = (side + 2) % 4;
  const std::uint8_t *mine = edge_costs(slot, side), *theirs = edge_costs(receiver, facing);
  if (exchange(slot, values, mine, theirs, receiver, facing)) return;
  alignas(64) std::uint16_t offered[lanes];
  const std::uint16_t lowest = scratch_->kernel.offer(values, mine, theirs, offered);
  if (lowest != lane_max) receive(receiver, facing, slot.base, offered, lowest);
}

// The usual case of an offer, in one step: 16 bits span what both tiles have. False, and nothing is offered,
// otherwise.
bool PathTiles::exchange(const Slot& giver, const std::uint16_t* values, const std::uint8_t* mine,
                         const std::uint8_t* theirs, Slot& receiver, int facing) {
  const TileKernel& kernel = scratch_->kernel;
  if (!receiver.touched) {
    alignas(64) std::uint16_t offered[lanes];
    const std::uint16_t lowest = kernel.offer(values, mine, theirs, offered);
    if (lowest == lane_max) return true;
    static_cast<void>(rebase(receiver, giver.base + lowest));
  }
  const auto shift = static_cast<std::int64_t>(giver.base - receiver.base);
  if (shift > lane_max || shift < -lane_max) return false;
  const bool column = facing % 2 == 0;
  EdgeOffer answer;
  kernel.exchange(values, mine, theirs, static_cast<std::int32_t>(shift), receiver.values, edge_first[facing],
                  column, answer);
  if (answer.misfit != 0) return false;
  if (answer.improved == 0) return true;
  receiver.dirty |= column ? answer.improved : 1U << (edge_first[facing] / lanes);
  receiver.entered_max = std::max(receiver.entered_max, answer.highest);
  if (!everywhere_ || any_useful(receiver, facing, receiver.values + edge_first[facing], column ? lanes : 1,
                                 answer.improved)) {
    wake(receiver, receiver.base + answer.lowest);
  }
  return true;
}

// False where no way over an edge can cost less than the limit, by its least value and its nearest cell.
bool PathTiles::may_be_useful(const Slot& slot, int side, const std::uint16_t* values) const {
  const std::uint16_t least = scratch_->kernel.lowest(values);
  const Cell o = slot.origin;
  const Rect edge{side == 0 ? o.x + last_lane : o.x, side == 1 ? o.y + last_lane : o.y,
                  side % 2 == 0 ? 1 : lanes, side % 2 == 0 ? lanes : 1, o.layer};
  return least != lane_max && slot.base + least + least_from_start(edge) < limit_;
}

// True when over some of these cells of an edge there may be a way that costs less than the limit.
bool PathTiles::any_useful(const Slot& slot, int side, const std::uint16_t* values, int pitch,
                           std::uint32_t cells) const {
  const Cell o = slot.origin, s = question_.start;
  const int along = side % 2 == 0 ? o.y - s.y : o.x - s.x;
  const int edge = side < 2 ? last_lane : 0;
  const int across = std::abs(side % 2 == 0 ? o.x + edge - s.x : o.y + edge - s.y);
  const std::int64_t most = static_cast<std::int64_t>(limit_) - static_cast<std::int64_t>(slot.base);
  const std::int64_t unit = 2 * question_.least_cost;
  for (std::uint32_t left = cells; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    const std::uint16_t value = values[lane * pitch];
    const int beside = std::abs(along + lane);
    const int least = 12 * std::max(beside, across) + 5 * std::min(beside, across);
    if (value != lane_max && value + unit * least < most) return true;
  }
  return false;
}

void PathTiles::receive(Slot& receiver, int facing, std::uint64_t giver_base, const std::uint16_t* offered,
                        std::uint16_t lowest) {
  if (!rebase(receiver, giver_base + lowest)) return;
  const TileKernel& kernel = scratch_->kernel;
  const auto shift = static_cast<std::int64_t>(giver_base - receiver.base);
  const bool column = facing % 2 == 0;
  alignas(64) std::uint16_t gathered[lanes] = {};
  std::uint16_t* const edge = receiver.values + edge_first[facing];
  if (column) {
    static_cast<void>(kernel.columns(receiver.values, last_lane, facing == 2 ? gathered : nullptr,
                                     facing == 0 ? gathered : nullptr));
  }
  EdgeOffer answer;
  kernel.accept(offered, static_cast<std::int32_t>(std::min<std::int64_t>(shift, lane_max)),
                column ? gathered : edge, answer);
  fits_ = fits_ && answer.misfit == 0;
  if (answer.improved == 0 || !fits_) return;
  if (column) {
    for (std::uint32_t left = answer.improved; left != 0; left &= left - 1) {
      const int lane = std::countr_zero(left);
      edge[lane * lanes] = gathered[lane];
    }
    receiver.dirty |= answer.improved;
  } else {
    receiver.dirty |= 1U << (edge_first[facing] / lanes);
  }
  receiver.entered_max = std::max(receiver.entered_max, answer.highest);
  wake(receiver, receiver.base + answer.lowest);
}

void PathTiles::offer_corner(Slot& slot, int direction) {
  const std::uint32_t tile = slot.around[direction];
  if (tile == none || (question_.keeps_to_route && !is_on_route(tile))) return;
  // A step across a corner has to have the tiles beside it.
  if (slot.around[direction - 1] == none || slot.around[(direction + 1) % step_count] == none) return;
  const std::uint32_t offset = corner_offset(direction), there = corner_offset((direction + 4) % step_count);
  const std::uint64_t units = slot.units(offset);
  if (units >= limit_) return;
  const std::uint32_t number = marks_[tile].slot;
  if (number != none && slots_[number]->units(there) <= units) return;
  const Cell from{slot.origin.x + static_cast<int>(offset % lanes),
                  slot.origin.y + static_cast<int>(offset / lanes), slot.origin.layer};
  const auto d = static_cast<Direction>(direction);
  if (units + least_from_start(from) >= limit_ || !grid_.can_step(from, d)) return;
  take(*slot_of(tile), there, units + grid_.step_cost(from, d).units);
}

// Makes room below for a value.
bool PathTiles::rebase(Slot& slot, std::uint64_t lowest) {
  if (!slot.touched || lowest < slot.base) {
    const std::uint64_t base = lowest > base_slack ? lowest - base_slack : 0;
    if (slot.touched) {
      const std::uint64_t by = slot.base - base;
      const TileKernel& kernel = scratch_->kernel;
      fits_ = fits_ && by <= narrow_limit && kernel.highest(slot.values) + by <= narrow_limit;
      if (!fits_) return false;
      const auto amount = static_cast<std::uint16_t>(by);
      kernel.raise(slot.values, amount, slot.values);
      for (std::uint16_t* const column : {slot.offered_west, slot.offered_east}) {
        for (int y = 0; y < lanes; ++y) {
          if (column[y] != lane_max) column[y] = static_cast<std::uint16_t>(column[y] + amount);
        }
      }
      slot.entered_max = static_cast<std::uint16_t>(std::min<int>(slot.entered_max + amount, lane_max));
    }
    slot.touched = true;
    slot.base = base;
  }
  return true;
}

// One value from outside: goals and corners.
void PathTiles::take(Slot& slot, std::uint32_t offset, std::uint64_t units) {
  if (slot.units(offset) <= units || !rebase(slot, units)) return;
  const std::uint64_t value = units - slot.base;
  fits_ = fits_ && value <= narrow_limit;
  if (!fits_) return;
  slot.values[offset] = static_cast<std::uint16_t>(value);
  slot.dirty |= 1U << (offset / lanes);
  slot.entered_max = std::max(slot.entered_max, slot.values[offset]);
  wake(slot, units);
}

void PathTiles::wake(Slot& slot, std::uint64_t key) {
  if (key >= slot.key) return;
  slot.key = key;
  if (everywhere_) heap_.push({key, slot.tile, slot.number});
}

}  // namespace portolan::detail
