// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Fields over a whole map, the plain ways against the tile field: one goal in the largest part of the map.
// Each field is compared with Boost.Graph's Dijkstra cell by cell before it is timed.
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include <benchmark/benchmark.h>

#include <baselines/reference_field.hpp>
#include <portolan/core/tile_field.hpp>

#include <support/bench_maps.hpp>

namespace portolan {
namespace {

/// A map with the question that is asked of it and the right answer.
struct Task {
  std::shared_ptr<const bench::LoadedMap> map;
  Goal goal;
  ReferenceField answer;
  std::size_t reachable_cells = 0;
  bool one_cost = true;
};

/// The passable cell nearest to the middle from which at least half of what is passable can be reached.
bool find_goal(Task& task) {
  const GridView grid = task.map->view();
  const Extent extent = grid.extent();
  std::size_t passable = 0;
  for (std::size_t i = 0; i < extent.cell_count(); ++i) passable += grid.passable(extent.cell(i)) ? 1U : 0U;
  BucketDijkstra search;
  for (int ring = 0; ring < extent.width / 2; ring += 7) {
    for (int i = 0; i < step_count; ++i) {
      const auto d = static_cast<std::size_t>(i);
      task.goal.cell = {extent.width / 2 + ring * step_dx[d], extent.height / 2 + ring * step_dy[d], 0};
      if (!grid.passable(task.goal.cell)) continue;
      search.run(grid, {&task.goal, 1});
      task.reachable_cells = 0;
      for (std::size_t c = 0; c < extent.cell_count(); ++c) {
        task.reachable_cells += reachable(search.at(extent.cell(c))) ? 1U : 0U;
      }
      if (task.reachable_cells * 2 >= passable) return true;
    }
  }
  return false;
}

std::variant<Task, std::string> make_task(const bench::MapSpec& spec) {
  auto loaded = bench::load(spec);
  if (const auto* why = std::get_if<std::string>(&loaded)) return *why;
  Task task;
  task.map = std::get<0>(loaded);
  task.one_cost = !spec.weighted;
  if (!find_goal(task)) return "no goal from which half of the map can be reached";
  task.answer = reference_dijkstra_boost(task.map->view(), {&task.goal, 1});
  return task;
}

/// Benchmarks of one map follow one another, so remembering the last one is enough.
const std::variant<Task, std::string>& task_of(const bench::MapSpec& spec) {
  static std::string name;
  static std::variant<Task, std::string> last;
  if (name != spec.name) {
    last = make_task(spec);
    name = spec.name;
  }
  return last;
}

/// Times run() if check() finds its answer right.
template <class Run, class Check>
void verify_and_time(benchmark::State& state, const Task& task, Run&& run, Check&& check) {
  run();
  if (!check()) return state.SkipWithError("wrong answer, not timed");
  for (auto unused : state) {
    static_cast<void>(unused);
    run();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(task.reachable_cells));
}

using Reference = ReferenceField (*)(GridView, std::span<const Goal>, const TileMask*);

void time_reference(benchmark::State& state, const Task& task, Reference reference) {
  ReferenceField field;
  verify_and_time(
      state, task,
      [&] {
        field = reference(task.map->view(), {&task.goal, 1}, nullptr);
      },
      [&] { return field == task.answer; });
}

void boost_dijkstra(benchmark::State& state, const Task& task) {
  time_reference(state, task, reference_dijkstra_boost);
}

void boost_no_color_map(benchmark::State& state, const Task& task) {
  time_reference(state, task, reference_dijkstra_boost_no_color_map);
}

void fifo(benchmark::State& state, const Task& task) { time_reference(state, task, reference_fifo); }

void wavefront(benchmark::State& state, const Task& task) {
  if (!task.one_cost) return state.SkipWithError("needs ground of one cost");
  time_reference(state, task, reference_wavefront);
}

// Steps are no distances; what must hold is that the same cells are reached and that no way has fewer steps.
void wavefront_steps(benchmark::State& state, const Task& task) {
  ReferenceField field;
  verify_and_time(
      state, task,
      [&] {
        field = reference_wavefront_steps(task.map->view(), {&task.goal, 1});
      },
      [&] {
        for (std::size_t i = 0; i < field.units.size(); ++i) {
          const bool reached = field.units[i] != unreachable.units;
          if (reached != (task.answer.units[i] != unreachable.units)) return false;
          if (reached && field.units[i] * 24 > task.answer.units[i]) return false;
        }
        return true;
      });
}

void bucket_dijkstra(benchmark::State& state, const Task& task) {
  BucketDijkstra search;
  verify_and_time(
      state, task,
      [&] {
        search.run(task.map->view(), {&task.goal, 1});
      },
      [&] { return search.field() == task.answer; });
}

void time_tile_field(benchmark::State& state, const Task& task, bool directions) {
  const TileGrid tiles(task.map->world.extent());
  TileField field =
      directions ? TileField(task.map->view(), tiles) : TileField::distances_only(task.map->view(), tiles);
  const auto run = [&] {
    field.reset();
    field.add_goal(task.goal);
    field.advance();
  };
  verify_and_time(state, task, run, [&] {
    for (std::size_t i = 0; i < task.answer.units.size(); ++i) {
      if (field.at(task.answer.extent.cell(i)).units != task.answer.units[i]) return false;
    }
    return true;
  });
}

void tile_field(benchmark::State& state, const Task& task) { time_tile_field(state, task, false); }

void tile_field_directions(benchmark::State& state, const Task& task) { time_tile_field(state, task, true); }

struct Method {
  const char* name;
  void (*body)(benchmark::State&, const Task&);
};
constexpr Method methods[]{
    {"boost_dijkstra", boost_dijkstra},   {"boost_no_color_map", boost_no_color_map},
    {"bucket_dijkstra", bucket_dijkstra}, {"wavefront", wavefront},
    {"wavefront_steps", wavefront_steps}, {"fifo", fifo},
    {"tile_field", tile_field},           {"tile_field_directions", tile_field_directions}};

bool register_all() {
  for (const bench::MapSpec& spec : bench::standard_maps()) {
    for (const Method& method : methods) {
      const auto body = method.body;
      benchmark::RegisterBenchmark((spec.name + "/" + method.name).c_str(), [spec,
                                                                             body](benchmark::State& state) {
        const auto& task = task_of(spec);
        if (const auto* why = std::get_if<std::string>(&task)) {
          state.SkipWithError(why->c_str());
        } else {
          body(state, std::get<Task>(task));
        }
      })->Unit(benchmark::kMillisecond);
    }
  }
  return true;
}

[[maybe_unused]] const bool registered = register_all();

}  // namespace
}  // namespace portolan
