// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "levels/upper_level.hpp"

#include <algorithm>
#include <memory>
#include <numeric>

#include "graph/level_edit.hpp"
#include "levels/in_order.hpp"
#include "tables/area_table.hpp"

namespace portolan::detail {

namespace {

// Areas whose tables are held outside the store at a time.
constexpr std::size_t band = 2048;

void sort_unique(std::vector<std::uint32_t>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

}  // namespace

UpperLevel::UpperLevel(const Level& below, int factor_shift) {
  level_.grid = AreaGrid(below.grid.extent(), below.grid.shift() + factor_shift);
  level_.areas.resize(level_.grid.count());
  level_.borders.resize(2 * level_.areas.size());
}

// The nodes below that lie on a border of this level.
void UpperLevel::gather(const Level& below, std::uint32_t border, std::vector<std::uint32_t>& nodes) const {
  nodes.clear();
  const std::uint32_t area = border >> 1U;
  const bool east = (border & 1U) == 0;
  if (east ? !level_.grid.has_east(area) : !level_.grid.has_south(area)) return;
  const ChildBlock block = children_of(level_, below, area);
  const auto add = [&](std::uint32_t child_border) {
    const BorderRange& range = below.borders[child_border];
    for (std::uint32_t i = 0; i < range.count; ++i) nodes.push_back(range.first + i);
  };
  if (east) {
    for (std::uint32_t y = block.y0; y < block.y1; ++y) add(2 * child_at(below, block, block.x1 - 1, y));
  } else {
    for (std::uint32_t x = block.x0; x < block.x1; ++x) add(2 * child_at(below, block, x, block.y1 - 1) + 1);
  }
}

std::uint32_t UpperLevel::node_above(const Level& below, std::uint32_t node) const {
  const NodeRecord& record = below.nodes[node];
  if (record.is_link()) {
    const std::uint32_t index = record.border & ~NodeRecord::link_flag;
    return index < link_of_.size() && link_of_[index] != no_link ? level_.links[link_of_[index]].node
                                                                 : no_node;
  }
  const std::uint32_t child = below.area_a(record);
  const std::uint32_t area = parent_of(level_, below, child);
  if (area == parent_of(level_, below, below.area_b(record))) return no_node;
  // Count what comes before it on the border.
  const bool east = (record.border & 1U) == 0;
  const std::uint32_t step = east ? below.grid.columns() : 1;
  const ChildBlock block = children_of(level_, below, area);
  std::uint32_t other =
      east ? child_at(below, block, block.x1 - 1, block.y0) : child_at(below, block, block.x0, block.y1 - 1);
  std::uint32_t id =
      level_.borders[2 * area + (east ? 0U : 1U)].first + node - below.borders[record.border].first;
  for (; other != child; other += step) id += below.borders[2 * other + (east ? 0U : 1U)].count;
  return id;
}

void UpperLevel::write_nodes(const Level& below, std::uint32_t border, std::span<const std::uint32_t> nodes) {
  std::uint32_t id = level_.borders[border].first;
  for (const std::uint32_t node : nodes) {
    const NodeRecord& record = below.nodes[node];
    level_.nodes[id++] = {record.x2, record.y2, border, node};
  }
}

void UpperLevel::build_nodes(const Level& below, Executor& executor) {
  build_borders(below, executor);
  for (std::uint32_t child = 0; child < below.areas.size(); ++child) find_links(below, child);
  executor.parallel_for(level_.areas.size() / level_.grid.columns(), [&](std::size_t row, unsigned) {
    const std::size_t columns = level_.grid.columns();
    for (std::size_t area = row * columns; area < (row + 1) * columns; ++area)
      connect_area(level_, static_cast<std::uint32_t>(area));
  });
}

void UpperLevel::build_tables(const Level& below, Executor& executor, const std::function<void()>& beside) {
  std::vector<std::uint32_t> all(level_.areas.size());
  std::iota(all.begin(), all.end(), 0U);
  make_tables(below, all, executor, beside);
  changed_ = {};
}

void UpperLevel::build_borders(const Level& below, Executor& executor) {
  const std::size_t row = 2 * std::size_t{level_.grid.columns()};
  std::vector<std::vector<std::uint32_t>> found(level_.borders.size() / row);
  executor.parallel_for(found.size(), [&](std::size_t r, unsigned) {
    std::vector<std::uint32_t> nodes;
    std::vector<std::uint32_t> all;
    for (std::size_t border = r * row; border < (r + 1) * row; ++border) {
      gather(below, static_cast<std::uint32_t>(border), nodes);
      level_.borders[border].count = static_cast<std::uint32_t>(nodes.size());
      all.insert(all.end(), nodes.begin(), nodes.end());
    }
    found[r] = std::move(all);
  });
  for (BorderRange& border : level_.borders) {
    border.first = level_.slots.take(border.count);
    level_.node_count += border.count;
  }
  level_.nodes.resize(level_.slots.end());
  executor.parallel_for(found.size(), [&](std::size_t r, unsigned) {
    const std::uint32_t* next = found[r].data();
    for (std::size_t border = r * row; border < (r + 1) * row; ++border) {
      const std::size_t count = level_.borders[border].count;
      write_nodes(below, static_cast<std::uint32_t>(border), {next, count});
      next += count;
    }
  });
}

void UpperLevel::make_tables(const Level& below, std::span<const std::uint32_t> areas, Executor& executor,
                             const std::function<void()>& beside) {
  makers_.resize(executor.workers());
  std::vector<AreaTableMaker::Values> made;
  std::size_t extra = beside ? 1 : 0;
  for (std::size_t begin = 0; begin < areas.size(); begin += band) {
    const std::span<const std::uint32_t> part = areas.subspan(begin, std::min(band, areas.size() - begin));
    made.assign(part.size(), {});
    InOrder stored(part.size());
    executor.parallel_for(part.size() + extra, [&](std::size_t piece, unsigned worker) {
      if (piece < extra) return beside();
      const std::size_t i = piece - extra;
      made[i] = makers_[worker].make(level_, below, part[i]);
      stored.finish(i, [&](std::size_t due) { store_table(part[due], made[due]); });
    });
    extra = 0;
  }
  for (AreaTableMaker& maker : makers_) maker.forget();
}

// Notes where the table is another than before. Takes what was made, unless other areas may get it as well.
void UpperLevel::store_table(std::uint32_t area, AreaTableMaker::Values& made) {
  std::uint32_t& table = level_.areas[area].table;
  const std::uint32_t before = table;
  if (before == CostTables::none || !level_.tables.holds(before, *made)) {
    table = level_.tables.share(made.use_count() > 1 ? made->copy() : std::move(*made));
    if (before != CostTables::none) level_.tables.release(before);
    changed_.push_back(area);
  }
  made.reset();
}

bool UpperLevel::update_border(const Level& below, std::uint32_t border) {
  gather(below, border, gathered_);
  const BorderRange& range = level_.borders[border];
  bool same = range.count == gathered_.size();
  for (std::uint32_t i = 0; same && i < range.count; ++i) {
    const NodeRecord& known = level_.nodes[range.first + i];
    const NodeRecord& record = below.nodes[gathered_[i]];
    same = known.aux == gathered_[i] && known.x2 == record.x2 && known.y2 == record.y2;
  }
  if (same) return false;
  resize_border(level_, border, static_cast<std::uint32_t>(gathered_.size()));
  write_nodes(below, border, gathered_);
  const BorderRange& now = level_.borders[border];
  for (std::uint32_t i = 0; i < now.count; ++i) fresh_nodes_.push_back(now.first + i);
  return true;
}

void UpperLevel::drop_links(const Level& below, std::uint32_t area) {
  const AreaLinks before = level_.links_of(level_.areas[area]);
  for (const auto* list : {&before.leaving, &before.arriving}) {
    for (const std::uint32_t id : *list) {
      const LinkNode known = level_.link(level_.nodes[id]);
      const NodeRecord& there = below.nodes[level_.nodes[id].aux];
      const std::uint32_t index = level_.nodes[id].border & ~NodeRecord::link_flag;
      if (there.alive() && there.is_link() && below.link(there).id == known.id &&
          below.link(there).link == known.link && link_of_[there.border & ~NodeRecord::link_flag] == index) {
        continue;
      }
      *std::find(link_of_.begin(), link_of_.end(), index) = no_link;
      remove_link(level_, index);
      changed_.push_back(known.from_area);
      changed_.push_back(known.to_area);
    }
  }
}

void UpperLevel::find_links(const Level& below, std::uint32_t child) {
  const AreaRecord& record = below.areas[child];
  if (record.links == AreaRecord::no_links) return;
  link_of_.resize(std::max(link_of_.size(), below.links.size()), no_link);
  const AreaLinks& links = below.links_of(record);
  for (const auto* list : {&links.leaving, &links.arriving}) {
    for (const std::uint32_t id : *list) {
      const std::uint32_t index = below.nodes[id].border & ~NodeRecord::link_flag;
      const LinkNode& link = below.links[index];
      const std::uint32_t from = level_.grid.area_of(link.link.from);
      const std::uint32_t to = level_.grid.area_of(link.link.to);
      if (from == to || link_of_[index] != no_link) continue;
      link_of_[index] = add_link(level_, link.link, link.id, id);
      fresh_nodes_.push_back(level_.links[link_of_[index]].node);
      changed_.push_back(from);
      changed_.push_back(to);
    }
  }
}

LevelChange UpperLevel::update(const Level& below, std::span<const std::uint32_t> changed,
                               Executor& executor) {
  fresh_nodes_.clear();
  changed_.clear();
  link_of_.resize(std::max(link_of_.size(), below.links.size()), no_link);
  std::vector<std::uint32_t> areas;
  for (const std::uint32_t child : changed) areas.push_back(parent_of(level_, below, child));
  sort_unique(areas);
  const AreaGrid& g = level_.grid;
  for (const std::uint32_t area : areas) {
    const auto redo = [&](std::uint32_t border, std::uint32_t other) {
      if (!update_border(below, border)) return;
      changed_.push_back(area);
      changed_.push_back(other);
    };
    if (g.has_east(area)) redo(2 * area, area + 1);
    if (g.has_south(area)) redo(2 * area + 1, area + g.columns());
    if (g.has_west(area)) redo(2 * (area - 1), area - 1);
    if (g.has_north(area)) redo(2 * (area - g.columns()) + 1, area - g.columns());
  }
  for (const std::uint32_t area : areas) drop_links(below, area);
  for (const std::uint32_t child : changed) find_links(below, child);
  LevelChange change;
  change.rebuilt = areas;
  change.rebuilt.insert(change.rebuilt.end(), changed_.begin(), changed_.end());
  sort_unique(change.rebuilt);
  for (const std::uint32_t area : change.rebuilt) connect_area(level_, area);
  make_tables(below, change.rebuilt, executor, {});
  sort_unique(changed_);
  change.changed = changed_;
  return change;
}

}  // namespace portolan::detail
