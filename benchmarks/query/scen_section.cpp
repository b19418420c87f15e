// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// All queries of the sc1 and city maps: plan and corridor field, against searches on the grid.
#include <limits>
#include <string>
#include <vector>

#include <boost/graph/astar_search.hpp>

#include <baselines/grid_graph.hpp>
#include <baselines/stop_at.hpp>
#include <portolan/core/astar.hpp>
#include <portolan/core/octile.hpp>
#include <portolan/core/path_check.hpp>

#include "jump_points.hpp"
#include "query_runs.hpp"
#include "sections.hpp"

namespace portolan::bench {

namespace {

// As a user of Boost.Graph would write it: property maps as it makes them, the visitor throws at the goal.
Distance boost_astar(GridView grid, Cell start, Cell goal) {
  const GridGraph graph(grid);
  const Extent extent = grid.extent();
  std::vector<std::uint64_t> costs(extent.cell_count());
  const auto estimate = [&](std::size_t v) { return octile_distance(extent.cell(v), goal).units; };
  try {
    boost::astar_search(
        graph, extent.index(start), estimate,
        boost::visitor(StopAt(extent.index(goal)))
            .distance_map(boost::make_iterator_property_map(costs.begin(), get(boost::vertex_index, graph)))
            .distance_inf(unreachable.units));
  } catch (const Arrived&) {
    return {costs[extent.index(goal)]};
  }
  return unreachable;
}

// One in so many queries, at least `least` of them.
std::vector<GridQuery> some_of(const std::vector<GridQuery>& all, std::size_t wanted) {
  std::vector<GridQuery> some;
  wanted = std::min(wanted, all.size());
  for (std::size_t i = 0; i < wanted; ++i) some.push_back(all[i * all.size() / wanted]);
  return some;
}

std::string first_wrong(JumpPointSearch& jumps, GridView grid, const std::vector<GridQuery>& queries) {
  for (std::size_t i = 0; i < queries.size(); ++i) {
    if (jumps.search(queries[i].start, queries[i].goal) != queries[i].optimum)
      return "jump point search, query " + std::to_string(i) + ": not the optimum";
    if (const auto fault = first_fault(grid, jumps.path())) return "jump point search: " + *fault;
  }
  return {};
}

std::string first_wrong(AStar& astar, GridView grid, const std::vector<GridQuery>& queries,
                        const std::vector<GridQuery>& fewer) {
  for (const GridQuery& query : queries) {
    if (astar.search(grid, query.start, query.goal).path.cost != query.optimum) return "A*: not the optimum";
  }
  for (const GridQuery& query : fewer) {
    if (boost_astar(grid, query.start, query.goal) != query.optimum) return "Boost's A*: not the optimum";
  }
  return {};
}

struct Subset {
  std::vector<GridQuery> queries;
  double ours = 0;  // mean of plan and field on them
};

void bench_map(Report& report, const Settings& settings, const DevMap& map) {
  const auto loaded = load_or_throw({map.name, map.file});
  const GridView grid = loaded->view();
  const std::vector<GridQuery> queries = scen_queries(*loaded, map.file);
  if (queries.empty()) return;
  const auto slow = some_of(queries, settings.full ? queries.size() : 150);
  const auto slower = some_of(queries, settings.full ? 200 : 20);
  const Hierarchy hierarchy = build(*loaded);
  HierarchyRuns runs(hierarchy, queries);
  JumpPointSearch jumps(grid);
  AStar astar;
  std::string wrong = runs.first_wrong();
  if (wrong.empty()) wrong = first_wrong(jumps, grid, queries);
  if (wrong.empty()) wrong = first_wrong(astar, grid, slow, slower);
  if (!wrong.empty()) return report.wrong(map.name + ", " + wrong);

  runs.run(3);
  const QueryTimes jump = time_queries(queries.size(), 3, [&](std::size_t i) {
    static_cast<void>(jumps.search(queries[i].start, queries[i].goal));
    static_cast<void>(jumps.path());
  });
  const QueryTimes plain = time_queries(slow.size(), 1, [&](std::size_t i) {
    static_cast<void>(astar.search(grid, slow[i].start, slow[i].goal));
  });
  const QueryTimes boost = time_queries(slower.size(), 1, [&](std::size_t i) {
    static_cast<void>(boost_astar(grid, slower[i].start, slower[i].goal));
  });
  report.row({map.set + "/" + map.name, static_cast<std::int64_t>(queries.size()), runs.plan.mean(),
              runs.both.mean(), runs.both.at_share(0.5), runs.both.at_share(0.99), runs.path.mean(),
              jump.mean(), plain.mean(), boost.mean(), runs.mean_excess * 100, runs.most_excess * 100,
              runs.exact_share * 100, runs.mean_path_excess * 100, runs.exact_path_share * 100});
}

}  // namespace

void bench_scen(Report& report, const Settings& settings) {
  report.begin_table("scen",
                     "all queries of the .scen file that have a way, microseconds; 'both' is plan and "
                     "corridor field, 'path' "
                     "a path without a field, the others are the mean per query; A* and Boost's A* on evenly "
                     "spread samples of the queries (150 and "
                     "20); "
                     "excess over the optimum in percent, of fields and of paths without one",
                     {{"map"},
                      {"queries"},
                      {"plan", 1},
                      {"both", 1},
                      {"both p50", 1},
                      {"both p99", 1},
                      {"path", 1},
                      {"jump points", 1},
                      {"A*", 0},
                      {"Boost A*", 0},
                      {"excess %", 4},
                      {"most %", 2},
                      {"exact %", 1},
                      {"path excess %", 4},
                      {"path exact %", 1}});
  bool any = false;
  for (const DevMap& map : dev_maps(settings.maps)) {
    if (map.set != "sc1" && map.set != "cities") continue;
    any = true;
    bench_map(report, settings, map);
  }
  if (!any) return report.note("no public maps found; set PORTOLAN_DATA_DIR to their folder");
  report.note("bound: 'both' at most 150 us on the 1024-wide city maps, 250 us on TheFrozenSea");
  report.note("the field serves every cell of its corridor, the others give one path each");
}

}  // namespace portolan::bench
