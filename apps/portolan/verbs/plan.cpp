// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <chrono>
#include <iostream>
#include <optional>
#include <string>
#include <utility>

#include <portolan/config/detail/npy_file.hpp>
#include <portolan/core/curve_bound.hpp>
#include <portolan/core/path.hpp>
#include <portolan/core/path_check.hpp>
#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/path_finder.hpp>
#include <portolan/hierarchy/planner.hpp>

#include "boards/board_verbs.hpp"
#include "json_out.hpp"
#include "map_at_hand.hpp"
#include "outputs.hpp"
#include "picture.hpp"
#include "terminal.hpp"
#include "verbs.hpp"

namespace portolan::tool {
namespace {

struct Answer {
  Plan plan;
  Path path;          // empty where there is none
  Polyline polyline;  // the same
  double length_bound = 0;
  double build_ms = 0;
  double search_us = 0;
  double field_us = 0;
  std::uint64_t tiles_solved = 0;
};

// Milliseconds since the last call.
class Lap {
 public:
  double ms() {
    const auto now = std::chrono::steady_clock::now();
    const double passed = std::chrono::duration<double, std::milli>(now - begin_).count();
    begin_ = now;
    return passed;
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

Json json_of(const Answer& answer) {
  Json path = Json::array();
  for (const Cell c : answer.path.cells) path.push_back(to_json(c));
  Json polyline = Json::array();
  for (const PathPoint& p : answer.polyline.points) polyline.push_back({p.at.x, p.at.y, p.layer});
  const bool has_path = !answer.path.cells.empty();
  Json json{{"outcome", name(answer.plan.outcome)},
            {"cost", has_path ? to_json(answer.path.cost) : Json()},
            {"lower_bound", answer.plan.lower_bound.units},
            {"path", path},
            {"polyline", polyline},
            {"length", has_path ? Json(answer.polyline.length) : Json()},
            {"length_bound", has_path ? Json(answer.length_bound) : Json()},
            {"tiles_solved", answer.tiles_solved},
            {"nodes_opened", answer.plan.nodes_opened},
            {"corridor_sectors", answer.plan.corridor.size()},
            {"quality", name(answer.plan.quality.kind)},
            {"build_ms", answer.build_ms},
            {"search_us", answer.search_us},
            {"field_us", answer.field_us}};
  if (answer.plan.outcome == Outcome::partial) json["nearest"] = to_json(answer.plan.nearest);
  return json;
}

std::string in_steps(Distance d) { return grouped(d.units) + " units (" + fixed(in_cells(d), 1) + " steps)"; }

void print(const Answer& answer) {
  std::cout << "outcome      " << name(answer.plan.outcome) << '\n';
  if (answer.plan.outcome == Outcome::partial) {
    std::cout << "nearest      " << text_of(answer.plan.nearest)
              << " is the reachable cell nearest to the goal\n";
  }
  if (!answer.path.cells.empty()) {
    std::cout << "cost         " << in_steps(answer.path.cost) << '\n'
              << "lower bound  " << in_steps(answer.plan.lower_bound) << '\n'
              << "straight     " << fixed(answer.polyline.length, 2)
              << " cells times cost at any angle, with " << counted(answer.polyline.points.size(), "point")
              << "; no curve is below " << fixed(answer.length_bound, 2) << '\n';
  }
  std::cout << "work         " << counted(answer.plan.nodes_opened, "portal") << " opened, "
            << counted(answer.tiles_solved, "tile") << " solved in a corridor of "
            << counted(answer.plan.corridor.size(), "sector") << '\n'
            << "time         hierarchy " << fixed(answer.build_ms, 1) << " ms, search "
            << fixed(answer.search_us, 0) << " us, field " << fixed(answer.field_us, 0) << " us\n";
  if (answer.path.cells.empty()) return;
  std::cout << "path         " << counted(answer.path.cells.size(), "cell") << '\n';
  constexpr std::size_t per_line = 12;
  for (std::size_t i = 0; i < answer.path.cells.size(); ++i) {
    const bool last = i % per_line == per_line - 1 || i + 1 == answer.path.cells.size();
    std::cout << (i % per_line == 0 ? "  " : "") << text_of(answer.path.cells[i]) << (last ? "\n" : " ");
  }
}

// What no curve that goes where the polyline does costs less than. Of a baked map only what the plan needs is
// read, so that there it is the straight line.
double bound_of(const MapAtHand& map, const Hierarchy& hierarchy, const Path& path) {
  constexpr std::uint64_t most_corners = 100000;  // a second or two
  constexpr std::size_t most_cells = std::size_t{1} << 26U;
  CurveBound bound(map.grid(), hierarchy.least_cost());
  const bool small = map.baked == nullptr && map.world.extent().cell_count() <= most_cells;
  return bound.between(path.cells.front(), path.cells.back(), small ? most_corners : 0);
}

// Says on stderr what the outcome alone does not tell.
void explain(const MapAtHand& map, const PlanOptions& options) {
  const GridView grid = map.grid();
  for (const auto& [what, cell] : {std::pair{"start", options.from}, std::pair{"goal", options.to}}) {
    if (!grid.contains(cell)) {
      say(std::string(what) + " " + text_of(cell) + " lies outside the map, which is " +
          text_of(grid.extent()));
    } else if (grid.passable(cell)) {
      continue;
    } else if (const TerrainId ground = map.world.terrain(cell);
               options.map.profile.cost[ground] != impassable) {
      say(std::string(what) + " " + text_of(cell) + " has too little room around it for a clearance of " +
          std::to_string(options.map.profile.clearance));
    } else {
      say(std::string(what) + " " + text_of(cell) + " lies on impassable ground '" +
          static_cast<char>(ground) + "'");
    }
  }
}

// Without a path the field knows nothing, and there is nothing to write.
std::optional<Error> save_arrays(const PlanOptions& options, const Extent& extent, const CorridorField& field,
                                 bool has_path) {
  if (!has_path && !(options.distances.empty() && options.directions.empty()))
    return Error{options.map.file.string(), 0, 0, "", "no path, so that there is no field to write"};
  std::optional<Error> error;
  if (!options.distances.empty()) error = write_distances(field, extent, options.distances);
  if (!error && !options.directions.empty()) error = write_directions(field, extent, options.directions);
  return error;
}

}  // namespace

Exit plan(const PlanOptions& options) {
  if (const auto error = overwrites({options.map.file}, {options.png, options.distances, options.directions}))
    return bad_input(*error);
  if (const auto* const format = detail::graph_format_of(options.map.file))
    return board_plan(options, *format);
  const Result<MapAtHand> map = open_map(options.map);
  if (!map) return bad_input(map.error());
  Answer answer;
  Lap lap;
  const Hierarchy hierarchy = build_hierarchy(*map, options.map);
  answer.build_ms = lap.ms();
  Planner planner(hierarchy);
  CorridorField field(hierarchy);
  lap.ms();
  answer.plan = planner.plan({.agents = {options.from}, .goals = {{options.to}}, .quality = options.quality});
  answer.search_us = lap.ms() * 1000;
  const bool has_path = answer.plan.outcome == Outcome::complete || answer.plan.outcome == Outcome::partial;
  if (has_path) {
    field.reset(answer.plan);
    field.advance();
    answer.field_us = lap.ms() * 1000;
    answer.tiles_solved = field.tiles_solved();
    Result<Path> path = walk_down(field, map->grid(), options.from);
    const auto fault = path ? first_fault(map->grid(), *path) : path.error().text();
    if (fault) {
      if (const auto damage = map->damage()) return bad_input(*damage);
      say("the path is wrong, which is a fault of this program: " + *fault);
      return Exit::not_met;
    }
    answer.path = std::move(*path);
    PathFinder finder(hierarchy);
    (void)finder.find({.agents = {options.from},
                       .goals = {{answer.path.cells.back()}},
                       .quality = options.quality,
                       .headings = Headings::any_angle});
    answer.polyline = finder.polyline();
    answer.length_bound = bound_of(*map, hierarchy, answer.path);
  }
  if (const auto damage = map->damage()) return bad_input(*damage);
  if (!options.png.empty()) {
    const auto error =
        save_plan_picture(options.png, *map, answer.plan, field, answer.path.cells, options.from, options.to);
    if (error) return bad_input(*error);
  }
  if (const auto error = save_arrays(options, map->world.extent(), field, has_path)) return bad_input(*error);
  if (options.json) {
    std::cout << to_text(json_of(answer));
  } else {
    print(answer);
  }
  explain(*map, options);
  return answer.plan.outcome == Outcome::complete ? Exit::ok : Exit::not_met;
}

}  // namespace portolan::tool
