// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "search/order_search.hpp"
#include "tables/area_table.hpp"

namespace portolan::detail {

namespace {
constexpr auto no_estimate = [](std::uint32_t) { return std::uint64_t{0}; };

// The nodes below that an area's own nodes are.
void prefetch_rim(const Level& below, const Level& above, std::uint32_t area) {
  above.for_each_border_node(above.areas[area], [&](std::uint32_t node, std::uint32_t) {
    __builtin_prefetch(below.nodes.data() + above.nodes[node].aux);
  });
}

}  // namespace

std::uint32_t OrderSearch::area_above(std::size_t at, std::uint32_t area) const {
  return parent_of(level(at + 1), level(at), area);
}

// A way inside the areas of one level, kept for as long as the order. Null where costs or links are not for
// it.
AreaCosts* OrderSearch::costs_inside(std::vector<Inside>& known, std::size_t at, std::uint32_t area,
                                     std::uint32_t agent) {
  if (!state_.symmetric) return nullptr;
  if (insides_used_ == insides_.size()) insides_.push_back(std::make_unique<AreaCosts>());
  AreaCosts* const costs = insides_[insides_used_].get();
  costs->begin(level(at), level(at + 1), area);
  known.push_back({at, agent, costs});
  ++insides_used_;
  return costs;
}

// Forgets the last one, which did not fit.
void OrderSearch::drop_inside(std::vector<Inside>& known) {
  known.pop_back();
  --insides_used_;
}

const AreaCosts* OrderSearch::goal_costs(std::size_t at, std::uint32_t area) const {
  const auto found = std::find_if(goal_insides_.begin(), goal_insides_.end(), [&](const Inside& inside) {
    return inside.at == at && inside.costs->area() == area;
  });
  return found == goal_insides_.end() ? nullptr : found->costs;
}

const AreaCosts* OrderSearch::agent_costs(std::size_t at, std::uint32_t agent) const {
  const auto found = std::find_if(agent_insides_.begin(), agent_insides_.end(), [&](const Inside& inside) {
    return inside.at == at && inside.agent == agent;
  });
  return found == agent_insides_.end() ? nullptr : found->costs;
}

// Costs from the boundaries of the goals' areas, level by level.
void OrderSearch::climb_goals() {
  for (std::size_t at = 0; at < top(); ++at) {
    std::vector<std::uint32_t> areas;
    for (const GoalEnd& seed : seeds_[at]) areas.push_back(area_above(at, seed.area));
    std::sort(areas.begin(), areas.end());
    areas.erase(std::unique(areas.begin(), areas.end()), areas.end());
    seeds_[at + 1].clear();
    for (const std::uint32_t area : areas) {
      if (!climb_goals_at_once(at, area)) climb_goals_by_nodes(at, area);
    }
  }
}

bool OrderSearch::climb_goals_at_once(std::size_t at, std::uint32_t area) {
  AreaCosts* const costs = costs_inside(goal_insides_, at, area, 0);
  if (costs == nullptr) return false;
  for (const GoalEnd& seed : seeds_[at]) {
    if (area_above(at, seed.area) == area) costs->seed(seed.node, seed.cost);
  }
  if (climb_limit_ != no_cost) {
    HalfBox box;
    for (const AgentCell& agent : agents_) {
      if (agent.open) box.include(agent.cell);
    }
    costs->limit(box, state_.bound, climb_limit_);
  }
  const Level& above = level(at + 1);
  prefetch_rim(level(at), above, area);
  if (!costs->run()) return drop_inside(goal_insides_), false;
  above.for_each_border_node(above.areas[area], [&](std::uint32_t node, std::uint32_t) {
    const std::uint32_t cost = costs->cost(above.nodes[node].aux);
    if (cost != AreaCosts::far) seeds_[at + 1].push_back({node, area, cost, 0});
  });
  opened_ += costs->work();
  return true;
}

void OrderSearch::climb_goals_by_nodes(std::size_t at, std::uint32_t area) {
  LevelSearch& search = searches_[at];
  search.begin(level(at));
  search.confine(level(at + 1).grid, area);
  for (const GoalEnd& seed : seeds_[at]) {
    if (area_above(at, seed.area) == area) search.seed(seed.node, seed.cost, seed.area, no_estimate);
  }
  search.run(no_estimate, [&](std::uint32_t node, std::uint64_t cost, std::uint64_t) {
    const std::uint32_t above = state_.uppers[at]->node_above(level(at), node);
    if (above != UpperLevel::no_node) seeds_[at + 1].push_back({above, area, cost, 0});
    return true;
  });
  opened_ += search.opened();
}

// Costs from the agents that are open to the boundaries of their areas, level by level.
void OrderSearch::climb_agents() {
  for (std::size_t at = 0; at < top(); ++at) {
    for (std::uint32_t i = 0; i < agents_.size(); ++i) {
      if (!agents_[i].open) continue;
      if (!climb_agent_at_once(at, i)) climb_agent_by_nodes(at, i);
    }
    sort_ends(ends_[at + 1]);
  }
}

bool OrderSearch::climb_agent_at_once(std::size_t at, std::uint32_t agent) {
  const std::uint32_t area = level(at + 1).grid.area_of(agents_[agent].cell);
  AreaCosts* const costs = costs_inside(agent_insides_, at, area, agent);
  if (costs == nullptr) return false;
  for (const AgentEnd& end : ends_[at]) {
    if (end.agent == agent) costs->seed(end.node, end.cost);
  }
  if (climb_limit_ != no_cost) {
    HalfBox box;
    for (const Goal& goal : goals_) box.include(goal.cell);
    costs->limit(box, state_.bound, climb_limit_);
  }
  const Level& above = level(at + 1);
  prefetch_rim(level(at), above, area);
  if (!costs->run()) return drop_inside(agent_insides_), false;
  above.for_each_border_node(above.areas[area], [&](std::uint32_t node, std::uint32_t) {
    const std::uint32_t cost = costs->cost(above.nodes[node].aux);
    if (cost != AreaCosts::far) ends_[at + 1].push_back({node, agent, cost});
  });
  opened_ += costs->work();
  return true;
}

void OrderSearch::climb_agent_by_nodes(std::size_t at, std::uint32_t agent) {
  LevelSearch& search = searches_[at];
  search.begin(level(at), !state_.symmetric);
  search.confine(level(at + 1).grid, level(at + 1).grid.area_of(agents_[agent].cell));
  const std::uint32_t home = level(at).grid.area_of(agents_[agent].cell);
  for (const AgentEnd& end : ends_[at]) {
    if (end.agent == agent) search.seed(end.node, end.cost, home, no_estimate);
  }
  search.run(no_estimate, [&](std::uint32_t node, std::uint64_t cost, std::uint64_t) {
    const std::uint32_t above = state_.uppers[at]->node_above(level(at), node);
    if (above != UpperLevel::no_node) ends_[at + 1].push_back({above, agent, cost});
    return true;
  });
  opened_ += search.opened();
}

// Ways that do not leave the area of one level above, and so do not show on the main search's level.
void OrderSearch::search_inside() {
  for (std::size_t at = 0; at < top(); ++at) {
    for (std::uint32_t i = 0; i < agents_.size(); ++i) {
      AgentCell& agent = agents_[i];
      if (!agent.open) continue;
      const AgentEnd found = best_inside(at, i);
      if (found.node == no_node || found.cost >= agent.best) continue;
      agent.best = found.cost;
      agent.way = AgentCell::Way::inside;
      agent.at = static_cast<std::uint8_t>(at);
      agent.node = found.node;
      waiting_.emplace(agent.best, i);
    }
  }
}

AgentEnd OrderSearch::best_inside(std::size_t at, std::uint32_t agent) {
  const std::uint32_t area = level(at + 1).grid.area_of(agents_[agent].cell);
  if (const AreaCosts* const costs = goal_costs(at, area)) {
    AgentEnd best{no_node, agent, no_cost};
    for (const AgentEnd& end : ends_[at]) {
      if (end.agent != agent) continue;
      const std::uint64_t cost = costs->cost(end.node);
      if (cost != AreaCosts::far && cost + end.cost < best.cost) best = {end.node, agent, cost + end.cost};
    }
    return best;
  }
  std::vector<GoalEnd> seeds;
  for (const GoalEnd& seed : seeds_[at]) {
    if (area_above(at, seed.area) == area) seeds.push_back(seed);
  }
  if (seeds.empty()) return {no_node, agent, no_cost};
  std::vector<AgentEnd> targets;
  std::copy_if(ends_[at].begin(), ends_[at].end(), std::back_inserter(targets),
               [&](const AgentEnd& end) { return end.agent == agent; });
  return search_confined(at, area, seeds, targets);
}

}  // namespace portolan::detail
