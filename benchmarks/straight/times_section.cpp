// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <stdexcept>
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

constexpr int turns = 5, corridor_turns = 9;

// Of this thread, so that a busy machine does not count.
template <class Run>
double cpu_microseconds(Run&& run) {
  const auto now = [] {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_nsec) / 1e3;
  };
  const double start = now();
  run();
  return now() - start;
}

struct Times {
  double octile = 0, straight = 0;              // microseconds
  double octile_least = 0, straight_least = 0;  // the same, of the least of the turns
  double octile_plan = 0, straight_plan = 0;    // of these, for the plan
  double octile_bytes = 0, straight_bytes = 0;
  double headings = 0, together = 0;  // millions of them looked up in a second, by itself and with others
};

// Random ones that are off walls, all over the map.
std::vector<PathPoint> positions_on(const StraightField& field, const LoadedMap& map, std::size_t count) {
  Dice dice(3);
  std::vector<PathPoint> positions;
  while (positions.size() < count) {
    const Cell c = dice.passable_cell(map.view());
    const Vec2 off{static_cast<float>(dice.below(96)) / 128 + 0.125F,
                   static_cast<float>(dice.below(96)) / 128 + 0.125F};
    positions.push_back({Vec2{static_cast<float>(c.x), static_cast<float>(c.y)} + off, c.layer});
  }
  // An agent asks beside where it asked before; those of a crowd stand together.
  std::sort(positions.begin(), positions.end(), [&](const PathPoint& a, const PathPoint& b) {
    const auto tile = [&](const PathPoint& p) { return field.tiles().tile_of(cell_at(p.at, p.layer)); };
    return tile(a) < tile(b);
  });
  return positions;
}

// As many at once as a host might have in a group.
constexpr std::size_t asked_together = 256;

void look_together(const StraightField& field, std::span<const PathPoint> positions,
                   std::span<Heading> headings) {
  for (std::size_t i = 0; i < positions.size(); i += asked_together)
    field.headings(positions.subspan(i, asked_together), headings.subspan(i, asked_together));
}

void time_headings(const StraightField& field, const LoadedMap& map, Times& times) {
  constexpr std::size_t count = std::size_t{1} << 18U;
  const std::vector<PathPoint> positions = positions_on(field, map, count);
  std::vector<Heading> together(count);
  look_together(field, positions, together);
  for (std::size_t i = 0; i < count; ++i) {
    if (field.heading(positions[i].at, positions[i].layer).direction != together[i].direction)
      throw std::logic_error("a heading is the same, asked for by itself or with others");
  }
  std::vector<double> alone_times, together_times;
  float sum = 0;
  for (int turn = 0; turn < turns; ++turn) {
    alone_times.push_back(cpu_microseconds([&] {
      for (const PathPoint& p : positions) sum += field.heading(p.at, p.layer).direction.x;
    }));
    together_times.push_back(cpu_microseconds([&] { look_together(field, positions, together); }));
  }
  if (std::isnan(sum)) throw std::logic_error("a heading is a number");
  times.headings = static_cast<double>(count) / median(alone_times);
  times.together = static_cast<double>(count) / median(together_times);
}

// Plans and corridor fields for one kind of heading; of each query some turns.
struct CorridorTimes {
  std::vector<double> plan, all, least_plan, least;  // the first two of the query under way

  void take(Planner& planner, const PlanRequest& request, CorridorField& field) {
    Plan made;
    plan.push_back(cpu_microseconds([&] { made = planner.plan(request); }));
    all.push_back(plan.back() + cpu_microseconds([&] {
                    field.reset(made);
                    field.advance();
                  }));
  }
  // The median of the query's turns.
  double end_query() {
    least_plan.push_back(*std::min_element(plan.begin(), plan.end()));
    least.push_back(*std::min_element(all.begin(), all.end()));
    const double typical = median(all);
    plan.clear();
    all.clear();
    return typical;
  }
};

// Medians over the queries of the median of some turns each, and of the least of them, which hardly feels
// what else the machine does.
Times time_corridors(const LoadedMap& map, int queries) {
  const Hierarchy hierarchy(map.world, map.profile);
  Planner planner(hierarchy);
  CorridorField octile(hierarchy), straight(hierarchy, Headings::any_angle);
  Dice dice(7);
  std::vector<double> octile_times, straight_times;
  CorridorTimes a, b;
  while (queries > 0) {
    const Cell from = dice.passable_cell(map.view()), to = dice.passable_cell(map.view());
    if (!hierarchy.can_reach(from, to)) continue;
    --queries;
    PlanRequest request;
    request.agents = {from};
    request.goals = {{to}};
    for (int turn = 0; turn < corridor_turns; ++turn) {
      request.headings = Headings::octile;
      a.take(planner, request, octile);
      request.headings = Headings::any_angle;
      b.take(planner, request, straight);
    }
    octile_times.push_back(a.end_query());
    straight_times.push_back(b.end_query());
  }
  Times times;
  times.octile = median(octile_times);
  times.straight = median(straight_times);
  times.octile_least = median(a.least);
  times.straight_least = median(b.least);
  times.octile_plan = median(a.least_plan);
  times.straight_plan = median(b.least_plan);
  times.octile_bytes = static_cast<double>(octile.memory_bytes());
  times.straight_bytes = static_cast<double>(straight.memory_bytes());
  return times;
}

Times time_whole(const LoadedMap& map) {
  const GridView grid = map.view();
  const TileGrid tiles(grid.extent());
  const Goal goal = central_goal(grid, 3).goal;
  TileField octile(grid, tiles);
  StraightField straight(grid, tiles);
  std::vector<double> a, b;
  for (int turn = 0; turn < turns; ++turn) {
    a.push_back(cpu_microseconds([&] {
      octile.reset();
      octile.add_goal(goal);
      octile.advance();
    }));
    b.push_back(cpu_microseconds([&] {
      straight.reset();
      straight.allow_all();
      straight.add_goal(goal);
      straight.advance();
    }));
  }
  Times times;
  times.octile = median(a);
  times.straight = median(b);
  times.octile_bytes = static_cast<double>(octile.memory_bytes());
  times.straight_bytes = static_cast<double>(straight.memory_bytes());
  time_headings(straight, map, times);
  return times;
}

}  // namespace

void bench_times(Report& report, const Settings& settings) {
  std::vector<std::pair<std::string, Times>> corridors, whole;
  const auto time = [&](const std::string& name, const MapSpec& spec) {
    const auto loaded = load_or_throw(spec);
    corridors.emplace_back(name, time_corridors(*loaded, settings.full ? 200 : 50));
    whole.emplace_back(name, time_whole(*loaded));
  };
  for (const DevMap& map : dev_maps(settings.maps)) {
    if (settings.maps.empty() && map.set != "sc1" && map.set != "cities") continue;
    time(map.set + "/" + map.name, {map.name, map.file});
  }
  for (const MapSpec& map : weighted_maps(settings)) time(map.name + ", costs", map);
  report.begin_table("times.corridor", "plan and corridor field, microseconds of the processor",
                     {{"map"}, {"octile us", 0}, {"any angle us", 0}, {"times"}, {"memory, times"}});
  for (const auto& [map, times] : corridors) {
    report.row({map, times.octile, times.straight, times.straight / times.octile,
                times.straight_bytes / times.octile_bytes});
  }
  report.begin_table("times.least", "the same, the least of nine turns of each query, and the plans in it",
                     {{"map"},
                      {"octile us", 1},
                      {"octile plan us", 1},
                      {"any angle us", 1},
                      {"any angle plan us", 1},
                      {"times"}});
  for (const auto& [map, times] : corridors) {
    report.row({map, times.octile_least, times.octile_plan, times.straight_least, times.straight_plan,
                times.straight_least / times.octile_least});
  }
  report.begin_table("times.whole",
                     "a field of the whole map, microseconds of the processor; millions of headings a second",
                     {{"map"},
                      {"octile us", 0},
                      {"any angle us", 0},
                      {"times"},
                      {"memory, times"},
                      {"headings", 1},
                      {"together", 1}});
  for (const auto& [map, times] : whole) {
    report.row({map, times.octile, times.straight, times.straight / times.octile,
                times.straight_bytes / times.octile_bytes, times.headings, times.together});
  }
}

}  // namespace portolan::bench
