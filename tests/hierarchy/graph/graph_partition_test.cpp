// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/hierarchy/graph_partition.hpp>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <general/thin_cut.hpp>
#include <portolan/core/graph/shapes.hpp>
#include <support/cases.hpp>
#include <support/random_graph.hpp>

namespace portolan {
namespace {

std::uint32_t edges_cut(const WaypointGraph& graph, const GraphPartition& partition) {
  std::uint32_t cut = 0;
  for (std::size_t v = 0; v < num_vertices(graph); ++v) {
    for (auto [e, end] = out_edges(v, graph); e != end; ++e)
      cut += partition.sector_of[v] != partition.sector_of[(*e).target] ? 1U : 0U;
  }
  return cut;
}

TEST(GraphPartition, CutsEveryGraphIntoSmallSectors) {
  for (const test::GraphKind kind : test::graph_kinds) {
    for (std::uint64_t seed = 0; seed < test::cases(60); ++seed) {
      const auto random = test::random_graph(kind, seed);
      const auto most = static_cast<std::uint32_t>(2 + seed % 30);
      const GraphPartition partition = GraphPartition::cut(random.graph, most);
      ASSERT_EQ(partition.sector_of.size(), num_vertices(random.graph));
      std::vector<std::uint32_t> sizes(partition.sectors, 0);
      for (const std::uint32_t sector : partition.sector_of) {
        ASSERT_LT(sector, partition.sectors);
        ++sizes[sector];
      }
      for (const std::uint32_t size : sizes) {
        ASSERT_LE(size, most) << "seed " << seed;
        ASSERT_GT(size, 0U) << "seed " << seed;
      }
      EXPECT_EQ(GraphPartition::cut(random.graph, most).sector_of, partition.sector_of);
    }
  }
}

// Two rooms and a corridor between: that is where the cut goes, with positions and without.
TEST(GraphPartition, CutsWhereTheGraphIsThin) {
  constexpr std::uint32_t columns = 21, rows = 9;
  std::vector<Cost> costs(columns * rows, 1);
  for (std::uint32_t y = 0; y < rows; ++y) {
    if (y != 4) costs[y * columns + 10] = impassable;
  }
  const WaypointGraph hexes = hex_graph(columns, rows, costs, HexLayout::odd_rows);
  EXPECT_LE(edges_cut(hexes, GraphPartition::cut(hexes, 150)), 4U);
  std::vector<GraphEdge> edges;
  for (std::size_t v = 0; v < num_vertices(hexes); ++v) {
    for (auto [e, end] = out_edges(v, hexes); e != end; ++e) edges.push_back(*e);
  }
  const WaypointGraph bare(costs.size(), edges);
  EXPECT_LE(edges_cut(bare, GraphPartition::cut(bare, 150)), 4U);
}

// The number of edges cut is the least there is: of all ways to part some nodes, tried one by one.
TEST(ThinCut, IsAsThinAsTheThinnestOfAll) {
  for (std::uint64_t seed = 0; seed < test::cases(300); ++seed) {
    test::Random random(seed);
    const auto n = static_cast<std::uint32_t>(random.between(2, 9));
    std::vector<std::vector<bool>> joined(n, std::vector<bool>(n));
    for (int i = random.between(0, 20); i > 0; --i) {
      const std::uint32_t a = random.below(n), b = random.below(n);
      if (a != b) joined[a][b] = joined[b][a] = true;
    }
    detail::Rows<std::uint32_t> rows;
    for (std::uint32_t a = 0; a < n; ++a) {
      for (std::uint32_t b = 0; b < n; ++b) {
        if (joined[a][b]) rows.items.push_back(b);
      }
      rows.end_row();
    }
    using Side = detail::ThinCut::Side;
    std::vector<Side> sides(n, Side::free);
    sides[0] = Side::source;
    sides[n - 1] = Side::sink;
    const auto edges_of = [&](const auto& is_near) {
      std::uint32_t count = 0;
      for (std::uint32_t a = 0; a < n; ++a) {
        for (std::uint32_t b = 0; b < n; ++b) count += joined[a][b] && is_near(a) && !is_near(b) ? 1U : 0U;
      }
      return count;
    };
    std::uint32_t least = ~0U;
    for (std::uint32_t set = 0; set < 1U << n; ++set) {
      if ((set & 1U) == 0 || (set >> (n - 1) & 1U) != 0) continue;
      least = std::min(least, edges_of([&](std::uint32_t v) { return (set >> v & 1U) != 0; }));
    }
    detail::ThinCut cut(rows);
    ASSERT_EQ(cut.run(sides), least) << "seed " << seed;
    ASSERT_EQ(edges_of([&](std::uint32_t v) { return cut.near_source()[v]; }), least) << "seed " << seed;
  }
}

}  // namespace
}  // namespace portolan
