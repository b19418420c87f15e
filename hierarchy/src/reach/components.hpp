// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <portolan/core/executor.hpp>
#include <portolan/core/grid_view.hpp>
#include <portolan/core/saved_parts.hpp>
#include <portolan/hierarchy/detail/array.hpp>
#include <portolan/hierarchy/detail/level.hpp>

namespace portolan::detail {

/// From the lowest to the highest.
using Levels = std::span<const Level* const>;

class UnionFind {
 public:
  void reset(std::size_t size);
  [[nodiscard]] std::uint32_t find(std::uint32_t i);
  /// The smaller number of the two stays the root, so that labels do not depend on the order of unions. False
  /// when they were one already.
  bool unite(std::uint32_t a, std::uint32_t b);

 private:
  std::vector<std::uint32_t> parent_;
};

/// Which nodes of the lowest level belong together. An area's pockets are the classes of its nodes that are
/// joined by ways inside it; a pocket of one level lies in one of the level above, or is sealed inside that
/// area. The classes of the top level are found by a union over its borders, so that an edit relabels areas
/// only as far up as its effect can be told. One-way links join nothing by themselves: they are edges between
/// classes, and classes on a cycle of links become one. Concurrent reads; updates need exclusive access.
/// Look-ups are O(levels).
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
  /// Number of pockets of a sector that have nodes.
  [[nodiscard]] std::uint32_t pocket_count(std::uint32_t sector) const {
    return pockets_[0].areas[sector].count;
  }
  [[nodiscard]] std::uint32_t pocket_of(std::uint32_t sector, std::uint32_t place) const {
    return pockets_[0].pocket(sector, place);
  }
  [[nodiscard]] Class class_of_pocket(std::uint32_t sector, std::uint32_t pocket) const;
  [[nodiscard]] std::size_t memory_bytes() const;

  void save(PartSink& sink) const;
  /// False when the parts are damaged. `lowest` has its links again.
  [[nodiscard]] bool restore(std::size_t levels, const Level& lowest, PartSource& source);

 private:
  struct Area {
    std::uint32_t first = 0;     // pocket slot
    std::uint32_t places = ~0U;  // where its row of `pocket_at` begins; none when all nodes are in one pocket
    std::uint16_t count = 0;     // pockets
    std::uint16_t place_count = 0;
    std::array<std::uint16_t, 4> end{};  // as in the area's record
  };
  struct LevelPockets {
    Array<Area> areas;
    SlotRanges slots;
    SlotRanges rows;
    Array<std::uint16_t> pocket_at;  // by row and place, for areas with several pockets
    Array<std::uint32_t> up;         // by slot: slot in the level above, or sealed | slot of this level;
                                     // on the top level the class

    [[nodiscard]] std::uint32_t pocket(std::uint32_t area, std::uint32_t place) const {
      const Area& a = areas[area];
      return a.places == ~0U ? 0U : pocket_at[a.places + place];
    }
    [[nodiscard]] std::uint32_t slot(std::uint32_t area, std::uint32_t place) const {
      return areas[area].first + pocket(area, place);
    }
  };
  static constexpr std::uint32_t sealed = 1U << 31U;

  [[nodiscard]] Class class_of_slot(std::uint32_t slot) const;
  [[nodiscard]] bool set_partition(LevelPockets& pockets, std::uint32_t area, const AreaRecord& record,
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
  void relabel_links(const Level& lowest);

  using Joins = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

  std::vector<LevelPockets> pockets_;
  std::vector<Joins> joins_;  // by border of the top level: pairs of slots; empty until first needed
  Joins found_;
  bool slots_moved_ = false;  // on the top level, by the update at hand
  UnionFind unions_;
  std::vector<std::uint16_t> labels_;
  // Classes at the ends of links, ascending, with the number of their cycle; which cycle leads to which.
  std::vector<std::pair<Class, std::uint32_t>> linked_;
  std::vector<std::vector<std::uint32_t>> next_;
  std::vector<std::vector<bool>> closure_;  // empty where there are too many
};

}  // namespace portolan::detail
