// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "reach/components.hpp"

#include <algorithm>
#include <tuple>

#include <portolan/core/assert.hpp>

#include "reach/components_sides.hpp"
#include "reach/flood.hpp"
#include "tables/sector_table.hpp"

namespace portolan::detail {

namespace {

// Numbers classes in the order that they first come up.
void number_classes(DisjointSets& unions, std::uint32_t count, std::vector<std::uint16_t>& labels) {
  unions.normalize();
  labels.assign(count, 0);
  std::uint16_t next = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t least = unions.least_of(i);
    labels[i] = least == i ? next++ : labels[least];
  }
}

// Joins the nodes between which a table has a path.
void unite_by_table(const CostTable& table, DisjointSets& unions) {
  unions.reset(table.size);
  std::uint32_t apart = table.size;
  for (std::uint32_t into = 0; into < table.size; ++into) {
    for (std::uint32_t from = 0; from < table.size && apart > 1; ++from) {
      if (table.at(from, into) != CostTable::no_path && unions.unite(from, into)) --apart;
    }
  }
}

// By table; empty where all nodes are in one local component. Most sectors of a large world share a few
// tables.
std::vector<std::vector<std::uint16_t>> label_tables(const CostTables& tables, Executor& executor) {
  constexpr std::size_t piece = 64;
  std::vector<std::vector<std::uint16_t>> labels(tables.id_end());
  std::vector<DisjointSets> unions(executor.workers());
  executor.parallel_for((labels.size() + piece - 1) / piece, [&](std::size_t p, unsigned worker) {
    std::vector<std::uint16_t> found;
    for (std::size_t id = p * piece; id < std::min(labels.size(), (p + 1) * piece); ++id) {
      if (tables.users(static_cast<std::uint32_t>(id)) == 0) continue;
      const CostTable& table = tables[static_cast<std::uint32_t>(id)];
      unite_by_table(table, unions[worker]);
      number_classes(unions[worker], table.size, found);
      if (std::any_of(found.begin(), found.end(), [](std::uint16_t l) { return l != 0; })) labels[id] = found;
    }
  });
  return labels;
}

}  // namespace

// True when something changed that the level above must know. An area with links always counts: which link
// has which place may differ while the local components do not.
bool Components::set_partition(LocalComponents& locals, std::uint32_t area, const AreaRecord& record,
                               std::span<const std::uint16_t> labels) {
  PORTOLAN_ASSERT(area < locals.areas.size() && labels.size() <= 65535);
  Area& a = locals.areas[area];
  const auto most = labels.empty() ? 0 : *std::max_element(labels.begin(), labels.end()) + 1;
  const auto count = static_cast<std::uint16_t>(most);
  bool same = a.place_count == labels.size() && a.count == count && a.end == record.end &&
              record.links == AreaRecord::no_links;
  a.end = record.end;
  for (std::size_t i = 0; same && i < labels.size(); ++i) {
    same = locals.local(area, static_cast<std::uint32_t>(i)) == labels[i];
  }
  if (same) return false;
  if (a.places != ~0U) locals.rows.give_back(a.places, a.place_count);
  if (a.count != count) {
    slots_moved_ = slots_moved_ || &locals == &locals_.back();
    locals.slots.give_back(a.first, a.count);
    a.first = locals.slots.take(count);
    if (locals.up.size() < locals.slots.end()) locals.up.resize(locals.slots.end());
  }
  a.count = count;
  a.place_count = static_cast<std::uint16_t>(labels.size());
  a.places = ~0U;
  if (count > 1) {
    a.places = locals.rows.take(a.place_count);
    if (locals.local_at.size() < locals.rows.end()) locals.local_at.resize(locals.rows.end());
    std::copy(labels.begin(), labels.end(), locals.local_at.edit(a.places, labels.size()));
  }
  return true;
}

void Components::partition_sector(const Level& level, const GridView& grid, std::uint32_t sector) {
  const CostTable& table = level.table(sector);
  unite_by_table(table, unions_);
  // Two links out of one local component have no path between them, and yet belong together.
  if (level.areas[sector].links != AreaRecord::no_links) unite_by_cells(level, grid, sector);
  number_classes(unions_, table.size, labels_);
  PORTOLAN_ASSERT(labels_.size() == table.size);
}

void Components::unite_by_cells(const Level& level, const GridView& grid, std::uint32_t sector) {
  const Rect box = level.grid.bounds(sector);
  const CellSet open = passable_cells(grid, box);
  std::vector<SectorEnd> ends;
  list_ends(level, grid, sector, ends);
  for (std::uint32_t place = level.areas[sector].portals(); place < ends.size(); ++place) {
    CellSet seed;
    seed.add(ends[place].cell.x - box.x, ends[place].cell.y - box.y);
    const CellSet cells = flood(open, seed, box);
    for (std::uint32_t other = 0; other < ends.size(); ++other) {
      if (cells.contains(ends[other].cell.x - box.x, ends[other].cell.y - box.y)) unions_.unite(place, other);
    }
  }
}

// Finds which local components a border of the top level joins. True when they are others than before.
bool Components::rejoin(const Level& top, std::uint32_t border) {
  PORTOLAN_ASSERT(border < joins_.size(), "every border of the top level has its joins");
  const LocalComponents& locals = locals_.back();
  const BorderRange& range = top.borders[border];
  found_.clear();
  if (range.count > 0) {
    const Sides first = sides_of(top, range.first);
    const bool plain = locals.areas[first.a].places == ~0U && locals.areas[first.b].places == ~0U;
    for (std::uint32_t offset = 0; offset < (plain ? 1U : range.count); ++offset) {
      found_.emplace_back(locals.slot(first.a, first.place_a + offset),
                          locals.slot(first.b, first.place_b + offset));
    }
    std::sort(found_.begin(), found_.end());
    found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
  }
  if (joins_.holds(border, found_)) return false;
  if (journal_ != nullptr) {
    BorderJoins::Joins old = joins_.at(border);
    const std::size_t bytes = old.size() * sizeof(old[0]);
    journal_->add([this, border, old = std::move(old)] { joins_.set(border, old); }, bytes);
  }
  joins_.set(border, found_);
  return true;
}

bool Components::rejoin_around(const Level& top, std::uint32_t area) {
  const AreaGrid& g = top.grid;
  bool changed = false;
  const auto redo = [&](std::uint32_t border) { changed = rejoin(top, border) || changed; };
  for (const Side side : {east, south, west, north}) {
    if (const BorderId border = g.border({area}, side); border.valid()) redo(border.value);
  }
  return changed;
}

void Components::relabel_top(const Level& top) {
  LocalComponents& locals = locals_.back();
  if (joins_.empty()) {
    if (journal_ != nullptr) journal_->add([this] { joins_.clear(); });
    joins_.begin(top.borders.size());
    for (std::uint32_t border = 0; border < top.borders.size(); ++border)
      static_cast<void>(rejoin(top, border));
  }
  unions_.reset(locals.slots.end());
  joins_.for_each([this](std::uint32_t a, std::uint32_t b) { unions_.unite(a, b); });
  unions_.normalize();
  for (std::uint32_t slot = 0; slot < locals.slots.end(); ++slot) {
    if (std::as_const(locals.up)[slot] != unions_.least_of(slot)) locals.up[slot] = unions_.least_of(slot);
  }
}

void Components::log_to(Journal* journal) {
  journal_ = journal;
  kept_ = 0;
  for (LocalComponents& locals : locals_) {
    locals.areas.log_to(journal);
    locals.local_at.log_to(journal);
    locals.up.log_to(journal);
  }
}

void Components::keep_slots() {
  if (journal_ == nullptr) return;
  journal_->once(kept_, 0, [this] {
    std::vector<std::pair<SlotRanges, SlotRanges>> old;
    for (const LocalComponents& locals : locals_) old.emplace_back(locals.slots, locals.rows);
    return [this, old] {
      for (std::size_t at = 0; at < old.size(); ++at) std::tie(locals_[at].slots, locals_[at].rows) = old[at];
    };
  });
}

// After these areas of the top level changed, all of its classes are found again only where other local
// components are joined than before, or there are others.
std::uint64_t Components::update_top(const Level& top, std::span<const std::uint32_t> areas) {
  bool other = joins_.empty() || slots_moved_;
  for (const std::uint32_t area : areas) {
    if (!joins_.empty()) other = rejoin_around(top, area) || other;
  }
  if (!other) return 0;
  relabel_top(top);
  return top.areas.size();
}

void Components::build(Levels levels, const GridView& grid, Executor& executor) {
  locals_.assign(levels.size(), {});
  joins_.clear();
  for (std::size_t at = 0; at < levels.size(); ++at) locals_[at].areas.resize(levels[at]->areas.size());
  const Level& lowest = *levels[0];
  const std::vector<std::vector<std::uint16_t>> by_table = label_tables(lowest.tables, executor);
  for (std::uint32_t sector = 0; sector < lowest.areas.size(); ++sector) {
    const AreaRecord& record = lowest.areas[sector];
    const std::vector<std::uint16_t>& known = by_table[record.table];
    if (record.links != AreaRecord::no_links) {
      partition_sector(lowest, grid, sector);
    } else if (known.empty()) {
      labels_.assign(lowest.table(sector).size, 0);
    } else {
      labels_ = known;
    }
    static_cast<void>(set_partition(locals_[0], sector, record, labels_));
  }
  for (std::size_t at = 1; at < levels.size(); ++at) {
    for (std::uint32_t area = 0; area < levels[at]->areas.size(); ++area) {
      static_cast<void>(relabel_area(levels, at, area));
    }
  }
  relabel_top(*levels.back());
  relabel_links(*levels[0]);
}

std::uint64_t Components::update(Levels levels, const GridView& grid, std::span<const std::uint32_t> sectors,
                                 bool links_changed) {
  PORTOLAN_ASSERT(levels.size() == locals_.size());
  PORTOLAN_ASSERT(std::is_sorted(sectors.begin(), sectors.end()));
  keep_slots();
  std::uint64_t looked_at = 0;
  slots_moved_ = false;
  std::vector<std::uint32_t> changed;
  for (const std::uint32_t sector : sectors) {
    ++looked_at;
    partition_sector(*levels[0], grid, sector);
    if (set_partition(locals_[0], sector, levels[0]->areas[sector], labels_)) changed.push_back(sector);
  }
  const bool any = !changed.empty();
  for (std::size_t at = 1; at < levels.size() && !changed.empty(); ++at) {
    const AreaGrid& below = levels[at - 1]->grid;
    std::vector<std::uint32_t> areas;
    for (const std::uint32_t c : changed) {
      const Rect box = below.bounds(c);
      areas.push_back(levels[at]->grid.area_of({box.x, box.y, box.layer}));
    }
    std::sort(areas.begin(), areas.end());
    areas.erase(std::unique(areas.begin(), areas.end()), areas.end());
    changed.clear();
    for (const std::uint32_t area : areas) {
      ++looked_at;
      if (relabel_area(levels, at, area)) changed.push_back(area);
    }
  }
  if (!changed.empty()) looked_at += update_top(*levels.back(), changed);
  if (any || links_changed) relabel_links(*levels[0]);
  return looked_at;
}

Components::Class Components::class_of_slot(std::uint32_t slot) const {
  for (std::size_t at = 0; at < locals_.size(); ++at) {
    PORTOLAN_ASSERT(slot < locals_[at].slots.end());
    const std::uint32_t up = locals_[at].up[slot];
    if ((up & enclosed) != 0) return static_cast<Class>(at) << 32U | (up & ~enclosed);
    slot = up;
  }
  return static_cast<Class>(locals_.size()) << 32U | slot;
}

Components::Class Components::class_of(std::uint32_t sector, std::uint32_t place) const {
  return class_of_slot(locals_[0].slot(sector, place));
}

Components::Class Components::class_of_local(std::uint32_t sector, std::uint32_t local) const {
  PORTOLAN_ASSERT(local < local_count(sector));
  return class_of_slot(locals_[0].areas[sector].first + local);
}

}  // namespace portolan::detail
