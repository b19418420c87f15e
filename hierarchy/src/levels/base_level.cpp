// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "levels/base_level.hpp"

#include <algorithm>

#include <portolan/core/assert.hpp>

namespace portolan::detail {

namespace {

// All sectors, square by square. Portals and tables are numbered and laid out in this order: a search looks
// at sectors that lie together, and on a large map finding a page of memory takes as long as reading from it.
// Row by row, a path from north to south met other pages in each sector.
std::vector<std::uint32_t> by_squares(const AreaGrid& grid) {
  constexpr std::uint32_t side = 8;
  std::vector<std::uint32_t> order;
  order.reserve(grid.count());
  const std::uint32_t layer = grid.columns() * grid.rows();
  for (std::uint32_t first = 0; first < grid.count(); first += layer) {
    for (std::uint32_t y0 = 0; y0 < grid.rows(); y0 += side) {
      for (std::uint32_t x0 = 0; x0 < grid.columns(); x0 += side) {
        for (std::uint32_t y = y0; y < std::min(y0 + side, grid.rows()); ++y) {
          for (std::uint32_t x = x0; x < std::min(x0 + side, grid.columns()); ++x)
            order.push_back(first + y * grid.columns() + x);
        }
      }
    }
  }
  return order;
}

}  // namespace

BaseLevel::BaseLevel(GridView grid, TileGrid tiles, const PortalRule& rule)
    : LevelBuilder(AreaGrid(tiles.extent(), tiles.shift())), grid_(grid), tiles_(tiles), rule_(rule) {}

void BaseLevel::add_portals_of(ProfileId profile, GridView grid) {
  PORTOLAN_ASSERT(level_.node_count == 0);
  other_ids_.push_back(profile);
  others_.push_back(grid);
}

BorderLine BaseLevel::line(BorderId border) const {
  const Rect box = level_.grid.bounds(AreaGrid::first_of(border).value);
  if (AreaGrid::is_eastern(border)) return {{box.x + box.width - 1, box.y, box.layer}, true, box.height};
  return {{box.x, box.y + box.height - 1, box.layer}, false, box.width};
}

void BaseLevel::build(Executor& executor, const std::function<void(double)>& progress) {
  const std::vector<std::uint32_t> all = by_squares(level_.grid);
  build_borders<BorderRun>(
      all, executor, [&](BorderId border, std::vector<BorderRun>& runs) { append_runs(border, runs); },
      [&](BorderId border, std::span<const BorderRun> runs) { write_nodes(border, runs); });
  build_links();
  build_tables(all, executor, [&](std::size_t done) {
    if (progress) progress(static_cast<double>(done) / static_cast<double>(all.size()));
  });
  changed_ = {};
}

void BaseLevel::write_nodes(BorderId border, std::span<const BorderRun> runs) {
  PORTOLAN_ASSERT(level_.borders[border.value].count == runs.size());
  const BorderLine where = line(border);
  std::uint32_t id = level_.borders[border.value].first;
  for (const BorderRun& run : runs) level_.nodes[id++] = node_of(border, where, run);
}

NodeRecord BaseLevel::node_of(BorderId border, const BorderLine& where, const BorderRun& run) {
  const Cell a = where.near_cell(run.at);
  return {2 * a.x + (where.east ? 1 : 0), 2 * a.y + (where.east ? 0 : 1), border.value,
          NodeRecord::aux_of({run.begin, run.width})};
}

void BaseLevel::build_tables(std::span<const std::uint32_t> sectors, Executor& executor,
                             const std::function<void(std::size_t done)>& progress) {
  makers_.resize(executor.workers());
  make_tables<SectorTableMaker::Made>(
      sectors, executor, {8192, 4, 64, {}, progress},
      [&](unsigned worker, std::uint32_t sector) {
        return makers_[worker].make(level_, grid_, tiles_, sector);
      },
      [&](std::uint32_t sector, SectorTableMaker::Made made) { store_table(sector, std::move(made)); });
  stored_.clear();
  for (SectorTableMaker& maker : makers_) maker.forget();
}

void BaseLevel::store_table(std::uint32_t sector, SectorTableMaker::Made made) {
  const std::uint32_t before = level_.areas[sector].table;
  const std::uint32_t* const known = made.common != nullptr ? stored_.find(made.common) : nullptr;
  std::uint32_t table = before;
  if (known != nullptr) {
    table = *known;
    level_.tables.retain(table);
  } else {
    if (before != CostTables::none && level_.tables.holds(before, made.table())) {
      level_.tables.retain(before);
    } else {
      table = level_.tables.share(made.common != nullptr ? made.common->copy() : std::move(made.own));
    }
    if (made.common != nullptr) stored_.add(made.common, table);
  }
  set_table(sector, table);
}

}  // namespace portolan::detail
