// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// A game that is never calm leaves it to later to raise the bounds of searches. What waits takes no more
// memory the longer it waits, and in the end bounds are those of a hierarchy that was rebuilt.
#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/hierarchy/hierarchy.hpp>
#include <portolan/hierarchy/planner.hpp>
#include <support/cases.hpp>
#include <support/random_world.hpp>

namespace portolan {
namespace {

TEST(Doubts, AreKeptOnceHoweverLongTheyWait) {
  test::TestWorld map = test::random_world({.extent = {256, 256, 1}, .shape = test::Shape::boxes}, 8);
  Hierarchy hierarchy(map.world, map.profile, {.sector_size = 8, .levels = 2});
  test::Random random(8);
  std::vector<Cell> gates;
  for (int k = 0; k < 40; ++k) gates.push_back(test::random_passable_cell(map.view(), random));
  const auto play = [&](int edits) {
    for (; edits > 0; --edits) {
      const Cell gate = gates[random.below(static_cast<std::uint32_t>(gates.size()))];
      const int by = map.world.stamped(gate) ? -1 : 1;
      for (int x = 0; x < 6; ++x) map.world.stamp({std::min(gate.x + x, 255), gate.y, 0}, by);
      hierarchy.apply(map.world.commit());
      hierarchy.settle(0);
    }
  };
  play(400);
  const std::size_t before = hierarchy.memory_bytes();
  play(static_cast<int>(test::storm(2000)));
  EXPECT_LE(hierarchy.memory_bytes(), before + before / 50);

  while (hierarchy.settle(100000) > 0) {
  }
  const Hierarchy fresh(map.world, map.profile, {.sector_size = 8, .levels = 2});
  Planner own(hierarchy), other(fresh);
  for (int k = 0; k < 30; ++k) {
    const PlanRequest request{{test::random_passable_cell(map.view(), random)},
                              {{test::random_passable_cell(map.view(), random)}}};
    EXPECT_EQ(own.plan(request).nodes_opened, other.plan(request).nodes_opened);
  }
}

}  // namespace
}  // namespace portolan
