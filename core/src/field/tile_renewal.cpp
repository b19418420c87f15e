// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// A tile of which much has lost what it rests on: it forgets its values and is solved again from its
// surroundings, without what these may owe to the tile itself. Where a value on its boundary has risen, the
// tiles beside it are looked at in their turn.
#include <algorithm>
#include <cstring>
#include <utility>

#include <boost/container/small_vector.hpp>

#include <portolan/core/assert.hpp>

#include "repair.hpp"

namespace portolan {

using detail::lane_max;
using detail::lanes;
using detail::TileSlot;

/// The boundary of a tile as it was.
struct TileField::Repair::Former {
  std::uint64_t base;
  alignas(64) std::uint16_t boundary[4][lanes];  // by side
  alignas(64) std::uint16_t offered[4][lanes];   // what the tiles around were offered of it

  [[nodiscard]] std::uint64_t units(int side, int lane) const {
    return boundary[side][lane] == lane_max ? unreachable.units : base + boundary[side][lane];
  }
};

void TileField::Repair::solve_again(TileSlot& slot) {
  list(slot);
  Former former;
  former.base = slot.base;
  for (int side = 0; side < 4; ++side) {
    std::memcpy(former.boundary[side], field.side_values(slot, side), sizeof former.boundary[side]);
    const TileSlot* to = slot.neighbours[2 * side];
    if (to == nullptr || !to->loaded) {
      std::fill_n(former.offered[side], lanes, lane_max);
    } else {
      scratch.kernel.offer(former.boundary[side], slot.edge_costs[side], to->edge_costs[(side + 2) % 4],
                           former.offered[side]);
    }
  }
  boost::container::small_vector<std::pair<const Link*, std::uint64_t>, 8> feet;  // of links that lead here
  if (links) {
    for (const LinkTable::Entry& entry : field.grid_.links().into_block(slot.origin)) {
      const Link& link = field.grid_.links()[entry.id];
      if (field.tiles_.tile_of(link.to) == slot.tile)
        feet.emplace_back(&link, slot.units(field.tiles_.offset(link.to)));
    }
  }
  field.blank_values(slot);
  slot.touched = false;
  slot.base = 0;
  slot.dirty = slot.repair.check = 0;
  slot.entered_max = 0;
  hear_others(slot, former);
  ++solves;
  if (!slot.wide && field.heap_.contains(slot.number)) {
    field.heap_.remove(slot.number);
    ++field.tiles_solved_;
    const std::uint32_t changed = field.solve_values(slot, scratch);
    if (!slot.wide) static_cast<void>(field.sides_to_offer(slot, changed));  // remembers the columns
  }
  if (slot.wide) {
    fits = false;
    return;
  }
  slot.repair.felt |= again;
  look_where_risen(slot, former);
  for (const auto& [link, before] : feet) {
    if (slot.units(field.tiles_.offset(link->to)) > before)
      look(field.store_.find(link->from), 1U << (field.tiles_.offset(link->from) / lanes));
  }
}

void TileField::Repair::hear_others(TileSlot& slot, const Former& former) {
  PORTOLAN_ASSERT(!slot.touched, "a tile forgets what it was before it hears of others");
  hear_goals(slot);
  for (int side = 0; side < 4; ++side) {
    TileSlot* from = slot.neighbours[2 * side];
    if (from == nullptr || !from->touched) continue;
    if (from->wide) {
      fits = false;
      return;
    }
    const int facing = (side + 2) % 4;
    alignas(64) std::uint16_t giving[lanes];
    std::memcpy(giving, field.side_values(*from, facing), sizeof giving);
    for (int lane = 0; lane < lanes; ++lane) {
      const std::uint16_t own = former.offered[side][lane];
      const bool owes =
          own != lane_max && giving[lane] != lane_max && former.base + own <= from->base + giving[lane];
      if (owes) giving[lane] = lane_max;
    }
    alignas(64) std::uint16_t offered[lanes];
    const std::uint16_t lowest =
        scratch.kernel.offer(giving, from->edge_costs[facing], slot.edge_costs[side], offered);
    if (slot.plain_cost != impassable) field.receive(slot, side, from->base, offered, lowest);
  }
  for (const int diagonal : {1, 3, 5, 7}) {
    const TileSlot* from = slot.neighbours[diagonal];
    if (from == nullptr || !from->touched) continue;
    const int side = diagonal / 2;
    const std::uint32_t corner = field.corner_offset(diagonal);
    const std::uint64_t own =
        former.units(side, static_cast<int>(side % 2 == 0 ? corner / lanes : corner % lanes));
    const std::uint64_t there = from->units(field.corner_offset((diagonal + 4) % step_count));
    if (there < unreachable.units && there <= own) field.take_corner(slot, diagonal, there);
  }
  if (links) hear_links(slot);
}

void TileField::Repair::look_where_risen(TileSlot& slot, const Former& former) {
  const int last = field.tiles_.side() - 1;
  std::uint32_t risen[4] = {};
  for (int side = 0; side < 4; ++side) {
    const std::uint16_t* row = field.side_values(slot, side);
    for (int lane = 0; lane <= last; ++lane) {
      const std::uint64_t now =
          !slot.touched || row[lane] == lane_max ? unreachable.units : slot.base + row[lane];
      const std::uint64_t before = former.units(side, lane);
      if (now != before) slot.repair.felt = static_cast<std::uint8_t>(slot.repair.felt | 1U << side);
      risen[side] |= (now > before ? 1U : 0U) << lane;
    }
  }
  const auto rows = [](std::uint32_t of) { return of | of << 1U | of >> 1U; };
  const std::uint32_t last_row = 1U << last;
  if (risen[0] != 0) look(slot.neighbours[0], rows(risen[0]));
  if (risen[2] != 0) look(slot.neighbours[4], rows(risen[2]));
  if (risen[1] != 0) look(slot.neighbours[2], 1U);
  if (risen[3] != 0) look(slot.neighbours[6], last_row);
  if ((risen[1] >> last & 1U) != 0) look(slot.neighbours[1], 1U);
  if ((risen[1] & 1U) != 0) look(slot.neighbours[3], 1U);
  if ((risen[3] & 1U) != 0) look(slot.neighbours[5], last_row);
  if ((risen[3] >> last & 1U) != 0) look(slot.neighbours[7], last_row);
}

}  // namespace portolan
