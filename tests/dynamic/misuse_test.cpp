// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Mistakes that a host makes with ids, cells and objects of something else: builds with assertions say so,
// others change nothing and stay in memory.
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/assert.hpp>
#include <portolan/core/straight_queries.hpp>
#include <portolan/dynamic/dispatcher.hpp>
#include <portolan/dynamic/navigator.hpp>
#include <portolan/dynamic/obstacles.hpp>
#include <portolan/dynamic/order.hpp>
#include <portolan/dynamic/path_keeper.hpp>
#include <portolan/dynamic/regions.hpp>
#include <portolan/dynamic/stamps.hpp>
#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/field_cache.hpp>
#include <portolan/hierarchy/path_finder.hpp>
#include <portolan/hierarchy/planner.hpp>
#include <portolan/hierarchy/random_point.hpp>

#include <support/draw_map.hpp>

namespace portolan::test {
namespace {

// Two profiles, of which one cannot swim, and a larger map besides.
class Misuse : public testing::Test {
 protected:
  static constexpr Cell outside{99, -4, 0};

  static ProfileId walker(World& world) {
    Profile profile = cost_profile();
    profile.cost[9] = impassable;
    return world.add_profile(profile);
  }
  static World meadow() {
    World made({300, 200, 1});
    made.add_profile(cost_profile());
    for (std::int32_t y = 0; y < 200; ++y) {
      for (std::int32_t x = 0; x < 300; ++x) made.set_terrain({x, y, 0}, 1);
    }
    made.commit();
    return made;
  }

  TestWorld map_ = draw_map("....9....\n....9....\n");
  ProfileId walks_ = walker(map_.world);
  Hierarchy walk_{map_.world, walks_};
  Hierarchy swim_{map_.world, ProfileId{0}};
  World other_map_ = meadow();
  Hierarchy other_{other_map_, ProfileId{0}};
};

#if PORTOLAN_ASSERTIONS

using MisuseDeathTest = Misuse;

TEST_F(MisuseDeathTest, OfHandlesIsNamed) {
  World& world = map_.world;
  Stamps stamps;
  Obstacles obstacles;
  RegionWatch watch(world.extent(), ProfileId{0}, 4);
  EXPECT_DEATH(stamps.move(world, {}, {1, 1, 0}), "the stamp has not been removed");
  EXPECT_DEATH(static_cast<void>(stamps.place(world, nullptr, {1, 1, 0})), "a stamp has a shape");
  EXPECT_DEATH(static_cast<void>(obstacles.position({})), "the obstacle has not been removed");
  EXPECT_DEATH(watch.unwatch({}), "the watcher has not left");
  EXPECT_DEATH(static_cast<void>(watch.region_of(outside)), "regions are of cells of the world");
  EXPECT_DEATH(static_cast<void>(watch.bounds(RegionId{1000})), "region_of\\(\\) gives the ids");
}

TEST_F(MisuseDeathTest, OfWhatBelongsToAnotherIsNamed) {
  Planner swimmers(swim_);
  Order order(walk_, {{{8, 0, 0}}});
  EXPECT_DEATH(order.update(swimmers, std::array{Cell{3, 0, 0}}), "one of the order's hierarchy");
  Planner planner(other_);
  const Plan plan = planner.plan({{{290, 190, 0}}, {{{200, 100, 0}}}, {}});
  CorridorField field(walk_);
  EXPECT_DEATH(field.reset(plan), "one of this hierarchy");
  EXPECT_DEATH(field.add_goal({outside, {}}), "add goals inside the world");
  FieldCache cache(1U << 20U);
  EXPECT_DEATH(static_cast<void>(cache.get(walk_, planner, {})), "of the hierarchy that is asked about");
  EXPECT_DEATH(static_cast<void>(walk_.sector_version(SectorId{50})), "sectors\\(\\) gives the ids");
  PathFinder finder(walk_);
  EXPECT_DEATH(static_cast<void>(finder.find({{}, {{{1, 1, 0}}}, {}})), "a path is of one agent");
  EXPECT_DEATH(static_cast<void>(finder.find({{{1, 1, 0}, {2, 1, 0}}, {{{1, 1, 0}}}, {}})),
               "a path is of one agent");
  WorkBudget budget;
  Dispatcher dispatcher(swim_, swimmers, 32, budget);
  EXPECT_DEATH(dispatcher.add(order, {}), "one of the dispatcher's hierarchy");
}

TEST_F(MisuseDeathTest, OfANavigatorIsNamed) {
  Navigator navigator(map_.world);
  EXPECT_DEATH(navigator.add(other_), "the hierarchy is one of its world");
  navigator.add(walk_);
  EXPECT_DEATH(navigator.add(walk_), "a hierarchy is added once");
  EXPECT_DEATH(navigator.remove({}), "the order has not been removed");
  EXPECT_DEATH(navigator.place(~0U, {1, 1, 0}), "agents are numbered from 0 on");
  EXPECT_DEATH(navigator.give({.profile = ProfileId{0}, .places = {{3, 1, 0}}}, {}),
               "add a hierarchy of the profile first");
  map_.world.set_terrain({1, 1, 0}, wall);
  map_.world.commit();
  EXPECT_DEATH(navigator.commit(), "all commits go through the navigator");
}

TEST_F(MisuseDeathTest, OfShapesIsNamed) {
  EXPECT_DEATH(static_cast<void>(Footprint::disc(-1)), "a radius is a number that is not negative");
  EXPECT_DEATH(static_cast<void>(Footprint::disc(1e9F)), "within 16,777,216 cells");
  EXPECT_DEATH(static_cast<void>(Footprint::box(4, 4, NAN)), "a turn is a number");
}

#else

TEST_F(Misuse, ShapesOfNoSizeAreEmpty) {
  EXPECT_TRUE(Footprint::disc(-1).empty());
  EXPECT_TRUE(Footprint::disc(1e9F).empty());
  EXPECT_TRUE(Footprint::box(4, 4, NAN).empty());
  EXPECT_TRUE(Footprint::box(4, NAN).empty());
  EXPECT_TRUE(Footprint::polygon(std::array{Vec2{0, 0}, Vec2{NAN, 1}, Vec2{3, 3}}).empty());
}

// A building that is taken off twice does not make the next one walkable.
TEST_F(Misuse, AStampThatDoesNotLieIsNotTakenOff) {
  World& world = map_.world;
  const Cell c{1, 1, 0};
  world.stamp(c, -1);
  world.stamp(c, 0, -5);
  world.stamp(c, 1);
  world.commit();
  EXPECT_FALSE(world.view(map_.profile).passable(c));
  world.stamp(c, -1);
  world.commit();
  EXPECT_TRUE(world.view(map_.profile).passable(c));
}

TEST_F(Misuse, HandlesOfNothingChangeNothing) {
  World& world = map_.world;
  Stamps stamps;
  const auto disc = std::make_shared<const Footprint>(Footprint::disc(1));
  const StampId gone = stamps.place(world, disc, {1, 1, 0});
  stamps.remove(world, gone);
  Obstacles obstacles;
  const ObstacleId left = obstacles.add(world, {});
  obstacles.remove(world, left);
  for (const StampId id : {gone, StampId{}, StampId{77, 0}}) {
    stamps.move(world, id, {3, 1, 0});
    stamps.lift(world, id);
    stamps.lay(world, id);
    stamps.remove(world, id);
    EXPECT_FALSE(stamps.lies(id));
    EXPECT_EQ(stamps.footprint(id).offsets().size(), 0U);
    EXPECT_FALSE(world.contains(stamps.anchor(id)));
  }
  EXPECT_FALSE(stamps.alive(stamps.place(world, nullptr, {1, 1, 0})));
  for (const ObstacleId id : {left, ObstacleId{}, ObstacleId{77, 0}}) {
    obstacles.remove(world, id);
    EXPECT_FALSE(obstacles.present(id));
    static_cast<void>(obstacles.position(id));
    static_cast<void>(obstacles.footprint(id));
  }
  EXPECT_EQ(obstacles.size(), 0U);
  EXPECT_TRUE(world.commit().empty());
}

TEST_F(Misuse, WatchersOfNothingHearNothing) {
  RegionWatch watch(map_.world.extent(), ProfileId{0}, 4);
  EXPECT_FALSE(watch.region_of(outside).valid());
  EXPECT_FALSE(watch.region_of(Cell{0, 0, 7}).valid());
  const std::array wrong{RegionId{}, RegionId{1000}, RegionId{0}};
  const WatcherId kept = watch.watch(wrong);
  const WatcherId gone = watch.watch(wrong);
  watch.unwatch(gone);
  for (const WatcherId id : {gone, WatcherId{}, WatcherId{77, 0}}) {
    watch.rewatch(id, wrong);
    watch.progress(id, RegionId{0});
    watch.unwatch(id);
  }
  EXPECT_EQ(watch.version(RegionId{1000}), 0U);
  EXPECT_EQ(watch.bounds(RegionId{1000}).width, 0);
  map_.world.set_terrain({1, 1, 0}, wall);
  watch.record(map_.world.commit());
  EXPECT_EQ(watch.collect(1).size(), 1U);
  EXPECT_TRUE(watch.alive(kept));
}

TEST_F(Misuse, APlannerOfAnotherHierarchyPlansNothing) {
  Planner swimmers(swim_);
  Planner others(other_);
  Order order(walk_, {{{8, 0, 0}}});
  const std::array from{Cell{3, 0, 0}};
  for (Planner* planner : {&swimmers, &others}) {
    EXPECT_FALSE(order.update(*planner, from));
    EXPECT_FALSE(order.replan(*planner, from));
    order.want(from);
    EXPECT_EQ(order.work(*planner, 100), 0U);
  }
  EXPECT_FALSE(order.planned());
}

TEST_F(Misuse, PlansOfAnotherMapLeadNowhere) {
  Planner planner(other_);
  const Plan plan = planner.plan({{{290, 190, 0}}, {{{200, 100, 0}}}, {}});
  for (const Headings headings : {Headings::octile, Headings::any_angle}) {
    CorridorField field(walk_, headings);
    field.reset(plan);
    EXPECT_TRUE(field.advance());
    EXPECT_EQ(field.at({1, 1, 0}), unreachable);
    EXPECT_EQ(field.direction(outside), Direction::none);
    const std::array sectors{SectorId{}, SectorId{50}};
    field.widen(sectors);
    field.add_goal({outside, {}});
    EXPECT_TRUE(field.advance());
    EXPECT_EQ(field.rejoin(outside), unreachable);
  }
  EXPECT_EQ(walk_.sector_version(SectorId{50}), 0U);
  EXPECT_EQ(walk_.graph(9).size(), walk_.graph(0).size());
}

TEST_F(Misuse, RequestsThatMeanNothingAreAnswered) {
  Planner planner(walk_);
  PathFinder finder(walk_);
  for (const Cell cell : {outside, Cell{0, 0, 7}, Cell{-1, -1, -1}}) {
    EXPECT_EQ(planner.plan({{cell}, {{{1, 1, 0}}}, {}}).outcome, Outcome::out_of_bounds);
    EXPECT_NE(planner.plan({{{1, 1, 0}}, {{cell}}, {}}).outcome, Outcome::complete);
    EXPECT_NE(finder.find({{cell}, {{{1, 1, 0}}}, {}}).outcome, Outcome::complete);
    EXPECT_FALSE(random_reachable_point(walk_, cell, 1).has_value());
  }
  EXPECT_NE(planner.plan({{{1, 1, 0}}, {}, {}}).outcome, Outcome::complete);
  for (const std::vector<Cell>& agents : {std::vector<Cell>{}, {{1, 1, 0}, {2, 1, 0}}}) {
    EXPECT_EQ(finder.find({{{1, 1, 0}}, {{{2, 0, 0}}}, {}}).outcome, Outcome::complete);
    EXPECT_EQ(finder.find({agents, {{{1, 1, 0}}}, {}}).outcome, Outcome::unreachable);
    EXPECT_TRUE(finder.polyline().points.empty()) << "not those of the path before";
  }
  const float no_number = std::numeric_limits<float>::quiet_NaN();
  const GridView grid = map_.view();
  for (const Vec2 p : {Vec2{no_number, 0}, Vec2{1e30F, 0}, Vec2{-5, -5}}) {
    static_cast<void>(straight(grid, {{0.5F, 0.5F}, 0}, p));
    static_cast<void>(straight(grid, {p, 0}, {1, 1}));
    EXPECT_EQ(distance_to_wall(grid, {p, 0}, 4), 0);
  }
}

TEST_F(Misuse, CommitsLeftOutOrTakenTwiceAreToldOf) {
  World& world = map_.world;
  world.set_terrain({1, 1, 0}, wall);
  const Commit first = world.commit();
  world.set_terrain({2, 1, 0}, wall);
  const Commit second = world.commit();
  walk_.apply(second);
  EXPECT_TRUE(walk_.broken());
  swim_.apply(first);
  swim_.apply(first);
  EXPECT_TRUE(swim_.broken());
}

TEST_F(Misuse, NavigatorsKnowTheirOrders) {
  Navigator navigator(map_.world);
  navigator.add(walk_);
  const std::array agents{0U};
  navigator.place(0, {0, 0, 0});
  const OrderId gone = navigator.give({.profile = walks_, .places = {{3, 1, 0}}}, agents);
  navigator.finish();
  navigator.remove(gone);
  for (const OrderId id : {gone, OrderId{}, OrderId{77, 0}}) {
    navigator.set_places(id, std::array{Cell{1, 1, 0}});
    navigator.join(id, agents);
    navigator.pause(id, true);
    navigator.remove(id);
    EXPECT_FALSE(navigator.alive(id));
    EXPECT_TRUE(navigator.agents(id).empty());
    EXPECT_TRUE(navigator.goals(id).empty());
    EXPECT_EQ(navigator.hierarchy(id), nullptr);
    EXPECT_EQ(navigator.spec(id).places.size(), 0U);
    EXPECT_EQ(navigator.field(id).at({1, 1, 0}), unreachable);
    static_cast<void>(navigator.work_done(id));
  }
  EXPECT_FALSE(navigator.alive(navigator.give({.profile = ProfileId{0}, .places = {{3, 1, 0}}}, agents)));
  navigator.place(0, outside);
  const OrderId lost = navigator.give({.profile = walks_, .places = {outside}}, agents);
  navigator.finish();
  EXPECT_TRUE(navigator.alive(lost));
  navigator.leave(std::array{5U, ~0U});
}

#endif

}  // namespace
}  // namespace portolan::test
