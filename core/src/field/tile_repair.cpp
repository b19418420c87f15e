// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Repair of a finished field after some tiles' costs have changed.
//
// A field is exact when every cell's value is the least of its neighbours' values plus the step, and steps
// cost more than nothing, so there is only one such field: it does not matter how it was reached.
//
// First what may be too low is raised. A value rests on a cell beside it that accounts for it: value plus
// step come to no more. Cells that were blocked lose their values; a cell whose value rests on nothing any
// more loses it too, and those around it are looked at, row by row, through the tiles. What is left has a
// chain of cells that account for one another down to a goal, so it is not too low. These are just the cells
// whose costs rise, if nothing got cheaper at the same time: compare the affected set of Ramalingam and
// Reps, "An incremental algorithm for a generalization of the shortest-path problem" (1996). Then what may be
// too high is lowered, by the same spreading that made the field. A change that is not felt beyond its tile,
// the usual case for a small obstacle on open ground, costs that tile.
#include <algorithm>
#include <bit>
#include <cstring>
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

constexpr std::uint32_t all_rows = ~0U;
constexpr std::uint32_t all_sides = 15;

std::uint32_t widened(std::uint32_t rows) { return rows | rows << 1U | rows >> 1U; }

// A diagonal's two sides, as bits.
std::uint32_t sides_of(int diagonal) { return 1U << (diagonal / 2) | 1U << ((diagonal + 1) / 2 % 4); }

bool has_value(const TileSlot& slot) {
  return std::any_of(std::begin(slot.values), std::end(slot.values),
                     [](std::uint16_t value) { return value != lane_max; });
}

}  // namespace

/// The repair of one field.
struct TileField::Repair {
  explicit Repair(TileField& owner)
      : field(owner), scratch(*owner.scratch_), links(owner.links_taken_in_ || !owner.grid_.links().empty()) {
    scratch.waiting.clear();
    scratch.listed.clear();
    scratch.due.clear();
  }

  bool run(std::span<const TileId> changed, std::uint64_t max_solves);
  bool enter(TileSlot& slot);
  [[nodiscard]] bool may_begin_in(TileId tile) const;

  // What may be too low.
  void look(TileSlot* slot, std::uint32_t rows);
  void raise(TileSlot& slot);
  void lose(TileSlot& slot, int y, std::uint32_t cells);
  void look_beside(TileSlot& slot, int y, std::uint32_t cells);
  void look_along_links(const TileSlot& slot, int y, std::uint32_t cells);
  [[nodiscard]] std::uint32_t held_otherwise(const TileSlot& slot, int y, std::uint32_t cells) const;
  [[nodiscard]] bool held_across(Cell c, std::uint64_t units) const;

  // What may be too high.
  void prepare(TileSlot& slot);
  void hear(TileSlot& slot);
  void hear_side(TileSlot& slot, int side);
  void hear_corner(TileSlot& slot, int diagonal);
  void hear_links(TileSlot& slot);
  bool lower(std::uint64_t max_solves);

  void list(TileSlot& slot) {
    if (!slot.listed) scratch.listed.push_back(&slot);
    slot.listed = true;
  }
  void finish();

  TileField& field;
  Scratch& scratch;
  bool links;
  bool fits = true;  // no tile at hand is wide
};

// Takes in a tile's costs as they are now.
bool TileField::Repair::enter(TileSlot& slot) {
  if (slot.wide) return false;
  list(slot);
  if (scratch.weights_of == slot.tile) scratch.weights_of = {};
  if (!slot.loaded) {  // nothing ever reached it
    field.load(slot, scratch);
    slot.felt = all_sides;
    return true;
  }
  std::uint32_t rows[lanes];
  std::uint8_t edges[4][lanes];
  std::memcpy(rows, slot.rows, sizeof rows);
  std::memcpy(edges, slot.edge_costs, sizeof edges);
  const std::uint8_t plain_cost = slot.plain_cost;
  field.read_costs(slot, scratch);
  std::uint32_t closed = 0, other = 0;
  for (int y = 0; y < lanes; ++y) {
    other |= (rows[y] != slot.rows[y] ? 1U : 0U) << y;
    closed |= ((rows[y] & ~slot.rows[y]) != 0 ? 1U : 0U) << y;
  }
  // Among several costs, nobody remembers which cells had which.
  const bool plain = plain_cost == slot.plain_cost && plain_cost != 0;
  if (!plain) other = all_rows;
  for (std::size_t side = 0; side < 4; ++side) {
    if (std::memcmp(edges[side], slot.edge_costs[side], lanes) != 0) slot.felt |= 1U << side;
  }
  if (!slot.touched) return true;
  slot.dirty |= widened(other);
  if (links || !plain) look(&slot, all_rows);
  for (std::uint32_t left = closed; left != 0; left &= left - 1) {
    const int y = std::countr_zero(left);
    lose(slot, y, rows[y] & ~slot.rows[y]);
  }
  return true;
}

// A goal or the foot of a link that lay in a wall may be free now, in a tile that the field never came to.
bool TileField::Repair::may_begin_in(TileId tile) const {
  const std::uint64_t first = std::uint64_t{tile.value} * detail::tile_cells;
  if (!field.seeded_between(first, first + detail::tile_cells).empty()) return true;
  const auto from = field.grid_.links().from_block(field.tiles_.origin(tile));
  return std::any_of(from.begin(), from.end(), [&](const LinkTable::Entry& entry) {
    return field.tiles_.tile_of(field.grid_.links()[entry.id].from) == tile;
  });
}

void TileField::Repair::look(TileSlot* slot, std::uint32_t rows) {
  if (slot == nullptr || !slot->touched) return;
  if (slot->wide) fits = false;
  if (slot->check == 0) scratch.waiting.push_back(slot);
  slot->check |= rows;
}

// Takes the values of cells away, and has those around them looked at.
void TileField::Repair::lose(TileSlot& slot, int y, std::uint32_t cells) {
  std::uint32_t lost = 0;
  std::uint16_t* row = slot.values + y * lanes;
  for (std::uint32_t left = cells; left != 0; left &= left - 1) {
    const int x = std::countr_zero(left);
    if (row[x] != lane_max) lost |= 1U << x;
    row[x] = lane_max;
  }
  if (lost == 0) return;
  list(slot);
  slot.dirty |= widened(1U << y);
  look(&slot, widened(1U << y));
  look_beside(slot, y, lost);
  if (links) look_along_links(slot, y, lost);
}

void TileField::Repair::look_beside(TileSlot& slot, int y, std::uint32_t cells) {
  const int last = field.tiles_.side() - 1;
  const bool west = (cells & 1U) != 0, east = (cells >> last & 1U) != 0;
  const auto tell = [&](int direction, std::uint32_t rows) { look(slot.neighbours[direction], rows); };
  if (east) slot.felt |= 1U, tell(0, widened(1U << y));
  if (west) slot.felt |= 4U, tell(4, widened(1U << y));
  if (y == last) {
    slot.felt |= 2U, tell(2, 1U);
    if (east) tell(1, 1U);
    if (west) tell(3, 1U);
  }
  if (y == 0) {
    slot.felt |= 8U, tell(6, 1U << last);
    if (west) tell(5, 1U << last);
    if (east) tell(7, 1U << last);
  }
}

void TileField::Repair::look_along_links(const TileSlot& slot, int y, std::uint32_t cells) {
  const GridView& grid = field.grid_;
  for (const LinkTable::Entry& entry : grid.links().into_block(slot.origin)) {
    const Link& link = grid.links()[entry.id];
    const int x = link.to.x - slot.origin.x;
    if (link.to.y != slot.origin.y + y || x < 0 || x >= lanes || (cells >> x & 1U) == 0) continue;
    look(field.store_.find(link.from), 1U << (field.tiles_.offset(link.from) / lanes));
  }
}

// The rows of a tile that wait to be looked at.
void TileField::Repair::raise(TileSlot& slot) {
  const std::uint8_t* costs = scratch.tile_costs(field.grid_, field.tiles_, slot.origin);
  while (slot.check != 0) {
    const int y = std::countr_zero(slot.check);
    std::uint32_t falling = scratch.kernel.unsupported(slot.values, costs, y);
    if (falling != 0) falling &= ~held_otherwise(slot, y, falling);
    if (falling == 0) {
      slot.check &= ~(1U << y);
    } else {
      lose(slot, y, falling);
    }
  }
}

// Those of the cells whose values rest on a goal, on a link, or on a cell of another tile.
std::uint32_t TileField::Repair::held_otherwise(const TileSlot& slot, int y, std::uint32_t cells) const {
  const int last = field.tiles_.side() - 1;
  const auto first =
      std::uint64_t{slot.tile.value} * detail::tile_cells + static_cast<std::uint64_t>(y * lanes);
  std::uint32_t held = 0;
  for (const SeededGoal& goal : field.seeded_between(first, first + lanes)) {
    const auto x = static_cast<std::uint32_t>(goal.place - first);
    if (goal.units <= slot.units(static_cast<std::uint32_t>(y * lanes) + x)) held |= 1U << x;
  }
  const std::uint32_t rim = y == 0 || y == last ? all_rows : 1U | 1U << last;
  for (std::uint32_t left = cells & ~held & (links ? all_rows : rim); left != 0; left &= left - 1) {
    const int x = std::countr_zero(left);
    const Cell c{slot.origin.x + x, slot.origin.y + y, slot.origin.layer};
    if (held_across(c, slot.units(static_cast<std::uint32_t>(y * lanes + x)))) held |= 1U << x;
  }
  return held;
}

bool TileField::Repair::held_across(Cell c, std::uint64_t units) const {
  const GridView& grid = field.grid_;
  const TileId tile = field.tiles_.tile_of(c);
  for (int d = 0; d < step_count; ++d) {
    const auto direction = static_cast<Direction>(d);
    const Cell to = step(c, direction);
    if (!grid.contains(to) || field.tiles_.tile_of(to) == tile) continue;
    const Distance there = field.at(to);
    if (there.units >= units || !grid.can_step(c, direction)) continue;
    if (is_diagonal(direction) &&
        (!field.store_.find(Cell{to.x, c.y, c.layer}) || !field.store_.find(Cell{c.x, to.y, c.layer}))) {
      continue;
    }
    if (there.units + grid.step_cost(c, direction).units <= units) return true;
  }
  for (const LinkTable::Entry& entry : grid.links().from_block(c)) {
    const Link& link = grid.links()[entry.id];
    if (link.from == c && grid.passable(link.to) && field.at(link.to).units < units &&
        field.at(link.to).units + link.cost <= units) {
      return true;
    }
  }
  return false;
}

// Makes a tile ready to hear what the tiles around it offer.
void TileField::Repair::prepare(TileSlot& slot) {
  if (slot.touched && !has_value(slot)) {
    slot.touched = false;  // so that it may lie anywhere now
    slot.dirty = 0;
    slot.entered_max = 0;
    slot.felt |= all_sides;
  }
  // Offered again: their costs, or the neighbour's values, may be others.
  if ((slot.felt & 1U) != 0) std::fill(std::begin(slot.offered_east), std::end(slot.offered_east), lane_max);
  if ((slot.felt & 4U) != 0) std::fill(std::begin(slot.offered_west), std::end(slot.offered_west), lane_max);
}

void TileField::Repair::hear(TileSlot& slot) {
  const std::uint64_t first = std::uint64_t{slot.tile.value} * detail::tile_cells;
  for (const SeededGoal& goal : field.seeded_between(first, first + detail::tile_cells)) {
    const auto offset = static_cast<std::uint32_t>(goal.place - first);
    if ((slot.rows[offset / lanes] >> (offset % lanes) & 1U) != 0) field.take(slot, offset, goal.units);
  }
  for (int side = 0; side < 4; ++side) {
    if ((slot.felt >> side & 1U) != 0) hear_side(slot, side);
  }
  for (const int diagonal : {1, 3, 5, 7}) {
    if ((~slot.felt & sides_of(diagonal)) != 0) continue;
    hear_corner(slot, diagonal);
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
  const std::size_t count = scratch.listed.size();
  for (std::size_t i = 0; i < count; ++i) prepare(*scratch.listed[i]);
  for (std::size_t i = 0; i < count; ++i) {
    TileSlot& slot = *scratch.listed[i];
    hear(slot);
    if (slot.touched && slot.dirty != 0) field.wake(slot, slot.base);
  }
  for (std::uint64_t solves = 0; !field.heap_.empty(); ++solves) {
    if (solves >= max_solves) return false;
    TileSlot& slot = *field.heap_pop();
    list(slot);
    slot.felt = static_cast<std::uint8_t>(slot.felt | field.solve(slot));
  }
  return true;
}

// Directions of a tile depend on its own values and on those beside it.
void TileField::Repair::finish() {
  const auto mark = [&](TileSlot* slot) {
    if (slot == nullptr || slot->due) return;
    slot->due = true;
    scratch.due.push_back(slot);
  };
  for (TileSlot* slot : scratch.listed) {
    mark(slot);
    for (int side = 0; side < 4; ++side) {
      if ((slot->felt >> side & 1U) != 0) mark(slot->neighbours[2 * side]);
    }
    for (const int diagonal : {1, 3, 5, 7}) {
      if ((~slot->felt & sides_of(diagonal)) == 0) mark(slot->neighbours[diagonal]);
    }
    slot->listed = slot->stale = false;
    slot->felt = 0;
  }
  for (TileSlot* slot : scratch.due) {
    slot->due = false;
    if (!field.options_.directions) continue;
    field.loaded(slot);
    for (TileSlot* next : slot->neighbours) field.loaded(next);
    field.build_directions(*slot, scratch);
  }
  field.links_taken_in_ = !field.grid_.links().empty();
}

bool TileField::Repair::run(std::span<const TileId> changed, std::uint64_t max_solves) {
  const TileGrid& tiles = field.tiles_;
  for (const TileId tile : changed) {
    TileSlot* slot = field.store_.find(tiles.column(tile), tiles.row(tile), tiles.layer(tile));
    if (slot == nullptr && may_begin_in(tile)) slot = field.slot_for(tiles.origin(tile));
    if (slot != nullptr && !enter(*slot)) return false;
  }
  while (!scratch.waiting.empty()) {
    TileSlot& slot = *scratch.waiting.back();
    scratch.waiting.pop_back();
    if (!fits || scratch.listed.size() > max_solves) return false;
    raise(slot);
  }
  if (!fits || !lower(max_solves)) return false;
  finish();
  return true;
}

bool TileField::repair(std::span<const TileId> changed, std::uint64_t max_tile_solves) {
  PORTOLAN_ASSERT(finished());
  return Repair(*this).run(changed, max_tile_solves);
}

}  // namespace portolan
