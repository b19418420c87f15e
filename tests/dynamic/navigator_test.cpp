// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// One call per commit, against hierarchies that are built from scratch and a dispatcher that is told by hand.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/dynamic/navigator.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>

namespace portolan {
namespace {

void edit(test::TestWorld& map, test::Random& random) {
  for (std::uint32_t i = random.below(5); i > 0; --i) {
    const Cell c = test::random_cell(map.extent(), random);
    map.world.set_terrain(c, random.below(2) == 0 ? test::wall : TerrainId{1});
  }
}

TEST(Navigator, EveryHierarchyFollowsEveryCommit) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    test::TestWorld map = test::random_world(test::random_options(seed, 90), seed);
    Hierarchy fine(map.world, map.profile, {.sector_size = 8});
    Hierarchy coarse(map.world, map.profile, {.sector_size = 32});
    Navigator navigator(map.world);
    navigator.add(fine);
    navigator.add(coarse);
    test::Random random(seed);
    for (int round = 0; round < 8; ++round) {
      edit(map, random);
      const CommitReport report = navigator.commit();
      EXPECT_EQ(report.empty(), report.applied.empty());
      std::uint64_t sectors = 0;
      for (const ApplyReport& applied : report.applied) sectors += applied.sectors.size();
      EXPECT_EQ(report.sectors_rebuilt(), sectors);
    }
    EXPECT_EQ(fine.fingerprint(), Hierarchy(map.world, map.profile, {.sector_size = 8}).fingerprint());
    EXPECT_EQ(coarse.fingerprint(), Hierarchy(map.world, map.profile, {.sector_size = 32}).fingerprint());
  }
}

// Edits in each tick, orders that want to be planned, and time to settle one hierarchy of three.
TEST(Navigator, EveryHierarchyHasItsTurnToBeSettled) {
  test::TestWorld map = test::random_world({.extent = {96, 96, 1}, .density = 10}, 3);
  const Profile same = map.world.profile(map.profile);
  const ProfileId kinds[] = {map.profile, map.world.add_profile(same), map.world.add_profile(same)};
  std::vector<std::unique_ptr<Hierarchy>> hierarchies;
  Navigator navigator(map.world);
  for (const ProfileId kind : kinds) {
    hierarchies.push_back(std::make_unique<Hierarchy>(map.world, kind, HierarchyOptions{.sector_size = 8}));
    navigator.add(*hierarchies.back());
  }
  test::Random random(3);
  int settled[3] = {};
  for (int tick = 0; tick < 9; ++tick) {
    for (std::uint32_t k = 0; k < 3; ++k) {
      const std::uint32_t agents[] = {k};
      navigator.place(k, test::random_passable_cell(map.view(), random));
      OrderSpec spec;
      spec.profile = kinds[k];
      spec.places = {test::random_passable_cell(map.view(), random)};
      navigator.give(spec, agents);
    }
    for (int k = 0; k < 6; ++k) map.world.set_terrain(test::random_cell(map.extent(), random), test::wall);
    navigator.commit();
    navigator.work(1);
    for (std::size_t k = 0; k < 3; ++k) settled[k] += hierarchies[k]->settled() ? 1 : 0;
  }
  for (const int times : settled) EXPECT_GE(times, 2);
}

// A game with an order, played by the navigator or by hand.
struct RelayedGame {
  explicit RelayedGame(std::uint64_t seed)
      : map(test::random_world(test::random_options(seed, 90), seed)),
        hierarchy(map.world, map.profile, {.sector_size = 8}),
        planner(hierarchy),
        random(seed),
        agent(test::random_passable_cell(map.view(), random)),
        order(hierarchy, {{test::random_passable_cell(map.view(), random)}}),
        dispatcher(hierarchy, planner, 16, {.tiles = 8, .sectors = 1}),
        id(dispatcher.add(order, {.every_steps = 5})),
        navigator(map.world) {
    navigator.add(hierarchy);
    navigator.add(dispatcher);
  }
  void serve() {
    if (map.view().passable(agent)) dispatcher.report_agents(id, {&agent, 1});
    dispatcher.tick();
    if (!order.planned()) return;
    const Direction d = order.direction(agent);
    if (is_step(d) && map.view().can_step(agent, d)) agent = step(agent, d);
  }

  test::TestWorld map;
  Hierarchy hierarchy;
  Planner planner;
  test::Random random;
  Cell agent;
  Order order;
  Dispatcher dispatcher;
  DispatchId id;
  Navigator navigator;
};

TEST(Navigator, LeavesADispatcherAsTheCallsByHandDo) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    RelayedGame relayed(seed), by_hand(seed);
    for (int tick = 0; tick < 60; ++tick) {
      edit(relayed.map, relayed.random);
      edit(by_hand.map, by_hand.random);
      relayed.navigator.commit();
      const Commit commit = by_hand.map.world.commit();
      if (!commit.empty()) {
        by_hand.dispatcher.take_in(commit, by_hand.hierarchy.apply(commit).sectors.size());
      }
      relayed.serve();
      by_hand.serve();
      ASSERT_EQ(relayed.agent, by_hand.agent) << seed << ' ' << tick;
      ASSERT_EQ(relayed.order.work(), by_hand.order.work()) << seed << ' ' << tick;
      ASSERT_EQ(relayed.dispatcher.stale(relayed.id), by_hand.dispatcher.stale(by_hand.id));
    }
    EXPECT_EQ(relayed.dispatcher.report().notices, by_hand.dispatcher.report().notices);
    EXPECT_EQ(relayed.dispatcher.report().requests_served, by_hand.dispatcher.report().requests_served);
  }
}

TEST(Navigator, WatchersHearOfChanges) {
  World world({64, 64, 1});
  const ProfileId profile = world.add_profile({});
  RegionWatch watch(world.extent(), profile, 16);
  const std::vector<RegionId> all{watch.region_of({0, 0, 0}), watch.region_of({40, 40, 0})};
  watch.watch(all);
  Navigator navigator(world);
  navigator.add(watch);
  EXPECT_TRUE(navigator.commit().empty());
  world.stamp({41, 41, 0}, 1);
  EXPECT_FALSE(navigator.commit().empty());
  const std::vector<Notice> notices = watch.collect(1);
  ASSERT_EQ(notices.size(), 1U);
  EXPECT_EQ(notices[0].region, all[1]);
  EXPECT_TRUE(notices[0].worse);
}

}  // namespace
}  // namespace portolan
