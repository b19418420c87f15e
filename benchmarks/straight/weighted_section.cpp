// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <cstdio>
#include <variant>

#include <support/dev_maps.hpp>
#include <support/polyline.hpp>
#include <support/refined_grid.hpp>
#include <support/stats.hpp>

#include "excess.hpp"
#include "sections.hpp"

namespace portolan::bench {

std::vector<MapSpec> weighted_maps(const Settings& settings) {
  std::vector<MapSpec> maps{
      {"islands_256", GenerateOptions{MapKind::islands, 256, 256, 1, 0, 0}, true},
      {"islands_256_b", GenerateOptions{MapKind::islands, 256, 256, 2, 0, 0}, true},
      {"lak303d", "movingai/dao/lak303d.map", true},
      {"Paris_1_256", "movingai/cities/Paris_1_256.map", true},
      {"battleground", "movingai/wc3maps512/battleground.map", true},
      {"plunderisle", "movingai/wc3maps512/plunderisle.map", true},
  };
  if (settings.full) {
    maps.push_back({"islands_512", GenerateOptions{MapKind::islands, 512, 512, 1, 0, 0}, true});
    maps.push_back({"Archipelago", "movingai/sc1/Archipelago.map", true});
    maps.push_back({"isleofdread", "movingai/wc3maps512/isleofdread.map", true});
  }
  std::erase_if(maps, [&](const MapSpec& map) { return map.name.find(settings.maps) == std::string::npos; });
  return maps;
}

namespace {

// Many starts for one goal: the refined grid answers them all in one search.
void measure_goal(Report& report, Walker& walker, test::RefinedGrid& refined, GridView grid,
                  std::uint64_t seed, Measured& measured) {
  Dice dice(seed);
  const Cell goal = central_goal(grid, seed).goal.cell;
  measured.oracle_ms.push_back(microseconds([&] { refined.run(test::middle_of(goal)); }) / 1000);
  for (int i = 0; i < 40; ++i) {
    const Query query{dice.passable_cell(grid), goal};
    if (query.start == goal || !walker.prepare(query)) continue;
    const auto best = refined.path(test::middle_of(query.start));
    const std::string fault = best ? fault_of(best->points, grid) : "finds no path";
    if (!fault.empty()) {
      report.wrong(measured.map + ", " + text_of(query) + ", the oracle: " + fault);
      continue;
    }
    walker.know(best->points);
    // The refined grid is above the optimum by a tenth of a percent or so.
    walk_all(
        report, walker, query, grid, best->length, 3e-3,
        [&](const Trail& trail) { return test::walked_length(trail, grid); }, measured);
  }
}

}  // namespace

void bench_weighted(Report& report, const Settings& settings) {
  std::vector<Measured> maps;
  for (const MapSpec& spec : weighted_maps(settings)) {
    const auto loaded = load(spec);
    if (const auto* why = std::get_if<std::string>(&loaded)) {
      std::fprintf(stderr, "weighted: %s\n", why->c_str());
      continue;
    }
    const LoadedMap& map = *std::get<0>(loaded);
    maps.emplace_back(spec.name);
    Walker walker(map);
    test::RefinedGrid refined(map.view());
    for (std::uint64_t seed = 1; seed <= (settings.full ? 4U : 1U); ++seed)
      measure_goal(report, walker, refined, map.view(), seed, maps.back());
  }
  report.begin_table("refined", "the refined grid, milliseconds per goal",
                     {{"map"}, {"goals"}, {"mean ms", 0}});
  for (const Measured& map : maps)
    report.row({map.map, static_cast<std::int64_t>(map.oracle_ms.size()), mean(map.oracle_ms)});
  report_ways(report, maps, "weighted",
              "the cheapest curve on a grid refined 4 times with 80 directions, pulled straight");
}

}  // namespace portolan::bench
