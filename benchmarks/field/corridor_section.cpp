// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Fields over the corridors that real queries get: per tile, all inclusive, against the bare kernel.
#include <algorithm>

#include <baselines/tile_mask.hpp>
#include <portolan/hierarchy/hierarchy.hpp>
#include <portolan/hierarchy/planner.hpp>

#include <support/dev_maps.hpp>
#include <support/stats.hpp>

#include "bare_tiles.hpp"
#include "sections.hpp"

namespace portolan::bench {

namespace {

struct Query {
  Goal goal;
  std::vector<TileId> corridor;
};

// Corridors between random cells that have a path.
std::vector<Query> make_queries(const LoadedMap& map, int count) {
  const Hierarchy hierarchy(map.world, map.profile);
  Planner planner(hierarchy);
  Dice dice(23);
  std::vector<Query> queries;
  for (int tries = 0; tries < 20 * count && static_cast<int>(queries.size()) < count; ++tries) {
    PlanRequest request;
    request.agents = {dice.passable_cell(map.view())};
    request.goals = {{dice.passable_cell(map.view())}};
    Plan plan = planner.plan(request);
    if (plan.outcome == Outcome::complete && !plan.corridor.empty())
      queries.push_back({request.goals[0], std::move(plan.corridor)});
  }
  return queries;
}

struct Sums {
  std::vector<double> tiles, solves, with_directions, distances, bare, bare_all;  // per query; per tile
  std::vector<double> to_bare, to_bare_all;
};

// The answer of a corridor field, run as it is timed.
void run_query(TileField& field, const Query& query) {
  field.reset();
  field.allow(query.corridor);
  field.add_goal(query.goal);
  field.advance();
}

bool right(const TileField& field, const Query& query) {
  const TileMask mask(field.tiles(), query.corridor);
  BucketDijkstra search;
  search.run(field.grid(), {&query.goal, 1}, &mask);
  for (const TileId tile : query.corridor) {
    const Rect box = field.tiles().bounds(tile);
    for (std::int32_t i = 0; i < box.width * box.height; ++i) {
      const Cell c{box.x + i % box.width, box.y + i / box.width, box.layer};
      if (field.at(c) != search.at(c)) return false;
    }
  }
  return true;
}

bool time_query(const Query& query, TileField& field, TileField& distances, Isa isa, Sums& sums) {
  run_query(field, query);
  run_query(distances, query);
  BareTiles bare(field, query.corridor, isa);
  if (!right(field, query) || (bare.narrow() && !bare.verify(field))) return false;
  std::vector<Method> methods{{"field", [&] { run_query(field, query); }, 1, {}},
                              {"distances", [&] { run_query(distances, query); }, 1, {}}};
  if (bare.narrow()) {
    methods.push_back({"bare", [&] { bare.solve(); }, 1, {}});
    methods.push_back({"bare all", [&] { bare.solve_with_all(); }, 1, {}});
  }
  run_in_turns(methods, 9);
  const auto tiles = static_cast<double>(query.corridor.size());
  sums.tiles.push_back(tiles);
  sums.solves.push_back(static_cast<double>(field.tiles_solved()) / tiles);
  sums.with_directions.push_back(methods[0].median_time() / tiles);
  sums.distances.push_back(methods[1].median_time() / tiles);
  if (!bare.narrow()) return true;
  sums.bare.push_back(methods[2].median_time() / tiles);
  sums.bare_all.push_back(methods[3].median_time() / tiles);
  sums.to_bare.push_back(ratio(methods[0], methods[2]));
  sums.to_bare_all.push_back(ratio(methods[0], methods[3]));
  return true;
}

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

void bench_map(Report& report, const Settings& settings, const DevMap& map, Sums& all) {
  const auto loaded = load_or_throw({map.name, map.file});
  const GridView grid = loaded->view();
  const std::vector<Query> queries = make_queries(*loaded, settings.full ? 100 : 20);
  TileField field(grid, TileGrid(grid.extent()));
  TileField distances = TileField::distances_only(grid, TileGrid(grid.extent()));
  Sums sums;
  for (const Query& query : queries) {
    if (!time_query(query, field, distances, best_isa(), sums)) report.wrong(map.name);
  }
  if (sums.tiles.empty()) return;
  report.row({map.set + "/" + map.name, static_cast<std::int64_t>(sums.tiles.size()), mean(sums.tiles),
              mean(sums.solves), median(sums.with_directions), median(sums.distances), median(sums.bare),
              median(sums.bare_all), median(sums.to_bare), median(sums.to_bare_all)});
  all.tiles.push_back(median(sums.with_directions));
  all.to_bare.push_back(median(sums.to_bare));
  all.to_bare_all.push_back(median(sums.to_bare_all));
}

}  // namespace

void bench_corridors(Report& report, const Settings& settings) {
  report.begin_table(
      "corridor",
      "the field of a corridor, microseconds per tile, medians over queries; 'field' takes in "
      "the corridor, solves, and makes directions; 'bare' is the kernel alone on prepared tiles, "
      "'bare all' reads the ground and makes directions as well",
      {{"map"},
       {"queries"},
       {"tiles", 1},
       {"solves/tile"},
       {"field"},
       {"distances"},
       {"bare"},
       {"bare all"},
       {"field/bare"},
       {"field/bare all"}});
  Sums all;
  for (const DevMap& map : dev_maps(settings.maps)) {
    const bool small = std::filesystem::file_size(data_file(map.file)) < 200000;
    if (is_game_or_city(map.set) && !small) bench_map(report, settings, map, all);
  }
  if (all.tiles.empty()) return report.note("no public maps found; set PORTOLAN_DATA_DIR to their folder");
  report.result("median over maps, us per tile", median(all.tiles), "at most 3 with AVX-512");
  report.result("greatest, us per tile", *std::max_element(all.tiles.begin(), all.tiles.end()));
  report.result("median of field / bare", median(all.to_bare), "at most 2");
  report.result("median of field / bare all", median(all.to_bare_all));
}

}  // namespace portolan::bench
