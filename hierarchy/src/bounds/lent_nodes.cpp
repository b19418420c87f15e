// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "bounds/lent_nodes.hpp"

#include <portolan/core/assert.hpp>

namespace portolan::detail {

std::uint32_t LentNodes::of(std::uint32_t node) const {
  const std::uint32_t there = find(node);
  PORTOLAN_ASSERT(there != none, "a lender has the portals and links of those to whom it lends");
  return there;
}

// Nodes of a border stand in order, on both: a node has at least as many before it there as here.
std::uint32_t LentNodes::find(std::uint32_t node) const {
  const NodeRecord& record = own_->nodes[node];
  if (record.is_link()) return find_link(own_->link(record));
  const std::uint32_t border = record.border_id().value;
  const BorderRange& there = lent_->borders[border];
  for (std::uint32_t i = node - own_->borders[border].first; i < there.count; ++i) {
    const NodeRecord& other = lent_->nodes[there.first + i];
    if (other.x2 == record.x2 && other.y2 == record.y2) return there.first + i;
  }
  return none;
}

std::uint32_t LentNodes::find_link(const LinkNode& link) const {
  for (const std::uint32_t node : lent_->links_of(lent_->areas[link.from_area]).leaving) {
    if (lent_->link(lent_->nodes[node]).id == link.id) return node;
  }
  return none;
}

bool LentNodes::all_there() const {
  for (std::uint32_t node = 0; node < own_->nodes.size(); ++node) {
    if (own_->nodes[node].alive() && find(node) == none) return false;
  }
  return true;
}

}  // namespace portolan::detail
