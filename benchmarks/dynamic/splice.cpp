// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// One agent on a way of more than a thousand steps through a world that is not what the first plan took it
// for: blocks appear and blocks go, all of them ahead, when the agent comes within sight. The last state of
// the world is that of the clairvoyant, whose optimum no one who walks can undercut. Compared: replanning
// at every change, replanning when a region of the way ahead has changed, and splicing at several windows.
// Every walk is checked step by step against a second statement of the movement rule.
#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include <baselines/reference_field.hpp>
#include <portolan/core/astar.hpp>
#include <portolan/core/path_check.hpp>
#include <portolan/dynamic/path_keeper.hpp>
#include <portolan/dynamic/regions.hpp>

#include <support/bench_maps.hpp>

#include "live_map.hpp"

namespace portolan {
namespace {

constexpr int width = 1280;
constexpr int height = 256;
constexpr int change_count = 600;
constexpr int sight = 64;  // cells at which a change happens, the larger of dx and dy

enum class Follow : int { replan_at_changes, replan_at_notices, splices, splices_and_notices };

struct Change {
  Cell corner;
  int side = 3;
  bool appears = true;
};

struct Walk {
  std::uint64_t steps = 0;
  std::uint64_t commits = 0;
  Distance cost;
  PlanWork work;
  std::string fault;  // empty: all is well
};

/// The same ground and the same changes for every walk.
class Ground {
 public:
  explicit Ground(std::uint64_t seed)
      : world_(made(seed)), profile_(world_.add_profile(bench::bench_profile(false))) {
    bench::Numbers numbers(seed);
    start_ = free_near({4, height / 2, 0});
    goal_ = free_near({width - 5, height / 2, 0});
    while (static_cast<int>(changes_.size()) < change_count) {
      const Change change{
          {static_cast<int>(numbers.below(width - 24)), static_cast<int>(numbers.below(height - 24)), 0},
          4 + static_cast<int>(numbers.below(20)),
          numbers.below(4) != 0};
      if (apart(change, start_) > 8 && apart(change, goal_) > 8) changes_.push_back(change);
    }
    // What the first plan sees: the blocks that will go.
    for (const Change& change : changes_) {
      if (!change.appears) stamp(change, 1);
    }
    world_.commit();
    for (const Change& change : changes_) happen(change, 1);
    world_.commit();
    clairvoyant_ = reference_dijkstra_buckets(view(), std::vector<Goal>{{goal_, {}}}).at(start_);
    for (const Change& change : changes_) happen(change, -1);
    world_.commit();
  }

  [[nodiscard]] GridView view() const { return world_.view(profile_); }
  [[nodiscard]] Distance clairvoyant() const { return clairvoyant_; }

  Walk walk(Follow follow, std::uint32_t window, double give_up_ratio, AStar& search) {
    SpliceOptions options;
    const bool splices = follow == Follow::splices || follow == Follow::splices_and_notices;
    const bool by_notice = follow == Follow::replan_at_notices || follow == Follow::splices_and_notices;
    options.window = splices ? window : 0;
    options.every = window * 3 / 4;
    options.give_up_ratio = give_up_ratio;
    PathKeeper keeper(view(), start_, goal_, options, search);
    RegionWatch watch(world_.extent(), profile_, 32);
    const std::vector<Cell> first = keeper.ahead();
    const WatcherId watcher = watch.watch(watch.regions_of(first), {}, 6);
    Walk walk;
    std::vector<char> done(changes_.size(), 0);
    std::uint64_t searches = 1;
    while (!keeper.arrived() && walk.fault.empty()) {
      const bool changed = reveal(keeper.here(), done, watch, walk);
      const bool told = !watch.collect(walk.steps + 1).empty();
      if (by_notice ? told : changed) keeper.note_change();
      keeper.update();
      if (changed && keeper.outcome() != Outcome::complete) walk.fault = "no way";
      if (by_notice && searches != keeper.work().plans + keeper.work().splices) {
        searches = keeper.work().plans + keeper.work().splices;
        watch.rewatch(watcher, watch.regions_of(keeper.ahead()));
      }
      go(keeper, watch, watcher, walk);
    }
    put_back(done);
    walk.work = keeper.work();
    return walk;
  }

 private:
  static World made(std::uint64_t seed) {
    GenerateOptions options;
    options.kind = MapKind::boxes;
    options.width = width;
    options.height = height;
    options.seed = seed;
    options.scale = 6;
    options.fill = 20;
    Result<World> world = generate_map(options);
    if (!world.ok()) std::abort();
    return std::move(world).value();
  }

  [[nodiscard]] Cell free_near(Cell c) const {
    while (!view().passable(c)) ++c.y;
    return c;
  }

  static int apart(const Change& change, Cell c) {
    const int dx = std::max({change.corner.x - c.x, c.x - (change.corner.x + change.side - 1), 0});
    const int dy = std::max({change.corner.y - c.y, c.y - (change.corner.y + change.side - 1), 0});
    return std::max(dx, dy);
  }

  void stamp(const Change& change, int by) {
    for (int y = 0; y < change.side; ++y) {
      for (int x = 0; x < change.side; ++x) world_.stamp({change.corner.x + x, change.corner.y + y, 0}, by);
    }
  }
  // Forward, or back again.
  void happen(const Change& change, int by) { stamp(change, change.appears ? by : -by); }

  bool reveal(Cell here, std::vector<char>& done, RegionWatch& watch, Walk& walk) {
    bool any = false;
    for (std::size_t k = 0; k < changes_.size(); ++k) {
      // What appears leaves the agent its place; that happens to nobody who does not turn round.
      const int away = apart(changes_[k], here);
      if (done[k] != 0 || away > sight || away < 1) continue;
      done[k] = 1;
      any = true;
      happen(changes_[k], 1);
    }
    if (!any) return false;
    const Commit commit = world_.commit();
    watch.record(commit);
    ++walk.commits;
    return true;
  }
  void put_back(const std::vector<char>& done) {
    for (std::size_t k = 0; k < changes_.size(); ++k) {
      if (done[k] != 0) happen(changes_[k], -1);
    }
    world_.commit();
  }

  void go(PathKeeper& keeper, RegionWatch& watch, WatcherId watcher, Walk& walk) const {
    const Cell before = keeper.here();
    const Distance paid = keeper.walked();
    if (!keeper.step()) {
      walk.fault = "it stands still";
      return;
    }
    const Distance cost{keeper.walked().units - paid.units};
    const auto fault = first_fault(view(), {{before, keeper.here()}, cost});
    if (fault) walk.fault = *fault;
    watch.progress(watcher, watch.region_of(keeper.here()));
    walk.cost = walk.cost + cost;
    ++walk.steps;
  }

  World world_;
  ProfileId profile_;
  Cell start_;
  Cell goal_;
  std::vector<Change> changes_;
  Distance clairvoyant_;
};

double share(double part, double whole) { return whole > 0 ? part / whole : 0; }
double units(Distance d) { return static_cast<double>(d.units); }

/// All grounds, and what replanning at every change does on them.
struct Grounds {
  Grounds() {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) grounds.emplace_back(seed);
    AStar search;
    for (Ground& ground : grounds) again.push_back(ground.walk(Follow::replan_at_changes, 0, 1, search));
  }
  std::deque<Ground> grounds;
  std::vector<Walk> again;
};

struct Sums {
  std::string fault;
  double steps = 0, commits = 0, computed = 0, computed_replanned = 0, nodes = 0, plans = 0, splices = 0;
  double cost = 0, cost_replanned = 0, cost_best = 0, worst = 0;

  void add(const Walk& walk, const Walk& again, Distance best) {
    if (!walk.fault.empty()) fault = walk.fault;
    if (walk.cost < best) fault = "cheaper than the optimum";
    if (walk.steps < 1000) fault = "shorter than a thousand steps";
    steps += static_cast<double>(walk.steps);
    commits += static_cast<double>(walk.commits);
    computed += static_cast<double>(walk.work.steps_computed);
    computed_replanned += static_cast<double>(again.work.steps_computed);
    nodes += static_cast<double>(walk.work.nodes_opened);
    plans += static_cast<double>(walk.work.plans);
    splices += static_cast<double>(walk.work.splices);
    cost += units(walk.cost);
    cost_replanned += units(again.cost);
    cost_best += units(best);
    worst = std::max(worst, share(units(walk.cost), units(again.cost)));
  }
};

void splice_walk(benchmark::State& state) {
  static Grounds all;
  AStar search;
  const auto follow = static_cast<Follow>(state.range(0));
  Sums sums;
  for (auto _ : state) {
    sums = {};
    for (std::size_t k = 0; k < all.grounds.size(); ++k) {
      Ground& ground = all.grounds[k];
      const Walk walk = ground.walk(follow, static_cast<std::uint32_t>(state.range(1)),
                                    static_cast<double>(state.range(2)) / 100, search);
      sums.add(walk, all.again[k], ground.clairvoyant());
    }
  }
  if (!sums.fault.empty()) return state.SkipWithError(sums.fault.c_str());
  const auto count = static_cast<double>(all.grounds.size());
  state.counters["steps"] = sums.steps / count;
  state.counters["commits"] = sums.commits / count;
  state.counters["plans"] = sums.plans / count;
  state.counters["splices"] = sums.splices / count;
  state.counters["computed_per_step"] = share(sums.computed, sums.steps);
  state.counters["nodes_per_step"] = share(sums.nodes, sums.steps);
  state.counters["computed_of_replanned"] = share(sums.computed, sums.computed_replanned);
  state.counters["walked_of_replanned"] = share(sums.cost, sums.cost_replanned);
  state.counters["worst_of_replanned"] = sums.worst;
  state.counters["walked_of_best"] = share(sums.cost, sums.cost_best);
}
// Replanning at every change; replanning when a region of the way ahead has changed; splicing at
// windows of so many steps; the same, told of changes by watched regions. The last argument is the ratio, in
// percent, at which splicing gives up.
BENCHMARK(splice_walk)
    ->ArgNames({"follow", "window", "give_up"})
    ->Args({static_cast<int>(Follow::replan_at_changes), 0, 100})
    ->Args({static_cast<int>(Follow::replan_at_notices), 0, 100})
    ->ArgsProduct({{static_cast<int>(Follow::splices)}, {10, 20, 40, 80, 160}, {102, 105, 120}})
    ->ArgsProduct({{static_cast<int>(Follow::splices_and_notices)}, {20, 40, 80, 160}, {102}})
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace portolan
