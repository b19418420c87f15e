// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// The field of a whole map by its size, by how much of it is blocked, and by the spread of terrain costs: the
// tile field against the bucket queue.
#include <utility>

#include <support/stats.hpp>

#include "made_worlds.hpp"
#include "sections.hpp"
#include "whole_map.hpp"

namespace portolan::bench {

namespace {

std::vector<Column> columns(const std::string& first) {
  return {{first},         {"cells"},    {"solves/tile"},     {"wide %", 1},
          {"us", 0},       {"ns/cell"},  {"us/tile"},         {"buckets us", 0},
          {"bkt ns/cell"}, {"ratio", 1}, {"distances us", 0}, {"KiB/tile", 1},
          {"runs"}};
}

struct Measured {
  double cells = 0, tiles_time = 0, bucket_time = 0;
};

// One row; nothing measured when an answer was wrong.
Measured bench_world(Report& report, const std::string& label, GridView grid, int rounds) {
  const ReachedGoal goal = central_goal(grid, 3, grid.extent().width > 4096 ? 1 : 3);
  WholeMap whole(grid, goal.goal, {.wavefront = false, .slow = false});
  const std::string wrong = whole.first_wrong();
  if (!wrong.empty()) {
    report.wrong(label + ", " + wrong);
    return {};
  }
  whole.run(rounds);
  const TileField& field = whole.field();
  const auto tiles = static_cast<double>(field.tile_count()), cells = static_cast<double>(goal.cells);
  const double time = whole.method("tiles").median_time(), buckets = whole.method("buckets").median_time();
  report.row({label, goal.cells, static_cast<double>(field.tiles_solved()) / tiles,
              100.0 * static_cast<double>(field.wide_tile_count()) / tiles, time, 1000 * time / cells,
              time / tiles, buckets, 1000 * buckets / cells, whole.times_as_long("buckets"),
              whole.method("distances").median_time(),
              static_cast<double>(field.memory_bytes()) / 1024 / tiles, static_cast<std::int64_t>(rounds)});
  return {cells, time, buckets};
}

int rounds_for(std::int32_t side) { return side <= 1024 ? 7 : side <= 2048 ? 5 : 3; }

}  // namespace

void bench_sizes(Report& report, const Settings& settings) {
  for (const MapKind kind : {MapKind::city, MapKind::islands}) {
    report.begin_table("size, " + std::string(name(kind)), "generated maps of one kind, side by side",
                       columns("side"));
    std::vector<std::pair<double, double>> tiles, buckets;
    for (std::int32_t side = 256; side <= (settings.full ? 16384 : 2048); side *= 2) {
      const auto map = generate(kind, side);
      const Measured measured = bench_world(report, std::to_string(side), map->view(), rounds_for(side));
      if (measured.cells == 0) continue;
      tiles.emplace_back(measured.cells, measured.tiles_time);
      buckets.emplace_back(measured.cells, measured.bucket_time);
    }
    report.result("log-log slope of time by cells, tile field", log_log_slope(tiles));
    report.result("the same, bucket queue", log_log_slope(buckets));
  }
}

void bench_density(Report& report, const Settings& settings) {
  const std::int32_t side = settings.full ? 2048 : 1024;
  report.begin_table("density, single cells", "blocked cells strewn at random", columns("blocked %"));
  for (const std::uint32_t walls : {0U, 1U, 5U, 10U, 20U, 30U, 40U}) {
    const auto map = make_world({.side = side, .walls = walls});
    bench_world(report, std::to_string(walls), map->view(), rounds_for(side));
  }
  report.begin_table("density, boxes", "generated boxes", columns("fill"));
  for (const std::int32_t fill : {10, 20, 30, 40, 50, 60}) {
    const auto map = generate(MapKind::boxes, side, fill);
    bench_world(report, std::to_string(fill), map->view(), rounds_for(side));
  }
}

void bench_contrast(Report& report, const Settings& settings) {
  const std::int32_t side = settings.full ? 2048 : 1024;
  report.begin_table("contrast", "patches of 13 by 13 cells cost 1 to so much, 5 % blocked",
                     columns("most cost"));
  for (const std::uint32_t most : {1U, 2U, 4U, 9U, 16U, 64U, 128U, 254U}) {
    const auto map = make_world({.side = side, .walls = 5, .most_cost = most});
    bench_world(report, std::to_string(most), map->view(), rounds_for(side));
  }
}

}  // namespace portolan::bench
