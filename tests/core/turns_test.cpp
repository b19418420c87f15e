// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/core/graph/turns.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>
#include <boost/graph/dijkstra_shortest_paths.hpp>

#include <support/random.hpp>

namespace portolan {
namespace {

constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

std::uint64_t cost(const TurnGraph& streets, std::size_t start, std::size_t goal) {
  const WaypointGraph& graph = streets.graph();
  std::vector<std::uint64_t> costs(num_vertices(graph), none);
  boost::dijkstra_shortest_paths(
      graph, start,
      boost::distance_map(boost::make_iterator_property_map(costs.begin(), GraphVertexIndex()))
          .distance_inf(none)
          .distance_zero(std::uint64_t{0}));
  std::uint64_t least = none;
  for (const std::size_t v : streets.copies(goal)) least = std::min(least, costs[v]);
  return least;
}

// What turns mean, with no vertex split: costs of edges, each lowered by those before it until nothing
// changes.
std::vector<std::uint64_t> costs_by_edges(std::size_t vertices, const std::vector<GraphEdge>& edges,
                                          const std::vector<GraphTurn>& turns, std::size_t start) {
  const auto turn = [&](const GraphEdge& first, const GraphEdge& second) {
    std::uint64_t units = 0;
    for (const GraphTurn& t : turns) {
      if (t.from == first.source && t.via == first.target && t.to == second.target)
        units = t.units == GraphTurn::forbidden ? none : t.units;
    }
    return units;
  };
  std::vector<std::uint64_t> taken(edges.size(), none);
  for (bool changes = true; changes;) {
    changes = false;
    for (std::size_t e = 0; e < edges.size(); ++e) {
      std::uint64_t least = edges[e].source == start ? edges[e].units : none;
      for (std::size_t before = 0; before < edges.size(); ++before) {
        if (edges[before].target != edges[e].source || taken[before] == none) continue;
        const std::uint64_t more = turn(edges[before], edges[e]);
        if (more != none) least = std::min(least, taken[before] + more + edges[e].units);
      }
      if (least >= taken[e]) continue;
      taken[e] = least;
      changes = true;
    }
  }
  std::vector<std::uint64_t> costs(vertices, none);
  costs[start] = 0;
  for (std::size_t e = 0; e < edges.size(); ++e)
    costs[edges[e].target] = std::min(costs[edges[e].target], taken[e]);
  return costs;
}

//      4
//      |
//  0 - 1 - 2
//      |
//      3
WaypointGraph crossing() {
  std::vector<GraphEdge> edges;
  for (const std::size_t end : {0U, 2U, 3U, 4U}) {
    edges.push_back({1, end, 10});
    edges.push_back({end, 1, 10});
  }
  return {5, edges};
}

TEST(Turns, AForbiddenOneIsNotTakenAndOthersAre) {
  const TurnGraph streets(crossing(), {{0, 1, 4}});
  EXPECT_EQ(cost(streets, 0, 4), 40U) << "over 2 and back, for example";
  EXPECT_EQ(cost(streets, 0, 2), 20U);
  EXPECT_EQ(cost(streets, 3, 4), 20U);
  EXPECT_EQ(cost(streets, 1, 4), 10U) << "who sets out from the crossing has not turned";
  EXPECT_EQ(cost(streets, 0, 1), 10U) << "the crossing itself can be reached";
  EXPECT_EQ(num_vertices(streets.graph()), 6U);
  EXPECT_EQ(streets.original(5), 1U);
}

TEST(Turns, CostWhatIsSaid) {
  const TurnGraph streets(crossing(), {{0, 1, 4, 5}, {0, 1, 0}, {2, 1, 2}});
  EXPECT_EQ(cost(streets, 0, 4), 25U);
  EXPECT_EQ(cost(streets, 2, 4), 20U);
  EXPECT_EQ(streets.copies(1), (std::vector<std::uint32_t>{1, 5, 6}));
  EXPECT_EQ(streets.copies(0), std::vector<std::uint32_t>{0});
}

TEST(Turns, TheLastRuleForATurnCounts) {
  const TurnGraph streets(crossing(), {{0, 1, 4}, {0, 1, 4, 1}});
  EXPECT_EQ(cost(streets, 0, 4), 21U);
}

TEST(Turns, CopiesLieWhereTheirOriginalDoes) {
  const std::vector<GraphEdge> edges{{0, 1, 1}, {1, 0, 1}};
  const TurnGraph streets(WaypointGraph(2, edges, {{1, 2}, {3, 4}}), {{0, 1, 0}});
  ASSERT_EQ(num_vertices(streets.graph()), 3U);
  EXPECT_EQ(position(2, streets.graph()), (Vec2{3, 4}));
  EXPECT_EQ(out_degree(2, streets.graph()), 0U) << "the only way on is back";
}

TEST(Turns, EqualASearchByEdgesOnRandomGraphs) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    test::Random random(seed);
    const std::size_t vertices = 3 + random.below(8U);
    std::vector<GraphEdge> edges;
    for (std::size_t from = 0; from < vertices; ++from) {
      for (std::size_t to = 0; to < vertices; ++to) {
        if (from != to && random.below(3) == 0) edges.push_back({from, to, 1U + random.below(20)});
      }
    }
    std::vector<GraphTurn> turns;
    for (const GraphEdge& first : edges) {
      for (const GraphEdge& second : edges) {
        if (first.target != second.source || random.below(3) != 0) continue;
        const std::uint32_t units = random.below(30);
        turns.push_back(
            {first.source, first.target, second.target, units < 15 ? GraphTurn::forbidden : units});
      }
    }
    const TurnGraph streets(WaypointGraph(vertices, edges), turns);
    const auto wanted = costs_by_edges(vertices, edges, turns, 0);
    for (std::size_t goal = 0; goal < vertices; ++goal)
      EXPECT_EQ(cost(streets, 0, goal), wanted[goal]) << "seed " << seed << ", goal " << goal;
  }
}

}  // namespace
}  // namespace portolan
