// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "tables/sector_table.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include <portolan/core/assert.hpp>
#include <portolan/core/distance.hpp>

namespace portolan::detail {

void list_ends(const Level& level, const GridView& grid, std::uint32_t sector, std::vector<SectorEnd>& ends) {
  PORTOLAN_ASSERT(sector < level.areas.size());
  ends.clear();
  const AreaRecord& area = level.areas[sector];
  const std::int32_t layer = level.grid.layer_of({sector});
  level.for_each_border_node(area, [&](std::uint32_t id, std::uint32_t) {
    const NodeRecord& node = level.nodes[id];
    const Cell c = cell_of(node, AreaGrid::first_of(node.border_id()).value == sector, layer);
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

std::span<const std::uint64_t> SectorTableMaker::compute(const Level& level, const GridView& grid,
                                                         const TileGrid& tiles, std::uint32_t sector) {
  list_ends(level, grid, sector, ends_);
  values_.assign(ends_.size() * ends_.size(), CostTable::no_path);
  fill(grid, tiles, sector, values_);
  return values_;
}

// Takes over the costs between cells that were nodes before.
void SectorTableMaker::keep_known(const TileGrid& tiles, const CostTable& before, const Renewal& renewal) {
  constexpr std::uint32_t none = ~0U;
  const auto n = static_cast<std::uint32_t>(ends_.size());
  PORTOLAN_ASSERT(before.size == (renewal.same_nodes ? n : renewal.former.size()));
  place_.resize(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    place_[i] = i;
    if (renewal.same_nodes) continue;
    const auto cell = static_cast<std::uint16_t>(tiles.offset(ends_[i].cell));
    const auto at = std::find(renewal.former.begin(), renewal.former.end(), cell);
    place_[i] = at == renewal.former.end() ? none : static_cast<std::uint32_t>(at - renewal.former.begin());
  }
  values_.assign(std::size_t{n} * n, CostTable::no_path);
  open_.assign(n, 0);
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t j = i + 1; j < n; ++j) {
      if (place_[i] == none || place_[j] == none || place_[i] == place_[j]) {
        open_[i] |= 1ULL << j;
        open_[j] |= 1ULL << i;
      } else {
        values_[std::size_t{i} * n + j] = values_[std::size_t{j} * n + i] = before.at(place_[i], place_[j]);
      }
    }
  }
}

// Which paths may have changed. A path that the change concerns comes to a cell beside a changed one; up to
// there it costs what it did. So it costs at least what leads to those cells from either end, and where that
// is more than the known cost, neither the old best path nor a new one goes there.
void SectorTableMaker::open_paths(const TileGrid& tiles, const Renewal& renewal) {
  const Cell origin = tiles.origin({renewal.sector});
  const int side = tiles.side();
  std::array<std::uint32_t, TileGrid::max_side + 2> wide{};
  for (std::size_t y = 0; y < renewal.cells.size(); ++y) {
    const std::uint32_t row = renewal.cells[y] | renewal.cells[y] << 1U | renewal.cells[y] >> 1U;
    for (std::size_t near = y; near < y + 3; ++near) wide[near] |= row;
  }
  solver_.clear();
  for (int y = 0; y < side; ++y) {
    for (std::uint32_t left = wide[static_cast<std::size_t>(y) + 1]; left != 0; left &= left - 1) {
      const int x = std::countr_zero(left);
      if (x < side) solver_.seed({origin.x + x, origin.y + y, origin.layer}, {0});
    }
  }
  solver_.solve();
  away_.clear();
  for (const SectorEnd& end : ends_) {
    const auto y = static_cast<std::size_t>(end.cell.y - origin.y) + 1;
    const bool beside = (wide[y] >> (end.cell.x - origin.x) & 1U) != 0;
    const Distance cost = solver_.at(end.cell);
    away_.push_back(beside ? 0 : reachable(cost) ? cost.units + end.half_step : CostTable::no_path);
  }
  const std::size_t n = ends_.size();
  for (std::size_t i = 0; i < n; ++i) {
    if (away_[i] == CostTable::no_path) continue;
    for (std::size_t j = i + 1; j < n; ++j) {
      if (away_[j] == CostTable::no_path || away_[i] + away_[j] > values_[i * n + j]) continue;
      open_[i] |= 1ULL << j;
      open_[j] |= 1ULL << i;
    }
  }
}

void SectorTableMaker::solve_from(std::size_t from) {
  const std::size_t n = ends_.size();
  PORTOLAN_ASSERT(from < n && values_.size() == n * n);
  solver_.clear();
  solver_.seed(ends_[from].cell, {ends_[from].half_step});
  solver_.solve();
  for (std::size_t into = 0; into < n; ++into) {
    if (into == from) continue;
    const Distance d = solver_.at(ends_[into].cell);
    const std::uint64_t cost = reachable(d) ? d.units + ends_[into].half_step : CostTable::no_path;
    values_[into * n + from] = values_[from * n + into] = cost;
  }
}

std::span<const std::uint64_t> SectorTableMaker::renew(const Level& level, const GridView& grid,
                                                       const TileGrid& tiles, const CostTable& before,
                                                       const Renewal& renewal) {
  constexpr std::size_t most_nodes = 64;  // bits of a word
  list_ends(level, grid, renewal.sector, ends_);
  if (ends_.size() > most_nodes) return compute(level, grid, tiles, renewal.sector);
  solver_.load(grid, tiles, {renewal.sector});
  keep_known(tiles, before, renewal);
  const bool cells_changed =
      std::any_of(renewal.cells.begin(), renewal.cells.end(), [](auto row) { return row != 0; });
  if (cells_changed) open_paths(tiles, renewal);
  for (;;) {
    // From whichever node settles most.
    const auto most = std::max_element(open_.begin(), open_.end(), [](std::uint64_t a, std::uint64_t b) {
      return std::popcount(a) < std::popcount(b);
    });
    if (most == open_.end() || *most == 0) return values_;
    const auto from = static_cast<std::size_t>(most - open_.begin());
    solve_from(from);
    for (std::uint64_t& open : open_) open &= ~(1ULL << from);
    *most = 0;
  }
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
