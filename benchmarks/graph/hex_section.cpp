// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// A board of hexagons with the costs of a map of squares, and that map: the same queries on both.
#include <cstdint>
#include <string>
#include <vector>

#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>

#include <portolan/core/graph/shapes.hpp>
#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/graph_hierarchy.hpp>
#include <portolan/hierarchy/hierarchy.hpp>
#include <portolan/hierarchy/planner.hpp>

#include <support/dev_maps.hpp>
#include <support/stats.hpp>

#include "oracle.hpp"
#include "sections.hpp"

namespace portolan::bench {

namespace {

using Hexes = GraphHierarchy<WaypointGraph>;
constexpr std::uint32_t side = 1024;

struct Query {
  std::uint32_t agent = 0;
  std::uint32_t goal = 0;
  std::uint64_t cost = 0;
};

Cell cell_of(std::uint32_t vertex) {
  return {static_cast<std::int32_t>(vertex % side), static_cast<std::int32_t>(vertex / side), 0};
}

struct Timed {
  double plan = 0;
  double both = 0;
  double corridor = 0;  // sectors
  double opened = 0;    // portals
  double excess = 0;    // of the field over the optimum, %
};

// False where an answer is wrong.
bool time_hexes(const Hexes& hierarchy, const std::vector<Query>& queries, QualityGoal quality, int rounds,
                Timed& timed) {
  Hexes::Planner planner(hierarchy);
  Hexes::Field field(hierarchy);
  std::vector<double> plans, boths;
  for (const Query& query : queries) {
    const Hexes::Request request{{query.agent}, {{query.goal}}, quality};
    std::vector<double> plan_times, both_times;
    for (int round = 0; round < rounds; ++round) {
      Hexes::Plan plan;
      const double plan_time = processor_time([&] { plan = planner.plan(request); });
      const double field_time = processor_time([&] {
        field.reset(plan);
        field.advance();
      });
      const std::uint64_t cost = field.at(query.agent).units;
      if (cost < query.cost || cost > plan.cost.units || (quality.promises() && cost != query.cost))
        return false;
      plan_times.push_back(plan_time);
      both_times.push_back(plan_time + field_time);
      if (round != 0) continue;
      timed.corridor += static_cast<double>(plan.corridor.size());
      timed.opened += static_cast<double>(plan.nodes_opened);
      timed.excess +=
          query.cost == 0 ? 0 : 100 * (static_cast<double>(cost) / static_cast<double>(query.cost) - 1);
    }
    plans.push_back(median(plan_times));
    boths.push_back(median(both_times));
  }
  timed.plan = median(plans);
  timed.both = median(boths);
  timed.corridor /= static_cast<double>(queries.size());
  timed.opened /= static_cast<double>(queries.size());
  timed.excess /= static_cast<double>(queries.size());
  return true;
}

Timed time_squares(const Hierarchy& hierarchy, const std::vector<Query>& queries, int rounds) {
  Planner planner(hierarchy);
  CorridorField field(hierarchy);
  Timed timed;
  std::vector<double> plans, boths;
  for (const Query& query : queries) {
    if (!hierarchy.can_reach(cell_of(query.agent), cell_of(query.goal))) continue;
    const PlanRequest request{{cell_of(query.agent)}, {{cell_of(query.goal)}}};
    std::vector<double> plan_times, both_times;
    for (int round = 0; round < rounds; ++round) {
      Plan plan;
      const double plan_time = processor_time([&] { plan = planner.plan(request); });
      const double field_time = processor_time([&] {
        field.reset(plan);
        field.advance();
      });
      plan_times.push_back(plan_time);
      both_times.push_back(plan_time + field_time);
      if (round == 0) timed.corridor += static_cast<double>(plan.corridor.size());
    }
    plans.push_back(median(plan_times));
    boths.push_back(median(both_times));
  }
  timed.plan = median(plans);
  timed.both = median(boths);
  timed.corridor /= static_cast<double>(plans.size());
  return timed;
}

std::vector<Query> draw_queries(const BoostRoads& boost_graph, const LoadedMap& map, int count,
                                double& boost_time) {
  Dice dice(7);
  std::vector<Query> queries;
  std::vector<double> times;
  std::vector<std::uint64_t> costs;
  for (int tries = 0; tries < 10 * count && static_cast<int>(queries.size()) < count; ++tries) {
    const auto index = [&] {
      return static_cast<std::uint32_t>(map.world.extent().index(dice.passable_cell(map.view())));
    };
    Query query{index(), index()};
    const double time = processor_time([&] { boost_graph.costs_to(query.goal, costs); });
    query.cost = costs[query.agent];
    if (query.cost == BoostRoads::none) continue;
    times.push_back(time);
    queries.push_back(query);
  }
  boost_time = median(times);
  return queries;
}

void run_map(Report& report, const Settings& settings, const std::string& name, const MapSpec& spec) {
  const auto map = load_or_throw(spec);
  std::vector<Cost> costs(static_cast<std::size_t>(side) * side);
  for (std::uint32_t v = 0; v < costs.size(); ++v)
    costs[v] = map->view().passable(cell_of(v)) ? map->view().cost(cell_of(v)) : impassable;
  const WaypointGraph hexes = hex_graph(side, side, costs, HexLayout::odd_rows);
  const BoostRoads boost_graph(hexes);
  double boost_time = 0;
  const auto queries = draw_queries(boost_graph, *map, settings.full ? 60 : 20, boost_time);
  const Hierarchy squares(map->world, map->profile);
  const int rounds = settings.full ? 9 : 5;
  for (const std::uint32_t sector : {8U, 16U, 32U}) {
    std::unique_ptr<Hexes> hierarchy;
    const double build = processor_time([&] {
      auto made = Hexes::create(hexes, GraphPartition::blocks(side, side, sector));
      hierarchy = std::make_unique<Hexes>(std::move(made).value());
    });
    Timed timed, exact;
    if (!time_hexes(*hierarchy, queries, Quality::path, rounds, timed)) return report.wrong(name);
    if (!time_hexes(*hierarchy, queries, Quality::exact, rounds, exact))
      return report.wrong(name + ", exact");
    const Timed square = time_squares(squares, queries, rounds);
    report.row({name, static_cast<std::int64_t>(sector), build / 1000,
                static_cast<double>(hierarchy->memory_bytes()) / (side * side), timed.plan, timed.both,
                timed.corridor, timed.opened, timed.excess, exact.both, square.plan, square.both,
                square.corridor, timed.both / square.both, boost_time, boost_time / timed.both});
  }
}

}  // namespace

void bench_hexagons(Report& report, const Settings& settings) {
  report.begin_table("hexagons", "1024 by 1024 hexagons with weights, medians of queries, us",
                     {{"map"},
                      {"sector"},
                      {"build ms", 0},
                      {"bytes/cell", 0},
                      {"plan", 0},
                      {"both", 0},
                      {"sectors", 0},
                      {"gates opened", 0},
                      {"excess %", 2},
                      {"exact both", 0},
                      {"square plan", 0},
                      {"both", 0},
                      {"sectors", 0},
                      {"x square", 2},
                      {"Boost", 0},
                      {"Boost / both", 0}});
  GenerateOptions islands;
  islands.kind = MapKind::islands;
  GenerateOptions boxes;
  boxes.kind = MapKind::boxes;
  islands.width = islands.height = boxes.width = boxes.height = side;
  run_map(report, settings, "islands", {"islands", islands, true});
  run_map(report, settings, "boxes", {"boxes", boxes, true});
}

}  // namespace portolan::bench
