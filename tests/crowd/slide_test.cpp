// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <cmath>

#include <gtest/gtest.h>

#include <portolan/crowd/slide.hpp>

#include <support/cases.hpp>
#include <support/draw_map.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>

namespace portolan {
namespace {

using test::draw_map;

TEST(Slide, MovesFreelyOnOpenGround) {
  const auto map = draw_map(R"(
    .....
    .....
  )");
  const Vec2 to = slide(map.view(), 0, {0.5F, 0.5F}, {3.2F, 1.1F});
  EXPECT_NEAR(to.x, 3.7F, 1e-4F);
  EXPECT_NEAR(to.y, 1.6F, 1e-4F);
}

TEST(Slide, StopsBeforeAWallAndGoesAlongIt) {
  const auto map = draw_map(R"(
    ....
    ##..
  )");
  const Vec2 along = slide(map.view(), 0, {0.5F, 0.5F}, {1.0F, 1.0F});
  EXPECT_NEAR(along.x, 1.5F, 1e-4F);
  EXPECT_EQ(cell_at(along, 0), (Cell{1, 0, 0}));
  EXPECT_GT(along.y, 0.9F) << "leans against the wall";
}

// Bodies that turn slowly look along their circles, which may be many times as wide as the map.
TEST(Slide, AMoveFarBeyondTheMapEndsAtItsBoundary) {
  const auto map = draw_map(R"(
    .....
    .....
  )");
  for (const float margin : {0.0F, 0.3F}) {
    for (const float cells : {1e5F, 1e9F, 1e30F}) {
      const Vec2 to = slide(map.view(), 0, {0.5F, 0.5F}, {cells, cells / 2}, margin);
      EXPECT_NEAR(to.x, 5 - margin, 0.03F) << cells;
      EXPECT_NEAR(to.y, 2 - margin, 0.03F) << cells;
      EXPECT_TRUE(map.view().passable(cell_at(to, 0))) << cells;
    }
  }
}

TEST(Slide, DoesNotSlipThroughCorners) {
  const auto map = draw_map(R"(
    .#
    #.
  )");
  for (float x = 0.1F; x < 4; x += 0.3F) {
    for (float y = 0.1F; y < 4; y += 0.3F) {
      EXPECT_EQ(cell_at(slide(map.view(), 0, {0.9F, 0.9F}, {x, y}), 0), (Cell{0, 0, 0}));
    }
  }
}

TEST(Slide, DoesNotMoveOutOfAWallByItself) {
  const auto map = draw_map("#.");
  EXPECT_EQ(slide(map.view(), 0, {0.5F, 0.5F}, {1, 0}), (Vec2{0.5F, 0.5F}));
}

// However a point is thrown about, it stays on passable cells, and a long move crosses no thin wall: the
// cells of short moves that add up to it form a legal walk.
TEST(Slide, NeverEntersAWallInRandomWorlds) {
  for (std::uint64_t seed = 1; seed <= test::storm(40); ++seed) {
    const auto options = test::random_options(seed, 40);
    const auto map = test::random_world(options, seed);
    test::Random random(seed);
    Cell start = test::random_passable_cell(map.view(), random);
    Vec2 p = centre_of(start);
    for (int i = 0; i < 500; ++i) {
      const Vec2 move{static_cast<float>(random.between(-300, 300)) / 100,
                      static_cast<float>(random.between(-300, 300)) / 100};
      p = slide(map.view(), start.layer, p, move);
      ASSERT_TRUE(map.view().passable(cell_at(p, start.layer))) << test::describe(options, seed);
      const Vec2 small = slide(map.view(), start.layer, p, move * 0.1F);
      const Cell a = cell_at(p, start.layer);
      const Cell b = cell_at(small, start.layer);
      if (a != b) {
        bool legal = false;
        for (int d = 0; d < step_count; ++d) {
          legal |=
              step(a, static_cast<Direction>(d)) == b && map.view().can_step(a, static_cast<Direction>(d));
        }
        ASSERT_TRUE(legal) << test::describe(options, seed);
      }
    }
  }
}

TEST(NearestFree, PrefersTheNearestSideAndStaysOnThisSideOfWalls) {
  auto map = draw_map(R"(
    .....
    ..#..
    ..#..
  )");
  const auto ground = [&](Cell c) { return map.view().passable(c) || map.world.stamped(c); };
  map.world.stamp({1, 2, 0}, 1);
  map.world.commit();
  EXPECT_EQ(nearest_free(map.view(), {1.1F, 2.5F}, 0, ground), (Cell{0, 2, 0}));
  EXPECT_EQ(nearest_free(map.view(), {1.9F, 2.5F}, 0, ground), (Cell{1, 1, 0}))
      << "not through the wall on the right";
  map.world.stamp({0, 2, 0}, 1);
  map.world.stamp({1, 1, 0}, 1);
  map.world.stamp({0, 1, 0}, 1);
  map.world.commit();
  EXPECT_EQ(nearest_free(map.view(), {1.9F, 2.5F}, 0, ground), (Cell{1, 0, 0}));
  EXPECT_EQ(nearest_free(map.view(), {1.9F, 2.5F}, 0, [](Cell) { return false; }), std::nullopt);
}

}  // namespace
}  // namespace portolan
