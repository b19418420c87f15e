// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <list>
#include <optional>

#include <gtest/gtest.h>

#include <portolan/hierarchy/field_cache.hpp>

#include <support/cases.hpp>
#include <support/draw_map.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>

#include "support.hpp"

namespace portolan {
namespace {

constexpr std::size_t plenty = std::size_t{1} << 30U;

TEST(FieldCache, KnowsWhatWasAskedBefore) {
  const auto map = test::random_world({.extent = {200, 200, 1}, .shape = test::Shape::open}, 1);
  const Hierarchy hierarchy(map.world, map.profile);
  Planner planner(hierarchy);
  FieldCache cache(plenty);
  PlanRequest request{.agents = {{10, 10, 0}}, .goals = {{{150, 20, 0}}, {{150, 90, 0}}}};
  const auto first = cache.get(hierarchy, planner, request);
  EXPECT_EQ(cache.get(hierarchy, planner, request), first);
  request.goals = {request.goals[1], request.goals[0]};
  EXPECT_EQ(cache.get(hierarchy, planner, request), first) << "goals in another order";
  request.agents = {{12, 14, 0}, {10, 10, 0}};
  EXPECT_EQ(cache.get(hierarchy, planner, request), first) << "another cell of the agent's sector";
  EXPECT_EQ(cache.stats().hits, 3U);
  EXPECT_EQ(cache.stats().misses, 1U);
  EXPECT_EQ(cache.size(), 1U);

  // Each of these asks for something else.
  const auto other = [&](PlanRequest changed) { return cache.get(hierarchy, planner, changed) != first; };
  PlanRequest changed = request;
  changed.agents = {{100, 180, 0}};
  EXPECT_TRUE(other(changed)) << "agents elsewhere";
  changed = request;
  changed.goals = {request.goals[0]};
  EXPECT_TRUE(other(changed)) << "fewer goals";
  changed = request;
  changed.goals = {{request.goals[0].cell, {24}}, request.goals[1]};
  EXPECT_TRUE(other(changed)) << "an offset";
  for (const Quality quality : {Quality::widened, Quality::bounded, Quality::exact}) {
    changed = request;
    changed.quality = quality;
    EXPECT_TRUE(other(changed)) << name(quality);
  }
  // What is promised for a cell is not promised for its neighbour.
  const auto exact = cache.get(hierarchy, planner, changed);
  changed.agents = {{11, 11, 0}};
  EXPECT_NE(cache.get(hierarchy, planner, changed), exact);
}

TEST(FieldCache, DropsTheLeastRecentlyUsed) {
  const auto map = test::random_world({.extent = {320, 320, 1}, .shape = test::Shape::open}, 1);
  const Hierarchy hierarchy(map.world, map.profile);
  Planner planner(hierarchy);
  const auto order = [](int i) {
    return PlanRequest{.agents = {{10, 32 * i + 5, 0}}, .goals = {{{300, 32 * i + 5, 0}}}};
  };
  FieldCache measure(plenty);
  measure.get(hierarchy, planner, order(0));
  FieldCache cache(measure.memory_bytes() * 7 / 2);  // room for three
  for (int i = 0; i < 3; ++i) cache.get(hierarchy, planner, order(i));
  cache.get(hierarchy, planner, order(0));
  cache.get(hierarchy, planner, order(3));  // 1 has to go
  EXPECT_EQ(cache.stats().evicted, 1U);
  EXPECT_EQ(cache.stats().hits, 1U);
  cache.get(hierarchy, planner, order(0));
  cache.get(hierarchy, planner, order(2));
  EXPECT_EQ(cache.stats().hits, 3U);
  cache.get(hierarchy, planner, order(1));
  EXPECT_EQ(cache.stats().hits, 3U);
  EXPECT_EQ(cache.stats().evicted, 2U);
  EXPECT_DOUBLE_EQ(cache.stats().hit_rate(), 3.0 / 8.0);

  FieldCache small(100);
  const auto way = small.get(hierarchy, planner, order(0));
  EXPECT_TRUE(reachable(way->field.at({10, 5, 0})));
  EXPECT_EQ(small.size(), 0U);
  EXPECT_EQ(small.memory_bytes(), 0U);
}

// An answer that somebody holds is not written over, whatever the cache does.
TEST(FieldCache, LeavesAloneWhatIsHeld) {
  auto map = test::random_world({.extent = {96, 96, 1}, .shape = test::Shape::open}, 1);
  Hierarchy hierarchy(map.world, map.profile);
  Planner planner(hierarchy);
  FieldCache cache(plenty);
  const PlanRequest request{.agents = {{5, 5, 0}}, .goals = {{{90, 5, 0}}}};
  const auto held = cache.get(hierarchy, planner, request);
  const Distance before = held->field.at({5, 5, 0});
  map.world.set_terrain({40, 5, 0}, test::wall);
  hierarchy.apply(map.world.commit());
  const auto fresh = cache.get(hierarchy, planner, request);
  EXPECT_NE(fresh, held);
  EXPECT_EQ(held->field.at({5, 5, 0}), before);
  EXPECT_GT(fresh->field.at({5, 5, 0}), before);
  EXPECT_EQ(cache.stats().stale, 1U);
}

// Random worlds, edits and orders: every answer, known or not, is as good as its quality promises in the
// world as it is.
TEST(FieldCache, NeverGivesAnAnswerThatTheWorldHasOutrun) {
  std::uint64_t hits = 0, stale = 0, evicted = 0;
  for (std::uint64_t seed = 0; seed < test::storm(25); ++seed) {
    const auto options = test::random_options(seed, 70);
    SCOPED_TRACE(test::describe(options, seed));
    auto map = test::random_world(options, seed);
    test::Random random(seed);
    Hierarchy hierarchy(map.world, map.profile, {.sector_size = 8, .levels = random.between(1, 2)});
    Planner planner(hierarchy);
    FieldCache cache(std::size_t{300'000} << random.below(4));
    std::vector<PlanRequest> orders(6);
    for (PlanRequest& order : orders) {
      order.agents = {test::random_cell(map.extent(), random), test::random_cell(map.extent(), random)};
      order.goals = {{test::random_cell(map.extent(), random)}};
      order.quality = static_cast<Quality>(random.below(4));
    }
    for (int i = 0; i < 60; ++i) {
      if (random.percent(20)) {
        map.world.set_terrain(test::random_cell(map.extent(), random),
                              random.percent(50) ? test::wall : TerrainId{1});
        hierarchy.apply(map.world.commit());
      }
      const PlanRequest& order = orders[random.below(6)];
      const auto way = cache.get(hierarchy, planner, order);
      const ReferenceField optimum = reference_dijkstra_buckets(map.view(), order.goals);
      EXPECT_EQ(test::field_fault(hierarchy, way->plan, way->field), std::nullopt);
      for (const Cell agent : order.agents) {
        const Distance best = optimum.at(agent), found = way->field.at(agent);
        if (reachable(best)) {
          EXPECT_TRUE(reachable(found));
          EXPECT_GE(found, best);
        }
        if (order.quality.kind == Quality::exact && reachable(best)) {
          EXPECT_EQ(found, best);
        }
      }
      if (HasFailure()) return;
    }
    hits += cache.stats().hits, stale += cache.stats().stale, evicted += cache.stats().evicted;
  }
  EXPECT_GT(hits, test::enough(100U));
  EXPECT_GT(stale, test::enough(100U));
  EXPECT_GT(evicted, test::enough(10U));
}

}  // namespace
}  // namespace portolan
