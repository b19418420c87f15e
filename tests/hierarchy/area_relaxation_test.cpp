// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Costs over whole levels, and inside areas, against Dijkstra node by node.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/hierarchy/hierarchy.hpp>

#include <bounds/area_relaxation.hpp>
#include <support/cases.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>

namespace portolan::test {
namespace {

using detail::AreaRelaxation;
using detail::Level;
using Costs = std::vector<std::uint64_t>;
constexpr std::uint64_t infinite = AreaRelaxation::far;

// By node: the cost to the nearest seed, by areas that may be gone through.
Costs dijkstra(const PortalGraph& graph, const std::vector<std::uint32_t>& seeds,
               const std::function<bool(std::uint32_t)>& may_cross) {
  Costs costs(graph.id_end(), infinite);
  using Open = std::pair<std::uint64_t, std::uint32_t>;
  std::priority_queue<Open, std::vector<Open>, std::greater<>> heap;
  for (const std::uint32_t seed : seeds) {
    costs[seed] = 0;
    heap.emplace(0, seed);
  }
  while (!heap.empty()) {
    const Open open = heap.top();
    heap.pop();
    if (costs[open.second] != open.first) continue;
    graph.for_each_edge_into({open.second}, [&](PortalId from, Distance cost, std::uint32_t through) {
      const std::uint64_t whole = open.first + cost.units;
      if (!may_cross(through) || whole >= costs[from.value]) return;
      costs[from.value] = whole;
      heap.emplace(whole, from.value);
    });
  }
  return costs;
}

std::vector<std::uint32_t> some_nodes(const PortalGraph& graph, Random& random) {
  std::vector<std::uint32_t> nodes;
  for (std::uint32_t i = 1 + random.below(3); i > 0; --i) {
    const std::uint32_t node = random.below(graph.id_end());
    if (graph.contains({node})) nodes.push_back(node);
  }
  return nodes;
}

Costs values_of(const AreaRelaxation& relaxation, const Level& level) {
  Costs costs(level.nodes.size(), infinite);
  relaxation.for_each_value([&](std::uint32_t node, std::uint32_t value) {
    costs[node] = std::min<std::uint64_t>(costs[node], value);
  });
  return costs;
}

const auto everywhere = [](std::uint32_t) { return true; };

// With layers and links of either kind.
TEST(AreaRelaxation, FindsTheCostsOfWholeLevels) {
  AreaRelaxation relaxation;
  std::size_t compared = 0;
  for (std::uint64_t seed = 0; seed < test::storm(60); ++seed) {
    const auto map = random_world(random_options(seed, 120), seed);
    const Hierarchy hierarchy(map.world, map.profile, {.sector_size = 8, .levels = 3, .level_factor = 2});
    Random random(seed);
    for (std::size_t at = 0; at < hierarchy.level_count(); ++at) {
      const PortalGraph& graph = hierarchy.graph(at);
      if (graph.size() == 0) continue;
      const std::vector<std::uint32_t> seeds = some_nodes(graph, random);
      relaxation.begin(graph.level());
      for (const std::uint32_t node : seeds) relaxation.seed(node, 0);
      ASSERT_TRUE(relaxation.run());
      ASSERT_EQ(values_of(relaxation, graph.level()), dijkstra(graph, seeds, everywhere))
          << seed << ' ' << at;
      ++compared;
    }
  }
  EXPECT_GT(compared, test::enough(60U));
}

// Values that are too high fall to what they should be, where their areas are woken.
TEST(AreaRelaxation, MendsValuesThatAreTooHigh) {
  AreaRelaxation relaxation;
  for (std::uint64_t seed = 0; seed < test::storm(60); ++seed) {
    const auto map = random_world(random_options(seed, 100), seed);
    const Hierarchy hierarchy(map.world, map.profile, {.sector_size = 8, .levels = 1});
    const PortalGraph& graph = hierarchy.graph();
    if (graph.size() == 0) continue;
    Random random(seed);
    const std::vector<std::uint32_t> seeds = some_nodes(graph, random);
    const Costs expected = dijkstra(graph, seeds, everywhere);
    std::vector<std::uint32_t> known(expected.begin(), expected.end());
    std::vector<bool> woken(graph.level().areas.size(), false);
    for (std::uint32_t i = 1 + random.below(20); i > 0; --i) {
      const std::uint32_t node = random.below(graph.id_end());
      if (!graph.contains({node}) || expected[node] == 0) continue;
      known[node] = random.percent(30) ? AreaRelaxation::far
                                       : std::min(known[node] + random.below(5000), AreaRelaxation::far);
      const detail::NodeRecord& record = graph.level().nodes[node];
      woken[graph.level().area_a(record)] = woken[graph.level().area_b(record)] = true;
    }
    relaxation.begin(graph.level());
    relaxation.begin_with(known.data(), 1);
    for (std::uint32_t area = 0; area < woken.size(); ++area) {
      if (woken[area]) relaxation.wake(area);
    }
    ASSERT_TRUE(relaxation.run());
    relaxation.for_each_value(
        [&](std::uint32_t node, std::uint32_t value) { known[node] = std::min(known[node], value); });
    ASSERT_EQ(Costs(known.begin(), known.end()), expected) << seed;
  }
}

TEST(AreaRelaxation, StaysInsideABlock) {
  AreaRelaxation relaxation;
  for (std::uint64_t seed = 0; seed < test::storm(60); ++seed) {
    RandomWorldOptions options = random_options(seed, 120);
    options.one_way_links = options.two_way_links = 0;
    const auto map = random_world(options, seed);
    const Hierarchy hierarchy(map.world, map.profile, {.sector_size = 8, .levels = 2, .level_factor = 4});
    const PortalGraph& below = hierarchy.graph(0);
    if (below.size() == 0) continue;
    const Level& above = hierarchy.graph(1).level();
    Random random(seed);
    const std::uint32_t area = random.below(static_cast<std::uint32_t>(above.areas.size()));
    const auto inside = [&](std::uint32_t child) {
      return detail::parent_of(above, below.level(), child) == area;
    };
    std::vector<std::uint32_t> seeds = some_nodes(below, random);
    seeds.erase(std::remove_if(seeds.begin(), seeds.end(),
                               [&](std::uint32_t node) {
                                 const detail::NodeRecord& record = below.level().nodes[node];
                                 return !inside(below.level().area_a(record)) &&
                                        !inside(below.level().area_b(record));
                               }),
                seeds.end());
    relaxation.begin(below.level(), detail::children_of(above, below.level(), area));
    for (const std::uint32_t node : seeds) relaxation.seed(node, 0);
    ASSERT_TRUE(relaxation.run());
    ASSERT_EQ(values_of(relaxation, below.level()), dijkstra(below, seeds, inside)) << seed;
  }
}

}  // namespace
}  // namespace portolan::test
