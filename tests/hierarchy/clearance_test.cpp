// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/path.hpp>
#include <portolan/core/tile_field.hpp>
#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/hierarchy.hpp>
#include <portolan/hierarchy/planner.hpp>

#include <support/cases.hpp>
#include <support/data.hpp>
#include <support/movingai.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>

namespace portolan {
namespace {

/// Which cells are free ground, straight from the terrain. Knows nothing of profiles' costs and clearance.
class Ground {
 public:
  Ground(const World& world, const Profile& profile) : extent_(world.extent()) {
    for (std::size_t i = 0; i < extent_.cell_count(); ++i) {
      free_.push_back(profile.cost[world.terrain(extent_.cell(i))] != impassable);
    }
  }
  /// The narrower of the free runs through a cell, from left to right and from top to bottom, as far as
  /// `enough`.
  [[nodiscard]] int gap(Cell c, int enough) const {
    return std::min(reach(c, 1, 0, enough) + reach(c, -1, 0, enough),
                    reach(c, 0, 1, enough) + reach(c, 0, -1, enough)) +
           1;
  }
  /// True when all cells at most `radius` columns and rows away are free.
  [[nodiscard]] bool room(Cell c, int radius) const {
    for (int y = -radius; y <= radius; ++y) {
      for (int x = -radius; x <= radius; ++x) {
        if (!is_free({c.x + x, c.y + y, c.layer})) return false;
      }
    }
    return true;
  }

 private:
  [[nodiscard]] bool is_free(Cell c) const { return extent_.contains(c) && free_[extent_.index(c)]; }
  [[nodiscard]] int reach(Cell c, int dx, int dy, int enough) const {
    int steps = 0;
    while (steps < enough && is_free({c.x + (steps + 1) * dx, c.y + (steps + 1) * dy, c.layer})) ++steps;
    return steps;
  }

  Extent extent_;
  std::vector<bool> free_;
};

class Widths : public ::testing::TestWithParam<int> {};

TEST_P(Widths, GapsAsWideAsNeededAndNoNarrower) {
  const int clearance = GetParam();
  for (int width = 1; width <= 12; ++width) {
    World world({64, 40, 1}, 1);
    for (int y = 0; y < 40; ++y) {
      if (y < 13 || y >= 13 + width) world.set_terrain({30, y, 0}, test::wall);
    }
    for (const bool even : {false, true}) {
      Profile wide = test::cost_profile(clearance);
      wide.even = even;
      const ProfileId profile = world.add_profile(wide);
      world.commit();
      const Hierarchy hierarchy(world, profile, {.sector_size = 16});
      EXPECT_EQ(hierarchy.can_reach({10, 20, 0}, {50, 20, 0}), width >= 2 * clearance - (even ? 0 : 1))
          << width << (even ? " even" : "");
    }
  }
}

// The ways of planned agents, on every public map, against a count of free cells.
TEST_P(Widths, PathsOnPublicMapsHaveRoom) {
  PORTOLAN_NEEDS_DATA("movingai");
  const int clearance = GetParam();
  std::size_t walked = 0;
  for (const auto& file : test::sanitized ? test::movingai_cases() : test::movingai_maps()) {
    SCOPED_TRACE(file.filename().string());
    test::TestWorld map = test::load_movingai(file);
    Profile wide = map.world.profile(map.profile);
    wide.clearance = clearance;
    const Ground ground(map.world, wide);
    const ProfileId profile = map.world.add_profile(wide);
    const GridView view = map.world.view(profile);
    test::Random random(static_cast<std::uint64_t>(clearance));
    for (int i = 0; i < 2000; ++i) {
      const Cell c = test::random_cell(map.extent(), random);
      ASSERT_EQ(view.passable(c), ground.room(c, clearance - 1)) << c.x << "," << c.y;
    }
    const Hierarchy hierarchy(map.world, profile, {.portal_width = 16});
    if (hierarchy.graph().size() == 0) continue;  // nowhere wide enough
    Planner planner(hierarchy);
    PlanRequest request;
    request.goals = {{test::random_passable_cell(view, random)}};
    for (int i = 0; i < 6; ++i) request.agents.push_back(test::random_passable_cell(view, random));
    const Plan plan = planner.plan(request);
    CorridorField field(hierarchy);
    field.reset(plan);
    field.advance();
    for (std::size_t i = 0; i < plan.cells.size(); ++i) {
      if (plan.agents[i] != Outcome::complete) continue;
      const Result<Path> path = walk_down(field.field(), view, plan.cells[i]);
      ASSERT_TRUE(path.ok()) << path.error().text();
      for (const Cell c : path->cells) {
        ASSERT_GE(ground.gap(c, 2 * clearance), 2 * clearance - 1) << c.x << "," << c.y;
      }
      walked += path->cells.size();
    }
  }
  EXPECT_GT(walked, test::sanitized ? 100U : 1000U);
}
INSTANTIATE_TEST_SUITE_P(Clearances, Widths, ::testing::Values(1, 2, 3, 5));

void edit(World& world, test::Random& random) {
  const Cell at = test::random_cell(world.extent(), random);
  const int width = random.between(1, 8), height = random.between(1, 8);
  const int kind = random.between(0, 3);
  for (int y = at.y; y < std::min(world.extent().height, at.y + height); ++y) {
    for (int x = at.x; x < std::min(world.extent().width, at.x + width); ++x) {
      const Cell c{x, y, 0};
      if (kind == 0) world.set_terrain(c, 1);
      if (kind == 1) world.set_terrain(c, test::wall);
      if (kind == 2) world.set_terrain(c, static_cast<TerrainId>(random.between(1, 3)));
      if (kind == 3) world.stamp(c, 1);
    }
  }
}

// On ground that is open, walled, and of many costs: after each edit all is as if built then.
TEST(ClearanceEdits, ApplyEqualsARebuildAtEachClearance) {
  for (std::uint64_t seed = 0; seed < test::cases(24); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    test::Random random(seed);
    World world({random.between(40, 100), random.between(40, 100), 1}, 1);
    const int walls = random.between(0, 12);
    for (int k = 0; k < walls; ++k) edit(world, random);
    Profile wide = test::cost_profile(static_cast<int>(1 + seed % 4));
    wide.even = seed % 8 > 3;
    const ProfileId profile = world.add_profile(wide);
    world.commit();
    const HierarchyOptions options{.sector_size = 8 << random.below(3), .levels = 2};
    Hierarchy live(world, profile, options);
    for (int round = 0; round < 25; ++round) {
      for (int k = random.between(1, 2); k > 0; --k) edit(world, random);
      live.apply(world.commit());
      ASSERT_EQ(live.fingerprint(), Hierarchy(world, profile, options).fingerprint()) << "round " << round;
    }
  }
}

// A wall in a gap that was too narrow already.
TEST(ClearanceEdits, AnEditThatChangesNoCellForABodyTouchesNoSector) {
  World world({96, 96, 1}, 1);
  for (int y = 0; y < 96; ++y) {
    for (const int x : {28, 32, 36}) world.set_terrain({x, y, 0}, test::wall);
  }
  const ProfileId narrow = world.add_profile(test::cost_profile(1));
  const ProfileId wide = world.add_profile(test::cost_profile(3));
  world.commit();
  Hierarchy thin(world, narrow);
  Hierarchy thick(world, wide);
  const std::uint64_t version = thick.version();
  for (const int by : {1, -1}) {
    for (int y = 29; y < 35; ++y) world.stamp({34, y, 0}, by);
    const Commit commit = world.commit();
    EXPECT_FALSE(commit.profiles[0].blocks.empty());
    EXPECT_TRUE(commit.profiles[1].blocks.empty());
    EXPECT_EQ(thin.apply(commit).sectors.size(), 2U);
    const ApplyReport report = thick.apply(commit);
    EXPECT_TRUE(report.sectors.empty());
    EXPECT_EQ(report.tables_rebuilt, 0U);
    EXPECT_EQ(thick.version(), version);
  }
}

}  // namespace
}  // namespace portolan
