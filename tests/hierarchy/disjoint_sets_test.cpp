// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Sets that are joined in any order, against labels that are spread by hand.
#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <reach/disjoint_sets.hpp>
#include <support/cases.hpp>
#include <support/random.hpp>

namespace portolan::test {
namespace {

TEST(DisjointSets, TheLeastNumberStandsForItsSet) {
  detail::DisjointSets sets;
  for (std::uint64_t seed = 0; seed < test::storm(200); ++seed) {
    Random random(seed);
    const std::uint32_t count = 1 + random.below(40);
    sets.reset(count);
    std::vector<std::uint32_t> least(count);
    for (std::uint32_t i = 0; i < count; ++i) least[i] = i;
    for (std::uint32_t step = random.below(2 * count); step > 0; --step) {
      const std::uint32_t a = random.below(count), b = random.below(count);
      EXPECT_EQ(sets.unite(a, b), least[a] != least[b]) << seed;
      const std::uint32_t to = std::min(least[a], least[b]), from = std::max(least[a], least[b]);
      std::replace(least.begin(), least.end(), from, to);
      if (random.below(8) == 0) sets.normalize();  // may be asked for in between
    }
    sets.normalize();
    for (std::uint32_t i = 0; i < count; ++i) EXPECT_EQ(sets.least_of(i), least[i]) << seed;
  }
}

TEST(DisjointSets, NoneAreNoTrouble) {
  detail::DisjointSets sets;
  sets.reset(0);
  sets.normalize();
}

}  // namespace
}  // namespace portolan::test
