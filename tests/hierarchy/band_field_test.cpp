// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <baselines/reference_field.hpp>
#include <portolan/core/detail/block_array.hpp>
#include <portolan/core/path.hpp>
#include <portolan/core/path_check.hpp>
#include <portolan/hierarchy/band_field.hpp>
#include <portolan/hierarchy/planner.hpp>

#include <support/cases.hpp>
#include <support/draw_map.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>

namespace portolan {
namespace {

using test::draw_map;

// What is within so many legal steps of the passable ones of some cells: a wave from cell to cell.
std::set<Cell> cells_within(GridView grid, const std::vector<Cell>& ways, int radius) {
  std::set<Cell> found;
  std::vector<Cell> wave;
  for (const Cell& c : ways) {
    if (grid.passable(c) && found.insert(c).second) wave.push_back(c);
  }
  for (int round = 0; round < radius; ++round) {
    std::vector<Cell> next;
    for (const Cell& c : wave) {
      for (int d = 0; d < step_count; ++d) {
        const auto direction = static_cast<Direction>(d);
        if (!grid.can_step(c, direction)) continue;
        if (found.insert(step(c, direction)).second) next.push_back(step(c, direction));
      }
    }
    wave.swap(next);
  }
  return found;
}

// A world of which only some cells are open.
struct Masked {
  Masked(GridView grid, const std::set<Cell>& cells)
      : costs(grid.extent(), impassable, impassable), view(costs, grid.links()) {
    for (const Cell& c : cells) costs.set(c, grid.cost(c));
  }
  BlockArray costs;
  GridView view;
};

std::string text(Cell c) {
  return std::to_string(c.x) + "," + std::to_string(c.y) + "," + std::to_string(c.layer);
}

// The first thing that is wrong with a band, whose ways are taken as given: its cells, a value against
// Dijkstra's, a way down its directions, a sector that it does not watch.
std::optional<std::string> band_fault(const Hierarchy& hierarchy, const BandField& band) {
  const GridView grid = hierarchy.grid();
  const std::set<Cell> cells = cells_within(grid, band.path_cells(), band.radius());
  const Masked masked(grid, cells);
  const std::vector<Goal> goals(band.goals().begin(), band.goals().end());
  const ReferenceField expected = reference_dijkstra_buckets(masked.view, goals);
  for (std::size_t i = 0; i < expected.units.size(); ++i) {
    const Cell c = expected.extent.cell(i);
    if (grid.passable(c) && band.contains(c) != cells.contains(c)) return text(c) + " belongs elsewhere";
    if (band.at(c).units != expected.units[i])
      return text(c) + " has " + std::to_string(band.at(c).units) + " instead of " +
             std::to_string(expected.units[i]);
    if ((band.direction(c) == Direction::none) == reachable(expected.at(c))) return text(c) + " directions";
  }
  std::set<SectorId> watched;
  for (const SectorVersion& v : band.made_from()) watched.insert(v.sector);
  std::size_t n = 0;
  for (const Cell& c : cells) {
    for (int d = 0; d < step_count; ++d) {
      const Cell next = step(c, static_cast<Direction>(d));
      if (grid.contains(next) && !watched.contains(hierarchy.sectors().tile_of(next)))
        return text(next) + " is not watched";
    }
    if (++n % 7 != 0 || !reachable(band.at(c))) continue;
    const Result<Path> path = walk_down(band, masked.view, c);
    if (!path.ok()) return path.error().text();
    if (path->cost + band.at(path->cells.back()) != band.at(c)) return text(c) + " costs something else";
    if (auto fault = first_fault(grid, *path)) return fault;
  }
  return std::nullopt;
}

struct Laid {
  Plan plan;
  int radius = 1;
};

Laid random_order(const Hierarchy& hierarchy, std::uint64_t seed, test::Random& random) {
  Laid laid;
  PlanRequest request;
  for (std::uint32_t n = 1 + random.below(6); n > 0; --n)
    request.agents.push_back(test::random_passable_cell(hierarchy.grid(), random));
  request.goals = test::random_goals(hierarchy.grid(), 3, random);
  request.quality = seed % 3 == 0 ? Quality::widened : Quality::path;
  laid.plan = Planner(hierarchy).plan(request);
  laid.radius = 1 + static_cast<int>(random.below(seed % 5 == 0 ? 20 : 5));
  return laid;
}

TEST(BandField, EqualsDijkstraOnTheMaskedMapInRandomWorlds) {
  std::size_t served = 0, links_used = 0, not_whole = 0, lowered = 0;
  for (std::uint64_t seed = 0; seed < test::cases(300); ++seed) {
    const auto options = test::random_options(seed, 90);
    SCOPED_TRACE(test::describe(options, seed));
    const auto map = test::random_world(options, seed);
    test::Random random(seed);
    const Hierarchy hierarchy(map.world, map.profile, {.sector_size = seed % 2 == 0 ? 8 : 32});
    BandSolver solver(hierarchy);
    BandField band(hierarchy, solver);
    for (int round = 0; round < 3; ++round) {
      const auto [plan, radius] = random_order(hierarchy, seed, random);
      band.reset(plan, radius);
      ASSERT_EQ(band_fault(hierarchy, band), std::nullopt);
      CorridorField corridor(hierarchy);
      corridor.reset(plan);
      corridor.advance();
      for (const Cell& agent : plan.cells) {
        ASSERT_EQ(reachable(band.at(agent)), reachable(corridor.at(agent)));
        served += reachable(band.at(agent)) ? 1 : 0;
        lowered += band.at(agent) < corridor.at(agent) ? 1 : 0;
      }
      for (const Cell& c : band.path_cells()) {
        ASSERT_LE(band.at(c), corridor.at(c));
        links_used += band.direction(c) == Direction::link ? 1 : 0;
      }
      for (const Cell& c : band.cells()) ASSERT_TRUE(reachable(band.at(c)));
      not_whole += band.cell_count() < map.extent().cell_count() / 2 ? 1 : 0;
    }
  }
  EXPECT_GT(served, test::cases(1000));
  EXPECT_GT(links_used, test::cases(100));
  EXPECT_GT(not_whole, test::cases(300));
  EXPECT_GE(lowered, test::cases(4)) << "outside the corridor";
}

TEST(BandField, IsRightAgainAfterEveryCommitThatItHearsOf) {
  int refreshed = 0, left_alone = 0, cut = 0;
  for (std::uint64_t seed = 0; seed < test::storm(100); ++seed) {
    const auto options = test::random_options(seed, 70);
    SCOPED_TRACE(test::describe(options, seed));
    auto map = test::random_world(options, seed);
    test::Random random(seed);
    Hierarchy hierarchy(map.world, map.profile, {.sector_size = 8});
    BandSolver solver(hierarchy);
    BandField band(hierarchy, solver);
    const auto [plan, radius] = random_order(hierarchy, seed, random);
    band.reset(plan, radius);
    const std::vector<Cell> ways = band.path_cells();
    for (int round = 0; round < 6; ++round) {
      // Walls come and go, also on the ways themselves.
      for (int k = 0; k < 3; ++k) {
        const Cell c = random.percent(30) && !ways.empty()
                           ? ways[random.below(static_cast<std::uint32_t>(ways.size()))]
                           : test::random_cell(map.extent(), random);
        map.world.set_terrain(c, random.percent(50) ? test::wall : TerrainId{1});
      }
      hierarchy.apply(map.world.commit());
      const bool stale = band.stale();
      ASSERT_EQ(band.refresh(), stale);
      ASSERT_FALSE(band.stale());
      ASSERT_EQ(band_fault(hierarchy, band), std::nullopt);
      std::vector<Cell> now = band.path_cells();
      ASSERT_EQ(std::set<Cell>(now.begin(), now.end()), std::set<Cell>(ways.begin(), ways.end()));
      (stale ? refreshed : left_alone) += 1;
      for (const Cell& agent : plan.cells) cut += band.contains(agent) && !reachable(band.at(agent)) ? 1 : 0;
    }
  }
  EXPECT_GT(refreshed, test::enough(100));
  EXPECT_GT(left_alone, test::enough(50));
  EXPECT_GT(cut, test::enough(20));
}

TEST(BandField, TakesInAgentsThatStandOutside) {
  int joined = 0, hopeless = 0;
  for (std::uint64_t seed = 0; seed < test::storm(150); ++seed) {
    const auto options = test::random_options(seed, 60);
    SCOPED_TRACE(test::describe(options, seed));
    const auto map = test::random_world(options, seed);
    test::Random random(seed);
    const Hierarchy hierarchy(map.world, map.profile, {.sector_size = 8});
    BandSolver solver(hierarchy);
    BandField band(hierarchy, solver);
    const auto [plan, radius] = random_order(hierarchy, seed, random);
    band.reset(plan, radius);
    for (int i = 0; i < 4; ++i) {
      const Cell pushed = test::random_cell(map.extent(), random);
      std::vector<Distance> before;
      for (std::size_t c = 0; c < map.extent().cell_count(); ++c)
        before.push_back(band.at(map.extent().cell(c)));
      const std::size_t sectors = band.made_from().size();
      const bool has_path = std::any_of(plan.goals.begin(), plan.goals.end(), [&](const Goal& goal) {
        return reachable(band.at(goal.cell)) && hierarchy.can_reach(pushed, goal.cell);
      });
      const Distance known = band.at(pushed);
      const std::uint64_t opened = band.cells_opened();
      const Distance back = band.rejoin(pushed, ~0ULL);
      ASSERT_EQ(reachable(back), has_path);
      ASSERT_EQ(reachable(band.at(pushed)), has_path);
      ASSERT_LE(band.at(pushed), back);
      ASSERT_GE(band.made_from().size(), sectors);
      ASSERT_EQ(band_fault(hierarchy, band), std::nullopt);
      for (std::size_t c = 0; c < before.size(); ++c) ASSERT_LE(band.at(map.extent().cell(c)), before[c]);
      if (reachable(known)) {
        ASSERT_EQ(band.cells_opened(), opened);
      } else {
        (has_path ? joined : hopeless) += 1;
      }
    }
  }
  EXPECT_GT(joined, test::enough(100));
  EXPECT_GT(hopeless, test::enough(50));
}

TEST(BandField, StopsAtTheFirstCellOfTheBandAndGivesUpWhereTold) {
  const auto map = test::random_world({.extent = {256, 256, 1}, .shape = test::Shape::open}, 1);
  const Hierarchy hierarchy(map.world, map.profile);
  const Plan plan = Planner(hierarchy).plan({.agents = {{5, 100, 0}}, .goals = {{{250, 100, 0}}}});
  BandSolver solver(hierarchy);
  BandField band(hierarchy, solver);
  band.reset(plan, 3);
  const std::size_t cells = band.cell_count();
  const Cell pushed{100, 108, 0};
  ASSERT_FALSE(band.contains(pushed));
  EXPECT_FALSE(reachable(band.rejoin(pushed, 1)));
  EXPECT_EQ(band.cell_count(), cells) << "nothing joined";
  EXPECT_TRUE(reachable(band.rejoin(pushed)));
  EXPECT_LT(band.cells_opened(), 100U);
  EXPECT_TRUE(reachable(band.at(pushed)));
  EXPECT_TRUE(band.contains({97, 108, 0})) << "the way back has the cells around it";
  EXPECT_FALSE(band.contains({60, 108, 0}));
}

TEST(BandField, GoesAroundCornersNotThroughWalls) {
  const auto map = draw_map(R"(
    A.........B
    ###########
    ...........
  )");
  const Hierarchy hierarchy(map.world, map.profile, {.sector_size = 8});
  BandSolver solver(hierarchy);
  BandField band(hierarchy, solver);
  EXPECT_FALSE(band.contains(map['A'])) << "empty at first";
  band.reset(Planner(hierarchy).plan({.agents = {map['A']}, .goals = {{map['B']}}}), 8);
  EXPECT_EQ(band.cell_count(), 11U);
  EXPECT_EQ(band.at(map['A']), Distance{240});
  EXPECT_EQ(band.direction(map['B']), Direction::goal);
  EXPECT_FALSE(band.contains({5, 2, 0}));
  EXPECT_EQ(band.at({-1, 0, 0}), unreachable);
  EXPECT_EQ(band.direction({0, 0, 7}), Direction::none);
}

TEST(BandField, KnowsItsWholeWidth) {
  const auto map = draw_map(R"(
    A99999999999999999999999999999999999999B
    ........................................
    ........................................
  )");
  const Hierarchy hierarchy(map.world, map.profile, {.sector_size = 8});
  BandSolver solver(hierarchy);
  BandField band(hierarchy, solver);
  band.reset(Planner(hierarchy).plan({.agents = {map['A']}, .goals = {{map['B']}}}), 2);
  EXPECT_EQ(band_fault(hierarchy, band), std::nullopt);
  // Down at once, along the cheap row, and up beside the goal.
  EXPECT_EQ(band.at({20, 0, 0}), (Distance{120 + 18 * 24 + 34}));
}

TEST(BandField, SharesWaysBetweenAgents) {
  const auto map = test::random_world({.extent = {200, 200, 1}, .shape = test::Shape::open}, 3);
  const Hierarchy hierarchy(map.world, map.profile);
  PlanRequest request{.goals = {{{190, 100, 0}}}};
  for (int i = 0; i < 25; ++i) request.agents.push_back({10 + i % 5, 98 + i / 5, 0});
  BandSolver solver(hierarchy);
  BandField band(hierarchy, solver);
  band.reset(Planner(hierarchy).plan(request), 4);
  EXPECT_EQ(band.path_cells().size(), 181U) << "one way: the others stand in its band";
  EXPECT_EQ(band_fault(hierarchy, band), std::nullopt);
}

TEST(BandField, HoldsValuesThatSpanMoreThan32Bits) {
  auto map = draw_map(R"(
    A...
    ---
    ....
    ---
    ...B
  )");
  map.world.add_link({{3, 0, 0}, {0, 0, 1}, 4'000'000'000U});
  map.world.add_link({{3, 0, 1}, {0, 0, 2}, 4'000'000'000U});
  map.world.commit();
  const Hierarchy hierarchy(map.world, map.profile, {.sector_size = 8});
  BandSolver solver(hierarchy);
  BandField band(hierarchy, solver);
  band.reset(Planner(hierarchy).plan({.agents = {map['A']}, .goals = {{map['B']}}}), 1);
  EXPECT_EQ(band.at(map['A']), Distance{8'000'000'000ULL + 9 * 24});
  EXPECT_EQ(band_fault(hierarchy, band), std::nullopt);
  band.reset(Planner(hierarchy).plan({.agents = {{0, 0, 2}}, .goals = {{map['B']}}}), 1);
  EXPECT_EQ(band.at({0, 0, 2}), Distance{72});
  EXPECT_EQ(band_fault(hierarchy, band), std::nullopt);
}

TEST(BandField, TakesNoMoreMemoryWhenUsedAgain) {
  const auto map = test::random_world({.extent = {512, 512, 1}, .shape = test::Shape::boxes}, 5);
  const Hierarchy hierarchy(map.world, map.profile);
  Planner planner(hierarchy);
  BandSolver solver(hierarchy);
  BandField band(hierarchy, solver);
  test::Random random(1);
  std::vector<Plan> plans;
  for (int i = 0; i < 20; ++i) {
    plans.push_back(planner.plan({.agents = {test::random_passable_cell(map.view(), random)},
                                  .goals = {{test::random_passable_cell(map.view(), random)}}}));
  }
  for (const Plan& plan : plans) band.reset(plan, 4);
  const std::size_t own = band.memory_bytes(), shared = solver.memory_bytes();
  for (const Plan& plan : plans) band.reset(plan, 4);
  EXPECT_EQ(band.memory_bytes(), own);
  EXPECT_EQ(solver.memory_bytes(), shared);
  BandField fresh(hierarchy, solver);
  fresh.reset(plans.front(), 4);
  EXPECT_GT(fresh.cell_count(), 500U);
  EXPECT_LT(fresh.memory_bytes(), 9 * fresh.cell_count()) << "follows the cells of the band";
}

}  // namespace
}  // namespace portolan
