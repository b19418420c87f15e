// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// The helpers that all other tests lean on.
#include <stdexcept>

#include <gtest/gtest.h>

#include <support/cases.hpp>
#include <support/data.hpp>
#include <support/draw_map.hpp>
#include <support/movingai.hpp>
#include <support/random_world.hpp>

namespace portolan::test {
namespace {

TEST(DrawMap, ReadsGroundWallsCostsAndMarks) {
  const TestWorld map = draw_map(R"(
    A.#9
    2.#B
  )");
  EXPECT_EQ(map.extent(), (Extent{4, 2, 1}));
  EXPECT_EQ(map['A'], (Cell{0, 0, 0}));
  EXPECT_EQ(map['B'], (Cell{3, 1, 0}));
  EXPECT_EQ(map.view().cost({0, 0, 0}), 1);
  EXPECT_EQ(map.view().cost({2, 0, 0}), impassable);
  EXPECT_EQ(map.view().cost({3, 0, 0}), 9);
  EXPECT_EQ(map.view().cost({0, 1, 0}), 2);
  EXPECT_EQ(drawing_of(map.view()), "..#9\n2.#.\n");
}

TEST(DrawMap, SeparatesLayersByBlankLineOrDashes) {
  const TestWorld map = draw_map("A.\n..\n\n.#\n.A\n---\n#.\n..\n");
  EXPECT_EQ(map.extent(), (Extent{2, 2, 3}));
  EXPECT_EQ(map.all('A'), (std::vector<Cell>{{0, 0, 0}, {1, 1, 1}}));
  EXPECT_THROW(static_cast<void>(map['A']), std::out_of_range);
  EXPECT_EQ(drawing_of(map.view()), "..\n..\n---\n.#\n..\n---\n#.\n..\n");
}

TEST(DrawMap, RefusesWhatIsNoMap) {
  EXPECT_THROW(static_cast<void>(draw_map("")), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(draw_map("..\n...\n")), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(draw_map("..\n..\n\n..\n")), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(draw_map(".?\n")), std::invalid_argument);
}

TEST(RandomWorld, IsTheSameForTheSameSeed) {
  for (std::uint64_t seed = 0; seed < test::storm(20); ++seed) {
    const RandomWorldOptions options = random_options(seed);
    const TestWorld a = random_world(options, seed), b = random_world(options, seed);
    EXPECT_EQ(drawing_of(a.view()), drawing_of(b.view())) << describe(options, seed);
    EXPECT_EQ(a.view().links().size(), b.view().links().size());
  }
  EXPECT_NE(drawing_of(random_world({}, 1).view()), drawing_of(random_world({}, 2).view()));
}

TEST(RandomWorld, KeepsToItsOptions) {
  RandomWorldOptions options;
  options.extent = {61, 47, 2};
  options.least_cost = 3;
  options.most_cost = 200;
  options.one_way_links = 40;
  options.two_way_links = 40;
  for (const Shape shape : all_shapes) {
    options.shape = shape;
    const TestWorld made = random_world(options, 7);
    std::size_t passable = 0;
    for (std::size_t i = 0; i < made.extent().cell_count(); ++i) {
      const Cost cost = made.view().cost(made.extent().cell(i));
      if (cost == impassable) continue;
      ++passable;
      EXPECT_TRUE(cost >= 3 && cost <= 200) << static_cast<int>(cost);
    }
    EXPECT_GT(passable, made.extent().cell_count() / 4) << describe(options, 7);
    EXPECT_EQ(passable == made.extent().cell_count(), shape == Shape::open);
    EXPECT_GT(made.view().links().size(), 100U);
  }
}

TEST(RandomWorld, PicksPassableCellsOfTheWholeWorld) {
  const TestWorld map = draw_map("####\n##.#\n####\n---\n####\n#.##\n####");
  Random random(3);
  bool seen[2] = {false, false};
  for (int i = 0; i < 50; ++i) {
    const Cell c = random_passable_cell(map.view(), random);
    EXPECT_TRUE(map.view().passable(c));
    seen[c.layer] = true;
  }
  EXPECT_TRUE(seen[0] && seen[1]);
  EXPECT_THROW(static_cast<void>(random_passable_cell(draw_map("##").view(), random)), std::runtime_error);
}

TEST(MovingAi, LoadsMapsPlainAndPacked) {
  PORTOLAN_NEEDS_DATA("movingai/dao/arena.map");
  const TestWorld arena = load_movingai(data_file("movingai/dao/arena.map"));
  EXPECT_EQ(arena.extent(), (Extent{49, 49, 1}));
  EXPECT_FALSE(arena.view().passable({0, 0, 0}));
  const auto queries = load_scen(data_file("movingai/dao/arena.map.scen"));
  ASSERT_FALSE(queries.empty());
  for (const ScenQuery& q : queries) {
    EXPECT_TRUE(arena.view().passable(q.start));
    EXPECT_TRUE(arena.view().passable(q.goal));
    EXPECT_GE(q.optimum, 0);
  }
  EXPECT_GE(movingai_maps().size(), 30U);
}

TEST(MovingAi, UnpacksXz) {
  PORTOLAN_NEEDS_DATA("terrain");
  for (const auto& entry : std::filesystem::directory_iterator(data_file("terrain"))) {
    if (entry.path().extension() != ".xz" || entry.file_size() > 100'000) continue;
    EXPECT_EQ(read_bytes(entry.path()).rfind("type", 0), 0U) << entry.path();
    return;
  }
  GTEST_SKIP() << "no small .xz map under " << data_file("terrain");
}

}  // namespace
}  // namespace portolan::test
