// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Solving one tile of a field, and offering what changed to the tiles around it.
#include <algorithm>
#include <bit>

#include <portolan/core/assert.hpp>
#include <portolan/core/tile_field.hpp>

#include "scratch.hpp"

namespace portolan {

using detail::lane_max;
using detail::lanes;
using detail::narrow_limit;
using detail::TileSlot;

namespace {

// A new tile's base lies this much below its first value, so that the other neighbours' offers rarely move
// it.
constexpr std::uint64_t base_slack = 2048;

// On ground of one cost no path inside a tile is longer than this many units of cost.
constexpr std::uint32_t longest_path = detail::tile_cells * 2 * diagonal_factor;

bool can_pass_limit(const TileSlot& slot) {
  return slot.plain_cost == 0 || slot.entered_max + longest_path * slot.plain_cost > narrow_limit;
}

void read_column(const std::uint16_t* values, int x, std::uint16_t* out) {
  for (int y = 0; y < lanes; ++y) out[y] = values[y * lanes + x];
}

}  // namespace

std::uint32_t TileField::solve(TileSlot& slot) {
  constexpr std::uint32_t all_sides = 15;
  // As much work as so many others. Counted as one, ticks of a game took four times as long where a gate had
  // shut and two fronts met in a tile.
  constexpr std::uint64_t price_of_wide = 64;
  tiles_solved_ += slot.wide ? price_of_wide : 1;
  slot.stale = true;
  if (slot.wide) {
    solve_wide(slot);
    return all_sides;
  }
  const std::uint32_t changed = solve_values(slot, *scratch_);
  return slot.wide ? all_sides : spread(slot, changed);
}

// Solves a narrow tile and returns the rows that changed; the tile may go wide instead, and waits again then.
std::uint32_t TileField::solve_values(TileSlot& slot, Scratch& scratch) {
  PORTOLAN_ASSERT(!slot.wide, "the kernel has 16 bits a value; wide tiles are solved by solve_wide()");
  const detail::TileKernel& kernel = scratch.kernel;
  std::uint32_t changed = 0;
  if (slot.plain_cost != 0) {
    changed = kernel.solve_plain(slot.values, slot.rows, slot.plain_cost, slot.dirty);
  } else {
    if (scratch.weights_of != slot.tile) {
      kernel.build_weights(scratch.tile_costs(grid_, tiles_, slot.origin), scratch.weights);
      scratch.weights_of = slot.tile;
    }
    changed = kernel.solve_weighted(slot.values, scratch.weights, slot.dirty);
  }
  slot.dirty = 0;
  if (can_pass_limit(slot) && kernel.highest(slot.values) > narrow_limit) make_wide(slot);
  return changed;
}

// The sides whose values changed since they were last offered, as bits. Remembers the columns as offered.
std::uint32_t TileField::sides_to_offer(TileSlot& slot, std::uint32_t changed) const {
  const int last = tiles_.side() - 1;
  const std::uint32_t rows = (changed >> last & 1U) << 1U | (changed & 1U) << 3U;
  // Nobody asks for a column beside which no tile is allowed. If one joins, all is offered again.
  const bool all = everywhere_;
  return rows | scratch_->kernel.columns(slot.values, last,
                                         all || slot.neighbours[4] != nullptr ? slot.offered_west : nullptr,
                                         all || slot.neighbours[0] != nullptr ? slot.offered_east : nullptr);
}

std::uint32_t TileField::spread(TileSlot& slot, std::uint32_t changed) {
  const std::uint32_t sides = sides_to_offer(slot, changed);
  for (int side = 0; side < 4; ++side) {
    if ((sides >> side & 1U) == 0) continue;
    TileSlot* receiver = neighbour(slot, 2 * side);
    if (receiver == nullptr || receiver->plain_cost == impassable) continue;
    offer_side(slot, side, *receiver, [&](const detail::EdgeOffer& answer, std::uint32_t) {
      wake(*receiver, receiver->base + answer.lowest);
    });
  }
  for (const int diagonal : {1, 3, 5, 7}) {
    if ((sides >> (diagonal < 4 ? 1 : 3) & 1U) != 0) offer_corner(slot, diagonal);
  }
  if (!grid_.links().empty()) offer_links(slot);
  return sides;
}

void TileField::offer_lanes(TileSlot& receiver, int side, std::uint64_t base, const std::uint16_t* offered) {
  for (int lane = 0; lane < tiles_.side(); ++lane) {
    if (offered[lane] != lane_max) take(receiver, edge_offset(side, lane), base + offered[lane]);
  }
}

void TileField::receive(TileSlot& receiver, int facing, std::uint64_t giver_base,
                        const std::uint16_t* offered, std::uint16_t lowest) {
  if (lowest == lane_max) return;
  PORTOLAN_ASSERT(receiver.plain_cost != impassable, "walls are offered nothing");
  const detail::TileKernel& kernel = scratch_->kernel;
  const bool fresh = !receiver.touched;
  if (receiver.wide || !rebase(receiver, giver_base + lowest)) {
    return offer_lanes(receiver, facing, giver_base, offered);
  }
  const auto shift = static_cast<std::int64_t>(giver_base - receiver.base);
  const bool column = facing % 2 == 0;
  alignas(64) std::uint16_t gathered[lanes];
  std::uint16_t* row = column ? gathered : receiver.values + edge_offset(facing, 0);
  if (column && fresh) std::fill(std::begin(gathered), std::end(gathered), lane_max);
  if (column && !fresh) read_column(receiver.values, static_cast<int>(edge_offset(facing, 0)), gathered);
  detail::EdgeOffer answer;
  kernel.accept(offered, static_cast<std::int32_t>(std::min<std::int64_t>(shift, lane_max)), row, answer);
  if (answer.misfit != 0) {
    make_wide(receiver);
    return offer_lanes(receiver, facing, giver_base, offered);
  }
  if (answer.improved == 0) return;
  if (column) {
    for (std::uint32_t left = answer.improved; left != 0; left &= left - 1) {
      const int lane = std::countr_zero(left);
      receiver.values[edge_offset(facing, lane)] = gathered[lane];
    }
    receiver.dirty |= answer.improved;
  } else {
    receiver.dirty |= 1U << (edge_offset(facing, 0) / lanes);
  }
  receiver.entered_max = std::max(receiver.entered_max, answer.highest);
  wake(receiver, receiver.base + answer.lowest);
}

void TileField::offer_corner(TileSlot& giver, int diagonal) {
  if (giver.neighbours[diagonal] == nullptr && !everywhere_) return;
  const std::uint64_t units = giver.units(corner_offset(diagonal));
  if (units >= unreachable.units) return;
  TileSlot* receiver = neighbour(giver, diagonal);
  if (receiver != nullptr) take_corner(*receiver, (diagonal + 4) % step_count, units);
}

// Takes in what the corner cell of the tile in a diagonal direction has, if it may step here.
void TileField::take_corner(TileSlot& receiver, int diagonal, std::uint64_t giver_units) {
  const std::uint32_t offset = corner_offset(diagonal);
  if (receiver.units(offset) <= giver_units) return;
  const std::uint64_t step = corner_step(receiver, diagonal);
  if (step != 0) take(receiver, offset, giver_units + step);
}

// What the step from a tile's corner cell across its corner costs, 0 where it is not legal. The costs are
// those that the tiles around keep of their edges: the world's own lie far apart in memory.
std::uint64_t TileField::corner_step(const TileSlot& receiver, int diagonal) const {
  const bool east = diagonal == 1 || diagonal == 7, south = diagonal < 4;
  const int towards_x = east ? 0 : 4, towards_y = south ? 2 : 6;
  const TileSlot* giver = receiver.neighbours[diagonal];
  const TileSlot* beside = receiver.neighbours[towards_x];
  const TileSlot* beyond = receiver.neighbours[towards_y];
  if (!everywhere_ && (beside == nullptr || beyond == nullptr)) return 0;
  const auto loaded = [&](int direction) {
    const TileSlot* slot = receiver.neighbours[direction];
    return slot != nullptr && slot->loaded;
  };
  if (!loaded(diagonal) || !loaded(towards_x) || !loaded(towards_y)) {
    const std::uint32_t offset = corner_offset(diagonal);
    const Cell to{receiver.origin.x + static_cast<std::int32_t>(offset % lanes),
                  receiver.origin.y + static_cast<std::int32_t>(offset / lanes), receiver.origin.layer};
    const auto direction = static_cast<Direction>(diagonal);
    if (!grid_.can_step(to, direction)) return 0;
    const Cell from = step(to, direction);
    const bool open = may_enter({from.x, to.y, to.layer}) && may_enter({to.x, from.y, to.layer});
    return open ? grid_.step_cost(to, direction).units : 0;
  }
  const int last = tiles_.side() - 1;
  const int row = south ? last : 0, column = east ? last : 0;
  const Cost here = receiver.edge_costs[east ? 0 : 2][row];
  const Cost there = giver->edge_costs[east ? 2 : 0][last - row];
  if (here == impassable || there == impassable || beside->edge_costs[east ? 2 : 0][row] == impassable ||
      beyond->edge_costs[south ? 3 : 1][column] == impassable) {
    return 0;
  }
  return static_cast<std::uint64_t>(diagonal_factor * (here + there));
}

void TileField::offer_links(TileSlot& giver) {
  for (const LinkTable::Entry& entry : grid_.links().into_block(tiles_.origin(giver.tile))) {
    const Link& link = grid_.links()[entry.id];
    if (tiles_.tile_of(link.to) != giver.tile || !grid_.passable(link.from)) continue;
    const std::uint64_t here = giver.units(tiles_.offset(link.to));
    if (here >= unreachable.units) continue;
    TileSlot* receiver = slot_for(link.from);
    if (receiver != nullptr) take(*receiver, tiles_.offset(link.from), here + link.cost);
  }
}

void TileField::offer_all(TileSlot& giver) {
  if (giver.wide) {
    std::uint32_t all[lanes];
    std::fill(std::begin(all), std::end(all), ~0U);
    return offer_wide(giver, all);
  }
  std::fill(std::begin(giver.offered_west), std::end(giver.offered_west), lane_max);
  std::fill(std::begin(giver.offered_east), std::end(giver.offered_east), lane_max);
  spread(giver, ~0U);
}

// Makes room below for a value; false when the tile is wide afterwards.
bool TileField::rebase(TileSlot& slot, std::uint64_t lowest) {
  if (!slot.touched) {
    slot.touched = true;
    slot.base = lowest > base_slack ? lowest - base_slack : 0;
    return true;
  }
  if (lowest >= slot.base) return true;
  const std::uint64_t base = lowest > base_slack ? lowest - base_slack : 0;
  const std::uint64_t by = slot.base - base;
  const detail::TileKernel& kernel = scratch_->kernel;
  if (by > narrow_limit || kernel.highest(slot.values) + by > narrow_limit) {
    make_wide(slot);
    return false;
  }
  const auto amount = static_cast<std::uint16_t>(by);
  kernel.raise(slot.values, amount, slot.values);
  for (std::uint16_t* column : {slot.offered_west, slot.offered_east}) {
    for (int y = 0; y < lanes; ++y) {
      if (column[y] != lane_max) column[y] = static_cast<std::uint16_t>(column[y] + amount);
    }
  }
  slot.entered_max = static_cast<std::uint16_t>(std::min<int>(slot.entered_max + amount, lane_max));
  slot.base = base;
  return true;
}

// One value from outside: goals, corners, links, and whatever a wide tile gives or takes.
void TileField::take(TileSlot& slot, std::uint32_t offset, std::uint64_t units) {
  if (slot.units(offset) <= units) return;
  if (!slot.wide && rebase(slot, units)) {
    const std::uint64_t value = units - slot.base;
    if (value <= narrow_limit) {
      slot.values[offset] = static_cast<std::uint16_t>(value);
      slot.dirty |= 1U << (offset / lanes);
      slot.entered_max = std::max(slot.entered_max, slot.values[offset]);
      return wake(slot, units);
    }
    make_wide(slot);
  }
  slot.wide->units[offset] = units;
  slot.wide->pending.push_back(static_cast<std::uint16_t>(offset));
  wake(slot, units);
}

}  // namespace portolan
