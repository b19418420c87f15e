// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/hierarchy/random_point.hpp>

#include <set>

#include <gtest/gtest.h>

#include <support/cases.hpp>
#include <support/draw_map.hpp>

namespace portolan {
namespace {

TEST(RandomReachablePoint, IsAnyThatCanBeReached) {
  const auto map = test::draw_map(R"(
    A..#...
    ..##...
    ####..B
  )");
  const Hierarchy hierarchy(map.world, map.profile);
  std::set<Cell> left, right;
  for (std::uint64_t seed = 0; seed < test::storm(300); ++seed) {
    const auto a = random_reachable_point(hierarchy, map['A'], seed);
    const auto b = random_reachable_point(hierarchy, map['B'], seed);
    ASSERT_TRUE(a && b);
    left.insert(cell_at(a->at, a->layer));
    right.insert(cell_at(b->at, b->layer));
    EXPECT_EQ(a, random_reachable_point(hierarchy, map['A'], seed));
  }
  EXPECT_EQ(left.size(), 5U);
  EXPECT_EQ(right.size(), 9U);
  for (const Cell c : left) EXPECT_TRUE(hierarchy.can_reach(map['A'], c));
  for (const Cell c : right) EXPECT_TRUE(hierarchy.can_reach(map['B'], c));
}

TEST(RandomReachablePoint, IsFoundInASmallPocketOfALargeWorld) {
  World world({400, 400, 1}, test::wall);
  world.set_terrain({200, 300, 0}, 1);
  const ProfileId profile = world.add_profile(test::cost_profile());
  world.commit();
  const Hierarchy hierarchy(world, profile);
  const auto point = random_reachable_point(hierarchy, {200, 300, 0}, 5);
  ASSERT_TRUE(point);
  EXPECT_EQ(cell_at(point->at, 0), (Cell{200, 300, 0}));
  EXPECT_EQ(random_reachable_point(hierarchy, {0, 0, 0}, 5), std::nullopt) << "stands in a wall";
}

}  // namespace
}  // namespace portolan
