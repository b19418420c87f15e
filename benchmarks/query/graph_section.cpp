// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// The search alone: from portal to portal on the lowest level, by boost::astar_search and by our own.
#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <boost/graph/astar_search.hpp>

#include <baselines/stop_at.hpp>
#include <portolan/hierarchy/portal_graph_boost.hpp>

#include <support/stats.hpp>

#include "bounds/heuristic.hpp"
#include "query_runs.hpp"
#include "search/lane_search.hpp"
#include "sections.hpp"

namespace portolan::bench {

namespace {

// Both search backward with the octile distance between portals as their estimate.
class PortalSearches {
 public:
  explicit PortalSearches(const PortalGraph& graph)
      : graph_(graph), costs_(graph.id_end()), bound_(1, std::vector<Link>{}) {}

  std::uint64_t boost(std::uint32_t from, std::uint32_t to) {
    const detail::OctileBound::From octile = bound_.from(box_of(from));
    const auto& nodes = graph_.level().nodes;
    try {
      boost::astar_search(
          graph_, std::size_t{to}, [&](std::size_t v) { return octile(nodes[v].x2, nodes[v].y2); },
          boost::visitor(StopAt(from))
              .distance_map(
                  boost::make_iterator_property_map(costs_.begin(), get(boost::vertex_index, graph_)))
              .distance_inf(none));
    } catch (const Arrived&) {
      return costs_[from];
    }
    return none;
  }

  std::uint64_t own(std::uint32_t from, std::uint32_t to) {
    const detail::Heuristic heuristic(bound_.from(box_of(from)));
    lanes_.begin(graph_.level());
    lanes_.set_heuristic(heuristic);
    graph_.for_each_edge_into(PortalId{to}, [&](PortalId before, Distance cost, std::uint32_t through) {
      lanes_.seed(before.value, cost.units, through);
    });
    std::uint64_t best = none;
    static_cast<void>(lanes_.run([&](std::uint32_t node, std::uint64_t cost, std::uint64_t) {
      if (node == from) best = cost;
      return node != from;
    }));
    return best;
  }
  [[nodiscard]] std::uint64_t opened() const { return lanes_.opened(); }

  static constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

 private:
  [[nodiscard]] detail::HalfBox box_of(std::uint32_t node) const {
    detail::HalfBox box;
    box.include(graph_.level().nodes[node].x2, graph_.level().nodes[node].y2);
    return box;
  }

  PortalGraph graph_;
  std::vector<std::uint64_t> costs_;
  detail::OctileBound bound_;
  detail::LaneSearch lanes_;
};

void bench_map(Report& report, const std::string& name, const LoadedMap& map, int count) {
  const Hierarchy hierarchy = build(map, {.levels = 1});
  const PortalGraph& graph = hierarchy.graph();
  PortalSearches searches(graph);
  Planner planner(hierarchy);
  Dice dice(9);
  const auto any_portal = [&] {
    std::uint32_t id = dice.below(graph.id_end());
    while (!graph.contains({id})) id = dice.below(graph.id_end());
    return id;
  };
  std::vector<double> own, boost, plans, ratios, opened;
  for (int tries = 0; tries < 20 * count && static_cast<int>(own.size()) < count; ++tries) {
    const std::uint32_t from = any_portal(), to = any_portal();
    if (from == to || !hierarchy.can_reach(graph.portal({from}).a, graph.portal({to}).a)) continue;
    if (searches.boost(from, to) != searches.own(from, to))
      return report.wrong(name + ": Boost's A* and ours differ");
    const PlanRequest request{.agents = {graph.portal({from}).a}, .goals = {{graph.portal({to}).a}}};
    std::vector<Method> methods{{"boost", [&] { static_cast<void>(searches.boost(from, to)); }, 1, {}},
                                {"own", [&] { static_cast<void>(searches.own(from, to)); }, 1, {}},
                                {"plan", [&] { static_cast<void>(planner.plan(request)); }, 1, {}}};
    run_in_turns(methods, 3);
    boost.push_back(methods[0].median_time());
    own.push_back(methods[1].median_time());
    plans.push_back(methods[2].median_time());
    ratios.push_back(ratio(methods[0], methods[1]));
    opened.push_back(static_cast<double>(searches.opened()));
  }
  if (own.empty()) return;
  report.row({name, static_cast<std::int64_t>(graph.size()), static_cast<std::int64_t>(own.size()),
              median(opened), median(boost), median(own), median(plans), median(ratios)});
}

}  // namespace

void bench_graph(Report& report, const Settings& settings) {
  report.begin_table(
      "graph",
      "from portal to portal on one level, medians, microseconds: boost::astar_search and our "
      "search with the same estimate, the octile distance, on the same arrays; 'plan' is all of "
      "a plan between the same places, landmarks and corridor included",
      {{"map"},
       {"portals"},
       {"queries"},
       {"opened", 0},
       {"Boost A*", 1},
       {"ours", 1},
       {"plan", 1},
       {"Boost/ours", 1}});
  const int count = settings.full ? 200 : 50;
  for (const MapSpec& spec : standard_maps()) {
    if (spec.name.find(settings.maps) == std::string::npos) continue;
    if (const auto* file = std::get_if<std::string>(&spec.from);
        file && !std::filesystem::exists(data_file(*file)))
      continue;
    bench_map(report, spec.name, *load_or_throw(spec), count);
  }
}

}  // namespace portolan::bench
