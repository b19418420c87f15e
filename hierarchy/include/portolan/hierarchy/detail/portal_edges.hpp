// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <portolan/core/assert.hpp>
#include <portolan/hierarchy/detail/level.hpp>

namespace portolan::detail {

/// Goes over the edges out of, or into, one portal: area by area, in the order of the area's nodes.
template <bool incoming>
class PortalEdges {
 public:
  /// Past the last edge.
  PortalEdges() = default;
  /// At the first edge. Of an id that is no portal's there are none.
  PortalEdges(const Level& level, std::uint32_t portal) : level_(&level), portal_(portal) {
    const NodeRecord& node = level_->nodes[portal_];
    if (!node.alive()) return;
    if (node.is_link()) {
      const LinkNode& link = level_->link(node);
      turn_ = 1;
      incoming ? enter(link.from_area, link.leaving_at) : enter(link.to_area, link.arriving_at);
    } else {
      turn_ = 0;
      enter(level_->area_a(node), level_->place(portal_, node, true));
    }
    settle();
  }

  [[nodiscard]] bool at_end() const { return turn_ == 2; }
  void go_on() {
    PORTOLAN_ASSERT(!at_end());
    ++index_;
    settle();
  }
  [[nodiscard]] bool operator==(const PortalEdges& other) const {
    return turn_ == other.turn_ && (at_end() || (portal_ == other.portal_ && index_ == other.index_));
  }

  /// The portal at the other end.
  [[nodiscard]] std::uint32_t other() const {
    if (index_ >= record_->portals()) {
      const AreaLinks& links = level_->links_of(*record_);
      return (incoming ? links.arriving : links.leaving)[index_ - record_->portals()];
    }
    std::size_t side = 0;
    while (index_ >= record_->end[side]) ++side;
    return record_->first[side] + index_ - record_->begin(static_cast<Side>(side));
  }
  [[nodiscard]] std::uint64_t units() const { return inside() + link_cost(incoming ? other() : portal_); }
  /// The area that it leads through.
  [[nodiscard]] std::uint32_t area() const { return area_; }

 private:
  void enter(std::uint32_t area, std::uint32_t place) {
    area_ = area;
    record_ = &level_->areas[area];
    table_ = &level_->table(area);
    place_ = place;
    index_ = 0;
  }
  // The nodes that a way can begin at, for edges into a portal, or end at: those on borders, then links.
  [[nodiscard]] std::uint32_t count() const {
    const AreaLinks& links = level_->links_of(*record_);
    return record_->portals() +
           static_cast<std::uint32_t>((incoming ? links.arriving : links.leaving).size());
  }
  [[nodiscard]] std::uint64_t inside() const {
    if (!incoming) return table_->at(place_, index_);
    const bool link = index_ >= record_->portals();
    const auto leaving = static_cast<std::uint32_t>(level_->links_of(*record_).leaving.size());
    return table_->at(link ? index_ + leaving : index_, place_);
  }
  [[nodiscard]] std::uint64_t link_cost(std::uint32_t node) const {
    const NodeRecord& record = level_->nodes[node];
    return record.is_link() ? level_->link(record).link.cost : 0;
  }
  // Moves on to where there is an edge.
  void settle() {
    for (; turn_ < 2; ++index_) {
      while (turn_ < 2 && index_ == count()) next_area();
      if (turn_ == 2 || (inside() != CostTable::no_path && other() != portal_)) return;
    }
  }
  void next_area() {
    if (++turn_ == 2) return;
    const NodeRecord& node = level_->nodes[portal_];
    enter(level_->area_b(node), level_->place(portal_, node, false));
  }

  const Level* level_ = nullptr;
  const AreaRecord* record_ = nullptr;
  const CostTable* table_ = nullptr;
  std::uint32_t portal_ = 0;
  std::uint32_t area_ = 0;
  std::uint32_t place_ = 0;  // of the portal in the area at hand
  std::uint32_t index_ = 0;  // of the other end
  std::uint32_t turn_ = 2;   // a border node has two areas, a link one; 2: past the end
};

}  // namespace portolan::detail
