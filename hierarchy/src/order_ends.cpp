// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "order_ends.hpp"

#include <algorithm>

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

void sort_ends(std::vector<MoverEnd>& ends) {
  std::sort(ends.begin(), ends.end(), [](const MoverEnd& a, const MoverEnd& b) {
    return a.node != b.node ? a.node < b.node : a.mover < b.mover;
  });
}

void EndFinder::find_goal_ends(const Level& level, const GridView& grid, const TileGrid& tiles,
                               const Components& components, std::span<const Goal> goals,
                               std::vector<GoalEnd>& ends) {
  for_each_goal_sector(tiles, goals, [&](TileId sector, std::span<const Goal> here) {
    list_ends(level, grid, sector.value, sector_ends_);
    solver_.load(grid, tiles, sector);
    for (const Goal& goal : here) solver_.seed(goal.cell, goal.offset);
    solver_.solve();
    for (std::uint32_t place = 0; place < sector_ends_.size(); ++place) {
      const SectorEnd& end = sector_ends_[place];
      const Distance inside = end.entry ? solver_.at(end.cell) : unreachable;
      if (!reachable(inside)) continue;
      const NodeRecord& node = level.nodes[end.node];
      const std::uint64_t link = node.is_link() ? level.link(node).link.cost : 0;
      ends.push_back({end.node, sector.value, inside.units + end.half_step + link,
                      components.class_of(sector.value, place)});
    }
  });
}

void EndFinder::find_direct(const GridView& grid, const TileGrid& tiles, std::span<const Goal> goals,
                            std::span<MoverCell> movers) {
  for_each_goal_sector(tiles, goals, [&](TileId sector, std::span<const Goal> here) {
    auto mover = std::lower_bound(movers.begin(), movers.end(), sector.value,
                                  [](const MoverCell& m, std::uint32_t s) { return m.sector < s; });
    if (mover == movers.end() || mover->sector != sector.value) return;
    solver_.load(grid, tiles, sector);
    for (const Goal& goal : here) solver_.seed(goal.cell, goal.offset);
    solver_.solve();
    for (; mover != movers.end() && mover->sector == sector.value; ++mover) {
      const Distance inside = solver_.at(mover->cell);
      if (reachable(inside)) mover->best = mover->direct = std::min(mover->direct, inside.units);
    }
  });
}

void EndFinder::note(const Components& components, MoverCell& mover, std::uint32_t number,
                     std::uint32_t place, Distance inside, std::vector<MoverEnd>& ends) {
  if (!reachable(inside)) return;
  const SectorEnd& end = sector_ends_[place];
  ends.push_back({end.node, number, inside.units + end.half_step});
  mover.leaves = true;
  mover.own = components.class_of(mover.sector, place);
}

void EndFinder::find_mover_ends(const Level& level, const GridView& grid, const TileGrid& tiles,
                                const Components& components, std::span<MoverCell> movers,
                                std::uint32_t first, std::vector<MoverEnd>& ends) {
  const std::uint32_t sector = movers.front().sector;
  list_ends(level, grid, sector, sector_ends_);
  if (sector_ends_.empty()) return;
  solver_.load(grid, tiles, {sector});
  const auto solve_from = [&](Cell c) {
    solver_.clear();
    solver_.seed(c, {0});
    solver_.solve();
  };
  // Steps cost the same both ways, so that the cheaper side can be solved from.
  if (movers.size() <= sector_ends_.size()) {
    for (std::uint32_t i = 0; i < movers.size(); ++i) {
      solve_from(movers[i].cell);
      for (std::uint32_t place = 0; place < sector_ends_.size(); ++place) {
        if (!sector_ends_[place].exit) continue;
        note(components, movers[i], first + i, place, solver_.at(sector_ends_[place].cell), ends);
      }
    }
    return;
  }
  for (std::uint32_t place = 0; place < sector_ends_.size(); ++place) {
    if (!sector_ends_[place].exit) continue;
    solve_from(sector_ends_[place].cell);
    for (std::uint32_t i = 0; i < movers.size(); ++i) {
      note(components, movers[i], first + i, place, solver_.at(movers[i].cell), ends);
    }
  }
}

}  // namespace portolan::detail
