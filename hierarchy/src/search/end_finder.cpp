// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "search/end_finder.hpp"

#include <algorithm>

#include <portolan/core/assert.hpp>

namespace portolan::detail {

namespace {

// Calls visit(sector, goals of it) for goals ordered by sector.
template <class Visit>
void for_each_goal_sector(const TileGrid& tiles, std::span<const Goal> goals, Visit&& visit) {
  for (std::size_t begin = 0; begin < goals.size();) {
    const TileId sector = tiles.tile_of(goals[begin].cell);
    std::size_t end = begin + 1;
    while (end < goals.size() && tiles.tile_of(goals[end].cell) == sector) ++end;
    visit(sector, goals.subspan(begin, end - begin));
    begin = end;
  }
}

}  // namespace

void sort_ends(std::vector<AgentEnd>& ends) {
  std::sort(ends.begin(), ends.end(), [](const AgentEnd& a, const AgentEnd& b) {
    return a.node != b.node ? a.node < b.node : a.agent < b.agent;
  });
}

void EndFinder::find_goal_ends(std::span<const Goal> goals, std::vector<Seed>& ends,
                               std::vector<Components::Class>& components) {
  const Level& level = *state_.levels[0];
  for_each_goal_sector(state_.tiles, goals, [&](TileId sector, std::span<const Goal> here) {
    list_ends(level, state_.grid, sector.value, sector_ends_);
    solver_.load(state_.grid, state_.tiles, sector);
    for (const Goal& goal : here) {
      PORTOLAN_ASSERT(state_.grid.passable(goal.cell));
      solver_.seed(goal.cell, goal.offset);
    }
    solver_.solve();
    for (std::uint32_t place = 0; place < sector_ends_.size(); ++place) {
      const SectorEnd& end = sector_ends_[place];
      const Distance inside = end.entry ? solver_.at(end.cell) : unreachable;
      if (!reachable(inside)) continue;
      const NodeRecord& node = level.nodes[end.node];
      const std::uint64_t link = node.is_link() ? level.link(node).link.cost : 0;
      ends.push_back({end.node, sector.value, inside.units + end.half_step + link});
      components.push_back(state_.components.class_of(sector.value, place));
    }
  });
}

void EndFinder::find_direct(std::span<const Goal> goals, std::span<Agent> agents) {
  for_each_goal_sector(state_.tiles, goals, [&](TileId sector, std::span<const Goal> here) {
    auto agent = std::lower_bound(agents.begin(), agents.end(), sector.value,
                                  [](const Agent& a, std::uint32_t s) { return a.sector < s; });
    if (agent == agents.end() || agent->sector != sector.value) return;
    solver_.load(state_.grid, state_.tiles, sector);
    for (const Goal& goal : here) solver_.seed(goal.cell, goal.offset);
    solver_.solve();
    for (; agent != agents.end() && agent->sector == sector.value; ++agent) {
      const Distance inside = solver_.at(agent->cell);
      if (reachable(inside)) agent->direct = std::min(agent->direct, inside.units);
    }
  });
}

void EndFinder::solve_from(Cell c) {
  solver_.clear();
  solver_.seed(c, {0});
  solver_.solve();
}

void EndFinder::note(Agent& agent, std::uint32_t number, std::uint32_t place, Distance inside,
                     std::vector<AgentEnd>& ends) {
  if (!reachable(inside)) return;
  const SectorEnd& end = sector_ends_[place];
  ends.push_back({end.node, number, inside.units + end.half_step});
  agent.has_exit = true;
  agent.component = state_.components.class_of(agent.sector, place);
}

void EndFinder::find_agent_ends(std::span<Agent> agents, std::uint32_t first, std::vector<AgentEnd>& ends) {
  PORTOLAN_ASSERT(!agents.empty() && agents.front().sector == agents.back().sector);
  const std::uint32_t sector = agents.front().sector;
  list_ends(*state_.levels[0], state_.grid, sector, sector_ends_);
  if (sector_ends_.empty()) return;
  solver_.load(state_.grid, state_.tiles, {sector});
  // Steps cost the same both ways, so that the cheaper side can be solved from.
  if (agents.size() <= sector_ends_.size()) {
    for (std::uint32_t i = 0; i < agents.size(); ++i) {
      solve_from(agents[i].cell);
      for (std::uint32_t place = 0; place < sector_ends_.size(); ++place) {
        if (!sector_ends_[place].exit) continue;
        note(agents[i], first + i, place, solver_.at(sector_ends_[place].cell), ends);
      }
    }
    return;
  }
  for (std::uint32_t place = 0; place < sector_ends_.size(); ++place) {
    if (!sector_ends_[place].exit) continue;
    solve_from(sector_ends_[place].cell);
    for (std::uint32_t i = 0; i < agents.size(); ++i) {
      note(agents[i], first + i, place, solver_.at(agents[i].cell), ends);
    }
  }
}

}  // namespace portolan::detail
