// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// One tile at a time, from a passable cell of its border: the tile solver against Dijkstra in the tile.
#include <cmath>
#include <optional>

#include <portolan/core/detail/tile_solver.hpp>

#include <support/dev_maps.hpp>
#include <support/stats.hpp>

#include "sections.hpp"
#include "tile_dial.hpp"

namespace portolan::bench {

namespace {

constexpr int rounds = 5;
constexpr int solves_per_round = 4;  // the kernel is too short for the clock alone

struct TileTimes {
  double solver = 0, dial = 0;  // microseconds, medians
  double solver_with_load = 0, dial_with_load = 0;
};

// A random passable cell of the tile's border.
std::optional<Cell> border_cell(const GridView& grid, const Rect& box, Dice& dice) {
  std::vector<Cell> cells;
  for (std::int32_t y = box.y; y < box.y + box.height; ++y) {
    for (std::int32_t x = box.x; x < box.x + box.width; ++x) {
      const bool border =
          x == box.x || y == box.y || x == box.x + box.width - 1 || y == box.y + box.height - 1;
      if (border && grid.passable({x, y, box.layer})) cells.push_back({x, y, box.layer});
    }
  }
  if (cells.empty()) return std::nullopt;
  return cells[dice.below(static_cast<std::uint32_t>(cells.size()))];
}

bool agree(const TileSolver& solver, const TileDial& dial, const Rect& box) {
  for (std::int32_t y = box.y; y < box.y + box.height; ++y) {
    for (std::int32_t x = box.x; x < box.x + box.width; ++x) {
      if (solver.at({x, y, box.layer}) != dial.at({x, y, box.layer})) return false;
    }
  }
  return true;
}

struct Contest {
  GridView grid;
  TileGrid tiles;
  TileSolver solver;
  TileDial dial;

  void solve(Cell seed) {
    solver.clear();
    solver.seed(seed, {0});
    solver.solve();
  }
  // Nothing when the answers differ.
  std::optional<TileTimes> time(TileId tile, Cell seed) {
    solver.load(grid, tiles, tile);
    dial.load(grid, tiles, tile);
    solve(seed);
    dial.run(seed);
    if (!agree(solver, dial, tiles.bounds(tile))) return std::nullopt;
    std::vector<double> solver_times, dial_times, solver_loads, dial_loads;
    for (int round = 0; round < rounds; ++round) {
      solver_times.push_back(microseconds([&] {
                               for (int i = 0; i < solves_per_round; ++i) solve(seed);
                             }) /
                             solves_per_round);
      dial_times.push_back(microseconds([&] { dial.run(seed); }));
      solver_loads.push_back(microseconds([&] {
                               for (int i = 0; i < solves_per_round; ++i) {
                                 solver.load(grid, tiles, tile);
                                 solve(seed);
                               }
                             }) /
                             solves_per_round);
      dial_loads.push_back(microseconds([&] {
        dial.load(grid, tiles, tile);
        dial.run(seed);
      }));
    }
    return TileTimes{median(solver_times), median(dial_times), median(solver_loads), median(dial_loads)};
  }
};

struct MapTimes {
  std::int64_t tiles = 0;
  TileTimes sum;
  std::vector<double> ratios;
};

MapTimes time_map(Report& report, const DevMap& map, GridView grid, bool mixed) {
  Contest contest{grid, TileGrid(grid.extent()), TileSolver(), TileDial()};
  Dice dice(11);
  MapTimes all;
  for (std::uint32_t t = 0; t < contest.tiles.tile_count(); ++t) {
    const std::optional<Cell> seed = border_cell(grid, contest.tiles.bounds({t}), dice);
    if (!seed) continue;
    const std::optional<TileTimes> times = contest.time({t}, *seed);
    if (!times) {
      report.wrong(map.name + (mixed ? ", mixed ground" : "") + ", tile " + std::to_string(t));
      continue;
    }
    ++all.tiles;
    all.sum.solver += times->solver, all.sum.dial += times->dial;
    all.sum.solver_with_load += times->solver_with_load, all.sum.dial_with_load += times->dial_with_load;
    all.ratios.push_back(times->dial / times->solver);
  }
  return all;
}

}  // namespace

void bench_tiles(Report& report, const Settings& settings) {
  report.begin_table(
      "tile",
      "microseconds per tile solved from a border cell; Dijkstra in the tile has a bucket queue "
      "and everything in the first-level cache",
      {{"map"},
       {"tiles"},
       {"solver"},
       {"dijkstra"},
       {"ratio", 1},
       {"median ratio", 1},
       {"solver+load"},
       {"dijkstra+load"},
       {"ratio+load", 1}});
  std::vector<double> games, medians, others;
  for (const DevMap& map : dev_maps(settings.maps)) {
    const auto loaded = load_or_throw({map.name, map.file});
    const MapTimes times = time_map(report, map, loaded->view(), false);
    const auto n = static_cast<double>(times.tiles);
    const double all = times.sum.dial / times.sum.solver;
    report.row({map.set + "/" + map.name, times.tiles, times.sum.solver / n, times.sum.dial / n, all,
                median(times.ratios), times.sum.solver_with_load / n, times.sum.dial_with_load / n,
                times.sum.dial_with_load / times.sum.solver_with_load});
    (is_game_or_city(map.set) ? games : others).push_back(all);
    if (is_game_or_city(map.set)) medians.push_back(median(times.ratios));
  }
  if (!games.empty()) {
    report.result("least ratio over cities and game maps", *std::min_element(games.begin(), games.end()),
                  "at least 8");
    report.result("least median ratio", *std::min_element(medians.begin(), medians.end()), "at least 8");
    report.result("geometric mean over cities and game maps", geometric_mean(games));
  }
  if (!others.empty())
    report.result("geometric mean over mazes, rooms and random maps", geometric_mean(others));
}

}  // namespace portolan::bench
