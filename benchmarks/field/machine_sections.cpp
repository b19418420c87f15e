// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What the machine makes of it: instruction sets.
#include <algorithm>
#include <memory>

#include <portolan/core/detail/tile_solver.hpp>

#include <support/stats.hpp>

#include "field_runs.hpp"
#include "made_worlds.hpp"
#include "sections.hpp"

namespace portolan::bench {

namespace {

struct Task {
  std::string name;
  std::shared_ptr<const LoadedMap> map;
  ReachedGoal goal;
};

std::vector<Task> tasks() {
  std::vector<Task> tasks;
  for (const char* file : {"cities/Berlin_0_1024", "sc1/TheFrozenSea", "mazes/maze512-4-0"}) {
    const std::string path = std::string("movingai/") + file + ".map";
    if (!std::filesystem::exists(data_file(path))) continue;
    tasks.push_back({file, load_or_throw({file, path}), {}});
  }
  tasks.push_back({"mixed ground, cost 1 to 9", make_world({.walls = 5, .most_cost = 9}), {}});
  for (Task& task : tasks) task.goal = central_goal(task.map->view(), 5);
  return tasks;
}

// All tiles of a map from their first passable cell.
void solve_all(TileSolver& solver, GridView grid) {
  const TileGrid tiles(grid.extent());
  for (std::uint32_t t = 0; t < tiles.tile_count(); ++t) {
    const Rect box = tiles.bounds({t});
    solver.load(grid, tiles, {t});
    for (std::int32_t i = 0; i < box.width * box.height; ++i) {
      const Cell c{box.x + i % box.width, box.y + i / box.width, box.layer};
      if (!grid.passable(c)) continue;
      solver.seed(c, {0});
      break;
    }
    solver.solve();
  }
}

void bench_isa_task(Report& report, const Task& task, int rounds) {
  const GridView grid = task.map->view();
  const TileGrid tiles(grid.extent());
  BucketDijkstra buckets;
  std::vector<std::unique_ptr<TileField>> fields;
  std::vector<std::unique_ptr<TileSolver>> solvers;
  std::vector<Method> methods;
  for (const Isa isa : supported_isas()) {
    TileField& field = *fields.emplace_back(std::make_unique<TileField>(grid, tiles, isa));
    TileSolver& solver = *solvers.emplace_back(std::make_unique<TileSolver>(isa));
    run(field, task.goal.goal);
    if (!equal(field, *fields.front())) return report.wrong(task.name + ", " + std::string(name(isa)));
    methods.push_back({std::string(name(isa)), [&] { run(field, task.goal.goal); }, 1, {}});
    methods.push_back({"tiles", [&, grid] { solve_all(solver, grid); }, 1, {}});
  }
  methods.push_back({"buckets", [&] { buckets.run(grid, {&task.goal.goal, 1}); }, 1, {}});
  run_in_turns(methods, rounds);
  for (std::size_t i = 0; i + 1 < methods.size(); i += 2) {
    report.row({task.name, methods[i].name, methods[i].median_time(), ratio(methods[0], methods[i]),
                ratio(methods.back(), methods[i]), methods[i + 1].median_time() / tiles.tile_count(),
                ratio(methods[1], methods[i + 1])});
  }
}

}  // namespace

void bench_isas(Report& report, const Settings& settings) {
  report.begin_table("isa", "fields of whole maps with directions, and single tiles with their loading",
                     {{"map"},
                      {"isa"},
                      {"us", 0},
                      {"x scalar", 1},
                      {"x buckets", 1},
                      {"us/single tile"},
                      {"x scalar (single)", 1}});
  for (const Task& task : tasks()) bench_isa_task(report, task, settings.full ? 15 : 5);
}

}  // namespace portolan::bench
