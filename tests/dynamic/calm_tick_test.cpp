// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What a tick of a navigator allocates. All of the program's allocations are counted.
#include <cstdint>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/dynamic/navigator.hpp>
#include <support/random_world.hpp>

#include "allocations.hpp"

namespace portolan {
namespace {

/// Agents all over a map who walk along the fields of four orders.
struct March {
  March() : map(test::random_world({.extent = {128, 128, 1}, .shape = test::Shape::boxes}, 3)) {
    navigator.add(hierarchy);
    test::Random random(3);
    for (int a = 0; a < 200; ++a) cells.push_back(test::random_passable_cell(map.view(), random));
    for (std::uint32_t first = 0; first < 200; first += 50) {
      std::vector<std::uint32_t> squad(50);
      std::iota(squad.begin(), squad.end(), first);
      navigator.give({.profile = map.profile, .places = {test::random_passable_cell(map.view(), random)}},
                     squad);
    }
  }
  void tick() {
    navigator.commit();
    for (std::uint32_t a = 0; a < cells.size(); ++a) navigator.place(a, cells[a]);
    navigator.work(200);
    for (std::uint32_t a = 0; a < cells.size(); ++a) {
      const CorridorField& field = navigator.field(navigator.order_of(a));
      if (!field.settled(cells[a])) continue;
      const Direction d = field.direction(cells[a]);
      if (is_step(d)) cells[a] = step(cells[a], d), ++steps;
    }
  }

  test::TestWorld map;
  Hierarchy hierarchy{map.world, map.profile, {.sector_size = 8}};
  Navigator navigator{map.world};
  std::vector<Cell> cells;
  std::uint64_t steps = 0;
};

TEST(CalmTick, AllocatesNothing) {
  March march;
  for (int tick = 0; tick < 30; ++tick) march.tick();
  const std::uint64_t steps = march.steps;
  const std::uint64_t before = test::allocations();
  if (before == 0) GTEST_SKIP() << "a sanitizer counts allocations here";
  for (int tick = 0; tick < 60; ++tick) march.tick();
  EXPECT_EQ(test::allocations() - before, 0U);
  EXPECT_GT(march.steps - steps, 1000U) << "nobody walks";
}

// Agents that go to and fro are asked to, work is done, and edits come: what that takes is bounded.
TEST(CalmTick, WorkAllocatesLittle) {
  March march;
  for (int tick = 0; tick < 30; ++tick) march.tick();
  const auto count = [&](int ticks) {
    const std::uint64_t before = test::allocations();
    for (int tick = 0; tick < ticks; ++tick) {
      march.map.world.stamp({20 + tick % 40, 30, 0}, tick % 80 < 40 ? 1 : -1);
      march.tick();
    }
    return test::allocations() - before;
  };
  const std::uint64_t warm = count(160);
  EXPECT_LE(count(160), warm + warm / 4);
}

}  // namespace
}  // namespace portolan
