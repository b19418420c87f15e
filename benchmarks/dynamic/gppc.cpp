// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// The public dynamic benchmark (grid-based path planning competition): patches are laid over a free map, and
// ways are asked for between them, with quality `exact`. A first run checks every answer: its path step by
// step, its cost against Dijkstra, its length against the optimum that the benchmark gives. Only then a run
// is timed. A stamp is a patch up to a consistent hierarchy, a query is plan, field and path.
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>

#include <benchmark/benchmark.h>

#include <baselines/reference_field.hpp>
#include <portolan/core/path_check.hpp>
#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/hierarchy.hpp>
#include <portolan/hierarchy/planner.hpp>

#include <support/bench_maps.hpp>
#include <support/gppc.hpp>

namespace portolan {
namespace {

constexpr const char* file = "movingai/gppc_dynamic/dao_arena2.scen";

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

class Replay {
 public:
  /// Told of each answer; false ends the run.
  using Answered = std::function<bool(const Replay&, const test::GppcCommand&, const Result<Path>&)>;

  Replay(const test::GppcScenario& scenario, int levels)
      : scenario_(scenario), world_(scenario.extent, free_ground), profile_(world_.add_profile(ground())) {
    world_.commit();
    hierarchy_.emplace(world_, profile_, HierarchyOptions{.levels = levels, .level_factor = 2});
    planner_.emplace(*hierarchy_);
    field_.emplace(*hierarchy_);
  }

  bool run(const Answered& answered) {
    for (const test::GppcCommand& command : scenario_.commands) {
      const double begin = now();
      if (!command.query) {
        lay(scenario_.patches[command.patch], command.at);
        hierarchy_->apply(world_.commit());
        stamp_seconds_ += now() - begin;
        ++stamps_;
        continue;
      }
      const Plan plan =
          planner_->plan({.agents = {command.at}, .goals = {{command.goal}}, .quality = Quality::exact});
      field_->reset(plan);
      field_->advance();
      const Result<Path> path = walk_down(*field_, grid(), command.at);
      query_seconds_ += now() - begin;
      ++queries_;
      if (answered && !answered(*this, command, path)) return false;
    }
    return true;
  }

  [[nodiscard]] GridView grid() const { return world_.view(profile_); }
  [[nodiscard]] double stamps() const { return stamps_; }
  [[nodiscard]] double queries() const { return queries_; }
  [[nodiscard]] double stamp_seconds() const { return stamp_seconds_; }
  [[nodiscard]] double query_seconds() const { return query_seconds_; }

 private:
  static constexpr TerrainId free_ground = 1;
  static constexpr TerrainId wall = 0;

  static Profile ground() {
    Profile profile;
    profile.cost.fill(impassable);
    profile.cost[free_ground] = 1;
    return profile;
  }

  void lay(const test::GppcPatch& patch, Cell at) {
    for (std::size_t y = 0; y < patch.rows.size(); ++y) {
      for (std::size_t x = 0; x < patch.rows[y].size(); ++x) {
        world_.set_terrain({at.x + static_cast<int>(x), at.y + static_cast<int>(y), at.layer},
                           patch.rows[y][x] == '@' ? wall : free_ground);
      }
    }
  }

  const test::GppcScenario& scenario_;
  World world_;
  ProfileId profile_;
  std::optional<Hierarchy> hierarchy_;
  std::optional<Planner> planner_;
  std::optional<CorridorField> field_;
  double stamps_ = 0;
  double queries_ = 0;
  double stamp_seconds_ = 0;
  double query_seconds_ = 0;
};

bool all_optimal(const test::GppcScenario& scenario, int levels) {
  BucketDijkstra reference;
  return Replay(scenario, levels)
      .run([&](const Replay& replay, const test::GppcCommand& command, const Result<Path>& path) {
        if (!path.ok() || first_fault(replay.grid(), *path)) return false;
        const Goal goal{command.goal};
        reference.run(replay.grid(), {&goal, 1});
        return path->cost == reference.at(command.at) && test::matches_optimum(*path, command.optimum);
      });
}

void gppc(benchmark::State& state) {
  if (!std::filesystem::exists(bench::data_file(file))) {
    return state.SkipWithError("the map is not there; set PORTOLAN_DATA_DIR to the folder with public maps");
  }
  const int levels = static_cast<int>(state.range(0));
  const test::GppcScenario scenario = test::load_gppc(bench::data_file(file));
  if (!all_optimal(scenario, levels)) return state.SkipWithError("wrong answer, not timed");
  double stamps = 0;
  double queries = 0;
  double stamp_seconds = 0;
  double query_seconds = 0;
  for (auto _ : state) {
    Replay replay(scenario, levels);
    replay.run({});
    stamps += replay.stamps();
    queries += replay.queries();
    stamp_seconds += replay.stamp_seconds();
    query_seconds += replay.query_seconds();
  }
  const auto runs = static_cast<double>(state.iterations());
  state.counters["stamps"] = stamps / runs;
  state.counters["queries_all_optimal"] = queries / runs;
  state.counters["us_per_stamp"] = stamp_seconds / stamps * 1e6;
  state.counters["us_per_query"] = query_seconds / queries * 1e6;
}
BENCHMARK(gppc)->ArgName("levels")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace portolan
