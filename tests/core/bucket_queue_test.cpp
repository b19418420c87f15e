// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/core/detail/bucket_queue.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <support/cases.hpp>
#include <support/random.hpp>

namespace portolan {
namespace {

struct State {
  std::uint64_t bound = 0;
  [[nodiscard]] bool before(const State& o) const { return bound < o.bound; }
};

// Whatever comes out, nothing that waits is less by as much as the shortest step, and nothing gets lost.
TEST(BucketQueue, GivesStatesInOrderUpToTheShortestStep) {
  for (std::uint64_t seed = 0; seed < test::storm(200); ++seed) {
    test::Random random(seed);
    const auto least = static_cast<std::uint64_t>(random.between(1, 50));
    const auto most = least + random.below(seed % 3 == 0 ? 100000000 : 200);
    detail::BucketQueue<State> queue;
    queue.set_steps(least, most);
    std::vector<std::uint64_t> waiting{0};
    for (int i = 0; i < 5; ++i) waiting.push_back(waiting.back() + random.below(1000000));
    for (const std::uint64_t bound : waiting) queue.push({bound});
    for (int i = 0; i < 400 && !queue.empty(); ++i) {
      const std::uint64_t out = queue.pop().bound;
      const auto place = std::find(waiting.begin(), waiting.end(), out);
      ASSERT_NE(place, waiting.end()) << "seed " << seed;
      waiting.erase(place);
      if (seed % 3 != 0) {
        for (const std::uint64_t other : waiting) ASSERT_LT(out, other + least) << "seed " << seed;
      }
      for (int more = random.between(0, 2); more > 0; --more) {
        const std::uint64_t next = out + least + random.below(static_cast<std::uint32_t>(most - least) + 1);
        waiting.push_back(next);
        queue.push({next});
      }
    }
    queue.clear();
    EXPECT_TRUE(queue.empty());
  }
}

}  // namespace
}  // namespace portolan
