// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <bit>
#include <iterator>
#include <tuple>

#include <portolan/core/assert.hpp>
#include <portolan/core/tile_grid.hpp>
#include <portolan/dynamic/regions.hpp>

#include "free_slot.hpp"

namespace portolan {

RegionWatch::RegionWatch(Extent extent, ProfileId profile, int side)
    : extent_(extent),
      profile_(profile),
      side_(std::max(side, 1)),
      columns_((extent.width + side_ - 1) / side_),
      rows_((extent.height + side_ - 1) / side_) {
  PORTOLAN_ASSERT(side > 0, "a region has cells");
  const auto count = static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_) *
                     static_cast<std::size_t>(extent.layers);
  versions_.assign(count, 0);
  entries_.resize(count);
  changes_.resize(count);
}

RegionId RegionWatch::region_of(Cell c) const {
  PORTOLAN_ASSERT(extent_.contains(c), "regions are of cells of the world");
  if (!extent_.contains(c)) return {};
  return {static_cast<std::uint32_t>((c.layer * rows_ + c.y / side_) * columns_ + c.x / side_)};
}

Rect RegionWatch::bounds(RegionId region) const {
  PORTOLAN_ASSERT(region.value < region_count(), "region_of() gives the ids");
  if (region.value >= region_count()) return {};
  const auto index = static_cast<std::int32_t>(region.value);
  const std::int32_t x = index % columns_ * side_;
  const std::int32_t y = index / columns_ % rows_ * side_;
  return {x, y, std::min(side_, extent_.width - x), std::min(side_, extent_.height - y),
          index / columns_ / rows_};
}

std::vector<RegionId> RegionWatch::regions_of(std::span<const Cell> path) const {
  std::vector<RegionId> regions;
  std::vector<RegionId> sorted;
  for (const Cell& c : path) {
    const RegionId r = region_of(c);
    if (!r.valid()) continue;
    if (!regions.empty() && regions.back() == r) continue;
    const auto at = std::lower_bound(sorted.begin(), sorted.end(), r);
    if (at != sorted.end() && *at == r) continue;
    sorted.insert(at, r);
    regions.push_back(r);
  }
  return regions;
}

// Enters the watcher with the regions of its window that it is not entered with yet.
void RegionWatch::open_window(std::uint32_t slot) {
  Watcher& w = watchers_[slot];
  const auto size = static_cast<std::uint32_t>(w.regions.size());
  const std::uint32_t end = w.window == whole_list || w.window > size - w.from ? size : w.from + w.window;
  for (w.to = std::max(w.to, w.from); w.to < end; ++w.to) {
    std::vector<Entry>& list = entries_[w.regions[w.to].value];
    // Void entries go when the list would have to grow, so that each is paid for by the one that came in its
    // place.
    if (list.size() == list.capacity()) {
      list.erase(std::remove_if(list.begin(), list.end(), [this](const Entry& e) { return !valid(e); }),
                 list.end());
    }
    list.push_back({slot, w.list, w.to});
  }
}

WatcherId RegionWatch::watch(std::span<const RegionId> regions, WatchTiming timing, std::uint32_t window) {
  const std::uint32_t slot = detail::take_slot(watchers_, free_);
  Watcher& w = watchers_[slot];
  w.timing = timing;
  w.window = window;
  w.used = true;
  const WatcherId id{slot, w.generation};
  rewatch(id, regions);
  return id;
}

void RegionWatch::rewatch(WatcherId id, std::span<const RegionId> regions) {
  PORTOLAN_ASSERT(alive(id), "the watcher has not left");
  if (!alive(id)) return;
  const auto known = [this](RegionId region) { return region.value < region_count(); };
  PORTOLAN_ASSERT(std::all_of(regions.begin(), regions.end(), known), "region_of() gives the ids");
  Watcher& w = watchers_[id.slot];
  ++w.list;
  w.regions.clear();
  std::copy_if(regions.begin(), regions.end(), std::back_inserter(w.regions), known);
  w.pending.assign(w.regions.size(), {});
  w.from = w.to = 0;
  w.touched = false;
  open_window(id.slot);
}

void RegionWatch::progress(WatcherId id, RegionId here) {
  PORTOLAN_ASSERT(alive(id), "the watcher has not left");
  if (!alive(id)) return;
  Watcher& w = watchers_[id.slot];
  const auto at = std::find(w.regions.begin() + w.from, w.regions.end(), here);
  if (at == w.regions.end()) return;
  w.from = static_cast<std::uint32_t>(at - w.regions.begin());
  open_window(id.slot);
}

void RegionWatch::unwatch(WatcherId id) {
  PORTOLAN_ASSERT(alive(id), "the watcher has not left");
  if (!alive(id)) return;
  Watcher& w = watchers_[id.slot];
  ++w.generation;
  ++w.list;
  w.used = false;
  w.touched = false;
  free_.push_back(id.slot);
}

void RegionWatch::count(RegionId region, std::uint32_t worse, std::uint32_t better) {
  if (worse + better == 0) return;
  Pending& change = changes_[region.value];
  if (change.cells == 0) changed_.push_back(region);
  change.cells += worse + better;
  change.worse = change.worse || worse > 0;
  change.better = change.better || better > 0;
}

// A row of a block may lie in several regions; a mask cuts out the columns of each.
void RegionWatch::count_rows(const Rect& box, const BlockDiff& diff) {
  for (std::int32_t y = 0; y < box.height; ++y) {
    const std::uint32_t worse = diff.worse[static_cast<std::size_t>(y)];
    const std::uint32_t better = diff.better[static_cast<std::size_t>(y)];
    std::uint32_t left = worse | better;
    while (left != 0) {
      const std::int32_t x = box.x + std::countr_zero(left);
      const std::int32_t end = (x / side_ + 1) * side_ - box.x;  // first column of the next region
      const std::uint32_t mask = end >= 32 ? ~0U : (1U << end) - 1;
      count(region_of({x, box.y + y, box.layer}),
            static_cast<std::uint32_t>(std::popcount(worse & mask & left)),
            static_cast<std::uint32_t>(std::popcount(better & mask & left)));
      left &= ~mask;
    }
  }
}

// Tells the watchers of a region what the commit changed in it.
void RegionWatch::spread(RegionId region) {
  const Pending& change = changes_[region.value];
  std::vector<Entry>& list = entries_[region.value];
  std::size_t kept = 0;
  for (const Entry& e : list) {
    if (!valid(e)) continue;
    list[kept++] = e;
    Watcher& w = watchers_[e.slot];
    Pending& pending = w.pending[e.rank];
    pending.cells += change.cells;
    pending.worse |= change.worse;
    pending.better |= change.better;
    if (!w.touched) w.first_change = last_tick_;
    w.touched = true;
    if (!w.queued) touched_.push_back(e.slot);
    w.queued = true;
  }
  list.resize(kept);
}

void RegionWatch::record(const Commit& commit) {
  PORTOLAN_ASSERT(changed_.empty());
  if (profile_.value < commit.profiles.size()) {
    const ProfileChange& change = commit.profiles[profile_.value];
    const TileGrid blocks(extent_);
    for (std::size_t k = 0; k < change.blocks.size(); ++k) {
      count_rows(blocks.bounds(TileId{change.blocks[k]}), change.diffs[k]);
    }
  }
  const auto ends = [this](const Link& link, std::uint32_t worse, std::uint32_t better) {
    count(region_of(link.from), worse, better);
    if (region_of(link.to) != region_of(link.from)) count(region_of(link.to), worse, better);
  };
  for (const Link& link : commit.links_removed) ends(link, 1, 0);
  for (const Link& link : commit.links_added) ends(link, 0, 1);
  for (const RegionId region : changed_) {
    versions_[region.value] = commit.version;
    spread(region);
    changes_[region.value] = {};
  }
  changed_.clear();
}

bool RegionWatch::due(const Watcher& w, std::uint64_t tick) const {
  const std::uint32_t ticks = w.timing.ticks;
  if (w.timing.at_intervals) return ticks == 0 || tick % ticks == 0;
  return tick >= w.first_change + ticks;
}

std::vector<Notice> RegionWatch::collect(std::uint64_t tick) {
  std::vector<Notice> notices;
  std::size_t waiting = 0;
  for (const std::uint32_t slot : touched_) {
    Watcher& w = watchers_[slot];
    if (w.touched && !due(w, tick)) {
      touched_[waiting++] = slot;
      continue;
    }
    w.queued = false;
    if (!w.touched) continue;  // left or changed its list since
    w.touched = false;
    for (std::uint32_t rank = w.from; rank < w.to; ++rank) {
      Pending& p = w.pending[rank];
      if (p.cells == 0) continue;
      notices.push_back({{slot, w.generation}, w.regions[rank], rank - w.from, p.cells, p.worse, p.better});
      p = {};
    }
  }
  touched_.resize(waiting);
  last_tick_ = tick;
  std::sort(notices.begin(), notices.end(), [](const Notice& a, const Notice& b) {
    return std::tie(a.rank, a.watcher, a.region) < std::tie(b.rank, b.watcher, b.region);
  });
  return notices;
}

std::size_t RegionWatch::memory_bytes() const {
  std::size_t bytes = versions_.capacity() * sizeof(std::uint64_t) + changes_.capacity() * sizeof(Pending) +
                      entries_.capacity() * sizeof(std::vector<Entry>) +
                      watchers_.capacity() * sizeof(Watcher);
  for (const auto& list : entries_) bytes += list.capacity() * sizeof(Entry);
  for (const Watcher& w : watchers_) {
    bytes += w.regions.capacity() * sizeof(RegionId) + w.pending.capacity() * sizeof(Pending);
  }
  return bytes;
}

}  // namespace portolan
