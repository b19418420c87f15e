// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <stdexcept>

#include <portolan/config/scen_file.hpp>
#include <portolan/hierarchy/path_finder.hpp>

#include <support/dev_maps.hpp>
#include <support/polyline.hpp>
#include <support/stats.hpp>
#include <support/visibility_graph.hpp>

#include "excess.hpp"
#include "sections.hpp"

namespace portolan::bench {

namespace {

Trail trail_of(const std::vector<PathPoint>& points) {
  Trail trail;
  for (const PathPoint& p : points) trail.push_back({p.at.x, p.at.y});
  return trail;
}

}  // namespace

void bench_paths(Report& report, const Settings& settings) {
  report.begin_table("paths", "polylines of single paths, percent above the true optimum; microseconds",
                     {{"map"},
                      {"queries"},
                      {"mean %"},
                      {"p50 %"},
                      {"p99 %"},
                      {"most %"},
                      {"path us"},
                      {"polyline us"},
                      {"ratio"},
                      {"x"}});
  for (const DevMap& map : dev_maps(settings.maps)) {
    if (settings.maps.empty() && !is_game_or_city(map.set)) continue;
    if (!std::filesystem::exists(data_file(map.file + ".scen"))) continue;
    const auto loaded = load_or_throw({map.name, map.file});
    const GridView grid = loaded->view();
    test::VisibilityOracle oracle(grid);
    const Hierarchy hierarchy(loaded->world, loaded->profile);
    PathFinder finder(hierarchy);
    const auto read = read_scen(data_file(map.file + ".scen"));
    const std::size_t wanted = settings.full ? 400 : 100;
    const std::size_t count = std::min(wanted, read->size());
    std::vector<double> excess, path_us, poly_us, ratios;
    for (std::size_t i = 0; i < count; ++i) {
      const ScenQuery& q = (*read)[i * read->size() / count];
      if (q.start == q.goal || !grid.passable(q.start) || !grid.passable(q.goal)) continue;
      PlanRequest request;
      request.agents = {q.start};
      request.goals = {{q.goal}};
      if (finder.find(request).outcome != Outcome::complete) continue;
      double least = 1e9, least_poly = 1e9;
      for (int k = 0; k < 3; ++k) {
        least = std::min(least, microseconds([&] { (void)finder.find(request); }));
        least_poly = std::min(least_poly, microseconds([&] { (void)finder.polyline(); }));
      }
      const auto best = oracle.shortest(test::middle_of(q.start), test::middle_of(q.goal));
      (void)finder.find(request);
      const Trail trail = trail_of(finder.polyline().points);
      const double length = test::length_of(trail);
      std::string fault = fault_of(trail, grid);
      if (fault.empty() && length < best->length * (1 - 1e-6)) fault = "shorter than the optimum";
      if (!fault.empty()) report.wrong(map.name + ", " + text_of({q.start, q.goal}) + ": " + fault);
      excess.push_back((length / best->length - 1) * 100);
      path_us.push_back(least);
      poly_us.push_back(least_poly);
    }
    report.row({map.set + "/" + map.name, static_cast<std::int64_t>(excess.size()), mean(excess),
                at_share(excess, 0.5), at_share(excess, 0.99), at_share(excess, 1), mean(path_us),
                mean(poly_us), 1 + mean(poly_us) / mean(path_us), 0.0});
  }
}

}  // namespace portolan::bench
