// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <portolan/core/line_of_sight.hpp>

#include <algorithm>
#include <bit>

#include <portolan/core/assert.hpp>
#include <portolan/core/sampling.hpp>

#include "scratch.hpp"
#include "sight_board.hpp"

namespace portolan {

using detail::lanes;
using detail::SightBoard;
using detail::SightTile;

namespace {

// True when going straight from c to the goal, `ground` all the way, costs no more than the field's way.
bool straight_is_best(const TileField& field, Cell c, const Goal& goal, Cost ground) {
  const std::uint64_t here = field.at(c).units;
  if (here < goal.offset.units) return false;
  const std::uint64_t way = here - goal.offset.units;
  if (way >= std::uint64_t{1} << 31U) return true;  // longer than any line
  const std::int64_t dx = c.x - goal.cell.x, dy = c.y - goal.cell.y;
  const std::uint64_t unit = 2 * straight_factor * std::uint64_t{ground};
  return way * way >= unit * unit * static_cast<std::uint64_t>(dx * dx + dy * dy);
}

// Takes out the flags of cells that have something better to do.
void keep_best(const TileField& field, const SightTile& tile, const Goal& goal, Cost ground,
               std::uint32_t* rows) {
  const Cell origin = field.tiles().origin(tile.tile);
  for (int y = 0; y < lanes; ++y) {
    for (std::uint32_t left = rows[y]; left != 0; left &= left - 1) {
      const int x = std::countr_zero(left);
      if (!straight_is_best(field, {origin.x + x, origin.y + y, origin.layer}, goal, ground)) {
        rows[y] ^= std::uint32_t{1} << static_cast<unsigned>(x);
      }
    }
  }
}

}  // namespace

LineOfSight::LineOfSight(const TileGrid& tiles, LineOfSightOptions options)
    : options_(options), first_(tiles) {}

void LineOfSight::look(const TileField& field) {
  PORTOLAN_ASSERT(field.finished() && field.tiles().extent() == first_.tiles().extent() &&
                  field.tiles().side() == first_.tiles().side());
  for (const TileId tile : flagged_) first_.set(tile, 0);
  flagged_.clear();
  flags_.clear();
  goals_.clear();
  if (field.goals().size() > options_.max_goals) return;
  SightBoard board(field, detail::tile_kernel(options_.isa));
  for (const Goal& goal : field.goals()) {
    const Cell from = goal.cell;
    if (!field.grid().passable(from) || !field.allowed(field.tiles().tile_of(from))) continue;
    const Cost ground = field.grid().cost(from);
    board.begin(from.layer, ground);
    for (const auto axis : {SightBoard::rows, SightBoard::columns}) {
      for (const int towards : {1, -1}) detail::look_along(board, from, axis, towards, options_.range);
    }
    board.join();
    // On one plain at the least cost there is, nothing is shorter than the straight line.
    const bool undisputed = ground == 1 && field.goals().size() == 1 && field.grid().links().empty();
    for (SightTile& tile : board.tiles()) {
      std::uint32_t* rows = tile.seen[SightBoard::rows];
      if (!undisputed) keep_best(field, tile, goal, ground, rows);
      if (std::any_of(rows, rows + lanes, [](std::uint32_t row) { return row != 0; })) {
        add(tile.tile, rows, static_cast<std::uint32_t>(goals_.size()));
      }
    }
    goals_.push_back(from);
  }
}

// The goals come in order, and the first of them is to be found first: later flags go to the chain's end.
void LineOfSight::add(TileId tile, const std::uint32_t* rows, std::uint32_t goal) {
  Flags flags{{}, goal, 0};
  std::copy(rows, rows + lanes, flags.rows);
  flags_.push_back(flags);
  const auto place = static_cast<std::uint32_t>(flags_.size());
  std::uint32_t at = first_.at(first_.tiles().origin(tile));
  if (at == 0) {
    first_.set(tile, place);
    return flagged_.push_back(tile);
  }
  while (flags_[at - 1].next != 0) at = flags_[at - 1].next;
  flags_[at - 1].next = place;
}

std::size_t LineOfSight::cells_in_sight() const {
  std::size_t count = 0;
  for (const TileId tile : flagged_) {
    std::uint32_t seen[lanes] = {};
    for (std::uint32_t at = first_.at(first_.tiles().origin(tile)); at != 0; at = flags_[at - 1].next) {
      for (int y = 0; y < lanes; ++y) seen[y] |= flags_[at - 1].rows[y];
    }
    for (const std::uint32_t row : seen) count += static_cast<std::size_t>(std::popcount(row));
  }
  return count;
}

std::size_t LineOfSight::memory_bytes() const {
  return sizeof(*this) + first_.memory_bytes() + flags_.capacity() * sizeof(Flags) +
         flagged_.capacity() * sizeof(TileId) + goals_.capacity() * sizeof(Cell);
}

}  // namespace portolan
