// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <portolan/core/detail/saved_parts.hpp>
#include <portolan/core/executor.hpp>
#include <portolan/core/grid_view.hpp>
#include <portolan/hierarchy/detail/array.hpp>
#include <portolan/hierarchy/detail/level.hpp>

#include "reach/border_joins.hpp"
#include "reach/disjoint_sets.hpp"

namespace portolan::detail {

/// From the lowest to the highest.
using Levels = std::span<const Level* const>;

/// Which nodes of the lowest level belong together, and which class of nodes leads to which.
///
/// Nodes of an area that paths inside it join are one local component of that area. A local component lies in
/// one of the area above, or is enclosed: no node of the area above belongs to it. At the top level a union
/// over the borders gives the classes. An edit therefore relabels areas only as far up as its effect is felt.
/// One-way links join nothing by themselves: they are edges between classes, and classes on a cycle of links
/// become one. Thread rule: concurrent reads; updates need exclusive access. Look-ups are O(levels).
class Components {
 public:
  using Class = std::uint64_t;

  void build(Levels levels, const GridView& grid, Executor& executor);
  /// After the level 0 tables of these sectors were rebuilt. Returns how many areas were looked at again.
  std::uint64_t update(Levels levels, const GridView& grid, std::span<const std::uint32_t> sectors,
                       bool links_changed);

  /// Class of a node by its place in a sector.
  [[nodiscard]] Class class_of(std::uint32_t sector, std::uint32_t place) const;
  /// True when an agent in class `from` can get to class `to`.
  [[nodiscard]] bool leads_to(Class from, Class to) const;
  /// Number of local components of a sector that have nodes.
  [[nodiscard]] std::uint32_t local_count(std::uint32_t sector) const {
    return locals_[0].areas[sector].count;
  }
  [[nodiscard]] Class class_of_local(std::uint32_t sector, std::uint32_t local) const;
  [[nodiscard]] std::size_t memory_bytes() const {
    return heap_bytes(locals_, joins_, linked_) + closure_.size() * closure_.size() / 8;
  }

  /// Tells a journal what changes; null: no more.
  void log_to(Journal* journal);

  void save(PartSink& sink) const;
  /// False when the parts are damaged. `relabel_links` must follow, or an update.
  [[nodiscard]] bool restore(std::size_t levels, PartSource& source);
  /// Whether no look-up in what was restored can lead out of it. The levels fit each other; sectors that wait
  /// for an update may have had other nodes.
  [[nodiscard]] bool fits(Levels levels, std::span<const std::uint32_t> waiting) const;
  void relabel_links(const Level& lowest);

 private:
  struct Area {
    std::uint32_t first = 0;     // slot of its first local component
    std::uint32_t places = ~0U;  // where its row of `local_at` begins; none when it has one local component
    std::uint16_t count = 0;     // of local components
    std::uint16_t place_count = 0;
    std::array<std::uint16_t, 4> end{};  // as in the area's record
  };
  struct LocalComponents {
    Array<Area> areas;
    SlotRanges slots;
    SlotRanges rows;
    Array<std::uint16_t> local_at;  // by row and place, for areas with several local components
    Array<std::uint32_t> up;        // by slot: slot in the level above, or enclosed | slot of this level;
                                    // on the top level the class

    [[nodiscard]] std::uint32_t local(std::uint32_t area, std::uint32_t place) const {
      const Area& a = areas[area];
      return a.places == ~0U ? 0U : local_at[a.places + place];
    }
    [[nodiscard]] std::uint32_t slot(std::uint32_t area, std::uint32_t place) const {
      return areas[area].first + local(area, place);
    }
    [[nodiscard]] std::size_t memory_bytes() const { return heap_bytes(areas, local_at, up); }
  };
  static constexpr std::uint32_t enclosed = 1U << 31U;

  [[nodiscard]] Class class_of_slot(std::uint32_t slot) const;
  [[nodiscard]] bool set_partition(LocalComponents& locals, std::uint32_t area, const AreaRecord& record,
                                   std::span<const std::uint16_t> labels);
  void partition_sector(const Level& level, const GridView& grid, std::uint32_t sector);
  void unite_by_cells(const Level& level, const GridView& grid, std::uint32_t sector);
  struct Family;
  [[nodiscard]] bool relabel_area(Levels levels, std::size_t at, std::uint32_t area);
  void join_children(Family& family);
  void label_nodes(Family& family);
  void point_up(const Family& family);
  [[nodiscard]] bool rejoin(const Level& top, std::uint32_t border);
  [[nodiscard]] bool rejoin_around(const Level& top, std::uint32_t area);
  void relabel_top(const Level& top);
  std::uint64_t update_top(const Level& top, std::span<const std::uint32_t> areas);
  [[nodiscard]] bool fits(const Level& level, std::size_t at, const std::vector<bool>& waits) const;
  void close_links();

  void keep_slots();

  std::vector<LocalComponents> locals_;
  BorderJoins joins_;  // of the top level; empty until first needed
  BorderJoins::Joins found_;
  bool slots_moved_ = false;  // on the top level, by the update at hand
  DisjointSets unions_;
  std::vector<std::uint16_t> labels_;
  // Classes at the ends of links, ascending, with the number of their cycle; which cycle leads to which.
  std::vector<std::pair<Class, std::uint32_t>> linked_;
  std::vector<std::vector<std::uint32_t>> next_;
  std::vector<std::vector<bool>> closure_;  // empty where there are too many
  Journal* journal_ = nullptr;
  std::uint32_t kept_ = 0;
};

}  // namespace portolan::detail
