// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/core/graph/shapes.hpp>

#include <cmath>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <boost/graph/graph_concepts.hpp>

#include <portolan/core/graph/navigation_graph.hpp>
#include <support/cases.hpp>
#include <support/random.hpp>

namespace portolan {
namespace {

BOOST_CONCEPT_ASSERT((boost::VertexListGraphConcept<WaypointGraph>));
BOOST_CONCEPT_ASSERT((boost::IncidenceGraphConcept<WaypointGraph>));
static_assert(PositionedGraph<WaypointGraph>);

using Ends = std::set<std::pair<std::size_t, std::size_t>>;

Ends ends_of(const WaypointGraph& graph) {
  Ends ends;
  for (std::size_t v = 0; v < num_vertices(graph); ++v) {
    for (auto [e, end] = out_edges(v, graph); e != end; ++e) ends.emplace((*e).source, (*e).target);
  }
  return ends;
}

double gap(const WaypointGraph& graph, std::size_t a, std::size_t b) {
  return length(position(a, graph) - position(b, graph));
}

std::vector<Cost> random_costs(std::size_t count, std::uint64_t seed) {
  test::Random random(seed);
  std::vector<Cost> costs;
  for (std::size_t i = 0; i < count; ++i)
    costs.push_back(random.percent(20) ? impassable : static_cast<Cost>(random.between(1, 254)));
  return costs;
}

// The six around a hexagon are those whose centres are one distance away, whatever the layout.
TEST(Shapes, HexagonsAreJoinedToThoseAroundThem) {
  for (const HexLayout layout :
       {HexLayout::odd_rows, HexLayout::even_rows, HexLayout::odd_columns, HexLayout::even_columns}) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const std::uint32_t columns = 7, rows = 6;
      const auto costs = random_costs(columns * rows, seed);
      const WaypointGraph graph = hex_graph(columns, rows, costs, layout);
      Ends expected;
      for (std::size_t a = 0; a < costs.size(); ++a) {
        for (std::size_t b = 0; b < costs.size(); ++b) {
          if (costs[a] != impassable && costs[b] != impassable && std::abs(gap(graph, a, b) - 1) < 0.01)
            expected.emplace(a, b);
        }
      }
      EXPECT_EQ(ends_of(graph), expected);
      for (std::size_t v = 0; v < costs.size(); ++v) {
        for (auto [e, end] = out_edges(v, graph); e != end; ++e)
          EXPECT_EQ((*e).units, step_units(costs[v], costs[(*e).target], false));
      }
    }
  }
}

// A staggered map is squares turned by 45 degrees: sides are 0.71 apart as they lie on the ground, corners 1.
TEST(Shapes, StaggeredTilesFollowTheRuleOfSquares) {
  for (const bool odd : {true, false}) {
    const std::uint32_t columns = 6, rows = 9;
    const auto costs = random_costs(columns * rows, odd ? 3 : 4);
    const WaypointGraph graph = staggered_graph(columns, rows, costs, odd);
    const auto is = [&](std::size_t v) { return costs[v] != impassable; };
    const double side = std::sqrt(0.5), corner = 1;
    Ends expected;
    for (std::size_t a = 0; a < costs.size(); ++a) {
      for (std::size_t b = 0; b < costs.size(); ++b) {
        if (!is(a) || !is(b)) continue;
        if (std::abs(gap(graph, a, b) - side) < 0.01) expected.emplace(a, b);
        if (std::abs(gap(graph, a, b) - corner) > 0.01) continue;
        int beside = 0;  // both tiles that share a side with both must be there
        for (std::size_t c = 0; c < costs.size(); ++c) {
          if (is(c) && std::abs(gap(graph, a, c) - side) < 0.01 && std::abs(gap(graph, b, c) - side) < 0.01)
            ++beside;
        }
        if (beside == 2) expected.emplace(a, b);
      }
    }
    EXPECT_EQ(ends_of(graph), expected) << "odd rows pushed: " << odd;
  }
}

// A block one voxel deep, drawn from the side, top row first: '#' is solid.
detail::VoxelBlock drawn(const std::vector<std::string>& rows) {
  detail::VoxelBlock block{
      static_cast<std::uint32_t>(rows[0].size()), 1, static_cast<std::uint32_t>(rows.size()), {}};
  for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
    for (const char c : *row) block.solid.push_back(c == '#' ? 1 : 0);
  }
  return block;
}

// The edges as (x, z, x, z).
std::set<std::tuple<int, int, int, int>> steps_of(const VoxelFloors& floors,
                                                  const detail::VoxelBlock& block) {
  std::set<std::tuple<int, int, int, int>> steps;
  const auto x = [&](std::size_t v) { return static_cast<int>(floors.voxel[v] % block.width); };
  const auto z = [&](std::size_t v) { return static_cast<int>(floors.voxel[v] / block.width); };
  for (const auto& [a, b] : ends_of(floors.graph)) steps.emplace(x(a), z(a), x(b), z(b));
  return steps;
}

TEST(Shapes, VoxelsAreWalkedByStepsAndDrops) {
  // A floor, a step of 1, a ledge of 2 above that, and nothing beyond.
  const auto block = drawn({".....", "...#.", "...#.", ".###.", "####."});
  const VoxelFloors floors(block, {.headroom = 1, .step_height = 1, .drop = 2});
  const std::set<std::tuple<int, int, int, int>> expected{
      {0, 1, 1, 2}, {1, 2, 0, 1}, {1, 2, 2, 2}, {2, 2, 1, 2}, {3, 4, 2, 2}};
  EXPECT_EQ(steps_of(floors, block), expected);
}

TEST(Shapes, VoxelFloorsLieOverEachOtherAndNeedHeadroom) {
  // A bridge over a road; under its low end nobody fits.
  const auto block = drawn({"......", "......", "####..", "....##", "......", "######"});
  const VoxelFloors floors(block, {.headroom = 2, .step_height = 1, .drop = 1});
  std::set<std::pair<int, int>> stands;
  for (const std::uint32_t voxel : floors.voxel)
    stands.emplace(static_cast<int>(voxel % 6), static_cast<int>(voxel / 6));
  const std::set<std::pair<int, int>> expected{{0, 1}, {1, 1}, {2, 1}, {3, 1}, {0, 4},
                                               {1, 4}, {2, 4}, {3, 4}, {4, 3}, {5, 3}};
  EXPECT_EQ(stands, expected);
  EXPECT_TRUE(steps_of(floors, block).count({3, 4, 4, 3}) != 0);
  EXPECT_TRUE(steps_of(floors, block).count({3, 1, 4, 3}) == 0);
}

TEST(WaypointGraph, ClosedEdgesAreNotThere) {
  const std::vector<GraphEdge> edges{{0, 1, 5}, {0, 2, 6}, {0, 1, 7}, {2, 0, 1}};
  WaypointGraph graph(3, edges);
  EXPECT_EQ(out_degree(0, graph), 3U);
  graph.set_weight(0, 1, 0);
  EXPECT_EQ(ends_of(graph), (Ends{{0, 2}, {2, 0}}));
  graph.set_weight(0, 1, 9);
  EXPECT_EQ(out_degree(0, graph), 3U);
  EXPECT_FALSE(graph.has_positions());
}

}  // namespace
}  // namespace portolan
