// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <gtest/gtest.h>

#include <vector>

#include <portolan/core/straight_field.hpp>
#include <portolan/core/world.hpp>
#include <portolan/crowd/detail/bypass_guide.hpp>

namespace portolan {
namespace {

// A wall with a door of two cells in its middle and another at its end; a queue before the first one, on
// ground that costs so much.
struct Hall {
  explicit Hall(Cost jam) : ground(Extent{64, 40, 1}, 1), jammed(Extent{64, 40, 1}, 1) {
    for (World* const world : {&ground, &jammed}) {
      for (int y = 0; y < 40; ++y) {
        if (y != 19 && y != 20 && y < 37) world->set_terrain({20, y, 0}, 0);
      }
    }
    for (int y = 16; y < 24; ++y) {
      for (int x = 14; x < 20; ++x) jammed.stamp({x, y, 0}, 0, jam - 1, false);
    }
    ground.commit(), jammed.commit();
  }
  [[nodiscard]] static StraightField field_of(World& world) {
    const GridView grid = world.view(world.add_profile({}));
    StraightField field(grid, TileGrid(grid.extent()));
    field.allow_all();
    field.add_goal({{63, 20, 0}, {}});
    field.advance();
    return field;
  }

  World ground, jammed;
};

// From the rim of a queue, where the cheapest way leaves it at once.
Vec2 course_at(Vec2 position, Cost jam) {
  Hall hall(jam);
  const StraightField by_itself = Hall::field_of(hall.ground), around = Hall::field_of(hall.jammed);
  EXPECT_LT(dot(by_itself.heading(position, 0).direction, around.heading(position, 0).direction), 0.5F);
  detail::BypassGuide guide;
  guide.follow(&around, &by_itself);
  return guide.course(position, 0).direction;
}

TEST(BypassGuide, KeepsToItsQueueWhereTheWayAroundEndsInTheSameOne) {
  EXPECT_GT(course_at({15.5F, 16.1F}, 2).y, 0);
}

TEST(BypassGuide, LeavesAQueueForAnotherDoorThatIsMuchQuicker) {
  EXPECT_LT(course_at({14.5F, 22.5F}, 60).x, 0.5F);
}

}  // namespace
}  // namespace portolan
