// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include <boost/iterator/iterator_facade.hpp>

#include <portolan/core/graph/detail/graph_traits.hpp>
#include <portolan/hierarchy/portal_graph.hpp>

namespace portolan {

/// Walks the edges out of, or into, one portal: area by area, in the order of the area's nodes.
template <bool incoming>
class PortalEdgeIterator : public boost::iterator_facade<PortalEdgeIterator<incoming>, GraphEdge,
                                                         boost::forward_traversal_tag, GraphEdge> {
 public:
  PortalEdgeIterator() = default;
  /// At the first edge.
  PortalEdgeIterator(const PortalGraph& graph, std::size_t vertex)
      : level_(&graph.level()), vertex_(static_cast<std::uint32_t>(vertex)) {
    const detail::NodeRecord& node = level_->nodes[vertex_];
    if (!node.alive()) {
      turn_ = 2;
    } else if (node.is_link()) {
      const detail::LinkNode& link = level_->link(node);
      turn_ = 1;
      incoming ? enter(link.from_area, link.leaving_at) : enter(link.to_area, link.arriving_at);
    } else {
      enter(level_->area_a(node), level_->place(vertex_, node, true));
    }
    settle();
  }
  /// Past the last edge.
  [[nodiscard]] static PortalEdgeIterator end_of(std::size_t vertex) {
    PortalEdgeIterator end;
    end.vertex_ = static_cast<std::uint32_t>(vertex);
    end.turn_ = 2;
    return end;
  }

 private:
  friend class boost::iterator_core_access;

  void enter(std::uint32_t area, std::uint32_t place) {
    record_ = &level_->areas[area];
    table_ = &level_->table(area);
    place_ = place;
    index_ = 0;
  }
  // The nodes that a way can begin at, for edges into a portal, or end at: those on borders, then links.
  [[nodiscard]] std::uint32_t count() const {
    const detail::AreaLinks& links = level_->links_of(*record_);
    return record_->portals() +
           static_cast<std::uint32_t>((incoming ? links.arriving : links.leaving).size());
  }
  [[nodiscard]] std::uint32_t other() const {
    if (index_ >= record_->portals()) {
      const detail::AreaLinks& links = level_->links_of(*record_);
      return (incoming ? links.arriving : links.leaving)[index_ - record_->portals()];
    }
    std::size_t side = 0;
    while (index_ >= record_->end[side]) ++side;
    return record_->first[side] + index_ - (side == 0 ? 0U : record_->end[side - 1]);
  }
  [[nodiscard]] std::uint64_t units() const {
    if (!incoming) return table_->at(place_, index_);
    const bool link = index_ >= record_->portals();
    const auto leaving = static_cast<std::uint32_t>(level_->links_of(*record_).leaving.size());
    return table_->at(link ? index_ + leaving : index_, place_);
  }
  [[nodiscard]] std::uint64_t link_cost(std::uint32_t node) const {
    const detail::NodeRecord& record = level_->nodes[node];
    return record.is_link() ? level_->link(record).link.cost : 0;
  }
  // Moves on to where there is an edge.
  void settle() {
    for (; turn_ < 2; ++index_) {
      while (turn_ < 2 && index_ == count()) next_area();
      if (turn_ == 2 || (units() != detail::CostTable::no_path && other() != vertex_)) return;
    }
  }
  void next_area() {
    if (++turn_ == 2) return;
    const detail::NodeRecord& node = level_->nodes[vertex_];
    enter(level_->area_b(node), level_->place(vertex_, node, false));
  }

  [[nodiscard]] GraphEdge dereference() const {
    const std::uint32_t there = other();
    if (incoming) return {there, vertex_, units() + link_cost(there)};
    return {vertex_, there, units() + link_cost(vertex_)};
  }
  void increment() {
    ++index_;
    settle();
  }
  [[nodiscard]] bool equal(const PortalEdgeIterator& o) const {
    return vertex_ == o.vertex_ && turn_ == o.turn_ && (turn_ == 2 || index_ == o.index_);
  }

  const detail::Level* level_ = nullptr;
  const detail::AreaRecord* record_ = nullptr;
  const detail::CostTable* table_ = nullptr;
  std::uint32_t vertex_ = 0;
  std::uint32_t place_ = 0;  // of the vertex in the area at hand
  std::uint32_t index_ = 0;  // of the other end
  std::uint32_t turn_ = 0;   // a border node has two areas, a link one; 2: past the end
};

}  // namespace portolan
