// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "levels/upper_level.hpp"

#include <algorithm>
#include <numeric>

#include <portolan/core/assert.hpp>

namespace portolan::detail {

UpperLevel::UpperLevel(const Level& below, int factor_shift)
    : LevelBuilder(AreaGrid(below.grid.extent(), below.grid.shift() + factor_shift)) {
  PORTOLAN_ASSERT(factor_shift >= 1 && factor_shift <= 3);
  look_for_links(below);
}

// Not taken back when they are gone: what is made for either direction is right then, too.
void UpperLevel::look_for_links(const Level& below) {
  PORTOLAN_ASSERT(below.grid.shift() < level_.grid.shift(), "areas consist of those below");
  level_.one_way = level_.one_way || below.one_way || below.has_links();
}

// Appends the nodes below that lie on a border of this level.
void UpperLevel::gather(const Level& below, BorderId border, std::vector<std::uint32_t>& nodes) const {
  const ChildBlock block = children_of(level_, below, AreaGrid::first_of(border).value);
  const Side side = AreaGrid::is_eastern(border) ? east : south;
  const auto add = [&](std::uint32_t child) {
    const BorderRange& range = below.borders[below.grid.border({child}, side).value];
    for (std::uint32_t i = 0; i < range.count; ++i) nodes.push_back(range.first + i);
  };
  if (side == east) {
    for (std::uint32_t y = block.y0; y < block.y1; ++y) add(child_at(below, block, block.x1 - 1, y));
  } else {
    for (std::uint32_t x = block.x0; x < block.x1; ++x) add(child_at(below, block, x, block.y1 - 1));
  }
}

std::uint32_t UpperLevel::node_above(const Level& below, std::uint32_t node) const {
  PORTOLAN_ASSERT(node < below.nodes.size() && below.nodes[node].alive());
  const NodeRecord& record = below.nodes[node];
  if (record.is_link()) {
    const std::uint32_t index = record.link_index();
    return index < link_index_.size() && link_index_[index] != no_link ? level_.links[link_index_[index]].node
                                                                       : no_node;
  }
  const BorderId border = record.border_id();
  const std::uint32_t child = AreaGrid::first_of(border).value;
  const AreaId area{parent_of(level_, below, child)};
  if (area.value == parent_of(level_, below, below.grid.second_of(border).value)) return no_node;
  // Count what comes before it on the border.
  const Side side = AreaGrid::is_eastern(border) ? east : south;
  const std::uint32_t step = side == east ? below.grid.columns() : 1;
  const ChildBlock block = children_of(level_, below, area.value);
  std::uint32_t other = side == east ? child_at(below, block, block.x1 - 1, block.y0)
                                     : child_at(below, block, block.x0, block.y1 - 1);
  std::uint32_t id =
      level_.borders[level_.grid.border(area, side).value].first + node - below.borders[border.value].first;
  for (; other != child; other += step) id += below.borders[below.grid.border({other}, side).value].count;
  return id;
}

void UpperLevel::write_nodes(const Level& below, BorderId border, std::span<const std::uint32_t> nodes) {
  std::uint32_t id = level_.borders[border.value].first;
  for (const std::uint32_t node : nodes) {
    const NodeRecord& record = below.nodes[node];
    level_.nodes[id++] = {record.x2, record.y2, border.value, node};
  }
}

void UpperLevel::build_nodes(const Level& below, Executor& executor) {
  std::vector<std::uint32_t> all(level_.areas.size());
  std::iota(all.begin(), all.end(), 0U);
  build_borders<std::uint32_t>(
      all, executor,
      [&](BorderId border, std::vector<std::uint32_t>& nodes) { gather(below, border, nodes); },
      [&](BorderId border, std::span<const std::uint32_t> nodes) { write_nodes(below, border, nodes); });
  for (std::uint32_t child = 0; child < below.areas.size(); ++child) find_links(below, child);
}

void UpperLevel::build_tables(const Level& below, Executor& executor, const std::function<void()>& beside) {
  std::vector<std::uint32_t> all(level_.areas.size());
  std::iota(all.begin(), all.end(), 0U);
  renew_tables(below, all, executor, beside);
  changed_ = {};
}

void UpperLevel::renew_tables(const Level& below, std::span<const std::uint32_t> areas, Executor& executor,
                              const std::function<void()>& beside) {
  makers_.resize(executor.workers());
  make_tables<AreaTableMaker::Values>(
      areas, executor, {2048, 1, 1, beside, {}},
      [&](unsigned worker, std::uint32_t area) { return makers_[worker].make(level_, below, area); },
      [&](std::uint32_t area, const AreaTableMaker::Values& made) { store_table(area, made); });
  for (AreaTableMaker& maker : makers_) maker.forget();
}

// Takes what was made, unless other areas may get it as well.
void UpperLevel::store_table(std::uint32_t area, const AreaTableMaker::Values& made) {
  const std::uint32_t before = level_.areas[area].table;
  if (before != CostTables::none && level_.tables.holds(before, *made)) return;
  set_table(area, level_.tables.share(made.use_count() > 1 ? made->copy() : std::move(*made)));
}

bool UpperLevel::is_current(const Level& below, BorderId border) const {
  std::vector<std::uint32_t> nodes;
  gather(below, border, nodes);
  return same_nodes(below, border, nodes);
}

// Whether the nodes on a border are these of the level below.
bool UpperLevel::same_nodes(const Level& below, BorderId border, std::span<const std::uint32_t> nodes) const {
  const BorderRange& range = level_.borders[border.value];
  if (range.count != nodes.size()) return false;
  for (std::uint32_t i = 0; i < range.count; ++i) {
    const NodeRecord& known = level_.nodes[range.first + i];
    const NodeRecord& record = below.nodes[nodes[i]];
    if (known.node_below() != nodes[i] || known.x2 != record.x2 || known.y2 != record.y2) return false;
  }
  return true;
}

void UpperLevel::update_borders(const Level& below, std::uint32_t area) {
  for (const Side side : {east, south, west, north}) {
    const BorderId border = level_.grid.border({area}, side);
    if (!border.valid()) continue;
    gathered_.clear();
    gather(below, border, gathered_);
    if (same_nodes(below, border, gathered_)) continue;
    renew_border(border, gathered_.size());
    write_nodes(below, border, gathered_);
    changed_.push_back(area);
    changed_.push_back(level_.grid.beside({area}, side).value);
  }
}

void UpperLevel::drop_links(const Level& below, std::uint32_t area) {
  const AreaLinks before = level_.links_of(level_.areas[area]);
  for (const auto* list : {&before.leaving, &before.arriving}) {
    for (const std::uint32_t id : *list) {
      const LinkNode known = level_.link(level_.nodes[id]);
      const NodeRecord& there = below.nodes[level_.nodes[id].node_below()];
      const std::uint32_t index = level_.nodes[id].link_index();
      if (there.alive() && there.is_link() && below.link(there).id == known.id &&
          below.link(there).link == known.link && link_index_[there.link_index()] == index) {
        continue;
      }
      const auto known_as = std::find(link_index_.begin(), link_index_.end(), index);
      PORTOLAN_ASSERT(known_as != link_index_.end());
      *known_as = no_link;
      remove_link(level_, index);
      changed_.push_back(known.from_area);
      changed_.push_back(known.to_area);
    }
  }
}

void UpperLevel::find_links(const Level& below, std::uint32_t child) {
  const AreaRecord& record = below.areas[child];
  if (record.links == AreaRecord::no_links) return;
  link_index_.resize(std::max(link_index_.size(), below.links.size()), no_link);
  const AreaLinks& links = below.links_of(record);
  for (const auto* list : {&links.leaving, &links.arriving}) {
    for (const std::uint32_t id : *list) {
      const std::uint32_t index = below.nodes[id].link_index();
      const LinkNode& link = below.links[index];
      const std::uint32_t from = level_.grid.area_of(link.link.from);
      const std::uint32_t to = level_.grid.area_of(link.link.to);
      if (from == to || link_index_[index] != no_link) continue;
      link_index_[index] = add_link(level_, link.link, link.id, id);
      fresh_nodes_.push_back(level_.links[link_index_[index]].node);
      changed_.push_back(from);
      changed_.push_back(to);
    }
  }
}

LevelChange UpperLevel::update(const Level& below, std::span<const std::uint32_t> changed,
                               Executor& executor) {
  look_for_links(below);
  keep_lists();
  fresh_nodes_.clear();
  changed_.clear();
  link_index_.resize(std::max(link_index_.size(), below.links.size()), no_link);
  std::vector<std::uint32_t> areas;
  for (const std::uint32_t child : changed) areas.push_back(parent_of(level_, below, child));
  sort_unique(areas);
  for (const std::uint32_t area : areas) update_borders(below, area);
  for (const std::uint32_t area : areas) drop_links(below, area);
  for (const std::uint32_t child : changed) find_links(below, child);
  LevelChange change;
  change.rebuilt = areas;
  change.rebuilt.insert(change.rebuilt.end(), changed_.begin(), changed_.end());
  sort_unique(change.rebuilt);
  for (const std::uint32_t area : change.rebuilt) connect_area(level_, {area});
  renew_tables(below, change.rebuilt, executor, {});
  sort_unique(changed_);
  change.changed = changed_;
  return change;
}

}  // namespace portolan::detail
