// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/core/assert.hpp>
#include <portolan/hierarchy/portal_graph.hpp>

namespace portolan {

Portal PortalGraph::portal(PortalId id) const {
  PORTOLAN_ASSERT(contains(id));
  if (base_ != nullptr) return base_->portal({level_->nodes[id.value].node_below()});
  const detail::NodeRecord& node = level_->nodes[id.value];
  Portal portal;
  portal.sector_a = {level_->area_a(node)};
  portal.sector_b = {level_->area_b(node)};
  if (node.is_link()) {
    const detail::LinkNode& link = level_->link(node);
    portal.a = portal.first = link.link.from;
    portal.b = link.link.to;
    portal.link = link.id;
    return portal;
  }
  const std::int32_t layer = detail::layer_of(*level_, node);
  portal.a = detail::cell_of(node, true, layer);
  portal.b = detail::cell_of(node, false, layer);
  const Rect box = level_->grid.bounds(portal.sector_a.value);
  const detail::NodeRecord::Run run = node.run();
  portal.first = node.is_eastern() ? Cell{portal.a.x, box.y + run.begin, layer}
                                   : Cell{box.x + run.begin, portal.a.y, layer};
  portal.width = run.width;
  return portal;
}

}  // namespace portolan
