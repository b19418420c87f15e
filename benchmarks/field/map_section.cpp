// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// The field of a whole map for one goal: the tile field against the flat methods, in turns.
#include <algorithm>
#include <cmath>
#include <map>

#include <support/dev_maps.hpp>
#include <support/stats.hpp>

#include "sections.hpp"
#include "whole_map.hpp"

namespace portolan::bench {

namespace {

const char* const rivals[] = {"wavefront", "fifo", "heap", "buckets", "boost", "boost nc", "distances"};

struct SetTimes {
  std::map<std::string, std::vector<double>> ratios;  // per rival
  std::vector<double> best_boost;
};

// One map's row; adds what it finds to its set.
void bench_map(Report& report, const Settings& settings, const DevMap& map, SetTimes& set) {
  const auto loaded = load_or_throw({map.name, map.file});
  const ReachedGoal goal = central_goal(loaded->view(), 5);
  WholeMap whole(loaded->view(), goal.goal, {.slow_every = settings.full ? 1 : 3});
  const std::string wrong = whole.first_wrong();
  if (!wrong.empty()) return report.wrong(map.name + ", " + wrong);
  whole.run(settings.full ? 9 : 6);
  const TileField& field = whole.field();
  const auto tiles = static_cast<double>(field.tile_count());
  std::vector<Value> row{map.set + "/" + map.name, goal.cells,
                         static_cast<double>(field.tiles_solved()) / tiles,
                         whole.method("tiles").median_time(), whole.method("tiles").median_time() / tiles};
  for (const char* rival : rivals) {
    row.emplace_back(whole.times_as_long(rival));
    set.ratios[rival].push_back(whole.times_as_long(rival));
  }
  row.emplace_back(median(whole.method("buckets").cold) / median(whole.method("tiles").cold));
  row.emplace_back(static_cast<std::int64_t>(whole.method("boost").runs()));
  set.best_boost.push_back(std::min(whole.times_as_long("boost"), whole.times_as_long("boost nc")));
  report.row(row);
}

void append(SetTimes& all, const SetTimes& set) {
  for (const auto& [rival, ratios] : set.ratios) {
    all.ratios[rival].insert(all.ratios[rival].end(), ratios.begin(), ratios.end());
  }
  all.best_boost.insert(all.best_boost.end(), set.best_boost.begin(), set.best_boost.end());
}

void sum_up(Report& report, const std::map<std::string, SetTimes>& sets) {
  report.begin_table("map sets",
                     "geometric means of the ratios above: how many times as long as the tile field with "
                     "directions",
                     {{"set"},
                      {"maps"},
                      {"wavefront", 1},
                      {"fifo", 1},
                      {"heap", 1},
                      {"buckets", 1},
                      {"boost", 1},
                      {"boost nc", 1},
                      {"distances"},
                      {"least", 1}});
  SetTimes games, others;
  const auto show = [&](const std::string& name, const SetTimes& set) {
    if (set.best_boost.empty()) return;
    std::vector<Value> row{name, static_cast<std::int64_t>(set.best_boost.size())};
    for (const char* rival : rivals) row.emplace_back(geometric_mean(set.ratios.at(rival)));
    const std::vector<double>& buckets = set.ratios.at("buckets");
    row.emplace_back(*std::min_element(buckets.begin(), buckets.end()));
    report.row(row);
  };
  for (const auto& [name, set] : sets) {
    show(name, set);
    append(is_game_or_city(name) ? games : others, set);
  }
  show("games and cities", games);
  show("mazes, rooms, random", others);
  report.note("'least' is the least ratio of the bucket queue in the set");
  if (games.best_boost.empty()) return;
  const std::vector<double>& buckets = games.ratios.at("buckets");
  report.result("bucket queue, geometric mean over games and cities", geometric_mean(buckets), "at least 12");
  report.result("Boost.Graph's faster variant, the same", geometric_mean(games.best_boost), "at least 40");
  report.result("bucket queue, least over games and cities",
                *std::min_element(buckets.begin(), buckets.end()), "above 1");
}

}  // namespace

void bench_maps(Report& report, const Settings& settings) {
  report.begin_table(
      "map",
      "the exact field of a whole map; times are microseconds with directions, ratios say how many "
      "times as long the others take (distances: the tile field without directions)",
      {{"map"},
       {"cells"},
       {"solves/tile"},
       {"us", 0},
       {"us/tile"},
       {"wavefront", 1},
       {"fifo", 1},
       {"heap", 1},
       {"buckets", 1},
       {"boost", 1},
       {"boost nc", 1},
       {"distances"},
       {"cold buckets", 1},
       {"slow runs"}});
  std::map<std::string, SetTimes> sets;
  for (const DevMap& map : dev_maps(settings.maps)) bench_map(report, settings, map, sets[map.set]);
  if (sets.empty()) report.note("no public maps found; set PORTOLAN_DATA_DIR to their folder");
  report.note("flat methods but buckets take their memory again, and ran as often as 'slow runs' says");
  report.note(
      "buckets and tile fields run twice per round: the second run counts, 'cold buckets' is the ratio of "
      "the first");
  if (!sets.empty()) sum_up(report, sets);
}

}  // namespace portolan::bench
