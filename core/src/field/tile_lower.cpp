// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// The second half of a repair: what may be too high is lowered, and directions follow.
#include <algorithm>

#include <portolan/core/assert.hpp>

#include "repair.hpp"

namespace portolan {

using detail::lane_max;
using detail::lanes;
using detail::TileSlot;

namespace {

bool has_value(const TileSlot& slot) {
  return std::any_of(std::begin(slot.values), std::end(slot.values),
                     [](std::uint16_t value) { return value != lane_max; });
}

}  // namespace

// Makes a tile ready to hear what the tiles around it offer.
void TileField::Repair::prepare(TileSlot& slot) {
  if (slot.touched && !has_value(slot)) {
    slot.touched = false;  // so that it may lie anywhere now
    slot.dirty = 0;
    slot.entered_max = 0;
    slot.repair.felt |= all_sides;
  }
  // Offered again: their costs, or the neighbour's values, may be others.
  if ((slot.repair.felt & 1U) != 0)
    std::fill(std::begin(slot.offered_east), std::end(slot.offered_east), lane_max);
  if ((slot.repair.felt & 4U) != 0)
    std::fill(std::begin(slot.offered_west), std::end(slot.offered_west), lane_max);
}

void TileField::Repair::hear_goals(TileSlot& slot) {
  const std::uint64_t first = std::uint64_t{slot.tile.value} * detail::tile_cells;
  for (const SeededGoal& goal : field.seeded_between(first, first + detail::tile_cells)) {
    const auto offset = static_cast<std::uint32_t>(goal.place - first);
    if ((slot.rows[offset / lanes] >> (offset % lanes) & 1U) != 0) field.take(slot, offset, goal.units);
  }
}

void TileField::Repair::hear(TileSlot& slot) {
  hear_goals(slot);
  for (int side = 0; side < 4; ++side) {
    if ((slot.repair.felt & (again | 1U << side)) != 0) hear_side(slot, side);
  }
  for (const int diagonal : {1, 3, 5, 7}) {
    const bool felt_here = (~slot.repair.felt & sides_of(diagonal)) == 0;
    if (felt_here || (slot.repair.felt & again) != 0) hear_corner(slot, diagonal);
    if (!felt_here) continue;
    // Where this corner opened, the tiles beside it have a new step past it.
    TileSlot* before = slot.neighbours[diagonal - 1];
    TileSlot* after = slot.neighbours[(diagonal + 1) % step_count];
    if (before != nullptr && field.loaded(before)) hear_corner(*before, (diagonal + 2) % step_count);
    if (after != nullptr && field.loaded(after)) hear_corner(*after, (diagonal + 6) % step_count);
  }
  if (links) hear_links(slot);
}

void TileField::Repair::hear_side(TileSlot& slot, int side) {
  TileSlot* from = slot.neighbours[2 * side];
  if (from == nullptr || !from->touched) return;
  if (from->wide) return field.offer_all(*from);
  if (from->plain_cost == impassable || slot.plain_cost == impassable) return;
  const int facing = (side + 2) % 4;
  alignas(64) std::uint16_t offered[lanes];
  const std::uint16_t lowest = scratch.kernel.offer(field.side_values(*from, facing),
                                                    from->edge_costs[facing], slot.edge_costs[side], offered);
  field.receive(slot, side, from->base, offered, lowest);
}

void TileField::Repair::hear_corner(TileSlot& slot, int diagonal) {
  TileSlot* from = slot.neighbours[diagonal];
  if (from == nullptr || !from->touched) return;
  const std::uint64_t there = from->units(field.corner_offset((diagonal + 4) % step_count));
  if (there < unreachable.units) field.take_corner(slot, diagonal, there);
}

void TileField::Repair::hear_links(TileSlot& slot) {
  const GridView& grid = field.grid_;
  for (const LinkTable::Entry& entry : grid.links().from_block(slot.origin)) {
    const Link& link = grid.links()[entry.id];
    if (field.tiles_.tile_of(link.from) != slot.tile || !grid.passable(link.from)) continue;
    const Distance there = field.at(link.to);
    if (reachable(there)) field.take(slot, field.tiles_.offset(link.from), there.units + link.cost);
  }
}

bool TileField::Repair::lower(std::uint64_t max_solves) {
  PORTOLAN_ASSERT(scratch.waiting.empty(), "all that is too low is raised before");
  const std::size_t count = scratch.listed.size();
  for (std::size_t i = 0; i < count; ++i) prepare(*scratch.listed[i]);
  for (std::size_t i = 0; i < count; ++i) {
    TileSlot& slot = *scratch.listed[i];
    hear(slot);
    // A row that is solved is offered as well.
    const std::uint32_t last_row = 1U << (field.tiles_.side() - 1);
    if ((slot.repair.felt & again) != 0)
      slot.dirty |=
          ((slot.repair.felt & 13U) != 0 ? 1U : 0U) | ((slot.repair.felt & 2U) != 0 ? last_row : 0U);
    if (slot.touched && slot.dirty != 0) field.wake(slot, slot.base);
  }
  for (; !field.heap_.empty(); ++solves) {
    if (solves >= max_solves) return false;
    TileSlot& slot = *field.next_waiting();
    list(slot);
    slot.repair.felt = static_cast<std::uint8_t>(slot.repair.felt | field.solve(slot));
  }
  return true;
}

// Directions of a tile depend on its own values and on those beside it.
void TileField::Repair::finish() {
  const auto mark = [&](TileSlot* slot) {
    if (slot == nullptr || slot->repair.due) return;
    slot->repair.due = true;
    scratch.due.push_back(slot);
  };
  for (TileSlot* slot : scratch.listed) {
    mark(slot);
    for (int side = 0; side < 4; ++side) {
      if ((slot->repair.felt >> side & 1U) != 0) mark(slot->neighbours[2 * side]);
    }
    for (const int diagonal : {1, 3, 5, 7}) {
      if ((~slot->repair.felt & sides_of(diagonal)) == 0) mark(slot->neighbours[diagonal]);
    }
    slot->repair.listed = slot->stale = false;
    slot->repair.felt = 0;
  }
  for (TileSlot* slot : scratch.due) {
    slot->repair.due = false;
    if (!field.wants_directions_) continue;
    field.loaded(slot);
    for (TileSlot* next : slot->neighbours) field.loaded(next);
    field.build_directions(*slot, scratch);
  }
  field.links_taken_in_ = !field.grid_.links().empty();
}

}  // namespace portolan
