// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/core/curve_bound.hpp>

#include <cmath>

#include <gtest/gtest.h>

#include <support/cases.hpp>
#include <support/draw_map.hpp>
#include <support/random_world.hpp>
#include <support/visibility_graph.hpp>

namespace portolan {
namespace {

TEST(CurveBound, TurnsAroundTheEndOfAWall) {
  const auto map = test::draw_map(R"(
    A.#.B
    ..#..
    .....
  )");
  CurveBound bound(map.view(), 1);
  EXPECT_NEAR(bound.between(map['A'], map['B']), 1 + 2 * std::hypot(1.5, 1.5), 1e-9);
  EXPECT_TRUE(bound.is_exact());
}

TEST(CurveBound, DoesNotSlipBetweenTwoWallsThatMeet) {
  const auto map = test::draw_map(R"(
    A#
    #B
  )");
  CurveBound bound(map.view(), 1);
  EXPECT_EQ(bound.between(map['A'], map['B']), std::numeric_limits<double>::infinity());
  EXPECT_EQ(bound.between(map['A'], map['A']), 0);
}

TEST(CurveBound, CountsTheLeastCostAndLinks) {
  auto map = test::draw_map(R"(
    A333.33333B
    ---
    ...........
  )");
  EXPECT_NEAR(CurveBound(map.view(), 1).between(map['A'], map['B']), 10, 1e-9);
  map.world.add_link({{1, 0, 0}, {4, 0, 1}, 48});
  map.world.add_link({{3, 0, 1}, {8, 0, 0}, 72});
  map.world.commit();
  CurveBound bound(map.view(), 1);
  EXPECT_NEAR(bound.between(map['A'], map['B']), 1 + 2 + 2, 1e-9);
  EXPECT_FALSE(bound.is_exact());
  EXPECT_NEAR(bound.between(map['A'], map['B'], 0), 1 + 2 + 2, 1e-9);
  EXPECT_NEAR(bound.between(map['A'], {4, 0, 1}), 1 + 2, 1e-9);
  EXPECT_EQ(bound.between({4, 0, 1}, {5, 0, 1}), bound.between({5, 0, 1}, {4, 0, 1}));
}

// A search that is stopped says less, never too much.
TEST(CurveBound, IsTheLengthOfTheShortestCurve) {
  int joined = 0, tight = 0;
  for (std::uint64_t seed = 0; seed < test::storm(150); ++seed) {
    test::Random random(seed);
    const test::RandomWorldOptions options{
        .extent = {random.between(2, seed % 5 == 0 ? 200 : 80), random.between(2, 70), 1},
        .shape = test::all_shapes[seed % std::size(test::all_shapes)],
        .density = random.between(5, 45)};
    SCOPED_TRACE(test::describe(options, seed));
    const auto map = test::random_world(options, seed);
    test::VisibilityOracle oracle(map.view());
    CurveBound bound(map.view(), 1);
    for (int i = 0; i < 20; ++i) {
      const Cell from = test::random_passable_cell(map.view(), random);
      const Cell to = test::random_passable_cell(map.view(), random);
      SCOPED_TRACE(testing::Message() << from.x << ", " << from.y << " to " << to.x << ", " << to.y);
      const auto best = oracle.shortest(test::middle_of(from), test::middle_of(to));
      if (!best) {
        EXPECT_EQ(bound.between(from, to), std::numeric_limits<double>::infinity());
        continue;
      }
      const double exact = bound.between(from, to);
      EXPECT_TRUE(bound.is_exact());
      EXPECT_LE(exact, best->length);
      ASSERT_NEAR(exact, best->length, 1e-10 * (1 + best->length));
      const double line = std::hypot(to.x - from.x, to.y - from.y);
      EXPECT_NEAR(bound.between(from, to, 0), line, 1e-8);
      const double early = bound.between(from, to, 3);
      EXPECT_LE(early, best->length);
      EXPECT_GE(early, 0.999999 * line);
      ++joined;
      tight += bound.is_exact() ? 1 : 0;
    }
  }
  EXPECT_GT(joined, test::enough(1000));
  EXPECT_GT(tight, test::enough(100));
  EXPECT_LT(tight, joined);
}

}  // namespace
}  // namespace portolan
