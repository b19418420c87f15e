// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What the choices of a hierarchy and of a request cost, and what they give.
#include <string>
#include <vector>

#include "query_runs.hpp"
#include "sections.hpp"

namespace portolan::bench {

namespace {

struct ChosenMap {
  std::string name;
  std::string file;
};

const std::vector<ChosenMap> chosen_maps{{"Berlin_0_1024", "movingai/cities/Berlin_0_1024.map"},
                                         {"TheFrozenSea", "movingai/sc1/TheFrozenSea.map"},
                                         {"orz900d", "movingai/dao/orz900d.map"},
                                         {"caves_4096", ""}};

// A map with some of its queries; null where it is missing.
struct MapWithQueries {
  std::shared_ptr<const LoadedMap> map;
  std::vector<GridQuery> queries;
};

MapWithQueries load_with_queries(const ChosenMap& chosen, const Settings& settings) {
  if (chosen.name.find(settings.maps) == std::string::npos) return {};
  MapWithQueries loaded;
  const std::size_t most = settings.full ? 1000 : 200;
  if (!chosen.file.empty()) {
    if (!std::filesystem::exists(data_file(chosen.file))) return {};
    loaded.map = load_or_throw({chosen.name, chosen.file});
    loaded.queries = scen_queries(*loaded.map, chosen.file, most);
    return loaded;
  }
  // A generated map stands for large ones, with ways across it.
  loaded.map = load_or_throw({chosen.name, GenerateOptions{MapKind::caves, 4096, 4096, 3, 0, 0}});
  Optimum optimum(loaded.map->view());
  Dice dice(11);
  while (loaded.queries.size() < most / 4) {
    const Cell a = dice.passable_cell(loaded.map->view()), b = dice.passable_cell(loaded.map->view());
    const Distance best = optimum(a, b);
    if (reachable(best)) loaded.queries.push_back({a, b, best});
  }
  return loaded;
}

const std::vector<Column> choice_columns{{"map"},          {"choice"},       {"queries"},     {"build ms", 0},
                                         {"B/cell"},       {"portals"},      {"opened", 0},   {"sectors", 1},
                                         {"plan mean", 1}, {"both mean", 1}, {"both p99", 1}, {"excess %", 4},
                                         {"most %", 2},    {"exact %", 1}};

void measure(Report& report, const std::string& name, const std::string& choice, const MapWithQueries& loaded,
             const HierarchyOptions& options, QualityGoal quality = {}) {
  double build_ms = 0;
  const Hierarchy hierarchy = build(*loaded.map, options, &build_ms);
  HierarchyRuns runs(hierarchy, loaded.queries, quality);
  if (const std::string wrong = runs.first_wrong(); !wrong.empty())
    return report.wrong(name + ", " + choice + ", " + wrong);
  runs.run(3);
  report.row({name, choice, static_cast<std::int64_t>(loaded.queries.size()), build_ms,
              static_cast<double>(hierarchy.memory_bytes()) /
                  static_cast<double>(loaded.map->world.extent().cell_count()),
              static_cast<std::int64_t>(hierarchy.graph().size()), runs.nodes_opened, runs.sectors,
              runs.plan.mean(), runs.both.mean(), runs.both.at_share(0.99), runs.mean_excess * 100,
              runs.most_excess * 100, runs.exact_share * 100});
}

template <class MeasureChoices>
void for_each_map(Report& report, const Settings& settings, MeasureChoices&& measure_choices) {
  bool any = false;
  for (const ChosenMap& chosen : chosen_maps) {
    const MapWithQueries loaded = load_with_queries(chosen, settings);
    if (loaded.queries.empty()) continue;
    any = true;
    measure_choices(chosen.name, loaded);
  }
  if (!any) report.note("no such map");
}

}  // namespace

void bench_levels(Report& report, const Settings& settings) {
  report.begin_table("levels",
                     "one to three levels; 'B/cell' is the hierarchy without the world, times are "
                     "microseconds, 'both' is plan and field",
                     choice_columns);
  for_each_map(report, settings, [&](const std::string& name, const MapWithQueries& loaded) {
    for (const int levels : {1, 2, 3})
      measure(report, name, std::to_string(levels), loaded, {.levels = levels});
  });
}

void bench_widths(Report& report, const Settings& settings) {
  report.begin_table("widths", "portals at most so many cells wide", choice_columns);
  for_each_map(report, settings, [&](const std::string& name, const MapWithQueries& loaded) {
    for (const int width : {4, 8, 16, 32})
      measure(report, name, std::to_string(width), loaded, {.portal_width = width});
  });
}

void bench_qualities(Report& report, const Settings& settings) {
  report.begin_table("qualities",
                     "what a better corridor costs; `widened` by one ring, `bounded` to 1 percent",
                     choice_columns);
  for_each_map(report, settings, [&](const std::string& name, const MapWithQueries& loaded) {
    for (const Quality quality : {Quality::path, Quality::widened, Quality::bounded, Quality::exact})
      measure(report, name, std::string(portolan::name(quality)), loaded, {}, quality);
  });
}

}  // namespace portolan::bench
