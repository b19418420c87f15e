// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "search/lift.hpp"

#include <algorithm>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/prefetch.hpp>

namespace portolan::detail {

namespace {

// The nodes below that an area's own nodes are.
void prefetch_boundary(const Level& below, const Level& above, std::uint32_t area) {
  above.for_each_border_node(above.areas[area], [&](std::uint32_t node, std::uint32_t) {
    prefetch_line(below.nodes.data() + above.nodes[node].aux);
  });
}

}  // namespace

Lift::Lift(const HierarchyState& state)
    : state_(state),
      levels_(state),
      confined_(state),
      goal_ends_(levels_.top()),
      agent_ends_(levels_.top()),
      goal_costs_(levels_.size()),
      agent_costs_(levels_.size()) {}

void Lift::begin(const Endpoints& endpoints, std::uint64_t limit) {
  endpoints_ = &endpoints;
  limit_ = limit;
  opened_ = 0;
  goal_costs_.clear();
  agent_costs_.clear();
  for (auto& ends : goal_ends_) ends.clear();
  for (auto& ends : agent_ends_) ends.clear();
}

std::span<const Seed> Lift::goal_ends(std::size_t at) const {
  PORTOLAN_ASSERT(endpoints_ != nullptr && at <= goal_ends_.size());
  return at == 0 ? endpoints_->goal_ends() : std::span<const Seed>(goal_ends_[at - 1]);
}

std::span<const AgentEnd> Lift::agent_ends(std::size_t at) const {
  PORTOLAN_ASSERT(endpoints_ != nullptr && at <= agent_ends_.size());
  return at == 0 ? endpoints_->agent_ends() : std::span<const AgentEnd>(agent_ends_[at - 1]);
}

std::vector<Seed> Lift::goal_ends_in(ConfinedSearch::Region region) const {
  std::vector<Seed> ends;
  for (const Seed& end : goal_ends(region.at)) {
    if (levels_.area_above(region.at, end.area) == region.area) ends.push_back(end);
  }
  return ends;
}

std::vector<AgentEnd> Lift::agent_ends_of(std::size_t at, std::uint32_t agent) const {
  std::vector<AgentEnd> ends;
  for (const AgentEnd& end : agent_ends(at)) {
    if (end.agent == agent) ends.push_back(end);
  }
  return ends;
}

// Spreads costs from seeds inside an area of the level above, and calls visit(node, cost) for the nodes of
// that level on its boundary that have one. All at once where that is possible, otherwise node by node.
template <class Visit>
void Lift::spread(const Task& task, std::span<const Seed> seeds, const Limit& limit, AreaCostsMap& known,
                  Visit&& visit) {
  const auto [at, area] = task.region;
  const Level& above = levels_[at + 1];
  if (state_.symmetric) {
    AreaCosts& costs = known.spare();
    costs.begin(levels_[at], above, area);
    for (const Seed& seed : seeds) costs.seed(seed.node, seed.cost);
    if (limit.most != no_cost) costs.limit(limit.towards, state_.bound, limit.most);
    prefetch_boundary(levels_[at], above, area);
    if (costs.run()) {
      known.keep_spare(at, task.key);
      opened_ += costs.work();
      return above.for_each_border_node(above.areas[area], [&](std::uint32_t node, std::uint32_t) {
        const std::uint32_t cost = costs.cost(above.nodes[node].aux);
        if (cost != AreaCosts::far) visit(node, cost);
      });
    }
  }
  const std::size_t level = at;
  confined_.spread(task.region, seeds, task.forward, [&](std::uint32_t node, std::uint64_t cost) {
    const std::uint32_t upper = levels_.node_above(level, node);
    if (upper != UpperLevel::no_node) visit(upper, cost);
  });
  opened_ += confined_.opened();
}

void Lift::lift_goals(const AgentRoutes& routes) {
  Limit limit{{}, limit_};
  const std::span<const Agent> agents = endpoints_->agents();
  for (std::size_t i = 0; i < agents.size(); ++i) {
    if (routes.is_open(i)) limit.towards.include(agents[i].cell);
  }
  for (std::size_t at = 0; at < levels_.top(); ++at) {
    std::vector<std::uint32_t> areas;
    for (const Seed& end : goal_ends(at)) areas.push_back(levels_.area_above(at, end.area));
    std::sort(areas.begin(), areas.end());
    areas.erase(std::unique(areas.begin(), areas.end()), areas.end());
    for (const std::uint32_t area : areas) {
      const Task task{{at, area}, area, false};
      spread(task, goal_ends_in(task.region), limit, goal_costs_,
             [&](std::uint32_t node, std::uint64_t cost) {
               goal_ends_[at].push_back({node, area, cost});
             });
    }
  }
}

void Lift::lift_agents(const AgentRoutes& routes) {
  Limit limit{{}, limit_};
  for (const Goal& goal : endpoints_->goals()) limit.towards.include(goal.cell);
  for (std::size_t at = 0; at < levels_.top(); ++at) {
    for (std::uint32_t i = 0; i < routes.size(); ++i) {
      if (routes.is_open(i)) lift_agent(at, i, limit);
    }
    sort_ends(agent_ends_[at]);
  }
}

// A path from an agent begins inside its own area, and costs the same back only where there are no links.
void Lift::lift_agent(std::size_t at, std::uint32_t agent, const Limit& limit) {
  const Cell cell = endpoints_->agents()[agent].cell;
  const std::uint32_t home = levels_.area_of(at, cell);
  std::vector<Seed> seeds;
  for (const AgentEnd& end : agent_ends(at)) {
    if (end.agent == agent) seeds.push_back({end.node, home, end.cost});
  }
  const Task task{{at, levels_.area_of(at + 1, cell)}, agent, !state_.symmetric};
  spread(task, seeds, limit, agent_costs_, [&](std::uint32_t node, std::uint64_t cost) {
    agent_ends_[at].push_back({node, agent, cost});
  });
}

void Lift::improve_inside(AgentRoutes& routes) {
  for (std::size_t at = 0; at < levels_.top(); ++at) {
    for (std::uint32_t i = 0; i < routes.size(); ++i) {
      if (!routes.is_open(i)) continue;
      const AgentEnd found = best_inside(at, i);
      if (found.node == no_node) continue;
      routes.improve(i,
                     {found.cost, found.node, AgentRoute::Kind::inside, static_cast<std::uint8_t>(at), true});
    }
  }
}

AgentEnd Lift::best_inside(std::size_t at, std::uint32_t agent) {
  const std::uint32_t area = levels_.area_of(at + 1, endpoints_->agents()[agent].cell);
  if (const AreaCosts* const costs = goal_costs(at, area)) {
    AgentEnd best{no_node, agent, no_cost};
    for (const AgentEnd& end : agent_ends(at)) {
      if (end.agent != agent) continue;
      const std::uint64_t cost = costs->cost(end.node);
      if (cost != AreaCosts::far && cost + end.cost < best.cost) best = {end.node, agent, cost + end.cost};
    }
    return best;
  }
  const ConfinedSearch::Region region{at, area};
  const std::vector<Seed> seeds = goal_ends_in(region);
  if (seeds.empty()) return {no_node, agent, no_cost};
  const AgentEnd best = confined_.find(region, seeds, agent_ends_of(at, agent));
  opened_ += confined_.opened();
  return best;
}

}  // namespace portolan::detail
