// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Fields over bands of cells against fields over the sectors of a corridor: time, memory, and how good they
// are.
#include <algorithm>
#include <string>
#include <vector>

#include <portolan/core/path.hpp>
#include <portolan/core/path_check.hpp>
#include <portolan/hierarchy/band_field.hpp>

#include <support/stats.hpp>

#include "query_runs.hpp"
#include "sections.hpp"

namespace portolan::bench {

namespace {

constexpr int rounds = 5;

struct Measured {
  double excess = 0, most = 0, exact = 0;  // over the optimum; shares
  double cells = 0, bytes = 0, us = 0;     // means; without the plan

  void take(Distance value, Distance optimum) {
    const double over =
        optimum.units == 0 ? 0 : static_cast<double>(value.units) / static_cast<double>(optimum.units) - 1;
    excess += over;
    most = std::max(most, over);
    exact += value == optimum ? 1 : 0;
  }
  void divide(std::size_t queries) {
    const auto count = static_cast<double>(queries);
    excess /= count, exact /= count, cells /= count, bytes /= count, us /= count;
  }
};

// What is wrong with the way from a query's start, or nothing.
template <class Field>
std::string wrong_path(const Field& field, GridView grid, const GridQuery& query) {
  const Result<Path> path = walk_down(field, grid, query.start);
  if (!path.ok()) return path.error().text();
  if (const auto fault = first_fault(grid, *path)) return *fault;
  if (path->cells.back() != query.goal) return "the way ends elsewhere";
  if (path->cost != field.at(query.start)) return "the way costs something else than its value";
  return path->cost < query.optimum ? "cheaper than the optimum" : "";
}

class BandRuns {
 public:
  BandRuns(const LoadedMap& map, const std::string& map_file, std::size_t most)
      : grid_(map.view()),
        hierarchy_(build(map)),
        solver_(hierarchy_),
        queries_(scen_queries(map, map_file, most)) {
    Planner planner(hierarchy_);
    for (const GridQuery& query : queries_)
      plans_.push_back(planner.plan({.agents = {query.start}, .goals = {{query.goal}}}));
  }

  [[nodiscard]] std::size_t count() const { return queries_.size(); }
  [[nodiscard]] std::size_t solver_bytes() const { return solver_.memory_bytes(); }

  std::string measure_corridor(Measured& m) {
    for (std::size_t i = 0; i < count(); ++i) {
      // One each, so that memory is that of the one corridor.
      CorridorField field(hierarchy_);
      field.reset(plans_[i]);
      field.advance();
      if (auto wrong = wrong_path(field, grid_, queries_[i]); !wrong.empty()) return wrong;
      m.take(field.at(queries_[i].start), queries_[i].optimum);
      m.bytes += static_cast<double>(plans_[i].corridor.size()) * bytes_per_tile;
      for (const SectorId sector : plans_[i].corridor) {
        const Rect box = hierarchy_.sectors().bounds(sector);
        m.cells += static_cast<double>(box.width * box.height);
      }
    }
    CorridorField field(hierarchy_);
    const QueryTimes times = time_queries(count(), rounds, [&](std::size_t i) {
      field.reset(plans_[i]);
      field.advance();
    });
    m.us = times.mean() * static_cast<double>(count());
    m.divide(count());
    return {};
  }

  std::string measure_band(int radius, Measured& m) {
    for (std::size_t i = 0; i < count(); ++i) {
      BandField band(hierarchy_, solver_);
      band.reset(plans_[i], radius);
      if (auto wrong = wrong_path(band, grid_, queries_[i]); !wrong.empty()) return wrong;
      if (auto wrong = unlike_dijkstra(band, i); !wrong.empty()) return wrong;
      m.take(band.at(queries_[i].start), queries_[i].optimum);
      m.bytes += static_cast<double>(band.memory_bytes());
      m.cells += static_cast<double>(band.cell_count());
    }
    BandField band(hierarchy_, solver_);
    const QueryTimes times =
        time_queries(count(), rounds, [&](std::size_t i) { band.reset(plans_[i], radius); });
    m.us = times.mean() * static_cast<double>(count());
    m.divide(count());
    return {};
  }

 private:
  static constexpr double bytes_per_tile = 3.7 * 1024;  // as TileField says

  // Some bands are compared with Dijkstra on the map where all else is wall, cell by cell.
  std::string unlike_dijkstra(const BandField& band, std::size_t i) {
    if (i % 16 != 0) return {};
    BlockArray costs(grid_.extent(), impassable, impassable);
    for (const Cell& c : band.cells()) costs.set(c, grid_.cost(c));
    dijkstra_.run({costs, grid_.links()}, band.goals());
    for (const Cell& c : band.cells()) {
      if (band.at(c) != dijkstra_.at(c)) return "query " + std::to_string(i) + ": not Dijkstra's values";
    }
    return {};
  }

  GridView grid_;
  Hierarchy hierarchy_;
  BandSolver solver_;
  std::vector<GridQuery> queries_;
  std::vector<Plan> plans_;
  BucketDijkstra dijkstra_;
};

void row(Report& report, const std::string& map, const std::string& field, std::size_t queries,
         const Measured& m, double corridor_us) {
  report.row({map, field, static_cast<std::int64_t>(queries), m.us, m.us / corridor_us, m.cells,
              m.bytes / 1024, m.excess * 100, m.most * 100, m.exact * 100});
}

void bench_map(Report& report, const Settings& settings, const std::string& name, const std::string& file) {
  const auto map = load_or_throw({name, file});
  BandRuns runs(*map, file, settings.full ? 1000 : 200);
  Measured corridor;
  if (auto wrong = runs.measure_corridor(corridor); !wrong.empty()) return report.wrong(name + ", " + wrong);
  row(report, name, "corridor", runs.count(), corridor, corridor.us);
  for (const int radius : {2, 4, 8}) {
    Measured band;
    const std::string title = "band " + std::to_string(radius);
    if (auto wrong = runs.measure_band(radius, band); !wrong.empty())
      return report.wrong(name + ", " + title + ", " + wrong);
    row(report, name, title, runs.count(), band, corridor.us);
  }
  report.note(name + ": the solver that all bands share holds " + std::to_string(runs.solver_bytes() / 1024) +
              " KiB");
}

}  // namespace

void bench_band(Report& report, const Settings& settings) {
  report.begin_table("band",
                     "fields over cells within so many steps of the way against fields over the corridor's "
                     "sectors, for the same plans; microseconds without the plan, means; KiB of one field "
                     "(corridor: 3.7 per sector); excess over the optimum in percent",
                     {{"map"},
                      {"field"},
                      {"queries"},
                      {"us", 1},
                      {"times", 2},
                      {"cells", 0},
                      {"KiB", 1},
                      {"excess %", 4},
                      {"most %", 2},
                      {"exact %", 1}});
  bool any = false;
  for (const auto& [name, file] : {std::pair("Berlin_0_1024", "movingai/cities/Berlin_0_1024.map"),
                                   std::pair("TheFrozenSea", "movingai/sc1/TheFrozenSea.map")}) {
    if (std::string(name).find(settings.maps) == std::string::npos) continue;
    if (!std::filesystem::exists(data_file(file))) continue;
    any = true;
    bench_map(report, settings, name, file);
  }
  if (!any) report.note("no public maps found; set PORTOLAN_DATA_DIR to their folder");
}

}  // namespace portolan::bench
