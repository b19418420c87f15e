// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/detail/heap_bytes.hpp>
#include <portolan/core/link.hpp>
#include <portolan/hierarchy/detail/area_grid.hpp>
#include <portolan/hierarchy/detail/array.hpp>
#include <portolan/hierarchy/detail/cost_tables.hpp>
#include <portolan/hierarchy/detail/slot_ranges.hpp>

namespace portolan::detail {

/// The nodes on one border: consecutive ids, from left to right or from top to bottom.
struct BorderRange {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

/// One node, which lies on a border or is a link.
struct NodeRecord {
  static constexpr std::uint32_t dead = ~0U;
  static constexpr std::uint32_t link_flag = 1U << 31U;

  /// The cell pairs of a portal, from the left or upper end of its border on.
  struct Run {
    std::int32_t begin = 0;
    std::int32_t width = 0;
  };

  std::int32_t x2 = 0;  ///< twice the x of where it lies: between the two cells of its pair
  std::int32_t y2 = 0;
  std::uint32_t border = dead;  ///< number of the border, or link_flag | link index
  std::uint32_t aux = 0;        ///< on level 0 `run`, above `node_below`

  [[nodiscard]] static std::uint32_t aux_of(Run run) {
    return static_cast<std::uint32_t>(run.begin) | static_cast<std::uint32_t>(run.width) << 8U;
  }
  [[nodiscard]] bool alive() const { return border != dead; }
  [[nodiscard]] bool is_link() const { return (border & link_flag) != 0; }
  /// Of a node on a border.
  [[nodiscard]] BorderId border_id() const {
    PORTOLAN_ASSERT(!is_link());
    return {border};
  }
  /// True on a border between a left and a right area.
  [[nodiscard]] bool is_eastern() const { return AreaGrid::is_eastern(border_id()); }
  /// Of a link, its place among those of the level.
  [[nodiscard]] std::uint32_t link_index() const {
    PORTOLAN_ASSERT(alive() && is_link());
    return border & ~link_flag;
  }
  /// Of a node of level 0 on a border.
  [[nodiscard]] Run run() const {
    return {static_cast<std::int32_t>(aux & 255U), static_cast<std::int32_t>(aux >> 8U)};
  }
  /// Of a node of an upper level: the same node on the level below.
  [[nodiscard]] std::uint32_t node_below() const { return aux; }
};

/// A link as a node: entered from its first cell's area, left into its second cell's.
struct LinkNode {
  Link link;
  LinkId id;
  std::uint32_t node = 0;
  std::uint32_t from_area = 0;
  std::uint32_t to_area = 0;
  std::uint32_t leaving_at = 0;   ///< place in the list of from_area
  std::uint32_t arriving_at = 0;  ///< place in the list of to_area
};

/// Link nodes of one area, ordered by link, not by id.
struct AreaLinks {
  std::vector<std::uint32_t> leaving;
  std::vector<std::uint32_t> arriving;

  [[nodiscard]] std::size_t memory_bytes() const { return heap_bytes(leaving, arriving); }
};

/// One area. Its nodes in order: those of its north, west, east and south borders, the links that leave from
/// it, the links that arrive in it. A node's place in this order is its row and column in the table.
struct AreaRecord {
  static constexpr std::uint32_t no_links = ~0U;

  std::array<std::uint32_t, 4> first{};  ///< first node per border
  std::array<std::uint16_t, 4> end{};    ///< running count of nodes after each border
  std::uint32_t table = CostTables::none;
  std::uint32_t links = no_links;

  [[nodiscard]] std::uint32_t portals() const { return end[3]; }
  /// Place of the first node on a side.
  [[nodiscard]] std::uint32_t begin(Side side) const { return side == north ? 0U : end[side - 1U]; }
};

/// The portal graph of one level. An edge leads between any two nodes of an area; it has no record of its
/// own, only its place in the area's table. A table entry holds 12 units per cost of the first cell, the way
/// inside, and 12 units per cost of the last cell: half of each border step, so that sums are exact with one
/// node per portal. The cost of a link is not in the tables of the level that has it as a node; it is paid
/// when it is left.
struct Level {
  AreaGrid grid;
  Array<BorderRange> borders;  // 2 per area
  Array<AreaRecord> areas;
  Array<NodeRecord> nodes;
  std::vector<LinkNode> links;
  std::vector<std::uint32_t> free_links;
  std::vector<AreaLinks> area_links;
  std::vector<std::uint32_t> free_area_links;
  SlotRanges slots;
  CostTables tables;
  std::uint32_t node_count = 0;
  // Links may lie, or have lain, inside of areas: of these no node of this level tells, and a table may hold
  // other costs in one direction than in the other.
  bool one_way = false;

  [[nodiscard]] const CostTable& table(std::uint32_t area) const { return tables[areas[area].table]; }
  /// Costs inside the area have 16 bits each, and are the same in either direction.
  [[nodiscard]] bool is_plain(const AreaRecord& area) const {
    return !one_way && area.links == AreaRecord::no_links && tables[area.table].width == TableWidth::narrow;
  }
  [[nodiscard]] const LinkNode& link(const NodeRecord& node) const { return links[node.link_index()]; }
  [[nodiscard]] bool has_links() const {
    return std::any_of(links.begin(), links.end(), [](const LinkNode& link) { return link.id.valid(); });
  }
  /// The area on the left or upper side; of a link, the one that it leaves from.
  [[nodiscard]] std::uint32_t area_a(const NodeRecord& node) const {
    return node.is_link() ? link(node).from_area : AreaGrid::first_of(node.border_id()).value;
  }
  /// The area on the right or lower side; of a link, the one that it arrives in.
  [[nodiscard]] std::uint32_t area_b(const NodeRecord& node) const {
    return node.is_link() ? link(node).to_area : grid.second_of(node.border_id()).value;
  }
  /// The cell of a border node on the side of area_a.
  [[nodiscard]] Cell cell_a(const NodeRecord& node) const {
    const bool layered = grid.extent().layers > 1;
    return {node.x2 >> 1, node.y2 >> 1, layered ? grid.layer_of({area_a(node)}) : 0};
  }
  /// Place of a border node among the nodes of area_a (on_a) or area_b.
  [[nodiscard]] std::uint32_t place(std::uint32_t id, const NodeRecord& node, bool on_a) const {
    const BorderId border = node.border_id();
    const AreaRecord& area = areas[(on_a ? AreaGrid::first_of(border) : grid.second_of(border)).value];
    const Side side = AreaGrid::is_eastern(border) ? (on_a ? east : west) : (on_a ? south : north);
    PORTOLAN_ASSERT(id - area.first[side] < area.end[side] - area.begin(side));
    return id - area.first[side] + area.begin(side);
  }
  [[nodiscard]] const AreaLinks& links_of(const AreaRecord& area) const {
    static const AreaLinks empty;
    return area.links == AreaRecord::no_links ? empty : area_links[area.links];
  }
  /// Calls visit(node, place) for the nodes that a path inside the area can begin at.
  template <class Visit>
  void for_each_entry(const AreaRecord& area, Visit&& visit) const {
    for_each_border_node(area, visit);
    const AreaLinks& list = links_of(area);
    auto place = area.portals() + static_cast<std::uint32_t>(list.leaving.size());
    for (const std::uint32_t node : list.arriving) visit(node, place++);
  }
  /// Calls visit(node, place) for the nodes that a path inside the area can end at.
  template <class Visit>
  void for_each_exit(const AreaRecord& area, Visit&& visit) const {
    for_each_border_node(area, visit);
    std::uint32_t place = area.portals();
    for (const std::uint32_t node : links_of(area).leaving) visit(node, place++);
  }
  template <class Visit>
  void for_each_border_node(const AreaRecord& area, Visit&& visit) const {
    std::uint32_t place = 0;
    for (std::size_t side = 0; side < 4; ++side) {
      for (std::uint32_t node = area.first[side]; place < area.end[side]; ++node) visit(node, place++);
    }
  }
  [[nodiscard]] std::size_t memory_bytes() const {
    return heap_bytes(borders, areas, nodes, links, free_links, area_links, free_area_links, tables);
  }
};

/// Cell of a border node on one of its two sides.
[[nodiscard]] inline Cell cell_of(const NodeRecord& node, bool on_a, std::int32_t layer) {
  const bool eastern = node.is_eastern();
  return {(node.x2 >> 1) + (eastern && !on_a ? 1 : 0), (node.y2 >> 1) + (!eastern && !on_a ? 1 : 0), layer};
}
[[nodiscard]] inline std::int32_t layer_of(const Level& level, const NodeRecord& node) {
  return level.grid.layer_of(AreaGrid::first_of(node.border_id()));
}

}  // namespace portolan::detail
