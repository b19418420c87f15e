// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Plans in time among obstacles that move: what a forecast costs, what a search costs, and how many nodes it
// opens. Every way is checked against the forecast step by step before anything is timed.
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include <portolan/core/tile_field.hpp>
#include <portolan/dynamic/obstacles.hpp>
#include <portolan/dynamic/time_plan.hpp>

#include "live_map.hpp"

namespace portolan {
namespace {

constexpr int side = 1024;
constexpr int start_count = 64;
constexpr TimeStep per_tick = 8;
constexpr double tick = 0.1;
constexpr Pace pace{8000, 8160};  // 4 cells per second, less 15 %

struct MeetingScene {
  explicit MeetingScene(int obstacles, TimeStep horizon_seconds)
      : map(bench::live_map(side)), field(make_field()) {
    bench::Numbers numbers(3);
    for (int k = 0; k < obstacles; ++k) {
      const Vec2 at = centre_of(bench::passable_cell(map.view(), numbers));
      const Vec2 to = numbers.below(2) == 0 ? Vec2{at.x + 40, at.y} : Vec2{at.x, at.y + 40};
      courses.push_back(Course::waypoints(std::vector<Vec2>{at, to}, 2, Repeat::there_and_back));
    }
    while (starts.size() < start_count) {
      const Cell c = bench::passable_cell(map.view(), numbers);
      if (reachable(field.at(c))) starts.push_back(c);
    }
    horizon = horizon_seconds * 10 * per_tick;
    foresee();
  }

  TileField make_field() {
    bench::Numbers numbers(1);
    TileField made(map.view(), map.hierarchy->sectors());
    made.add_goal({bench::passable_cell(map.view(), numbers), {}});
    made.advance();
    return made;
  }

  void foresee() {
    forecast.reset(map.world->extent(), {0, horizon}, {per_tick, tick, 3 * per_tick});
    for (const Course& course : courses) forecast.add_script(course, {}, disc, 0, 0);
    forecast.finish();
  }

  // Standing on a cell and going to the next, nothing may be there; legal steps in the right time only.
  [[nodiscard]] std::string fault(const TimePlan& plan) const {
    const GridView grid = map.view();
    for (std::size_t k = 0; k < plan.path.size(); ++k) {
      const TimedCell& at = plan.path[k];
      for (TimeStep t = at.arrive; t <= at.leave; ++t) {
        if (forecast.blocked(at.cell, t)) return "is hit where it stands";
      }
      if (k + 1 == plan.path.size()) break;
      const Cell to = plan.path[k + 1].cell;
      const int dx = to.x - at.cell.x, dy = to.y - at.cell.y;
      const bool diagonal = dx != 0 && dy != 0;
      const TimeStep units = (diagonal ? 17 : 12) * (grid.cost(at.cell) + grid.cost(to));
      const TimeStep steps = (units * pace.steps + pace.units - 1) / pace.units;
      if (dx * dx > 1 || dy * dy > 1 || at.leave + steps != plan.path[k + 1].arrive) return "is no step";
      for (const Cell c : {at.cell, to, Cell{to.x, at.cell.y, 0}, Cell{at.cell.x, to.y, 0}}) {
        if (!grid.passable(c)) return "goes through a wall";
        for (TimeStep t = at.leave; t < at.leave + steps; ++t) {
          if (forecast.blocked(c, t)) return "is hit on the move";
        }
      }
    }
    return "";
  }

  bench::LiveMap& map;
  TileField field;
  Footprint disc = Footprint::disc(2);
  std::vector<Course> courses;
  std::vector<Cell> starts;
  TimeStep horizon = 0;
  Forecast forecast;
};

void time_plan(benchmark::State& state) {
  MeetingScene scene(static_cast<int>(state.range(0)), state.range(1));
  TimePlanner planner;
  std::uint64_t nodes = 0, most = 0, planned = 0;
  for (const Cell& start : scene.starts) {
    const TimePlan plan = planner.plan(scene.field, scene.forecast, {start, pace});
    const std::string fault = scene.fault(plan);
    if (!fault.empty()) return state.SkipWithError(("an agent " + fault).c_str());
    if (plan.path.empty()) continue;
    nodes += plan.nodes_opened;
    most = std::max(most, plan.nodes_opened);
    ++planned;
  }
  if (planned < start_count / 2) return state.SkipWithError("hardly anybody finds a way");
  std::size_t k = 0;
  for (auto _ : state) {
    const TimePlan plan = planner.plan(scene.field, scene.forecast, {scene.starts[k], pace});
    benchmark::DoNotOptimize(plan.arrival);
    k = (k + 1) % scene.starts.size();
  }
  state.counters["nodes"] = static_cast<double>(nodes) / static_cast<double>(planned);
  state.counters["most_nodes"] = static_cast<double>(most);
  state.counters["planned"] = static_cast<double>(planned);
  state.counters["cells_blocked"] = static_cast<double>(scene.forecast.cell_count());
}
BENCHMARK(time_plan)
    ->ArgNames({"obstacles", "horizon"})
    ->ArgsProduct({{0, 100, 1000, 4000}, {10, 20, 40}})
    ->Unit(benchmark::kMicrosecond);

void forecast(benchmark::State& state) {
  MeetingScene scene(static_cast<int>(state.range(0)), state.range(1));
  for (auto _ : state) scene.foresee();
  state.counters["cells_blocked"] = static_cast<double>(scene.forecast.cell_count());
}
BENCHMARK(forecast)
    ->ArgNames({"obstacles", "horizon"})
    ->ArgsProduct({{100, 1000}, {10, 40}})
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace portolan
