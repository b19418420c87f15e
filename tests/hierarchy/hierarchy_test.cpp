// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <portolan/hierarchy/hierarchy.hpp>
#include <portolan/hierarchy/planner.hpp>

#include <support/cases.hpp>
#include <support/draw_map.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>

namespace portolan {
namespace {

TEST(Hierarchy, CutsLongRunsEvenly) {
  const auto map = test::draw_map(R"(
    ................
    ................
    ................
    .......#........
    ................
    ................
    ................
    ................
  )");
  const Hierarchy hierarchy(map.world, map.profile, {.sector_size = 8, .portal_width = 3});
  const PortalGraph& graph = hierarchy.graph();
  ASSERT_EQ(graph.size(), 3U);  // rows 0 to 2, then 4 to 5 and 6 to 7
  std::vector<int> widths;
  graph.for_each_portal(0, [&](PortalId id) { widths.push_back(graph.portal(id).width); });
  EXPECT_EQ(widths, (std::vector{3, 2, 2}));
}

TEST(Hierarchy, StandsOnTheCheapestPair) {
  const auto map = test::draw_map(R"(
    .......55.......
    .......33.......
    .......15.......
    .......11.......
    .......55.......
    .......##.......
    .......##.......
    .......##.......
  )");
  const Hierarchy hierarchy(map.world, map.profile, {.sector_size = 8});
  const PortalGraph& graph = hierarchy.graph();
  ASSERT_EQ(graph.size(), 1U);
  graph.for_each_portal(0, [&](PortalId id) {
    const Portal portal = graph.portal(id);
    EXPECT_EQ(portal.a, (Cell{7, 3, 0}));
    EXPECT_EQ(portal.b, (Cell{8, 3, 0}));
    EXPECT_EQ(portal.first, (Cell{7, 0, 0}));
    EXPECT_EQ(portal.width, 5);
  });
}

// Sums along the graph are exact: half a border step on either side of every portal.
TEST(Hierarchy, EdgesAreExact) {
  const auto map = test::draw_map(R"(
    ########..2.....########
    ........................
    ########........########
  )");
  const Hierarchy hierarchy(map.world, map.profile, {.sector_size = 8});
  const PortalGraph& graph = hierarchy.graph();
  ASSERT_EQ(graph.size(), 2U);
  PortalId left;
  graph.for_each_portal(0, [&](PortalId id) { left = id; });
  int edges = 0;
  graph.for_each_edge_into(left, [&](PortalId, Distance cost, std::uint32_t through) {
    ++edges;
    EXPECT_EQ(through, 1U);
    EXPECT_EQ(cost, (Distance{8 * 24}));
  });
  EXPECT_EQ(edges, 1);
}

TEST(Hierarchy, ApplyEqualsARebuild) {
  for (std::uint64_t seed = 0; seed < test::cases(60); ++seed) {
    const auto world_options = test::random_options(seed, 90);
    SCOPED_TRACE(test::describe(world_options, seed));
    auto map = test::random_world(world_options, seed);
    test::Random random(seed);
    const int sizes[] = {8, 16, 32};
    const HierarchyOptions options{.sector_size = sizes[random.below(3)],
                                   .portal_width = random.between(1, 10),
                                   .levels = random.between(1, 3),
                                   .level_factor = 2 << random.below(2)};
    Hierarchy live(map.world, map.profile, options);
    std::vector<LinkId> links;
    for (int round = 0; round < 12; ++round) {
      test::edit_randomly(map, random, links);
      live.apply(map.world.commit());
      const Hierarchy fresh(map.world, map.profile, options);
      ASSERT_EQ(live.fingerprint(), fresh.fingerprint()) << "round " << round;
      ASSERT_EQ(live.graph().size(), fresh.graph().size());
      for (int i = 0; i < 30; ++i) {
        const Cell a = test::random_cell(map.extent(), random);
        const Cell b = test::random_cell(map.extent(), random);
        ASSERT_EQ(live.can_reach(a, b), fresh.can_reach(a, b)) << "round " << round;
        const PlanRequest request{.agents = {a}, .goals = {{b}}};
        ASSERT_EQ(Planner(live).plan(request).costs, Planner(fresh).plan(request).costs) << "round " << round;
      }
    }
  }
}

TEST(Hierarchy, EditsRaiseTheirOwnSectorsVersionOnly) {
  auto map = test::draw_map(R"(
    ................
    ................
    ................
  )");
  Hierarchy hierarchy(map.world, map.profile, {.sector_size = 8});
  const std::uint64_t before = hierarchy.fingerprint();
  map.world.set_terrain({7, 1, 0}, test::wall);  // changes the portals of both sectors
  const ApplyReport report = hierarchy.apply(map.world.commit());
  EXPECT_EQ(report.sectors, (std::vector<SectorId>{{0}}));
  EXPECT_EQ(report.tables_rebuilt, 2U);
  EXPECT_EQ(hierarchy.sector_version({0}), 1U);
  EXPECT_EQ(hierarchy.sector_version({1}), 0U);
  EXPECT_NE(hierarchy.fingerprint(), before);
  map.world.set_terrain({7, 1, 0}, 1);
  hierarchy.apply(map.world.commit());
  EXPECT_EQ(hierarchy.fingerprint(), before);
  EXPECT_EQ(hierarchy.sector_version({0}), 2U);
}

TEST(Hierarchy, PortalsKeepTheirIdsUnderEditsElsewhere) {
  auto map = test::random_world({.extent = {80, 80, 1}, .shape = test::Shape::boxes}, 1);
  Hierarchy hierarchy(map.world, map.profile, {.sector_size = 8});
  std::vector<Portal> before(hierarchy.graph().id_end());
  for (std::uint32_t id = 0; id < before.size(); ++id) before[id] = hierarchy.graph().portal({id});
  map.world.set_terrain({20, 20, 0},
                        map.world.terrain({20, 20, 0}) == test::wall ? TerrainId{1} : test::wall);
  map.world.set_terrain({23, 20, 0},
                        map.world.terrain({23, 20, 0}) == test::wall ? TerrainId{1} : test::wall);
  hierarchy.apply(map.world.commit());
  const SectorId edited = hierarchy.sectors().tile_of({20, 20, 0});
  for (std::uint32_t id = 0; id < before.size(); ++id) {
    if (before[id].sector_a == edited || before[id].sector_b == edited) continue;
    ASSERT_TRUE(hierarchy.graph().contains({id}));
    EXPECT_EQ(hierarchy.graph().portal({id}).a, before[id].a);
    EXPECT_EQ(hierarchy.graph().portal({id}).b, before[id].b);
  }
}

TEST(Hierarchy, TellsItsProgress) {
  const auto map = test::random_world({.extent = {100, 100, 1}}, 4);
  std::vector<double> told;
  const Hierarchy hierarchy(map.world, map.profile,
                            {.sector_size = 8, .progress = [&](double share) { told.push_back(share); }});
  ASSERT_FALSE(told.empty());
  EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
  EXPECT_EQ(told.back(), 1.0);
}

TEST(Hierarchy, OpenSectorsShareTheirTable) {
  const auto map = test::random_world({.extent = {512, 512, 1}, .shape = test::Shape::open}, 1);
  const Hierarchy hierarchy(map.world, map.profile);
  // 256 sectors, but only 3 by 3 kinds: a sector may have no neighbour in the west or in the east, in the
  // north or in the south. Two of the nine have equal tables. More tables: sharing is lost. Fewer: kinds are
  // taken for each other.
  EXPECT_EQ(hierarchy.graph().level().tables.table_count(), 8U);
}

}  // namespace
}  // namespace portolan
