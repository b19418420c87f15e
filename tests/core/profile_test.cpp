// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <array>

#include <gtest/gtest.h>

#include <portolan/core/profile.hpp>
#include <portolan/core/world.hpp>

#include <support/random_world.hpp>

namespace portolan::test {
namespace {

Profile body_of(int clearance, bool even) {
  Profile profile = cost_profile(clearance);
  profile.even = even;
  return profile;
}

TEST(Profile, ThatOfAllPaysNowhereMoreThanAny) {
  std::array<Profile, 4> kinds{body_of(2, true), body_of(3, false), body_of(2, false), body_of(1, true)};
  kinds[1].cost[1] = 7;
  kinds[2].cost[2] = impassable;
  kinds[3].sees_passing = false;
  const Profile least = cheapest_of(kinds);
  for (const Profile& kind : kinds) EXPECT_TRUE(pays_nowhere_more(least, kind));
  EXPECT_EQ(least.cost[1], 1);
  EXPECT_EQ(least.clearance, 1);
  EXPECT_TRUE(least.even) << "all reach a cell further to the east";
  EXPECT_FALSE(cheapest_of(std::array{body_of(1, true), body_of(1, false)}).even);
  EXPECT_TRUE(cheapest_of(std::array{body_of(1, true), body_of(2, false)}).even);
  EXPECT_FALSE(pays_nowhere_more(kinds[0], kinds[2])) << "an even body is larger";
  EXPECT_TRUE(pays_nowhere_more(kinds[0], kinds[1]) && !pays_nowhere_more(kinds[1], kinds[0]));
  Profile sees = kinds[3];
  sees.sees_passing = true;
  EXPECT_TRUE(pays_nowhere_more(kinds[3], sees) && !pays_nowhere_more(sees, kinds[3]));
}

// By the costs of cells: stamps, walls near by and the edge of the map included.
TEST(Profile, WhoPaysNowhereMoreHasNoCostlierCell) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    TestWorld map = random_world({.extent = {70, 50, 1}, .density = 15, .most_cost = 6}, seed);
    Random random(seed);
    for (int i = 0; i < 60; ++i) {
      const Cell c = random_cell(map.extent(), random);
      map.world.stamp(c, random.between(0, 1), random.between(0, 250), random.percent(50));
    }
    std::array<Profile, 2> kinds{body_of(random.between(1, 3), random.percent(50)),
                                 body_of(random.between(1, 3), random.percent(50))};
    kinds[0].cost[2] = 9;
    kinds[1].sees_passing = random.percent(50);
    const GridView all = map.world.view(map.world.add_profile(cheapest_of(kinds)));
    const GridView some[] = {map.world.view(map.world.add_profile(kinds[0])),
                             map.world.view(map.world.add_profile(kinds[1]))};
    map.world.commit();
    for (std::size_t i = 0; i < map.extent().cell_count(); ++i) {
      const Cell c = map.extent().cell(i);
      for (const GridView& kind : some) ASSERT_LE(all.cost(c), kind.cost(c)) << c.x << "," << c.y;
    }
  }
}

}  // namespace
}  // namespace portolan::test
