// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// The field of a single path: no more tiles than its cost depends on.
#include <algorithm>
#include <bit>
#include <cstdlib>

#include <portolan/core/assert.hpp>
#include <portolan/core/octile.hpp>
#include <portolan/core/tile_field.hpp>

#include "scratch.hpp"

namespace portolan {

using detail::lane_max;
using detail::lanes;
using detail::TileSlot;

void TileField::PathScope::begin(std::span<const TileId> corridor, std::size_t route, bool keep,
                                 std::size_t tile_count) {
  marks.resize(tile_count);
  if (++generation == 0) {
    std::fill(marks.begin(), marks.end(), Mark{});
    generation = 1;
  }
  for (std::size_t i = 0; i < corridor.size(); ++i) {
    PORTOLAN_ASSERT(corridor[i].value < tile_count, "a corridor has tiles of this field's grid");
    marks[corridor[i].value] = {generation, static_cast<std::uint32_t>(i)};
  }
  on_route = route;
  keeps_to_route = keep;
}

/// What the field of one path leaves out: the tiles of a known path are solved first, which gives
/// a limit, and others only where a path that costs less may lead through them. Tiles are solved, and offer
/// one another what changed, as in any other field.
struct TileField::PathSearch {
  PathSearch(TileField& owner, const PathQuery& what)
      : field(owner),
        scratch(*owner.scratch_),
        scope(owner.scratch_->scope),
        query(what),
        start_tile(owner.tiles_.tile_of(what.start)),
        least_cost(owner.grid_.links().empty() ? what.least_cost : Cost{0}),
        limit(what.known.units < unreachable.units ? what.known.units + 1 : unreachable.units) {}

  bool run() {
    seed(true);
    follow_route();
    leave_route();
    field.note_goals();
    field.goals_seeded_ = field.goals_.size();
    return reachable(field.at(query.start));
  }

  // The goals in tiles of the known path, or the others that may be better.
  void seed(bool on_route) {
    for (const Goal& goal : query.goals) {
      if (!field.grid_.passable(goal.cell)) continue;
      const TileId tile = field.tiles_.tile_of(goal.cell);
      if (!scope.contains(tile) || scope.is_on_route(tile) != on_route) continue;
      if (goal.offset.units + least_from_start(goal.cell) >= limit) continue;
      field.goals_.push_back(goal);
      field.take(*field.slot_for(goal.cell), field.tiles_.offset(goal.cell), goal.offset.units);
    }
  }
  // Each tile of the known path once, from the goal on. What it offers tiles that were solved before it
  // waits: by the value that the start has then, hardly any of that matters.
  void follow_route() {
    for (std::size_t place = query.on_route; place-- > 0;) {
      TileSlot* slot = field.slot_for(field.tiles_.origin(query.corridor[place]));
      take_corners(*slot);
      if (!field.heap_.contains(slot->number)) continue;
      field.heap_.remove(slot->number);
      const std::uint32_t changed = solve(*slot);
      if (slot->wide) continue;
      const std::uint32_t sides = field.sides_to_offer(*slot, changed);
      for (int side = 0; side < 4; ++side) {
        if ((sides >> side & 1U) != 0 && is_ahead(*slot, 2 * side)) offer_side(*slot, side);
      }
      if (field.links_taken_in_) field.offer_links(*slot);
    }
  }
  // The tiles around the known path come in, unless it is as cheap as a path can be.
  void leave_route() {
    const bool can_improve = std::any_of(query.goals.begin(), query.goals.end(), [this](const Goal& goal) {
      return goal.offset.units + least_from_start(goal.cell) < limit;
    });
    if (!can_improve) return;
    beyond_the_route = true;
    if (!query.keeps_to_route) seed(false);
    spread_the_rest();
    while (!field.heap_.empty() && field.heap_.top().key < limit) {
      TileSlot& slot = *field.next_waiting();
      spread(slot);
    }
  }
  // What was not offered along the known path.
  void spread_the_rest() {
    const std::size_t count = field.store_.size();
    for (std::size_t i = 0; i < count; ++i) {
      TileSlot& slot = field.store_[i];
      if (!slot.touched || slot.wide) continue;
      for (int d = 0; d < step_count; ++d) {
        if (is_ahead(slot, d)) continue;
        d % 2 == 0 ? offer_side(slot, d / 2) : offer_corner(slot, d);
      }
    }
  }
  // Takes in what tiles of the known path that were solved before have across a tile's corners.
  void take_corners(TileSlot& slot) {
    PORTOLAN_ASSERT(scope.is_on_route(slot.tile), "corners are taken in along the route");
    for (const int diagonal : {1, 3, 5, 7}) {
      TileSlot* from = slot.neighbours[diagonal];
      if (from == nullptr || !scope.is_on_route(from->tile) || is_ahead(slot, diagonal)) continue;
      offer_corner(*from, (diagonal + 4) % step_count);
    }
  }
  // Returns the rows that changed. A wide tile has offered all it has.
  [[nodiscard]] std::uint32_t solve(TileSlot& slot) {
    ++field.tiles_solved_;
    std::uint32_t changed = 0;
    if (slot.wide) {
      field.solve_wide(slot);
    } else {
      changed = field.solve_values(slot, scratch);
    }
    if (slot.tile == start_tile) limit = std::min(limit, slot.units(field.tiles_.offset(query.start)));
    return changed;
  }
  void spread(TileSlot& slot) {
    const std::uint32_t changed = solve(slot);
    if (slot.wide) return;
    const std::uint32_t sides = field.sides_to_offer(slot, changed);
    for (int side = 0; side < 4; ++side) {
      if ((sides >> side & 1U) != 0) offer_side(slot, side);
    }
    for (const int diagonal : {1, 3, 5, 7}) {
      if ((sides >> (diagonal < 4 ? 1 : 3) & 1U) != 0) offer_corner(slot, diagonal);
    }
    if (field.links_taken_in_) field.offer_links(slot);
  }
  void offer_side(TileSlot& slot, int side) {
    const TileSlot* next = slot.neighbours[2 * side];
    if (next == nullptr && !scope.may_enter(tile_beside(slot, 2 * side))) return;
    const std::uint16_t* values = field.side_values(slot, side);
    // Along the known path hardly anything that is offered would be of no use.
    if (beyond_the_route) {
      if (!may_be_useful(slot, side, values)) return;
      const bool fresh = next == nullptr || !next->touched;
      if (fresh && !any_useful(slot, side, values, 1, ~0U)) return;
    }
    TileSlot* receiver = field.neighbour(slot, 2 * side);
    if (receiver == nullptr || receiver->plain_cost == impassable) return;
    field.offer_side(slot, side, *receiver, [&](const detail::EdgeOffer& answer, std::uint32_t first) {
      const int facing = (side + 2) % 4;
      if (!beyond_the_route || any_useful(*receiver, facing, receiver->values + first,
                                          facing % 2 == 0 ? lanes : 1, answer.improved)) {
        field.wake(*receiver, receiver->base + answer.lowest);
      }
    });
  }
  void offer_corner(TileSlot& slot, int diagonal) {
    const TileSlot* next = slot.neighbours[diagonal];
    if (next == nullptr && !scope.may_enter(tile_beside(slot, diagonal))) return;
    const std::uint32_t offset = field.corner_offset(diagonal);
    const std::uint64_t units = slot.units(offset);
    if (units >= limit) return;
    if (next != nullptr && next->units(field.corner_offset((diagonal + 4) % step_count)) <= units) return;
    const Cell from{slot.origin.x + static_cast<std::int32_t>(offset % lanes),
                    slot.origin.y + static_cast<std::int32_t>(offset / lanes), slot.origin.layer};
    if (units + least_from_start(from) >= limit) return;
    if (next == nullptr && !field.grid_.can_step(from, static_cast<Direction>(diagonal))) return;
    field.offer_corner(slot, diagonal);
  }

  // True where the tile in a direction is solved later as one follows the known path.
  [[nodiscard]] bool is_ahead(const TileSlot& slot, int direction) const {
    const TileId tile = tile_beside(slot, direction);
    return tile.valid() && scope.is_on_route(tile) && scope.place(tile) < scope.place(slot.tile);
  }
  // None outside the world.
  [[nodiscard]] TileId tile_beside(const TileSlot& slot, int direction) const {
    const auto d = static_cast<std::size_t>(direction);
    const TileGrid& tiles = field.tiles_;
    const int column = (slot.origin.x >> tiles.shift()) + step_dx[d];
    const int row = (slot.origin.y >> tiles.shift()) + step_dy[d];
    if (column < 0 || row < 0 || column >= tiles.columns() || row >= tiles.rows()) return {};
    return {slot.tile.value + static_cast<std::uint32_t>(step_dy[d] * tiles.columns() + step_dx[d])};
  }
  // What a path from the start to any of these cells costs at least.
  [[nodiscard]] std::uint64_t least_from_start(const Rect& box) const {
    const Cell s = query.start;
    const int dx = std::max({0, box.x - s.x, s.x - (box.x + box.width - 1)});
    const int dy = std::max({0, box.y - s.y, s.y - (box.y + box.height - 1)});
    return std::uint64_t{least_cost} * octile_units(dx, dy);
  }
  [[nodiscard]] std::uint64_t least_from_start(Cell c) const {
    return least_from_start(Rect{c.x, c.y, 1, 1, 0});
  }
  // False where no path over an edge can cost less than the limit, by its least value and its nearest cell.
  [[nodiscard]] bool may_be_useful(const TileSlot& slot, int side, const std::uint16_t* values) const {
    const std::uint16_t least = scratch.kernel.lowest(values);
    const Cell o = slot.origin;
    const int across = field.tiles_.side(), last = across - 1;
    const Rect edge{side == 0 ? o.x + last : o.x, side == 1 ? o.y + last : o.y, side % 2 == 0 ? 1 : across,
                    side % 2 == 0 ? across : 1, o.layer};
    return least != lane_max && slot.base + least + least_from_start(edge) < limit;
  }
  // True when over some of these cells of an edge there may be a path that costs less than the limit.
  [[nodiscard]] bool any_useful(const TileSlot& slot, int side, const std::uint16_t* values, int pitch,
                                std::uint32_t cells) const {
    const Cell o = slot.origin, s = query.start;
    const int along = side % 2 == 0 ? o.y - s.y : o.x - s.x;
    const int edge = side < 2 ? field.tiles_.side() - 1 : 0;
    const int across = std::abs(side % 2 == 0 ? o.x + edge - s.x : o.y + edge - s.y);
    const std::int64_t most = static_cast<std::int64_t>(limit) - static_cast<std::int64_t>(slot.base);
    for (std::uint32_t left = cells; left != 0; left &= left - 1) {
      const int lane = std::countr_zero(left);
      const std::uint16_t value = values[lane * pitch];
      const std::int64_t least =
          least_cost * static_cast<std::int64_t>(octile_units(std::abs(along + lane), across));
      if (value != lane_max && value + least < most) return true;
    }
    return false;
  }

  TileField& field;
  Scratch& scratch;
  const PathScope& scope;
  const PathQuery& query;
  TileId start_tile;
  Cost least_cost;                // of a cell; 0 where links may undercut the octile distance
  std::uint64_t limit;            // only paths that cost less are looked for
  bool beyond_the_route = false;  // the second part
};

bool TileField::settle_path(const PathQuery& query) {
  PORTOLAN_ASSERT(query.on_route <= query.corridor.size(),
                  "the tiles of the route are the first of the corridor");
  PORTOLAN_ASSERT(grid_.contains(query.start), "start inside the world");
  PORTOLAN_ASSERT(query.least_cost < impassable, "a cost is 1 to 254");
  reset();
  scratch_->scope.begin(query.corridor, query.on_route, query.keeps_to_route, tiles_.tile_count());
  in_scope_ = true;
  directions_ready_ = false;
  links_taken_in_ = !grid_.links().empty();
  return grid_.contains(query.start) && PathSearch(*this, query).run();
}

}  // namespace portolan
