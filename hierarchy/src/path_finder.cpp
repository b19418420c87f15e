// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/hierarchy/path_finder.hpp>

#include <portolan/core/assert.hpp>
#include <portolan/core/tile_field.hpp>
#include <portolan/hierarchy/planner.hpp>

namespace portolan {

namespace {

TileFieldOptions distances_only() {
  TileFieldOptions options;
  options.directions = false;
  return options;
}

}  // namespace

struct PathFinder::Scratch {
  explicit Scratch(const Hierarchy& hierarchy)
      : planner(hierarchy), field(hierarchy.grid(), hierarchy.sectors(), distances_only()) {}

  void solve(Cell start);
  void trace(Cell start);
  [[nodiscard]] bool falls(Cell here, Direction d, Distance value) const;
  [[nodiscard]] Direction step_down(Cell here, Direction before, Distance value) const;

  Planner planner;
  Plan plan;
  TileField field;
  FoundPath found;
};

PathFinder::PathFinder(const Hierarchy& hierarchy) : scratch_(std::make_unique<Scratch>(hierarchy)) {}
PathFinder::~PathFinder() = default;
PathFinder::PathFinder(PathFinder&&) noexcept = default;
PathFinder& PathFinder::operator=(PathFinder&&) noexcept = default;

const FoundPath& PathFinder::find(const PlanRequest& request) {
  PORTOLAN_ASSERT(request.movers.size() == 1);
  Scratch& s = *scratch_;
  s.plan = s.planner.plan(request);
  FoundPath& found = s.found;
  found.outcome = s.plan.outcome;
  found.lower_bound = s.plan.lower_bound;
  found.nearest = s.plan.nearest;
  found.nodes_opened = s.plan.nodes_opened;
  found.tiles_solved = 0;
  found.path.cells.clear();
  found.path.cost = {0};
  if (found.outcome != Outcome::complete && found.outcome != Outcome::partial) return found;
  s.solve(request.movers[0]);
  s.trace(request.movers[0]);
  found.tiles_solved = s.field.tiles_solved();
  return found;
}

// Until the mover's value is final.
void PathFinder::Scratch::solve(Cell start) {
  field.reset();
  field.allow(plan.corridor);
  for (const Goal& goal : plan.goals) {
    if (field.allowed(field.tiles().tile_of(goal.cell))) field.add_goal(goal);
  }
  while (!field.advance(1) && field.at(start) > field.settled_below()) {
  }
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
  return sizeof *scratch_ + scratch_->planner.memory_bytes() + scratch_->field.memory_bytes() +
         scratch_->found.path.cells.capacity() * sizeof(Cell);
}

}  // namespace portolan
