// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <portolan/core/tile_field.hpp>

#include <gtest/gtest.h>

#include <baselines/reference_field.hpp>
#include <baselines/tile_mask.hpp>
#include <portolan/core/detail/tile_solver.hpp>

#include <support/cases.hpp>
#include <support/data.hpp>
#include <support/draw_map.hpp>
#include <support/movingai.hpp>
#include <support/random_world.hpp>

namespace portolan {
namespace {

using namespace test;

// The first cell whose distance differs from the reference, as text; empty when all are equal.
std::string first_difference(const TileField& field, const ReferenceField& reference) {
  for (std::size_t i = 0; i < reference.extent.cell_count(); ++i) {
    const Cell c = reference.extent.cell(i);
    if (field.at(c) == Distance{reference.units[i]}) continue;
    return "(" + std::to_string(c.x) + ", " + std::to_string(c.y) + ", " + std::to_string(c.layer) +
           "): " + std::to_string(field.at(c).units) + ", not " + std::to_string(reference.units[i]);
  }
  return {};
}

// What every field promises of its directions: each reachable cell but a goal has one, the step is legal, and
// the value falls by just the cost of the step.
std::string first_bad_direction(const TileField& field, GridView grid) {
  const Extent extent = grid.extent();
  for (std::size_t i = 0; i < extent.cell_count(); ++i) {
    const Cell c = extent.cell(i);
    const Direction d = field.direction(c);
    const std::string place = "(" + std::to_string(c.x) + ", " + std::to_string(c.y) + ", " +
                              std::to_string(c.layer) + ") goes " + std::to_string(static_cast<int>(d));
    if (!reachable(field.at(c))) {
      if (d != Direction::none) return place + " but is unreachable";
    } else if (is_step(d)) {
      if (!grid.can_step(c, d)) return place + ", an illegal step";
      if (field.at(step(c, d)) + grid.step_cost(c, d) != field.at(c)) return place + ", not the steepest";
    } else if (d == Direction::none) {
      return place + " but is reachable";
    } else if (d == Direction::link && grid.links().empty()) {
      return place + " without links";
    }
  }
  return {};
}

void expect_equals_reference(const TestWorld& world, std::span<const Goal> goals, int side, Isa isa) {
  TileField field(world.view(), TileGrid(world.extent(), side), isa);
  for (const Goal& goal : goals) field.add_goal(goal);
  ASSERT_TRUE(field.advance());
  const ReferenceField reference = reference_dijkstra_buckets(world.view(), goals);
  EXPECT_EQ(first_difference(field, reference), "");
  EXPECT_EQ(first_bad_direction(field, world.view()), "");
}

class OnEveryIsa : public testing::TestWithParam<Isa> {};
INSTANTIATE_TEST_SUITE_P(, OnEveryIsa, testing::ValuesIn(supported_isas()),
                         [](const auto& each) { return std::string(name(each.param)); });

TEST_P(OnEveryIsa, DrawnMapEqualsDijkstra) {
  const TestWorld world = draw_map(
      "A..#....\n"
      "...#.##.\n"
      ".#...#..\n"
      ".####9#.\n"
      "....5..B\n");
  const Goal goal{world['A']};
  expect_equals_reference(world, {&goal, 1}, 32, GetParam());
}

TEST_P(OnEveryIsa, RandomWorldsEqualDijkstra) {
  for (std::uint64_t seed = 1; seed <= test::storm(300); ++seed) {
    const RandomWorldOptions options = random_options(seed, 100);
    SCOPED_TRACE(describe(options, seed));
    const TestWorld world = random_world(options, seed);
    Random random(seed);
    const std::vector<Goal> goals = random_goals(world.view(), 3, random);
    const int sides[] = {32, 16, 8};
    expect_equals_reference(world, goals, sides[seed % 3], GetParam());
    if (HasFailure()) break;
  }
}

TEST_P(OnEveryIsa, CostlyGroundNeedsWideTilesAndStaysExact) {
  std::size_t wide = 0;
  for (std::uint64_t seed = 1; seed <= test::storm(40); ++seed) {
    RandomWorldOptions options;
    options.extent = {90, 75, 1};
    options.shape = seed % 2 == 0 ? Shape::maze : Shape::noise;
    options.least_cost = 100;
    options.most_cost = 254;
    SCOPED_TRACE(describe(options, seed));
    const TestWorld world = random_world(options, seed);
    Random random(seed);
    const std::vector<Goal> goals = random_goals(world.view(), 2, random);
    expect_equals_reference(world, goals, 32, GetParam());
    TileField field(world.view(), TileGrid(world.extent()), GetParam());
    for (const Goal& goal : goals) field.add_goal(goal);
    field.advance();
    wide += field.wide_tile_count();
    if (HasFailure()) break;
  }
  EXPECT_GT(wide, 0U) << "these worlds are meant to need wide tiles";
}

// Two pockets of one tile: one beside the goal, the other reached by a way around that is longer than 16
// bits.
TEST_P(OnEveryIsa, PocketsFarApartInOneTile) {
  std::string drawing;
  const int width = 160, height = 161;
  for (int y = 0; y < height; ++y) {
    std::string row(width, y % 2 == 0 ? '9' : '#');
    if (y % 2 == 1) row[static_cast<std::size_t>(y % 4 == 1 ? width - 1 : 0)] = '9';
    if (y == 0) row[0] = 'A';
    drawing += row + "\n";
  }
  const TestWorld world = draw_map(drawing);
  const Goal goal{world['A']};
  expect_equals_reference(world, {&goal, 1}, 32, GetParam());
  TileField field(world.view(), TileGrid(world.extent()), GetParam());
  field.add_goal(goal);
  field.advance();
  EXPECT_GT(field.wide_tile_count(), 0U);
  EXPECT_GE(field.tiles_solved(), 16 * field.wide_tile_count())
      << "a wide tile is as much work as so many others";
}

TEST_P(OnEveryIsa, CorridorEqualsDijkstraOnTheMaskedMap) {
  for (std::uint64_t seed = 1; seed <= test::storm(150); ++seed) {
    const RandomWorldOptions options = random_options(seed, 140);
    SCOPED_TRACE(describe(options, seed));
    const TestWorld world = random_world(options, seed);
    Random random(seed);
    const TileGrid tiles(world.extent(), seed % 2 == 0 ? 32 : 16);
    TileMask mask(tiles);
    std::vector<TileId> corridor;
    for (std::uint32_t t = 0; t < tiles.tile_count(); ++t) {
      if (random.below(3) == 0) continue;
      corridor.push_back(TileId{t});
      mask.add(TileId{t});
    }
    const std::vector<Goal> goals = random_goals(world.view(), 3, random);
    TileField field(world.view(), tiles, GetParam());
    for (const Goal& goal : goals) field.add_goal(goal);
    // In two halves, the second of which joins after a run: the result is the same.
    const std::size_t half = corridor.size() / 2;
    field.allow(std::span(corridor).first(half));
    field.advance();
    field.allow(std::span(corridor).subspan(half));
    for (const TileId tile : std::span(corridor).subspan(half))
      EXPECT_EQ(field.directions_at(tiles.origin(tile)), nullptr) << "there are none yet to be read";
    ASSERT_TRUE(field.advance());
    EXPECT_EQ(first_difference(field, reference_dijkstra_buckets(world.view(), goals, &mask)), "");
    EXPECT_EQ(first_bad_direction(field, world.view()), "");
    if (HasFailure()) break;
  }
}

TEST(TileField, RealMapsEqualDijkstraOnEveryIsa) {
  PORTOLAN_NEEDS_DATA("movingai");
  Random random(7);
  for (const auto& file : movingai_cases()) {
    SCOPED_TRACE(file.filename().string());
    const TestWorld world = load_movingai(file);
    const Goal goal{random_passable_cell(world.view(), random)};
    const ReferenceField reference = reference_dijkstra_buckets(world.view(), {&goal, 1});
    for (const Isa isa : supported_isas()) {
      TileField field(world.view(), TileGrid(world.extent()), isa);
      field.add_goal(goal);
      field.advance();
      ASSERT_EQ(first_difference(field, reference), "") << name(isa);
      if (isa == best_isa()) {
        ASSERT_EQ(first_bad_direction(field, world.view()), "");
      }
    }
  }
}

TEST(TileField, ResumesWhereItStopped) {
  const TestWorld world = random_world({.extent = {200, 200, 1}, .shape = Shape::caves}, 3);
  Random random(3);
  const std::vector<Goal> goals = random_goals(world.view(), 1, random);
  const ReferenceField reference = reference_dijkstra_buckets(world.view(), goals);
  TileField field(world.view(), TileGrid(world.extent()));
  field.add_goal(goals[0]);
  while (!field.advance(1)) {
    // What is settled is final, and has its direction already.
    for (std::size_t i = 0; i < reference.units.size(); i += 7) {
      const Cell c = reference.extent.cell(i);
      if (field.at(c) > field.settled_below()) continue;
      ASSERT_EQ(field.at(c).units, reference.units[i]);
      if (reachable(field.at(c))) {
        ASSERT_NE(field.direction(c), Direction::none);
      }
    }
  }
  EXPECT_EQ(first_difference(field, reference), "");
}

TEST(TileField, IsReusedWithoutGrowing) {
  const TestWorld world = random_world({.extent = {300, 200, 1}, .shape = Shape::boxes}, 5);
  Random random(5);
  TileField field(world.view(), TileGrid(world.extent()));
  std::size_t memory = 0;
  for (int run = 0; run < 4; ++run) {
    const std::vector<Goal> goals = random_goals(world.view(), 2, random);
    field.reset();
    for (const Goal& goal : goals) field.add_goal(goal);
    field.advance();
    EXPECT_EQ(first_difference(field, reference_dijkstra_buckets(world.view(), goals)), "");
    if (run > 0) {
      EXPECT_LE(field.memory_bytes(), memory);
    }
    memory = field.memory_bytes() + 4096;
  }
}

TEST(TileSolver, EqualsAFieldOfOneTile) {
  for (std::uint64_t seed = 1; seed <= test::storm(120); ++seed) {
    const RandomWorldOptions options = random_options(seed, 70);
    SCOPED_TRACE(describe(options, seed));
    const TestWorld world = random_world(options, seed);
    Random random(seed);
    const Goal goal{random_passable_cell(world.view(), random)};
    const TileGrid tiles(world.extent(), seed % 2 == 0 ? 32 : 16);
    const TileId tile = tiles.tile_of(goal.cell);
    for (const Isa isa : supported_isas()) {
      TileSolver solver(isa);
      solver.load(world.view(), tiles, tile);
      solver.seed(goal.cell, goal.offset);
      solver.solve();
      TestWorld bare = random_world(options, seed);
      for (const LinkTable::Entry& e : world.view().links().all()) bare.world.remove_link(e.id);
      bare.world.commit();
      TileField field(bare.view(), tiles, isa);
      field.allow({&tile, 1});
      field.add_goal(goal);
      field.advance();
      const Rect box = tiles.bounds(tile);
      for (int y = 0; y < box.height; ++y) {
        for (int x = 0; x < box.width; ++x) {
          const Cell c{box.x + x, box.y + y, box.layer};
          ASSERT_EQ(solver.at(c), field.at(c)) << name(isa);
        }
      }
    }
  }
}

TEST(TileSolver, ManySeedsAreThoseOneByOne) {
  for (std::uint64_t seed = 1; seed <= test::storm(60); ++seed) {
    const RandomWorldOptions options = random_options(seed, 70);
    SCOPED_TRACE(describe(options, seed));
    const TestWorld world = random_world(options, seed);
    Random random(seed);
    const TileGrid tiles(world.extent(), 32);
    const TileId tile = tiles.tile_of(random_passable_cell(world.view(), random));
    const Rect box = tiles.bounds(tile);
    TileSolver together, apart;
    together.load(world.view(), tiles, tile);
    apart.load(world.view(), tiles, tile);
    TileCells cells{};
    for (int k = random.between(1, 40); k > 0; --k) {
      const Cell c{box.x + random.between(0, box.width - 1), box.y + random.between(0, box.height - 1),
                   box.layer};
      cells[static_cast<std::size_t>(c.y - box.y)] |= 1U << (c.x - box.x);
      apart.seed(c, {0});
    }
    together.seed(cells);
    for (const bool solved : {false, true}) {
      for (int y = 0; y < box.height; ++y) {
        for (int x = 0; x < box.width; ++x) {
          const Cell c{box.x + x, box.y + y, box.layer};
          ASSERT_EQ(together.at(c), apart.at(c));
          ASSERT_TRUE(solved || together.at(c) == unreachable);
        }
      }
      together.solve();
      apart.solve();
    }
    together.clear();
    ASSERT_EQ(together.at({box.x, box.y, box.layer}), unreachable) << "values of before";
  }
}

// Seeds of a tile along one of its sides, as where a field enters it: sides 0 to 3 are east, south, west and
// north. Some cells of the side are left out, and some of the others begin at other values than a field's.
std::vector<Goal> seeds_along(int side, GridView grid, Random& random) {
  std::vector<Goal> seeds;
  const bool is_smooth = random.percent(60), has_more = random.percent(30);
  const std::uint32_t first = random.below(900);
  for (int i = 0; i < 32; ++i) {
    const Cell c = side % 2 == 0 ? Cell{side == 0 ? 31 : 0, i} : Cell{i, side == 1 ? 31 : 0};
    const auto step = static_cast<std::uint32_t>(i);
    if (grid.passable(c) && random.percent(90))
      seeds.push_back({c, {is_smooth ? first + 24 * step : random.below(2000)}});
  }
  const Cell inside{random.between(0, 31), random.between(0, 31)};
  if (has_more && grid.passable(inside)) seeds.push_back({inside, {random.below(2000)}});
  return seeds;
}

TEST(TileSolver, FromSeedsAlongASideOnGroundOfOneCostItEqualsDijkstra) {
  constexpr Cost costs[] = {1, 2, 40, 88, 89, 90, 254};
  for (std::uint64_t seed = 1; seed <= test::storm(1200); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    TestWorld world{World({32, 32, 1}), {}, {}};
    world.profile = world.world.add_profile(cost_profile());
    const Cost cost = costs[random.below(std::size(costs))];
    const int walls = random.between(0, 3) * random.between(0, 15);
    for (std::size_t i = 0; i < world.extent().cell_count(); ++i)
      world.world.set_terrain(world.extent().cell(i), random.percent(walls) ? wall : cost);
    world.world.commit();
    const std::vector<Goal> seeds = seeds_along(random.between(0, 3), world.view(), random);
    const ReferenceField reference = reference_dijkstra_buckets(world.view(), seeds);
    for (const Isa isa : supported_isas()) {
      TileSolver solver(isa);
      solver.load(world.view(), TileGrid(world.extent(), 32), {0});
      for (const Goal& goal : seeds) solver.seed(goal.cell, goal.offset);
      solver.solve();
      for (std::size_t i = 0; i < world.extent().cell_count(); ++i)
        ASSERT_EQ(solver.at(world.extent().cell(i)).units, reference.units[i]) << name(isa) << ", cell " << i;
    }
  }
}

}  // namespace
}  // namespace portolan
