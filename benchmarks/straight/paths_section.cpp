// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>

#include <portolan/config/detail/scen_file.hpp>
#include <portolan/core/curve_bound.hpp>
#include <portolan/hierarchy/path_finder.hpp>

#include <support/dev_maps.hpp>
#include <support/polyline.hpp>
#include <support/stats.hpp>
#include <support/visibility_graph.hpp>

#include "excess.hpp"
#include "sections.hpp"

namespace portolan::bench {

namespace {

struct MapTimes {
  std::vector<double> excess;
  std::vector<double> path_us;
  std::vector<double> line_us;
};

// Of the path by steps, and what the polyline takes besides. The least of three, so that what else the
// machine does counts less.
std::pair<double, double> times_of(PathFinder& finder, const PlanRequest& request) {
  PlanRequest by_steps = request;
  by_steps.headings = Headings::octile;
  double path = 1e9, all = 1e9;
  for (int i = 0; i < 3; ++i) {
    path = std::min(path, microseconds([&] { (void)finder.find(by_steps); }));
    all = std::min(all, microseconds([&] {
                     (void)finder.find(request);
                     (void)finder.polyline();
                   }));
  }
  return {path, all - path};
}

// The optimum by the tests' oracle; the library's own bound must agree with it.
void measure(Report& report, const std::string& map, GridView grid, test::VisibilityOracle& oracle,
             CurveBound& bound, PathFinder& finder, const Query& query, Headings headings, MapTimes& times) {
  const PlanRequest request{.agents = {query.start}, .goals = {{query.goal}}, .headings = headings};
  if (finder.find(request).outcome != Outcome::complete) return;
  const auto best = oracle.shortest(test::middle_of(query.start), test::middle_of(query.goal));
  if (!best) return report.wrong(map + ", " + text_of(query) + ": the oracle finds no path");
  const auto us = times_of(finder, request);
  Trail trail;
  for (const PathPoint& p : finder.polyline().points) trail.push_back({p.at.x, p.at.y});
  const double length = test::length_of(trail), least = bound.between(query.start, query.goal);
  std::string fault = fault_of(trail, grid);
  if (fault.empty() && length < best->length * (1 - 1e-9)) fault = "shorter than the optimum";
  if (fault.empty() && (least > best->length || least < best->length * (1 - 1e-9)))
    fault = "the library's bound is not the optimum";
  if (!fault.empty()) report.wrong(map + ", " + text_of(query) + ": " + fault);
  times.excess.push_back((length / best->length - 1) * 100);
  times.path_us.push_back(us.first);
  times.line_us.push_back(us.second);
}

MapTimes measure_map(Report& report, const DevMap& map, std::size_t wanted, Headings headings) {
  const auto loaded = load_or_throw({map.name, map.file});
  const GridView grid = loaded->view();
  test::VisibilityOracle oracle(grid);
  const Hierarchy hierarchy(loaded->world, loaded->profile);
  CurveBound bound(grid, hierarchy.least_cost());
  PathFinder finder(hierarchy);
  const auto read = read_scen(data_file(map.file + ".scen"));
  if (!read.ok()) throw std::runtime_error(read.error().text());
  const std::size_t count = std::min(wanted, read->size());
  MapTimes times;
  for (std::size_t i = 0; i < count; ++i) {
    const ScenQuery& query = (*read)[i * read->size() / count];
    if (query.start != query.goal && grid.passable(query.start) && grid.passable(query.goal))
      measure(report, map.name, grid, oracle, bound, finder, {query.start, query.goal}, headings, times);
  }
  return times;
}

void report_paths(Report& report, const Settings& settings, Headings headings) {
  std::vector<double> means;
  for (const DevMap& map : dev_maps(settings.maps)) {
    if (settings.maps.empty() && !is_game_or_city(map.set)) continue;
    if (!std::filesystem::exists(data_file(map.file + ".scen"))) continue;
    const MapTimes times = measure_map(report, map, settings.full ? 400 : 100, headings);
    if (times.excess.empty()) continue;
    const double path = mean(times.path_us), line = mean(times.line_us);
    report.row({map.set + "/" + map.name, static_cast<std::int64_t>(times.excess.size()), mean(times.excess),
                at_share(times.excess, 0.5), at_share(times.excess, 0.99), at_share(times.excess, 1), path,
                line, 1 + line / path});
    means.push_back(mean(times.excess));
  }
  if (means.empty()) return;
  report.result("mean of the maps' means", mean(means));
  report.result("greatest mean of a map", *std::max_element(means.begin(), means.end()));
}

}  // namespace

void bench_paths(Report& report, const Settings& settings) {
  const auto begin = [&](const std::string& name, const std::string& corridor) {
    report.begin_table(
        name,
        "polylines of single paths, corridor by " + corridor +
            ": percent above the true optimum; microseconds of the path by cells in a corridor by "
            "steps, and what the polyline takes besides",
        {{"map"},
         {"queries"},
         {"mean %"},
         {"p50 %"},
         {"p99 %"},
         {"most %"},
         {"path us", 1},
         {"polyline us", 1},
         {"time, of the path's"}});
  };
  begin("paths", "steps");
  report_paths(report, settings, Headings::octile);
  begin("paths.taut", "curves");
  report_paths(report, settings, Headings::any_angle);
}

}  // namespace portolan::bench
