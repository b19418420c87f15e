// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <baselines/grid_graph.hpp>

#include <algorithm>
#include <map>
#include <vector>

#include <gtest/gtest.h>
#include <boost/concept/assert.hpp>
#include <boost/graph/astar_search.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <boost/graph/graph_concepts.hpp>
#include <boost/graph/reverse_graph.hpp>

#include <baselines/reference_field.hpp>
#include <portolan/core/octile.hpp>
#include <portolan/core/path_check.hpp>

#include <support/cases.hpp>
#include <support/draw_map.hpp>
#include <support/random_world.hpp>

namespace portolan::test {
namespace {

BOOST_CONCEPT_ASSERT((boost::VertexListGraphConcept<GridGraph>));
BOOST_CONCEPT_ASSERT((boost::IncidenceGraphConcept<GridGraph>));
BOOST_CONCEPT_ASSERT((boost::BidirectionalGraphConcept<GridGraph>));
BOOST_CONCEPT_ASSERT((boost::AdjacencyGraphConcept<GridGraph>));
BOOST_CONCEPT_ASSERT((boost::ReadablePropertyGraphConcept<GridGraph, GraphEdge, boost::edge_weight_t>));
BOOST_CONCEPT_ASSERT((boost::ReadablePropertyGraphConcept<GridGraph, std::size_t, boost::vertex_index_t>));
BOOST_CONCEPT_ASSERT((boost::BidirectionalGraphConcept<boost::reverse_graph<GridGraph, const GridGraph&>>));

std::vector<GraphEdge> edges_out(const GridGraph& g, Cell c) {
  const auto [first, last] = out_edges(g.vertex(c), g);
  return {first, last};
}
std::vector<GraphEdge> edges_in(const GridGraph& g, Cell c) {
  const auto [first, last] = in_edges(g.vertex(c), g);
  return {first, last};
}

TEST(GridGraph, HasAnEdgePerLegalStep) {
  const TestWorld map = draw_map(R"(
    A#.
    .3.
  )");
  const GridGraph g(map.view());
  EXPECT_EQ(num_vertices(g), 6U);
  EXPECT_EQ(edges_out(g, {0, 0, 0}), (std::vector<GraphEdge>{{0, 3, 24}}));
  EXPECT_EQ(edges_out(g, {0, 1, 0}), (std::vector<GraphEdge>{{3, 4, 48}, {3, 0, 24}}));
  EXPECT_EQ(edges_in(g, {0, 1, 0}), (std::vector<GraphEdge>{{4, 3, 48}, {0, 3, 24}}));
  EXPECT_EQ(edges_out(g, {1, 0, 0}), std::vector<GraphEdge>{}) << "a wall has none";
  EXPECT_EQ(out_degree(3, g), 2U);
  EXPECT_EQ(in_degree(3, g), 2U);
  EXPECT_EQ(degree(3, g), 4U);
  const auto [first, last] = adjacent_vertices(3, g);
  EXPECT_EQ(std::vector<std::size_t>(first, last), (std::vector<std::size_t>{4, 0}));
}

TEST(GridGraph, HasAnEdgePerUsableLink) {
  TestWorld map = draw_map(R"(
    A.#B
    ---
    C##D
  )");
  map.world.add_link({map['A'], map['C'], 9});
  map.world.add_link({map['A'], map['D'], 8});
  map.world.add_link({map['A'], {1, 0, 1}, 7});
  map.world.add_link({map['C'], map['A'], 6});
  map.world.commit();
  const GridGraph g(map.view());
  EXPECT_EQ(edges_out(g, map['A']), (std::vector<GraphEdge>{{0, 1, 24}, {0, 4, 9}, {0, 7, 8}}));
  EXPECT_EQ(edges_in(g, map['A']), (std::vector<GraphEdge>{{1, 0, 24}, {4, 0, 6}}));
  EXPECT_EQ(edges_out(g, {1, 0, 0}), (std::vector<GraphEdge>{{1, 0, 24}}));
}

TEST(GridGraph, EndsAtItsMask) {
  RandomWorldOptions options;
  options.extent = {17, 8, 1};
  options.shape = Shape::open;
  TestWorld made = random_world(options, 1);
  made.world.add_link({{0, 0, 0}, {16, 0, 0}, 5});
  made.world.commit();
  TileMask mask(TileGrid(made.extent(), 8));
  mask.add(TileId{0});
  const GridGraph g(made.view(), &mask);
  EXPECT_EQ(edges_out(g, {7, 3, 0}).size(), 5U);
  EXPECT_EQ(edges_out(g, {0, 0, 0}).size(), 3U) << "the link leads out of the mask";
  EXPECT_EQ(edges_out(g, {8, 3, 0}).size(), 0U);
  mask.add(TileId{2});
  EXPECT_EQ(edges_out(g, {0, 0, 0}).size(), 4U);
}

TEST(GridGraph, AgreesWithTheRuleOfMovementOnRandomWorlds) {
  for (std::uint64_t seed = 0; seed < test::storm(60); ++seed) {
    const RandomWorldOptions options = random_options(seed, 70);
    const TestWorld made = random_world(options, seed);
    const GridView grid = made.view();
    const GridGraph g(grid);
    SCOPED_TRACE(describe(options, seed));
    std::map<std::pair<std::size_t, std::size_t>, std::vector<std::uint64_t>> expected, out, in;
    for (std::size_t v = 0; v < num_vertices(g); ++v) {
      for (int i = 0; i < step_count; ++i) {
        const auto d = static_cast<Direction>(i);
        if (!grid.can_step(g.cell(v), d)) continue;
        expected[{v, g.vertex(step(g.cell(v), d))}].push_back(grid.step_cost(g.cell(v), d).units);
      }
      for (const GraphEdge& e : edges_out(g, g.cell(v))) out[{e.source, e.target}].push_back(e.units);
      for (const GraphEdge& e : edges_in(g, g.cell(v))) in[{e.source, e.target}].push_back(e.units);
    }
    for (const LinkTable::Entry& entry : grid.links().all()) {
      const Link& link = grid.links()[entry.id];
      if (!grid.passable(link.from) || !grid.passable(link.to)) continue;
      expected[{g.vertex(link.from), g.vertex(link.to)}].push_back(link.cost);
    }
    for (auto* edges : {&expected, &out, &in}) {
      for (auto& [ends, units] : *edges) std::sort(units.begin(), units.end());
    }
    ASSERT_EQ(out, expected);
    ASSERT_EQ(in, expected);
  }
}

TEST(GridGraph, RunsBoostDijkstraUnchanged) {
  for (std::uint64_t seed = 0; seed < test::storm(40); ++seed) {
    const RandomWorldOptions options = random_options(seed, 60);
    const TestWorld made = random_world(options, seed);
    SCOPED_TRACE(describe(options, seed));
    Random random(seed);
    const GridGraph g(made.view());
    const Cell start = random_passable_cell(made.view(), random);
    std::vector<std::uint64_t> from_start(num_vertices(g));
    boost::dijkstra_shortest_paths(g, g.vertex(start),
                                   boost::distance_map(boost::make_iterator_property_map(
                                                           from_start.begin(), get(boost::vertex_index, g)))
                                       .distance_inf(unreachable.units));
    for (int i = 0; i < 3; ++i) {
      const Goal goal{random_passable_cell(made.view(), random)};
      ASSERT_EQ(from_start[g.vertex(goal.cell)], reference_fifo(made.view(), {&goal, 1}).at(start).units);
    }
  }
}

struct OctileHeuristic : boost::astar_heuristic<GridGraph, std::uint64_t> {
  const GridGraph* graph = nullptr;
  Cell goal;
  std::uint64_t operator()(std::size_t v) const { return octile_distance(graph->cell(v), goal).units; }
};

struct Arrived {};
struct StopAtGoal : boost::default_astar_visitor {
  std::size_t goal = 0;
  void examine_vertex(std::size_t v, const GridGraph&) const {
    if (v == goal) throw Arrived{};
  }
};

TEST(GridGraph, RunsBoostAStarUnchanged) {
  int solved = 0;
  for (std::uint64_t seed = 0; seed < test::storm(60); ++seed) {
    RandomWorldOptions options = random_options(seed, 60);
    options.one_way_links = options.two_way_links = 0;  // links may undercut the octile distance
    const TestWorld made = random_world(options, seed);
    SCOPED_TRACE(describe(options, seed));
    Random random(seed);
    const GridGraph g(made.view());
    const Cell start = random_passable_cell(made.view(), random);
    const Goal goal{random_passable_cell(made.view(), random)};
    std::vector<std::size_t> predecessor(num_vertices(g));
    std::vector<std::uint64_t> distance(num_vertices(g));
    OctileHeuristic heuristic;
    heuristic.graph = &g;
    heuristic.goal = goal.cell;
    StopAtGoal visitor;
    visitor.goal = g.vertex(goal.cell);
    bool arrived = false;
    try {
      boost::astar_search(
          g, g.vertex(start), heuristic,
          boost::visitor(visitor).predecessor_map(predecessor.data()).distance_map(distance.data()));
    } catch (const Arrived&) {
      arrived = true;
    }
    const Distance expected = reference_dijkstra_buckets(made.view(), {&goal, 1}).at(start);
    ASSERT_EQ(arrived, reachable(expected));
    if (!arrived) continue;
    ++solved;
    Path path{{goal.cell}, {distance[g.vertex(goal.cell)]}};
    for (std::size_t v = g.vertex(goal.cell); v != g.vertex(start);) {
      v = predecessor[v];
      path.cells.push_back(g.cell(v));
    }
    std::reverse(path.cells.begin(), path.cells.end());
    ASSERT_EQ(first_fault(made.view(), path), std::nullopt);
    ASSERT_EQ(path.cost, expected);
  }
  EXPECT_GT(solved, test::enough(25));
}

}  // namespace
}  // namespace portolan::test
