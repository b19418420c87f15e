// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>
#include <boost/graph/astar_search.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <boost/graph/graph_concepts.hpp>
#include <boost/graph/reverse_graph.hpp>

#include <baselines/stop_at.hpp>
#include <portolan/core/detail/tile_solver.hpp>
#include <portolan/core/octile.hpp>
#include <portolan/hierarchy/planner.hpp>
#include <portolan/hierarchy/portal_graph_boost.hpp>
#include <support/boost_field.hpp>
#include <support/cases.hpp>

#include <support/random.hpp>
#include <support/random_world.hpp>

namespace portolan {
namespace {

BOOST_CONCEPT_ASSERT((boost::VertexListGraphConcept<PortalGraph>));
BOOST_CONCEPT_ASSERT((boost::BidirectionalGraphConcept<PortalGraph>));
BOOST_CONCEPT_ASSERT((boost::AdjacencyGraphConcept<PortalGraph>));
BOOST_CONCEPT_ASSERT((boost::ReadablePropertyGraphConcept<PortalGraph, std::size_t, boost::vertex_index_t>));
BOOST_CONCEPT_ASSERT((boost::ReadablePropertyGraphConcept<PortalGraph, GraphEdge, boost::edge_weight_t>));

constexpr std::uint64_t infinite = unreachable.units;

std::vector<std::uint64_t> dijkstra_to(const PortalGraph& graph, std::size_t target) {
  std::vector<std::uint64_t> costs(graph.id_end(), infinite);
  const auto reversed = boost::make_reverse_graph(graph);
  boost::dijkstra_shortest_paths(
      reversed, target,
      boost::weight_map(get(boost::edge_weight, reversed))
          .distance_map(boost::make_iterator_property_map(costs.begin(), get(boost::vertex_index, graph)))
          .distance_inf(infinite));
  return costs;
}

std::uint64_t astar(const PortalGraph& graph, std::size_t from, std::size_t to, Cost least) {
  std::vector<std::uint64_t> costs(graph.id_end(), infinite);
  const Cell goal = graph.portal({static_cast<std::uint32_t>(to)}).a;
  // Half a step of slack at either end: portals lie between two cells.
  const auto estimate = [&](std::size_t v) {
    const std::uint64_t way =
        octile_distance(graph.portal({static_cast<std::uint32_t>(v)}).a, goal, least).units;
    const std::uint64_t slack = 2 * step_units(least, least, true);
    return way < slack ? 0 : way - slack;
  };
  try {
    boost::astar_search(
        graph, from, estimate,
        boost::visitor(StopAt(to))
            .distance_map(boost::make_iterator_property_map(costs.begin(), get(boost::vertex_index, graph)))
            .distance_inf(infinite));
  } catch (const Arrived&) {
  }
  return costs[to];
}

test::TestWorld small_world(std::uint64_t seed) {
  return test::random_world(test::random_options(seed, 90), seed);
}

TEST(PortalGraphBoost, EdgesAreThoseOfTheGraphBothWays) {
  using Edge = std::tuple<std::size_t, std::size_t, std::uint64_t>;
  for (std::uint64_t seed = 0; seed < test::storm(20); ++seed) {
    const auto map = small_world(seed);
    const Hierarchy hierarchy(map.world, map.profile, {.sector_size = 8, .levels = 3, .level_factor = 2});
    for (std::size_t level = 0; level < hierarchy.level_count(); ++level) {
      const PortalGraph& graph = hierarchy.graph(level);
      std::vector<Edge> out, in, own;
      for (std::size_t v = 0; v < num_vertices(graph); ++v) {
        for (auto [e, end] = out_edges(v, graph); e != end; ++e)
          out.emplace_back((*e).source, (*e).target, (*e).units);
        for (auto [e, end] = in_edges(v, graph); e != end; ++e)
          in.emplace_back((*e).source, (*e).target, (*e).units);
        const PortalId id{static_cast<std::uint32_t>(v)};
        if (!graph.contains(id)) continue;
        graph.for_each_edge_into(
            id, [&](PortalId from, Distance cost, auto) { own.emplace_back(from.value, v, cost.units); });
      }
      EXPECT_EQ(in, own);
      std::sort(out.begin(), out.end());
      std::sort(in.begin(), in.end());
      EXPECT_EQ(in, out);
    }
  }
}

TEST(PortalGraphBoost, DijkstraAndAStarAgreeOnEveryLevel) {
  for (std::uint64_t seed = 0; seed < test::storm(20); ++seed) {
    test::RandomWorldOptions options = test::random_options(seed, 90);
    options.one_way_links = options.two_way_links = 0;  // the octile estimate does not know of links
    const auto map = test::random_world(options, seed);
    const Hierarchy hierarchy(map.world, map.profile, {.sector_size = 8, .levels = 2, .level_factor = 2});
    const PortalGraph& above = hierarchy.graph(1);
    if (above.size() < 2) continue;
    test::Random random(seed);
    const auto any = [&] { return random.below(above.id_end()); };
    const std::size_t to = any();
    const auto costs = dijkstra_to(above, to);
    const auto on_level_0 = [&](std::size_t id) { return std::size_t{above.level().nodes[id].aux}; };
    const auto below = dijkstra_to(hierarchy.graph(0), on_level_0(to));
    const auto field = boost_field(above, std::array{GraphGoal<std::size_t, std::uint64_t>{to}});
    for (int i = 0; i < 10; ++i) {
      const std::size_t from = any();
      EXPECT_EQ(astar(above, from, to, hierarchy.least_cost()), costs[from]);
      EXPECT_EQ(below[on_level_0(from)], costs[from]) << "levels differ";
      EXPECT_EQ(field.reachable(from) ? field.cost(from) : infinite, costs[from]);
    }
  }
}

// The planner's cost is that of the cheapest way: from the agent to a portal, over the graph, to the goal.
TEST(PortalGraphBoost, ThePlannerFindsWhatDijkstraFinds) {
  for (std::uint64_t seed = 0; seed < test::storm(30); ++seed) {
    const auto map = small_world(seed);
    SCOPED_TRACE(seed);
    const Hierarchy hierarchy(map.world, map.profile, {.sector_size = 16});
    const PortalGraph& graph = hierarchy.graph();
    Planner planner(hierarchy);
    TileSolver solver;
    test::Random random(seed);
    const Cell agent = test::random_passable_cell(map.view(), random);
    const Cell goal = test::random_passable_cell(map.view(), random);
    const Plan plan = planner.plan({.agents = {agent}, .goals = {{goal}}});
    if (plan.outcome != Outcome::complete) continue;
    const auto solve_from = [&](Cell c) {
      solver.load(map.view(), hierarchy.sectors(), hierarchy.sectors().tile_of(c));
      solver.seed(c, {0});
      solver.solve();
    };
    const auto ends_around = [&](Cell c, bool entering) {
      solve_from(c);
      std::vector<std::pair<std::size_t, std::uint64_t>> ends;
      for (std::uint32_t v = 0; v < graph.id_end(); ++v) {
        if (!graph.contains({v})) continue;
        const Portal portal = graph.portal({v});
        const SectorId here = hierarchy.sectors().tile_of(c);
        const auto add = [&](Cell end, std::uint64_t extra) {
          if (hierarchy.sectors().tile_of(end) != here || !reachable(solver.at(end))) return;
          ends.emplace_back(v, solver.at(end).units + extra);
        };
        if (portal.is_link()) {
          add(entering ? portal.b : portal.a, entering ? map.view().links()[portal.link].cost : 0U);
        } else {
          add(portal.a, 12U * map.view().cost(portal.a));
          add(portal.b, 12U * map.view().cost(portal.b));
        }
      }
      return ends;
    };
    std::uint64_t best = infinite;
    if (hierarchy.sectors().tile_of(agent) == hierarchy.sectors().tile_of(goal)) {
      solve_from(goal);
      best = solver.at(agent).units;
    }
    const auto starts = ends_around(agent, false);
    for (const auto& [end, end_cost] : ends_around(goal, true)) {
      const auto costs = dijkstra_to(graph, end);
      for (const auto& [start, start_cost] : starts)
        best = std::min(best, start_cost + costs[start] + end_cost);
    }
    EXPECT_EQ(plan.cost.units, best);
  }
}

}  // namespace
}  // namespace portolan
