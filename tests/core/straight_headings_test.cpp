// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Headings of many positions at once, against those of each by itself.
#include <portolan/core/straight_field.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <support/cases.hpp>
#include <support/random_world.hpp>

namespace portolan {
namespace {

using namespace test;

StraightField made(GridView grid, const std::vector<Goal>& goals, Isa isa) {
  StraightField field(grid, TileGrid(grid.extent()), isa);
  field.allow_all();
  for (const Goal& goal : goals) field.add_goal(goal);
  EXPECT_TRUE(field.advance());
  return field;
}

// All over the world and a little beyond it: most close to the one before, as agents of a crowd stand.
std::vector<PathPoint> positions_in(Extent extent, std::size_t count, Random& random) {
  std::vector<PathPoint> positions;
  Cell near = random_cell(extent, random);
  while (positions.size() < count) {
    if (random.below(16) == 0) near = random_cell(extent, random);
    const auto off = [&random] { return static_cast<float>(random.between(-64, 64)) / 16; };
    positions.push_back({centre_of(near) + Vec2{off(), off()}, near.layer});
  }
  return positions;
}

bool are_equal(const Heading& a, const Heading& b) {
  const auto bits = [](float v) { return std::bit_cast<std::uint32_t>(v); };
  return bits(a.direction.x) == bits(b.direction.x) && bits(a.direction.y) == bits(b.direction.y) &&
         bits(a.reach) == bits(b.reach);
}

TEST(StraightHeadings, OfManyPositionsAreThoseOfEachByItselfOnEveryInstructionSet) {
  int straight_on = 0, uneven = 0;
  for (std::uint64_t seed = 1; seed <= storm(60); ++seed) {
    RandomWorldOptions options = random_options(seed, 100);
    if (seed % 3 != 0) options.most_cost = std::max(options.most_cost, 6);
    const TestWorld world = random_world(options, seed);
    const GridView grid = world.view();
    Random random(seed);
    const std::vector<Goal> goals = random_goals(grid, 3, random);
    const std::vector<PathPoint> positions = positions_in(grid.extent(), 1000 + random.below(40), random);
    for (const Isa isa : supported_isas()) {
      const StraightField field = made(grid, goals, isa);
      uneven += field.has_one_cost() ? 0 : 1;
      std::vector<Heading> headings(positions.size());
      field.headings(positions, headings);
      for (std::size_t i = 0; i < positions.size(); ++i) {
        const PathPoint& p = positions[i];
        const Heading alone = field.heading(p.at, p.layer);
        straight_on += alone.direction == Vec2{} ? 0 : 1;
        ASSERT_TRUE(are_equal(headings[i], alone))
            << name(isa) << ": " << p.at.x << ", " << p.at.y << ", layer " << p.layer << ": "
            << describe(options, seed);
      }
    }
  }
  EXPECT_GT(uneven, 10);
  EXPECT_GT(straight_on, 1000);
}

TEST(StraightHeadings, OfNoPositionsAreNone) {
  const TestWorld world = random_world({}, 1);
  const GridView grid = world.view();
  Random random(1);
  const StraightField field = made(grid, random_goals(grid, 1, random), best_isa());
  field.headings({}, {});
}

}  // namespace
}  // namespace portolan
