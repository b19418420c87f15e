// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// How the time of a query depends on the size of the map around it: it should not.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <portolan/core/octile.hpp>
#include <portolan/core/path.hpp>
#include <portolan/core/path_check.hpp>

#include <support/stats.hpp>

#include "query_runs.hpp"
#include "sections.hpp"

namespace portolan::bench {

namespace {

constexpr std::int32_t least_side = 1024;

// The middle of a map, `side` cells wide and high; a multiple of the block's side, as the map's is.
std::shared_ptr<const LoadedMap> middle_of(const LoadedMap& map, std::int32_t side) {
  const std::int32_t at = (map.world.extent().width - side) / 2;
  auto crop = std::make_shared<LoadedMap>(LoadedMap{World({side, side, 1}), {}});
  std::vector<TerrainId> row(static_cast<std::size_t>(side));
  for (std::int32_t y = 0; y < side; ++y) {
    for (std::int32_t x = 0; x < side; ++x)
      row[static_cast<std::size_t>(x)] = map.world.terrain({at + x, at + y, 0});
    crop->world.set_terrain_run({0, y, 0}, row);
  }
  crop->profile = crop->world.add_profile(map.world.profile(map.profile));
  crop->world.commit();
  return crop;
}

struct Way {
  Cell start;
  Cell goal;
  Distance cost;  // by the plan
};

// Plans and fields on one map.
class SizedMap {
 public:
  explicit SizedMap(std::shared_ptr<const LoadedMap> map)
      : map_(std::move(map)),
        hierarchy_(build(*map_, {}, &build_ms_)),
        planner_(hierarchy_),
        field_(hierarchy_) {}

  [[nodiscard]] std::int32_t side() const { return map_->world.extent().width; }
  [[nodiscard]] GridView grid() const { return map_->view(); }
  [[nodiscard]] double build_ms() const { return build_ms_; }
  [[nodiscard]] double bytes_per_cell() const {
    return static_cast<double>(map_->world.memory_bytes() + hierarchy_.memory_bytes()) /
           static_cast<double>(map_->world.extent().cell_count());
  }
  [[nodiscard]] std::size_t levels() const { return hierarchy_.level_count(); }

  const Plan& plan(Cell start, Cell goal) {
    plan_ = planner_.plan({.agents = {start}, .goals = {{goal}}});
    return plan_;
  }
  void solve() {
    field_.reset(plan_);
    field_.advance();
  }
  // After plan and field.
  [[nodiscard]] bool right(const Way& way) const {
    const Result<Path> path = walk_down(field_, map_->view(), way.start);
    return path.ok() && !first_fault(map_->view(), *path) && path->cells.back() == way.goal &&
           path->cost <= way.cost && plan_.lower_bound <= path->cost;
  }

 private:
  std::shared_ptr<const LoadedMap> map_;
  double build_ms_ = 0;
  Hierarchy hierarchy_;
  Planner planner_;
  CorridorField field_;
  Plan plan_;
};

struct SizeTimes {
  std::vector<double> plan, both;
};

// Times ways that all maps have, in turns; ways[i] belongs to maps[i].
std::vector<SizeTimes> time_in_turns(std::vector<std::unique_ptr<SizedMap>>& maps,
                                     const std::vector<std::vector<Way>>& ways, int rounds) {
  std::vector<SizeTimes> times(maps.size());
  const std::size_t count = ways[0].size();
  std::vector<std::vector<std::pair<double, double>>> seen(maps.size() * count);
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t m = 0; m < maps.size(); ++m) {
      for (std::size_t i = 0; i < ways[m].size(); ++i) {
        const double plan =
            microseconds([&] { static_cast<void>(maps[m]->plan(ways[m][i].start, ways[m][i].goal)); });
        seen[m * count + i].emplace_back(plan, plan + microseconds([&] { maps[m]->solve(); }));
      }
    }
  }
  for (std::size_t i = 0; i < seen.size(); ++i) {
    if (seen[i].empty()) continue;
    std::vector<double> plan, both;
    for (const auto& [p, b] : seen[i]) plan.push_back(p), both.push_back(b);
    times[i / count].plan.push_back(median(plan));
    times[i / count].both.push_back(median(both));
  }
  return times;
}

const std::vector<Column> size_columns{{"map"},         {"side"},        {"levels"},      {"build ms", 0},
                                       {"B/cell"},      {"queries"},     {"cells", 0},    {"plan p50", 1},
                                       {"both p50", 1}, {"both p99", 1}, {"to the least"}};

void show(Report& report, const std::string& name, const SizedMap& map, const std::vector<Way>& ways,
          const SizeTimes& times, double least) {
  std::vector<double> lengths;
  for (const Way& way : ways) lengths.push_back(static_cast<double>(way.cost.units) / 24);
  std::vector<double> both = times.both;
  std::sort(both.begin(), both.end());
  report.row({name, std::int64_t{map.side()}, static_cast<std::int64_t>(map.levels()), map.build_ms(),
              map.bytes_per_cell(), static_cast<std::int64_t>(ways.size()), median(lengths),
              median(times.plan), median(both), both[(both.size() - 1) * 99 / 100], median(both) / least});
}

void show_all(Report& report, const std::string& name, std::vector<std::unique_ptr<SizedMap>>& maps,
              const std::vector<std::vector<Way>>& ways) {
  for (std::size_t m = 0; m < maps.size(); ++m) {
    for (const Way& way : ways[m]) {
      static_cast<void>(maps[m]->plan(way.start, way.goal));
      maps[m]->solve();
      if (!maps[m]->right(way)) return report.wrong(name + ", a path is wrong");
    }
  }
  const std::vector<SizeTimes> times = time_in_turns(maps, ways, 5);
  double least = 1e300, most = 0;
  for (const SizeTimes& one : times) {
    least = std::min(least, median(one.both));
    most = std::max(most, median(one.both));
  }
  for (std::size_t m = 0; m < maps.size(); ++m) show(report, name, *maps[m], ways[m], times[m], least);
  report.result(name + ", slowest size over fastest", most / least, "at most 1.5");
}

// Ways within the middle of the map that cost the same whatever lies around it.
void bench_middle(Report& report, const std::string& name, const std::shared_ptr<const LoadedMap>& largest,
                  std::size_t count) {
  std::vector<std::unique_ptr<SizedMap>> maps;
  for (std::int32_t side = least_side; side <= largest->world.extent().width; side *= 2) {
    const bool whole = side == largest->world.extent().width;
    maps.push_back(std::make_unique<SizedMap>(whole ? largest : middle_of(*largest, side)));
  }
  std::vector<std::vector<Way>> ways(maps.size());
  Dice dice(7);
  for (std::size_t tries = 0; tries < 100 * count && ways[0].size() < count; ++tries) {
    const Cell a = dice.passable_cell(maps[0]->grid()), b = dice.passable_cell(maps[0]->grid());
    if (octile_distance(a, b).units < 24 * 600) continue;
    std::vector<Way> found;
    for (const auto& map : maps) {
      const std::int32_t at = (map->side() - least_side) / 2;
      const Way way{{a.x + at, a.y + at, 0}, {b.x + at, b.y + at, 0}, {}};
      const Plan& plan = map->plan(way.start, way.goal);
      if (plan.outcome != Outcome::complete) break;
      if (!found.empty() && plan.cost != found[0].cost) break;
      found.push_back({way.start, way.goal, plan.cost});
    }
    if (found.size() != maps.size()) continue;
    for (std::size_t m = 0; m < maps.size(); ++m) ways[m].push_back(found[m]);
  }
  if (ways[0].empty()) return report.note(name + ": no way is the same on all sizes");
  show_all(report, name, maps, ways);
}

// Ways of about one length, anywhere on maps of one kind.
void bench_anywhere(Report& report, MapKind kind, std::int32_t largest, std::size_t count) {
  std::vector<std::unique_ptr<SizedMap>> maps;
  std::vector<std::vector<Way>> ways;
  for (std::int32_t side = least_side; side <= largest; side *= 2) {
    const std::string name = std::string(portolan::name(kind)) + " " + std::to_string(side);
    maps.push_back(
        std::make_unique<SizedMap>(load_or_throw({name, GenerateOptions{kind, side, side, 3, 0, 0}})));
    ways.emplace_back();
    Dice dice(static_cast<std::uint64_t>(side));
    for (std::size_t tries = 0; tries < 10000 * count && ways.back().size() < count; ++tries) {
      const Cell a = dice.passable_cell(maps.back()->grid());
      const Cell b{a.x + static_cast<std::int32_t>(dice.below(1601)) - 800,
                   a.y + static_cast<std::int32_t>(dice.below(1601)) - 800, 0};
      const std::uint64_t apart = octile_distance(a, b).units;
      if (!maps.back()->grid().passable(b) || apart < 24 * 700 || apart > 24 * 800) continue;
      const Plan& plan = maps.back()->plan(a, b);
      if (plan.outcome == Outcome::complete && plan.cost.units < 24 * 1000)
        ways.back().push_back({a, b, plan.cost});
    }
    if (ways.back().empty()) return report.note(name + ": no such way");
  }
  std::size_t fewest = count;
  for (const auto& list : ways) fewest = std::min(fewest, list.size());
  for (auto& list : ways) list.resize(fewest);
  show_all(report, std::string(portolan::name(kind)), maps, ways);
}

std::shared_ptr<const LoadedMap> large_lakes(bool full) {
  const std::string file = full ? "terrain/canada_lakes_16384.map.xz" : "terrain/bahamas_4096.map.xz";
  if (!std::filesystem::exists(data_file(file))) return nullptr;
  return load_or_throw({file, file});
}

}  // namespace

void bench_equal(Report& report, const Settings& settings) {
  const std::int32_t largest = settings.full ? 16384 : 4096;
  report.begin_table("equal: middle",
                     "the same ways, in the middle of maps of growing size: crops of one map; microseconds, "
                     "'cells' is the median length of the ways",
                     size_columns);
  for (const MapKind kind : {MapKind::boxes, MapKind::caves}) {
    const std::string name(portolan::name(kind));
    bench_middle(report, name, load_or_throw({name, GenerateOptions{kind, largest, largest, 3, 0, 0}}), 60);
  }
  if (const auto lakes = large_lakes(settings.full))
    bench_middle(report, settings.full ? "canada_lakes" : "bahamas", lakes, 60);
  report.begin_table("equal: anywhere",
                     "ways of 700 to 1000 cells, anywhere on generated maps of growing size: on the larger "
                     "ones no two queries share what is in the caches",
                     size_columns);
  for (const MapKind kind : {MapKind::boxes, MapKind::caves, MapKind::city})
    bench_anywhere(report, kind, largest, 200);
}

void bench_growing(Report& report, const Settings& settings) {
  report.begin_table("growing", "ways between any two cells of generated maps of growing size, microseconds",
                     size_columns);
  const std::int32_t largest = settings.full ? 16384 : 4096;
  for (const MapKind kind : {MapKind::boxes, MapKind::caves, MapKind::islands}) {
    std::vector<std::pair<double, double>> points;
    for (std::int32_t side = 512; side <= largest; side *= 2) {
      const std::string name(portolan::name(kind));
      std::vector<std::unique_ptr<SizedMap>> maps;
      maps.push_back(
          std::make_unique<SizedMap>(load_or_throw({name, GenerateOptions{kind, side, side, 3, 0, 0}})));
      std::vector<std::vector<Way>> ways(1);
      Dice dice(5);
      for (int tries = 0; tries < 4000 && ways[0].size() < 100; ++tries) {
        const Cell a = dice.passable_cell(maps[0]->grid()), b = dice.passable_cell(maps[0]->grid());
        const Plan& plan = maps[0]->plan(a, b);
        if (plan.outcome != Outcome::complete || a == b) continue;
        ways[0].push_back({a, b, plan.cost});
        maps[0]->solve();
        if (!maps[0]->right(ways[0].back())) return report.wrong(name + ", a path is wrong");
      }
      if (ways[0].empty()) continue;
      const std::vector<SizeTimes> times = time_in_turns(maps, ways, 3);
      show(report, name, *maps[0], ways[0], times[0], median(times[0].both));
      points.emplace_back(side, median(times[0].both));
    }
    if (points.size() > 1) {
      report.result(std::string(portolan::name(kind)) + ", growth with the side, as a power",
                    log_log_slope(points), "about 1, which is the length of the way; 2 would be its area");
    }
  }
}

}  // namespace portolan::bench
