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

}  // namespace
}  // namespace portolan
