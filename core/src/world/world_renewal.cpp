// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Of a commit: which costs edits may have changed, and what these are now.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include <portolan/core/detail/byte_rows.hpp>
#include <portolan/core/detail/prefetch.hpp>
#include <portolan/core/detail/radix_sort.hpp>
#include <portolan/core/world.hpp>

#include "clearance.hpp"
#include "ground_row.hpp"
#include "stamp_overlay.hpp"
#include "walls.hpp"

namespace portolan {

namespace {

// What lies far apart in memory takes longer to fetch than to work on.
void fetch_costs(const std::uint8_t* block, std::uint32_t rows) {
  for (rows |= rows >> 1U, rows &= 0x55555555U; rows != 0; rows &= rows - 1) {  // two rows a line
    detail::prefetch_line(block + std::countr_zero(rows) * BlockArray::side);
  }
}

void fetch_rows(const std::array<std::uint32_t, 32>& rows) {
  detail::prefetch_line(rows.data());
  detail::prefetch_line(rows.data() + 16);
}

struct RowDiff {
  std::uint32_t worse = 0;
  std::uint32_t better = 0;
};

// Of some cells of a row. Mostly it is one.
RowDiff compare(const std::uint8_t* before, const std::uint8_t* now, std::uint32_t columns) {
  if ((columns & (columns - 1)) == 0) {
    const int x = std::countr_zero(columns);
    return {now[x] > before[x] ? columns : 0, now[x] < before[x] ? columns : 0};
  }
  return {detail::greater_bits(now, before) & columns, detail::greater_bits(before, now) & columns};
}

}  // namespace

// Which walls the edits have changed, by edited block.
void World::renew_walls(Walls& walls, const Profile& profile) const {
  constexpr std::size_t ahead = 8;
  walls.changes.assign(dirty_.size(), {});
  BlockedRows fresh;
  std::array<std::uint32_t, 32> fresh_walls;  // that were none
  for (std::size_t i = 0; i < dirty_.size(); ++i) {
    if (i + ahead < dirty_.size()) {
      const std::uint32_t next = dirty_[i + ahead];
      fetch_rows(walls.blocks[next].rows);
      fetch_ground(profile, next, marked_[next]);
    }
    const std::uint32_t block = dirty_[i];
    const Marks marks = marked_[block];
    Walls::Change& change = walls.changes[i];
    ground_walls(profile, block, marks, fresh);
    for (std::uint32_t left = marks.rows; left != 0; left &= left - 1) {
      const auto y = static_cast<std::size_t>(std::countr_zero(left));
      const bool known = (walls.known[block] >> y & 1U) != 0;
      std::uint32_t& row = walls.blocks[block].rows[y];
      const std::uint32_t gone = known ? row & ~fresh.rows[y] & marks.columns : marks.columns;
      const std::uint32_t other = known ? (row ^ fresh.rows[y]) & marks.columns : marks.columns;
      if (known) row ^= other;
      fresh_walls[y] = other;
      const std::uint32_t open = ~fresh.rows[y] & marks.columns;
      if (other != 0) change.marks.add({1U << y, other});
      if (open != 0) change.ground.add({1U << y, open});
      change.opens = change.opens || gone != 0;
    }
    change.fills = !change.opens && change.marks.rows != 0;
    for (std::uint32_t left = change.marks.rows; change.fills && left != 0; left &= left - 1)
      change.fills = fresh_walls[static_cast<std::size_t>(std::countr_zero(left))] == change.marks.columns;
  }
}

// Costs that the edits may have changed: those of edited ground, and with clearance those around walls that
// have changed, as boxes.
std::vector<World::Touched> World::touched_by_edits(const Layered& layered) const {
  const Reach reach = Reach::of(layered.profile);
  std::vector<Touched> touched;
  touched.reserve(reach.any() ? dirty_.size() * 2 : dirty_.size());
  const TileGrid blocks(extent());
  for (std::size_t i = 0; i < dirty_.size(); ++i) {
    const std::uint32_t b = dirty_[i];
    const Marks edited = marked_[b];
    if (!reach.any()) {
      touched.push_back({b, edited, edited, false, false});
      continue;
    }
    const Walls::Change change =
        layered.walls == nullptr ? Walls::Change{edited, true, false, edited} : layered.walls->changes[i];
    const std::array<std::uint32_t, 3> rows = spread_three(change.marks.rows, reach);
    const std::array<std::uint32_t, 3> columns = spread_three(change.marks.columns, reach);
    const bool closes = change.fills && change.ground.rows == 0;
    touched.push_back({b, {rows[1], columns[1]}, change.ground, change.opens, closes});
    touched.back().marks.add(change.ground);
    for (std::size_t place = 0; place < 9; ++place) {
      const Marks marks{rows[place / 3], columns[place % 3]};
      if (place == 4 || marks.rows == 0 || marks.columns == 0) continue;
      const TileId block = block_beside(blocks, TileId{b}, place);
      if (block.valid()) touched.push_back({block.value, marks, {}, change.opens, change.fills});
    }
  }
  detail::sort_by_key(touched, [](const Touched& t) { return t.block; });
  std::size_t count = 0;
  for (const Touched& t : touched) {
    if (count == 0 || touched[count - 1].block != t.block) {
      touched[count++] = t;
      continue;
    }
    Touched& same = touched[count - 1];
    same.marks.add(t.marks);
    same.edited.add(t.edited);
    same.opens = same.opens || t.opens;
    same.closes = false;  // the box around two boxes
  }
  touched.resize(count);
  return touched;
}

// From which of the touched cells a body reaches a wall; more rows may be told, and where no wall is near,
// none is written, and the answer is no. Only walls that can matter are looked at: for an edit in the middle
// of a block, some of the block itself. Mostly few of their rows hold one.
bool World::near_walls(const Layered& layered, const Touched& touched, BlockedRows& blocked) const {
  const Reach reach = Reach::of(layered.profile);
  const TileGrid grid(extent());
  const std::array<std::uint32_t, 3> needed = spread_three(touched.marks.rows, reach.turned());
  const std::array<std::uint32_t, 3> sides = spread_three(touched.marks.columns, reach.turned());
  static constexpr BlockedRows nothing{};
  static constexpr BlockedRows outside = BlockedRows::all();
  std::array<BlockedRows, 3> scratch;
  bool any = false;
  for (std::size_t band = 0; band < 3; ++band) {
    if (needed[band] == 0) continue;
    std::array<const BlockedRows*, 3> near{};
    for (std::size_t side = 0; side < 3; ++side) {
      const TileId other =
          sides[side] == 0 ? TileId{} : block_beside(grid, TileId{touched.block}, band * 3 + side);
      near[side] = sides[side] == 0 ? &nothing
                   : other.valid()
                       ? &walls_of(layered, other.value, {needed[band], sides[side]}, scratch[side])
                       : &outside;
    }
    for (std::uint32_t left = needed[band]; left != 0; left &= left - 1) {
      const int y = std::countr_zero(left);
      const auto row = static_cast<std::size_t>(y);
      const std::uint32_t west = near[0]->rows[row] & sides[0];
      const std::uint32_t own = near[1]->rows[row] & sides[1];
      const std::uint32_t east = near[2]->rows[row] & sides[2];
      if ((west | own | east) == 0) continue;
      if (!std::exchange(any, true)) blocked.rows.fill(0);
      const std::uint32_t word = spread_word(west, own, east, reach) & touched.marks.columns;
      const int from_top = (static_cast<int>(band) - 1) * 32 + y;
      for (int to = std::max(from_top - reach.after, 0); to <= std::min(from_top + reach.before, 31); ++to)
        blocked.rows[static_cast<std::size_t>(to)] |= word;
    }
  }
  return any;
}

// The costs of the touched cells again, in rows that are else as they were, and how they differ; which rows
// and columns do. Rows of `out` that do not stay. What lies near a wall costs the same on any ground, and
// what lay near none and still does costs what it did.
World::Marks World::renew(const Layered& layered, const Touched& touched, std::uint8_t* out,
                          BlockDiff& diff) const {
  const std::uint8_t* const old = layered.costs->block(touched.block);
  const TerrainId* const terrain = terrain_.block(touched.block);
  const SeenStamps stamps = seen_stamps(layered.profile, touched.block);
  const bool wide = Reach::of(layered.profile).any();
  BlockedRows blocked;
  if (touched.closes) blocked.rows.fill(touched.marks.columns);
  const bool near = touched.closes || (wide && near_walls(layered, touched, blocked));
  Marks changed;
  for (std::uint32_t left = touched.marks.rows; left != 0; left &= left - 1) {
    const auto y = static_cast<std::size_t>(std::countr_zero(left));
    const std::uint8_t* const before = old + y * 32;
    const std::uint32_t walls = near ? blocked.rows[y] : 0;
    const std::uint32_t were = wide ? detail::equal_bits(before, impassable) & touched.marks.columns : 0;
    const std::uint32_t edited = (touched.edited.rows >> y & 1U) != 0 ? touched.edited.columns : 0;
    const std::uint32_t asked = (were | edited) & ~walls;
    const std::uint32_t closed = walls & ~were;
    if ((asked | closed) == 0) continue;
    std::uint8_t* const row = out + y * 32;
    std::memcpy(row, before, 32);
    for (std::uint32_t wall = closed; wall != 0; wall &= wall - 1) row[std::countr_zero(wall)] = impassable;
    diff.worse[y] = closed;
    diff.better[y] = were & ~walls;
    if (asked != 0) ground_row(layered.profile, terrain, stamps, y, asked, out);
    if (const std::uint32_t unknown = asked & ~were; unknown != 0) {
      const RowDiff found = compare(before, row, unknown);
      diff.worse[y] |= found.worse;
      diff.better[y] |= found.better;
    }
    const std::uint32_t columns = diff.worse[y] | diff.better[y];
    if (columns != 0) changed.add({1U << y, columns});
  }
  return changed;
}

void World::fetch(const Layered& layered, const Touched& touched) const {
  const bool wide = Reach::of(layered.profile).any();
  fetch_costs(layered.costs->block(touched.block), touched.marks.rows);
  if (wide && layered.walls != nullptr) fetch_rows(layered.walls->blocks[touched.block].rows);
  if (touched.opens) {
    fetch_ground(layered.profile, touched.block, touched.marks);
  } else if (touched.edited.rows != 0) {
    fetch_ground(layered.profile, touched.block, touched.edited);
  }
}

// Under stamps that block, which were laid a moment ago, ground is not looked at.
void World::fetch_ground(const Profile& profile, std::uint32_t block, Marks which) const {
  std::array<const StampBlock*, 2> stamps = seen_stamps(profile, block);
  std::uint32_t seen = which.rows;
  for (const StampBlock* kind : stamps) {
    if (kind == nullptr) continue;
    for (std::uint32_t left = which.rows; left != 0; left &= left - 1) {
      const int y = std::countr_zero(left);
      if ((which.columns & ~kind->blocked[static_cast<std::size_t>(y)]) == 0) seen &= ~(1U << y);
    }
  }
  fetch_costs(terrain_.block(block), seen);
}

}  // namespace portolan
