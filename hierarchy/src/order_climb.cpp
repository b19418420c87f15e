// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "area_table.hpp"
#include "order_search.hpp"

namespace portolan::detail {

namespace {
constexpr auto no_estimate = [](std::uint32_t) { return std::uint64_t{0}; };
}

std::uint32_t OrderSearch::area_above(std::size_t at, std::uint32_t area) const {
  return parent_of(level(at + 1), level(at), area);
}

// Costs from the rims of the goals' areas, level by level.
void OrderSearch::climb_goals() {
  for (std::size_t at = 0; at < top(); ++at) {
    std::vector<std::uint32_t> areas;
    for (const GoalEnd& seed : seeds_[at]) areas.push_back(area_above(at, seed.area));
    std::sort(areas.begin(), areas.end());
    areas.erase(std::unique(areas.begin(), areas.end()), areas.end());
    seeds_[at + 1].clear();
    LevelSearch& search = searches_[at];
    for (const std::uint32_t area : areas) {
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
  }
}

// Costs from the movers that are open to the rims of their areas, level by level.
void OrderSearch::climb_movers(std::size_t first) {
  for (std::size_t at = 0; at < top(); ++at) {
    LevelSearch& search = searches_[at];
    for (std::uint32_t i = static_cast<std::uint32_t>(first); i < movers_.size(); ++i) {
      if (!movers_[i].open) continue;
      search.begin(level(at), !state_.symmetric);
      search.confine(level(at + 1).grid, level(at + 1).grid.area_of(movers_[i].cell));
      const std::uint32_t home = level(at).grid.area_of(movers_[i].cell);
      for (const MoverEnd& end : ends_[at]) {
        if (end.mover == i) search.seed(end.node, end.cost, home, no_estimate);
      }
      search.run(no_estimate, [&](std::uint32_t node, std::uint64_t cost, std::uint64_t) {
        const std::uint32_t above = state_.uppers[at]->node_above(level(at), node);
        if (above != UpperLevel::no_node) ends_[at + 1].push_back({above, i, cost});
        return true;
      });
      opened_ += search.opened();
    }
    sort_ends(ends_[at + 1]);
  }
}

// Ways that do not leave the area of one level above, and so do not show on the main search's level.
void OrderSearch::search_inside(std::size_t first) {
  for (std::size_t at = 0; at < top(); ++at) {
    for (std::uint32_t i = static_cast<std::uint32_t>(first); i < movers_.size(); ++i) {
      MoverCell& mover = movers_[i];
      if (!mover.open) continue;
      const std::uint32_t area = level(at + 1).grid.area_of(mover.cell);
      std::vector<GoalEnd> seeds;
      for (const GoalEnd& seed : seeds_[at]) {
        if (area_above(at, seed.area) == area) seeds.push_back(seed);
      }
      if (seeds.empty()) continue;
      std::vector<MoverEnd> targets;
      std::copy_if(ends_[at].begin(), ends_[at].end(), std::back_inserter(targets),
                   [&](const MoverEnd& end) { return end.mover == i; });
      const MoverEnd found = search_confined(at, area, seeds, targets);
      if (found.node == no_node || found.cost >= mover.best) continue;
      mover.best = found.cost;
      mover.way = MoverCell::Way::inside;
      mover.at = static_cast<std::uint8_t>(at);
      mover.node = found.node;
      waiting_.emplace(mover.best, i);
    }
  }
}

}  // namespace portolan::detail
