// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <gtest/gtest.h>

#include <vector>

#include <portolan/core/straight_field.hpp>
#include <portolan/core/world.hpp>
#include <portolan/crowd/detail/bypass_guide.hpp>

#include <support/random.hpp>

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
  [[nodiscard]] static StraightField field_of(World& world, Cell goal = {63, 20, 0}) {
    Profile profile;
    profile.cost[0] = impassable;
    const GridView grid = world.view(world.add_profile(profile));
    StraightField field(grid, TileGrid(grid.extent()));
    field.allow_all();
    field.add_goal({goal, {}});
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

// A door of 20 cells in a thick wall, jammed from its upper post so far down. The ground beside the jam is
// quicker by far, but leads into the same door: agents who took it would stand in the same queue there.
Vec2 course_before_wide_door(int jammed_rows, int extra = 59) {
  World ground(Extent{64, 40, 1}, 1), jammed(Extent{64, 40, 1}, 1);
  for (World* const world : {&ground, &jammed}) {
    for (int y = 0; y < 40; ++y) {
      for (int x = 20; x < 28 && (y < 10 || y >= 30); ++x) world->set_terrain({x, y, 0}, 0);
    }
  }
  for (int y = 10; y < 10 + jammed_rows; ++y) {
    for (int x = 10; x < 24; ++x) jammed.stamp({x, y, 0}, 0, extra, false);
  }
  ground.commit(), jammed.commit();
  const StraightField by_itself = Hall::field_of(ground), around = Hall::field_of(jammed);
  const Vec2 position{8.5F, 11.5F};
  EXPECT_GT(around.heading(position, 0).direction.y, 0.9F);
  detail::BypassGuide guide;
  guide.follow(&around, &by_itself);
  return guide.course(position, 0).direction;
}

TEST(BypassGuide, KeepsToItsQueueBeforeAWideDoorThatIsJammedForTheMostPart) {
  EXPECT_GT(course_before_wide_door(16).x, 0.9F);
}

TEST(BypassGuide, TakesTheFreeSideOfAWideDoor) { EXPECT_GT(course_before_wide_door(12).y, 0.9F); }

// In a crowd that gets on some are always slower than others: rows would go to pieces.
TEST(BypassGuide, KeepsToItsRowWhereTheFreeSideIsALittleQuicker) {
  EXPECT_GT(course_before_wide_door(12, 3).x, 0.9F);
}

// Water with two links over it, the second of which may cost more; beyond the first one there is a jam, so
// that the second one is a little cheaper: not by a tenth, so that agents keep to the first.
struct Water {
  explicit Water(Cost second) : ground(Extent{64, 20, 1}, 1), jammed(Extent{64, 20, 1}, 1) {
    for (World* const world : {&ground, &jammed}) {
      for (int y = 0; y < 20; ++y) world->set_terrain({20, y, 0}, 0);
      world->add_link({foot, shore, 48});
      world->add_link({other_foot, {21, 8, 0}, second});
    }
    for (int y = 3; y < 8; ++y) {
      for (int x = 21; x < 24; ++x) jammed.stamp({x, y, 0}, 0, 2, false);
    }
    ground.commit(), jammed.commit();
  }
  [[nodiscard]] static StraightField field_of(World& world) {
    Profile profile;
    profile.cost[0] = impassable;
    const GridView grid = world.view(world.add_profile(profile));
    StraightField field(grid, TileGrid(grid.extent()));
    field.allow_all();
    field.add_goal({{60, 5, 0}, {}});
    field.advance();
    return field;
  }

  static constexpr Cell foot{19, 5, 0}, shore{21, 5, 0}, other_foot{19, 8, 0};
  World ground, jammed;
};

TEST(BypassGuide, TakesTheLinkAtWhoseFootItLeadsThrough) {
  Water water(48);
  const StraightField by_itself = Water::field_of(water.ground), around = Water::field_of(water.jammed);
  ASSERT_NE(around.next(Water::foot), Water::shore);
  detail::BypassGuide guide;
  guide.follow(&around, &by_itself);
  EXPECT_GT(guide.course({15.5F, 5.5F}, 0).direction.x, 0.99F);
  EXPECT_EQ(guide.next(Water::foot), Water::shore) << "else agents would go to and fro over the foot";
}

TEST(BypassGuide, WalksOverTheFootOfALinkThatItDoesNotTake) {
  Water water(120);
  const StraightField by_itself = Water::field_of(water.ground), around = Water::field_of(water.jammed);
  ASSERT_EQ(around.heading(centre_of(Water::other_foot), 0).direction, Vec2{}) << "it would take the link";
  detail::BypassGuide guide;
  guide.follow(&around, &by_itself);
  ASSERT_EQ(guide.next(Water::other_foot), by_itself.next(Water::other_foot));
  EXPECT_LT(guide.course({19.2F, 8.9F}, 0).direction.y, 0) << "else agents would stand there for ever";
}

TEST(BypassGuide, TellsTheCoursesOfManyAsOfEach) {
  Hall hall(60);
  const StraightField by_itself = Hall::field_of(hall.ground), around = Hall::field_of(hall.jammed);
  detail::BypassGuide guide;
  guide.follow(&around, &by_itself);
  std::vector<PathPoint> positions;
  for (int k = 0; k < 150; ++k)
    positions.push_back({{6.3F + static_cast<float>(k % 15) * 0.9F, 15.2F + static_cast<float>(k / 15)}, 0});
  std::vector<Heading> headings(positions.size());
  guide.courses(positions, headings);
  bool any_differs = false;
  for (std::size_t k = 0; k < positions.size(); ++k) {
    const Heading alone = guide.course(positions[k].at, 0);
    EXPECT_EQ(headings[k].direction, alone.direction) << k;
    EXPECT_EQ(headings[k].reach, alone.reach) << k;
    any_differs = any_differs || alone.direction != by_itself.heading(positions[k].at, 0).direction;
  }
  EXPECT_TRUE(any_differs) << "some leave the queue";
}

// The jam is gone while the fields still know it. Were decisions made by what ground is now, whether somebody
// leaves a queue would depend on whether another one, or a replay, has just asked there.
TEST(BypassGuide, DecidesByTheGroundOfItsFields) {
  Hall hall(60);
  const StraightField by_itself = Hall::field_of(hall.ground), around = Hall::field_of(hall.jammed);
  detail::BypassGuide guide;
  const auto leaves = [&](Vec2 p) {
    return guide.course(p, 0).direction != by_itself.heading(p, 0).direction;
  };
  guide.follow(&around, &by_itself);
  const Vec2 asked{14.5F, 22.5F}, not_asked{14.5F, 21.5F};
  ASSERT_TRUE(leaves(asked));
  for (int y = 16; y < 24; ++y) {
    for (int x = 14; x < 20; ++x) hall.jammed.stamp({x, y, 0}, 0, -59, false);
  }
  hall.jammed.commit();
  EXPECT_TRUE(leaves(asked));
  EXPECT_TRUE(leaves(not_asked)) << "it does not matter who asks first";
  EXPECT_TRUE(leaves(asked + Vec2{0.3F, -0.4F})) << "the decision is that of the cell";
  const StraightField without_jam = Hall::field_of(hall.jammed);
  guide.follow(&without_jam, &by_itself);
  EXPECT_FALSE(leaves(asked));
  EXPECT_FALSE(leaves(not_asked));
}

TEST(BypassGuide, HasAnotherRevisionWhenOneOfItsFieldsChanges) {
  Hall hall(60);
  StraightField by_itself = Hall::field_of(hall.ground);
  const StraightField around = Hall::field_of(hall.jammed);
  detail::BypassGuide guide;
  guide.follow(&around, &by_itself);
  const std::uint64_t before = guide.revision();
  EXPECT_NE(before, 0U);
  EXPECT_NE(before, around.revision()) << "it tells what is left without jams, too";
  guide.follow(&around, &by_itself);
  EXPECT_EQ(guide.revision(), before);
  by_itself.add_goal({{63, 5, 0}, {}});
  by_itself.advance();
  EXPECT_EQ(guide.revision(), 0U) << "what was told before need not hold";
  guide.follow(&around, &by_itself);
  EXPECT_NE(guide.revision(), 0U);
  EXPECT_NE(guide.revision(), before);
}

TEST(BypassGuide, TellsWhoIsAheadByTheGroundAlone) {
  Hall hall(60);
  const StraightField by_itself = Hall::field_of(hall.ground), around = Hall::field_of(hall.jammed);
  detail::BypassGuide guide;
  guide.follow(&around, &by_itself);
  // In the middle of the queue, and outside of it: the second one is quicker at another door.
  const Cell inside{17, 20, 0}, beside{12, 30, 0};
  EXPECT_GT(guide.remaining(inside), guide.remaining(beside));
  EXPECT_LT(guide.without_jams(inside), guide.without_jams(beside));
}

// Streets between houses, some of them jammed. Who leaves a jam does not come to a cell from which the way
// leads back into it.
TEST(BypassGuide, NobodyGoesToAndFroBetweenTwoCells) {
  test::Random random(5);
  int turned = 0, turned_again = 0;
  for (int round = 0; round < 40; ++round) {
    World ground(Extent{64, 40, 1}, 1), jammed(Extent{64, 40, 1}, 1);
    for (int y = 0; y < 40; ++y) {
      for (int x = 0; x < 64; ++x) {
        const bool house = x % 9 != 0 && y % 7 != 0;
        for (World* const world : {&ground, &jammed}) world->set_terrain({x, y, 0}, house ? 0 : 1);
      }
    }
    for (int k = 0; k < 12; ++k) {
      const int left = random.between(0, 60), top = random.between(0, 36), extra = random.between(1, 60);
      for (int y = top; y < top + 4; ++y) {
        for (int x = left; x < left + 4; ++x) jammed.stamp({x, y, 0}, 0, extra, false);
      }
    }
    ground.commit(), jammed.commit();
    const StraightField by_itself = Hall::field_of(ground, {63, 21, 0});
    const StraightField around = Hall::field_of(jammed, {63, 21, 0});
    detail::BypassGuide guide;
    guide.follow(&around, &by_itself);
    for (std::size_t k = 0; k < ground.extent().cell_count(); ++k) {
      const Cell c = ground.extent().cell(k);
      const auto next = guide.next(c);
      if (!next || *next == c || next == by_itself.next(c)) continue;
      ++turned;
      EXPECT_NE(guide.next(*next), c) << "round " << round;
      const Vec2 way = centre_of(*next) - centre_of(c);
      turned_again += dot(guide.course(centre_of(c) + way * 0.55F, 0).direction, way) < -0.8F ? 1 : 0;
    }
  }
  EXPECT_GT(turned, 1000);
  EXPECT_LT(turned_again, 5)
      << "at the rim of the next cell, where the field may lead elsewhere than from its middle";
}

}  // namespace
}  // namespace portolan
