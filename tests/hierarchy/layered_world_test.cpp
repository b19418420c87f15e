// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <array>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/hierarchy/planner.hpp>

#include <support/cases.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>

#include "support.hpp"

namespace portolan {
namespace {

// Worlds as games have them: floors, links one-way and two-way, three kinds of agents of different size and
// habit. Fields against Boost.Graph's Dijkstra on the union graph of all layers and links.

/// Walks where the first profile does, at other prices, avoids every fifth class, and is 3 by 3 cells large.
Profile cart() {
  Profile profile{"cart", {}, 2, true};
  for (std::size_t t = 0; t < 256; ++t) {
    profile.cost[t] = t == test::wall || t % 5 == 4 ? impassable : static_cast<Cost>(1 + t * 37 % 254);
  }
  return profile;
}

/// At home where nobody else can go.
Profile ship(int clearance) {
  Profile profile{"ship", {}, clearance, true};
  profile.cost.fill(impassable);
  profile.cost[test::wall] = 3;
  profile.cost[2] = 200;
  return profile;
}

test::RandomWorldOptions layered_options(std::uint64_t seed) {
  test::Random random(seed * 31 + 7);
  test::RandomWorldOptions options;
  options.extent = {random.between(1, 99), random.between(1, 75), random.between(1, 5)};
  options.shape = test::all_shapes[random.below(std::size(test::all_shapes))];
  options.density = random.between(5, 40);
  options.most_cost = random.percent(40) ? 1 : random.between(2, random.percent(70) ? 9 : 254);
  options.one_way_links = random.between(0, 14);
  options.two_way_links = random.between(0, 8);
  options.most_link_cost = random.percent(70) ? 900 : 500'000;
  return options;
}

class LayeredWorld {
 public:
  explicit LayeredWorld(std::uint64_t seed)
      : random_(seed), map_(test::random_world(layered_options(seed), seed)) {
    profiles_ = {map_.profile, map_.world.add_profile(cart()),
                 map_.world.add_profile(ship(random_.between(1, 3)))};
    const int sizes[] = {8, 16, 32};
    options_.sector_size = sizes[random_.below(3)];
    options_.portal_width = random_.between(1, 12);
    for (const ProfileId p : profiles_) {
      hierarchies_.push_back(std::make_unique<Hierarchy>(map_.world, p, options_));
    }
  }

  void check() {
    for (const auto& hierarchy : hierarchies_) {
      SCOPED_TRACE(map_.world.profile(hierarchy->profile()).name);
      check_field(*hierarchy);
      check_plans(*hierarchy);
      check_reachability(*hierarchy);
      if (::testing::Test::HasFailure()) return;
    }
  }

  void edit() {
    for (int i = random_.between(1, 12); i > 0; --i) edit_once();
    const Commit commit = map_.world.commit();
    for (const auto& hierarchy : hierarchies_) {
      hierarchy->apply(commit);
      const Hierarchy fresh(map_.world, hierarchy->profile(), options_);
      EXPECT_EQ(hierarchy->fingerprint(), fresh.fingerprint());
    }
  }

 private:
  Cell any_cell() { return test::random_cell(map_.extent(), random_); }

  /// Mostly one that the agent can stand on.
  Cell any_end(const Hierarchy& hierarchy) {
    Cell c = any_cell();
    for (int tries = 0; tries < 12 && !hierarchy.grid().passable(c); ++tries) c = any_cell();
    return c;
  }

  void edit_once() {
    const Cell c = any_cell();
    switch (random_.below(6)) {
      case 0:
        map_.world.set_terrain(c, test::wall);
        break;
      case 1:
        map_.world.set_terrain(c, static_cast<TerrainId>(random_.between(1, 9)));
        break;
      case 2:
        map_.world.stamp(c, 1, random_.between(0, 3));
        stamps_.push_back(c);
        break;
      case 3:
        if (stamps_.empty()) break;
        map_.world.stamp(stamps_.back(), -1);
        stamps_.pop_back();
        break;
      case 4:
        links_.push_back(map_.world.add_link({c, any_cell(), random_.below(900) + 1}));
        break;
      default:
        if (links_.empty()) break;
        map_.world.remove_link(links_.back());
        links_.pop_back();
    }
  }

  void check_field(const Hierarchy& hierarchy) {
    std::vector<Goal> goals;
    for (int i = random_.between(1, 4); i > 0; --i) {
      goals.push_back({any_end(hierarchy), Distance{random_.below(3000)}});
    }
    TileField field(hierarchy.grid(), hierarchy.sectors());
    for (const Goal& goal : goals) field.add_goal(goal);
    field.advance();
    const ReferenceField expected = reference_dijkstra_boost(hierarchy.grid(), goals);
    for (std::size_t i = 0; i < expected.units.size(); ++i) {
      const Cell c = expected.extent.cell(i);
      ASSERT_EQ(field.at(c).units, expected.units[i]) << c.x << "," << c.y << "," << c.layer;
      ASSERT_EQ(field.direction(c) == Direction::none, !reachable(field.at(c)));
    }
  }

  void check_plans(const Hierarchy& hierarchy) {
    Planner planner(hierarchy);
    PlanRequest request;
    constexpr std::array qualities{Quality::path, Quality::widened, Quality::bounded, Quality::exact};
    request.quality = qualities[random_.below(4)];
    std::vector<Goal> goals;
    for (int i = random_.between(1, 2); i > 0; --i) goals.push_back({any_end(hierarchy)});
    request.goals = goals;
    for (int i = random_.between(1, 12); i > 0; --i) request.agents.push_back(any_end(hierarchy));
    SCOPED_TRACE(name(request.quality.kind));
    test::expect_good_plan(hierarchy, planner.plan(request),
                           reference_dijkstra_boost(hierarchy.grid(), request.goals));
  }

  void check_reachability(const Hierarchy& hierarchy) {
    const Goal goal{any_end(hierarchy)};
    const ReferenceField expected = reference_dijkstra_boost(hierarchy.grid(), {&goal, 1});
    for (int i = 0; i < 60; ++i) {
      const Cell from = any_end(hierarchy);
      EXPECT_EQ(hierarchy.can_reach(from, goal.cell), reachable(expected.at(from)));
    }
  }

  test::Random random_;
  test::TestWorld map_;
  std::array<ProfileId, 3> profiles_;
  HierarchyOptions options_;
  std::vector<std::unique_ptr<Hierarchy>> hierarchies_;
  std::vector<Cell> stamps_;
  std::vector<LinkId> links_;
};

class LayeredWorlds : public ::testing::TestWithParam<int> {};

TEST_P(LayeredWorlds, EqualBoostGraph) {
  for (std::uint64_t i = 0; i < test::cases(40); ++i) {
    const std::uint64_t seed = i * 100 + static_cast<std::uint64_t>(GetParam());
    SCOPED_TRACE(test::describe(layered_options(seed), seed));
    LayeredWorld world(seed);
    world.check();
    for (int round = 0; round < 2 && !HasFailure(); ++round) {
      SCOPED_TRACE("after edits, round " + std::to_string(round));
      world.edit();
      world.check();
    }
    if (HasFailure()) return;
  }
}
INSTANTIATE_TEST_SUITE_P(Seeds, LayeredWorlds, ::testing::Range(0, 8));

}  // namespace
}  // namespace portolan
