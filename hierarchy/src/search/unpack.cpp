// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include <portolan/core/assert.hpp>

#include "search/order_search.hpp"
#include "tables/area_table.hpp"

namespace portolan::detail {

// Adds the sectors on an agent's way, up to where it meets a way that was walked before.
void OrderSearch::walk(const AgentCell& agent, std::uint32_t number) {
  add_sector(agent.sector);
  switch (agent.way) {
    case AgentCell::Way::direct:
      return;
    case AgentCell::Way::below:
      walk_below(0, level(1).grid.area_of(agent.cell), agent.node);
      return;
    case AgentCell::Way::main:
      unpack_start(run_at_, number, agent.node);
      walk_main(agent.node);
      return;
    case AgentCell::Way::inside: {
      const std::size_t at = agent.at;
      unpack_start(at, number, agent.node);
      unpack_end(at + 1, level(at + 1).grid.area_of(agent.cell), agent.node);
      return;
    }
  }
}

// The way by sectors that the main search found on level 0. The records of its nodes would lie in as many
// pages, none of which was read for long on a large map; what the search keeps tells as much.
void OrderSearch::walk_sectors(std::uint32_t node) {
  lanes_.for_each_on_path(node, [this](std::uint32_t next, std::uint32_t sector) {
    if (agents_.size() > 1) {
      if (walked_[next] == corridor_number_) return false;
      walked_[next] = corridor_number_;
    }
    add_sector(sector);
    return true;
  });
}

void OrderSearch::walk_main(std::uint32_t node) {
  if (run_at_ == 0 && !wide_) return walk_sectors(node);
  while (node != no_node && walked_[node] != corridor_number_) {
    walked_[node] = corridor_number_;
    const LaneSearch::Way way = path_from(node);
    const Hop hop{node, way.via, way.parent};
    unpack_hops(run_at_, {&hop, 1}, true);
    node = way.parent;
  }
}

void OrderSearch::unpack_hops(std::size_t at, std::span<const Hop> hops, bool ends_at_goal) {
  for (const Hop& hop : hops) {
    const bool last = hop.parent == SearchLabel::none;
    if (last && !ends_at_goal) continue;
    if (at == 0) {
      add_sector(hop.via);
    } else if (last) {
      unpack_end(at, hop.via, level(at).nodes[hop.node].aux);
    } else {
      unpack(at, hop.via, hop.node, hop.parent);
    }
  }
}

// Adds a way down costs inside an area, hop by hop. Returns the seed where it ends.
std::uint32_t OrderSearch::follow_inside(std::size_t at, const AreaCosts& costs, std::uint32_t node) {
  while (!costs.is_seed(node)) {
    const AreaCosts::Hop hop = costs.next(node);
    PORTOLAN_ASSERT(hop.node != AreaCosts::none);
    if (at == 0) {
      add_sector(hop.through);
    } else {
      unpack(at, hop.through, node, hop.node);
    }
    node = hop.node;
  }
  return node;
}

// The way between two nodes of a level through one area.
void OrderSearch::unpack(std::size_t at, std::uint32_t area, std::uint32_t from, std::uint32_t into) {
  if (unpack_at_once(at, area, from, into)) return;
  const GoalEnd seed = seed_at(at - 1, area, level(at).nodes[into].aux);
  const AgentEnd target{level(at).nodes[from].aux, 0, 0};
  static_cast<void>(search_confined(at - 1, area, {&seed, 1}, {&target, 1}));
  unpack_hops(at - 1, hops_from(at - 1, target.node), false);
}

// What the way costs is known, so that little besides it is looked at.
bool OrderSearch::unpack_at_once(std::size_t at, std::uint32_t area, std::uint32_t from, std::uint32_t into) {
  if (!state_.symmetric) return false;
  const NodeRecord& first = level(at).nodes[from];
  const NodeRecord& last = level(at).nodes[into];
  const std::uint64_t cost =
      level(at).table(area).at(level(at).place(from, first, level(at).area_a(first) == area),
                               level(at).place(into, last, level(at).area_a(last) == area));
  AreaCosts& costs = hops_[at - 1];
  costs.begin(level(at - 1), level(at), area);
  HalfBox target;
  target.include(first.x2, first.y2);
  costs.limit(target, state_.bound, cost);
  costs.seed(last.aux, 0);
  const bool done = costs.run();
  opened_ += costs.work();
  if (done) static_cast<void>(follow_inside(at - 1, costs, first.aux));
  return done;
}

// The way from a node of the level below `at` to a goal, through the area of that goal.
void OrderSearch::unpack_end(std::size_t at, std::uint32_t area, std::uint32_t from) {
  if (const AreaCosts* const costs = goal_costs(at - 1, area)) {
    const std::uint32_t last = follow_inside(at - 1, *costs, from);
    const auto seed = std::find_if(seeds_[at - 1].begin(), seeds_[at - 1].end(), [&](const GoalEnd& end) {
      return end.node == last && end.cost == costs->cost(last) && area_above(at - 1, end.area) == area;
    });
    if (at == 1) {
      add_sector(seed->area);
    } else {
      unpack_end(at - 1, seed->area, level(at - 1).nodes[last].aux);
    }
    return;
  }
  std::vector<GoalEnd> seeds;
  for (const GoalEnd& seed : seeds_[at - 1]) {
    if (area_above(at - 1, seed.area) == area) seeds.push_back(seed);
  }
  const AgentEnd target{from, 0, 0};
  static_cast<void>(search_confined(at - 1, area, seeds, {&target, 1}));
  unpack_hops(at - 1, hops_from(at - 1, from), true);
}

// The way from an agent to a node of a level on the boundary of its area.
void OrderSearch::unpack_start(std::size_t at, std::uint32_t agent, std::uint32_t into) {
  if (at == 0) return;  // inside the agent's sector
  if (const AreaCosts* const costs = agent_costs(at - 1, agent)) {
    return unpack_start(at - 1, agent, follow_inside(at - 1, *costs, level(at).nodes[into].aux));
  }
  const std::uint32_t area = level(at).grid.area_of(agents_[agent].cell);
  const GoalEnd seed = seed_at(at - 1, area, level(at).nodes[into].aux);
  std::vector<AgentEnd> targets;
  std::copy_if(ends_[at - 1].begin(), ends_[at - 1].end(), std::back_inserter(targets),
               [&](const AgentEnd& end) { return end.agent == agent; });
  const AgentEnd found = search_confined(at - 1, area, {&seed, 1}, targets);
  unpack_hops(at - 1, hops_from(at - 1, found.node), false);
  unpack_start(at - 1, agent, found.node);
}

// A seed on the boundary of an area, that is expanded into the area.
GoalEnd OrderSearch::seed_at(std::size_t at, std::uint32_t area, std::uint32_t node) const {
  const NodeRecord& record = level(at).nodes[node];
  const std::uint32_t a = level(at).area_a(record);
  const bool a_inside = area_above(at, a) == area;
  return {node, a_inside ? level(at).area_b(record) : a, 0, 0};
}

// The cheapest way inside an area of the level above from any target to any seed: which target, and the cost
// of all. The labels of the level's search tell the way. No node: there is none.
AgentEnd OrderSearch::search_confined(std::size_t at, std::uint32_t area, std::span<const GoalEnd> seeds,
                                      std::span<const AgentEnd> targets) {
  HalfBox box;
  for (const AgentEnd& target : targets) {
    box.include(level(at).nodes[target.node].x2, level(at).nodes[target.node].y2);
  }
  const Heuristic aim(state_.bound.from(box));
  const auto estimate = [&](std::uint32_t node) { return aim(level(at), node); };
  LevelSearch& search = searches_[at];
  search.begin(level(at));
  search.confine(level(at + 1).grid, area);
  for (const GoalEnd& seed : seeds) search.seed(seed.node, seed.cost, seed.area, estimate);
  AgentEnd best{no_node, 0, no_cost};
  search.run(estimate, [&](std::uint32_t node, std::uint64_t cost, std::uint64_t bound) {
    if (bound >= best.cost) return false;
    for (const AgentEnd& target : targets) {
      if (target.node == node && cost + target.cost < best.cost)
        best = {node, target.agent, cost + target.cost};
    }
    return true;
  });
  opened_ += search.opened();
  return best;
}

std::vector<OrderSearch::Hop> OrderSearch::hops_from(std::size_t at, std::uint32_t node) const {
  std::vector<Hop> hops;
  while (node != SearchLabel::none) {
    const SearchLabel& label = searches_[at].label(node);
    hops.push_back({node, label.via, label.parent});
    node = label.parent;
  }
  return hops;
}

}  // namespace portolan::detail
