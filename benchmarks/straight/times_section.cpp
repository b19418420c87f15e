// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <vector>

#include <portolan/core/straight_field.hpp>
#include <portolan/core/tile_field.hpp>
#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/planner.hpp>

#include <support/bench_maps.hpp>
#include <support/dev_maps.hpp>
#include <support/stats.hpp>

#include "sections.hpp"

namespace portolan::bench {

namespace {

constexpr int turns = 5;

struct Times {
  double octile = 0, straight = 0;  // microseconds
  double octile_bytes = 0, straight_bytes = 0;
};

// Plan and corridor field, medians over the queries of the median of some turns each.
Times time_corridors(const LoadedMap& map, int queries) {
  const Hierarchy hierarchy(map.world, map.profile);
  Planner planner(hierarchy);
  CorridorField octile(hierarchy), straight(hierarchy, Headings::any_angle);
  Dice dice(7);
  std::vector<double> octile_times, straight_times;
  const auto time = [&](const PlanRequest& request, CorridorField& field) {
    return microseconds([&] {
      field.reset(planner.plan(request));
      field.advance();
    });
  };
  while (queries > 0) {
    const Cell from = dice.passable_cell(map.view()), to = dice.passable_cell(map.view());
    if (!hierarchy.can_reach(from, to)) continue;
    --queries;
    PlanRequest request;
    request.agents = {from};
    request.goals = {{to}};
    std::vector<double> a, b;
    for (int turn = 0; turn < turns; ++turn) {
      a.push_back(time(request, octile));
      b.push_back(time(request, straight));
    }
    octile_times.push_back(median(a));
    straight_times.push_back(median(b));
  }
  return {median(octile_times), median(straight_times), static_cast<double>(octile.memory_bytes()),
          static_cast<double>(straight.memory_bytes())};
}

Times time_whole(const LoadedMap& map) {
  const GridView grid = map.view();
  const TileGrid tiles(grid.extent());
  const Goal goal = central_goal(grid, 3).goal;
  TileField octile(grid, tiles);
  StraightField straight(grid, tiles);
  std::vector<double> a, b;
  for (int turn = 0; turn < turns; ++turn) {
    a.push_back(microseconds([&] {
      octile.reset();
      octile.add_goal(goal);
      octile.advance();
    }));
    b.push_back(microseconds([&] {
      straight.reset();
      straight.allow_all();
      straight.add_goal(goal);
      straight.advance();
    }));
  }
  return {median(a), median(b), static_cast<double>(octile.memory_bytes()),
          static_cast<double>(straight.memory_bytes())};
}

}  // namespace

void bench_times(Report& report, const Settings& settings) {
  std::vector<std::pair<std::string, Times>> corridors, whole;
  for (const DevMap& map : dev_maps(settings.maps)) {
    if (settings.maps.empty() && map.set != "sc1" && map.set != "cities") continue;
    const auto loaded = load_or_throw({map.name, map.file});
    corridors.emplace_back(map.set + "/" + map.name, time_corridors(*loaded, settings.full ? 200 : 50));
    whole.emplace_back(map.set + "/" + map.name, time_whole(*loaded));
  }
  for (const auto* table : {&corridors, &whole}) {
    report.begin_table(
        table == &whole ? "times.whole" : "times.corridor",
        table == &whole ? "a field of the whole map, microseconds" : "plan and corridor field, microseconds",
        {{"map"}, {"octile us", 0}, {"any angle us", 0}, {"times"}, {"memory, times"}});
    for (const auto& row : *table) {
      const Times& times = row.second;
      report.row({row.first, times.octile, times.straight, times.straight / times.octile,
                  times.straight_bytes / times.octile_bytes});
    }
  }
}

}  // namespace portolan::bench
