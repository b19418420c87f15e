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
  void for_each_edge_from(PortalId from, Visit&& visit) const;
  /// Edges that lead into a portal, in a fixed order: visit(PortalId from, Distance cost, std::uint32_t
  /// through).
  template <class Visit>
  void for_each_edge_into(PortalId into, Visit&& visit) const;
  /// Portals of an area that a path can come in by.
  template <class Visit>
  void for_each_portal(std::uint32_t area, Visit&& visit) const {
    level_->for_each_border_node(level_->areas[area],
                                 [&](std::uint32_t node, std::uint32_t) { visit(PortalId{node}); });
  }

  [[nodiscard]] const detail::Level& level() const { return *level_; }

 private:
  const detail::Level* level_;
  const PortalGraph* base_;
};

// ---- inline details; callers can stop reading here ----

template <class Visit>
void PortalGraph::for_each_edge_from(PortalId from, Visit&& visit) const {
  PORTOLAN_ASSERT(contains(from));
  const detail::NodeRecord& node = level_->nodes[from.value];
  const auto leave = [&](std::uint32_t area, std::uint32_t place, std::uint64_t extra) {
    const detail::AreaRecord& record = level_->areas[area];
    const detail::CostTable& table = level_->tables[record.table];
    level_->for_each_exit(record, [&](std::uint32_t to, std::uint32_t to_place) {
      const std::uint64_t cost = table.at(place, to_place);
      if (cost == detail::CostTable::no_path || to == from.value) return;
      visit(PortalId{to}, Distance{cost + extra}, area);
    });
  };
  if (node.is_link()) {
    const detail::LinkNode& link = level_->link(node);
    leave(link.to_area, link.arriving_at, link.link.cost);
    return;
  }
  leave(level_->area_a(node), level_->place(from.value, node, true), 0);
  leave(level_->area_b(node), level_->place(from.value, node, false), 0);
}

template <class Visit>
void PortalGraph::for_each_edge_into(PortalId into, Visit&& visit) const {
  PORTOLAN_ASSERT(contains(into));
  const detail::NodeRecord& node = level_->nodes[into.value];
  const auto enter = [&](std::uint32_t area, std::uint32_t place) {
    const detail::AreaRecord& record = level_->areas[area];
    const detail::CostTable& table = level_->tables[record.table];
    level_->for_each_entry(record, [&](std::uint32_t from, std::uint32_t from_place) {
      const std::uint64_t cost = table.at(from_place, place);
      if (cost == detail::CostTable::no_path || from == into.value) return;
      const detail::NodeRecord& other = level_->nodes[from];
      const std::uint64_t extra = other.is_link() ? level_->link(other).link.cost : 0;
      visit(PortalId{from}, Distance{cost + extra}, area);
    });
  };
  if (node.is_link()) {
    const detail::LinkNode& link = level_->link(node);
    enter(link.from_area, link.leaving_at);
    return;
  }
  enter(level_->area_a(node), level_->place(into.value, node, true));
  enter(level_->area_b(node), level_->place(into.value, node, false));
}

}  // namespace portolan
