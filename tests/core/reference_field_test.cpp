// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <baselines/reference_field.hpp>

#include <gtest/gtest.h>

#include <support/cases.hpp>
#include <support/data.hpp>
#include <support/draw_map.hpp>
#include <support/movingai.hpp>
#include <support/random_world.hpp>

namespace portolan::test {
namespace {

std::uint64_t units(const ReferenceField& field, Cell c) { return field.at(c).units; }

TEST(ReferenceField, CountsStraightAndDiagonalSteps) {
  const TestWorld map = draw_map(R"(
    A...
    ....
    ...B
  )");
  const Goal goal{map['A']};
  const ReferenceField field = reference_dijkstra_boost(map.view(), {&goal, 1});
  EXPECT_EQ(units(field, map['A']), 0U);
  EXPECT_EQ(units(field, {1, 0, 0}), 24U);
  EXPECT_EQ(units(field, {1, 1, 0}), 34U);
  EXPECT_EQ(units(field, map['B']), 34U + 34U + 24U);
}

TEST(ReferenceField, CutsNoCorners) {
  const TestWorld map = draw_map(R"(
    A#.
    ..B
  )");
  const Goal goal{map['A']};
  const ReferenceField field = reference_dijkstra_buckets(map.view(), {&goal, 1});
  EXPECT_EQ(units(field, {1, 1, 0}), 48U);
  EXPECT_EQ(units(field, map['B']), 72U);
  EXPECT_EQ(units(field, {2, 0, 0}), 96U);
  EXPECT_EQ(field.at({1, 0, 0}), unreachable);
}

TEST(ReferenceField, PaysForBothCellsOfAStep) {
  const TestWorld map = draw_map("A9.2\n");
  const Goal goal{map['A']};
  const ReferenceField field = reference_fifo(map.view(), {&goal, 1});
  EXPECT_EQ(units(field, {1, 0, 0}), 12U * 10);
  EXPECT_EQ(units(field, {2, 0, 0}), 12U * 20);
  EXPECT_EQ(units(field, {3, 0, 0}), 12U * 23);
}

TEST(ReferenceField, LeadsBackwardThroughLinks) {
  TestWorld map = draw_map(R"(
    A.#B.
    ---
    C.#.D
  )");
  map.world.add_link({map['B'], map['C'], 7});
  map.world.add_link({map['C'], map['A'], 100});
  map.world.add_link({map['A'], map['D'], 1});
  map.world.commit();
  const Goal goal{map['A']};
  const ReferenceField field = reference_dijkstra_boost(map.view(), {&goal, 1});
  EXPECT_EQ(units(field, map['C']), 100U);
  EXPECT_EQ(units(field, map['B']), 107U);
  EXPECT_EQ(field.at(map['D']), unreachable) << "the link to it is one-way";
}

TEST(ReferenceField, IgnoresLinksThatEndInAWall) {
  TestWorld map = draw_map("A#B\n");
  map.world.add_link({map['B'], {1, 0, 0}, 5});
  map.world.add_link({{1, 0, 0}, map['A'], 5});
  map.world.commit();
  const Goal goals[]{{map['A']}, {{1, 0, 0}}};
  EXPECT_EQ(reference_dijkstra_boost(map.view(), goals).at(map['B']), unreachable);
  EXPECT_EQ(reference_dijkstra_buckets(map.view(), goals).at(map['B']), unreachable);
  EXPECT_EQ(reference_dijkstra_buckets(map.view(), goals).at({1, 0, 0}), unreachable);
}

TEST(ReferenceField, TakesTheGoalThatIsCheapestWithItsOffset) {
  const TestWorld map = draw_map("A....B\n");
  const Goal goals[]{{map['A'], {100}}, {map['B'], {0}}, {map['B'], {50}}};
  const ReferenceField field = reference_dijkstra_boost(map.view(), goals);
  EXPECT_EQ(units(field, map['A']), 100U);
  EXPECT_EQ(units(field, map['B']), 0U);
  EXPECT_EQ(units(field, {1, 0, 0}), 96U);
}

TEST(ReferenceField, DropsAGoalWhoseOffsetIsCostlierThanTheWayToAnother) {
  const TestWorld map = draw_map("A....B\n");
  const Goal goals[]{{map['A'], {500}}, {map['B'], {0}}};
  for (const ReferenceField& field :
       {reference_dijkstra_boost(map.view(), goals), reference_dijkstra_boost_no_color_map(map.view(), goals),
        reference_dijkstra_buckets(map.view(), goals), reference_wavefront(map.view(), goals),
        reference_fifo(map.view(), goals)}) {
    EXPECT_EQ(units(field, map['A']), 120U);
  }
}

TEST(ReferenceField, WavefrontOfStepsIsTheTutorialOne) {
  const TestWorld map = draw_map(R"(
    A...
    .9#.
  )");
  const Goal goal{map['A'], {77}};
  const ReferenceField field = reference_wavefront_steps(map.view(), {&goal, 1});
  EXPECT_EQ(units(field, map['A']), 0U);
  EXPECT_EQ(units(field, {1, 1, 0}), 1U);
  EXPECT_EQ(units(field, {3, 0, 0}), 3U);
  EXPECT_EQ(units(field, {3, 1, 0}), 4U);
  EXPECT_EQ(field.at({2, 1, 0}), unreachable);
}

TEST(ReferenceField, KeepsDistancesBeyond32Bits) {
  const TestWorld map = draw_map("A..B\n");
  const Goal goals[]{{map['A'], {std::uint64_t{1} << 40U}}};
  const ReferenceField field = reference_dijkstra_buckets(map.view(), goals);
  EXPECT_EQ(units(field, map['B']), (std::uint64_t{1} << 40U) + 72);
  EXPECT_EQ(field, reference_dijkstra_boost(map.view(), goals));
}

TEST(ReferenceField, HasNothingToReachWithoutGoals) {
  const TestWorld map = draw_map("..\n..\n");
  for (const ReferenceField& field :
       {reference_dijkstra_boost(map.view(), {}), reference_dijkstra_buckets(map.view(), {}),
        reference_wavefront(map.view(), {}), reference_fifo(map.view(), {})}) {
    for (const std::uint64_t u : field.units) EXPECT_EQ(u, unreachable.units);
  }
}

/// A world like the given one in which the cells outside the mask are walls: what a mask means.
TestWorld walled(const TestWorld& made, const TileMask& mask) {
  TestWorld copy{World(made.extent(), wall), {}, {}};
  for (std::size_t i = 0; i < made.extent().cell_count(); ++i) {
    const Cell c = made.extent().cell(i);
    if (mask.contains(c)) copy.world.set_terrain(c, made.world.terrain(c));
  }
  for (const LinkTable::Entry& entry : made.view().links().all())
    copy.world.add_link(made.view().links()[entry.id]);
  copy.profile = copy.world.add_profile(cost_profile());
  copy.world.commit();
  return copy;
}

TileMask random_mask(Extent extent, Random& random) {
  static constexpr int sides[]{8, 16, 32};
  TileMask mask{TileGrid(extent, sides[random.below(3)])};
  for (std::uint32_t t = 0; t < mask.tiles().tile_count(); ++t) {
    if (random.percent(70)) mask.add(TileId{t});
  }
  return mask;
}

void expect_all_equal(GridView grid, std::span<const Goal> goals, const TileMask* mask, bool uniform) {
  const ReferenceField expected = reference_dijkstra_boost(grid, goals, mask);
  EXPECT_EQ(expected, reference_dijkstra_boost_no_color_map(grid, goals, mask));
  EXPECT_EQ(expected, reference_dijkstra_buckets(grid, goals, mask));
  EXPECT_EQ(expected, reference_fifo(grid, goals, mask));
  if (uniform) {
    EXPECT_EQ(expected, reference_wavefront(grid, goals, mask));
  }
}

TEST(ReferenceField, AllWaysAgreeOnRandomWorlds) {
  for (std::uint64_t seed = 0; seed < cases(150); ++seed) {
    const RandomWorldOptions options = random_options(seed);
    const TestWorld made = random_world(options, seed);
    SCOPED_TRACE(describe(options, seed));
    Random random(seed);
    const std::vector<Goal> goals = random_goals(made.view(), 4, random);
    const bool uniform = options.least_cost == options.most_cost;
    expect_all_equal(made.view(), goals, nullptr, uniform);
    const TileMask mask = random_mask(made.extent(), random);
    expect_all_equal(made.view(), goals, &mask, uniform);
    EXPECT_EQ(reference_dijkstra_buckets(made.view(), goals, &mask),
              reference_dijkstra_boost(walled(made, mask).view(), goals));
    if (HasFailure()) return;
  }
}

TEST(BucketDijkstra, GivesTheSameWhenUsedAgainOnOtherWorlds) {
  BucketDijkstra search;
  for (std::uint64_t seed = 300; seed < 300 + test::storm(40); ++seed) {
    const RandomWorldOptions options = random_options(seed);
    const TestWorld made = random_world(options, seed);
    Random random(seed);
    std::vector<Goal> goals = random_goals(made.view(), 3, random);
    if (seed % 3 == 0) goals[0].offset.units += std::uint64_t{1} << 33U;
    search.run(made.view(), goals);
    const ReferenceField expected = reference_fifo(made.view(), goals);
    ASSERT_EQ(search.field(), expected) << describe(options, seed);
    for (std::size_t i = 0; i < expected.units.size(); ++i) {
      const Cell c = made.extent().cell(i);
      ASSERT_EQ(search.at(c), expected.at(c));
    }
  }
}

// The optima of the benchmark count a diagonal step as the square root of 2, the fields as 34/24: for every
// way the latter is longer, by 0.174 percent at most.
TEST(ReferenceField, AgreesWithTheOptimaOfPublicMaps) {
  PORTOLAN_NEEDS_DATA("movingai");
  BucketDijkstra search;
  for (const auto& file : movingai_cases()) {
    const auto scen = std::filesystem::path(file.string() + ".scen");
    if (file.string().find("wc3maps512") != std::string::npos || !std::filesystem::exists(scen)) continue;
    SCOPED_TRACE(file.string());
    const TestWorld map = load_movingai(file);
    const std::vector<ScenQuery> queries = load_scen(scen);
    for (std::size_t k = 1; k <= 3; ++k) {
      const ScenQuery& q = queries[queries.size() * k / 3 - 1];
      const Goal goal{q.goal};
      search.run(map.view(), {&goal, 1});
      const double length = static_cast<double>(search.at(q.start).units) / 24;
      EXPECT_GE(length, q.optimum * 0.999999);
      EXPECT_LE(length, q.optimum * 1.001737);
    }
  }
}

TEST(ReferenceField, AllWaysAgreeOnPublicMaps) {
  PORTOLAN_NEEDS_DATA("movingai");
  for (const char* name : {"movingai/dao/arena2.map", "movingai/mazes/maze512-4-0.map"}) {
    const TestWorld map = load_movingai(data_file(name));
    Random random(1);
    expect_all_equal(map.view(), random_goals(map.view(), 3, random), nullptr, true);
  }
}

}  // namespace
}  // namespace portolan::test
