// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Memory for fields that is there from the start: no field tells whether its tiles came from it, and what
// comes back is taken again, up to the size that was asked for.
#include <cstdint>
#include <memory>
#include <optional>

#include <gtest/gtest.h>

#include <portolan/core/field_memory.hpp>
#include <portolan/core/tile_field.hpp>
#include <support/random_world.hpp>

namespace portolan {
namespace {

void expect_equal(const TileField& a, const TileField& b, Extent extent) {
  for (Cell c{0, 0, 0}; c.y < extent.height; c.x + 1 < extent.width ? void(++c.x) : void((c.x = 0, ++c.y))) {
    ASSERT_EQ(a.at(c), b.at(c)) << c.x << ", " << c.y;
    ASSERT_EQ(a.direction(c), b.direction(c)) << c.x << ", " << c.y;
  }
}

TEST(FieldMemory, NoFieldTellsWhereItsTilesCameFrom) {
  const auto memory = std::make_shared<FieldMemory>(64);
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    test::TestWorld map = test::random_world({.extent = {200, 150, 1}, .shape = test::Shape::boxes}, seed);
    const TileGrid tiles(map.world.extent(), 32);
    test::Random random(seed);
    TileField own(map.view(), tiles), lent(map.view(), tiles, best_isa(), memory);
    const Goal goal{test::random_passable_cell(map.view(), random)};
    for (TileField* field : {&own, &lent}) {
      field->add_goal(goal);
      field->advance();
    }
    expect_equal(own, lent, map.world.extent());
    EXPECT_EQ(own.directions_built(), lent.directions_built());
    EXPECT_GE(own.directions_built(), own.tile_count());
    const TileField copy(lent);  // takes what is left, and then has memory of its own
    expect_equal(own, copy, map.world.extent());
  }
  EXPECT_EQ(memory->tiles_left(), 64U) << "all came back";
}

TEST(FieldMemory, KeepsWhatComesBackUpToItsSize) {
  const auto memory = std::make_shared<FieldMemory>(40);
  EXPECT_EQ(memory->tiles_left(), 64U) << "whole chunks";
  const std::size_t bytes = memory->memory_bytes();
  test::TestWorld map = test::random_world({.extent = {320, 320, 1}, .shape = test::Shape::boxes}, 3);
  {
    std::optional<TileField> field(std::in_place, map.view(), TileGrid(map.world.extent(), 32), best_isa(),
                                   memory);
    field->add_goal({test::random_passable_cell(map.view(), *std::make_unique<test::Random>(3))});
    field->advance();
    EXPECT_EQ(memory->tiles_left(), 0U) << "a hundred tiles";
    TileField moved = std::move(*field);
    field.reset();
    EXPECT_EQ(memory->tiles_left(), 0U) << "they went with it";
  }
  EXPECT_EQ(memory->tiles_left(), 64U);
  EXPECT_EQ(memory->memory_bytes(), bytes);
}

}  // namespace
}  // namespace portolan
