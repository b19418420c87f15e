// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <gtest/gtest.h>

#include <portolan/core/detail/open_ground.hpp>
#include <portolan/core/straight_queries.hpp>
#include <portolan/core/world.hpp>

#include <support/random.hpp>

namespace portolan {
namespace {

// Mostly open ground of two costs, with some walls, in a few of its blocks: part of them are alike all over.
class OpenGround : public testing::Test {
 protected:
  OpenGround() : world_(extent, 0) {
    test::Random random(11);
    Profile profile;
    profile.cost[1] = impassable;
    profile.cost[2] = 3;
    id_ = world_.add_profile(profile);
    fill({96, 64, 64, 64, 0}, 2);
    for (int k = 0; k < 40; ++k) {
      const std::int32_t x = random.between(0, 90), y = random.between(0, 90);
      const std::int32_t width = random.between(1, 3), height = random.between(1, 3);
      fill({x, y, width, height, 0}, random.percent(50) ? 1 : 2);
    }
    world_.commit();
  }
  [[nodiscard]] GridView grid() const { return world_.view(id_); }

  void fill(const Rect& box, TerrainId terrain) {
    for (std::int32_t y = box.y; y < box.y + box.height; ++y) {
      for (std::int32_t x = box.x; x < box.x + box.width; ++x) world_.set_terrain({x, y, 0}, terrain);
    }
  }

  static constexpr Extent extent{200, 180, 1};
  World world_;
  ProfileId id_;
};

TEST_F(OpenGround, BoxesAreOpenWhereEachCellIs) {
  test::Random random(12);
  int open_ones = 0;
  for (int round = 0; round < 20'000; ++round) {
    const Cell low{random.between(-3, extent.width), random.between(-3, extent.height), 0};
    const Cell high{low.x + random.between(0, round % 50 == 0 ? 70 : 9), low.y + random.between(0, 9), 0};
    bool open = true;
    for (std::int32_t y = low.y; y <= high.y; ++y) {
      for (std::int32_t x = low.x; x <= high.x; ++x) open = open && grid().passable({x, y, 0});
    }
    ASSERT_EQ(detail::is_open(grid(), low, high), open) << low.x << ' ' << low.y;
    open_ones += open ? 1 : 0;
  }
  EXPECT_GT(open_ones, 1'000);
  EXPECT_FALSE(detail::is_open(grid(), {1, 1, 1}, {2, 2, 1})) << "there is one layer";
}

// It may say no, but where it says yes nothing is in the way, nor costs more or less.
TEST_F(OpenGround, EvenLinesMeetNothing) {
  test::Random random(13);
  int even_ones = 0;
  for (int round = 0; round < 5'000; ++round) {
    const auto any = [&](std::int32_t most) {
      return static_cast<float>(random.between(0, 100 * most - 1)) / 100;
    };
    const Vec2 from{any(extent.width), any(extent.height)}, to{any(extent.width), any(extent.height)};
    if (!detail::is_even(grid(), 0, from, to)) continue;
    ++even_ones;
    ASSERT_FALSE(straight(grid(), {from, 0}, to)) << from.x << ' ' << from.y << ' ' << to.x << ' ' << to.y;
    const Cost ground = grid().cost(cell_at(from, 0));
    for (int k = 0; k <= 500; ++k)
      ASSERT_EQ(grid().cost(cell_at(from + (to - from) * (static_cast<float>(k) / 500), 0)), ground);
  }
  EXPECT_GT(even_ones, 200);
  EXPECT_FALSE(detail::is_even(grid(), 0, {-1, 5}, {5, 5})) << "it begins outside";
}

}  // namespace
}  // namespace portolan
