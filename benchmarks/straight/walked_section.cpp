// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <numeric>
#include <optional>
#include <stdexcept>

#include <portolan/config/scen_file.hpp>
#include <portolan/core/astar.hpp>
#include <portolan/core/tile_field.hpp>
#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/planner.hpp>

#include <support/dev_maps.hpp>
#include <support/polyline.hpp>
#include <support/stats.hpp>
#include <support/visibility_graph.hpp>

#include "gradient_guide.hpp"
#include "sections.hpp"
#include "walk.hpp"

namespace portolan::bench {

namespace {

struct Query {
  Cell start;
  Cell goal;
};

/// Evenly spread over the map's .scen file; those that begin or end in a wall are left out.
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

/// Everything that can be walked for one query at a time.
class Walker {
 public:
  explicit Walker(const LoadedMap& map)
      : grid_(map.view()),
        hierarchy_(map.world, map.profile),
        planner_(hierarchy_),
        field_(hierarchy_),
        everywhere_(grid_, TileGrid(grid_.extent())) {}

  /// False when there is no path.
  bool prepare(const Query& query) {
    query_ = query;
    path_ = astar_.search(grid_, query.start, query.goal).path;
    PlanRequest request;
    request.movers = {query.start};
    request.goals = {{query.goal}};
    field_.reset(planner_.plan(request));
    field_.advance();
    everywhere_.reset();
    everywhere_.add_goal({query.goal});
    everywhere_.advance();
    return !path_.cells.empty();
  }

  [[nodiscard]] Trail octile() { return trail_of(path_.cells); }
  [[nodiscard]] Trail string() { return pulled(path_.cells, grid_); }
  [[nodiscard]] Trail directions() {
    const Result<Path> walked = follow(field_, grid_, query_.start);
    return walked.ok() ? trail_of(walked->cells) : Trail{};
  }
  [[nodiscard]] Trail blended() { return by(FieldGuide(&field_.field())); }
  [[nodiscard]] Trail gradients_everywhere() { return by(GradientGuide(&everywhere_)); }
  [[nodiscard]] Trail gradients() { return by(GradientGuide(&field_.field())); }

 private:
  [[nodiscard]] Trail by(const Guide& guide) const { return walk(guide, grid_, query_.start, query_.goal); }

  GridView grid_;
  Hierarchy hierarchy_;
  Planner planner_;
  CorridorField field_;
  TileField everywhere_;
  AStar astar_;
  Query query_;
  Path path_;
};

/// One way to get from start to goal.
struct Way {
  const char* name;
  const char* about;
  Trail (Walker::*walk)();
};

constexpr Way ways[] = {
    {"octile", "the octile optimum over the whole map", &Walker::octile},
    {"string", "a string pulled along the octile optimum, bending in middles of cells", &Walker::string},
    {"directions", "cell by cell along the directions of a corridor field", &Walker::directions},
    {"blended", "an agent of a crowd in a corridor field, led by FieldGuide", &Walker::blended},
    {"gradient", "an agent of a crowd in a field of the whole map, led down its gradient",
     &Walker::gradients_everywhere},
    {"corridor_gradient", "the same in a corridor field; lost are agents that leave the corridor",
     &Walker::gradients},
};

struct Measured {
  std::string map;
  std::size_t corners = 0;
  std::vector<double> oracle_ms;
  std::vector<double> opened;
  std::vector<double> excess[std::size(ways)];  ///< percent
  std::int64_t lost[std::size(ways)] = {};
};

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Of sorted values.
double at_share(const std::vector<double>& values, double share) {
  return values.empty() ? std::numeric_limits<double>::quiet_NaN()
                        : values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

/// What cannot be: an optimum that is no legal curve, or a legal curve that is shorter.
std::optional<std::string> fault_of(const Trail& trail, double optimum, GridView grid) {
  // Positions are floats, and those of agents keep a hundredth of a cell from walls.
  if (const auto fault = test::first_illegal(trail, grid, 0, {.tolerance = 1e-3})) return fault;
  if (test::length_of(trail) < optimum - 1e-2) return "is shorter than the optimum";
  return std::nullopt;
}

void measure(Report& report, Walker& walker, test::VisibilityOracle& oracle, GridView grid,
             const Query& query, Measured& measured) {
  std::optional<test::OraclePath> best;
  const double us = microseconds(
      [&] { best = oracle.shortest(test::middle_of(query.start), test::middle_of(query.goal)); });
  const auto wrong = [&](const std::string& who, const std::string& what) {
    const auto text = [](Cell c) { return std::to_string(c.x) + "," + std::to_string(c.y); };
    report.wrong(measured.map + ", " + text(query.start) + " to " + text(query.goal) + ": " + who + " " +
                 what);
  };
  if (!walker.prepare(query)) return;
  if (!best) return wrong("the oracle", "finds no path");
  if (const auto fault = fault_of(best->points, best->length, grid)) wrong("the oracle", *fault);
  measured.oracle_ms.push_back(us / 1000);
  measured.opened.push_back(static_cast<double>(oracle.corners_opened()));
  for (std::size_t i = 0; i < std::size(ways); ++i) {
    const Trail trail = (walker.*ways[i].walk)();
    if (trail.empty()) {
      ++measured.lost[i];
      continue;
    }
    if (const auto fault = fault_of(trail, best->length, grid)) wrong(ways[i].name, *fault);
    measured.excess[i].push_back((test::length_of(trail) / best->length - 1) * 100);
  }
}

Measured measure_map(Report& report, const DevMap& map, std::size_t queries) {
  const auto loaded = load_or_throw({map.name, map.file});
  Measured measured;
  measured.map = map.set + "/" + map.name;
  Walker walker(*loaded);
  test::VisibilityOracle oracle(loaded->view());
  measured.corners = oracle.corner_count();
  for (const Query& query : scen_queries(map.file, loaded->view(), queries))
    measure(report, walker, oracle, loaded->view(), query, measured);
  for (auto& excess : measured.excess) std::sort(excess.begin(), excess.end());
  std::sort(measured.oracle_ms.begin(), measured.oracle_ms.end());
  return measured;
}

void report_oracle(Report& report, const std::vector<Measured>& maps) {
  report.begin_table(
      "oracle", "the exact visibility graph, milliseconds per query",
      {{"map"}, {"corners"}, {"queries"}, {"opened", 0}, {"mean ms"}, {"p99 ms"}, {"most ms"}});
  for (const Measured& map : maps) {
    report.row({map.map, static_cast<std::int64_t>(map.corners),
                static_cast<std::int64_t>(map.oracle_ms.size()), mean(map.opened), mean(map.oracle_ms),
                at_share(map.oracle_ms, 0.99), at_share(map.oracle_ms, 1)});
  }
}

void report_way(Report& report, const std::vector<Measured>& maps, std::size_t way) {
  report.begin_table(ways[way].name, std::string(ways[way].about) + "; percent above the true optimum",
                     {{"map"}, {"queries"}, {"mean %"}, {"p50 %"}, {"p99 %"}, {"most %"}, {"lost"}});
  std::vector<double> means;
  std::vector<double> all;
  for (const Measured& map : maps) {
    const std::vector<double>& excess = map.excess[way];
    report.row({map.map, static_cast<std::int64_t>(excess.size()), mean(excess), at_share(excess, 0.5),
                at_share(excess, 0.99), at_share(excess, 1), map.lost[way]});
    means.push_back(mean(excess));
    all.insert(all.end(), excess.begin(), excess.end());
  }
  std::sort(all.begin(), all.end());
  report.result("least mean of a map", *std::min_element(means.begin(), means.end()));
  report.result("greatest mean of a map", *std::max_element(means.begin(), means.end()));
  report.result("mean of all queries", mean(all));
  report.result("p99 of all queries", at_share(all, 0.99));
}

}  // namespace

void bench_walked(Report& report, const Settings& settings) {
  std::vector<Measured> maps;
  for (const DevMap& map : dev_maps(settings.maps)) {
    if (settings.maps.empty() && !is_game_or_city(map.set)) continue;
    if (!std::filesystem::exists(data_file(map.file + ".scen"))) continue;
    maps.push_back(measure_map(report, map, settings.full ? 400 : 100));
  }
  if (maps.empty()) {
    std::fprintf(stderr, "no public maps found; set PORTOLAN_DATA_DIR to their folder\n");
    return;
  }
  report_oracle(report, maps);
  for (std::size_t way = 0; way < std::size(ways); ++way) report_way(report, maps, way);
}

}  // namespace portolan::bench
