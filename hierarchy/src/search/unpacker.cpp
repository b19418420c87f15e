// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "search/unpacker.hpp"

#include <algorithm>

#include <portolan/core/assert.hpp>

namespace portolan::detail {

Unpacker::Unpacker(const HierarchyState& state, const Sources& sources)
    : state_(state), levels_(state), from_(sources), confined_(state), hop_costs_(levels_.top()) {}

void Unpacker::unpack(const AgentRoutes& routes, SectorList& sectors) {
  PORTOLAN_ASSERT(routes.size() == from_.endpoints.agents().size());
  sectors_ = &sectors;
  bool any_main = false;
  bool any_projected = false;
  for (std::size_t i = 0; i < routes.size(); ++i) {
    any_main = any_main || routes[i].kind == AgentRoute::Kind::main;
    any_projected = any_projected || routes[i].kind == AgentRoute::Kind::projected;
  }
  // A projected route goes on as one of the main search.
  if (any_main || any_projected) main_nodes_.begin(levels_[from_.main.at()].nodes.size());
  if (any_projected) projected_nodes_.begin(levels_[0].nodes.size());
  for (std::uint32_t i = 0; i < routes.size(); ++i) {
    if (routes[i].known()) add_route(i, routes[i]);
  }
}

void Unpacker::add_route(std::uint32_t number, const AgentRoute& route) {
  sectors_->add(agent(number).sector);
  switch (route.kind) {
    case AgentRoute::Kind::direct:
      return;
    case AgentRoute::Kind::main:
      add_from_agent(from_.main.at(), number, route.node);
      return add_main(route.node);
    case AgentRoute::Kind::inside:
      add_from_agent(route.at, number, route.node);
      return add_to_goal({route.at, levels_.area_of(route.at + 1U, agent(number).cell)}, route.node);
    case AgentRoute::Kind::projected:
      return add_projected(0, levels_.area_of(1, agent(number).cell), route.node);
  }
}

// On level 0 what the search keeps tells the sectors. The records of its nodes would lie in as many pages,
// none of which was read for long on a large map.
void Unpacker::add_main(std::uint32_t node) {
  const std::size_t at = from_.main.at();
  if (at == 0) {
    const bool may_meet = from_.endpoints.agents().size() > 1;
    return from_.main.for_each_on_route(node, [&](std::uint32_t next, std::uint32_t sector) {
      if (may_meet && !main_nodes_.insert(next)) return false;
      sectors_->add(sector);
      return true;
    });
  }
  while (node != no_node && main_nodes_.insert(node)) {
    const RouteStep step = from_.main.step_from(node);
    if (!step.known()) return;
    add_hop(at, {node, step.area, step.next});
    node = step.next;
  }
}

// A hop of a level; the last one of a route leads to a goal.
void Unpacker::add_hop(std::size_t at, const RouteHop& hop) {
  if (at == 0) return sectors_->add(hop.area);
  if (hop.next == RouteStep::none) {
    return add_to_goal({at - 1, hop.area}, levels_.node_below(at, hop.node));
  }
  if (unpack_at_known_cost(at, hop)) return;
  const Region region{at - 1, hop.area};
  const Seed seed = confined_.seed_into(region, levels_.node_below(at, hop.next));
  const AgentEnd target{levels_.node_below(at, hop.node), 0, 0};
  static_cast<void>(confined_.find(region, {&seed, 1}, {&target, 1}));
  std::vector<RouteHop> hops = confined_.route_from(target.node);
  if (!hops.empty()) hops.pop_back();
  add_hops(at - 1, hops);
}

void Unpacker::add_hops(std::size_t at, std::span<const RouteHop> hops) {
  for (const RouteHop& hop : hops) add_hop(at, hop);
}

// What the hop costs is known, so that little besides it is looked at.
bool Unpacker::unpack_at_known_cost(std::size_t at, const RouteHop& hop) {
  if (!state_.symmetric) return false;
  const Level& level = levels_[at];
  const NodeRecord& first = level.nodes[hop.node];
  const NodeRecord& last = level.nodes[hop.next];
  const std::uint64_t cost =
      level.table(hop.area).at(level.place(hop.node, first, level.area_a(first) == hop.area),
                               level.place(hop.next, last, level.area_a(last) == hop.area));
  AreaCosts& costs = hop_costs_[at - 1];
  costs.begin(levels_[at - 1], level, hop.area);
  HalfBox target;
  target.include(first.x2, first.y2);
  costs.limit(target, state_.bound, cost);
  costs.seed(last.aux, 0);
  if (!costs.run()) return false;
  follow(at - 1, costs, first.aux);
  return true;
}

// Adds the route from a node down costs inside an area of the level above, hop by hop, while go_on(node).
// Returns the seed where it ends; no_node: it was not to go on. False costs of a saved world end a route
// anywhere, here and below; the corridor ends there too.
template <class GoOn>
std::uint32_t Unpacker::follow(std::size_t at, const AreaCosts& costs, std::uint32_t node,
                               const GoOn& go_on) {
  while (go_on(node)) {
    if (costs.is_seed(node)) return node;
    const AreaCosts::Hop hop = costs.next(node);
    if (hop.node == AreaCosts::none) return no_node;
    add_hop(at, {node, hop.through, hop.node});
    node = hop.node;
  }
  return no_node;
}

std::uint32_t Unpacker::follow(std::size_t at, const AreaCosts& costs, std::uint32_t node) {
  return follow(at, costs, node, [](std::uint32_t) { return true; });
}

const Seed* Unpacker::goal_end(Region region, std::uint32_t node, std::uint64_t cost) const {
  const std::span<const Seed> ends = from_.lift.goal_ends(region.at);
  const auto found = std::find_if(ends.begin(), ends.end(), [&](const Seed& end) {
    return end.node == node && end.cost == cost && levels_.area_above(region.at, end.area) == region.area;
  });
  return found == ends.end() ? nullptr : &*found;
}

// The route from a node inside an area to a goal in it.
void Unpacker::add_to_goal(Region region, std::uint32_t from) {
  if (const AreaCosts* const costs = from_.lift.goal_costs(region.at, region.area)) {
    const std::uint32_t last = follow(region.at, *costs, from);
    const Seed* const end = last == no_node ? nullptr : goal_end(region, last, costs->cost(last));
    if (end == nullptr) return;
    return add_hop(region.at, {last, end->area, RouteStep::none});
  }
  const AgentEnd target{from, 0, 0};
  static_cast<void>(confined_.find(region, from_.lift.goal_ends_in(region), {&target, 1}));
  add_hops(region.at, confined_.route_from(from));
}

// The route from an agent to a node of a level on the boundary of its area. On level 0 it stays inside the
// agent's sector.
void Unpacker::add_from_agent(std::size_t at, std::uint32_t number, std::uint32_t into) {
  if (at == 0 || into == no_node) return;
  const std::uint32_t below = levels_.node_below(at, into);
  if (const AreaCosts* const costs = from_.lift.agent_costs(at - 1, number)) {
    return add_from_agent(at - 1, number, follow(at - 1, *costs, below));
  }
  const Region region{at - 1, levels_.area_of(at, agent(number).cell)};
  const Seed seed = confined_.seed_into(region, below);
  const AgentEnd found = confined_.find(region, {&seed, 1}, from_.lift.agent_ends_of(at - 1, number));
  if (found.node == no_node) return;
  std::vector<RouteHop> hops = confined_.route_from(found.node);
  if (!hops.empty()) hops.pop_back();
  add_hops(at - 1, hops);
  add_from_agent(at - 1, number, found.node);
}

// From a node of a level down the costs inside its area, up to the boundary or a goal, and on from there.
void Unpacker::add_projected(std::size_t at, std::uint32_t area, std::uint32_t node) {
  const AreaCosts& costs = from_.project.costs(at, area);
  const std::uint32_t last =
      follow(at, costs, node, [&](std::uint32_t next) { return at > 0 || projected_nodes_.insert(next); });
  if (last == no_node) return;
  if (const Seed* const end = goal_end({at, area}, last, costs.cost(last))) {
    return add_hop(at, {last, end->area, RouteStep::none});
  }
  const std::uint32_t above = levels_.node_above(at, last);
  if (above == no_node) return;
  at + 1 == levels_.top() ? add_main(above) : add_projected(at + 1, levels_.area_above(at + 1, area), above);
}

}  // namespace portolan::detail
