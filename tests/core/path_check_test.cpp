// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <portolan/core/path_check.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <support/draw_map.hpp>

namespace portolan::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Optional;

TEST(FirstFault, AcceptsLegalWalks) {
  const TestWorld map = draw_map(R"(
    A.3
    ..B
  )");
  EXPECT_EQ(first_fault(map.view(), {{map['A']}, {0}}), std::nullopt);
  EXPECT_EQ(first_fault(map.view(), {{{0, 0, 0}, {1, 1, 0}, {2, 0, 0}, {2, 1, 0}}, {34 + 17 * 4 + 12 * 4}}),
            std::nullopt);
  EXPECT_EQ(first_fault(map.view(), {{{0, 0, 0}, {1, 0, 0}, {0, 0, 0}}, {48}}), std::nullopt) << "to and fro";
}

TEST(FirstFault, NamesWhatIsWrong) {
  const TestWorld map = draw_map(R"(
    A#..
    ....
    ---
    ....
    ....
  )");
  const GridView grid = map.view();
  EXPECT_THAT(first_fault(grid, {}), Optional(HasSubstr("no cells")));
  EXPECT_THAT(first_fault(grid, {{{1, 0, 0}}, {0}}), Optional(HasSubstr("(1, 0, layer 0)")));
  EXPECT_THAT(first_fault(grid, {{{0, 1, 0}, {0, 2, 0}}, {24}}), Optional(HasSubstr("outside the world")));
  EXPECT_THAT(first_fault(grid, {{{0, 0, 2}}, {0}}), Optional(HasSubstr("outside the world")));
  EXPECT_THAT(first_fault(grid, {{{0, 0, 0}, {1, 1, 0}}, {34}}), Optional(HasSubstr("cuts the corner")));
  EXPECT_THAT(first_fault(grid, {{{2, 0, 0}, {1, 1, 0}}, {34}}), Optional(HasSubstr("cuts the corner")));
  EXPECT_THAT(first_fault(grid, {{{0, 1, 0}, {1, 1, 0}, {3, 1, 0}}, {72}}), Optional(HasSubstr("step 2")));
  EXPECT_THAT(first_fault(grid, {{{0, 1, 0}, {0, 1, 1}}, {24}}), Optional(HasSubstr("not neighbours")));
  EXPECT_THAT(first_fault(grid, {{{0, 1, 0}, {0, 1, 0}}, {0}}), Optional(HasSubstr("not neighbours")));
  EXPECT_THAT(first_fault(grid, {{{0, 1, 0}, {1, 1, 0}}, {23}}), Optional(HasSubstr("23 units")));
  EXPECT_THAT(first_fault(grid, {{{0, 1, 0}, {1, 1, 0}}, {25}}), Optional(HasSubstr("its steps cost 24")));
}

TEST(FirstFault, KnowsLinksAndTheirWay) {
  TestWorld map = draw_map(R"(
    A..#
    ---
    #.BC
  )");
  map.world.add_link({map['A'], map['B'], 500});
  map.world.add_link({map['A'], map['B'], 400});
  map.world.add_link({map['B'], map['C'], 3});
  map.world.commit();
  EXPECT_EQ(first_fault(map.view(), {{map['A'], map['B']}, {400}}), std::nullopt);
  EXPECT_EQ(first_fault(map.view(), {{map['A'], map['B'], map['C']}, {403}}), std::nullopt)
      << "a link may be cheaper than the step beside it";
  EXPECT_EQ(first_fault(map.view(), {{map['C'], map['B']}, {24}}), std::nullopt) << "the link is one-way";
  EXPECT_THAT(first_fault(map.view(), {{map['B'], map['A']}, {400}}), Optional(HasSubstr("no link")));
}

}  // namespace
}  // namespace portolan::test
