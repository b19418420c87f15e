// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/hierarchy/path_finder.hpp>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/path_straightener.hpp>
#include <portolan/core/tile_field.hpp>

#include "search/plan_search.hpp"

namespace portolan {

struct PathFinder::Scratch {
  explicit Scratch(detail::HierarchyState& s)
      : state(s), search(s), field(TileField::distances_only(s.grid, s.tiles)), straightener(s.grid) {}

  void find(Cell start, const QualityGoal& quality);

  detail::HierarchyState& state;
  detail::PlanSearch search;
  detail::PlanSearch::Route route;
  TileField field;
  std::vector<SectorId> corridor;
  FoundPath found;
  PathStraightener straightener;
  std::vector<Cell> between;  // the cells that are pulled straight
  std::vector<Cell> ends;
};

PathFinder::PathFinder(const Hierarchy& hierarchy)
    : scratch_(detail::make_pimpl<Scratch>(*hierarchy.state_)) {}

const FoundPath& PathFinder::find(const PlanRequest& request) {
  PORTOLAN_ASSERT(request.agents.size() == 1, "a path is of one agent");
  Scratch& s = *scratch_;
  FoundPath& found = s.found;
  if (request.agents.size() != 1) {
    // Not `pending`, which a host would ask about for ever.
    found = {};
    found.outcome = Outcome::unreachable;
    return found;
  }
  s.state.settle();
  s.route = s.search.find_route(request);
  found.outcome = s.route.outcome;
  found.lower_bound = s.route.lower_bound;
  found.nearest = s.route.nearest;
  found.nodes_opened = s.route.nodes_opened;
  found.tiles_solved = 0;
  found.keeps_to_route = false;
  found.path.cells.clear();
  found.path.cost = {0};
  if (found.outcome != Outcome::complete && found.outcome != Outcome::partial) return found;
  s.find(request.agents[0], request.quality);
  return found;
}

void PathFinder::Scratch::find(Cell start, const QualityGoal& quality) {
  corridor.clear();
  for (const std::uint32_t sector : route.corridor) corridor.push_back({sector});
  found.keeps_to_route = quality.keeps_to_route(route.on_route) &&
                         field.tiles().side() == TileGrid::max_side && field.grid().links().empty();
  const bool settled = field.settle_path({.start = start,
                                          .goals = route.goals,
                                          .corridor = corridor,
                                          .on_route = route.on_route,
                                          .keeps_to_route = found.keeps_to_route,
                                          .known = route.cost,
                                          .least_cost = state.bound.least_cost()});
  found.tiles_solved = field.tiles_solved();
  if (!settled) return;
  const Distance whole = field.at(start);
  const Distance rest = route.bends.empty() ? field.walk(start, found.path.cells)
                                            : field.walk_along(start, route.bends, found.path.cells);
  found.path.cost = {whole.units - rest.units};
}

const Polyline& PathFinder::polyline() {
  Scratch& s = *scratch_;
  if (!s.route.bends.empty()) return s.straightener.straighten(s.found.path.cells);
  s.between.clear();
  if (!s.found.path.cells.empty()) s.field.walk_between(s.found.path.cells, s.between, s.ends);
  return s.straightener.straighten(s.between);
}

std::size_t PathFinder::memory_bytes() const {
  const Scratch& s = *scratch_;
  return sizeof s +
         detail::heap_bytes(s.search, s.field, s.straightener, s.found.path.cells, s.between, s.ends);
}

}  // namespace portolan
