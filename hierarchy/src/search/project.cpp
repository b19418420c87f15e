// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Orders of many agents on maps of several levels: the main search settles the boundaries of the areas that
// agents stand in, and costs go down from there, an area at a time, whoever stands in it.
#include <algorithm>

#include <portolan/core/assert.hpp>

#include "search/order_search.hpp"

namespace portolan::detail {

const AreaCosts* OrderSearch::costs_below(std::size_t at, std::uint32_t area) const {
  const auto found = below_costs_.find(std::uint64_t{at} << 32U | area);
  return found == below_costs_.end() ? nullptr : found->second;
}

// False when costs do not fit, and nothing was found out.
bool OrderSearch::settle_below() {
  if (!state_.symmetric) return false;
  climb_goals();
  begin_main(top(), false);
  std::vector<std::uint32_t> areas;
  for (std::size_t i = 0; i < agents_.size(); ++i) {
    if (agents_[i].open) areas.push_back(level(top()).grid.area_of(agents_[i].cell));
  }
  std::sort(areas.begin(), areas.end());
  areas.erase(std::unique(areas.begin(), areas.end()), areas.end());
  budget_ = request_->max_nodes - std::min(request_->max_nodes, opened_);
  if (!settle_rims(areas)) return false;
  if (main_opened() >= budget_) return true;  // all stay open: the budget is spent
  for (const std::uint32_t area : areas) {
    if (!descend(top() - 1, area)) return false;
  }
  for (std::size_t i = 0; i < agents_.size(); ++i) {
    if (agents_[i].open && !settle_agent(static_cast<std::uint32_t>(i))) return false;
  }
  open_agents_ = 0;
  return true;
}

// Runs the main search until it knows the nodes on the boundaries of these areas.
bool OrderSearch::settle_rims(const std::vector<std::uint32_t>& areas) {
  const Level& highest = level(top());
  std::vector<std::uint32_t> wanted;
  for (const std::uint32_t area : areas) {
    highest.for_each_border_node(highest.areas[area],
                                 [&](std::uint32_t node, std::uint32_t) { wanted.push_back(node); });
  }
  if (wanted.empty()) return true;
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  HalfBox box;
  for (const std::uint32_t node : wanted) box.include(highest.nodes[node].x2, highest.nodes[node].y2);
  aim_ = Heuristic(state_.bound.from(box));
  lanes_.aim(aim_);
  for (const GoalEnd& seed : seeds_[top()]) lanes_.seed(seed.node, seed.cost, seed.area);
  std::vector<bool> known(wanted.size(), false);
  std::size_t left = wanted.size();
  const LaneSearch::End end = lanes_.run([&](std::uint32_t node, std::uint64_t, std::uint64_t) {
    if (left == 0 || main_opened() >= budget_) return false;
    const auto at = std::lower_bound(wanted.begin(), wanted.end(), node);
    if (at == wanted.end() || *at != node) return true;
    auto&& seen = known[static_cast<std::size_t>(at - wanted.begin())];
    left -= seen ? 0 : 1;
    seen = true;
    return true;
  });
  return end != LaneSearch::End::overflow;
}

// Costs inside an area of the level above `at`: from its boundary, where they are known, and from goals in
// it.
bool OrderSearch::descend(std::size_t at, std::uint32_t area) {
  AreaCosts* const costs = costs_inside(below_insides_, at, area, 0);
  if (costs == nullptr) return false;
  below_costs_[std::uint64_t{at} << 32U | area] = costs;
  const Level& above = level(at + 1);
  const AreaCosts* const higher = at + 1 == top() ? nullptr : costs_below(at + 1, area_above(at + 1, area));
  above.for_each_border_node(above.areas[area], [&](std::uint32_t node, std::uint32_t) {
    if (higher == nullptr) {
      const LaneSearch::Way way = lanes_.way(node);
      if (way.via != LaneSearch::none) costs->seed(above.nodes[node].aux, way.cost);
    } else if (higher->cost(node) != AreaCosts::far) {
      costs->seed(above.nodes[node].aux, higher->cost(node));
    }
  });
  for (const GoalEnd& seed : seeds_[at]) {
    if (area_above(at, seed.area) == area) costs->seed(seed.node, seed.cost);
  }
  const bool fits = costs->run();
  opened_ += costs->work();
  return fits;
}

bool OrderSearch::settle_agent(std::uint32_t number) {
  AgentCell& agent = agents_[number];
  for (std::size_t at = top() - 1; at-- > 0;) {
    const std::uint32_t area = level(at + 1).grid.area_of(agent.cell);
    if (costs_below(at, area) == nullptr && !descend(at, area)) return false;
  }
  const AreaCosts* const costs = costs_below(0, level(1).grid.area_of(agent.cell));
  for (auto end = ends_of_[number]; end != ends_of_[number + 1]; ++end) {
    const AgentEnd& out = by_agent_[end];
    const std::uint32_t cost = costs->cost(out.node);
    if (cost == AreaCosts::far || cost + out.cost >= agent.best) continue;
    agent.best = cost + out.cost;
    agent.node = out.node;
    agent.way = AgentCell::Way::below;
  }
  agent.open = false;
  return true;
}

// Ends by agent, where they are kept by node.
void OrderSearch::index_ends() {
  ends_of_.assign(agents_.size() + 1, 0);
  for (const AgentEnd& end : ends_[0]) ++ends_of_[end.agent + 1];
  for (std::size_t i = 1; i < ends_of_.size(); ++i) ends_of_[i] += ends_of_[i - 1];
  std::vector<std::size_t> next(ends_of_.begin(), ends_of_.end() - 1);
  by_agent_.resize(ends_[0].size());
  for (const AgentEnd& end : ends_[0]) by_agent_[next[end.agent]++] = end;
}

// From a node of a level down the costs inside its area, up to the boundary or a goal, and on from there.
void OrderSearch::walk_below(std::size_t at, std::uint32_t area, std::uint32_t node) {
  const AreaCosts& costs = *costs_below(at, area);
  for (;;) {
    if (at == 0 && !walked_below_.insert(node).second) return;
    if (costs.is_seed(node)) break;
    const AreaCosts::Hop hop = costs.next(node);
    PORTOLAN_ASSERT(hop.node != AreaCosts::none);
    if (at == 0) {
      add_sector(hop.through);
    } else {
      unpack(at, hop.through, node, hop.node);
    }
    node = hop.node;
  }
  const auto goal = std::find_if(seeds_[at].begin(), seeds_[at].end(), [&](const GoalEnd& end) {
    return end.node == node && end.cost == costs.cost(node) && area_above(at, end.area) == area;
  });
  if (goal != seeds_[at].end()) {
    if (at == 0) {
      add_sector(goal->area);
    } else {
      unpack_end(at, goal->area, level(at).nodes[node].aux);
    }
    return;
  }
  const std::uint32_t above = state_.uppers[at]->node_above(level(at), node);
  at + 1 == top() ? walk_main(above) : walk_below(at + 1, area_above(at + 1, area), above);
}

}  // namespace portolan::detail
