// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "area_table.hpp"
#include "order_search.hpp"

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
InsideCosts* OrderSearch::costs_inside(std::vector<Inside>& known, std::size_t at, std::uint32_t area,
                                       std::uint32_t mover) {
  if (!state_.symmetric) return nullptr;
  if (insides_used_ == insides_.size()) insides_.push_back(std::make_unique<InsideCosts>());
  InsideCosts* const costs = insides_[insides_used_].get();
  costs->begin(level(at), level(at + 1), area);
  known.push_back({at, mover, costs});
  ++insides_used_;
  return costs;
}

// Forgets the last one, which did not fit.
void OrderSearch::drop_inside(std::vector<Inside>& known) {
  known.pop_back();
  --insides_used_;
}

const InsideCosts* OrderSearch::goal_costs(std::size_t at, std::uint32_t area) const {
  const auto found = std::find_if(goal_insides_.begin(), goal_insides_.end(), [&](const Inside& inside) {
    return inside.at == at && inside.costs->area() == area;
  });
  return found == goal_insides_.end() ? nullptr : found->costs;
}

const InsideCosts* OrderSearch::mover_costs(std::size_t at, std::uint32_t mover) const {
  const auto found = std::find_if(mover_insides_.begin(), mover_insides_.end(), [&](const Inside& inside) {
    return inside.at == at && inside.mover == mover;
  });
  return found == mover_insides_.end() ? nullptr : found->costs;
}

// Costs from the rims of the goals' areas, level by level.
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
  InsideCosts* const costs = costs_inside(goal_insides_, at, area, 0);
  if (costs == nullptr) return false;
  for (const GoalEnd& seed : seeds_[at]) {
    if (area_above(at, seed.area) == area) costs->seed(seed.node, seed.cost);
  }
  if (climb_limit_ != no_cost) {
    HalfBox box;
    for (const MoverCell& mover : movers_) {
      if (mover.open) box.include(mover.cell);
    }
    costs->limit(box, state_.bound, climb_limit_);
  }
  const Level& above = level(at + 1);
  prefetch_rim(level(at), above, area);
  if (!costs->run()) return drop_inside(goal_insides_), false;
  above.for_each_border_node(above.areas[area], [&](std::uint32_t node, std::uint32_t) {
    const std::uint32_t cost = costs->cost(above.nodes[node].aux);
    if (cost != InsideCosts::far) seeds_[at + 1].push_back({node, area, cost, 0});
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

// Costs from the movers that are open to the rims of their areas, level by level.
void OrderSearch::climb_movers(std::size_t first) {
  for (std::size_t at = 0; at < top(); ++at) {
    for (std::uint32_t i = static_cast<std::uint32_t>(first); i < movers_.size(); ++i) {
      if (!movers_[i].open) continue;
      if (!climb_mover_at_once(at, i)) climb_mover_by_nodes(at, i);
    }
    sort_ends(ends_[at + 1]);
  }
}

bool OrderSearch::climb_mover_at_once(std::size_t at, std::uint32_t mover) {
  const std::uint32_t area = level(at + 1).grid.area_of(movers_[mover].cell);
  InsideCosts* const costs = costs_inside(mover_insides_, at, area, mover);
  if (costs == nullptr) return false;
  for (const MoverEnd& end : ends_[at]) {
    if (end.mover == mover) costs->seed(end.node, end.cost);
  }
  if (climb_limit_ != no_cost) {
    HalfBox box;
    for (const Goal& goal : goals_) box.include(goal.cell);
    costs->limit(box, state_.bound, climb_limit_);
  }
  const Level& above = level(at + 1);
  prefetch_rim(level(at), above, area);
  if (!costs->run()) return drop_inside(mover_insides_), false;
  above.for_each_border_node(above.areas[area], [&](std::uint32_t node, std::uint32_t) {
    const std::uint32_t cost = costs->cost(above.nodes[node].aux);
    if (cost != InsideCosts::far) ends_[at + 1].push_back({node, mover, cost});
  });
  opened_ += costs->work();
  return true;
}

void OrderSearch::climb_mover_by_nodes(std::size_t at, std::uint32_t mover) {
  LevelSearch& search = searches_[at];
  search.begin(level(at), !state_.symmetric);
  search.confine(level(at + 1).grid, level(at + 1).grid.area_of(movers_[mover].cell));
  const std::uint32_t home = level(at).grid.area_of(movers_[mover].cell);
  for (const MoverEnd& end : ends_[at]) {
    if (end.mover == mover) search.seed(end.node, end.cost, home, no_estimate);
  }
  search.run(no_estimate, [&](std::uint32_t node, std::uint64_t cost, std::uint64_t) {
    const std::uint32_t above = state_.uppers[at]->node_above(level(at), node);
    if (above != UpperLevel::no_node) ends_[at + 1].push_back({above, mover, cost});
    return true;
  });
  opened_ += search.opened();
}

// Ways that do not leave the area of one level above, and so do not show on the main search's level.
void OrderSearch::search_inside(std::size_t first) {
  for (std::size_t at = 0; at < top(); ++at) {
    for (std::uint32_t i = static_cast<std::uint32_t>(first); i < movers_.size(); ++i) {
      MoverCell& mover = movers_[i];
      if (!mover.open) continue;
      const MoverEnd found = best_inside(at, i);
      if (found.node == no_node || found.cost >= mover.best) continue;
      mover.best = found.cost;
      mover.way = MoverCell::Way::inside;
      mover.at = static_cast<std::uint8_t>(at);
      mover.node = found.node;
      waiting_.emplace(mover.best, i);
    }
  }
}

MoverEnd OrderSearch::best_inside(std::size_t at, std::uint32_t mover) {
  const std::uint32_t area = level(at + 1).grid.area_of(movers_[mover].cell);
  if (const InsideCosts* const costs = goal_costs(at, area)) {
    MoverEnd best{no_node, mover, no_cost};
    for (const MoverEnd& end : ends_[at]) {
      if (end.mover != mover) continue;
      const std::uint64_t cost = costs->cost(end.node);
      if (cost != InsideCosts::far && cost + end.cost < best.cost) best = {end.node, mover, cost + end.cost};
    }
    return best;
  }
  std::vector<GoalEnd> seeds;
  for (const GoalEnd& seed : seeds_[at]) {
    if (area_above(at, seed.area) == area) seeds.push_back(seed);
  }
  if (seeds.empty()) return {no_node, mover, no_cost};
  std::vector<MoverEnd> targets;
  std::copy_if(ends_[at].begin(), ends_[at].end(), std::back_inserter(targets),
               [&](const MoverEnd& end) { return end.mover == mover; });
  return search_confined(at, area, seeds, targets);
}

}  // namespace portolan::detail
