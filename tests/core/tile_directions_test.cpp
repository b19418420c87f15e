// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Directions of finished fields against the rule in words: straight steps before diagonals, east first and on
// by the right. Ground of cost 1 has a way of its own through the kernel, so it is well represented here.
#include <portolan/core/tile_field.hpp>

#include <gtest/gtest.h>

#include <baselines/tile_mask.hpp>

#include <support/cases.hpp>
#include <support/random_world.hpp>

namespace portolan {
namespace {

using namespace test;

bool is_goal(const TileField& field, Cell c) {
  for (const Goal& goal : field.goals()) {
    if (goal.cell == c && goal.offset == field.at(c)) return true;
  }
  return false;
}

// A step within the allowed tiles that costs just what the cell has more.
bool leads_on(const TileField& field, Cell c, Direction d) {
  const GridView grid = field.grid();
  if (!grid.can_step(c, d)) return false;
  const Cell to = step(c, d);
  for (const Cell touched : {to, Cell{to.x, c.y, c.layer}, Cell{c.x, to.y, c.layer}}) {
    if (!field.allowed(field.tiles().tile_of(touched))) return false;
  }
  return field.at(to) + grid.step_cost(c, d) == field.at(c);
}

Direction expected(const TileField& field, Cell c) {
  if (!reachable(field.at(c))) return Direction::none;
  if (is_goal(field, c)) return Direction::goal;
  for (const int d : {0, 2, 4, 6, 1, 3, 5, 7}) {
    if (leads_on(field, c, static_cast<Direction>(d))) return static_cast<Direction>(d);
  }
  return Direction::none;
}

std::string first_other_direction(const TileField& field) {
  const Extent extent = field.grid().extent();
  for (std::size_t i = 0; i < extent.cell_count(); ++i) {
    const Cell c = extent.cell(i);
    if (field.direction(c) == expected(field, c)) continue;
    return "(" + std::to_string(c.x) + ", " + std::to_string(c.y) + ") goes " +
           std::to_string(static_cast<int>(field.direction(c))) + ", not " +
           std::to_string(static_cast<int>(expected(field, c)));
  }
  return {};
}

class DirectionsOnEveryIsa : public testing::TestWithParam<Isa> {};
INSTANTIATE_TEST_SUITE_P(, DirectionsOnEveryIsa, testing::ValuesIn(supported_isas()),
                         [](const auto& each) { return std::string(name(each.param)); });

RandomWorldOptions ground(std::uint64_t seed, int least, int most) {
  RandomWorldOptions options;
  options.extent = {static_cast<std::int32_t>(65 + seed % 70), static_cast<std::int32_t>(40 + seed % 90), 1};
  options.shape = seed % 5 == 0 ? Shape::maze : Shape::noise;
  options.least_cost = least;
  options.most_cost = most;
  return options;
}

TEST_P(DirectionsOnEveryIsa, FollowTheRuleOnWholeMaps) {
  for (std::uint64_t seed = 1; seed <= test::storm(90); ++seed) {
    // Cost 1, another one cost, and several.
    const int least = seed % 3 == 1 ? 2 : 1, most = seed % 3 == 0 ? 1 : seed % 3 == 1 ? 2 : 9;
    const RandomWorldOptions options = ground(seed, least, most);
    SCOPED_TRACE(describe(options, seed));
    const TestWorld world = random_world(options, seed);
    Random random(seed);
    TileField field(world.view(), TileGrid(world.extent()), GetParam());
    // Values that are odd, and far apart.
    std::uint64_t offset = 0;
    for (Goal goal : random_goals(world.view(), 4, random)) {
      goal.offset = Distance{offset};
      field.add_goal(goal);
      offset += 1 + random.below(1500);
    }
    ASSERT_TRUE(field.advance());
    EXPECT_EQ(first_other_direction(field), "");
    if (HasFailure()) break;
  }
}

TEST_P(DirectionsOnEveryIsa, FollowTheRuleInCorridors) {
  for (std::uint64_t seed = 1; seed <= test::storm(90); ++seed) {
    const RandomWorldOptions options = ground(seed, 1, 1);
    SCOPED_TRACE(describe(options, seed));
    const TestWorld world = random_world(options, seed);
    Random random(seed);
    TileField field(world.view(), TileGrid(world.extent(), seed % 4 == 0 ? 16 : 32), GetParam());
    std::vector<TileId> corridor;
    for (std::uint32_t t = 0; t < field.tiles().tile_count(); ++t) {
      if (random.below(4) != 0) corridor.push_back(TileId{t});
    }
    field.allow(corridor);
    for (const Goal& goal : random_goals(world.view(), 2, random)) field.add_goal(goal);
    ASSERT_TRUE(field.advance());
    EXPECT_EQ(first_other_direction(field), "");
    if (HasFailure()) break;
  }
}

}  // namespace
}  // namespace portolan
