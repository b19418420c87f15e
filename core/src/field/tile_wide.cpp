// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// The wide fallback: a tile whose values 16 bits do not span keeps 64-bit values, and is solved by Dijkstra
// from the cells that got better. Only such a tile pays.
#include <algorithm>

#include <portolan/core/assert.hpp>
#include <portolan/core/tile_field.hpp>

#include "scratch.hpp"

namespace portolan {

using detail::lane_max;
using detail::lanes;
using detail::TileSlot;
using detail::WideTile;

void detail::relax_wide(std::uint64_t* units, std::span<const std::uint16_t> pending,
                        const std::uint32_t* rows, const std::uint8_t* costs, WideHeap& heap,
                        std::uint32_t* changed) {
  heap.clear();
  for (const std::uint16_t cell : pending) {
    heap.push({units[cell], cell});
    changed[cell / lanes] |= 1U << (cell % lanes);
  }
  const auto open = [&](int x, int y) { return (rows[y] >> x & 1U) != 0; };
  while (!heap.empty()) {
    const auto [value, cell] = heap.pop();
    if (value > units[cell]) continue;
    const int x = cell % lanes, y = cell / lanes;
    for (std::size_t d = 0; d < step_count; ++d) {
      const int nx = x + step_dx[d], ny = y + step_dy[d];
      if (nx < 0 || ny < 0 || nx >= lanes || ny >= lanes || !open(nx, ny)) continue;
      const bool diagonal = is_diagonal(static_cast<Direction>(d));
      if (diagonal && (!open(nx, y) || !open(x, ny))) continue;
      const int next = ny * lanes + nx;
      const std::uint64_t better = value + step_units(costs[cell], costs[next], diagonal);
      if (better >= units[next]) continue;
      units[next] = better;
      changed[ny] |= 1U << nx;
      heap.push({better, static_cast<std::uint16_t>(next)});
    }
  }
}

// Values may have saturated inside the tile, and then their cells look unreachable: so every cell with a
// value is solved from again. The tile waits for its turn, also when it goes wide in the midst of being
// solved.
void TileField::make_wide(TileSlot& slot) {
  PORTOLAN_ASSERT(!slot.wide, "a tile goes wide once");
  auto wide = std::make_unique<WideTile>();
  std::uint64_t key = unreachable.units;
  for (std::uint32_t i = 0; i < detail::tile_cells; ++i) {
    wide->units[i] = unreachable.units;
    if (slot.values[i] == lane_max) continue;
    wide->units[i] = slot.base + slot.values[i];
    wide->pending.push_back(static_cast<std::uint16_t>(i));
    key = std::min(key, wide->units[i]);
  }
  slot.wide = std::move(wide);
  slot.dirty = 0;
  if (key < unreachable.units) wake(slot, key);
}

void TileField::solve_wide(TileSlot& slot) {
  WideTile& wide = *slot.wide;
  std::uint32_t changed[lanes] = {};
  detail::relax_wide(wide.units, wide.pending, slot.rows, scratch_->tile_costs(grid_, tiles_, slot.origin),
                     scratch_->wide_heap, changed);
  wide.pending.clear();
  offer_wide(slot, changed);
}

void TileField::offer_wide(TileSlot& slot, const std::uint32_t* changed) {
  const int side = tiles_.side();
  for (int edge = 0; edge < 4; ++edge) {
    TileSlot* receiver = neighbour(slot, 2 * edge);
    if (receiver == nullptr || receiver->plain_cost == impassable) continue;
    const int facing = (edge + 2) % 4;
    const std::uint8_t* mine = slot.edge_costs[edge];
    const std::uint8_t* theirs = receiver->edge_costs[facing];
    for (int i = 0; i < side; ++i) {
      const std::uint32_t offset = edge_offset(edge, i);
      const std::uint64_t here = slot.wide->units[offset];
      if (here >= unreachable.units || (changed[offset / lanes] >> (offset % lanes) & 1U) == 0) continue;
      if (theirs[i] == impassable) continue;
      take(*receiver, edge_offset(facing, i), here + step_units(mine[i], theirs[i], false));
      for (const int j : {i - 1, i + 1}) {
        if (j < 0 || j >= side || mine[j] == impassable || theirs[j] == impassable) continue;
        take(*receiver, edge_offset(facing, j), here + step_units(mine[i], theirs[j], true));
      }
    }
  }
  for (const int diagonal : {1, 3, 5, 7}) offer_corner(slot, diagonal);
  if (!grid_.links().empty()) offer_links(slot);
}

}  // namespace portolan
