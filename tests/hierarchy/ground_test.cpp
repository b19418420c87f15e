// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <portolan/core/distance.hpp>

#include <simd/ground.hpp>

namespace portolan::detail {
namespace {

constexpr auto wall = static_cast<std::uint8_t>(impassable);

class Ground : public ::testing::Test {
 protected:
  void TearDown() override { hwy::SetSupportedTargetsForTest(0); }
};

// A single cell of another cost is found wherever it lies, beside walls and cells of the own cost.
TEST_F(Ground, TellsASingleCellOfAnotherCost) {
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    hwy::SetSupportedTargetsForTest(target);
    for (const std::size_t count : {std::size_t{1}, std::size_t{17}, std::size_t{100}, std::size_t{1024}}) {
      for (const std::uint8_t cost : {std::uint8_t{1}, std::uint8_t{7}, std::uint8_t{254}}) {
        std::vector<std::uint8_t> costs(count, cost);
        for (std::size_t i = 0; i < count; i += 3) costs[i] = wall;
        EXPECT_FALSE(holds_other_cost(costs.data(), count, cost));
        for (std::size_t i = 0; i < count; ++i) {
          const std::uint8_t before = costs[i];
          for (const std::uint8_t other : {std::uint8_t{2}, std::uint8_t{127}}) {
            costs[i] = other;
            EXPECT_TRUE(holds_other_cost(costs.data(), count, cost)) << count << ", " << i;
          }
          costs[i] = before;
        }
      }
    }
  }
}

TEST_F(Ground, IsOfNoOtherCostWhereThereAreOnlyWallsOrNothing) {
  const std::vector<std::uint8_t> walls(70, wall);
  EXPECT_FALSE(holds_other_cost(walls.data(), walls.size(), 1));
  EXPECT_FALSE(holds_other_cost(walls.data(), 0, 1));
}

}  // namespace
}  // namespace portolan::detail
