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
#include <vector>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/prefetch.hpp>
#include <portolan/core/tile_field.hpp>
#include <portolan/core/validate.hpp>

#include "repair.hpp"

namespace portolan {

using detail::lane_max;
using detail::lanes;
using detail::TileSlot;

namespace {

constexpr std::uint32_t all_rows = ~0U;
// Where more rows than this lose values, the tile is solved again: that takes as long.
constexpr int most_losses = 2;

std::uint32_t widened(std::uint32_t rows) { return rows | rows << 1U | rows >> 1U; }

}  // namespace

// Takes in a tile's costs as they are now.
bool TileField::Repair::enter(TileSlot& slot) {
  if (slot.wide) return false;
  list(slot);
  if (scratch.weights_of == slot.tile) scratch.weights_of = {};
  if (!slot.loaded) {  // nothing ever reached it
    field.load(slot, scratch);
    slot.repair.felt = all_sides;
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
    if (std::memcmp(edges[side], slot.edge_costs[side], lanes) != 0) slot.repair.felt |= 1U << side;
  }
  if (!slot.touched) return true;
  slot.dirty |= widened(other);
  if (links || !plain) look(&slot, all_rows);
  if (!plain) look_around(slot);
  for (std::uint32_t left = closed; left != 0; left &= left - 1) {
    const int y = std::countr_zero(left);
    lose(slot, y, rows[y] & ~slot.rows[y]);
  }
  return true;
}

// A goal keeps its value when its cell gets costlier; the cells beside it do not.
void TileField::Repair::look_around(TileSlot& slot) {
  const std::uint32_t last_row = 1U << (field.tiles_.side() - 1);
  const auto facing = [&](int direction) {
    const int dy = step_dy[static_cast<std::size_t>(direction)];
    return dy > 0 ? 1U : dy < 0 ? last_row : all_rows;
  };
  for (int direction = 0; direction < step_count; ++direction) {
    const std::uint32_t sides = sides_of(direction);
    if ((~slot.repair.felt & sides) == 0) look(slot.neighbours[direction], facing(direction));
  }
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
  if (slot->repair.check == 0) scratch.waiting.push_back(slot);
  slot->repair.check |= rows;
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
  if (east) slot.repair.felt |= 1U, slot.offered_east[y] = lane_max, tell(0, widened(1U << y));
  if (west) slot.repair.felt |= 4U, slot.offered_west[y] = lane_max, tell(4, widened(1U << y));
  if (y == last) {
    slot.repair.felt |= 2U, tell(2, 1U);
    if (east) tell(1, 1U);
    if (west) tell(3, 1U);
  }
  if (y == 0) {
    slot.repair.felt |= 8U, tell(6, 1U << last);
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
  Offers offers;
  int losses = 0;
  while (slot.repair.check != 0) {
    const int y = std::countr_zero(slot.repair.check);
    std::uint32_t falling = scratch.kernel.unsupported(slot.values, costs, y);
    if (falling != 0) falling &= ~held_otherwise(slot, y, falling, offers);
    if (falling == 0) {
      slot.repair.check &= ~(1U << y);
    } else if (++losses > most_losses && solves < 2 * scratch.listed.size() + 8) {
      return solve_again(
          slot);  // often in vain where tiles raise one another step by step: then cell by cell
    } else {
      lose(slot, y, falling);
    }
  }
}

// Those of the cells whose values rest on a goal, on a link, or on a cell of another tile.
std::uint32_t TileField::Repair::held_otherwise(const TileSlot& slot, int y, std::uint32_t cells,
                                                Offers& offers) {
  const int last = field.tiles_.side() - 1;
  const auto first =
      std::uint64_t{slot.tile.value} * detail::tile_cells + static_cast<std::uint64_t>(y * lanes);
  std::uint32_t held = 0;
  for (const SeededGoal& goal : field.seeded_between(first, first + lanes)) {
    const auto x = static_cast<std::uint32_t>(goal.place - first);
    if (goal.units <= slot.units(static_cast<std::uint32_t>(y * lanes) + x)) held |= 1U << x;
  }
  const std::uint32_t boundary = y == 0 || y == last ? all_rows : 1U | 1U << last;
  for (std::uint32_t left = cells & ~held & (links ? all_rows : boundary); left != 0; left &= left - 1) {
    const int x = std::countr_zero(left);
    const bool on_boundary = (boundary >> x & 1U) != 0;
    if ((on_boundary && held_across(slot, x, y, offers)) || (links && held_by_link(slot, x, y)))
      held |= 1U << x;
  }
  return held;
}

bool TileField::Repair::held_across(const TileSlot& slot, int x, int y, Offers& offers) {
  const int last = field.tiles_.side() - 1;
  const std::uint64_t units = slot.units(static_cast<std::uint32_t>(y * lanes + x));
  const bool on[4] = {x == last, y == last, x == 0, y == 0};
  for (int side = 0; side < 4; ++side) {
    const TileSlot* from = slot.neighbours[2 * side];
    if (!on[side] || from == nullptr || !from->touched) continue;
    if (from->wide) {
      fits = false;
      return true;
    }
    if (!offers.known[side]) {
      const int facing = (side + 2) % 4;
      offers.known[side] = true;
      offers.base[side] = from->base;
      scratch.kernel.offer(field.side_values(*from, facing), from->edge_costs[facing], slot.edge_costs[side],
                           offers.units[side]);
    }
    const std::uint16_t offered = offers.units[side][side % 2 == 0 ? y : x];
    if (offered != lane_max && offers.base[side] + offered <= units) return true;
  }
  for (const int diagonal : {1, 3, 5, 7}) {
    const TileSlot* from = slot.neighbours[diagonal];
    if (!on[diagonal / 2] || !on[(diagonal + 1) / 2 % 4] || from == nullptr || !from->touched) continue;
    const std::uint64_t there = from->units(field.corner_offset((diagonal + 4) % step_count));
    if (there >= units) continue;
    const std::uint64_t step = field.corner_step(slot, diagonal);
    if (step != 0 && there + step <= units) return true;
  }
  return false;
}

bool TileField::Repair::held_by_link(const TileSlot& slot, int x, int y) const {
  const GridView& grid = field.grid_;
  const Cell c{slot.origin.x + x, slot.origin.y + y, slot.origin.layer};
  const std::uint64_t units = slot.units(static_cast<std::uint32_t>(y * lanes + x));
  const auto from = grid.links().from_block(c);
  return std::any_of(from.begin(), from.end(), [&](const LinkTable::Entry& entry) {
    const Link& link = grid.links()[entry.id];
    const std::uint64_t there = field.at(link.to).units;
    return link.from == c && grid.passable(link.to) && there < units && there + link.cost <= units;
  });
}

// Nearest to a goal first, so that few tiles are looked at twice.
TileSlot& TileField::Repair::nearest_waiting() {
  const auto nearest = std::min_element(scratch.waiting.begin(), scratch.waiting.end(),
                                        [](const TileSlot* a, const TileSlot* b) {
                                          return a->base != b->base ? a->base < b->base : a->tile < b->tile;
                                        });
  TileSlot& slot = **nearest;
  *nearest = scratch.waiting.back();
  scratch.waiting.pop_back();
  return slot;
}

// Tiles lie far apart in memory, and take longer to fetch than to repair.
void TileField::Repair::fetch(const TileSlot& slot) const {
  detail::prefetch_lines(&slot, sizeof slot);
  detail::prefetch_lines(field.grid_.costs().row(slot.origin), detail::tile_cells);
}

bool TileField::Repair::run(std::span<const TileId> changed, std::uint64_t max_solves) {
  const TileGrid& tiles = field.tiles_;
  std::vector<TileSlot*>& slots = scratch.due;  // no other use for it as yet
  for (const TileId tile : changed) {
    TileSlot* slot = field.store_.find(tiles.column(tile), tiles.row(tile), tiles.layer(tile));
    if (slot == nullptr && may_begin_in(tile)) slot = field.slot_for(tiles.origin(tile));
    if (slot == nullptr) continue;
    slots.push_back(slot);
    fetch(*slot);
  }
  for (TileSlot* slot : slots) {
    if (!enter(*slot)) return false;
  }
  slots.clear();
  while (!scratch.waiting.empty()) {
    if (scratch.listed.size() > max_solves || solves > max_solves) return false;
    raise(nearest_waiting());
    if (!fits) return false;
  }
  if (!lower(max_solves)) return false;
  finish();
  return true;
}

bool TileField::repair(std::span<const TileId> changed, std::uint64_t max_tile_solves) {
  PORTOLAN_ASSERT(finished(), "repair a field whose advance() has returned true");
  // Where a pocket has lost its path to the goal, tiles would raise one another for ever.
  const std::uint64_t enough = 4 * store_.size() + 64;
  const bool repaired = Repair(*this).run(changed, std::min(max_tile_solves, enough));
  if (repaired) PORTOLAN_EXPECT_VALID(validate(*this));
  return repaired;
}

}  // namespace portolan
