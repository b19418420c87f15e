// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "sector_table.hpp"

#include <utility>

#include <portolan/core/distance.hpp>

namespace portolan::detail {

void list_ends(const Level& level, const GridView& grid, std::uint32_t sector, std::vector<SectorEnd>& ends) {
  ends.clear();
  const AreaRecord& area = level.areas[sector];
  const std::int32_t layer = level.grid.bounds(sector).layer;
  level.for_each_border_node(area, [&](std::uint32_t id, std::uint32_t) {
    const NodeRecord& node = level.nodes[id];
    const Cell c = cell_of(node, node.border >> 1U == sector, layer);
    ends.push_back({id, c, straight_factor * grid.cost(c), true, true});
  });
  const AreaLinks& links = level.links_of(area);
  for (const std::uint32_t id : links.leaving) {
    ends.push_back({id, level.link(level.nodes[id]).link.from, 0, false, true});
  }
  for (const std::uint32_t id : links.arriving) {
    ends.push_back({id, level.link(level.nodes[id]).link.to, 0, true, false});
  }
}

SectorTableMaker::Values SectorTableMaker::make(const Level& level, const GridView& grid,
                                                const TileGrid& tiles, std::uint32_t sector) {
  list_ends(level, grid, sector, ends_);
  const Rect box = tiles.bounds({sector});
  const Cell origin{box.x, box.y, box.layer};
  const std::uint32_t block = grid.costs().block_of(origin);
  const bool plain = grid.costs().is_uniform(block) && level.areas[sector].links == AreaRecord::no_links;
  if (plain) {
    key_.assign(
        {grid.cost(origin), static_cast<std::uint16_t>(box.width), static_cast<std::uint16_t>(box.height)});
    for (const SectorEnd& end : ends_) key_.push_back(static_cast<std::uint16_t>(tiles.offset(end.cell)));
    const auto known = uniform_.find(key_);
    if (known != uniform_.end()) return known->second;
  }
  auto values = std::make_shared<std::vector<std::uint64_t>>(ends_.size() * ends_.size(), CostTable::no_way);
  fill(grid, tiles, sector, *values);
  if (plain) uniform_.emplace(key_, values);
  return values;
}

void SectorTableMaker::fill(const GridView& grid, const TileGrid& tiles, std::uint32_t sector,
                            std::vector<std::uint64_t>& out) {
  if (ends_.empty()) return;
  solver_.load(grid, tiles, {sector});
  const std::size_t n = ends_.size();
  for (std::size_t from = 0; from < n; ++from) {
    const SectorEnd& start = ends_[from];
    if (!start.entry) continue;
    solver_.clear();
    solver_.seed(start.cell, {start.half_step});
    solver_.solve();
    for (std::size_t into = 0; into < n; ++into) {
      const SectorEnd& end = ends_[into];
      if (into == from || !end.exit) continue;
      const Distance d = solver_.at(end.cell);
      if (reachable(d)) out[into * n + from] = d.units + end.half_step;
    }
  }
}

}  // namespace portolan::detail
