// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Taking in a commit: the sectors with changed cells, their borders where those cells lie on them, and the
// tables of both.
#include <algorithm>
#include <utility>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/prefetch.hpp>

#include "levels/base_level.hpp"
#include "tables/hash.hpp"

namespace portolan::detail {

namespace {

constexpr std::uint32_t side_bit(Side side) { return 1U << side; }

// As most edits do to kinds that are alike.
bool changes_the_same(const ProfileChange& a, const ProfileChange& b) {
  return a.blocks == b.blocks && std::equal(a.diffs.begin(), a.diffs.end(), b.diffs.begin(), b.diffs.end(),
                                            [](const BlockDiff& x, const BlockDiff& y) {
                                              return x.worse == y.worse && x.better == y.better;
                                            });
}

}  // namespace

bool BaseLevel::same_runs(BorderId border, std::span<const BorderRun> runs) const {
  const BorderRange& range = level_.borders[border.value];
  if (range.count != runs.size()) return false;
  const BorderLine where = line(border);
  for (std::uint32_t i = 0; i < range.count; ++i) {
    const NodeRecord& node = level_.nodes[range.first + i];
    const NodeRecord wanted = node_of(border, where, runs[i]);
    if (node.aux != wanted.aux || node.x2 != wanted.x2 || node.y2 != wanted.y2) return false;
  }
  return true;
}

bool BaseLevel::is_current(BorderId border) const {
  std::vector<BorderRun> runs;
  append_runs(border, runs);
  return same_runs(border, runs);
}

// The sectors with changed cells, ascending, and the sides on which some of these lie.
void BaseLevel::find_touched(const ProfileChange& change) {
  touched_.clear();
  const TileGrid blocks(tiles_.extent());
  const int side = tiles_.side();
  for (std::size_t i = 0; i < change.blocks.size(); ++i) {
    const BlockDiff& diff = change.diffs[i];
    const Cell origin = blocks.origin({change.blocks[i]});
    for (int y0 = 0; y0 < BlockArray::side; y0 += side) {
      const auto cells = [&](int y) {
        return diff.worse[static_cast<std::size_t>(y0 + y)] | diff.better[static_cast<std::size_t>(y0 + y)];
      };
      std::uint32_t any = 0;
      for (int y = 0; y < side; ++y) any |= cells(y);
      for (int x0 = 0; x0 < BlockArray::side; x0 += side) {
        const std::uint32_t columns = ~0U >> (BlockArray::side - side) << x0;
        if ((any & columns) == 0) continue;
        std::uint32_t sides = 0;
        if ((cells(0) & columns) != 0) sides |= side_bit(north);
        if ((cells(side - 1) & columns) != 0) sides |= side_bit(south);
        if ((any >> x0 & 1U) != 0) sides |= side_bit(west);
        if ((any >> (x0 + side - 1) & 1U) != 0) sides |= side_bit(east);
        touched_.push_back({tiles_.tile_of({origin.x + x0, origin.y + y0, origin.layer}).value, sides,
                            static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(x0),
                            static_cast<std::uint32_t>(y0)});
      }
    }
  }
  const auto before = [](const Touched& a, const Touched& b) { return a.sector < b.sector; };
  if (!std::is_sorted(touched_.begin(), touched_.end(), before))  // where sectors are smaller than blocks
    std::sort(touched_.begin(), touched_.end(), before);
}

void BaseLevel::add_touched_borders() {
  for (const Touched& touched : touched_) {
    for (const Side side : all_sides) {
      if ((touched.sides & side_bit(side)) == 0) continue;
      const BorderId border = level_.grid.border({touched.sector}, side);
      if (border.valid()) borders_.push_back(border.value);
    }
  }
}

// Where cells of another kind have changed whose portals it has as well.
void BaseLevel::add_borders_of_others(const ProfileChange* own, const Commit& commit) {
  for (const ProfileChange& change : commit.profiles) {
    if (std::find(other_ids_.begin(), other_ids_.end(), change.profile) == other_ids_.end()) continue;
    if (own != nullptr && changes_the_same(change, *own)) continue;
    find_touched(change);
    add_touched_borders();
  }
}

// The pairs of a border and its portals, or where these are told.
void BaseLevel::fetch(BorderId border, bool range_is_here) const {
  const BorderRange& range = level_.borders[border.value];
  if (!range_is_here) return prefetch_line(&range);
  if (range.count > 0) prefetch_line(level_.nodes.data() + range.first);
  const BorderLine where = line(border);
  const std::uint8_t* const near = grid_.costs().row(where.near_cell(0));
  const std::uint8_t* const far = grid_.costs().row(where.far_cell(0));
  const std::int32_t bytes = where.east ? where.length * BlockArray::side : where.length;
  for (std::int32_t at = 0; at < bytes; at += 64) {
    prefetch_line(near + at);
    prefetch_line(far + at);
  }
}

// Portals depend on the cells beside the border alone.
void BaseLevel::find_moved() {
  constexpr std::size_t ahead = 3;
  sort_unique(borders_);
  moved_.clear();
  runs_.clear();
  for (std::size_t i = 0; i < borders_.size(); ++i) {
    if (i + 2 * ahead < borders_.size()) fetch(BorderId{borders_[i + 2 * ahead]}, false);
    if (i + ahead < borders_.size()) fetch(BorderId{borders_[i + ahead]}, true);
    const BorderId border{borders_[i]};
    const auto first = static_cast<std::uint32_t>(runs_.size());
    append_runs(border, runs_);
    const Moved moved{border, first, static_cast<std::uint32_t>(runs_.size()) - first};
    if (same_runs(border, runs_of(moved))) {
      runs_.resize(first);
    } else {
      moved_.push_back(moved);
    }
  }
}

void BaseLevel::update_borders() {
  find_moved();
  std::vector<std::uint32_t>& both = beside_moved_;
  both.clear();
  for (const Moved& moved : moved_) {
    both.push_back(AreaGrid::first_of(moved.border).value);
    both.push_back(level_.grid.second_of(moved.border).value);
  }
  sort_unique(both);
  reshaped_.clear();
  former_.clear();
  for (std::size_t i = 0; i < both.size(); ++i) {
    constexpr std::size_t ahead = 4;
    if (i + 2 * ahead < both.size()) fetch(both[i + 2 * ahead], Step::record);
    if (i + ahead < both.size()) fetch(both[i + ahead], Step::places);
    remember(both[i]);
  }
  for (const Moved& moved : moved_) {
    renew_border(moved.border, moved.count);
    write_nodes(moved.border, runs_of(moved));
  }
  for (const std::uint32_t sector : both) connect_area(level_, {sector});
  changed_.insert(changed_.end(), both.begin(), both.end());
}

void BaseLevel::remember(std::uint32_t sector) {
  const auto first = static_cast<std::uint32_t>(former_.size());
  append_offsets(level_, tiles_, sector, former_);
  reshaped_.push_back({sector, first, static_cast<std::uint32_t>(former_.size()) - first});
}

// Sectors lie far apart in memory, and take longer to fetch than to work on. Each step reads what the one
// before has fetched.
void BaseLevel::fetch(std::uint32_t sector, Step step) const {
  const AreaRecord& area = level_.areas[sector];
  if (step == Step::record) return prefetch_line(&area);
  if (step == Step::places) {
    if (area.table != CostTables::none) level_.tables.prefetch_for_renewal(area.table);
    for (const std::uint32_t first : area.first) prefetch_line(level_.nodes.data() + first);
    return;
  }
  const std::uint8_t* costs = grid_.costs().row(tiles_.origin({sector}));
  prefetch_lines(costs, BlockArray::cells);
  if (area.table != CostTables::none) level_.tables.prefetch_all(area.table);
}

// Which cells of a sector have changed.
void BaseLevel::tell_cells(const BlockDiff& diff, const Touched& touched,
                           SectorTableMaker::Renewal& renewal) const {
  const auto side = static_cast<std::size_t>(tiles_.side());
  const std::uint32_t columns = ~0U >> (BlockArray::side - tiles_.side());
  std::uint32_t worse = 0;
  std::uint32_t better = 0;
  for (std::size_t y = 0; y < side; ++y) {
    const std::size_t row = touched.y0 + y;
    renewal.cells[y] = (diff.worse[row] | diff.better[row]) >> touched.x0 & columns;
    worse |= diff.worse[row] >> touched.x0 & columns;
    better |= diff.better[row] >> touched.x0 & columns;
  }
  renewal.only_better = worse == 0;
  renewal.only_worse = better == 0;
}

// On one thread tables go from one buffer to their place, and what has not changed in them stays.
void BaseLevel::renew_tables(std::span<const std::uint32_t> sectors, const ProfileChange* change, Cost least,
                             bool is_last) {
  PORTOLAN_ASSERT(std::is_sorted(sectors.begin(), sectors.end()));
  PORTOLAN_ASSERT(change != nullptr || touched_.empty());
  constexpr std::size_t ahead = 3;
  if (makers_.empty()) makers_.resize(1);
  auto touched = touched_.begin();
  auto reshaped = reshaped_.begin();
  for (const std::uint32_t sector : sectors.first(std::min(ahead, sectors.size())))
    fetch(sector, Step::content);
  for (std::size_t i = 0; i < sectors.size(); ++i) {
    if (i + 3 * ahead < sectors.size()) fetch(sectors[i + 3 * ahead], Step::record);
    if (i + 2 * ahead < sectors.size()) fetch(sectors[i + 2 * ahead], Step::places);
    if (i + ahead < sectors.size()) fetch(sectors[i + ahead], Step::content);
    const std::uint32_t sector = sectors[i];
    while (touched != touched_.end() && touched->sector < sector) ++touched;
    while (reshaped != reshaped_.end() && reshaped->sector < sector) ++reshaped;
    if (take_made(sector)) continue;
    SectorTableMaker::Renewal renewal;
    renewal.sector = sector;
    renewal.least = least;
    if (touched != touched_.end() && touched->sector == sector)
      tell_cells(change->diffs[touched->block], *touched, renewal);
    renewal.same_nodes = reshaped == reshaped_.end() || reshaped->sector != sector;
    if (!renewal.same_nodes) renewal.former = std::span(former_).subspan(reshaped->first, reshaped->count);
    // Cells that a later commit has changed as well are not among those that are known to have changed.
    renew_table(renewal, is_last && !std::binary_search(linked_.begin(), linked_.end(), sector));
  }
}

// Another hierarchy may have made the table of a sector a moment ago, of equal costs: then it is taken over.
bool BaseLevel::take_made(std::uint32_t sector) {
  ContentStore* const common = level_.tables.common();
  key_ = common == nullptr ? Key() : Key{makers_.front().key(level_, grid_, tiles_, sector), 0};
  if (key_.bytes.empty()) return false;
  key_.hash = hash_bytes(key_.bytes, 0);
  ContentStore::Made made = common->made_from(key_.bytes, key_.hash);
  if (made.bytes.data() == nullptr) return false;
  std::uint32_t& table = level_.areas[sector].table;
  const std::uint32_t before = table;
  table = level_.tables.renew(before, makers_.front().key_size(), std::move(made));
  if (table != before) changed_.push_back(sector);
  return true;
}

// Of a sector whose table nobody has made; `known`: all that has changed is.
void BaseLevel::renew_table(const SectorTableMaker::Renewal& renewal, bool known) {
  SectorTableMaker& maker = makers_.front();
  CostTables& tables = level_.tables;
  AreaRecord& area = level_.areas[renewal.sector];
  const std::uint32_t before = area.table;
  known = known && before != CostTables::none && area.links == AreaRecord::no_links;
  const std::span<const std::uint64_t> values =
      known ? maker.renew(level_, grid_, tiles_, tables[before], renewal)
            : maker.compute(level_, grid_, tiles_, renewal.sector);
  area.table = tables.renew(before, maker.size(), values);
  if (!key_.bytes.empty()) tables.note(area.table, key_.bytes, key_.hash);
  if (area.table != before) changed_.push_back(renewal.sector);
}

// What the first sectors of an update wait for; `renew_tables` fetches for those that follow. One after the
// other, an edit of a few cells waited for the record, the borders and the nodes of each kind of agents.
void BaseLevel::fetch_touched() const {
  constexpr std::size_t most = 8;
  const std::span first = std::span(touched_).first(std::min(most, touched_.size()));
  if (kin_)
    kin_->fetch_after(turn_, first, [](const Touched& touched) { return std::size_t{touched.sector}; });
  for (const Touched& touched : first) {
    prefetch_line(level_.borders.data() + 2 * std::size_t{touched.sector});
    prefetch_line(&level_.areas[touched.sector]);
  }
  for (const Touched& touched : first) {
    const AreaRecord& area = level_.areas[touched.sector];
    for (const std::uint32_t node : area.first) prefetch_line(level_.nodes.data() + node);
    if (area.table != CostTables::none) level_.tables.prefetch_for_renewal(area.table);
  }
}

// Those of the sectors where cells or links have changed; which sectors have others now is in `linked_`.
void BaseLevel::update_links(const Commit& commit) {
  std::vector<std::uint32_t> linked;
  if (!grid_.links().empty() || !level_.links.empty()) linked = result_.sectors;
  for (const auto* list : {&commit.links_added, &commit.links_removed}) {
    for (const Link& link : *list) {
      linked.push_back(tiles_.tile_of(link.from).value);
      linked.push_back(tiles_.tile_of(link.to).value);
    }
  }
  sort_unique(linked);
  for (const std::uint32_t sector : linked) drop_links(sector, changed_);
  for (const std::uint32_t sector : linked) find_links(sector, changed_);
  linked_ = changed_;
  sort_unique(linked_);
}

const BaseChange& BaseLevel::update(const ProfileChange* change, const Commit& commit, Cost least,
                                    bool is_last, Executor& executor) {
  keep_lists();
  fresh_nodes_.clear();
  changed_.clear();
  borders_.clear();
  if (!others_.empty()) add_borders_of_others(change, commit);
  touched_.clear();
  if (change != nullptr) find_touched(*change);
  fetch_touched();
  add_touched_borders();
  std::vector<std::uint32_t>& own = result_.sectors;
  own.clear();
  for (const Touched& touched : touched_) own.push_back(touched.sector);
  update_links(commit);
  own.insert(own.end(), linked_.begin(), linked_.end());
  sort_unique(own);
  update_borders();
  result_.rebuilt = own;
  result_.rebuilt.insert(result_.rebuilt.end(), changed_.begin(), changed_.end());
  sort_unique(result_.rebuilt);
  if (executor.workers() == 1) {
    if (ContentStore* const common = level_.tables.common()) common->begin_notes(commit.version);
    renew_tables(result_.rebuilt, change, least, is_last);
  } else {
    build_tables(result_.rebuilt, executor, [](std::size_t) {});
  }
  sort_unique(changed_);
  result_.changed = changed_;
  return result_;
}

}  // namespace portolan::detail
