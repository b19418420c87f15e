// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/planner.hpp>

#include <support/cases.hpp>
#include <support/draw_map.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>

#include "support.hpp"

namespace portolan {
namespace {

// The oracle: cells of the field keep their value, those outside get what their neighbours give, until
// nothing changes any more.
Distance cheapest_rejoin(GridView grid, const CorridorField& field, Cell from) {
  const Extent extent = grid.extent();
  std::vector<Distance> value(extent.cell_count());
  for (std::size_t i = 0; i < value.size(); ++i) value[i] = field.at(extent.cell(i));
  const auto improve = [&](Cell c, Distance by) {
    Distance& here = value[extent.index(c)];
    if (reachable(field.at(c)) || !(by < here)) return false;
    here = by;
    return true;
  };
  bool down = false;
  for (bool changed = true; changed;) {
    changed = false;
    // To and fro, so that values get far in one pass.
    down = !down;
    for (std::size_t n = 0; n < value.size(); ++n) {
      const Cell c = extent.cell(down ? n : value.size() - 1 - n);
      if (!grid.passable(c)) continue;
      for (int d = 0; d < step_count; ++d) {
        const auto direction = static_cast<Direction>(d);
        if (!grid.can_step(c, direction)) continue;
        const Distance next = value[extent.index(step(c, direction))];
        if (reachable(next)) changed |= improve(c, next + grid.step_cost(c, direction));
      }
      for (const LinkTable::Entry& entry : grid.links().from_block(c)) {
        const Link& link = grid.links()[entry.id];
        if (link.from != c || !grid.passable(link.to) || !reachable(value[extent.index(link.to)])) continue;
        changed |= improve(c, value[extent.index(link.to)] + Distance{link.cost});
      }
    }
  }
  return value[extent.index(from)];
}

TEST(Rejoin, IsTheCheapestAndDisturbsNobody) {
  int joined = 0;
  for (std::uint64_t seed = 0; seed < test::storm(100); ++seed) {
    const auto options = test::random_options(seed, 45);
    SCOPED_TRACE(test::describe(options, seed));
    const auto map = test::random_world(options, seed);
    test::Random random(seed);
    const Hierarchy hierarchy(map.world, map.profile, {.sector_size = 8});
    const PlanRequest request{.agents = {test::random_passable_cell(map.view(), random)},
                              .goals = {{test::random_passable_cell(map.view(), random)}}};
    Plan plan = Planner(hierarchy).plan(request);
    CorridorField field(hierarchy);
    field.reset(plan);
    field.advance();
    for (int i = 0; i < 4; ++i) {
      const Cell pushed = test::random_cell(map.extent(), random);
      std::vector<Distance> before;
      for (std::size_t c = 0; c < map.extent().cell_count(); ++c)
        before.push_back(field.at(map.extent().cell(c)));
      const std::vector<SectorId> corridor(field.corridor().begin(), field.corridor().end());
      const Distance expected = cheapest_rejoin(map.view(), field, pushed);
      const Distance back = field.rejoin(pushed, ~0ULL);
      ASSERT_EQ(back, expected);
      field.advance();
      plan.corridor.assign(field.corridor().begin(), field.corridor().end());
      ASSERT_EQ(test::field_fault(hierarchy, plan, field), std::nullopt);
      ASSERT_LE(field.at(pushed), back);
      ASSERT_TRUE(
          std::includes(plan.corridor.begin(), plan.corridor.end(), corridor.begin(), corridor.end()));
      for (std::size_t c = 0; c < before.size(); ++c) ASSERT_LE(field.at(map.extent().cell(c)), before[c]);
      joined += plan.corridor.size() > corridor.size() ? 1 : 0;
    }
  }
  EXPECT_GT(joined, test::enough(50));
}

TEST(Rejoin, OpensWhatLiesNearAndGivesUpWhereTold) {
  const auto map = test::random_world({.extent = {512, 512, 1}, .shape = test::Shape::open}, 1);
  const Hierarchy hierarchy(map.world, map.profile);
  const Plan plan = Planner(hierarchy).plan({.agents = {{5, 100, 0}}, .goals = {{{500, 100, 0}}}});
  CorridorField field(hierarchy);
  field.reset(plan);
  field.advance();
  const std::uint64_t solved = field.tiles_solved();
  const Cell pushed{250, 162, 0};
  ASSERT_FALSE(reachable(field.at(pushed)));
  EXPECT_FALSE(reachable(field.rejoin(pushed, 1)));
  EXPECT_TRUE(field.finished()) << "nothing joined";
  EXPECT_TRUE(reachable(field.rejoin(pushed)));
  const SectorId own = hierarchy.sectors().tile_of(pushed);
  EXPECT_EQ(field.corridor().size(), plan.corridor.size() + 1);
  EXPECT_TRUE(std::binary_search(field.corridor().begin(), field.corridor().end(), own));
  EXPECT_FALSE(field.finished());
  field.advance();
  EXPECT_TRUE(reachable(field.at(pushed)));
  EXPECT_LE(field.tiles_solved() - solved, 4U) << "the new tile, and hardly more";
}

}  // namespace
}  // namespace portolan
