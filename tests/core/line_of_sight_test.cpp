// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <portolan/core/line_of_sight.hpp>

#include <algorithm>
#include <cstdlib>

#include <gtest/gtest.h>

#include <portolan/core/reference_field.hpp>
#include <portolan/core/sampling.hpp>
#include <portolan/core/tile_mask.hpp>

#include <support/data.hpp>
#include <support/draw_map.hpp>
#include <support/movingai.hpp>
#include <support/random_world.hpp>

namespace portolan {
namespace {

using namespace test;

// True when the line between the centres of two cells touches the closed square of a third: their boxes
// overlap, and the square's corners do not all lie on one side. In half cells, so that all is whole.
bool touches(Cell a, Cell b, Cell square) {
  const std::int64_t dx = 2 * (b.x - a.x), dy = 2 * (b.y - a.y);
  const std::int64_t x = 2 * (square.x - a.x), y = 2 * (square.y - a.y);
  if (x + 1 < std::min<std::int64_t>(0, dx) || x - 1 > std::max<std::int64_t>(0, dx)) return false;
  if (y + 1 < std::min<std::int64_t>(0, dy) || y - 1 > std::max<std::int64_t>(0, dy)) return false;
  int sides = 0;
  for (const std::int64_t cx : {x - 1, x + 1}) {
    for (const std::int64_t cy : {y - 1, y + 1}) {
      const std::int64_t cross = dx * cy - dy * cx;
      sides |= cross < 0 ? 1 : cross > 0 ? 2 : 3;
    }
  }
  return sides == 3;
}

// The supercover of the line, walked column by column along its longer axis: every square it touches is open.
template <class Open>
bool ray_is_open(Cell a, Cell b, const Open& open) {
  const int dx = std::abs(b.x - a.x), dy = std::abs(b.y - a.y);
  const bool steep = dy > dx;
  const int length = std::max(dx, dy);
  for (int i = 0; i <= length; ++i) {
    const auto along = [&](int from, int to) { return from + (to > from ? i : -i); };
    const int near =
        length == 0 ? 0 : (steep ? b.x - a.x : b.y - a.y) * i / length;  // within one of the line
    for (int t = near - 2; t <= near + 2; ++t) {
      const Cell c =
          steep ? Cell{a.x + t, along(a.y, b.y), a.layer} : Cell{along(a.x, b.x), a.y + t, a.layer};
      if (touches(a, b, c) && !open(c)) return false;
    }
  }
  return true;
}

// What a flag means, from the field's values and rays alone.
class Oracle {
 public:
  explicit Oracle(const TileField& field) : field_(field) {}

  [[nodiscard]] std::optional<Cell> goal_in_sight(Cell c) const {
    for (const Goal& goal : field_.goals()) {
      if (c.layer == goal.cell.layer && sees(c, goal)) return goal.cell;
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] bool open(Cell c, Cost ground) const {
    return field_.grid().contains(c) && field_.allowed(field_.tiles().tile_of(c)) &&
           field_.grid().cost(c) == ground;
  }
  [[nodiscard]] bool sees(Cell c, const Goal& goal) const {
    if (!field_.grid().passable(goal.cell)) return false;
    const Cost ground = field_.grid().cost(goal.cell);
    if (!open(c, ground) || field_.at(c) < goal.offset) return false;
    // No cheaper way: at least 24 units per cell of length, compared without a root.
    const double way = static_cast<double>(field_.at(c).units - goal.offset.units) / (24.0 * ground);
    const double dx = c.x - goal.cell.x, dy = c.y - goal.cell.y;
    if (way * way < dx * dx + dy * dy - 1e-6) return false;
    return ray_is_open(c, goal.cell, [&](Cell at) { return open(at, ground); });
  }

  const TileField& field_;
};

struct Count {
  std::size_t visible = 0;
  std::size_t cells = 0;
};

// Flags and the oracle agree at every `stride`-th cell.
Count expect_equals_oracle(const TileField& field, const LineOfSight& sight, std::size_t stride = 1) {
  const Oracle oracle(field);
  const Extent extent = field.grid().extent();
  Count count;
  for (std::size_t i = 0; i < extent.cell_count(); i += stride) {
    const Cell c = extent.cell(i);
    const std::optional<Cell> seen = oracle.goal_in_sight(c);
    EXPECT_EQ(sight.goal_in_sight(c), seen) << c.x << ", " << c.y << ", " << c.layer;
    if (testing::Test::HasFailure()) return count;
    ++count.cells;
    count.visible += seen ? 1 : 0;
  }
  return count;
}

TileField field_to(const TestWorld& world, std::span<const Goal> goals, int side = 32) {
  TileField field(world.view(), TileGrid(world.extent(), side));
  for (const Goal& goal : goals) field.add_goal(goal);
  field.advance();
  return field;
}

// Every cell marked 'x' sees the goal 'G', and no other.
void expect_sees_marked(const TestWorld& world) {
  const Goal goal{world['G']};
  const TileField field = field_to(world, {&goal, 1}, 8);
  LineOfSight sight(field.tiles());
  sight.look(field);
  const std::vector<Cell> marked = world.all('x');
  for (std::size_t i = 0; i < world.extent().cell_count(); ++i) {
    const Cell c = world.extent().cell(i);
    const bool wanted = c == goal.cell || std::count(marked.begin(), marked.end(), c) != 0;
    EXPECT_EQ(sight.sees(c), wanted) << c.x << ", " << c.y;
  }
  expect_equals_oracle(field, sight);
  EXPECT_EQ(sight.cells_in_sight(), marked.size() + 1);
}

TEST(LineOfSight, WallsCastShadows) {
  expect_sees_marked(
      draw_map("xxxx......\n"
               "xxxx#.....\n"
               "xxxxx#....\n"
               "xxGxxxxxxx\n"
               "xxxxxxxxxx\n"));
}

TEST(LineOfSight, CornersMustBeFreeOnBothSides) {
  expect_sees_marked(
      draw_map("xx...\n"
               "xx#..\n"
               "xGxxx\n"
               ".#.xx\n"
               "....x\n"));
}

TEST(LineOfSight, CostlyGroundBlocksAndIsBlockedByCheaperWays) {
  // On costly ground with a cheap road far away, the near cells go straight; those that gain by the road do
  // not.
  const TestWorld world = draw_map(
      "......................\n"
      "9999999999999999999999\n"
      "9999999999999999999999\n"
      "9999999999999999999999\n");
  const Goal goal{{0, 3, 0}};
  const TileField field = field_to(world, {&goal, 1});
  LineOfSight sight(field.tiles());
  sight.look(field);
  EXPECT_TRUE(sight.sees({3, 3, 0}));
  EXPECT_FALSE(sight.sees({20, 3, 0}));
  EXPECT_FALSE(sight.sees({0, 0, 0}));
  expect_equals_oracle(field, sight);
}

TEST(LineOfSight, IsExactOnRandomWorlds) {
  for (std::uint64_t seed = 1; seed <= 250; ++seed) {
    RandomWorldOptions options = random_options(seed, 90);
    if (seed % 2 == 0) options.least_cost = options.most_cost = 1;
    options.density = static_cast<int>(seed % 7) * 5;
    SCOPED_TRACE(describe(options, seed));
    const TestWorld world = random_world(options, seed);
    Random random(seed);
    const std::vector<Goal> goals = random_goals(world.view(), seed % 3 == 0 ? 4 : 1, random);
    const int sides[] = {32, 16, 8};
    const TileField field = field_to(world, goals, sides[seed % 3]);
    LineOfSight sight(field.tiles(), {.isa = supported_isas()[seed % supported_isas().size()]});
    sight.look(field);
    expect_equals_oracle(field, sight);
    if (HasFailure()) break;
  }
}

TEST(LineOfSight, KeepsToTheAllowedTiles) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const TestWorld world =
        random_world({.extent = {150, 130, 1}, .shape = Shape::boxes, .density = 6}, seed);
    Random random(seed);
    const Goal goal{random_passable_cell(world.view(), random)};
    const TileGrid tiles(world.extent());
    std::vector<TileId> corridor{tiles.tile_of(goal.cell)};
    for (std::uint32_t t = 0; t < tiles.tile_count(); ++t) {
      if (random.percent(70)) corridor.push_back({t});
    }
    TileField field(world.view(), tiles);
    field.allow(corridor);
    field.add_goal(goal);
    field.advance();
    LineOfSight sight(tiles);
    sight.look(field);
    expect_equals_oracle(field, sight);
    if (HasFailure()) break;
  }
}

TEST(LineOfSight, OpenGroundIsSeenWholeAcrossTiles) {
  const TestWorld world = random_world({.extent = {300, 260, 1}, .shape = Shape::open}, 1);
  const Goal goal{{33, 250, 0}};
  const TileField field = field_to(world, {&goal, 1});
  LineOfSight sight(field.tiles());
  sight.look(field);
  EXPECT_EQ(sight.cells_in_sight(), world.extent().cell_count());
  LineOfSight near(field.tiles(), {.range = 9});
  near.look(field);
  EXPECT_EQ(near.cells_in_sight(), 19U * 19U);
  EXPECT_LT(near.memory_bytes(), sight.memory_bytes());
}

TEST(LineOfSight, RealMapsEqualRays) {
  PORTOLAN_NEEDS_DATA("movingai");
  Random random(17);
  Count all;
  for (const auto& file : movingai_maps()) {
    SCOPED_TRACE(file.filename().string());
    const TestWorld world = load_movingai(file);
    const Goal goal{random_passable_cell(world.view(), random)};
    const TileField field = field_to(world, {&goal, 1});
    LineOfSight sight(field.tiles());
    sight.look(field);
    const std::size_t stride = 1 + world.extent().cell_count() / 40000;
    const Count count = expect_equals_oracle(field, sight, stride);
    all.visible += count.visible;
    if (HasFailure()) break;
  }
  EXPECT_GT(all.visible, 1000U) << "these goals are meant to be seen";
}

TEST(LineOfSight, LeavesTheFieldAlone) {
  const TestWorld world = random_world({.extent = {200, 200, 1}, .shape = Shape::caves}, 8);
  Random random(8);
  const std::vector<Goal> goals = random_goals(world.view(), 1, random);
  const TileField field = field_to(world, goals);
  LineOfSight sight(field.tiles());
  sight.look(field);
  const ReferenceField reference = reference_dijkstra_buckets(world.view(), goals);
  for (std::size_t i = 0; i < reference.units.size(); ++i) {
    ASSERT_EQ(field.at(reference.extent.cell(i)).units, reference.units[i]);
  }
}

TEST(LineOfSight, IsForgottenWhenLookedAgain) {
  const TestWorld world = draw_map("A...#...B\n");
  LineOfSight sight{TileGrid(world.extent())};
  for (const char mark : {'A', 'B', 'A'}) {
    const Goal goal{world[mark]};
    const TileField field = field_to(world, {&goal, 1});
    sight.look(field);
    EXPECT_EQ(sight.cells_in_sight(), 4U);
    EXPECT_EQ(sight.goal_in_sight(goal.cell), goal.cell);
  }
}

TEST(LineOfSight, ManyGoalsGetNoFlags) {
  const TestWorld world = draw_map("........\n........\n");
  std::vector<Goal> goals;
  for (std::int32_t x = 0; x < 8; ++x) goals.push_back({{x, 0, 0}});
  LineOfSight sight{TileGrid(world.extent())};
  sight.look(field_to(world, goals));
  EXPECT_EQ(sight.cells_in_sight(), 16U);
  goals.push_back({{0, 1, 0}});
  sight.look(field_to(world, goals));
  EXPECT_EQ(sight.cells_in_sight(), 0U);
}

// --- steering ---

TEST(SampleSteered, PointsStraightAtTheGoal) {
  const TestWorld world = random_world({.extent = {120, 90, 1}, .shape = Shape::open}, 1);
  const Goal goal{{70, 20, 0}};
  const TileField field = field_to(world, {&goal, 1});
  LineOfSight sight(field.tiles());
  sight.look(field);
  Random random(5);
  for (int i = 0; i < 1000; ++i) {
    const Cell c = random_cell(world.extent(), random);
    if (c == goal.cell) continue;
    const Vec2 way = sample_steered(field, sight, centre_of(c), 0);
    const Vec2 straight = normalised(centre_of(goal.cell) - centre_of(c));
    EXPECT_NEAR(way.x, straight.x, 1e-6);
    EXPECT_NEAR(way.y, straight.y, 1e-6);
  }
}

// Small steps never enter a wall, and arrive.
void expect_arrives(const TileField& field, const LineOfSight& sight, Cell start, Cell goal) {
  Vec2 p = centre_of(start);
  for (int tick = 0; tick < 20000; ++tick) {
    if (cell_at(p, start.layer) == goal) return;
    const Vec2 way = sample_steered(field, sight, p, start.layer);
    ASSERT_NEAR(length(way), 1, 1e-4) << "stands at (" << p.x << ", " << p.y << ")";
    p += way * 0.2F;
    ASSERT_TRUE(field.grid().passable(cell_at(p, start.layer))) << "(" << p.x << ", " << p.y << ")";
  }
  FAIL() << "still at (" << p.x << ", " << p.y << ")";
}

TEST(SampleSteered, ArrivesOnRandomWorlds) {
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    RandomWorldOptions options = random_options(seed, 60);
    options.extent.layers = 1;
    options.one_way_links = options.two_way_links = 0;
    SCOPED_TRACE(describe(options, seed));
    const TestWorld world = random_world(options, seed);
    Random random(seed);
    const Goal goal{random_passable_cell(world.view(), random)};
    const TileField field = field_to(world, {&goal, 1});
    LineOfSight sight(field.tiles());
    sight.look(field);
    for (int i = 0; i < 30 && !HasFatalFailure(); ++i) {
      const Cell start = random_passable_cell(world.view(), random);
      if (reachable(field.at(start))) expect_arrives(field, sight, start, goal.cell);
    }
  }
}

}  // namespace
}  // namespace portolan
