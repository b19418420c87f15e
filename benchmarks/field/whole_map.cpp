// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "whole_map.hpp"

#include <algorithm>

#include "heap_dijkstra.hpp"

namespace portolan::bench {

WholeMap::WholeMap(GridView grid, Goal goal, const Choice& choice)
    : grid_(grid),
      goal_(goal),
      distances_(TileField::distances_only(grid, TileGrid(grid.extent()), choice.isa)),
      with_directions_(grid, TileGrid(grid.extent()), choice.isa) {
  if (choice.slow) add_slow(choice);
  if (choice.wavefront) {
    add("wavefront", choice.slow_every, [this] { reference_ = reference_wavefront(grid_, {&goal_, 1}); });
  }
  add("buckets", 1, [this] { buckets_.run(grid_, {&goal_, 1}); });
  add("distances", 1, [this] { run_tiles(distances_); });
  add("tiles", 1, [this] { run_tiles(with_directions_); });
}

void WholeMap::add(const std::string& name, int every, std::function<void()> run) {
  methods_.push_back({name, std::move(run), every, {}, every == 1});
}

void WholeMap::add_slow(const Choice& choice) {
  const int every = choice.slow_every;
  add("boost", every, [this] { reference_ = reference_dijkstra_boost(grid_, {&goal_, 1}); });
  add("boost nc", every, [this] { reference_ = reference_dijkstra_boost_no_color_map(grid_, {&goal_, 1}); });
  add("heap", every, [this] { heap_dijkstra(grid_, goal_, heap_values_); });
  add("fifo", every, [this] { reference_ = reference_fifo(grid_, {&goal_, 1}); });
}

void WholeMap::run_tiles(TileField& field) const {
  field.reset();
  field.add_goal(goal_);
  field.advance();
}

bool WholeMap::equals(const TileField& field) const {
  const Extent extent = grid_.extent();
  for (std::size_t i = 0; i < extent.cell_count(); ++i) {
    const Cell c = extent.cell(i);
    if (field.at(c) != buckets_.at(c)) return false;
    const Direction d = field.direction(c);
    const bool arrives = d == Direction::goal || d == Direction::none;
    if (&field == &with_directions_ && reachable(field.at(c)) && arrives != (c == goal_.cell)) return false;
    if (is_step(d) &&
        (!grid_.can_step(c, d) || field.at(step(c, d)) + grid_.step_cost(c, d) != field.at(c))) {
      return false;
    }
  }
  return true;
}

// The bucket queue first, then the others against it: large maps need no further copy of the answer.
std::string WholeMap::first_wrong() {
  buckets_.run(grid_, {&goal_, 1});
  if (has("boost")) {
    const ReferenceField answer = buckets_.field();
    if (answer != reference_dijkstra_boost(grid_, {&goal_, 1})) return "buckets";
    for (const Method& method : methods_) {
      if (method.name == "buckets" || method.name == "distances" || method.name == "tiles") continue;
      method.run();
      if ((method.name == "heap" ? heap_values_ : reference_.units) != answer.units) return method.name;
    }
  }
  run_tiles(distances_);
  if (!equals(distances_)) return "distances";
  run_tiles(with_directions_);
  return equals(with_directions_) ? "" : "tiles";
}

const Method& WholeMap::method(const std::string& name) const {
  return *std::find_if(methods_.begin(), methods_.end(), [&](const Method& m) { return m.name == name; });
}

bool WholeMap::has(const std::string& name) const {
  return std::any_of(methods_.begin(), methods_.end(), [&](const Method& m) { return m.name == name; });
}

double WholeMap::times_as_long(const std::string& name) const {
  return has(name) ? ratio(method(name), method("tiles")) : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace portolan::bench
