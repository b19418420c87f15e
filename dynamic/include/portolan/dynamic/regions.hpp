// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/id.hpp>
#include <portolan/core/world.hpp>

namespace portolan {

/// A block of the world whose changes can be watched.
using RegionId = Id<struct RegionTag>;

using WatcherId = Handle<struct WatcherTag>;

/// A watched region has changed.
struct Notice {
  WatcherId watcher;
  RegionId region;
  std::uint32_t rank = 0;           ///< place of the region in the watcher's list: 0 is the nearest
  std::uint32_t cells_changed = 0;  ///< over all merged commits; a cell that changed twice counts twice
  bool worse = false;               ///< some cost rose, or a link went
  bool better = false;              ///< some cost fell, or a link came

  constexpr bool operator==(const Notice&) const = default;
};

/// When a watcher hears of changes. What happens in between is merged, per region.
struct WatchTiming {
  std::uint32_t ticks = 0;    ///< so long after the first change that it has not heard of; 0: at once
  bool at_intervals = false;  ///< every `ticks` ticks instead, counted from 0
};

/// The world cut into square regions, for one profile, and who watches which. Regions have any size and need
/// not fit sectors or blocks. Push: `record` every commit, then `collect`. Pull: compare `version`.
///
/// A watcher lists regions in order of interest (of a path: as it meets them) and may look at a window of the
/// list only, the next k, which moves on with the agent.
///
/// Not thread-safe. Cost: subscribing O(regions in the window), unsubscribing O(1), a commit O(changed cells'
/// rows + changed regions and their watchers), a collection O(watchers with changes).
class RegionWatch {
 public:
  static constexpr std::uint32_t whole_list = ~0U;

  RegionWatch(Extent extent, ProfileId profile, int side);

  [[nodiscard]] int side() const { return side_; }
  [[nodiscard]] std::uint32_t region_count() const { return static_cast<std::uint32_t>(versions_.size()); }
  [[nodiscard]] RegionId region_of(Cell c) const;
  [[nodiscard]] Rect bounds(RegionId region) const;
  /// The regions that a path crosses, each once, in the order of first entry.
  [[nodiscard]] std::vector<RegionId> regions_of(std::span<const Cell> path) const;

  /// Watches these regions, the nearest first; with a window, the first `window` of them until it moves on.
  WatcherId watch(std::span<const RegionId> regions, WatchTiming timing = {},
                  std::uint32_t window = whole_list);
  /// Gives a watcher another list. What it has not been told of the old one is dropped.
  void rewatch(WatcherId id, std::span<const RegionId> regions);
  /// The agent has come to this region: the window begins there. Regions behind are no longer watched.
  /// Ignored when the region is not ahead in the list.
  void progress(WatcherId id, RegionId here);
  /// No notice comes after it.
  void unwatch(WatcherId id);
  [[nodiscard]] bool alive(WatcherId id) const {
    return id.slot < watchers_.size() && watchers_[id.slot].generation == id.generation &&
           watchers_[id.slot].used;
  }

  /// Takes in what a commit changed. Every commit must be recorded, in order.
  void record(const Commit& commit);
  /// The notices that are due at this tick, near regions first, then by watcher and region; they are then
  /// forgotten.
  [[nodiscard]] std::vector<Notice> collect(std::uint64_t tick);

  /// Version of the world at the last change of a region; 0 before any.
  [[nodiscard]] std::uint64_t version(RegionId region) const {
    return region.value < versions_.size() ? versions_[region.value] : 0;
  }
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  struct Pending {
    std::uint32_t cells = 0;
    bool worse = false;
    bool better = false;
  };
  struct Watcher {
    std::vector<RegionId> regions;
    std::vector<Pending> pending;  // per region of the list
    WatchTiming timing;
    std::uint64_t first_change = 0;  // tick of the collection before which the first unheard change came
    std::uint32_t from = 0;          // the window
    std::uint32_t to = 0;
    std::uint32_t window = whole_list;
    std::uint32_t generation = 0;  // of the handle
    std::uint32_t list = 0;        // of the list: entries of an older list are void
    bool used = false;
    bool touched = false;  // has something to hear
    bool queued = false;   // is in the list of those who may
  };
  // A watcher's interest in a region; void when the watcher has left, changed its list, or moved on.
  struct Entry {
    std::uint32_t slot = 0;
    std::uint32_t list = 0;
    std::uint32_t rank = 0;
  };

  [[nodiscard]] bool valid(const Entry& e) const {
    const Watcher& w = watchers_[e.slot];
    return w.list == e.list && e.rank >= w.from;
  }
  void open_window(std::uint32_t slot);
  void count_rows(const Rect& box, const BlockDiff& diff);
  void count(RegionId region, std::uint32_t worse, std::uint32_t better);
  void spread(RegionId region);
  [[nodiscard]] bool due(const Watcher& w, std::uint64_t tick) const;

  Extent extent_;
  ProfileId profile_;
  int side_ = 32;
  int columns_ = 0;
  int rows_ = 0;
  std::vector<std::uint64_t> versions_;
  std::vector<std::vector<Entry>> entries_;  // per region
  std::vector<Pending> changes_;             // per region: of the commit being recorded
  std::vector<RegionId> changed_;
  std::vector<Watcher> watchers_;
  std::vector<std::uint32_t> free_;
  std::vector<std::uint32_t> touched_;
  std::uint64_t last_tick_ = 0;
};

}  // namespace portolan
