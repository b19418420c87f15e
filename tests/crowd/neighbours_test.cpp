// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/crowd/detail/neighbours.hpp>

#include <support/random.hpp>

namespace portolan {
namespace {

// Everyone within reach is found, nobody twice, and the order is the same every time.
TEST(Neighbours, FindAllWithinReach) {
  test::Random random(5);
  for (int round = 0; round < 20; ++round) {
    std::vector<Vec2> positions;
    std::vector<std::int32_t> layers;
    std::vector<std::uint32_t> who;
    for (std::uint32_t i = 0; i < 300; ++i) {
      positions.push_back({static_cast<float>(random.between(-500, 2000)) / 100,
                           static_cast<float>(random.between(-500, 2000)) / 100});
      layers.push_back(random.between(0, 1));
      if (random.percent(80)) who.push_back(i);
    }
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

TEST(Neighbours, NobodyIsThereBeforeTheFirstBuild) {
  const Neighbours near;
  near.around({1, 1}, 0, 1, [](std::uint32_t) { FAIL(); });
}

}  // namespace
}  // namespace portolan
