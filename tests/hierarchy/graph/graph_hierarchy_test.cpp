// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/hierarchy/graph_hierarchy.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <baselines/grid_graph.hpp>
#include <portolan/core/graph/waypoint_graph.hpp>
#include <support/cases.hpp>
#include <support/hex_graph.hpp>
#include <support/random_graph.hpp>

namespace portolan {
namespace {

using test::AnyGraph;
using Hexes = GraphHierarchy<AnyGraph>;

static_assert(NavigationGraph<AnyGraph>);
static_assert(NavigationGraph<GridGraph>);
static_assert(NavigationGraph<WaypointGraph>);
static_assert(PositionedGraph<WaypointGraph>);
static_assert(!NavigationGraph<test::HexGraph>, "its edges have no weights of their own");

Hexes made(const test::RandomGraph& random) {
  auto result = Hexes::create(random.graph, {random.sector_of, random.sectors});
  EXPECT_TRUE(result.ok()) << result.error().text();
  return std::move(*result);
}

std::int64_t units(Distance d) { return reachable(d) ? static_cast<std::int64_t>(d.units) : test::no_way; }

QualityGoal any_quality(test::Random& random) {
  const auto kind = static_cast<Quality>(random.below(4));
  return {kind, random.between(0, 2)};
}

std::string told(test::GraphKind kind, std::uint64_t seed) {
  return "kind " + std::to_string(static_cast<int>(kind)) + ", seed " + std::to_string(seed);
}

// What a plan and its field say of one agent, beside what Boost's Dijkstra says of the whole graph.
void expect_promise_kept(const Hexes::Plan& plan, std::size_t agent, Distance field, std::int64_t optimum) {
  if (plan.quality.promises()) {
    ASSERT_EQ(units(plan.costs[agent]), optimum);
    ASSERT_EQ(units(field), optimum);
  } else {
    ASSERT_LE(optimum, units(field));
    ASSERT_LE(field, plan.costs[agent]);
  }
}

// A plan keeps the promise of its quality, and its field is Dijkstra's on the corridor.
void expect_good_plan(const AnyGraph& graph, const Hexes& hierarchy, Hexes::Planner& planner,
                      test::Random& random) {
  const auto n = static_cast<std::uint32_t>(num_vertices(graph));
  const std::uint32_t goal = random.below(n);
  Hexes::Request request{{}, {{goal}}, any_quality(random)};
  for (int i = random.between(1, 12); i > 0; --i) request.agents.push_back(random.below(n));
  const auto plan = planner.plan(request);
  const auto expected = test::costs_to(graph, goal);
  Hexes::Field field(hierarchy);
  field.reset(plan);
  ASSERT_TRUE(field.advance());
  std::int64_t costliest = 0;
  for (std::size_t i = 0; i < request.agents.size(); ++i) {
    const std::uint32_t agent = request.agents[i];
    costliest = std::max(costliest, expected[agent]);
    ASSERT_EQ(plan.agents[i], expected[agent] == test::no_way ? Outcome::unreachable : Outcome::complete);
    ASSERT_EQ(hierarchy.can_reach(agent, goal), expected[agent] != test::no_way);
    if (expected[agent] == test::no_way) continue;
    expect_promise_kept(plan, i, field.at(agent), expected[agent]);
    ASSERT_EQ(field.path(agent).back(), goal);
  }
  ASSERT_LE(units(plan.lower_bound), costliest);
  const auto inside = [&](std::size_t v) {
    return std::binary_search(plan.corridor.begin(), plan.corridor.end(),
                              SectorId{hierarchy.partition().sector_of[v]});
  };
  const auto limited = test::costs_to(graph, goal, inside);
  for (std::uint32_t v = 0; v < n; ++v) {
    const std::int64_t wanted = inside(v) ? limited[v] : test::no_way;
    ASSERT_EQ(units(field.at(v)), wanted) << "vertex " << v;
  }
}

TEST(GraphHierarchy, PlansAndFieldsEqualDijkstraOnRandomGraphs) {
  for (const test::GraphKind kind : test::graph_kinds) {
    for (std::uint64_t seed = 0; seed < test::cases(800); ++seed) {
      SCOPED_TRACE(told(kind, seed));
      const auto random = test::random_graph(kind, seed);
      const Hexes hierarchy = made(random);
      Hexes::Planner planner(hierarchy);
      test::Random draw(seed);
      for (int i = 0; i < 3; ++i) {
        expect_good_plan(random.graph, hierarchy, planner, draw);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(GraphHierarchy, ReachesWhatBruteForceReaches) {
  for (const test::GraphKind kind : test::graph_kinds) {
    for (std::uint64_t seed = 0; seed < test::cases(40); ++seed) {
      const auto random = test::random_graph(kind, seed);
      const Hexes hierarchy = made(random);
      for (std::uint32_t goal = 0; goal < num_vertices(random.graph); goal += 3) {
        const auto costs = test::costs_to(random.graph, goal);
        for (std::uint32_t v = 0; v < costs.size(); ++v)
          ASSERT_EQ(hierarchy.can_reach(v, goal), costs[v] != test::no_way) << told(kind, seed);
      }
    }
  }
}

// One random edit; the vertex whose edges it changed.
std::uint32_t edit(AnyGraph& graph, test::Random& random) {
  const auto n = static_cast<std::uint32_t>(num_vertices(graph));
  const std::uint32_t v = random.below(n);
  auto [e, end] = out_edges(v, graph);
  if (random.percent(30) || e == end) {
    add_edge(v, random.below(n), random.between(1, 40), graph);
  } else if (random.percent(40)) {
    remove_edge(*e, graph);
  } else {
    put(boost::edge_weight, graph, *e, random.between(1, 90));
  }
  return v;
}

void expect_same(const Hexes& repaired, const Hexes& rebuilt) {
  const auto &a = repaired.state().sectors, &b = rebuilt.state().sectors;
  ASSERT_EQ(a.size(), b.size());
  ASSERT_EQ(a.portal_count(), b.portal_count());
  for (std::uint32_t s = 0; s < a.size(); ++s) {
    ASSERT_EQ(a[s].out, b[s].out) << "sector " << s;
    ASSERT_EQ(a[s].in, b[s].in) << "sector " << s;
    ASSERT_EQ(a[s].leave, b[s].leave) << "sector " << s;
    ASSERT_EQ(a[s].enter, b[s].enter) << "sector " << s;
    ASSERT_EQ(a[s].portals, b[s].portals) << "sector " << s;
    ASSERT_EQ(a[s].cross_in, b[s].cross_in) << "sector " << s;
    ASSERT_EQ(a[s].cross_out, b[s].cross_out) << "sector " << s;
    ASSERT_EQ(a[s].table_in, b[s].table_in) << "sector " << s;
    ASSERT_EQ(a[s].table_out, b[s].table_out) << "sector " << s;
    ASSERT_EQ(a[s].gates, b[s].gates) << "sector " << s;
  }
  ASSERT_EQ(repaired.state().landmarks, rebuilt.state().landmarks);
}

TEST(GraphHierarchy, ApplyEqualsARebuild) {
  for (const test::GraphKind kind : test::graph_kinds) {
    for (std::uint64_t seed = 0; seed < test::cases(200); ++seed) {
      SCOPED_TRACE(told(kind, seed));
      auto random = test::random_graph(kind, seed);
      Hexes hierarchy = made(random);
      Hexes::Planner planner(hierarchy);
      test::Random draw(seed);
      for (int round = 0; round < 5; ++round) {
        std::vector<std::uint32_t> changed;
        for (int i = draw.between(1, 4); i > 0; --i) changed.push_back(edit(random.graph, draw));
        const auto touched = hierarchy.apply(changed);
        ASSERT_TRUE(touched.ok()) << touched.error().text();
        const auto rebuilt = Hexes::create(random.graph, hierarchy.partition());
        expect_same(hierarchy, *rebuilt);
        if (HasFatalFailure()) return;
        expect_good_plan(random.graph, hierarchy, planner, draw);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(GraphHierarchy, FieldsKnowWhenTheirSectorsChanged) {
  for (std::uint64_t seed = 0; seed < test::cases(100); ++seed) {
    auto random = test::random_graph(test::GraphKind::hexagons, seed);
    Hexes hierarchy = made(random);
    Hexes::Planner planner(hierarchy);
    const auto n = static_cast<std::uint32_t>(num_vertices(random.graph));
    test::Random draw(seed);
    Hexes::Field field(hierarchy);
    const auto plan = planner.plan({{draw.below(n)}, {{draw.below(n)}}});
    field.reset(plan);
    field.advance();
    const auto touched = hierarchy.apply(std::vector{edit(random.graph, draw)});
    const bool is_touched = std::any_of(plan.corridor.begin(), plan.corridor.end(), [&](SectorId s) {
      return std::binary_search(touched->begin(), touched->end(), s.value);
    });
    ASSERT_EQ(field.stale(), is_touched) << "seed " << seed;
    ASSERT_EQ(field.refresh(), is_touched);
    while (!field.advance(2)) {
    }
    Hexes::Field rebuilt(hierarchy);
    rebuilt.reset(plan);
    rebuilt.advance();
    for (std::uint32_t v = 0; v < n; ++v) ASSERT_EQ(field.at(v), rebuilt.at(v)) << "seed " << seed;
  }
}

TEST(GraphHierarchy, EndsWhereTheBudgetEnds) {
  AnyGraph line(40);
  for (std::size_t v = 0; v + 1 < 40; ++v) add_edge(v, v + 1, 5, line);
  GraphPartition partition{{}, 20};
  for (std::uint32_t v = 0; v < 40; ++v) partition.sector_of.push_back(v / 2);
  const auto hierarchy = Hexes::create(line, partition);
  Hexes::Planner planner(*hierarchy);
  const auto short_plan = planner.plan({.agents = {0}, .goals = {{39}}, .max_nodes = 5});
  EXPECT_EQ(short_plan.outcome, Outcome::budget_spent);
  EXPECT_EQ(short_plan.nodes_opened, 5U);
  EXPECT_EQ(planner.plan({.agents = {0, 7}, .goals = {{39}}}).cost.units, 195U);
  EXPECT_EQ(planner.plan({.agents = {39}, .goals = {{0}}}).outcome, Outcome::unreachable);
  EXPECT_EQ(planner.plan({.agents = {40}, .goals = {{0}}}).outcome, Outcome::out_of_bounds);
  EXPECT_EQ(planner.plan({.agents = {0}, .goals = {{77}}}).outcome, Outcome::out_of_bounds);
  EXPECT_EQ(planner.plan({.agents = {}, .goals = {{3}}}).outcome, Outcome::complete);
  const auto two_goals = planner.plan({.agents = {0}, .goals = {{20, Distance{3}}, {10, Distance{60}}}});
  EXPECT_EQ(two_goals.cost.units, 103U);
}

// ---- bad input ----

std::string fault_of(const AnyGraph& graph, GraphPartition partition) {
  const auto result = Hexes::create(graph, std::move(partition));
  return result.ok() ? "" : result.error().text();
}

TEST(GraphHierarchy, RefusesWeightsThatAreNone) {
  AnyGraph graph(3);
  const auto edge = add_edge(0, 1, -5, graph).first;
  const GraphPartition whole{{0, 0, 0}, 1};
  EXPECT_EQ(fault_of(graph, whole),
            "the edge from vertex 0 to 1 weighs -5; give it a whole number from 1 up, or leave it out where "
            "there is no way");
  put(boost::edge_weight, graph, edge, 0);
  EXPECT_NE(fault_of(graph, whole), "");
  put(boost::edge_weight, graph, edge, std::int64_t{1} << 40U);
  EXPECT_EQ(fault_of(graph, whole),
            "the edge from vertex 0 to 1 weighs 1099511627776, and edges of its sector at most 1431655764; "
            "divide all weights, or make sectors smaller");
  put(boost::edge_weight, graph, edge, 1431655764);
  EXPECT_EQ(fault_of(graph, whole), "");
}

TEST(GraphHierarchy, AWeightThatIsRefusedLeavesAllAsItWas) {
  AnyGraph graph(4);
  add_edge(0, 1, 5, graph);
  const auto edge = add_edge(1, 2, 5, graph).first;
  add_edge(2, 3, 5, graph);
  auto hierarchy = Hexes::create(graph, {{0, 0, 1, 1}, 2});
  put(boost::edge_weight, graph, edge, -1);
  EXPECT_FALSE(hierarchy->apply(std::vector<std::uint32_t>{0, 1, 3}).ok());
  Hexes::Planner planner(*hierarchy);
  EXPECT_EQ(planner.plan({.agents = {0}, .goals = {{3}}}).cost.units, 15U);
  EXPECT_EQ(hierarchy->sector_version(0), 0U);
}

TEST(GraphHierarchy, LargestWeightsAddUpAcrossSectors) {
  constexpr std::uint32_t n = 64;
  constexpr std::int64_t most = (~0U - 1) / 2;
  AnyGraph graph(n);
  GraphPartition partition{{}, n / 2};
  for (std::uint32_t v = 0; v < n; ++v) partition.sector_of.push_back(v / 2);
  for (std::size_t v = 0; v + 1 < n; ++v) add_edge(v, v + 1, most, graph), add_edge(v + 1, v, most, graph);
  const auto hierarchy = Hexes::create(graph, partition);
  ASSERT_TRUE(hierarchy.ok()) << hierarchy.error().text();
  Hexes::Planner planner(*hierarchy);
  EXPECT_EQ(planner.plan({.agents = {0}, .goals = {{n - 1}}}).cost.units, 63ULL * most);
}

TEST(GraphHierarchy, LoopsCountForNothingAndOfParallelEdgesTheCheapest) {
  AnyGraph graph(3);
  add_edge(0, 0, 1, graph);
  for (const int weight : {9, 4, 7}) add_edge(0, 1, weight, graph), add_edge(1, 2, weight, graph);
  const auto hierarchy = Hexes::create(graph, {{0, 0, 1}, 2});
  Hexes::Planner planner(*hierarchy);
  const auto plan = planner.plan({.agents = {0}, .goals = {{2}}});
  EXPECT_EQ(plan.cost.units, 8U);
}

TEST(GraphHierarchy, VerticesWithoutEdgesAreGoalsForThemselves) {
  const AnyGraph graph(3);
  const auto hierarchy = Hexes::create(graph, {{1, 0, 1}, 4});
  Hexes::Planner planner(*hierarchy);
  EXPECT_EQ(planner.plan({.agents = {1}, .goals = {{1}}}).cost.units, 0U);
  EXPECT_EQ(planner.plan({.agents = {0}, .goals = {{2}}}).outcome, Outcome::unreachable);
}

TEST(GraphHierarchy, RefusesPartitionsThatMissAVertex) {
  const AnyGraph graph(3);
  EXPECT_EQ(fault_of(graph, {{0, 0}, 1}),
            "the graph has 3 vertices, the partition sectors for 2; give each vertex one");
  EXPECT_EQ(fault_of(graph, {{0, ~0U, 0}, 1}), "vertex 1 is in sector 4294967295; give it one below 1");
  EXPECT_EQ(fault_of(graph, {{0, 0, 0}, 1, {1}}), "sector 1 is a landmark; sectors are below 1");
  EXPECT_EQ(fault_of(AnyGraph(), {}), "");
}

}  // namespace
}  // namespace portolan
