// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "levels/level_builder.hpp"

#include <algorithm>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/radix_sort.hpp>

#include "graph/level_saved.hpp"

namespace portolan::detail {

void sort_unique(std::vector<std::uint32_t>& values) {
  sort_by_key(values, [](std::uint32_t value) { return value; });
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

LevelBuilder::LevelBuilder(const AreaGrid& grid) {
  level_.grid = grid;
  level_.areas.resize(grid.count());
  level_.borders.resize(grid.border_end());
}

void LevelBuilder::number_borders(std::span<const std::uint32_t> areas) {
  PORTOLAN_ASSERT(areas.size() == level_.areas.size() && level_.slots.end() == 0);
  for (const std::uint32_t area : areas) {
    // Its east and its south border. Those at the edge of the map have no nodes.
    for (BorderRange& border : std::span(level_.borders.data() + 2 * std::size_t{area}, 2)) {
      border.first = level_.slots.take(border.count);
      level_.node_count += border.count;
    }
  }
  level_.nodes.resize(level_.slots.end());
}

void LevelBuilder::renew_border(BorderId border, std::size_t count) {
  PORTOLAN_ASSERT(border.value < level_.borders.size());
  resize_border(level_, border, static_cast<std::uint32_t>(count));
  const BorderRange& now = level_.borders[border.value];
  for (std::uint32_t i = 0; i < now.count; ++i) fresh_nodes_.push_back(now.first + i);
}

void LevelBuilder::set_table(std::uint32_t area, std::uint32_t table) {
  PORTOLAN_ASSERT(level_.tables.users(table) > 0);
  const std::uint32_t before = std::exchange(level_.areas[area].table, table);
  if (before != table) changed_.push_back(area);
  if (before != CostTables::none) level_.tables.release(before);
}

void LevelBuilder::log_to(Journal* journal) {
  journal_ = journal;
  kept_ = 0;
  level_.borders.log_to(journal);
  level_.areas.log_to(journal);
  level_.nodes.log_to(journal);
  level_.tables.log_to(journal);
}

// All but what tells of its changes itself.
void LevelBuilder::keep_lists() {
  if (journal_ == nullptr) return;
  journal_->copy(kept_, level_.links, level_.free_links, level_.area_links, level_.free_area_links,
                 level_.slots, level_.node_count, link_index_);
}

void LevelBuilder::save(PartSink& sink) const {
  save_level(level_, sink);
  sink.write_part<std::uint32_t>(link_index_);
}

bool LevelBuilder::restore(PartSource& source) {
  PORTOLAN_ASSERT(level_.node_count == 0);
  return restore_level(level_, source) && copy_next(link_index_, source) &&
         std::all_of(link_index_.begin(), link_index_.end(),
                     [&](std::uint32_t i) { return i == no_link || i < level_.links.size(); });
}

// A node that is in use and free as well would become two.
bool LevelBuilder::restore_free(PartSource& source) {
  const auto runs = source.next_values<std::uint32_t>();
  if (!runs || !level_.slots.restore_free(*runs)) return false;
  if (source.is_trusted()) return true;
  std::vector<bool> free(level_.nodes.size(), false);
  for (std::size_t i = 0; i + 1 < runs->size(); i += 2) {
    const std::uint32_t first = (*runs)[i + 1];
    for (std::uint32_t id = first; id < first + (*runs)[i]; ++id) {
      if (free[id] || std::as_const(level_.nodes)[id].alive()) return false;
      free[id] = true;
    }
  }
  return true;
}

bool LevelBuilder::indexes_each_once() const {
  std::vector<bool> found(level_.links.size(), false);
  for (const std::uint32_t index : link_index_) {
    if (index == no_link) continue;
    if (index >= found.size() || found[index]) return false;
    found[index] = true;
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i] != level_.links[i].id.valid()) return false;
  }
  return true;
}

}  // namespace portolan::detail
