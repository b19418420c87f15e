// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Repair of a finished field after some tiles' costs have changed.
//
// A field is exact when every cell's value is the least of its neighbours' values plus the step, and steps
// cost more than nothing, so there is only one such field: it does not matter how it was reached. First what
// may be too low is raised: a changed tile forgets its values and is solved anew from its surroundings,
// without what these owe to the tile itself. A neighbour whose values rested on one that rose forgets and is
// solved anew in its turn. Then what may be too high is lowered, by the same spreading that made the field.
// Where a change is not felt beyond its tile, which is the usual case for a small obstacle on open ground,
// that is one tile.
#include <algorithm>
#include <cstring>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include <portolan/core/assert.hpp>
#include <portolan/core/tile_field.hpp>

#include "scratch.hpp"

namespace portolan {

using detail::lane_max;
using detail::lanes;
using detail::TileSlot;

namespace {

// May a value owe itself to an offer that was `before` and is `after`? It may be larger than the offer was,
// where that had fallen and the news had not spread.
bool rests_on(std::uint64_t value, std::uint64_t before, std::uint64_t after) {
  return value < unreachable.units && value >= before && value < after;
}

}  // namespace

/// The repair of one field. Tiles that have forgotten their values are `emptied`; what they offered before is
/// kept until they are solved again.
struct TileField::Repair {
  // What a tile offered the tiles around it when it still had its values.
  struct Memory {
    TileSlot* slot = nullptr;
    std::uint64_t key = 0;  // its least value
    std::uint64_t base = 0;
    alignas(64) std::uint16_t offered[4][lanes];
    std::uint64_t corner[4];  // by diagonal / 2
    std::vector<std::pair<LinkId, std::uint64_t>> links;
  };

  explicit Repair(TileField& owner) : field(owner) {}

  bool run(std::span<const TileId> changed, std::uint64_t max_solves);
  bool forget(TileSlot& slot, bool with_corners);
  bool solve_anew(Memory& memory);
  void hear(Memory& memory);
  void hear_side(TileSlot& slot, int side, const Memory* without);
  void hear_corner(TileSlot& slot, int diagonal, const Memory* without);
  void hear_links(TileSlot& slot);
  bool compare(const Memory& memory);
  [[nodiscard]] bool side_rose(const Memory& memory, int side);
  [[nodiscard]] bool corner_rose(const Memory& memory, int diagonal);
  [[nodiscard]] std::unique_ptr<Memory> next();
  [[nodiscard]] bool may_begin_in(TileId tile) const;
  [[nodiscard]] std::uint64_t corner_offer(const TileSlot& slot, int diagonal) const;
  bool emptied(const TileSlot& slot) const {
    return std::any_of(memories.begin(), memories.end(), [&](const auto& m) { return m->slot == &slot; });
  }

  TileField& field;
  std::vector<std::unique_ptr<Memory>> memories;  // of the emptied tiles
  std::vector<TileSlot*> redone;                  // those that were solved anew
  std::uint64_t solves = 0;
};

// What side of a tile offers, in the giver's offsets. A tile without values offers nothing.
void TileField::side_offer(const TileSlot& giver, int side, const TileSlot& receiver,
                           std::uint16_t* offered) const {
  if (!giver.touched || giver.plain_cost == impassable || receiver.plain_cost == impassable) {
    std::fill(offered, offered + lanes, lane_max);
    return;
  }
  scratch_->kernel.offer(side_values(giver, side), giver.edge_costs[side],
                         receiver.edge_costs[(side + 2) % 4], offered);
}

// Empties a tile and takes in its costs as they are now. `with_corners`: its costs may have changed; where a
// corner opens or closes, the two tiles beside it lose or gain a step past that corner, so they are emptied
// too.
bool TileField::Repair::forget(TileSlot& slot, bool with_corners) {
  if (emptied(slot)) return true;
  if (slot.wide) return false;
  auto memory = std::make_unique<Memory>();
  memory->slot = &slot;
  memory->base = slot.base;
  memory->key = slot.base;
  for (int side = 0; side < 4; ++side) {
    const TileSlot* to = slot.neighbours[2 * side];
    if (to == nullptr) {
      std::fill(std::begin(memory->offered[side]), std::end(memory->offered[side]), lane_max);
      continue;
    }
    if (to->wide) return false;
    field.side_offer(slot, side, *to, memory->offered[side]);
  }
  for (const int diagonal : {1, 3, 5, 7}) memory->corner[diagonal / 2] = corner_offer(slot, diagonal);
  const GridView& grid = field.grid_;
  for (const LinkTable::Entry& entry : grid.links().into_block(slot.origin)) {
    const Link& link = grid.links()[entry.id];
    if (field.tiles_.tile_of(link.to) != slot.tile) continue;
    memory->links.emplace_back(entry.id, slot.units(field.tiles_.offset(link.to)));
  }
  const auto corner_open = [&](int k) {
    const std::uint32_t offset = field.corner_offset(2 * k + 1);
    return (slot.rows[offset / lanes] >> (offset % lanes) & 1U) != 0;
  };
  bool open[4];
  for (int k = 0; k < 4; ++k) open[k] = corner_open(k);
  if (field.scratch_->weights_of == slot.tile) field.scratch_->weights_of = {};
  blank(slot);
  field.load(slot, *field.scratch_);
  memories.push_back(std::move(memory));
  bool well = true;
  for (int k = 0; with_corners && k < 4; ++k) {
    if (corner_open(k) == open[k]) continue;
    for (const int side : {2 * k, (2 * k + 2) % 8}) {
      if (slot.neighbours[side] != nullptr) well = well && forget(*slot.neighbours[side], false);
    }
  }
  return well;
}

// What a tile's corner cell offers the tile across. From the costs that the tiles were loaded with, which are
// not the grid's until they are loaded again.
std::uint64_t TileField::Repair::corner_offer(const TileSlot& slot, int diagonal) const {
  const int horizontal = step_dx[static_cast<std::size_t>(diagonal)] > 0 ? 0 : 2;
  const int vertical = step_dy[static_cast<std::size_t>(diagonal)] > 0 ? 1 : 3;
  const TileSlot* beside = slot.neighbours[2 * horizontal];
  const TileSlot* above = slot.neighbours[2 * vertical];
  const TileSlot* to = slot.neighbours[diagonal];
  if (beside == nullptr || above == nullptr || to == nullptr) return unreachable.units;
  const std::uint64_t here = slot.units(field.corner_offset(diagonal));
  if (here >= unreachable.units) return unreachable.units;
  const int last = field.tiles_.side() - 1;
  const int from_y = vertical == 1 ? last : 0;
  const int back = (horizontal + 2) % 4;
  const Cost mine = slot.edge_costs[horizontal][from_y];
  const Cost theirs = to->edge_costs[back][last - from_y];
  if (mine == impassable || theirs == impassable || beside->edge_costs[back][from_y] == impassable ||
      above->edge_costs[horizontal][last - from_y] == impassable) {
    return unreachable.units;
  }
  return here + step_units(mine, theirs, true);
}

// Takes in what the neighbour on a side offers; `without`: but what rests on the tile's own former values.
void TileField::Repair::hear_side(TileSlot& slot, int side, const Memory* without) {
  TileSlot* from = slot.neighbours[2 * side];
  if (from == nullptr || !from->touched) return;
  if (from->wide) return field.offer_all(*from);
  const int facing = (side + 2) % 4;
  alignas(64) std::uint16_t giving[lanes];
  std::memcpy(giving, field.side_values(*from, facing), sizeof giving);
  if (without != nullptr) {
    for (int lane = 0; lane < field.tiles_.side(); ++lane) {
      const std::uint16_t own = without->offered[side][lane];
      if (own != lane_max && giving[lane] != lane_max && without->base + own <= from->base + giving[lane]) {
        giving[lane] = lane_max;
      }
    }
  }
  alignas(64) std::uint16_t offered[lanes];
  if (from->plain_cost == impassable || slot.plain_cost == impassable) return;
  const std::uint16_t lowest =
      field.scratch_->kernel.offer(giving, from->edge_costs[facing], slot.edge_costs[side], offered);
  field.receive(slot, side, from->base, offered, lowest);
}

void TileField::Repair::hear_corner(TileSlot& slot, int diagonal, const Memory* without) {
  TileSlot* from = slot.neighbours[diagonal];
  if (from == nullptr || !from->touched) return;
  const int back = (diagonal + 4) % 8;
  const std::uint64_t there = from->units(field.corner_offset(back));
  if (without != nullptr && there >= without->corner[diagonal / 2]) return;
  const std::uint64_t units = corner_offer(*from, back);
  if (units < unreachable.units) field.take(slot, field.corner_offset(diagonal), units);
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

void TileField::Repair::hear(Memory& memory) {
  TileSlot& slot = *memory.slot;
  const std::uint64_t first = std::uint64_t{slot.tile.value} * detail::tile_cells;
  for (const SeededGoal& goal : field.seeded_between(first, first + detail::tile_cells)) {
    const auto offset = static_cast<std::uint32_t>(goal.place - first);
    if ((slot.rows[offset / lanes] >> (offset % lanes) & 1U) != 0) field.take(slot, offset, goal.units);
  }
  for (int side = 0; side < 4; ++side) hear_side(slot, side, &memory);
  for (const int diagonal : {1, 3, 5, 7}) hear_corner(slot, diagonal, &memory);
  if (!field.grid_.links().empty()) hear_links(slot);
}

// False when the tile needs more than 16 bits.
bool TileField::Repair::solve_anew(Memory& memory) {
  hear(memory);
  TileSlot& slot = *memory.slot;
  if (slot.wide) return false;
  if (!field.waits(slot)) return true;  // nothing reaches it
  field.heap_pop();
  ++solves;
  ++field.tiles_solved_;
  const std::uint32_t changed = field.solve_values(slot, *field.scratch_);
  if (slot.wide) return false;
  static_cast<void>(field.sides_to_offer(slot, changed));  // remembers the columns
  return true;
}

// Does the neighbour on a side rest on an offer that has become worse?
bool TileField::Repair::side_rose(const Memory& memory, int side) {
  const TileSlot& slot = *memory.slot;
  const TileSlot* to = slot.neighbours[2 * side];
  if (to == nullptr || !to->touched) return false;
  alignas(64) std::uint16_t now[lanes];
  field.side_offer(slot, side, *to, now);
  const int facing = (side + 2) % 4;
  for (int lane = 0; lane < field.tiles_.side(); ++lane) {
    if (memory.offered[side][lane] == lane_max) continue;
    const std::uint64_t before = memory.base + memory.offered[side][lane];
    const std::uint64_t after = now[lane] == lane_max ? unreachable.units : slot.base + now[lane];
    if (rests_on(to->units(field.edge_offset(facing, lane)), before, after)) return true;
  }
  return false;
}

bool TileField::Repair::corner_rose(const Memory& memory, int diagonal) {
  const TileSlot* to = memory.slot->neighbours[diagonal];
  const std::uint64_t before = memory.corner[diagonal / 2];
  if (to == nullptr || before >= unreachable.units) return false;
  return rests_on(to->units(field.corner_offset((diagonal + 4) % 8)), before,
                  corner_offer(*memory.slot, diagonal));
}

// Empties the neighbours whose values rested on what the tile no longer offers. False when one of them is
// wide.
bool TileField::Repair::compare(const Memory& memory) {
  TileSlot& slot = *memory.slot;
  bool well = true;
  for (int side = 0; side < 4; ++side) {
    if (side_rose(memory, side)) well = well && forget(*slot.neighbours[2 * side], false);
  }
  for (const int diagonal : {1, 3, 5, 7}) {
    if (corner_rose(memory, diagonal)) well = well && forget(*slot.neighbours[diagonal], false);
  }
  for (const auto& [id, before] : memory.links) {
    const Link& link = field.grid_.links()[id];
    TileSlot* from = field.store_.find(link.from);
    if (from == nullptr || before >= unreachable.units) continue;
    const std::uint64_t after = slot.units(field.tiles_.offset(link.to));
    if (rests_on(from->units(field.tiles_.offset(link.from)), before + link.cost, after + link.cost)) {
      well = well && forget(*from, false);
    }
  }
  return well;
}

// Takes the emptied tile nearest to the goal from the list: it may rest on one that is solved after it, be
// emptied again, and come again.
std::unique_ptr<TileField::Repair::Memory> TileField::Repair::next() {
  const auto nearest = std::min_element(memories.begin(), memories.end(), [](const auto& a, const auto& b) {
    return std::tie(a->key, a->slot->tile) < std::tie(b->key, b->slot->tile);
  });
  std::unique_ptr<Memory> memory = std::move(*nearest);
  memories.erase(nearest);
  return memory;
}

// A goal or the foot of a link that lay in a wall may be free now, in a tile that the field never came to.
bool TileField::Repair::may_begin_in(TileId tile) const {
  const std::uint64_t first = std::uint64_t{tile.value} * detail::tile_cells;
  if (!field.seeded_between(first, first + detail::tile_cells).empty()) return true;
  const auto links = field.grid_.links().from_block(field.tiles_.origin(tile));
  return std::any_of(links.begin(), links.end(), [&](const LinkTable::Entry& entry) {
    return field.tiles_.tile_of(field.grid_.links()[entry.id].from) == tile;
  });
}

bool TileField::Repair::run(std::span<const TileId> changed, std::uint64_t max_solves) {
  const TileGrid& tiles = field.tiles_;
  for (const TileId tile : changed) {
    TileSlot* slot = field.store_.find(tiles.column(tile), tiles.row(tile), tiles.layer(tile));
    if (slot == nullptr && may_begin_in(tile)) slot = field.slot_for(tiles.origin(tile));
    if (slot != nullptr && !forget(*slot, true)) return false;
  }
  while (!memories.empty()) {
    if (solves >= max_solves) return false;
    const std::unique_ptr<Memory> memory = next();
    if (!solve_anew(*memory) || !compare(*memory)) return false;
    redone.push_back(memory->slot);
  }
  std::sort(redone.begin(), redone.end(),
            [](const TileSlot* a, const TileSlot* b) { return a->tile < b->tile; });
  redone.erase(std::unique(redone.begin(), redone.end()), redone.end());
  for (TileSlot* slot : redone) {
    if (slot->touched) field.offer_all(*slot);
    for (int side = 0; side < 4; ++side) hear_side(*slot, side, nullptr);
    for (const int diagonal : {1, 3, 5, 7}) hear_corner(*slot, diagonal, nullptr);
    if (!field.grid_.links().empty()) hear_links(*slot);
  }
  while (!field.heap_.empty()) {
    if (solves >= max_solves) return false;
    ++solves;
    field.solve(*field.heap_pop());
  }
  return true;
}

bool TileField::repair(std::span<const TileId> changed, std::uint64_t max_tile_solves) {
  PORTOLAN_ASSERT(finished());
  // Where a pocket has lost its way to the goal, tiles would raise one another for ever.
  const std::uint64_t enough = 4 * store_.size() + 64;
  for (std::size_t i = 0; i < store_.size(); ++i) loaded(&store_[i]);
  Repair repair(*this);
  if (!repair.run(changed, std::min(max_tile_solves, enough))) return false;
  if (options_.directions) finish_directions();
  return true;
}

}  // namespace portolan
