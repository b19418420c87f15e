// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/crowd/detail/neighbours.hpp>

#include <step/candidates.hpp>
#include <support/random.hpp>

namespace portolan {
namespace {

struct Scattered {
  std::vector<Vec2> positions;
  std::vector<std::int32_t> layers;
  std::vector<std::uint32_t> who;
};

// 300 places on some layers, as far to the right as so many hundredths of a cell; four of five are meant.
Scattered scattered(test::Random& random, int right, int first_layer, int last_layer) {
  Scattered all;
  for (std::uint32_t i = 0; i < 300; ++i) {
    all.positions.push_back({static_cast<float>(random.between(-500, right)) / 100,
                             static_cast<float>(random.between(-500, 2000)) / 100});
    all.layers.push_back(random.between(first_layer, last_layer));
    if (random.percent(80)) all.who.push_back(i);
  }
  return all;
}

// Everyone within reach is found, nobody twice, and the order is the same every time.
TEST(Neighbours, FindAllWithinReach) {
  test::Random random(5);
  for (int round = 0; round < 20; ++round) {
    const auto [positions, layers, who] = scattered(random, 2000, 0, 1);
    const float reach = 1.3F;
    Neighbours near;
    near.build(positions, layers, who, round % 2 == 0 ? reach : 0.7F);
    for (std::uint32_t i = 0; i < 300; ++i) {
      std::vector<std::uint32_t> found;
      near.around(positions[i], layers[i], reach, [&](std::uint32_t j) { found.push_back(j); });
      std::vector<std::uint32_t> sorted = found;
      std::sort(sorted.begin(), sorted.end());
      ASSERT_EQ(std::adjacent_find(sorted.begin(), sorted.end()), sorted.end());
      for (const std::uint32_t j : who) {
        const bool within = layers[j] == layers[i] && length(positions[j] - positions[i]) <= reach;
        if (within) {
          ASSERT_TRUE(std::binary_search(sorted.begin(), sorted.end(), j));
        }
      }
    }
  }
}

// A sweep along all of them, or from the middle on, tells each of those that are asked for one by one.
TEST(Neighbours, SweepFindsAllWithinReach) {
  test::Random random(6);
  for (int round = 0; round < 30; ++round) {
    const Scattered all = scattered(random, round % 3 == 0 ? 20'000 : 1'500, 2, 4);
    const float most = 1.7F;
    Neighbours near;
    near.build(all.positions, all.layers, all.who, round % 2 == 0 ? most : 0.4F);
    ASSERT_EQ(near.entries().size(), all.who.size());
    Neighbours::Sweep sweep(near, most);
    for (std::size_t k = static_cast<std::size_t>(random.between(0, 100)); k < all.who.size(); ++k) {
      const Neighbours::Entry& mine = near.entries()[k];
      const float reach = static_cast<float>(random.between(1, 17)) / 10;
      std::vector<std::uint32_t> found, expected;
      const auto add = [&](std::vector<std::uint32_t>& to, std::uint32_t j) {
        if (length(all.positions[j] - mine.at) <= reach) to.push_back(j);
      };
      sweep.around(mine, reach, [&](std::span<const Neighbours::Entry> some) {
        ASSERT_FALSE(some.empty());
        for (const Neighbours::Entry& other : some) add(found, other.index);
      });
      for (const std::uint32_t j : all.who) {
        if (all.layers[j] == all.layers[mine.index]) add(expected, j);
      }
      std::sort(found.begin(), found.end());
      ASSERT_EQ(found, expected);
    }
  }
}

// Columns are 0.1 wide. The first two stand in one column, and the second one, farther to the left, reaches
// into a column that the first one does not reach.
TEST(Neighbours, SweepFindsWhoIsInReachOfALaterOneOfAColumn) {
  const std::vector<Vec2> positions{{1.09F, 0}, {1.01F, 0}, {0.795F, 0}};
  const std::vector<std::int32_t> layers{0, 0, 0};
  const std::vector<std::uint32_t> who{0, 1, 2};
  Neighbours near;
  near.build(positions, layers, who, 0.4F);
  Neighbours::Sweep sweep(near, 0.25F);
  std::vector<std::uint32_t> of_second;
  for (const Neighbours::Entry& mine : near.entries()) {
    sweep.around(mine, 0.25F, [&](std::span<const Neighbours::Entry> some) {
      for (const Neighbours::Entry& other : some)
        if (mine.index == 1) of_second.push_back(other.index);
    });
  }
  std::sort(of_second.begin(), of_second.end());
  EXPECT_EQ(of_second, who);
}

// Four thousand on one cell, and as many on its very middle, beside others: who looks for the twelve nearest
// finds them without going along all.
TEST(Neighbours, NearestOfAGreatManyAreFoundAmongFew) {
  test::Random random(7);
  for (const int scatter : {0, 100}) {
    Scattered all = scattered(random, 1'500, 0, 1);
    for (int n = 0; n < 4000; ++n) {
      const auto off = [&] { return static_cast<float>(random.between(0, scatter)) / 100; };
      all.who.push_back(static_cast<std::uint32_t>(all.positions.size()));
      all.positions.push_back({4 + off(), 4 + off()});
      all.layers.push_back(0);
    }
    Neighbours near;
    near.build(all.positions, all.layers, all.who, 1.2F);
    std::size_t visits = 0;
    for (std::uint32_t i = 0; i < all.positions.size(); i += 40) {
      const float reach = static_cast<float>(random.between(1, 12)) / 10;
      detail::Nearest found, expected;
      const auto add = [&](detail::Nearest& to, std::uint32_t j) {
        const Vec2 off = all.positions[i] - all.positions[j];
        const bool is_near = dot(off, off) <= reach * reach;
        if (is_near) to.add(dot(off, off), j);
        return is_near;
      };
      std::uint32_t within = 0;
      near.nearest(all.positions[i], all.layers[i], reach, [&](std::uint32_t j) {
        within += add(found, j) ? 1 : 0;
        ++visits;
        return within >= detail::Contacts::most ? found.reach(0) : reach;
      });
      for (const std::uint32_t j : all.who)
        if (all.layers[j] == all.layers[i]) add(expected, j);
      detail::Contacts ours, oracle;
      found.write(ours);
      expected.write(oracle);
      ASSERT_EQ(ours.count, oracle.count);
      ASSERT_TRUE(std::equal(ours.agents.begin(), ours.agents.begin() + ours.count, oracle.agents.begin()));
    }
    EXPECT_LT(visits, all.positions.size() / 40 * 1000) << "a quarter of those on the cell, for each";
  }
}

TEST(Neighbours, NobodyIsThereBeforeTheFirstBuild) {
  const Neighbours near;
  near.around({1, 1}, 0, 1, [](std::uint32_t) { FAIL(); });
}

}  // namespace
}  // namespace portolan
