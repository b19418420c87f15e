// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Road networks: the whole of a query, which is plan, corridor field and path, against one path by Boost's
// A*, without a bound and with one: by landmarks where roads lead both ways at one cost, by places where
// these are known.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <boost/graph/astar_search.hpp>

#include <baselines/stop_at.hpp>
#include <portolan/config/graph_file.hpp>
#include <portolan/hierarchy/graph_hierarchy.hpp>

#include <support/dev_maps.hpp>
#include <support/stats.hpp>

#include "oracle.hpp"
#include "sections.hpp"

namespace portolan::bench {

namespace {

using Roads = GraphHierarchy<WaypointGraph>;

enum class Aim { none, landmarks, places };

// From goal to agent, as edges are turned round.
class BoostAStar {
 public:
  BoostAStar(const BoostRoads& roads, const WaypointGraph& graph, Aim aim) : roads_(roads), graph_(graph) {
    if (aim == Aim::landmarks) choose_landmarks();
    if (aim == Aim::places) measure();
  }

  std::uint64_t cost(std::size_t agent, std::size_t goal) const {
    std::vector<std::uint64_t> costs(num_vertices(roads_.graph()), BoostRoads::none);
    const auto bound = [&](std::size_t v) {
      std::uint64_t best = 0;
      for (const auto& to : costs_)
        best = std::max(best, to[v] > to[agent] ? to[v] - to[agent] : to[agent] - to[v]);
      const double away = length(position(v, graph_) - position(agent, graph_));
      return std::max(best, static_cast<std::uint64_t>(least_per_metre_ * away));
    };
    try {
      boost::astar_search(roads_.graph(), goal, bound,
                          boost::visitor(StopAt(agent))
                              .weight_map(get(&BoostRoads::Weight::units, roads_.graph()))
                              .distance_map(boost::make_iterator_property_map(
                                  costs.begin(), get(boost::vertex_index, roads_.graph())))
                              .distance_inf(BoostRoads::none));
    } catch (const Arrived&) {
    }
    return costs[agent];
  }

 private:
  // Vertices that are far from each other, with the costs between each and all, in both directions alike.
  void choose_landmarks() {
    constexpr std::size_t landmarks = 16;
    std::vector<std::uint64_t> nearest(num_vertices(graph_), BoostRoads::none - 1);
    for (std::size_t next = 0; costs_.size() < landmarks;) {
      std::vector<std::uint64_t> costs;
      roads_.costs_to(next, costs);
      for (std::size_t v = 0; v < costs.size(); ++v) {
        if (costs[v] < BoostRoads::none) nearest[v] = std::min(nearest[v], costs[v]);
        if (nearest[v] < BoostRoads::none - 1 && nearest[v] > nearest[next]) next = v;
      }
      costs_.push_back(std::move(costs));
    }
  }
  // No edge costs less than so much for each metre between its ends, and hence no path does.
  void measure() {
    double least = std::numeric_limits<double>::max();
    for (std::size_t v = 0; v < num_vertices(graph_); ++v) {
      for (auto [e, end] = out_edges(v, graph_); e != end; ++e) {
        const double metres = length(position(v, graph_) - position((*e).target, graph_));
        if (metres > 0) least = std::min(least, static_cast<double>((*e).units) / metres);
      }
    }
    least_per_metre_ = least * (1 - 1e-4);  // places are rounded
  }

  const BoostRoads& roads_;
  const WaypointGraph& graph_;
  std::vector<std::vector<std::uint64_t>> costs_;  // of landmarks
  double least_per_metre_ = 0;
};

struct Times {
  std::vector<double> plan, all, boost, boost_aimed;
};

void time_query(Report& report, const Roads& roads, const BoostAStar& plain, const BoostAStar& aimed,
                std::uint32_t agent, std::uint32_t goal, Times& times) {
  Roads::Planner planner(roads);
  Roads::Field field(roads);
  Roads::Plan plan;
  std::vector<std::uint32_t> path;
  std::vector<double> plan_times, all_times;
  for (int round = 0; round < 6; ++round) {
    const double plan_time = processor_time([&] {
      plan = planner.plan({{agent}, {{goal}}, Quality::exact});
    });
    const double field_time = processor_time([&] {
      field.reset(plan);
      field.advance();
      path = field.path(agent);
    });
    if (round == 0) continue;  // its scratch is new
    plan_times.push_back(plan_time);
    all_times.push_back(plan_time + field_time);
  }
  std::uint64_t cost = 0, aimed_cost = 0;
  times.boost.push_back(processor_time([&] { cost = plain.cost(agent, goal); }));
  times.boost_aimed.push_back(processor_time([&] { aimed_cost = aimed.cost(agent, goal); }));
  if (plan.cost.units != cost || field.at(agent).units != cost || aimed_cost != cost)
    report.wrong("from " + std::to_string(agent) + " to " + std::to_string(goal));
  times.plan.push_back(median(plan_times));
  times.all.push_back(median(all_times));
}

void time_roads(Report& report, const Settings& settings, const std::string& name, const WaypointGraph& graph,
                Aim aim) {
  const auto count = static_cast<std::uint32_t>(num_vertices(graph));
  const BoostRoads boost_graph(graph);
  const BoostAStar plain(boost_graph, graph, Aim::none), aimed(boost_graph, graph, aim);
  for (const std::uint32_t most : {256U, 512U, 1024U}) {
    GraphPartition partition;
    const double cut = processor_time([&] { partition = GraphPartition::cut(graph, most); });
    std::unique_ptr<Roads> roads;
    const double build = processor_time(
        [&] { roads = std::make_unique<Roads>(std::move(Roads::create(graph, partition)).value()); });
    Dice dice(3);
    Times times;
    for (int i = 0; i < (settings.full ? 200 : 30); ++i) {
      const std::uint32_t agent = dice.below(count), goal = dice.below(count);
      if (roads->can_reach(agent, goal)) time_query(report, *roads, plain, aimed, agent, goal, times);
    }
    report.row({name, static_cast<std::int64_t>(count), static_cast<std::int64_t>(most),
                static_cast<std::int64_t>(partition.sectors),
                static_cast<std::int64_t>(roads->portal_count()), cut / 1e6, build / 1000,
                static_cast<double>(roads->memory_bytes()) / count, median(times.plan), median(times.all),
                median(times.boost), median(times.boost) / median(times.all), median(times.boost_aimed),
                median(times.boost_aimed) / median(times.all)});
  }
}

template <class Read>
void read_and_time(Report& report, const Settings& settings, const std::string& name, const Read& read,
                   Aim aim) {
  const auto file = data_file("roads/" + name);
  if (!std::filesystem::exists(file)) return report.note(file.string() + " is not there: skipped");
  const Result<WaypointGraph> graph = read(file);
  if (!graph) return report.note(graph.error().text() + ": skipped");
  time_roads(report, settings, name, *graph, aim);
}

}  // namespace

void bench_roads(Report& report, const Settings& settings) {
  report.begin_table("roads",
                     "Plan; plan, field and path; boost::astar_search without a bound, and with one by 16 "
                     "landmarks (New York) "
                     "or by places (extracts of OpenStreetMap); medians, us",
                     {{"roads"},
                      {"vertices"},
                      {"sector"},
                      {"sectors"},
                      {"portals"},
                      {"cut s", 1},
                      {"build ms", 0},
                      {"bytes/vertex", 0},
                      {"plan", 0},
                      {"all", 0},
                      {"Boost A*", 0},
                      {"/ all", 0},
                      {"with a bound", 0},
                      {"/ all", 1}});
  const auto osm = [](const std::filesystem::path& file) { return read_osm_graph(file); };
  const auto dimacs = [](const std::filesystem::path& file) { return read_road_graph(file); };
  read_and_time(report, settings, "newyork.gr.xz", dimacs, Aim::landmarks);
  read_and_time(report, settings, "liechtenstein.osm.pbf", osm, Aim::places);
  read_and_time(report, settings, "baltimore.osm.pbf", osm, Aim::places);
}

}  // namespace portolan::bench
