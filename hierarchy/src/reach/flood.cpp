// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "reach/flood.hpp"

#include <cstddef>

#include <portolan/core/assert.hpp>

namespace portolan::detail {

namespace {

// Spreads the bits of x along the runs of ones of m that they lie in, by doubling.
std::uint32_t spread(std::uint32_t x, std::uint32_t m) {
  std::uint32_t left = x;
  std::uint32_t right = x;
  std::uint32_t up = m;
  std::uint32_t down = m;
  for (std::uint32_t shift = 1; shift < 32; shift *= 2) {
    left |= up & (left << shift);
    up &= up << shift;
    right |= down & (right >> shift);
    down &= down >> shift;
  }
  return left | right;
}

}  // namespace

CellSet passable_cells(const GridView& grid, const Rect& box) {
  PORTOLAN_ASSERT(box.width <= TileGrid::max_side && box.height <= TileGrid::max_side);
  CellSet set;
  for (std::int32_t y = 0; y < box.height; ++y) {
    const std::uint8_t* const row = grid.costs().row({box.x, box.y + y, box.layer});
    std::uint32_t bits = 0;
    for (std::int32_t x = 0; x < box.width; ++x) {
      bits |= (row[x] != impassable ? 1U : 0U) << static_cast<std::uint32_t>(x);
    }
    set.rows[static_cast<std::size_t>(y)] = bits;
  }
  return set;
}

CellSet flood(const CellSet& open, const CellSet& seeds, const Rect& box) {
  PORTOLAN_ASSERT(box.height > 0 && box.height <= TileGrid::max_side, "a box is no larger than a sector");
  CellSet set;
  const auto height = static_cast<std::size_t>(box.height);
  for (std::size_t y = 0; y < height; ++y) set.rows[y] = spread(seeds.rows[y] & open.rows[y], open.rows[y]);
  for (bool changed = true; changed;) {
    changed = false;
    const auto take = [&](std::size_t y, std::uint32_t from) {
      const std::uint32_t fresh = from & open.rows[y] & ~set.rows[y];
      if (fresh == 0) return;
      set.rows[y] |= spread(fresh, open.rows[y]);
      changed = true;
    };
    for (std::size_t y = 1; y < height; ++y) take(y, set.rows[y - 1]);
    for (std::size_t y = height - 1; y > 0; --y) take(y - 1, set.rows[y]);
  }
  return set;
}

}  // namespace portolan::detail
