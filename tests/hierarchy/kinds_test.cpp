// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Many kinds of agents in one world: hierarchies have what is equal in common. No answer tells.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/detail/journal.hpp>
#include <portolan/core/validate.hpp>
#include <portolan/hierarchy/planner.hpp>

#include <support/cases.hpp>
#include <support/random_world.hpp>

namespace portolan::test {
namespace {

constexpr TerrainId first_gate = 200;  // the gate of player k has this class plus k
constexpr int players = 3;

Profile profile_of_player(int player) {
  Profile profile = cost_profile();
  for (int k = 0; k < players; ++k)
    profile.cost[static_cast<std::size_t>(first_gate + k)] = k == player ? Cost{1} : impassable;
  return profile;
}

// Whom all gates are open to.
Profile profile_of_all() {
  Profile profile = cost_profile();
  std::fill_n(profile.cost.begin() + first_gate, players, Cost{1});
  return profile;
}

HierarchyOptions sizes_of(std::uint64_t seed) {
  HierarchyOptions options;
  options.sector_size = 8 << seed % 3;
  options.levels = 1 + static_cast<int>(seed / 2 % 3);
  options.level_factor = 2;
  return options;
}

// The profiles of all players, of one with clearance, and of one that pays more.
std::vector<Profile> kinds() {
  std::vector<Profile> all{profile_of_all()};
  for (int player = 0; player < players; ++player) all.push_back(profile_of_player(player));
  all.push_back(profile_of_player(0));
  all.back().clearance = 2;
  all.push_back(profile_of_player(1));
  all.back().cost[1] = 3;
  return all;
}

struct KindsWorld {
  explicit KindsWorld(std::uint64_t seed)
      : map(random_world({.extent = {130, 90, seed % 4 == 3 ? 2 : 1},
                          .shape = all_shapes[seed % std::size(all_shapes)],
                          .density = 20,
                          .most_cost = seed % 3 == 2 ? 9 : 1},
                         seed)),
        sizes(sizes_of(seed)) {
    for (const Profile& kind : kinds()) {
      hierarchies.push_back(std::make_unique<Hierarchy>(map.world, map.world.add_profile(kind), sizes));
    }
  }

  void edit(Random& random) {
    const Cell corner = random_cell(map.extent(), random);
    const int side = random.between(1, 6);
    const auto what = random.between(0, 6);
    for (int y = corner.y; y < std::min(corner.y + side, map.extent().height); ++y) {
      for (int x = corner.x; x < std::min(corner.x + side, map.extent().width); ++x) {
        const Cell c{x, y, corner.layer};
        if (what < players) {
          map.world.set_terrain(c, static_cast<TerrainId>(first_gate + what));
        } else if (what == players) {
          map.world.stamp(c, map.world.stamped(c) ? -1 : 1);
        } else {
          map.world.set_terrain(c, what == players + 1 ? wall : static_cast<TerrainId>(random.between(1, 2)));
        }
      }
    }
    if (map.extent().layers > 1 && random.percent(20)) {
      const Cell from = random_cell(map.extent(), random);
      const Cell to = random_cell(map.extent(), random);
      if (from != to) map.world.add_link({from, to, 40});
    }
  }
  void apply() {
    const Commit change = map.world.commit();
    for (const auto& hierarchy : hierarchies) hierarchy->apply(change);
  }
  [[nodiscard]] Hierarchy built(std::size_t kind) const {
    return Hierarchy(map.world, hierarchies[kind]->profile(), sizes);
  }

  TestWorld map;
  HierarchyOptions sizes;
  std::vector<std::unique_ptr<Hierarchy>> hierarchies;
};

void expect_equal_plans(const KindsWorld& world, Random& random) {
  for (std::size_t kind = 0; kind < world.hierarchies.size(); ++kind) {
    SCOPED_TRACE(kind);
    const Hierarchy own = world.built(kind);
    ASSERT_EQ(world.hierarchies[kind]->fingerprint(), own.fingerprint());
    Planner planner(*world.hierarchies[kind]);
    Planner by_own(own);
    for (int i = 0; i < 4; ++i) {
      PlanRequest request{.agents = {random_cell(world.map.extent(), random)},
                          .goals = {{random_cell(world.map.extent(), random)}}};
      request.quality.kind = static_cast<Quality>(i % 4);
      const Plan plan = planner.plan(request);
      const Plan known = by_own.plan(request);
      ASSERT_EQ(plan.outcome, known.outcome);
      ASSERT_EQ(plan.cost, known.cost);
    }
  }
}

TEST(Kinds, HierarchiesWithMuchInCommonAnswerAsEachByItself) {
  for (std::uint64_t seed = 0; seed < test::cases(24); ++seed) {
    SCOPED_TRACE(seed);
    KindsWorld world(seed);
    Random random(seed);
    for (int commit = 0; commit < 12; ++commit) {
      for (int count = random.between(1, 3); count > 0; --count) world.edit(random);
      world.apply();
      ASSERT_EQ(validate(world.map.world), std::nullopt);
      if (commit % 3 == 2) expect_equal_plans(world, random);
      if (HasFatalFailure()) return;
    }
  }
}

// What one hierarchy has made is another one's after it has gone back to before.
TEST(Kinds, MomentsAreGoneBackToWithTablesInCommon) {
  for (std::uint64_t seed = 0; seed < test::cases(12); ++seed) {
    SCOPED_TRACE(seed);
    KindsWorld world(seed);
    detail::Journal journal;
    const auto log_to = [&](detail::Journal* to) {
      world.map.world.log_to(to);
      for (const auto& hierarchy : world.hierarchies) hierarchy->log_to(to);
    };
    log_to(&journal);
    Random random(seed);
    for (int turn = 0; turn < 4; ++turn) {
      const std::uint64_t moment = journal.mark();
      std::vector<std::uint64_t> before;
      for (const auto& hierarchy : world.hierarchies) before.push_back(hierarchy->fingerprint());
      for (int commit = 0; commit < 3; ++commit) {
        world.edit(random);
        world.apply();
      }
      if (turn % 2 == 1) continue;
      journal.undo_to(moment);
      for (std::size_t kind = 0; kind < before.size(); ++kind)
        ASSERT_EQ(world.hierarchies[kind]->fingerprint(), before[kind]);
      ASSERT_EQ(validate(world.map.world), std::nullopt);
      world.edit(random);
      world.apply();
      expect_equal_plans(world, random);
      if (HasFatalFailure()) return;
    }
    log_to(nullptr);
  }
}

TEST(Kinds, WhatIsEqualIsKeptOnce) {
  TestWorld map = random_world({.extent = {512, 512, 1}, .shape = Shape::boxes}, 3);
  const ProfileId all = map.world.add_profile(profile_of_all());
  const Hierarchy first(map.world, all);
  std::vector<std::size_t> world_bytes{map.world.memory_bytes()};
  std::vector<Hierarchy> others;
  for (int player = 0; player < players; ++player) {
    others.emplace_back(map.world, map.world.add_profile(profile_of_player(player)));
    world_bytes.push_back(map.world.memory_bytes());
  }
  // No gate stands anywhere. The first one's tables are its own, for it was built alone.
  EXPECT_EQ(world_bytes[2] - world_bytes[1], world_bytes[3] - world_bytes[2]);
  EXPECT_LT(world_bytes[3] - world_bytes[2], 512U * 512 / 100) << "blocks and tables are there already";
  EXPECT_LT(others[1].memory_bytes() + (world_bytes[3] - world_bytes[2]), first.memory_bytes());
}

}  // namespace
}  // namespace portolan::test
