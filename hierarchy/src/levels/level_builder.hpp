// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include <portolan/core/detail/saved_parts.hpp>
#include <portolan/core/executor.hpp>
#include <portolan/hierarchy/detail/level.hpp>

#include "graph/level_edit.hpp"
#include "levels/in_order.hpp"

namespace portolan::detail {

/// What an update of a level touched. Ascending.
struct LevelChange {
  std::vector<std::uint32_t> rebuilt;  ///< areas whose tables were rebuilt
  std::vector<std::uint32_t> changed;  ///< those of them whose tables or nodes are others than before
};

/// What the builders of the lowest level and of upper levels share: the level, notes of what the update at
/// hand has touched, and how borders and tables are made by several threads with a result that does not
/// depend on them. A level is either built or restored, and then updated.
class LevelBuilder {
 public:
  [[nodiscard]] const Level& level() const { return level_; }
  /// Nodes that the last update rewrote.
  [[nodiscard]] std::span<const std::uint32_t> fresh_nodes() const { return fresh_nodes_; }

  /// Whether link `index` of the level is the one made of link `source` of what the level is built from.
  [[nodiscard]] bool indexes(std::uint32_t source, std::uint32_t index) const {
    return source < link_index_.size() && link_index_[source] == index;
  }
  /// Whether each link of the level that is alive is looked up in one way, and no others are.
  [[nodiscard]] bool indexes_each_once() const;

  /// Where tables are kept that other hierarchies have as well.
  void share_tables(ContentStore& common) { level_.tables.share_by(&common); }
  /// For nodes of edits to come.
  void make_room() {
    level_.nodes.make_room();
    level_.tables.make_room();
  }
  /// Tells a journal what changes; null: no more.
  void log_to(Journal* journal);

  void save(PartSink& sink) const;
  /// In place of a build. False when the parts are damaged.
  [[nodiscard]] bool restore(PartSource& source);
  /// Which ids are free, besides: the restored level then gives the same ones to what comes.
  void save_free(PartSink& sink) const { sink.write_part<std::uint32_t>(level_.slots.free_runs()); }
  [[nodiscard]] bool restore_free(PartSource& source);

 protected:
  static constexpr std::uint32_t no_link = ~0U;

  explicit LevelBuilder(const AreaGrid& grid);
  ~LevelBuilder() = default;
  LevelBuilder(const LevelBuilder&) = delete;
  LevelBuilder& operator=(const LevelBuilder&) = delete;

  /// Makes the nodes of all borders: find(border, items) appends what becomes a node each, in order, and
  /// write(border, items) writes those nodes. Ids are given area by area in the order of `areas`, which are
  /// all of them.
  template <class Item, class Find, class Write>
  void build_borders(std::span<const std::uint32_t> areas, Executor& executor, const Find& find,
                     const Write& write);
  /// Room for so many nodes on a border, all of which must be written and count as fresh.
  void renew_border(BorderId border, std::size_t count);
  /// Gives an area a table that has been counted as used by it, in place of the one it has.
  void set_table(std::uint32_t area, std::uint32_t table);

  struct TableWork {
    std::size_t band = 1;  ///< areas whose tables are held outside the store at a time: bounds the memory
    /// Areas per piece of parallel work: few where there are few, so that all threads end together.
    std::size_t least_grain = 1;
    std::size_t most_grain = 1;
    std::function<void()> beside{};  ///< run once at the same time, on one of the threads
    std::function<void(std::size_t done)> progress{};
  };
  /// Calls make(worker, area) for areas on all threads, and store(area, made) for one after the other.
  template <class Made, class Make, class Store>
  static void make_tables(std::span<const std::uint32_t> areas, Executor& executor, const TableWork& work,
                          const Make& make, const Store& store);

  /// Before an update.
  void keep_lists();

  Level level_;
  std::vector<std::uint32_t> link_index_;  // in the level, by link of what it is built from, or no_link
  std::vector<std::uint32_t> fresh_nodes_;
  std::vector<std::uint32_t> changed_;  // areas whose nodes, links or tables the update at hand changed

 private:
  Journal* journal_ = nullptr;
  std::uint32_t kept_ = 0;

  void number_borders(std::span<const std::uint32_t> areas);
  /// Calls visit(border) for the borders on the east and south of a row of areas that there are.
  template <class Visit>
  void for_each_border(std::size_t row, const Visit& visit) const;
};

/// Ascending, each value once.
void sort_unique(std::vector<std::uint32_t>& values);

// ---- templates ----

template <class Visit>
void LevelBuilder::for_each_border(std::size_t row, const Visit& visit) const {
  const std::uint32_t columns = level_.grid.columns();
  const auto first = static_cast<std::uint32_t>(row) * columns;
  for (std::uint32_t area = first; area < first + columns; ++area) {
    for (const Side side : {east, south}) {
      if (const BorderId border = level_.grid.border({area}, side); border.valid()) visit(border);
    }
  }
}

template <class Item, class Find, class Write>
void LevelBuilder::build_borders(std::span<const std::uint32_t> areas, Executor& executor, const Find& find,
                                 const Write& write) {
  const std::size_t columns = level_.grid.columns();
  std::vector<std::vector<Item>> found(columns == 0 ? 0 : level_.areas.size() / columns);
  executor.parallel_for(found.size(), [&](std::size_t row, unsigned) {
    // Not in `found` itself: what grows there lies beside what grows for another thread.
    std::vector<Item> items;
    for_each_border(row, [&](BorderId border) {
      const std::size_t before = items.size();
      find(border, items);
      level_.borders[border.value].count = static_cast<std::uint32_t>(items.size() - before);
    });
    found[row] = std::move(items);
  });
  number_borders(areas);
  executor.parallel_for(found.size(), [&](std::size_t row, unsigned) {
    const Item* next = found[row].data();
    for_each_border(row, [&](BorderId border) {
      const std::size_t count = level_.borders[border.value].count;
      write(border, std::span<const Item>(next, count));
      next += count;
    });
  });
  executor.parallel_for(found.size(), [&](std::size_t row, unsigned) {
    for (std::size_t area = row * columns; area < (row + 1) * columns; ++area)
      connect_area(level_, {static_cast<std::uint32_t>(area)});
  });
}

template <class Made, class Make, class Store>
void LevelBuilder::make_tables(std::span<const std::uint32_t> areas, Executor& executor,
                               const TableWork& work, const Make& make, const Store& store) {
  std::vector<Made> made;
  std::size_t extra = work.beside ? 1 : 0;
  for (std::size_t begin = 0; begin < areas.size(); begin += work.band) {
    const std::span<const std::uint32_t> part =
        areas.subspan(begin, std::min(work.band, areas.size() - begin));
    made.resize(part.size());
    const std::size_t grain = std::clamp(part.size() / 128, work.least_grain, work.most_grain);
    const std::size_t pieces = (part.size() + grain - 1) / grain;
    const auto for_piece = [&](std::size_t piece, const auto& f) {
      for (std::size_t i = piece * grain; i < std::min(part.size(), (piece + 1) * grain); ++i) f(i);
    };
    InOrder stored(pieces);
    executor.parallel_for(pieces + extra, [&](std::size_t number, unsigned worker) {
      if (number < extra) return work.beside();
      const std::size_t piece = number - extra;
      for_piece(piece, [&](std::size_t i) { made[i] = make(worker, part[i]); });
      stored.finish(piece, [&](std::size_t due) {
        for_piece(due, [&](std::size_t i) { store(part[i], std::exchange(made[i], {})); });
      });
    });
    extra = 0;
    if (work.progress) work.progress(begin + part.size());
  }
}

}  // namespace portolan::detail
