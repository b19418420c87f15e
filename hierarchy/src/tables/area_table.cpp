// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "tables/area_table.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include <portolan/core/assert.hpp>

#include "tables/area_dissection.hpp"

namespace portolan::detail {

namespace {

// Areas whose children all have tables with so many users are likely to come again.
constexpr std::uint32_t common = 64;

template <class Visit>
void for_each_child(const Level& below, const ChildBlock& block, Visit&& visit) {
  for (std::uint32_t y = block.y0; y < block.y1; ++y) {
    for (std::uint32_t x = block.x0; x < block.x1; ++x) visit(child_at(below, block, x, y));
  }
}

// True when all tables have 16 bits per cost, and paths the same cost in either direction. Tables lie
// anywhere in memory: waiting for one after the other took longer than joining them.
bool all_narrow(const Level& below, const ChildBlock& block) {
  bool narrow = true;
  for_each_child(below, block, [&](std::uint32_t child) {
    const AreaRecord& record = below.areas[child];
    CostTables::prefetch(below.tables[record.table]);
    narrow = narrow && below.is_plain(record);
  });
  return narrow;
}

// No path that visits no node twice costs more.
std::uint64_t costliest_path(const Level& below, const ChildBlock& block) {
  std::uint64_t sum = 0;
  for (std::uint32_t y = block.y0; y < block.y1; ++y) {
    for (std::uint32_t x = block.x0; x < block.x1; ++x) {
      const AreaRecord& record = below.areas[child_at(below, block, x, y)];
      const CostTable& table = below.tables[record.table];
      std::uint64_t entry = std::numeric_limits<std::uint16_t>::max();
      if (table.width != TableWidth::narrow) {
        for (std::uint32_t i = 0; i < table.size * table.size; ++i) {
          const std::uint64_t cost = table.at(i % table.size, i / table.size);
          if (cost != CostTable::no_path) entry = std::max(entry, cost);
        }
      }
      sum += entry * table.size;
      for (const std::uint32_t id : below.links_of(record).arriving)
        sum += below.link(below.nodes[id]).link.cost;
    }
  }
  return sum;
}

// From the order of the block's links to that of the area's record. Nodes on borders are in order.
template <class T>
std::vector<std::size_t> places_of(const Level& level, std::uint32_t area, const Block<T>& block) {
  std::vector<std::size_t> where(block.portals());
  std::iota(where.begin(), where.end(), std::size_t{0});
  const auto find = [&](std::uint32_t id, LinkRole role) {
    const BlockLink link{level.nodes[id].node_below(), role};
    const auto at = std::find(block.links.begin(), block.links.end(), link);
    PORTOLAN_ASSERT(at != block.links.end());
    where.push_back(block.portals() + static_cast<std::size_t>(at - block.links.begin()));
  };
  const AreaLinks& links = level.links_of(level.areas[area]);
  for (const std::uint32_t id : links.leaving) find(id, LinkRole::leaving);
  for (const std::uint32_t id : links.arriving) find(id, LinkRole::arriving);
  return where;
}

template <class T>
PackedTable pack(const Level& level, std::uint32_t area, const Block<T>& block) {
  const std::vector<std::size_t> where = places_of(level, area, block);
  const std::size_t size = where.size();
  std::vector<std::uint64_t> values(size * size, CostTable::no_path);
  for (std::size_t into = 0; into < size; ++into) {
    const T* const row = block.row(where[into]);
    for (std::size_t from = 0; from < size; ++from) {
      if (from != into && row[where[from]] != min_plus_no_path<T>)
        values[into * size + from] = row[where[from]];
    }
  }
  return {static_cast<std::uint32_t>(size), values};
}

PackedTable pack_narrow(const Block<std::uint16_t>& block) {
  const std::size_t size = block.size();
  PackedTable packed(static_cast<std::uint32_t>(size), TableWidth::narrow);
  auto* const values = reinterpret_cast<std::uint16_t*>(packed.bytes.get());
  for (std::size_t into = 0; into < size; ++into) {
    std::memcpy(values + into * size, block.row(into), size * sizeof(*values));
    values[into * size + into] = min_plus_no_path<std::uint16_t>;
  }
  return packed;
}

}  // namespace

ChildBlock children_of(const Level& level, const Level& below, std::uint32_t area) {
  const int shift = level.grid.shift() - below.grid.shift();
  PORTOLAN_ASSERT(shift > 0 && area < level.grid.count());
  const std::uint32_t columns = level.grid.columns();
  ChildBlock block;
  block.layer = area / (columns * level.grid.rows());
  block.x0 = (area % columns) << shift;
  block.y0 = (area / columns % level.grid.rows()) << shift;
  block.x1 = std::min(block.x0 + (1U << shift), below.grid.columns());
  block.y1 = std::min(block.y0 + (1U << shift), below.grid.rows());
  return block;
}

std::uint32_t parent_of(const Level& level, const Level& below, std::uint32_t child) {
  const int shift = level.grid.shift() - below.grid.shift();
  PORTOLAN_ASSERT(shift > 0 && child < below.grid.count());
  const std::uint32_t x = child % below.grid.columns() >> shift;
  const std::uint32_t y = child / below.grid.columns() % below.grid.rows() >> shift;
  const std::uint32_t layer = child / (below.grid.columns() * below.grid.rows());
  return (layer * level.grid.rows() + y) * level.grid.columns() + x;
}

struct AreaTableMaker::Scratch {
  Dissection<std::uint16_t> narrow;
  Dissection<std::uint32_t> wide;
  Dissection<std::uint64_t> huge;
};

AreaTableMaker::AreaTableMaker() : scratch_(detail::make_pimpl<Scratch>()) {}

// Writes the key that areas of equal parts share.
bool AreaTableMaker::is_plain(const Level& below, const ChildBlock& block) {
  key_.assign({block.x1 - block.x0, block.y1 - block.y0});
  bool plain = true;
  for (std::uint32_t y = block.y0; plain && y < block.y1; ++y) {
    for (std::uint32_t x = block.x0; plain && x < block.x1; ++x) {
      const AreaRecord& record = below.areas[child_at(below, block, x, y)];
      plain = record.links == AreaRecord::no_links && below.tables.users(record.table) >= common;
      key_.push_back(record.table);
      key_.push_back(record.end[0] | static_cast<std::uint32_t>(record.end[1]) << 16U);
      key_.push_back(record.end[2] | static_cast<std::uint32_t>(record.end[3]) << 16U);
    }
  }
  return plain;
}

AreaTableMaker::Values AreaTableMaker::compute(const Level& level, const Level& below, std::uint32_t area,
                                               const ChildBlock& block) {
  if (all_narrow(below, block)) {
    const Block<std::uint16_t>& solved = scratch_->narrow.solve(below, block);
    if (scratch_->narrow.exact()) return std::make_shared<PackedTable>(pack_narrow(solved));
  }
  if (costliest_path(below, block) < min_plus_no_path<std::uint32_t>) {
    return std::make_shared<PackedTable>(pack(level, area, scratch_->wide.solve(below, block)));
  }
  return std::make_shared<PackedTable>(pack(level, area, scratch_->huge.solve(below, block)));
}

AreaTableMaker::Values AreaTableMaker::make(const Level& level, const Level& below, std::uint32_t area) {
  const ChildBlock block = children_of(level, below, area);
  const bool plain = is_plain(below, block);
  if (plain) {
    const auto known = plain_.find(key_);
    if (known != plain_.end()) return known->second;
  }
  Values made = compute(level, below, area, block);
  if (plain) plain_.emplace(key_, made);
  return made;
}

}  // namespace portolan::detail
