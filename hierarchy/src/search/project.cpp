// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "search/project.hpp"

#include <algorithm>

#include <portolan/core/assert.hpp>

namespace portolan::detail {

std::vector<std::uint32_t> Project::top_areas(std::span<const Agent> agents,
                                              const AgentRoutes& routes) const {
  std::vector<std::uint32_t> areas;
  for (std::size_t i = 0; i < agents.size(); ++i) {
    if (routes.is_open(i)) areas.push_back(levels_.area_of(levels_.top(), agents[i].cell));
  }
  std::sort(areas.begin(), areas.end());
  areas.erase(std::unique(areas.begin(), areas.end()), areas.end());
  return areas;
}

std::vector<std::uint32_t> Project::boundary(std::span<const Agent> agents, const AgentRoutes& routes) const {
  const Level& top = levels_[levels_.top()];
  std::vector<std::uint32_t> nodes;
  for (const std::uint32_t area : top_areas(agents, routes)) {
    top.for_each_border_node(top.areas[area],
                             [&](std::uint32_t node, std::uint32_t) { nodes.push_back(node); });
  }
  return nodes;
}

bool Project::run(const Endpoints& endpoints, const Lift& lift, const MainSearch& main, AgentRoutes& routes) {
  PORTOLAN_ASSERT(state_.symmetric && levels_.top() > 0 && main.at() == levels_.top());
  costs_.clear();
  opened_ = 0;
  index_ends(endpoints);
  const std::span<const Agent> agents = endpoints.agents();
  for (const std::uint32_t area : top_areas(agents, routes)) {
    if (!descend(levels_.top() - 1, area, lift, main)) return false;
  }
  for (std::uint32_t i = 0; i < agents.size(); ++i) {
    if (!routes.is_open(i)) continue;
    for (std::size_t at = levels_.top() - 1; at-- > 0;) {
      const std::uint32_t area = levels_.area_of(at + 1, agents[i].cell);
      if (costs_.find(at, area) == nullptr && !descend(at, area, lift, main)) return false;
    }
    routes.settle(i, best_route(i, costs(0, levels_.area_of(1, agents[i].cell))));
  }
  return true;
}

const AreaCosts& Project::costs(std::size_t at, std::uint32_t area) const {
  const AreaCosts* const known = costs_.find(at, area);
  PORTOLAN_ASSERT(known != nullptr);
  return *known;
}

// Costs inside an area of the level above `at`: from its boundary, where they are known, and from goals in
// it.
bool Project::descend(std::size_t at, std::uint32_t area, const Lift& lift, const MainSearch& main) {
  const Level& above = levels_[at + 1];
  AreaCosts& costs = costs_.spare();
  costs.begin(levels_[at], above, area);
  const AreaCosts* const higher =
      at + 1 == levels_.top() ? nullptr : costs_.find(at + 1, levels_.area_above(at + 1, area));
  above.for_each_border_node(above.areas[area], [&](std::uint32_t node, std::uint32_t) {
    if (higher == nullptr) {
      const RouteStep step = main.step_from(node);
      if (step.known()) costs.seed(above.nodes[node].aux, step.cost);
    } else if (higher->cost(node) != AreaCosts::far) {
      costs.seed(above.nodes[node].aux, higher->cost(node));
    }
  });
  for (const Seed& end : lift.goal_ends(at)) {
    if (levels_.area_above(at, end.area) == area) costs.seed(end.node, end.cost);
  }
  const bool fits = costs.run();
  opened_ += costs.work();
  if (fits) costs_.keep_spare(at, area);
  return fits;
}

AgentRoute Project::best_route(std::uint32_t agent, const AreaCosts& costs) const {
  AgentRoute best;
  best.kind = AgentRoute::Kind::projected;
  for (std::size_t i = ends_begin_[agent]; i != ends_begin_[agent + 1]; ++i) {
    const std::uint32_t cost = costs.cost(ends_[i].node);
    if (cost == AreaCosts::far || cost + ends_[i].cost >= best.cost) continue;
    best.cost = cost + ends_[i].cost;
    best.node = ends_[i].node;
  }
  return best;
}

void Project::index_ends(const Endpoints& endpoints) {
  const std::span<const AgentEnd> by_node = endpoints.agent_ends();
  ends_begin_.assign(endpoints.agents().size() + 1, 0);
  for (const AgentEnd& end : by_node) ++ends_begin_[end.agent + 1];
  for (std::size_t i = 1; i < ends_begin_.size(); ++i) ends_begin_[i] += ends_begin_[i - 1];
  std::vector<std::size_t> next(ends_begin_.begin(), ends_begin_.end() - 1);
  ends_.resize(by_node.size());
  for (const AgentEnd& end : by_node) ends_[next[end.agent]++] = end;
}

}  // namespace portolan::detail
