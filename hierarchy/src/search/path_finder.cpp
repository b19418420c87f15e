// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/hierarchy/path_finder.hpp>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/path_tiles.hpp>
#include <portolan/core/tile_field.hpp>

#include "search/plan_search.hpp"

namespace portolan {

struct PathFinder::Scratch {
  explicit Scratch(detail::HierarchyState& s)
      : state(s), search(s), tiles(s.grid, s.tiles), field(s.grid, s.tiles, {.directions = false}) {}

  [[nodiscard]] bool find_by_tiles(Cell start, bool keeps_to_route);
  void find_by_field(Cell start);
  void trace(Cell start);
  [[nodiscard]] bool falls(Cell here, Direction d, Distance value) const;
  [[nodiscard]] Direction step_down(Cell here, Direction before, Distance value) const;

  detail::HierarchyState& state;
  detail::PlanSearch search;
  detail::PlanSearch::Route route;
  detail::PathTiles tiles;
  TileField field;  // where those will not do
  std::vector<SectorId> corridor;
  FoundPath found;
};

PathFinder::PathFinder(const Hierarchy& hierarchy) : scratch_(std::make_unique<Scratch>(*hierarchy.state_)) {}
PathFinder::~PathFinder() = default;
PathFinder::PathFinder(PathFinder&&) noexcept = default;
PathFinder& PathFinder::operator=(PathFinder&&) noexcept = default;

const FoundPath& PathFinder::find(const PlanRequest& request) {
  PORTOLAN_ASSERT(request.agents.size() == 1);
  Scratch& s = *scratch_;
  s.state.settle();
  s.route = s.search.find_route(request);
  FoundPath& found = s.found;
  found.outcome = s.route.outcome;
  found.lower_bound = s.route.lower_bound;
  found.nearest = s.route.nearest;
  found.nodes_opened = s.route.nodes_opened;
  found.tiles_solved = 0;
  found.keeps_to_route = false;
  found.path.cells.clear();
  found.path.cost = {0};
  if (found.outcome != Outcome::complete && found.outcome != Outcome::partial) return found;
  const bool keeps_to_route = request.quality.keeps_to_route(s.route.on_route);
  if (!s.find_by_tiles(request.agents[0], keeps_to_route)) s.find_by_field(request.agents[0]);
  return found;
}

// False where tiles of 16 bits without links will not do.
bool PathFinder::Scratch::find_by_tiles(Cell start, bool keeps_to_route) {
  if (!tiles.usable()) return false;
  const auto end = tiles.find({.start = start,
                               .goals = route.goals,
                               .corridor = route.corridor,
                               .on_route = route.on_route,
                               .keeps_to_route = keeps_to_route,
                               .known = route.cost.units,
                               .least_cost = state.bound.least_cost()});
  found.tiles_solved = tiles.tiles_solved();
  if (end != detail::PathTiles::End::found) return false;
  found.keeps_to_route = keeps_to_route;
  found.path.cost = {tiles.value().units - tiles.trace(found.path.cells).units};
  return true;
}

// Of the corridor's field what is needed until the agent's value is final.
void PathFinder::Scratch::find_by_field(Cell start) {
  field.reset();
  corridor.clear();
  for (const std::uint32_t sector : route.corridor) corridor.push_back({sector});
  field.allow(corridor);
  for (const Goal& goal : route.goals) {
    if (field.allowed(field.tiles().tile_of(goal.cell))) field.add_goal(goal);
  }
  while (!field.advance(1) && field.at(start) > field.settled_below()) {
  }
  found.tiles_solved += field.tiles_solved();
  trace(start);
}

bool PathFinder::Scratch::falls(Cell here, Direction d, Distance value) const {
  // Where there is a value the cell is passable.
  const Cell to = step(here, d);
  const Distance next = field.at(to);
  if (!(next < value)) return false;
  const GridView& grid = field.grid();
  if (next + grid.step_cost(here, d) != value) return false;
  return !is_diagonal(d) || (grid.cost({to.x, here.y, here.layer}) != impassable &&
                             grid.cost({here.x, to.y, here.layer}) != impassable);
}

// The step that the value falls by its cost along. Going straight on is tried first, which is mostly right.
Direction PathFinder::Scratch::step_down(Cell here, Direction before, Distance value) const {
  if (is_step(before) && falls(here, before, value)) return before;
  for (int d = 0; d < step_count; ++d) {
    if (falls(here, static_cast<Direction>(d), value)) return static_cast<Direction>(d);
  }
  return Direction::none;
}

// Walks down to a goal, which is where the values do not fall any more.
void PathFinder::Scratch::trace(Cell start) {
  Cell here = start;
  Direction d = Direction::none;
  const Distance whole = field.at(start);
  Distance value = whole;
  for (;;) {
    found.path.cells.push_back(here);
    d = step_down(here, d, value);
    if (d != Direction::none) {
      here = step(here, d);
    } else {
      const LinkId link = detail::link_taken(field, field.grid(), here);
      if (!link.valid()) break;
      here = field.grid().links()[link].to;
    }
    value = field.at(here);
  }
  found.path.cost = {whole.units - value.units};
}

std::size_t PathFinder::memory_bytes() const {
  return sizeof *scratch_ + scratch_->search.memory_bytes() + scratch_->field.memory_bytes() +
         scratch_->tiles.memory_bytes() + scratch_->found.path.cells.capacity() * sizeof(Cell);
}

}  // namespace portolan
