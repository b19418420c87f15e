// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What a point walks that follows the headings of a field of shortest curves, from anywhere in a cell,
// against the exact visibility graph.
#include <algorithm>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/straight_field.hpp>

#include <support/cases.hpp>
#include <support/draw_map.hpp>
#include <support/polyline.hpp>
#include <support/random_world.hpp>
#include <support/straight.hpp>
#include <support/visibility_graph.hpp>

namespace portolan {
namespace {

using namespace test;

// In steps of 0.4 cells, with the bends in between, to the middle of the goal. Nothing when it gets lost.
std::optional<double> length_walked(const StraightField& field, Vec2 p, Cell goal) {
  double sum = 0;
  for (int step = 0; step < 4000; ++step) {
    if (cell_at(p, 0) == goal) return sum + length(centre_of(goal) - p);
    const Heading heading = field.heading(p, 0);
    const float by = std::min(0.4F, heading.reach);
    if (heading.direction == Vec2{}) return std::nullopt;
    p += heading.direction * by;
    sum += by;
    if (!field.grid().passable(cell_at(p, 0))) return std::nullopt;
  }
  return std::nullopt;
}

// The goal's line of sight from the cell's middle passes the wall; from beside the wall it does not.
TEST(StraightField, LeadsOnWhoWalksAlongAWall) {
  const TestWorld map = draw_map(R"(
    ..B...
    ......
    ###...
    ###...
    ###...
    ###...
    ###...
    ......
  )");
  const StraightField field = field_to(map.view(), map['B']);
  for (const float y : {2.25F, 3.375F, 4.75F, 5.125F, 6.875F}) {
    const Vec2 p{3 + 2.0F / 256, y};
    EXPECT_LT(field.heading(p, 0).direction.y, -0.5F) << y;
    VisibilityOracle oracle(map.view());
    const auto best = oracle.shortest({p.x, p.y}, middle_of(map['B']));
    ASSERT_TRUE(best);
    EXPECT_LT(length_walked(field, p, map['B']).value_or(1e9), best->length + 0.1) << y;
  }
}

// The middle of the cell beside the wall has the nearer way below it, and the goal is in sight from the cell
// above. Who stands just below the wall's upper corner goes around that one.
TEST(StraightField, LeadsAroundTheNearerEndOfAWall) {
  const TestWorld map = draw_map(R"(
    ............
    .........#..
    .B..........
  )");
  const StraightField field = field_to(map.view(), map['B']);
  VisibilityOracle oracle(map.view());
  for (const float y : {1.0F + 1.0F / 16, 1.125F, 1.25F}) {
    const Vec2 p{10.0F + 1.0F / 16, y};
    EXPECT_LT(field.heading(p, 0).direction.y, 0) << y;
    const auto best = oracle.shortest({p.x, p.y}, middle_of(map['B']));
    ASSERT_TRUE(best);
    EXPECT_LT(length_walked(field, p, map['B']).value_or(1e9), best->length + 0.1) << y;
  }
}

TEST(StraightField, LosesLittleForWhoStandsBesideTheMiddleOfACell) {
  std::vector<double> excess;  // cells above 1.5 percent
  double all = 0, best_of_all = 0;
  for (std::uint64_t seed = 1; seed <= test::storm(60); ++seed) {
    Random random(seed);
    RandomWorldOptions options;
    options.extent = {random.between(20, 100), random.between(20, 100), 1};
    options.shape = all_shapes[random.below(6)];
    options.density = random.between(5, 45);
    const TestWorld world = random_world(options, seed);
    const GridView grid = world.view();
    const Cell goal = random_passable_cell(grid, random);
    const StraightField field = field_to(grid, goal);
    VisibilityOracle oracle(grid);
    for (int i = 0; i < 20; ++i) {
      const Cell c = random_passable_cell(grid, random);
      const auto inside = [&random] { return static_cast<float>(random.between(8, 248)) / 256; };
      const Vec2 p{static_cast<float>(c.x) + inside(), static_cast<float>(c.y) + inside()};
      const auto best = oracle.shortest({p.x, p.y}, middle_of(goal));
      if (!best) continue;
      const auto length = length_walked(field, p, goal);
      ASSERT_TRUE(length) << "seed " << seed << ", from " << p.x << ", " << p.y;
      excess.push_back(*length - 1.015 * best->length);  // mazes have a corner every few cells
      all += *length;
      best_of_all += best->length;
    }
  }
  ASSERT_GT(excess.size(), test::enough(500U));
  EXPECT_LT(all, 1.008 * best_of_all);
  // The worst of 75,760 ways on 4,000 maps: 0.27.
  EXPECT_LT(*std::max_element(excess.begin(), excess.end()), 0.3);
}

}  // namespace
}  // namespace portolan
