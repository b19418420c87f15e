// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// One order for many agents: one search for all of them.
#include <string>
#include <vector>

#include <support/stats.hpp>

#include "query_runs.hpp"
#include "sections.hpp"

namespace portolan::bench {

namespace {

constexpr std::size_t army = 10'000;

void measure(Report& report, const std::string& name, const LoadedMap& map, const Hierarchy& hierarchy,
             std::size_t places) {
  Planner planner(hierarchy);
  CorridorField field(hierarchy);
  Dice dice(places);
  PlanRequest request{.goals = {{dice.passable_cell(map.view())}}};
  std::vector<Cell> from;
  while (from.size() < places) {
    const Cell c = dice.passable_cell(map.view());
    if (hierarchy.can_reach(c, request.goals[0].cell)) from.push_back(c);
  }
  for (std::size_t i = 0; i < army; ++i) request.agents.push_back(from[i % places]);
  Plan plan = planner.plan(request);
  field.reset(plan);
  field.advance();
  TileField exact(map.view(), hierarchy.sectors());
  exact.add_goal(request.goals[0]);
  exact.advance();
  for (std::size_t i = 0; i < places; ++i) {
    const Distance best = exact.at(from[i]);
    if (field.at(from[i]) < best || field.at(from[i]) > plan.costs[i] || plan.lower_bounds[i] > best)
      return report.wrong(name + ", an agent's cost");
  }
  std::vector<Method> methods{{"plan", [&] { plan = planner.plan(request); }, 1, {}},
                              {"field",
                               [&] {
                                 field.reset(plan);
                                 field.advance();
                               },
                               1,
                               {}}};
  run_in_turns(methods, 7);
  report.row({name, static_cast<std::int64_t>(hierarchy.level_count()), static_cast<std::int64_t>(places),
              static_cast<std::int64_t>(plan.nodes_opened), static_cast<std::int64_t>(plan.corridor.size()),
              methods[0].median_time() / 1000, methods[1].median_time() / 1000});
}

}  // namespace

void bench_armies(Report& report, const Settings& settings) {
  report.begin_table(
      "army",
      "one order for 10,000 agents, from so many places of the map to one goal; 'opened' are "
      "portals, and sectors where costs went up or down an area",
      {{"map"}, {"levels"}, {"places"}, {"opened"}, {"sectors"}, {"plan ms", 2}, {"field ms", 2}});
  for (const std::int32_t side : {1024, settings.full ? 16384 : 4096}) {
    const std::string name = "caves " + std::to_string(side);
    const auto map = load_or_throw({name, GenerateOptions{MapKind::caves, side, side, 3, 0, 0}});
    for (const int levels : {1, 2}) {
      const Hierarchy hierarchy = build(*map, {.levels = levels});
      for (const std::size_t places : {1U, 10U, 100U, 1000U, 10'000U})
        measure(report, name, *map, hierarchy, places);
    }
  }
}

}  // namespace portolan::bench
