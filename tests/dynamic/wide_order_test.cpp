// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// One order for agents all over a map, in counted units of work: no tick takes more than its share, all of
// them little more than in one go, and those who are nearest to the goal get their path first.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/dynamic/navigator.hpp>
#include <support/random_world.hpp>

namespace portolan {
namespace {

constexpr std::uint64_t per_tick = 40;
constexpr std::uint64_t beyond = 96;  // what a search or a repair may take besides, off the next tick

struct WideOrder {
  WideOrder() : map(test::random_world({.extent = {512, 512, 1}, .shape = test::Shape::boxes}, 6)) {
    navigator.add(hierarchy);
    test::Random random(6);
    for (int a = 0; a < 3000; ++a) cells.push_back(test::random_passable_cell(map.view(), random));
    std::vector<std::uint32_t> agents(cells.size());
    std::iota(agents.begin(), agents.end(), 0U);
    for (const std::uint32_t a : agents) navigator.place(a, cells[a]);
    goal = cells[1500];
    order = navigator.give({.profile = map.profile, .places = {goal}}, agents);
  }
  [[nodiscard]] bool waits(Cell c) const {
    return hierarchy.can_reach(c, goal) && !navigator.field(order).settled(c);
  }
  [[nodiscard]] bool waits() const {
    return std::any_of(cells.begin(), cells.end(), [this](Cell c) { return waits(c); });
  }

  test::TestWorld map;
  Hierarchy hierarchy{map.world, map.profile, {.sector_size = 16}};
  Navigator navigator{map.world};
  std::vector<Cell> cells;
  Cell goal;
  OrderId order;
};

TEST(WideOrder, TakesLittleMoreUnitsThanInOneGoAndNoTickMoreThanItsShare) {
  WideOrder whole;
  const std::uint64_t at_once = whole.navigator.work(std::numeric_limits<std::uint64_t>::max() / 2);
  ASSERT_FALSE(whole.waits());
  ASSERT_GT(at_once, per_tick * 8) << "it would not show in one slice";

  WideOrder sliced;
  std::uint64_t sum = 0;
  std::uint64_t ticks = 0;
  for (; sliced.waits(); ++ticks) {
    ASSERT_LE(ticks, at_once * 6 / 5 / per_tick + 2)
        << "somebody waits for longer than his share of the work";
    const std::uint64_t done = sliced.navigator.work(per_tick);
    EXPECT_LE(done, per_tick + beyond);
    sum += done;
    ASSERT_LE(sum, (ticks + 1) * per_tick + beyond) << "what a tick takes too much is taken off the next";
  }
  EXPECT_LE(sum, at_once * 6 / 5);
}

TEST(WideOrder, TheNearestAgentsGetTheirPathFirst) {
  WideOrder wide;
  WideOrder known;
  known.navigator.work(std::numeric_limits<std::uint64_t>::max() / 2);
  const CorridorField& costs = known.navigator.field(known.order);
  std::size_t seen = 0;
  while (wide.waits()) {
    wide.navigator.work(per_tick);
    std::uint64_t farthest_led = 0, nearest_waiting = std::numeric_limits<std::uint64_t>::max();
    for (const Cell& c : wide.cells) {
      if (!reachable(costs.at(c))) continue;
      if (wide.waits(c)) {
        nearest_waiting = std::min(nearest_waiting, costs.at(c).units);
        ++seen;
      } else {
        farthest_led = std::max(farthest_led, costs.at(c).units);
      }
    }
    ASSERT_LE(farthest_led, nearest_waiting);
  }
  EXPECT_GT(seen, wide.cells.size()) << "all got their paths at once";
}

}  // namespace
}  // namespace portolan
