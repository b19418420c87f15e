// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// The loop of all searches over single steps, on graphs small enough to follow by hand.
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/detail/best_first.hpp>

#include <support/cases.hpp>
#include <support/random.hpp>

namespace portolan::detail {
namespace {

using End = BestFirst<>::End;

/// A complete graph of costs, row by row; notes the order in which its nodes are opened.
struct Graph {
  using State = BestFirst<>::State;

  [[nodiscard]] bool is_stale(const State& open) const { return least[open.key] != open.cost; }
  [[nodiscard]] bool is_end(const State& open) const { return open.key == goal; }
  void expand(const State& open) {
    opened.push_back(open.key);
    for (std::size_t to = 0; to < least.size(); ++to)
      offer(to, open.cost + costs[open.key * least.size() + to]);
  }
  void offer(std::uint64_t node, std::uint64_t cost) {
    if (least[node] <= cost) return;
    least[node] = cost;
    search.open({cost, cost, node});
  }

  std::vector<std::uint64_t> costs;
  std::vector<std::uint64_t> least;
  std::uint64_t goal = ~0ULL;
  BestFirst<> search;
  std::vector<std::uint64_t> opened;
};

Graph graph_of(std::vector<std::uint64_t> costs, std::size_t nodes) {
  Graph graph;
  graph.costs = std::move(costs);
  graph.least.assign(nodes, ~0ULL);
  return graph;
}

TEST(BestFirst, FindsTheLeastCostsAsFloydAndWarshallDo) {
  for (std::uint64_t seed = 1; seed <= test::storm(100); ++seed) {
    test::Random random(seed);
    const auto n = static_cast<std::size_t>(random.between(1, 12));
    std::vector<std::uint64_t> costs(n * n);
    for (std::uint64_t& cost : costs) cost = static_cast<std::uint64_t>(random.between(1, 30));
    Graph graph = graph_of(costs, n);
    graph.offer(0, 0);
    EXPECT_EQ(graph.search.run(graph), End::exhausted);
    EXPECT_EQ(graph.search.opened(), n);
    for (std::size_t i = 0; i < n; ++i) costs[i * n + i] = 0;
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j)
          costs[i * n + j] = std::min(costs[i * n + j], costs[i * n + k] + costs[k * n + j]);
      }
    }
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(graph.least[i], costs[i]) << "seed " << seed;
  }
}

TEST(BestFirst, TiesGoToTheLargerCostThenToTheSmallerKey) {
  Graph graph = graph_of(std::vector<std::uint64_t>(16, 100), 4);
  graph.least = {1, 2, 2, 3};
  for (const auto& [cost, key] : {std::pair{1ULL, 0ULL}, {2ULL, 2ULL}, {2ULL, 1ULL}, {3ULL, 3ULL}})
    graph.search.open({7, cost, key});
  graph.search.run(graph);
  EXPECT_EQ(graph.opened, (std::vector<std::uint64_t>{3, 1, 2, 0}));
}

TEST(BestFirst, SaysHowItEnded) {
  Graph graph = graph_of(std::vector<std::uint64_t>(9, 1), 3);
  graph.offer(0, 0);
  graph.goal = 2;
  EXPECT_EQ(graph.search.run(graph, 1), End::spent);
  EXPECT_EQ(graph.search.opened(), 1U);

  graph = graph_of(std::vector<std::uint64_t>(9, 1), 3);
  graph.offer(0, 0);
  graph.goal = 2;
  EXPECT_EQ(graph.search.run(graph, 2), End::met);
  EXPECT_EQ(graph.search.last().key, 2U);
  EXPECT_EQ(graph.search.last().cost, 1U);
  EXPECT_EQ(graph.opened, (std::vector<std::uint64_t>{0, 1}));

  graph.search.clear();
  EXPECT_EQ(graph.search.run(graph), End::exhausted);
  EXPECT_EQ(graph.search.opened(), 0U);
}

TEST(BestFirst, KeysOfCellsAreInTheirOrder) {
  const std::vector<Cell> cells{{0, 0, 0}, {(1 << 20) - 1, 0, 0}, {0, 1, 0}, {5, 1 << 20, 0}, {0, 0, 1},
                                {3, 4, 63}};
  for (std::size_t i = 0; i < cells.size(); ++i) {
    EXPECT_EQ(cell_of(key_of(cells[i])), cells[i]);
    if (i > 0) {
      EXPECT_LT(key_of(cells[i - 1]), key_of(cells[i]));
    }
  }
}

}  // namespace
}  // namespace portolan::detail
