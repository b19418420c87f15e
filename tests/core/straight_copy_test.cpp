// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Fields of shortest curves that are copied while they are being made.
#include <cstdint>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/straight_field.hpp>

#include <support/cases.hpp>
#include <support/random_world.hpp>

namespace portolan::test {
namespace {

std::unique_ptr<StraightField> begun_field(GridView grid, const std::vector<Goal>& goals) {
  auto field = std::make_unique<StraightField>(grid, TileGrid(grid.extent()));
  field->allow_all();
  for (const Goal& goal : goals) field->add_goal(goal);
  return field;
}

// The other one is gone when the copy goes on: nothing of it may be looked at.
TEST(StraightField, ACopyGoesOnWhereTheOtherWas) {
  int went_on = 0;
  for (std::uint64_t seed = 1; seed <= storm(40); ++seed) {
    const TestWorld world = random_world(random_options(seed), seed);
    const GridView grid = world.view();
    Random random(seed);
    const std::vector<Goal> goals = random_goals(grid, 3, random);
    const auto whole = begun_field(grid, goals);
    whole->advance();
    auto begun = begun_field(grid, goals);
    const bool is_done = begun->advance(random.below(60));
    StraightField copy(*begun);
    EXPECT_EQ(copy.finished(), is_done) << "seed " << seed;
    EXPECT_EQ(copy.settled_below(), begun->settled_below()) << "seed " << seed;
    begun.reset();
    went_on += copy.finished() ? 0 : 1;
    ASSERT_TRUE(copy.advance());
    EXPECT_EQ(copy.goals().size(), whole->goals().size());
    EXPECT_EQ(copy.tile_count(), whole->tile_count());
    EXPECT_GT(copy.memory_bytes(), copy.tile_count() * 32);
    for (std::size_t i = 0; i < grid.extent().cell_count(); ++i) {
      const Cell c = grid.extent().cell(i);
      ASSERT_EQ(copy.distance(c), whole->distance(c)) << "seed " << seed << " cell " << i;
      ASSERT_EQ(copy.next(c), whole->next(c)) << "seed " << seed << " cell " << i;
    }
  }
  EXPECT_GT(went_on, test::enough(10));
}

// Memory is used again, and what it held of another world with it.
TEST(StraightField, KnowsNothingBeforeItBegins) {
  for (std::uint64_t seed = 1; seed <= storm(20); ++seed) {
    const TestWorld world = random_world(random_options(seed), seed);
    Random random(seed);
    const std::vector<Goal> goals = random_goals(world.view(), 3, random);
    const auto field = begun_field(world.view(), goals);
    field->advance();
    field->reset();
    field->allow_all();
    for (const Goal& goal : goals) field->add_goal(goal);
    StraightField copy(*field);
    for (const StraightField* const unbegun : {field.get(), &copy}) {
      for (std::size_t i = 0; i < world.extent().cell_count(); ++i) {
        const Cell c = world.extent().cell(i);
        ASSERT_EQ(unbegun->at(c), unreachable) << "seed " << seed << " cell " << i;
        ASSERT_EQ(unbegun->next(c), std::nullopt) << "seed " << seed << " cell " << i;
        ASSERT_EQ(unbegun->heading(centre_of(c), c.layer).direction, Vec2{}) << "seed " << seed;
      }
    }
  }
}

}  // namespace
}  // namespace portolan::test
