// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <support/boost_field.hpp>
#include <support/cases.hpp>

#include <cstdlib>
#include <limits>
#include <type_traits>

#include <gtest/gtest.h>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>

#include <baselines/grid_graph.hpp>
#include <baselines/reference_field.hpp>

#include <support/hex_graph.hpp>
#include <support/random_world.hpp>

namespace portolan::test {
namespace {

using HexGoal = GraphGoal<std::size_t, std::uint64_t>;
using HexIndex = boost::typed_identity_property_map<std::size_t>;

TEST(BoostField, MeasuresHexagonsByTheirOwnMetric) {
  HexGraph board(9, 8);
  board.join();
  const std::vector<HexGoal> goals{{board.vertex(4, 3)}};
  const auto field = boost_field(board, goals, HexWeight{&board}, HexIndex{});
  for (int r = 0; r < 8; ++r) {
    for (int q = 0; q < 9; ++q) {
      const int dq = q - 4, dr = r - 3;
      const int distance = (std::abs(dq) + std::abs(dr) + std::abs(dq + dr)) / 2;
      ASSERT_EQ(field.cost(board.vertex(q, r)), static_cast<std::uint64_t>(distance)) << q << ", " << r;
      EXPECT_EQ(field.is_goal(board.vertex(q, r)), distance == 0);
    }
  }
}

TEST(BoostField, EqualsBoostOnRandomHexagons) {
  for (std::uint64_t seed = 0; seed < test::storm(40); ++seed) {
    Random random(seed);
    const int columns = random.between(2, 30), rows = random.between(2, 30);
    HexGraph board(columns, rows);
    for (int& height : board.height) height = random.percent(30) ? HexGraph::wall : random.between(0, 6);
    const std::size_t goal = random.below(static_cast<std::uint32_t>(board.height.size()));
    board.height[goal] = 2;
    board.join();
    const std::vector<HexGoal> goals{{goal, 11}};
    const auto field = boost_field(board, goals, HexWeight{&board}, HexIndex{});
    // Boost goes away from the goal, which costs the heights of other vertices: (to v) - height v + height
    // goal.
    std::vector<int> from_goal(board.height.size());
    boost::dijkstra_shortest_paths(
        board, goal,
        boost::weight_map(HexWeight{&board}).vertex_index_map(HexIndex{}).distance_map(from_goal.data()));
    for (std::size_t v = 0; v < from_goal.size(); ++v) {
      ASSERT_EQ(field.reachable(v), from_goal[v] != std::numeric_limits<int>::max());
      if (!field.reachable(v)) continue;
      ASSERT_EQ(field.cost(v), static_cast<std::uint64_t>(from_goal[v] - board.height[v] + 2 + 11));
      if (field.is_goal(v)) continue;
      const std::size_t next = field.next(v);
      ASSERT_EQ(field.cost(v), field.cost(next) + static_cast<std::uint64_t>(1 + board.height[next]));
    }
  }
}

enum Town { harbour, market, mill, abbey, castle, island };
struct Road {
  Town from, to;
  int minutes;
};
constexpr Road roads[]{{harbour, market, 5}, {market, mill, 7},   {mill, abbey, 2},
                       {market, abbey, 12},  {abbey, castle, 30}, {castle, harbour, 3}};

template <class Directed, class VertexList = boost::vecS>
using RoadNetwork =
    boost::adjacency_list<boost::vecS, VertexList, Directed, boost::property<boost::vertex_index_t, int>,
                          boost::property<boost::edge_weight_t, int>>;

template <class Network>
struct Roads {
  using Vertex = typename boost::graph_traits<Network>::vertex_descriptor;
  Network network;
  std::vector<Vertex> town;

  Roads() {
    for (int i = 0; i <= island; ++i) town.push_back(add_vertex(network));
    if constexpr (!std::is_integral_v<Vertex>) {  // where vertices are no indices they have to be numbered
      for (int i = 0; i <= island; ++i)
        put(boost::vertex_index, network, town[static_cast<std::size_t>(i)], i);
    }
    for (const Road& road : roads) add_edge(town[road.from], town[road.to], road.minutes, network);
  }
  [[nodiscard]] auto field_to(Town goal) const {
    return boost_field(network, std::vector<GraphGoal<Vertex, int>>{{town[goal], 0}});
  }
};

template <class Network>
void expect_one_way_times_to_abbey() {
  const Roads<Network> roads_of;
  const auto field = roads_of.field_to(abbey);
  const auto& town = roads_of.town;
  EXPECT_EQ(field.cost(town[abbey]), 0U);
  EXPECT_EQ(field.cost(town[mill]), 2U);
  EXPECT_EQ(field.cost(town[market]), 9U);
  EXPECT_EQ(field.cost(town[harbour]), 14U);
  EXPECT_EQ(field.cost(town[castle]), 17U);
  EXPECT_FALSE(field.reachable(town[island]));
  EXPECT_EQ(field.next(town[castle]), town[harbour]);
  EXPECT_EQ(field.next(town[market]), town[mill]);
  EXPECT_TRUE(field.is_goal(town[abbey]));
}

TEST(BoostField, LeadsThroughOneWayRoads) {
  expect_one_way_times_to_abbey<RoadNetwork<boost::directedS>>();
  expect_one_way_times_to_abbey<RoadNetwork<boost::bidirectionalS>>();
  expect_one_way_times_to_abbey<RoadNetwork<boost::directedS, boost::listS>>();
}

TEST(BoostField, LeadsThroughTwoWayRoads) {
  const Roads<RoadNetwork<boost::undirectedS>> roads_of;
  const auto field = roads_of.field_to(abbey);
  EXPECT_EQ(field.cost(roads_of.town[castle]), 17U);
  EXPECT_EQ(field.cost(roads_of.town[harbour]), 14U);
  const auto to_castle = roads_of.field_to(castle);
  EXPECT_EQ(to_castle.cost(roads_of.town[harbour]), 3U);
  EXPECT_EQ(to_castle.cost(roads_of.town[abbey]), 17U);
  EXPECT_EQ(to_castle.next(roads_of.town[abbey]), roads_of.town[mill]);
}

TEST(BoostField, AddsUpFractionsAndLongWays) {
  using Network = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property,
                                        boost::property<boost::edge_weight_t, double>>;
  Network network(3);
  add_edge(0, 1, 0.25, network);
  add_edge(1, 2, 0.5, network);
  const auto field = boost_field(network, std::vector<GraphGoal<std::size_t, double>>{{2, 1.0}});
  EXPECT_EQ(field.cost(0), 1.75);

  Roads<RoadNetwork<boost::directedS>> far;
  add_edge(far.town[island], far.town[castle], 2'000'000'000, far.network);
  add_edge(far.town[castle], far.town[abbey], 2'000'000'000, far.network);
  add_edge(far.town[harbour], far.town[island], 1, far.network);
  clear_out_edges(far.town[market], far.network);
  EXPECT_EQ(far.field_to(abbey).cost(far.town[island]), 4'000'000'000U) << "more than an int holds";
}

TEST(BoostField, EqualsTheReferenceOnGrids) {
  for (std::uint64_t seed = 0; seed < test::storm(60); ++seed) {
    const RandomWorldOptions options = random_options(seed, 60);
    const TestWorld made = random_world(options, seed);
    SCOPED_TRACE(describe(options, seed));
    Random random(seed);
    const std::vector<Goal> goals = random_goals(made.view(), 4, random);
    const ReferenceField expected = reference_dijkstra_buckets(made.view(), goals);
    const GridGraph g(made.view());
    std::vector<GraphGoal<std::size_t, std::uint64_t>> graph_goals;
    for (const Goal& goal : goals) graph_goals.push_back({g.vertex(goal.cell), goal.offset.units});
    const auto field = boost_field(g, graph_goals);
    for (std::size_t v = 0; v < num_vertices(g); ++v) {
      ASSERT_EQ(field.reachable(v), expected.units[v] != unreachable.units);
      if (!field.reachable(v)) continue;
      ASSERT_EQ(field.cost(v), expected.units[v]);
      ASSERT_TRUE(field.is_goal(v) || field.cost(field.next(v)) < field.cost(v));
    }
  }
}

}  // namespace
}  // namespace portolan::test
