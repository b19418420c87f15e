// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <portolan/core/assert.hpp>
#include <portolan/core/distance.hpp>
#include <portolan/hierarchy/detail/level.hpp>
#include <portolan/hierarchy/portal.hpp>

namespace portolan {

/// Portals joined by their exact travel cost inside an area: a sector on level 0, a square block of sectors
/// above. A directed graph; without links every edge has its reverse of equal cost. The path through one area
/// after another is a path in it, and its cost the sum of its edges; what lies before the first portal and
/// after the last is for the planner to add. A cheap view of a hierarchy's level, passed by value. Reads
/// only, any thread; gone stale by an `apply`. See `portal_graph_boost.hpp` for Boost.Graph algorithms.
class PortalGraph {
 public:
  explicit PortalGraph(const detail::Level& level, const PortalGraph* base = nullptr)
      : level_(&level), base_(base) {}

  /// Every id is below it; not every id below it is a portal's.
  [[nodiscard]] std::uint32_t id_end() const { return static_cast<std::uint32_t>(level_->nodes.size()); }
  [[nodiscard]] std::uint32_t size() const { return level_->node_count; }
  [[nodiscard]] bool contains(PortalId id) const {
    return id.value < id_end() && level_->nodes[id.value].alive();
  }
  [[nodiscard]] Portal portal(PortalId id) const;
  /// Number of an area; on level 0 a sector's.
  [[nodiscard]] std::uint32_t area_of(Cell c) const { return level_->grid.area_of(c); }

  /// Edges that leave a portal, in a fixed order: visit(PortalId to, Distance cost, std::uint32_t through),
  /// where `through` is an area.
  template <class Visit>
  void for_each_edge_from(PortalId from, Visit&& visit) const {
    for_each_edge<false>(from, visit);
  }
  /// Edges that lead into a portal, in a fixed order: visit(PortalId from, Distance cost, std::uint32_t
  /// through).
  template <class Visit>
  void for_each_edge_into(PortalId into, Visit&& visit) const {
    for_each_edge<true>(into, visit);
  }
  /// Portals of an area that a path can come in by.
  template <class Visit>
  void for_each_portal(std::uint32_t area, Visit&& visit) const {
    level_->for_each_border_node(level_->areas[area],
                                 [&](std::uint32_t node, std::uint32_t) { visit(PortalId{node}); });
  }

  [[nodiscard]] const detail::Level& level() const { return *level_; }

 private:
  template <bool incoming, class Visit>
  void for_each_edge(PortalId portal, Visit& visit) const;

  const detail::Level* level_;
  const PortalGraph* base_;
};

// ---- inline details; callers can stop reading here ----

template <bool incoming, class Visit>
void PortalGraph::for_each_edge(PortalId portal, Visit& visit) const {
  PORTOLAN_ASSERT(contains(portal));
  const detail::NodeRecord& node = level_->nodes[portal.value];
  const auto cross = [&](std::uint32_t area, std::uint32_t place, std::uint64_t leaving) {
    const detail::AreaRecord& record = level_->areas[area];
    const detail::CostTable& table = level_->tables[record.table];
    const auto look = [&](std::uint32_t id, std::uint32_t its_place) {
      const std::uint64_t cost = incoming ? table.at(its_place, place) : table.at(place, its_place);
      if (cost == detail::CostTable::no_path || id == portal.value) return;
      const detail::NodeRecord& other = level_->nodes[id];
      const std::uint64_t link = !incoming ? leaving : other.is_link() ? level_->link(other).link.cost : 0;
      visit(PortalId{id}, Distance{cost + link}, area);
    };
    incoming ? level_->for_each_entry(record, look) : level_->for_each_exit(record, look);
  };
  if (node.is_link()) {
    const detail::LinkNode& link = level_->link(node);
    return incoming ? cross(link.from_area, link.leaving_at, 0)
                    : cross(link.to_area, link.arriving_at, link.link.cost);
  }
  cross(level_->area_a(node), level_->place(portal.value, node, true), 0);
  cross(level_->area_b(node), level_->place(portal.value, node, false), 0);
}

}  // namespace portolan
