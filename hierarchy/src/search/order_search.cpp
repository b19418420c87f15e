// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "search/order_search.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include <portolan/core/assert.hpp>

#include "search/nearest_reachable.hpp"

namespace portolan::detail {

namespace {

// Agents of so many unconnected places get a nearest cell of their own; to others the goal is unreachable.
constexpr std::size_t most_nearest = 16;
// So many of the goals are asked which cell is nearest to them.
constexpr std::size_t most_wished = 16;

int severity(Outcome outcome) {
  switch (outcome) {
    case Outcome::complete:
      return 0;
    case Outcome::partial:
      return 1;
    case Outcome::pending:
      return 2;
    case Outcome::budget_spent:
      return 3;
    case Outcome::unreachable:
      return 4;
    case Outcome::out_of_bounds:
      return 5;
  }
  return 5;
}

}  // namespace

OrderSearch::OrderSearch(const HierarchyState& state)
    : state_(state),
      searches_(state.levels.size()),
      aim_(state.bound.from({})),
      hops_(searches_.size()),
      seeds_(searches_.size()),
      ends_(searches_.size()) {}

Plan OrderSearch::plan(const PlanRequest& request) {
  begin(request);
  take_goals(request);
  Plan plan;
  plan.quality = request.quality;
  search_for(request.agents);
  answer(plan);
  return plan;
}

OrderSearch::Way OrderSearch::find_path(const PlanRequest& request) {
  PORTOLAN_ASSERT(request.agents.size() == 1);
  begin(request);
  take_goals(request);
  search_for(request.agents);
  const AgentCell& agent = agents_.front();
  Way way;
  way.outcome = agent.outcome;
  way.goals = goals_;
  way.nodes_opened = opened_ + main_opened();
  if (!nearest_.empty()) way.nearest = nearest_.front().second;
  if (agent.best == no_cost) return way;
  way.cost = {agent.best};
  way.lower_bound = {lower_bound(agent)};
  collect_corridor();
  way.corridor = corridor_;
  way.on_route = on_route_;
  return way;
}

void OrderSearch::begin(const PlanRequest& request) {
  request_ = &request;
  begun_ = false;
  opened_ = 0;
  climb_limit_ = no_cost;
  goals_.clear();
  wished_.clear();
  agents_.clear();
  agent_of_.clear();
  for (auto& seeds : seeds_) seeds.clear();
  for (auto& ends : ends_) ends.clear();
  nearest_.clear();
  insides_used_ = 0;
  goal_insides_.clear();
  agent_insides_.clear();
  below_insides_.clear();
  below_costs_.clear();
  walked_below_.clear();
  corridor_.clear();
  ++corridor_number_;
  in_corridor_.resize(level(0).areas.size(), 0);
  visited_.resize(level(0).areas.size(), 0);
}

void OrderSearch::take_goals(const PlanRequest& request) {
  for (const Goal& goal : request.goals) {
    if (!state_.grid.contains(goal.cell)) continue;
    if (wished_.size() < most_wished) wished_.push_back(goal.cell);
    if (state_.grid.passable(goal.cell)) goals_.push_back(goal);
  }
  out_of_world_ = !request.goals.empty() && wished_.empty();
  std::sort(goals_.begin(), goals_.end(), [&](const Goal& a, const Goal& b) {
    const auto key = [&](const Goal& g) {
      return std::tuple(state_.tiles.tile_of(g.cell), g.cell, g.offset);
    };
    return key(a) < key(b);
  });
  finder_.find_goal_ends(level(0), state_.grid, state_.tiles, state_.components, goals_, seeds_[0]);
}

void OrderSearch::search_for(std::span<const Cell> cells) {
  take_agents(cells);
  judge_agents();
  redirect();
  search();
}

// Adds the distinct cells, ordered by sector.
void OrderSearch::take_agents(std::span<const Cell> cells) {
  std::vector<std::uint32_t> order(cells.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto sector_of = [&](Cell c) {
    return state_.grid.contains(c) ? state_.tiles.tile_of(c).value : ~0U;
  };
  const auto key = [&](std::uint32_t i) { return std::tuple(sector_of(cells[i]), cells[i], i); };
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
  agent_of_.resize(cells.size());
  for (const std::uint32_t i : order) {
    if (agents_.empty() || agents_.back().cell != cells[i]) {
      AgentCell agent;
      agent.cell = cells[i];
      agent.sector = sector_of(cells[i]);
      agents_.push_back(agent);
    }
    agent_of_[i] = static_cast<std::uint32_t>(agents_.size() - 1);
  }
}

// Finds the ends of agents, and what can be told without a search.
void OrderSearch::judge_agents() {
  const std::span<AgentCell> fresh(agents_);
  for (AgentCell& m : fresh) {
    if (!state_.grid.contains(m.cell) || out_of_world_) {
      m.outcome = Outcome::out_of_bounds;
    } else if (!state_.grid.passable(m.cell)) {
      m.outcome = Outcome::unreachable;
    }
  }
  finder_.find_direct(state_.grid, state_.tiles, goals_, fresh);
  for (std::size_t begin = 0; begin < fresh.size();) {
    std::size_t end = begin + 1;
    while (end < fresh.size() && fresh[end].sector == fresh[begin].sector) ++end;
    if (fresh[begin].sector != ~0U) {
      finder_.find_agent_ends(level(0), state_.grid, state_.tiles, state_.components,
                              fresh.subspan(begin, end - begin), static_cast<std::uint32_t>(begin), ends_[0]);
    }
    begin = end;
  }
  sort_ends(ends_[0]);
}

// Finds out which agents cannot get to a goal, and gives them the nearest cell that they can get to.
void OrderSearch::redirect() {
  std::vector<Components::Class> goal_classes;
  for (const GoalEnd& seed : seeds_[0]) goal_classes.push_back(seed.own);
  std::sort(goal_classes.begin(), goal_classes.end());
  goal_classes.erase(std::unique(goal_classes.begin(), goal_classes.end()), goal_classes.end());
  const auto arrives = [&](const AgentCell& m) {
    return m.best != no_cost ||
           (m.leaves && std::any_of(goal_classes.begin(), goal_classes.end(),
                                    [&](auto c) { return state_.components.leads_to(m.own, c); }));
  };
  std::vector<std::size_t> lost;
  for (std::size_t i = 0; i < agents_.size(); ++i) {
    if (agents_[i].outcome != Outcome::pending) continue;
    if (arrives(agents_[i])) {
      agents_[i].outcome = Outcome::complete;
    } else {
      lost.push_back(i);
    }
  }
  for (const std::size_t i : lost)
    agents_[i].outcome = add_nearest(agents_[i]) ? Outcome::partial : Outcome::unreachable;
}

bool OrderSearch::add_nearest(AgentCell& agent) {
  for (const auto& known : nearest_) {
    if (!agent.leaves || known.first != agent.own) continue;
    const Goal goal{known.second, {0}};
    finder_.find_direct(state_.grid, state_.tiles, {&goal, 1}, {&agent, 1});
    return true;
  }
  if (nearest_.size() >= most_nearest) return false;
  std::optional<NearestCell> best;
  for (const Cell desired_velocity : wished_) {
    const auto found = nearest_reachable(level(0), state_.grid, state_.tiles, state_.components,
                                         state_.bound.least_cost(), agent, desired_velocity);
    if (found && (!best || found->gap < best->gap)) best = found;
  }
  if (!best) return false;
  const Goal goal{best->cell, {0}};
  std::vector<GoalEnd> ends;
  finder_.find_goal_ends(level(0), state_.grid, state_.tiles, state_.components, {&goal, 1}, ends);
  // Whoever gets to a goal must not be led astray.
  for (const AgentCell& other : agents_) {
    if (other.outcome != Outcome::complete) continue;
    if (other.leaves && std::any_of(ends.begin(), ends.end(), [&](const GoalEnd& end) {
          return state_.components.leads_to(other.own, end.own);
        })) {
      return false;
    }
  }
  if (nearest_.empty()) nearest_gap_ = best->gap;
  nearest_.emplace_back(agent.leaves ? agent.own : ~Components::Class{0}, best->cell);
  goals_.push_back(goal);
  seeds_[0].insert(seeds_[0].end(), ends.begin(), ends.end());
  finder_.find_direct(state_.grid, state_.tiles, {&goal, 1}, {&agent, 1});
  return true;
}

void OrderSearch::answer(Plan& plan) {
  plan.goals = goals_;
  plan.nodes_opened = opened_ + main_opened();
  if (!nearest_.empty()) {
    plan.nearest = nearest_.front().second;
    plan.nearest_gap = {nearest_gap_};
  }
  for (std::size_t i = 0; i < agent_of_.size(); ++i) {
    const AgentCell& m = agents_[agent_of_[i]];
    plan.cells.push_back(m.cell);
    plan.agents.push_back(m.outcome);
    plan.costs.push_back(m.best == no_cost ? unreachable : Distance{m.best});
    plan.lower_bounds.push_back(m.best == no_cost ? Distance{0} : Distance{lower_bound(m)});
  }
  plan.outcome = Outcome::complete;
  for (std::size_t i = 0; i < plan.agents.size(); ++i) {
    if (severity(plan.agents[i]) > severity(plan.outcome)) plan.outcome = plan.agents[i];
    if (!reachable(plan.costs[i])) continue;
    if (reachable(plan.cost) && plan.cost >= plan.costs[i]) continue;
    plan.cost = plan.costs[i];
    plan.lower_bound = plan.lower_bounds[i];
  }
  make_corridor(plan);
}

std::size_t OrderSearch::memory_bytes() const {
  std::size_t bytes =
      lanes_.memory_bytes() +
      (in_corridor_.capacity() + visited_.capacity() + walked_.capacity()) * sizeof(std::uint32_t) +
      agents_.capacity() * sizeof(AgentCell);
  for (const LevelSearch& search : searches_) bytes += search.memory_bytes();
  for (const auto& inside : insides_) bytes += sizeof(*inside) + inside->memory_bytes();
  for (const AreaCosts& hop : hops_) bytes += sizeof hop + hop.memory_bytes();
  for (const auto& ends : ends_) bytes += ends.capacity() * sizeof(AgentEnd);
  return bytes;
}

}  // namespace portolan::detail
