// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "tables/sector_table.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include <portolan/core/assert.hpp>
#include <portolan/core/distance.hpp>

namespace portolan::detail {

namespace {

constexpr std::size_t most_nodes = 64;  // bits of a word

}  // namespace

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

// The costs of its block, where it lies in it, and where its nodes are: what a step across the border costs
// follows from these.
std::span<const std::byte> SectorTableMaker::key(const Level& level, const GridView& grid,
                                                 const TileGrid& tiles, std::uint32_t sector) {
  const Cell origin = tiles.origin({sector});
  const std::uint64_t content = grid.costs().content(grid.costs().block_of(origin));
  if (content == 0 || level.areas[sector].links != AreaRecord::no_links) return {};
  list_ends(level, grid, sector, ends_);
  key_.clear();
  for (unsigned shift = 0; shift < 64; shift += 16)
    key_.push_back(static_cast<std::uint16_t>(content >> shift));
  key_.push_back(static_cast<std::uint16_t>(BlockArray::offset(origin)));
  key_.push_back(static_cast<std::uint16_t>(tiles.side()));
  for (const SectorEnd& end : ends_) key_.push_back(static_cast<std::uint16_t>(tiles.offset(end.cell)));
  return std::as_bytes(std::span(key_));
}

std::span<const std::uint64_t> SectorTableMaker::compute(const Level& level, const GridView& grid,
                                                         const TileGrid& tiles, std::uint32_t sector) {
  list_ends(level, grid, sector, ends_);
  values_.assign(ends_.size() * ends_.size(), CostTable::no_path);
  fill(grid, tiles, sector, values_);
  return values_;
}

namespace {

template <class T>
void widen_all(const CostTable& table, std::span<std::uint64_t> out) {
  const T* const values = table.row<T>(0);
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = values[i] == static_cast<T>(~T{0}) ? CostTable::no_path : values[i];
}

void widen_all(const CostTable& table, std::span<std::uint64_t> out) {
  PORTOLAN_ASSERT(out.size() == std::size_t{table.size} * table.size);
  switch (table.width) {
    case TableWidth::narrow:
      return widen_all<std::uint16_t>(table, out);
    case TableWidth::wide:
      return widen_all<std::uint32_t>(table, out);
    case TableWidth::huge:
      return widen_all<std::uint64_t>(table, out);
  }
}

}  // namespace

// Takes over the costs between cells that were nodes before. What it writes for others is found by a solve.
void SectorTableMaker::keep_known(const TileGrid& tiles, const CostTable& before, const Renewal& renewal) {
  const std::size_t n = ends_.size();
  PORTOLAN_ASSERT(before.size == (renewal.same_nodes ? n : renewal.former.size()));
  values_.resize(n * n);
  open_.assign(n, 0);
  if (renewal.same_nodes) return widen_all(before, values_);
  former_.resize(std::size_t{before.size} * before.size);
  widen_all(before, former_);
  place_.assign(n, 0);
  std::uint64_t taken = 0;
  std::uint64_t fresh = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const auto cell = static_cast<std::uint16_t>(tiles.offset(ends_[i].cell));
    const auto at = static_cast<std::size_t>(std::find(renewal.former.begin(), renewal.former.end(), cell) -
                                             renewal.former.begin());
    // Two portals may stand on one cell.
    const bool known = at < std::min(renewal.former.size(), most_nodes) && (taken >> at & 1U) == 0;
    if (known) place_[i] = static_cast<std::uint32_t>(at);
    if (known) taken |= 1ULL << at;
    fresh |= (known ? 0ULL : 1ULL) << i;
  }
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t* const row = former_.data() + std::size_t{place_[i]} * before.size;
    for (std::size_t j = 0; before.size > 0 && j < n; ++j) values_[i * n + j] = row[place_[j]];
    values_[i * n + i] = CostTable::no_path;
  }
  const std::uint64_t all = ~0ULL >> (most_nodes - std::max<std::size_t>(n, 1));
  for (std::size_t i = 0; i < n; ++i) open_[i] = ((fresh >> i & 1U) != 0 ? all : fresh) & ~(1ULL << i);
}

void SectorTableMaker::open(std::size_t i, std::size_t j) {
  open_[i] |= 1ULL << j;
  open_[j] |= 1ULL << i;
}

// Which paths may have changed. A path that the change concerns comes to a cell beside a changed one; up to
// there it costs what it did. So it costs at least what leads to those cells from either end, and where that
// is more than the known cost, neither the old best path nor a new one goes there.
void SectorTableMaker::open_paths(const TileGrid& tiles, const Renewal& renewal) {
  const Cell origin = tiles.origin({renewal.sector});
  TileCells wide{};
  for (std::size_t y = 0; y < wide.size(); ++y) {
    const std::uint32_t row = renewal.cells[y] | renewal.cells[y] << 1U | renewal.cells[y] >> 1U;
    if (row == 0) continue;
    for (std::size_t near = y == 0 ? 0 : y - 1; near < std::min(y + 2, wide.size()); ++near)
      wide[near] |= row;
  }
  solver_.clear();
  solver_.seed(wide);
  solver_.solve();
  away_.clear();
  for (const SectorEnd& end : ends_) {
    const auto y = static_cast<std::size_t>(end.cell.y - origin.y);
    const bool beside = (wide[y] >> (end.cell.x - origin.x) & 1U) != 0;
    const Distance cost = solver_.at(end.cell);
    away_.push_back(beside ? 0 : reachable(cost) ? cost.units + end.half_step : CostTable::no_path);
  }
  const std::size_t n = ends_.size();
  for (std::size_t i = 0; i < n; ++i) {
    if (away_[i] == CostTable::no_path) continue;
    for (std::size_t j = i + 1; j < n; ++j) {
      if (away_[j] != CostTable::no_path && away_[i] + away_[j] <= values_[i * n + j]) open(i, j);
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

// From whichever node settles most.
void SectorTableMaker::settle_open_pairs() {
  const std::size_t n = ends_.size();
  std::array<std::uint8_t, most_nodes> count{};
  for (std::size_t i = 0; i < n; ++i) {
    for (std::uint64_t left = open_[i]; left != 0; left &= left - 1) ++count[i];
  }
  for (;;) {
    std::size_t from = 0;
    for (std::size_t i = 1; i < n; ++i) from = count[i] > count[from] ? i : from;
    if (count[from] == 0) return;
    solve_from(from);
    count[from] = 0;
    for (std::uint64_t left = std::exchange(open_[from], 0); left != 0; left &= left - 1) {
      const auto to = static_cast<std::size_t>(std::countr_zero(left));
      open_[to] &= ~(1ULL << from);
      --count[to];
    }
  }
}

std::span<const std::uint64_t> SectorTableMaker::renew(const Level& level, const GridView& grid,
                                                       const TileGrid& tiles, const CostTable& before,
                                                       const Renewal& renewal) {
  list_ends(level, grid, renewal.sector, ends_);
  if (ends_.size() > most_nodes) return compute(level, grid, tiles, renewal.sector);
  solver_.load(grid, tiles, {renewal.sector});
  keep_known(tiles, before, renewal);
  const bool cells_changed =
      std::any_of(renewal.cells.begin(), renewal.cells.end(), [](auto row) { return row != 0; });
  if (cells_changed) open_paths(tiles, renewal);
  settle_open_pairs();
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
