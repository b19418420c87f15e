// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "search/endpoints.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "bounds/octile_bound.hpp"

namespace portolan::detail {

namespace {

// Agents of so many unconnected places get a nearest cell of their own; to others the goal is unreachable.
constexpr std::size_t most_nearest = 16;
// So many of the goals are asked which cell is nearest to them.
constexpr std::size_t most_wanted = 16;

constexpr std::uint32_t outside = ~0U;  // the sector of cells outside the world
constexpr Components::Class no_component = ~Components::Class{0};

}  // namespace

void Endpoints::take(std::span<const Goal> goals, std::span<const Cell> agents) {
  take_goals(goals);
  take_agents(agents);
  find_ends();
  judge();
}

void Endpoints::take_goals(std::span<const Goal> goals) {
  goals_.clear();
  wanted_.clear();
  for (const Goal& goal : goals) {
    if (!state_.grid.contains(goal.cell)) continue;
    if (wanted_.size() < most_wanted) wanted_.push_back(goal.cell);
    if (state_.grid.passable(goal.cell)) goals_.push_back(goal);
  }
  all_goals_outside_ = !goals.empty() && wanted_.empty();
  std::sort(goals_.begin(), goals_.end(), [&](const Goal& a, const Goal& b) {
    const auto key = [&](const Goal& g) {
      return std::tuple(state_.tiles.tile_of(g.cell), g.cell, g.offset);
    };
    return key(a) < key(b);
  });
}

// Distinct cells, ordered by sector.
void Endpoints::take_agents(std::span<const Cell> cells) {
  std::vector<std::uint32_t> order(cells.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto sector_of = [&](Cell c) {
    return state_.grid.contains(c) ? state_.tiles.tile_of(c).value : outside;
  };
  const auto key = [&](std::uint32_t i) { return std::tuple(sector_of(cells[i]), cells[i], i); };
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
  agents_.clear();
  agent_of_cell_.resize(cells.size());
  for (const std::uint32_t i : order) {
    if (agents_.empty() || agents_.back().cell != cells[i]) {
      Agent agent;
      agent.cell = cells[i];
      agent.sector = sector_of(cells[i]);
      agents_.push_back(agent);
    }
    agent_of_cell_[i] = static_cast<std::uint32_t>(agents_.size() - 1);
  }
}

void Endpoints::find_ends() {
  goal_ends_.clear();
  goal_components_.clear();
  finder_.find_goal_ends(goals_, goal_ends_, goal_components_);
  std::sort(goal_components_.begin(), goal_components_.end());
  goal_components_.erase(std::unique(goal_components_.begin(), goal_components_.end()),
                         goal_components_.end());
  const std::span<Agent> all(agents_);
  finder_.find_direct(goals_, all);
  agent_ends_.clear();
  for (std::size_t begin = 0; begin < all.size();) {
    std::size_t end = begin + 1;
    while (end < all.size() && all[end].sector == all[begin].sector) ++end;
    if (all[begin].sector != outside) {
      finder_.find_agent_ends(all.subspan(begin, end - begin), static_cast<std::uint32_t>(begin),
                              agent_ends_);
    }
    begin = end;
  }
  sort_ends(agent_ends_);
}

// Tells which agents can get to a goal, and gives the others the nearest cell that they can get to: those
// come last, so that none of these cells misleads an agent that can get to a goal.
void Endpoints::judge() {
  const auto arrives = [&](const Agent& agent) {
    return agent.direct != no_cost ||
           (agent.has_exit && std::any_of(goal_components_.begin(), goal_components_.end(), [&](auto goal) {
              return state_.components.leads_to(agent.component, goal);
            }));
  };
  for (Agent& agent : agents_) {
    if (agent.sector == outside || all_goals_outside_) {
      agent.outcome = Outcome::out_of_bounds;
    } else if (!state_.grid.passable(agent.cell)) {
      agent.outcome = Outcome::unreachable;
    } else if (arrives(agent)) {
      agent.outcome = Outcome::complete;
    }
  }
  nearest_.clear();
  first_nearest_.reset();
  for (Agent& agent : agents_) {
    if (agent.outcome != Outcome::pending) continue;
    agent.outcome = add_nearest(agent) ? Outcome::partial : Outcome::unreachable;
  }
}

bool Endpoints::add_nearest(Agent& agent) {
  const auto known = std::find_if(nearest_.begin(), nearest_.end(), [&](const auto& nearest) {
    return agent.has_exit && nearest.first == agent.component;
  });
  if (known != nearest_.end()) {
    const Goal goal{known->second, {0}};
    finder_.find_direct({&goal, 1}, {&agent, 1});
    return true;
  }
  if (nearest_.size() >= most_nearest) return false;
  const std::optional<NearestCell> best = nearest_to(agent);
  if (!best) return false;
  const Goal goal{best->cell, {0}};
  std::vector<Seed> ends;
  std::vector<Components::Class> components;
  finder_.find_goal_ends({&goal, 1}, ends, components);
  if (would_mislead(components)) return false;
  if (nearest_.empty()) first_nearest_ = best;
  nearest_.emplace_back(agent.has_exit ? agent.component : no_component, best->cell);
  goals_.push_back(goal);
  goal_ends_.insert(goal_ends_.end(), ends.begin(), ends.end());
  finder_.find_direct({&goal, 1}, {&agent, 1});
  return true;
}

std::optional<NearestCell> Endpoints::nearest_to(const Agent& agent) const {
  std::optional<NearestCell> best;
  for (const Cell cell : wanted_) {
    const auto found = nearest_reachable(*state_.levels[0], state_.grid, state_.tiles, state_.components,
                                         state_.bound.least_cost(), agent, cell);
    if (found && (!best || found->gap < best->gap)) best = found;
  }
  return best;
}

// An agent that can get to a goal would be led to a cell that can be reached from these components.
bool Endpoints::would_mislead(std::span<const Components::Class> components) const {
  return std::any_of(agents_.begin(), agents_.end(), [&](const Agent& agent) {
    if (agent.outcome != Outcome::complete || !agent.has_exit) return false;
    return std::any_of(components.begin(), components.end(), [&](Components::Class component) {
      return state_.components.leads_to(agent.component, component);
    });
  });
}

std::uint64_t Endpoints::lower_bound(const Agent& agent) const {
  HalfBox from;
  from.include(agent.cell);
  const OctileBound::From bound = state_.bound.from(from);
  std::uint64_t least = no_cost;
  for (const Goal& goal : goals_) {
    least = std::min(least, goal.offset.units + bound(2 * goal.cell.x, 2 * goal.cell.y));
  }
  return least == no_cost ? 0 : least;
}

}  // namespace portolan::detail
