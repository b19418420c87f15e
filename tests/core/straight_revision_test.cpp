// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// A field has another revision when its distances may have changed, so that callers may keep them until then;
// and the ground that it is of, which may not be that of the world any more.
#include <portolan/core/straight_field.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <support/draw_map.hpp>

namespace portolan {
namespace {

using namespace test;

TEST(StraightField, HasANewRevisionWheneverDistancesMayChange) {
  const TestWorld map = draw_map(R"(
    A......
    .......
    ......B
  )");
  StraightField field(map.view(), TileGrid(map.view().extent()));
  std::vector<std::uint64_t> seen{0, StraightField(field.grid(), field.tiles()).revision()};
  const auto is_new = [&] {
    const bool found = std::find(seen.begin(), seen.end(), field.revision()) != seen.end();
    seen.push_back(field.revision());
    return !found;
  };
  EXPECT_TRUE(is_new());
  field.allow_all();
  EXPECT_TRUE(is_new());
  field.add_goal({map['B']});
  EXPECT_TRUE(is_new());
  field.advance(1);
  EXPECT_TRUE(is_new());
  field.advance();
  EXPECT_TRUE(is_new());
  field.advance();
  EXPECT_EQ(field.revision(), seen.back()) << "it was finished";
  StraightField copy = field;
  EXPECT_EQ(copy.revision(), field.revision()) << "it tells the same";
  copy.reset();
  EXPECT_NE(copy.revision(), field.revision());
  field.reset();
  EXPECT_TRUE(is_new());
}

TEST(StraightField, KnowsTheGroundThatItIsOf) {
  for (const char* const drawn : {"A.#3B\n", "A.#.B\n"}) {
    TestWorld map = draw_map(drawn);
    StraightField field(map.view(), TileGrid(map.view().extent()));
    field.allow_all();
    map.world.stamp(map['A'], 0, 2, false);
    map.world.commit();
    ASSERT_EQ(map.view().cost(map['A']), 3);
    EXPECT_EQ(field.cost(map['A']), 1);
    EXPECT_EQ(field.cost({2, 0, 0}), impassable);
    EXPECT_EQ(field.cost({3, 0, 0}), map.view().cost({3, 0, 0}));
    EXPECT_EQ(field.cost({0, -1, 0}), impassable);
  }
}

}  // namespace
}  // namespace portolan
