// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// A look where to flee takes long. Who flees from something that never rests leaves half of the work to
// others, and takes turns with those who flee as well.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/dynamic/navigator.hpp>
#include <support/random_world.hpp>

namespace portolan {
namespace {

constexpr std::uint32_t squads = 12;
constexpr std::uint64_t units = 60;

TEST(FlightShare, WhoFleesTakesTurnsAndLeavesWorkToOthers) {
  test::TestWorld map = test::random_world({.extent = {256, 256, 1}, .shape = test::Shape::boxes}, 9);
  Hierarchy hierarchy(map.world, map.profile, {.sector_size = 8});
  Navigator navigator(map.world);
  navigator.add(hierarchy);
  test::Random random(9);
  // Agent 2k flees from 2k + 1, who walks to and fro beside it.
  std::vector<Cell> cells;
  std::vector<OrderId> flights;
  for (std::uint32_t k = 0; k < squads; ++k) {
    const Cell c = test::random_passable_cell(map.view(), random);
    cells.insert(cells.end(), {c, c});
    for (const std::uint32_t a : {2 * k, 2 * k + 1}) navigator.place(a, c);
    const std::uint32_t agent = 2 * k;
    flights.push_back(navigator.give({.kind = OrderKind::flee, .profile = map.profile, .target = 2 * k + 1},
                                     std::span(&agent, 1)));
  }
  std::vector<std::uint32_t> walkers(40);
  std::iota(walkers.begin(), walkers.end(), 2 * squads);
  for (const std::uint32_t a : walkers) {
    cells.push_back(test::random_passable_cell(map.view(), random));
    navigator.place(a, cells.back());
  }
  const Cell goal = test::random_passable_cell(map.view(), random);
  const OrderId march = navigator.give({.profile = map.profile, .places = {goal}}, walkers);
  std::uint64_t found_at = 0;
  std::vector<bool> led(squads, false);
  for (std::uint64_t tick = 1; tick <= 300; ++tick) {
    for (std::uint32_t k = 0; k < squads; ++k) {
      const Cell c = cells[2 * k];
      navigator.place(2 * k + 1, {c.x + static_cast<std::int32_t>(tick / 4 % 3) - 1, c.y, 0});
    }
    navigator.work(units);
    for (const OrderEvent& event : navigator.events()) {
      if (event.kind != OrderEvent::Kind::path_found) continue;
      if (event.order == march && found_at == 0) found_at = tick;
      for (std::uint32_t k = 0; k < squads; ++k) {
        if (event.order == flights[k]) led[k] = true;
      }
    }
  }
  EXPECT_GT(found_at, 0U) << "nothing is left for the others";
  // Some stand where nobody finds a place; they must not keep the others from looking.
  EXPECT_GT(std::count(led.begin(), led.end(), true), static_cast<std::ptrdiff_t>(squads / 2));
  EXPECT_LE(found_at, 100U);
}

}  // namespace
}  // namespace portolan
