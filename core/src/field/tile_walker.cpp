// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "tile_walker.hpp"

#include <algorithm>

#include <portolan/core/assert.hpp>

namespace portolan {

using detail::lanes;
using detail::TileSlot;

namespace {

// For cells that are not at the edge of a tile: values and costs around the cell lie at fixed places.
template <typename Value>
Direction falling_inside(const Value* here, const std::uint8_t* costs) {
  const std::uint64_t value = *here;
  const auto falls = [&](int d) {
    return here[to_next_offset[d]] + step_units(*costs, costs[to_next_offset[d]], d % 2 == 1) == value;
  };
  const auto open = [&](int d) { return costs[to_next_offset[d % step_count]] != impassable; };
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

// The directions that lead out of a tile from its first and its last row and column, as bits.
constexpr unsigned to_west = 0b0011'1000, to_east = 0b1000'0011, to_north = 0b1110'0000,
                   to_south = 0b0000'1110;

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

Direction TileField::Walker::direction(std::uint32_t offset) const {
  PORTOLAN_ASSERT(slot != nullptr, "enter the tile first");
  if (ends(offset)) return Direction::goal;
  const Direction step = !is_inside(offset) ? falling_at_edge(offset)
                         : straight != 0    ? falling_plainly(offset)
                         : slot->wide       ? falling_inside(&slot->wide->units[offset], costs + offset)
                                            : falling_inside(slot->values + offset, costs + offset);
  return step == Direction::none && leads_off(offset) ? Direction::link : step;
}

bool TileField::Walker::falls(std::uint32_t offset, Direction d) const {
  if (!is_inside(offset) || slot->wide)
    return falls_at_edge(offset, d, directions_out(offset)) &&
           (!is_diagonal(d) || may_step_across(offset, d));
  if (straight != 0) return falls_plainly(offset, static_cast<int>(d));
  const auto i = static_cast<std::size_t>(d);
  const std::uint16_t* const value = slot->values + offset;
  const std::uint8_t* const cost = costs + offset;
  const std::uint32_t step = step_units(*cost, cost[to_next_offset[i]], is_diagonal(d));
  return value[to_next_offset[i]] + step == *value &&
         (!is_diagonal(d) || opens_diagonal(offset, static_cast<int>(d)));
}

// Inside a tile of one cost, whose values have 16 bits. Those of walls match no sum. One step after the
// other, for a walk mostly goes straight on, and what will be is guessed rightly: eight at once and no branch
// takes longer, as the next cell has to wait for them.
inline Direction TileField::Walker::falling_plainly(std::uint32_t offset) const {
  const std::uint16_t* const here = slot->values + offset;
  const auto by_straight = static_cast<std::int32_t>(*here) - static_cast<std::int32_t>(straight);
  for (const int d : {0, 2, 4, 6}) {
    if (here[to_next_offset[d]] == by_straight) return static_cast<Direction>(d);
  }
  const auto by_diagonal = static_cast<std::int32_t>(*here) - static_cast<std::int32_t>(diagonal);
  for (const int d : {1, 3, 5, 7}) {
    if (here[to_next_offset[d]] == by_diagonal && opens_diagonal(offset, d)) return static_cast<Direction>(d);
  }
  return Direction::none;
}

Cell TileField::Walker::go_on(Cell c, std::vector<Cell>& cells) const {
  PORTOLAN_ASSERT(holds(c));
  if (straight == 0 || !goals.empty()) return c;
  std::uint32_t offset = field.tiles_.offset(c);
  while (is_inside(offset)) {
    const Direction d = falling_plainly(offset);
    if (d == Direction::none) break;
    cells.push_back(c);
    c = step(c, d);
    offset += static_cast<std::uint32_t>(to_next_offset[static_cast<std::size_t>(d)]);
  }
  return c;
}

Direction TileField::Walker::falling_at_edge(std::uint32_t offset) const {
  const unsigned out = directions_out(offset);
  for (const Direction d : {Direction::e, Direction::s, Direction::w, Direction::n}) {
    if (falls_at_edge(offset, d, out)) return d;
  }
  for (const Direction d : {Direction::se, Direction::sw, Direction::nw, Direction::ne}) {
    if (falls_at_edge(offset, d, out) && may_step_across(offset, d)) return d;
  }
  return Direction::none;
}

// Those that lead out of a tile of one cost, as bits; all directions in another one.
inline unsigned TileField::Walker::directions_out(std::uint32_t offset) const {
  if (straight == 0) return ~0U;
  const std::uint32_t x = offset % lanes, y = offset / lanes;
  return (x == 0 ? to_west : 0) | (x == last ? to_east : 0) | (y == 0 ? to_north : 0) |
         (y == last ? to_south : 0);
}

// By the values alone. Most cells around are in the tile.
inline bool TileField::Walker::falls_at_edge(std::uint32_t offset, Direction d, unsigned out) const {
  const auto i = static_cast<std::size_t>(d);
  if ((out >> i & 1U) != 0) return falls_across(offset, d);
  const std::uint16_t* const here = slot->values + offset;
  return here[to_next_offset[i]] + (is_diagonal(d) ? diagonal : straight) == *here;
}

// For steps to a cell of the field.
bool TileField::Walker::may_step_across(std::uint32_t offset, Direction d) const {
  const auto i = static_cast<std::size_t>(d);
  const auto x = static_cast<std::int32_t>(offset % lanes), y = static_cast<std::int32_t>(offset / lanes);
  const TileSlot *const beside = tile_at(x + step_dx[i], y), *const along = tile_at(x, y + step_dy[i]);
  if (beside == nullptr || !beside->loaded || along == nullptr || !along->loaded)
    return field.may_step(cell_at(offset), d);
  const std::uint32_t column = static_cast<std::uint32_t>(x + step_dx[i]) & last;
  const std::uint32_t row = static_cast<std::uint32_t>(y + step_dy[i]) & last;
  return (beside->rows[y] >> column & along->rows[row] >> static_cast<unsigned>(x) & 1U) != 0;
}

// The tile of a place in this one, or in one beside it.
const TileSlot* TileField::Walker::tile_at(std::int32_t x, std::int32_t y) const {
  const auto side = static_cast<std::int32_t>(last);
  const int towards = tile_towards[beyond(y, side) + 1][beyond(x, side) + 1];
  return towards == step_count ? slot : slot->neighbours[towards];
}

// By the values alone, wherever the other cell lies.
bool TileField::Walker::falls_across(std::uint32_t offset, Direction d) const {
  const auto i = static_cast<std::size_t>(d);
  const auto side = static_cast<std::int32_t>(last);
  const std::int32_t x = static_cast<std::int32_t>(offset % lanes) + step_dx[i],
                     y = static_cast<std::int32_t>(offset / lanes) + step_dy[i];
  const TileSlot* const there = tile_at(x, y);
  if (there == nullptr) return false;
  const std::uint64_t units = there->units(static_cast<std::uint32_t>((y & side) * lanes + (x & side)));
  const std::uint64_t value = slot->units(offset);
  if (units >= value) return false;
  const Cost cost = straight != 0 ? slot->plain_cost : field.grid_.cost(cell_at(offset));
  return units + step_units(cost, field.cost_in(*there, x & side, y & side), is_diagonal(d)) == value;
}

// The value falls by the cost of a link.
bool TileField::Walker::leads_off(std::uint32_t offset) const {
  const Cell c = cell_at(offset);
  const std::uint64_t value = slot->units(offset);
  const auto from = field.grid_.links().from_block(c);
  return std::any_of(from.begin(), from.end(), [&](const LinkTable::Entry& entry) {
    const Link& link = field.grid_.links()[entry.id];
    return link.from == c && field.grid_.passable(link.to) && field.at(link.to).units + link.cost == value;
  });
}

}  // namespace portolan
