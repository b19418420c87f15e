// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <stdexcept>

#include <portolan/config/detail/scen_file.hpp>

#include <support/dev_maps.hpp>
#include <support/polyline.hpp>
#include <support/stats.hpp>
#include <support/visibility_graph.hpp>

#include "excess.hpp"
#include "sections.hpp"

namespace portolan::bench {

namespace {

// Evenly spread over the map's .scen file; those that begin or end in a wall are left out.
std::vector<Query> scen_queries(const std::string& map_file, GridView grid, std::size_t wanted) {
  const auto read = read_scen(data_file(map_file + ".scen"));
  if (!read.ok()) throw std::runtime_error(read.error().text());
  std::vector<Query> queries;
  const std::size_t count = std::min(wanted, read->size());
  for (std::size_t i = 0; i < count; ++i) {
    const ScenQuery& query = (*read)[i * read->size() / count];
    if (query.start != query.goal && grid.passable(query.start) && grid.passable(query.goal))
      queries.push_back({query.start, query.goal});
  }
  return queries;
}

struct OracleWork {
  std::size_t corners = 0;
  std::vector<double> opened;
};

// What the corridors of one map lock out, by query.
struct Corridors {
  std::vector<double> excess;  // percent
  std::vector<double> sectors, shortcuts;
};

void measure(Report& report, Walker& walker, test::VisibilityOracle& oracle, GridView grid,
             const Query& query, Measured& measured, OracleWork& work, Corridors& corridors) {
  if (!walker.prepare(query)) return;
  if (const double excess = walker.locked_out(); !std::isnan(excess)) {
    corridors.excess.push_back(excess);
    corridors.sectors.push_back(static_cast<double>(walker.corridor_size()));
    corridors.shortcuts.push_back(static_cast<double>(walker.shortcuts()));
  }
  std::optional<test::OraclePath> best;
  const double us = microseconds(
      [&] { best = oracle.shortest(test::middle_of(query.start), test::middle_of(query.goal)); });
  const std::string fault = best ? fault_of(best->points, grid) : "finds no path";
  if (!fault.empty()) return report.wrong(measured.map + ", " + text_of(query) + ", the oracle: " + fault);
  measured.oracle_ms.push_back(us / 1000);
  work.opened.push_back(static_cast<double>(oracle.corners_opened()));
  walker.know(best->points);
  walk_all(
      report, walker, query, grid, best->length, 1e-4,
      [](const Trail& trail) { return test::length_of(trail); }, measured);
}

void report_oracle(Report& report, const std::vector<Measured>& maps, const std::vector<OracleWork>& works) {
  report.begin_table(
      "oracle", "the exact visibility graph, milliseconds per query",
      {{"map"}, {"corners"}, {"queries"}, {"opened", 0}, {"mean ms"}, {"p99 ms"}, {"most ms"}});
  for (std::size_t i = 0; i < maps.size(); ++i) {
    const std::vector<double>& ms = maps[i].oracle_ms;
    report.row({maps[i].map, static_cast<std::int64_t>(works[i].corners),
                static_cast<std::int64_t>(ms.size()), mean(works[i].opened), mean(ms), at_share(ms, 0.99),
                at_share(ms, 1)});
  }
}

void report_corridors(Report& report, const std::vector<Measured>& maps,
                      const std::vector<Corridors>& corridors) {
  report.begin_table("corridors",
                     "what a corridor locks out: its shortest curve, percent above that of the whole map",
                     {{"map"},
                      {"queries"},
                      {"above 0.1 %"},
                      {"mean %"},
                      {"p99 %"},
                      {"most %"},
                      {"sectors", 1},
                      {"of them shortcuts", 1}});
  for (std::size_t i = 0; i < maps.size(); ++i) {
    const std::vector<double>& excess = corridors[i].excess;
    if (excess.empty()) continue;
    const auto above = std::count_if(excess.begin(), excess.end(), [](double e) { return e > 0.1; });
    report.row({maps[i].map, static_cast<std::int64_t>(excess.size()), static_cast<std::int64_t>(above),
                mean(excess), at_share(excess, 0.99), at_share(excess, 1), mean(corridors[i].sectors),
                mean(corridors[i].shortcuts)});
  }
}

}  // namespace

void bench_walked(Report& report, const Settings& settings) {
  std::vector<Measured> maps;
  std::vector<OracleWork> works;
  std::vector<Corridors> corridors;
  for (const DevMap& map : dev_maps(settings.maps)) {
    if (settings.maps.empty() && !is_game_or_city(map.set)) continue;
    if (!std::filesystem::exists(data_file(map.file + ".scen"))) continue;
    const auto loaded = load_or_throw({map.name, map.file});
    maps.emplace_back(map.set + "/" + map.name);
    works.emplace_back();
    corridors.emplace_back();
    Walker walker(*loaded);
    test::VisibilityOracle oracle(loaded->view());
    works.back().corners = oracle.corner_count();
    for (const Query& query : scen_queries(map.file, loaded->view(), settings.full ? 400 : 100))
      measure(report, walker, oracle, loaded->view(), query, maps.back(), works.back(), corridors.back());
  }
  if (maps.empty()) {
    std::fprintf(stderr, "walked: no public maps found; set PORTOLAN_DATA_DIR to their folder\n");
    return;
  }
  report_oracle(report, maps, works);
  report_corridors(report, maps, corridors);
  report_ways(report, maps, "walked", "the true optimum");
}

}  // namespace portolan::bench
