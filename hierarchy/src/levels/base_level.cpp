// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "levels/base_level.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "graph/level_edit.hpp"
#include "graph/level_saved.hpp"
#include "levels/in_order.hpp"

namespace portolan::detail {

namespace {

// Sectors whose tables are held outside the store at a time: bounds the memory of a build.
constexpr std::size_t band = 8192;
// Sectors per piece of parallel work: few where there are few, so that all threads end together.
std::size_t grain_for(std::size_t sectors) { return std::clamp<std::size_t>(sectors / 128, 4, 64); }

// All sectors, square by square. Portals and tables are numbered and laid out in this order: a search looks
// at sectors that lie together, and on a large map finding a page of memory takes as long as reading from it.
// Row by row, a way from north to south met other pages in each sector.
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

BaseLevel::BaseLevel(GridView grid, TileGrid tiles, int portal_width)
    : grid_(grid), tiles_(tiles), portal_width_(portal_width) {
  level_.grid = AreaGrid(tiles.extent(), tiles.shift());
  level_.areas.resize(tiles.tile_count());
  level_.borders.resize(2 * static_cast<std::size_t>(tiles.tile_count()));
}

BorderLine BaseLevel::line(std::uint32_t border) const {
  const Rect box = level_.grid.bounds(border >> 1U);
  if ((border & 1U) == 0) return {{box.x + box.width - 1, box.y, box.layer}, true, box.height};
  return {{box.x, box.y + box.height - 1, box.layer}, false, box.width};
}

bool BaseLevel::border_exists(std::uint32_t border) const {
  return (border & 1U) == 0 ? level_.grid.has_east(border >> 1U) : level_.grid.has_south(border >> 1U);
}

void BaseLevel::build(Executor& executor, const std::function<void(double)>& progress) {
  const std::vector<std::uint32_t> all = by_squares(level_.grid);
  build_borders(all, executor);
  build_links();
  build_tables(all, executor, [&](std::size_t done) {
    if (progress) progress(static_cast<double>(done) / static_cast<double>(all.size()));
  });
  changed_ = {};
}

void BaseLevel::build_borders(std::span<const std::uint32_t> sectors, Executor& executor) {
  const std::size_t row = level_.grid.columns();
  const std::size_t rows = level_.areas.size() / row;
  std::vector<std::vector<Run>> runs(rows);
  executor.parallel_for(rows, [&](std::size_t r, unsigned) {
    // Not in `runs` itself: what grows there lies beside what grows for another thread.
    std::vector<Run> found;
    for (std::size_t s = r * row; s < (r + 1) * row; ++s) {
      for (std::size_t border = 2 * s; border < 2 * s + 2; ++border) {
        const std::size_t before = found.size();
        const auto b = static_cast<std::uint32_t>(border);
        if (border_exists(b)) find_runs(grid_, line(b), portal_width_, found);
        level_.borders[border].count = static_cast<std::uint32_t>(found.size() - before);
      }
    }
    runs[r] = std::move(found);
  });
  for (const std::uint32_t sector : sectors) {
    for (BorderRange& border : std::span(level_.borders.data() + 2 * std::size_t{sector}, 2)) {
      border.first = level_.slots.take(border.count);
      level_.node_count += border.count;
    }
  }
  level_.nodes.resize(level_.slots.end());
  executor.parallel_for(rows, [&](std::size_t r, unsigned) {
    const Run* next = runs[r].data();
    for (std::size_t border = 2 * r * row; border < 2 * (r + 1) * row; ++border) {
      const std::size_t count = level_.borders[border].count;
      write_nodes(static_cast<std::uint32_t>(border), {next, count});
      next += count;
    }
  });
  executor.parallel_for(rows, [&](std::size_t r, unsigned) {
    for (std::size_t s = r * row; s < (r + 1) * row; ++s) connect_area(level_, static_cast<std::uint32_t>(s));
  });
}

void BaseLevel::write_nodes(std::uint32_t border, std::span<const Run> runs) {
  if (runs.empty()) return;
  const BorderLine where = line(border);
  std::uint32_t id = level_.borders[border].first;
  for (const Run& run : runs) {
    const Cell a = where.near_cell(run.at);
    NodeRecord& node = level_.nodes[id++];
    node.x2 = 2 * a.x + (where.east ? 1 : 0);
    node.y2 = 2 * a.y + (where.east ? 0 : 1);
    node.border = border;
    node.aux = run.begin | static_cast<std::uint32_t>(run.width) << 8U;
  }
}

void BaseLevel::build_tables(std::span<const std::uint32_t> sectors, Executor& executor,
                             const std::function<void(std::size_t done)>& progress) {
  makers_.resize(executor.workers());
  std::vector<SectorTableMaker::Made> made;
  for (std::size_t begin = 0; begin < sectors.size(); begin += band) {
    const std::span<const std::uint32_t> part =
        sectors.subspan(begin, std::min(band, sectors.size() - begin));
    made.resize(part.size());
    const std::size_t grain = grain_for(part.size());
    const std::size_t pieces = (part.size() + grain - 1) / grain;
    const auto for_piece = [&](std::size_t piece, const auto& f) {
      for (std::size_t i = piece * grain; i < std::min(part.size(), (piece + 1) * grain); ++i) f(i);
    };
    InOrder stored(pieces);
    executor.parallel_for(pieces, [&](std::size_t piece, unsigned worker) {
      for_piece(piece,
                [&](std::size_t i) { made[i] = makers_[worker].make(level_, grid_, tiles_, part[i]); });
      stored.finish(piece, [&](std::size_t due) {
        for_piece(due, [&](std::size_t i) { store_table(part[i], made[i]); });
      });
    });
    progress(begin + part.size());
  }
  stored_.clear();
  for (SectorTableMaker& maker : makers_) maker.forget();
}

// Notes where the table is another than before. Takes the sector's own table.
void BaseLevel::store_table(std::uint32_t sector, SectorTableMaker::Made& made) {
  AreaRecord& area = level_.areas[sector];
  const std::uint32_t before = area.table;
  const std::uint32_t* const known = made.common != nullptr ? stored_.find(made.common) : nullptr;
  if (known != nullptr) {
    area.table = *known;
    level_.tables.retain(area.table);
  } else {
    if (before != CostTables::none && level_.tables.holds(before, made.table())) {
      level_.tables.retain(before);
    } else {
      area.table = level_.tables.share(made.common != nullptr ? made.common->copy() : std::move(made.own));
    }
    if (made.common != nullptr) stored_.add(made.common, area.table);
  }
  if (area.table != before) changed_.push_back(sector);
  if (before != CostTables::none) level_.tables.release(before);
  made = {};
}

void BaseLevel::save(PartSink& sink) const {
  save_level(level_, sink);
  sink.write_part<std::uint32_t>(node_of_link_);
}

bool BaseLevel::restore(PartSource& source) {
  return restore_level(level_, source) && copy_next(node_of_link_, source);
}

}  // namespace portolan::detail
