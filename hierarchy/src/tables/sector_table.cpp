// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "tables/sector_table.hpp"

#include <algorithm>

#include <portolan/core/assert.hpp>
#include <portolan/core/distance.hpp>

namespace portolan::detail {

void list_ends(const Level& level, const GridView& grid, std::uint32_t sector, std::vector<SectorEnd>& ends) {
  PORTOLAN_ASSERT(sector < level.areas.size());
  const AreaRecord& area = level.areas[sector];
  ends.resize(area.portals());
  if (area.portals() > 0) {
    // A sector lies in one block.
    const Rect box = level.grid.bounds(sector);
    const std::uint8_t* const costs = grid.costs().block(grid.costs().block_of({box.x, box.y, box.layer}));
    // Field by field: a cell that is put together first is stored in parts, and waited for when it is copied.
    level.for_each_border_node(area, [&](std::uint32_t id, std::uint32_t place) {
      const NodeRecord& node = level.nodes[id];
      const bool beyond = AreaGrid::first_of(node.border_id()).value != sector;
      SectorEnd& end = ends[place];
      end.node = id;
      end.cell.x = (node.x2 >> 1) + (beyond && node.is_eastern() ? 1 : 0);
      end.cell.y = (node.y2 >> 1) + (beyond && !node.is_eastern() ? 1 : 0);
      end.cell.layer = box.layer;
      end.half_step = std::uint32_t{straight_factor} * costs[BlockArray::offset(end.cell)];
      end.entry = end.exit = true;
    });
  }
  const AreaLinks& links = level.links_of(area);
  for (const std::uint32_t id : links.leaving) {
    ends.push_back({id, level.link(level.nodes[id]).link.from, 0, false, true});
  }
  for (const std::uint32_t id : links.arriving) {
    ends.push_back({id, level.link(level.nodes[id]).link.to, 0, true, false});
  }
}

SectorTableMaker::Made SectorTableMaker::make(const Level& level, const GridView& grid, const TileGrid& tiles,
                                              std::uint32_t sector) {
  list_ends(level, grid, sector, ends_);
  const Rect box = tiles.bounds({sector});
  const Cell origin{box.x, box.y, box.layer};
  const std::uint32_t block = grid.costs().block_of(origin);
  const bool plain = grid.costs().is_uniform(block) && level.areas[sector].links == AreaRecord::no_links;
  if (!plain) return {nullptr, solve(grid, tiles, sector)};
  key_.assign(
      {grid.cost(origin), static_cast<std::uint16_t>(box.width), static_cast<std::uint16_t>(box.height)});
  for (const SectorEnd& end : ends_) key_.push_back(static_cast<std::uint16_t>(tiles.offset(end.cell)));
  std::unique_ptr<PackedTable>& table = uniform_[key_];
  if (table == nullptr) table = std::make_unique<PackedTable>(solve(grid, tiles, sector));
  return {table.get(), {}};
}

// The costs of its block, where it lies in it, and where its nodes are: what a step across the border costs
// follows from these.
// As `cell_of` tells them, but for a side at once: of an area to the right or below, they lie one farther on.
void append_offsets(const Level& level, const TileGrid& tiles, std::uint32_t sector,
                    std::vector<std::uint16_t>& offsets) {
  const AreaRecord& area = level.areas[sector];
  const std::size_t begin = offsets.size();
  offsets.resize(begin + area.portals());
  std::uint16_t* const to = offsets.data() + begin;
  std::uint32_t place = 0;
  for (const Side side : all_sides) {
    const std::int32_t dx = side == west ? 1 : 0, dy = side == north ? 1 : 0;
    for (const NodeRecord* node = level.nodes.data() + area.first[side]; place < area.end[side]; ++node)
      to[place++] = static_cast<std::uint16_t>(tiles.offset({(node->x2 >> 1) + dx, (node->y2 >> 1) + dy, 0}));
  }
}

std::span<const std::byte> SectorTableMaker::key(const Level& level, const GridView& grid,
                                                 const TileGrid& tiles, std::uint32_t sector) {
  const Cell origin = tiles.origin({sector});
  const std::uint64_t content = grid.costs().content(grid.costs().block_of(origin));
  const AreaRecord& area = level.areas[sector];
  if (content == 0 || area.links != AreaRecord::no_links) return {};
  key_.clear();
  for (unsigned shift = 0; shift < 64; shift += 16)
    key_.push_back(static_cast<std::uint16_t>(content >> shift));
  key_.push_back(static_cast<std::uint16_t>(BlockArray::offset(origin)));
  key_.push_back(static_cast<std::uint16_t>(tiles.side()));
  append_offsets(level, tiles, sector, key_);
  key_size_ = area.portals();
  return std::as_bytes(std::span(key_));
}

std::span<const std::uint64_t> SectorTableMaker::compute(const Level& level, const GridView& grid,
                                                         const TileGrid& tiles, std::uint32_t sector) {
  list_ends(level, grid, sector, ends_);
  values_.assign(ends_.size() * ends_.size(), CostTable::no_path);
  fill(grid, tiles, sector, values_);
  return values_;
}

// Between portals a path costs the same in both directions. Links come last in the order, and are one-way.
void SectorTableMaker::fill(const GridView& grid, const TileGrid& tiles, std::uint32_t sector,
                            std::span<std::uint64_t> out) {
  if (ends_.empty()) return;
  PORTOLAN_ASSERT(out.size() == ends_.size() * ends_.size());
  solver_.load(grid, tiles, {sector});
  const std::size_t n = ends_.size();
  for (std::size_t from = 0; from < n; ++from) {
    const SectorEnd& start = ends_[from];
    const std::size_t first = start.exit ? from + 1 : 0;
    const auto wanted = [&](const SectorEnd& end) { return end.exit && &end != &start; };
    if (!start.entry || std::none_of(ends_.begin() + static_cast<std::ptrdiff_t>(first), ends_.end(), wanted))
      continue;
    solver_.clear();
    solver_.seed(start.cell, {start.half_step});
    solver_.solve();
    for (std::size_t into = first; into < n; ++into) {
      const SectorEnd& end = ends_[into];
      if (!wanted(end)) continue;
      const Distance d = solver_.at(end.cell);
      if (!reachable(d)) continue;
      out[into * n + from] = d.units + end.half_step;
      if (start.exit && end.entry) out[from * n + into] = d.units + end.half_step;
    }
  }
}

PackedTable SectorTableMaker::solve(const GridView& grid, const TileGrid& tiles, std::uint32_t sector) {
  values_.assign(ends_.size() * ends_.size(), CostTable::no_path);
  fill(grid, tiles, sector, values_);
  return {static_cast<std::uint32_t>(ends_.size()), values_};
}

}  // namespace portolan::detail
