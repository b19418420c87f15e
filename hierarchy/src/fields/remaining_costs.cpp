// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/hierarchy/detail/remaining_costs.hpp>

#include <algorithm>

#include <portolan/core/assert.hpp>

#include "tables/sector_table.hpp"

namespace portolan {

namespace {

using detail::SectorEnd;

std::vector<SectorEnd> ends_of(const Hierarchy& hierarchy, SectorId sector) {
  std::vector<SectorEnd> ends;
  detail::list_ends(hierarchy.graph().level(), hierarchy.grid(), sector.value, ends);
  return ends;
}

// Where one comes to by leaving a sector through a node.
SectorId beyond(const detail::Level& level, const detail::NodeRecord& node, SectorId sector) {
  if (node.is_link()) return {level.link(node).to_area};
  const std::uint32_t a = level.area_a(node);
  return {a == sector.value ? level.area_b(node) : a};
}

}  // namespace

RemainingCosts::RemainingCosts(const Hierarchy& hierarchy) : hierarchy_(&hierarchy) {}

void RemainingCosts::reset(const Plan& plan) {
  PORTOLAN_ASSERT(std::is_sorted(plan.corridor.begin(), plan.corridor.end()));
  PORTOLAN_ASSERT(plan.corridor.empty() || plan.corridor.back().value < hierarchy_->sectors().tile_count(),
                  "take a plan of this hierarchy");
  corridor_ = plan.corridor;
  goals_.clear();
  for (const Goal& goal : plan.goals) {
    if (contains(hierarchy_->sectors().tile_of(goal.cell))) goals_.push_back(goal);
  }
  labels_.clear();
  search_.clear();
  seed_goals();
  search_.run(*this);
}

bool RemainingCosts::contains(SectorId sector) const {
  return std::binary_search(corridor_.begin(), corridor_.end(), sector);
}

Distance RemainingCosts::at(PortalId portal) const {
  const Label* const known = labels_.find(portal);
  return known == nullptr ? unreachable : known->cost;
}

// The ends of paths: from the portals of the goals' sectors to the goals in them.
void RemainingCosts::seed_goals() {
  const TileGrid& sectors = hierarchy_->sectors();
  const detail::Level& level = hierarchy_->graph().level();
  std::vector<SectorId> with_goals;
  for (const Goal& goal : goals_) with_goals.push_back(sectors.tile_of(goal.cell));
  std::sort(with_goals.begin(), with_goals.end());
  with_goals.erase(std::unique(with_goals.begin(), with_goals.end()), with_goals.end());
  for (const SectorId sector : with_goals) {
    solver_.load(hierarchy_->grid(), sectors, sector);
    for (const Goal& goal : goals_) {
      if (sectors.tile_of(goal.cell) == sector) solver_.seed(goal.cell, goal.offset);
    }
    solver_.solve();
    for (const SectorEnd& end : ends_of(*hierarchy_, sector)) {
      if (!end.entry || !reachable(solver_.at(end.cell))) continue;
      const detail::NodeRecord& node = level.nodes[end.node];
      const std::uint64_t link = node.is_link() ? level.link(node).link.cost : 0;
      offer({end.node}, {solver_.at(end.cell) + Distance{end.half_step + link}, PortalId{}, sector});
    }
  }
}

void RemainingCosts::offer(PortalId portal, const Label& label) {
  Label& known = labels_[portal];
  if (label.cost >= known.cost) return;
  known = label;
  search_.open({label.cost.units, label.cost.units, portal.value});
}

// Dijkstra, backward from the goals. Equal costs are settled by the portals' numbers, so that paths repeat.
void RemainingCosts::expand(const State& open) {
  hierarchy_->graph().for_each_edge_into(
      portal_of(open), [&](PortalId from, Distance cost, std::uint32_t area) {
        const SectorId through{area};
        if (contains(through)) offer(from, {Distance{open.cost} + cost, portal_of(open), through});
      });
}

RemainingCosts::Onward RemainingCosts::path_from(Cell c) {
  const TileGrid& sectors = hierarchy_->sectors();
  const SectorId sector = sectors.tile_of(c);
  const detail::Level& level = hierarchy_->graph().level();
  PORTOLAN_ASSERT(sectors.extent().contains(c));
  Onward best;
  if (!contains(sector)) return best;
  solver_.load(hierarchy_->grid(), sectors, sector);
  solver_.seed(c, {0});
  solver_.solve();
  for (const Goal& goal : goals_) {
    if (sectors.tile_of(goal.cell) != sector) continue;
    best.to_goal = std::min(best.to_goal, solver_.at(goal.cell) + goal.offset);
  }
  for (const SectorEnd& end : ends_of(*hierarchy_, sector)) {
    if (!end.exit || !contains(beyond(level, level.nodes[end.node], sector))) continue;
    const Distance over = solver_.at(end.cell) + Distance{end.half_step} + at({end.node});
    if (over < best.to_goal) best = {PortalId{end.node}, over};
  }
  return best;
}

void RemainingCosts::sectors_after(PortalId exit, std::size_t most, std::vector<SectorId>& out) const {
  for (; exit.valid() && most > 0; --most) {
    const Label* const known = labels_.find(exit);
    if (known == nullptr) return;
    out.push_back(known->through);
    exit = known->next;
  }
}

std::vector<RemainingCosts::Exit> RemainingCosts::exits(std::span<const SectorId> inside) const {
  PORTOLAN_ASSERT(std::is_sorted(inside.begin(), inside.end()));
  const detail::Level& level = hierarchy_->graph().level();
  std::vector<Exit> found;
  for (const SectorId sector : inside) {
    for (const SectorEnd& end : ends_of(*hierarchy_, sector)) {
      const Distance rest = at({end.node});
      if (!end.exit || !reachable(rest)) continue;
      const SectorId next = beyond(level, level.nodes[end.node], sector);
      if (!contains(next) || std::binary_search(inside.begin(), inside.end(), next)) continue;
      found.push_back({end.cell, next, rest + Distance{end.half_step}});
    }
  }
  return found;
}

void RemainingCosts::beside(SectorId sector, std::vector<SectorId>& out) const {
  for (int d = 0; d < step_count; ++d) {
    const SectorId next = hierarchy_->sectors().neighbour(sector, static_cast<Direction>(d));
    if (next.valid() && contains(next)) out.push_back(next);
  }
  const detail::Level& level = hierarchy_->graph().level();
  for (const std::uint32_t node : level.links_of(level.areas[sector.value]).leaving) {
    const SectorId next{level.link(level.nodes[node]).to_area};
    if (contains(next)) out.push_back(next);
  }
}

}  // namespace portolan
