// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Validation finds what was planted, and nothing else.
#include <gmock/gmock.h>

#include <portolan/core/validate.hpp>

#include <support/cases.hpp>
#include <support/draw_map.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>

namespace portolan::test {
namespace {

using testing::HasSubstr;

TEST(Validate, FindsNothingInWorldsThatChange) {
  for (std::uint64_t seed = 0; seed < test::storm(30); ++seed) {
    const RandomWorldOptions options = random_options(seed, 70);
    SCOPED_TRACE(describe(options, seed));
    TestWorld map = random_world(options, seed);
    map.world.add_profile(cost_profile(3));
    Random random(seed);
    for (int round = 0; round < 5; ++round) {
      for (int i = 0; i < 20; ++i) {
        const Cell c = random_cell(map.extent(), random);
        random.percent(50) ? map.world.set_terrain(c, static_cast<TerrainId>(random.below(4)))
                           : map.world.stamp(c, random.percent(50) ? 1 : 0, 3);
      }
      EXPECT_EQ(validate(map.world), std::nullopt) << "edits wait";
      map.world.commit();
      ASSERT_EQ(validate(map.world), std::nullopt);
    }
  }
}

TEST(Validate, FindsAProfileWhoseCostsAreNotItsOwn) {
  TestWorld map = draw_map("..\n..\n");
  const_cast<Profile&>(map.world.profile(map.profile)).cost[map.world.terrain({1, 1, 0})] = 9;
  EXPECT_THAT(validate(map.world).value_or(""), HasSubstr("costs profile"));
  EXPECT_THAT(validate(map.world).value_or(""), HasSubstr("1 instead of 9"));
}

TEST(Validate, FindsNothingInFinishedFields) {
  for (std::uint64_t seed = 0; seed < test::storm(40); ++seed) {
    const RandomWorldOptions options = random_options(seed, 90);
    SCOPED_TRACE(describe(options, seed));
    const TestWorld map = random_world(options, seed);
    Random random(seed);
    TileField field(map.view(), TileGrid(map.extent(), 8 << random.below(3)));
    for (const Goal& goal : random_goals(map.view(), 3, random)) field.add_goal(goal);
    if (seed % 2 == 0) {
      std::vector<TileId> some;
      for (std::uint32_t t = 0; t < field.tiles().tile_count(); ++t) {
        if (random.percent(70)) some.push_back({t});
      }
      field.allow(some);
    }
    field.advance();
    ASSERT_EQ(validate(field), std::nullopt);
  }
}

TEST(Validate, FindsAFieldThatIsBehindItsWorld) {
  TestWorld map = draw_map(R"(
    .....
    .###.
    .....
  )");
  TileField field(map.view(), TileGrid(map.extent()));
  field.add_goal({{0, 0, 0}});
  EXPECT_EQ(validate(field), "the field is not finished");
  field.advance();
  EXPECT_EQ(validate(field), std::nullopt);
  map.world.set_terrain({2, 0, 0}, wall);
  map.world.commit();
  EXPECT_THAT(validate(field).value_or(""), HasSubstr("but what is around it comes to"));
  const TileId changed[] = {{0}};
  ASSERT_TRUE(field.repair(changed));
  EXPECT_EQ(validate(field), std::nullopt);
}

TEST(GridView, CanStepFromCellToCell) {
  const TestWorld map = draw_map(R"(
    ..#
    ...
  )");
  const GridView view = map.view();
  for (std::size_t i = 0; i < map.extent().cell_count(); ++i) {
    const Cell from = map.extent().cell(i);
    for (int y = -2; y <= 3; ++y) {
      for (int x = -2; x <= 4; ++x) {
        bool wanted = false;
        for (int d = 0; d < step_count; ++d) {
          const auto direction = static_cast<Direction>(d);
          wanted |= step(from, direction) == Cell{x, y, 0} && view.can_step(from, direction);
        }
        EXPECT_EQ(view.can_step(from, Cell{x, y, 0}), wanted) << i << " to " << x << ", " << y;
      }
    }
  }
  EXPECT_FALSE(view.can_step(Cell{0, 0, 0}, Cell{0, 1, 1}));
}

}  // namespace
}  // namespace portolan::test
