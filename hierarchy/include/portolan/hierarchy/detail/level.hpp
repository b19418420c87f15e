// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <portolan/core/cell.hpp>
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

  std::int32_t x2 = 0;  ///< twice the x of where it lies: between the two cells of its pair
  std::int32_t y2 = 0;
  std::uint32_t border = dead;  ///< 2 * area + (0: its east, 1: its south border), or link_flag | link index
  std::uint32_t aux = 0;  ///< level 0: where the run begins, and its width << 8; above: the node on level 0

  [[nodiscard]] bool alive() const { return border != dead; }
  [[nodiscard]] bool is_link() const { return (border & link_flag) != 0; }
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
};

enum Side : std::uint32_t { north, west, east, south };
[[nodiscard]] constexpr Side opposite(Side side) { return static_cast<Side>(3 - side); }

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

  [[nodiscard]] const CostTable& table(std::uint32_t area) const { return tables[areas[area].table]; }
  [[nodiscard]] const LinkNode& link(const NodeRecord& node) const {
    return links[node.border & ~NodeRecord::link_flag];
  }
  /// The area on the left or upper side; of a link, the one that it leaves from.
  [[nodiscard]] std::uint32_t area_a(const NodeRecord& node) const {
    return node.is_link() ? link(node).from_area : node.border >> 1U;
  }
  /// The area on the right or lower side; of a link, the one that it arrives in.
  [[nodiscard]] std::uint32_t area_b(const NodeRecord& node) const {
    if (node.is_link()) return link(node).to_area;
    return (node.border >> 1U) + ((node.border & 1U) == 0 ? 1U : grid.columns());
  }
  /// The cell of a border node on the side of area_a.
  [[nodiscard]] Cell cell_a(const NodeRecord& node) const {
    const bool layered = grid.extent().layers > 1;
    const std::uint32_t layer = layered ? area_a(node) / (grid.columns() * grid.rows()) : 0;
    return {node.x2 >> 1, node.y2 >> 1, static_cast<std::int32_t>(layer)};
  }
  /// Place of a border node among the nodes of area_a (on_a) or area_b.
  [[nodiscard]] std::uint32_t place(std::uint32_t id, const NodeRecord& node, bool on_a) const {
    const bool eastern = (node.border & 1U) == 0;
    const AreaRecord& area = areas[on_a ? node.border >> 1U : area_b(node)];
    const std::uint32_t side = eastern ? (on_a ? east : west) : (on_a ? south : north);
    return id - area.first[side] + (side == north ? 0U : area.end[side - 1]);
  }
  [[nodiscard]] const AreaLinks& links_of(const AreaRecord& area) const {
    static const AreaLinks empty;
    return area.links == AreaRecord::no_links ? empty : area_links[area.links];
  }
  /// Calls visit(node, place) for the nodes that a way inside the area can begin at.
  template <class Visit>
  void for_each_entry(const AreaRecord& area, Visit&& visit) const {
    for_each_border_node(area, visit);
    const AreaLinks& list = links_of(area);
    auto place = area.portals() + static_cast<std::uint32_t>(list.leaving.size());
    for (const std::uint32_t node : list.arriving) visit(node, place++);
  }
  /// Calls visit(node, place) for the nodes that a way inside the area can end at.
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
  [[nodiscard]] std::size_t memory_bytes() const;
};

/// Cell of a border node on one of its two sides.
[[nodiscard]] inline Cell cell_of(const NodeRecord& node, bool on_a, std::int32_t layer) {
  const bool eastern = (node.border & 1U) == 0;
  return {(node.x2 >> 1) + (eastern && !on_a ? 1 : 0), (node.y2 >> 1) + (!eastern && !on_a ? 1 : 0), layer};
}
[[nodiscard]] inline std::int32_t layer_of(const Level& level, const NodeRecord& node) {
  return static_cast<std::int32_t>((node.border >> 1U) / (level.grid.columns() * level.grid.rows()));
}

}  // namespace portolan::detail
