// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "search/confined_search.hpp"

#include <portolan/core/assert.hpp>

#include "bounds/heuristic.hpp"

namespace portolan::detail {

void ConfinedSearch::begin(Region region, bool forward) {
  PORTOLAN_ASSERT(region.at < levels_.top());
  PORTOLAN_ASSERT(region.area < levels_[region.at + 1].areas.size(),
                  "a region is an area of the level above");
  search_.begin(levels_[region.at], forward);
  search_.confine(levels_[region.at + 1].grid, region.area);
}

AgentEnd ConfinedSearch::find(Region region, std::span<const Seed> seeds, std::span<const AgentEnd> targets) {
  const Level& level = levels_[region.at];
  HalfBox box;
  for (const AgentEnd& target : targets)
    box.include(level.nodes[target.node].x2, level.nodes[target.node].y2);
  const Heuristic heuristic(state_.bound.from(box));
  const auto estimate = [&](std::uint32_t node) { return heuristic(level, node); };
  begin(region, false);
  for (const Seed& seed : seeds) search_.seed(seed.node, seed.cost, seed.area, estimate);
  AgentEnd best{no_node, 0, no_cost};
  search_.run(estimate, [&](std::uint32_t node, std::uint64_t cost, std::uint64_t bound) {
    if (bound >= best.cost) return false;
    for (const AgentEnd& target : targets) {
      if (target.node == node && cost + target.cost < best.cost)
        best = {node, target.agent, cost + target.cost};
    }
    return true;
  });
  return best;
}

std::vector<RouteHop> ConfinedSearch::route_from(std::uint32_t node) const {
  std::vector<RouteHop> hops;
  // Only false costs, of a saved world, leave a node out that a route leads through.
  while (node != SearchLabel::none && search_.knows(node)) {
    const SearchLabel& label = search_.label(node);
    hops.push_back({node, label.via, label.parent});
    node = label.parent;
  }
  return hops;
}

Seed ConfinedSearch::seed_into(Region region, std::uint32_t node) const {
  const Level& level = levels_[region.at];
  const NodeRecord& record = level.nodes[node];
  PORTOLAN_ASSERT(record.alive(), "a region is entered at a node that is there");
  const std::uint32_t a = level.area_a(record);
  const bool a_inside = levels_.area_above(region.at, a) == region.area;
  return {node, a_inside ? level.area_b(record) : a, 0};
}

}  // namespace portolan::detail
