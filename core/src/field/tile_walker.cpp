// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "tile_walker.hpp"

#include <algorithm>
#include <bit>

#include <portolan/core/assert.hpp>

namespace portolan {

using detail::lanes;
using detail::TileSlot;

namespace {

constexpr int to_next[step_count] = {1, lanes + 1, lanes, lanes - 1, -1, -lanes - 1, -lanes, 1 - lanes};

// For cells that are not at the edge of a tile: values and costs around the cell lie at fixed places.
template <typename Value>
Direction falling_inside(const Value* here, const std::uint8_t* costs) {
  const std::uint64_t value = *here;
  const auto falls = [&](int d) {
    return here[to_next[d]] + step_units(*costs, costs[to_next[d]], d % 2 == 1) == value;
  };
  const auto open = [&](int d) { return costs[to_next[d % step_count]] != impassable; };
  for (const int d : {0, 2, 4, 6}) {
    if (falls(d)) return static_cast<Direction>(d);
  }
  for (const int d : {1, 3, 5, 7}) {
    if (falls(d) && open(d - 1) && open(d + 1)) return static_cast<Direction>(d);
  }
  return Direction::none;
}

// From the places of cells around, beyond the edges of a tile: the tile's direction.
constexpr int tile_towards[3][3] = {{5, 6, 7}, {4, step_count, 0}, {3, 2, 1}};

constexpr int beyond(std::int32_t at, std::int32_t last) { return (at > last ? 1 : 0) - (at < 0 ? 1 : 0); }

}  // namespace

void TileField::Walker::enter(const TileSlot& tile) {
  PORTOLAN_ASSERT(tile.loaded && tile.touched, "one goes where there are values");
  slot = &tile;
  costs = field.grid_.costs().row(tile.origin);
  first = std::uint64_t{tile.tile.value} * detail::tile_cells;
  goals = field.seeded_between(first, first + detail::tile_cells);
  const bool is_plain = !tile.wide && tile.plain_cost != 0;
  straight = is_plain ? step_units(tile.plain_cost, tile.plain_cost, false) : 0;
  diagonal = is_plain ? step_units(tile.plain_cost, tile.plain_cost, true) : 0;
}

Direction TileField::Walker::direction(Cell c) const {
  PORTOLAN_ASSERT(holds(c));
  const std::uint32_t offset = field.tiles_.offset(c);
  if (ends(offset)) return Direction::goal;
  const Direction step = !is_inside(offset) ? falling_at_edge(c, offset)
                         : straight != 0    ? falling_plainly(offset)
                         : slot->wide       ? falling_inside(&slot->wide->units[offset], costs + offset)
                                            : falling_inside(slot->values + offset, costs + offset);
  return step == Direction::none && leads_off(c, slot->units(offset)) ? Direction::link : step;
}

bool TileField::Walker::falls(Cell c, Direction d) const {
  const std::uint32_t offset = field.tiles_.offset(c);
  if (!is_inside(offset) || slot->wide)
    return falls_across(c, offset, d) && (!is_diagonal(d) || field.may_step(c, d));
  const auto i = static_cast<std::size_t>(d);
  const std::uint16_t* const value = slot->values + offset;
  const std::uint32_t step = straight == 0
                                 ? step_units(costs[offset], costs[offset + to_next[i]], is_diagonal(d))
                             : is_diagonal(d) ? diagonal
                                              : straight;
  return value[to_next[i]] + step == *value &&
         (!is_diagonal(d) || opens_diagonal(offset, static_cast<int>(d)));
}

bool TileField::Walker::opens_diagonal(std::uint32_t offset, int d) const {
  return is_open(offset + static_cast<std::uint32_t>(to_next[d - 1])) &&
         is_open(offset + static_cast<std::uint32_t>(to_next[(d + 1) % step_count]));
}

// Inside a tile of one cost, whose values have 16 bits. Those of walls match no sum.
Direction TileField::Walker::falling_plainly(std::uint32_t offset) const {
  const std::uint16_t* const here = slot->values + offset;
  const auto falling = [here](int d, std::uint32_t step) {
    return static_cast<unsigned>(here[to_next[d]] + step == *here) << static_cast<unsigned>(d);
  };
  const unsigned by_straight =
      falling(0, straight) | falling(2, straight) | falling(4, straight) | falling(6, straight);
  if (by_straight != 0) return static_cast<Direction>(std::countr_zero(by_straight));
  unsigned left = falling(1, diagonal) | falling(3, diagonal) | falling(5, diagonal) | falling(7, diagonal);
  for (; left != 0; left &= left - 1) {
    const int d = std::countr_zero(left);
    if (opens_diagonal(offset, d)) return static_cast<Direction>(d);
  }
  return Direction::none;
}

Direction TileField::Walker::falling_at_edge(Cell c, std::uint32_t offset) const {
  for (const Direction d : {Direction::e, Direction::s, Direction::w, Direction::n}) {
    if (falls_across(c, offset, d)) return d;
  }
  for (const Direction d : {Direction::se, Direction::sw, Direction::nw, Direction::ne}) {
    if (falls_across(c, offset, d) && field.may_step(c, d)) return d;
  }
  return Direction::none;
}

// By the values alone, wherever the other cell lies.
bool TileField::Walker::falls_across(Cell c, std::uint32_t offset, Direction d) const {
  const auto i = static_cast<std::size_t>(d);
  const auto side = static_cast<std::int32_t>(last);
  const std::int32_t x = static_cast<std::int32_t>(offset % lanes) + step_dx[i],
                     y = static_cast<std::int32_t>(offset / lanes) + step_dy[i];
  const int towards = tile_towards[beyond(y, side) + 1][beyond(x, side) + 1];
  const TileSlot* const there = towards == step_count ? slot : slot->neighbours[towards];
  if (there == nullptr) return false;
  const std::uint64_t units = there->units(static_cast<std::uint32_t>((y & side) * lanes + (x & side)));
  if (units >= unreachable.units) return false;
  const Cost cost = straight != 0 ? slot->plain_cost : field.grid_.cost(c);
  return units + step_units(cost, field.cost_in(*there, x & side, y & side), is_diagonal(d)) ==
         slot->units(offset);
}

// The value falls by the cost of a link.
bool TileField::Walker::leads_off(Cell c, std::uint64_t value) const {
  const auto from = field.grid_.links().from_block(c);
  return std::any_of(from.begin(), from.end(), [&](const LinkTable::Entry& entry) {
    const Link& link = field.grid_.links()[entry.id];
    return link.from == c && field.grid_.passable(link.to) && field.at(link.to).units + link.cost == value;
  });
}

}  // namespace portolan
