// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Moving obstacles against live fields. Every obstacle is a disc that moves one cell per tick. A tick is:
// obstacles move, commit, hierarchy, notices to the watchers of all fields' regions, repair of the fields.
// That needs sectors only. With `settle` each tick also brings the upper levels, reachability and bounds up
// to date, as the first new search after the commit would. The counters split the time of a tick. After the
// timing every field is compared with one recomputed on its corridor.
#include <algorithm>
#include <chrono>
#include <deque>
#include <memory>
#include <vector>

#include <benchmark/benchmark.h>

#include <portolan/core/octile.hpp>
#include <portolan/core/tile_field.hpp>
#include <portolan/dynamic/obstacles.hpp>
#include <portolan/dynamic/order.hpp>
#include <portolan/dynamic/regions.hpp>

#include "live_map.hpp"

namespace portolan {
namespace {

constexpr int field_count = 200;

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct LiveOrder {
  LiveOrder(const Hierarchy& hierarchy, Cell from, Cell to) : order(hierarchy, {{to, {}}}), agents{from} {}
  Order order;
  std::vector<Cell> agents;
  WatcherId watcher;
};

struct Scene {
  Scene(int side, int obstacle_count, int longest_path)
      : map(bench::live_map(side)),
        planner(*map.hierarchy),
        watch(map.world->extent(), map.profile, 64),
        numbers(5) {
    for (int k = 0; k < obstacle_count; ++k) add_obstacle();
    map.hierarchy->apply(map.world->commit());
    while (static_cast<int>(orders.size()) < field_count) add_order(longest_path);
  }
  ~Scene() {
    for (const ObstacleId id : obstacles.all()) obstacles.remove(*map.world, id);
    map.hierarchy->apply(map.world->commit());
    map.hierarchy->settle();
  }
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  // To and fro over 60 cells, along x or y, so that each tick brings it to another cell.
  void add_obstacle() {
    const Cell c = bench::passable_cell(map.view(), numbers);
    const Vec2 from = centre_of(c);
    const Vec2 to = numbers.below(2) == 0 ? Vec2{from.x + 60, from.y} : Vec2{from.x, from.y + 60};
    ObstacleSpec spec;
    spec.shape = Footprint::disc(2);
    spec.course = Course::waypoints(std::vector<Vec2>{from, to}, 1, Repeat::there_and_back);
    obstacles.add(*map.world, spec);
  }

  void add_order(int longest_path) {
    const Cell from = bench::passable_cell(map.view(), numbers);
    const Cell to = bench::passable_cell(map.view(), numbers);
    const bool near =
        longest_path == 0 || octile_distance(from, to).units <= static_cast<std::uint64_t>(longest_path) * 24;
    if (!near || !map.hierarchy->can_reach(from, to)) return;
    LiveOrder& order = orders.emplace_back(*map.hierarchy, from, to);
    order.order.update(planner, order.agents);
    std::vector<RegionId> regions;
    for (const SectorId sector : order.order.plan().corridor) {
      regions.push_back(watch.region_of(map.hierarchy->sectors().origin(sector)));
    }
    std::sort(regions.begin(), regions.end());
    regions.erase(std::unique(regions.begin(), regions.end()), regions.end());
    order.watcher = watch.watch(regions);
  }

  void tick(bool settle) {
    double at = seconds();
    const auto lap = [&at](double& sum) {
      const double now = seconds();
      sum += now - at;
      at = now;
    };
    obstacles.advance(*map.world, 1);
    const Commit commit = map.world->commit();
    lap(commit_seconds);
    sectors += map.hierarchy->apply(commit).sectors.size();
    lap(apply_seconds);
    watch.record(commit);
    notices += watch.collect(++ticks).size();
    lap(notice_seconds);
    for (LiveOrder& order : orders) order.order.update(planner, order.agents);
    lap(field_seconds);
    if (settle) map.hierarchy->settle();
    lap(settle_seconds);
  }

  [[nodiscard]] bool fields_are_exact() const {
    for (const LiveOrder& order : orders) {
      TileField fresh(map.view(), map.hierarchy->sectors());
      fresh.allow(order.order.field().corridor());
      for (const Goal& goal : order.order.field().goals()) fresh.add_goal(goal);
      fresh.advance();
      for (const SectorId sector : order.order.field().corridor()) {
        const Rect box = map.hierarchy->sectors().bounds(sector);
        for (int y = 0; y < box.height; ++y) {
          for (int x = 0; x < box.width; ++x) {
            const Cell c{box.x + x, box.y + y, box.layer};
            if (fresh.at(c) != order.order.field().at(c)) return false;
          }
        }
      }
    }
    return true;
  }

  bench::LiveMap& map;
  Planner planner;
  RegionWatch watch;
  bench::Numbers numbers;
  Obstacles obstacles;
  std::deque<LiveOrder> orders;  // addresses last
  std::uint64_t ticks = 0;
  std::uint64_t sectors = 0;
  std::uint64_t notices = 0;
  double commit_seconds = 0;
  double apply_seconds = 0;
  double notice_seconds = 0;
  double field_seconds = 0;
  double settle_seconds = 0;
};

void obstacle_tick(benchmark::State& state) {
  Scene scene(static_cast<int>(state.range(0)), static_cast<int>(state.range(1)),
              static_cast<int>(state.range(2)));
  double corridor = 0;
  for (const LiveOrder& order : scene.orders)
    corridor += static_cast<double>(order.order.plan().corridor.size());
  std::uint64_t solved = 0;
  std::uint64_t plans = 0;
  for (const LiveOrder& order : scene.orders) {
    solved -= order.order.work().tiles_solved;
    plans -= order.order.work().plans;
  }
  for (auto _ : state) scene.tick(state.range(3) != 0);
  for (const LiveOrder& order : scene.orders) {
    solved += order.order.work().tiles_solved;
    plans += order.order.work().plans;
  }
  if (!scene.fields_are_exact()) return state.SkipWithError("a field is not exact");
  const auto per_tick = [&](double sum) { return sum / static_cast<double>(scene.ticks); };
  state.counters["corridor"] = corridor / field_count;
  state.counters["sectors"] = per_tick(static_cast<double>(scene.sectors));
  state.counters["notices"] = per_tick(static_cast<double>(scene.notices));
  state.counters["solved"] = per_tick(static_cast<double>(solved));
  state.counters["plans"] = per_tick(static_cast<double>(plans));
  state.counters["commit_ms"] = per_tick(scene.commit_seconds * 1e3);
  state.counters["apply_ms"] = per_tick(scene.apply_seconds * 1e3);
  state.counters["notice_ms"] = per_tick(scene.notice_seconds * 1e3);
  state.counters["fields_ms"] = per_tick(scene.field_seconds * 1e3);
  state.counters["settle_ms"] = per_tick(scene.settle_seconds * 1e3);
}
// `way` bounds the length of the ways, in cells; 0: any, up to across the map.
BENCHMARK(obstacle_tick)
    ->ArgNames({"side", "obstacles", "way", "settle"})
    ->ArgsProduct({{1024}, {10, 100, 1000}, {512}, {0, 1}})
    ->ArgsProduct({{4096}, {10, 100, 1000}, {512}, {0, 1}})
    ->Args({4096, 1000, 0, 0})
    ->Args({4096, 1000, 0, 1})
    ->ArgsProduct({{16384}, {10, 100, 1000}, {512}, {0, 1}})
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace portolan
