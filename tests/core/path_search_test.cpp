// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/path.hpp>
#include <portolan/core/path_check.hpp>
#include <portolan/core/tile_field.hpp>

#include <support/cases.hpp>
#include <support/draw_map.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>

namespace portolan {
namespace {

using Query = PathQuery;

// The path that was found leads to a goal at the value's cost.
Path expect_path(const TileField& field, const Query& query) {
  Path path;
  const Distance rest = field.walk(query.start, path.cells);
  path.cost = {field.at(query.start).units - rest.units};
  EXPECT_EQ(first_fault(field.grid(), path), std::nullopt);
  EXPECT_EQ(path.cells.front(), query.start);
  EXPECT_TRUE(std::any_of(query.goals.begin(), query.goals.end(), [&](const Goal& goal) {
    return goal.cell == path.cells.back() && goal.offset == rest;
  }));
  // The one between its bends costs the same, its goal's offset counted in.
  Path between;
  std::vector<Cell> ends;
  const Distance rest_between = field.walk_between(path.cells, between.cells, ends);
  between.cost = {field.at(query.start).units - rest_between.units};
  EXPECT_EQ(first_fault(field.grid(), between), std::nullopt);
  EXPECT_EQ(between.cells.front(), query.start);
  return path;
}

// Asks, and expects this cost. True when there is a path to look at.
bool finds(TileField& field, const Query& query, Distance wanted) {
  EXPECT_EQ(field.settle_path(query), reachable(wanted));
  EXPECT_EQ(field.at(query.start), wanted);
  return reachable(wanted) && field.at(query.start) == wanted;
}

// What a field of the whole corridor says about the start, and a path that costs as much.
void expect_like_field(TileField& field, const Query& query, Isa isa) {
  TileField whole = TileField::distances_only(field.grid(), field.tiles(), isa);
  whole.allow(query.corridor);
  for (const Goal& goal : query.goals) {
    if (whole.allowed(field.tiles().tile_of(goal.cell))) whole.add_goal(goal);
  }
  whole.advance();
  if (!finds(field, query, whole.at(query.start))) return;
  for (const Cell c : expect_path(field, query).cells) EXPECT_TRUE(whole.allowed(field.tiles().tile_of(c)));
}

// The cheapest path from the start that keeps to the tiles of the known one, cell by cell: Dijkstra's. A step
// across the corner of four tiles has to have the two others in the corridor.
Distance cheapest_on_route(GridView grid, const TileGrid& tiles, const Query& query) {
  std::set<TileId> corridor(query.corridor.begin(), query.corridor.end());
  std::set<TileId> on_route(query.corridor.begin(),
                            query.corridor.begin() + static_cast<std::ptrdiff_t>(query.on_route));
  std::map<Cell, std::uint64_t> settled;
  std::set<std::pair<std::uint64_t, Cell>> open;
  const auto tile_of = [&](Cell c) { return tiles.tile_of(c); };
  if (on_route.contains(tile_of(query.start))) open.insert({0, query.start});
  while (!open.empty()) {
    const auto [units, here] = *open.begin();
    open.erase(open.begin());
    if (!settled.emplace(here, units).second) continue;
    for (int d = 0; d < step_count; ++d) {
      const auto direction = static_cast<Direction>(d);
      const Cell to = step(here, direction);
      if (!grid.contains(to) || !on_route.contains(tile_of(to)) || !grid.can_step(here, direction)) continue;
      if (!corridor.contains(tile_of({to.x, here.y, 0})) || !corridor.contains(tile_of({here.x, to.y, 0})))
        continue;
      open.insert({units + grid.step_cost(here, direction).units, to});
    }
  }
  std::uint64_t best = unreachable.units;
  for (const Goal& goal : query.goals) {
    const auto found = settled.find(goal.cell);
    if (found != settled.end()) best = std::min(best, found->second + goal.offset.units);
  }
  return {best};
}

void expect_like_dijkstra(TileField& field, Query query) {
  query.keeps_to_route = true;
  if (!finds(field, query, cheapest_on_route(field.grid(), field.tiles(), query))) return;
  const auto on_route = query.corridor.first(query.on_route);
  for (const Cell c : expect_path(field, query).cells)
    EXPECT_NE(std::find(on_route.begin(), on_route.end(), field.tiles().tile_of(c)), on_route.end());
}

// Corridors of any shape, and known paths that lead nowhere: whatever the parts, the answer is the field's.
TEST(PathSearch, EqualsTheFieldOfAnyCorridor) {
  for (std::uint64_t seed = 0; seed < test::cases(120); ++seed) {
    test::Random random(seed);
    test::RandomWorldOptions options{.extent = {random.between(30, 230), random.between(30, 230), 1},
                                     .shape = test::all_shapes[seed % std::size(test::all_shapes)],
                                     .density = random.between(5, 40)};
    options.least_cost = seed % 4 == 3 ? random.between(1, 20) : 1;
    options.most_cost = seed % 2 == 0 ? options.least_cost : options.least_cost + random.between(1, 60);
    SCOPED_TRACE(test::describe(options, seed));
    const auto map = test::random_world(options, seed);
    const TileGrid tiles(map.extent(), seed % 5 == 4 ? 16 : 32);
    const std::vector<Isa> isas = supported_isas();
    const Isa isa = isas[seed % isas.size()];
    TileField field = TileField::distances_only(map.view(), tiles, isa);
    for (int i = 0; i < 12; ++i) {
      std::vector<TileId> corridor;
      const int share = random.between(40, 100);
      for (std::uint32_t tile = 0; tile < tiles.tile_count(); ++tile) {
        if (random.percent(share)) corridor.push_back({tile});
      }
      for (std::size_t at = corridor.size(); at > 1; --at)
        std::swap(corridor[at - 1], corridor[random.below(static_cast<std::uint32_t>(at))]);
      const auto goals = test::random_goals(map.view(), 3, random);
      Query query{.start = test::random_passable_cell(map.view(), random),
                  .goals = goals,
                  .corridor = corridor,
                  .on_route = random.below(static_cast<std::uint32_t>(corridor.size()) + 1),
                  .least_cost = static_cast<Cost>(options.least_cost)};
      expect_like_field(field, query, isa);
      if (i % 3 == 0) expect_like_dijkstra(field, query);
      // Told what the best path costs, or a little more.
      query.on_route = corridor.size();
      if (field.settle_path(query)) {
        query.known = {field.at(query.start).units + random.below(3) * random.below(500)};
        expect_like_field(field, query, isa);
      }
    }
    if (HasFailure()) return;
  }
}

// Layers, links, tiles of every size, and ground on which values leave 16 bits.
TEST(PathSearch, EqualsTheFieldInLayeredWorldsWithLinks) {
  std::size_t found = 0;
  for (std::uint64_t seed = 0; seed < test::storm(90); ++seed) {
    test::RandomWorldOptions options = test::random_options(seed, 90);
    if (seed % 4 == 1) options.most_cost = 254;
    SCOPED_TRACE(test::describe(options, seed));
    const auto map = test::random_world(options, seed);
    test::Random random(seed);
    const TileGrid tiles(map.extent(), 8 << random.below(3));
    TileField field = TileField::distances_only(map.view(), tiles);
    for (int i = 0; i < 10; ++i) {
      std::vector<TileId> corridor;
      for (std::uint32_t tile = 0; tile < tiles.tile_count(); ++tile) {
        if (random.percent(85)) corridor.push_back({tile});
      }
      const auto goals = test::random_goals(map.view(), 3, random);
      const Query query{.start = test::random_passable_cell(map.view(), random),
                        .goals = goals,
                        .corridor = corridor,
                        .on_route = random.below(static_cast<std::uint32_t>(corridor.size()) + 1)};
      expect_like_field(field, query, best_isa());
      found += reachable(field.at(query.start)) ? 1 : 0;
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(found, test::enough(300U));
}

// A step from tile to tile across their corner needs the two tiles beside it.
TEST(PathSearch, CrossesCornersInsideTheCorridorOnly) {
  const auto map = test::random_world({.extent = {64, 64, 1}, .shape = test::Shape::open}, 1);
  const TileGrid tiles(map.extent());
  TileField field = TileField::distances_only(map.view(), tiles);
  const Goal goal{{32, 32, 0}};
  const TileId two[] = {{0}, {3}}, all[] = {{0}, {3}, {1}, {2}};
  EXPECT_FALSE(
      field.settle_path({.start = {31, 31, 0}, .goals = {&goal, 1}, .corridor = two, .on_route = 2}));
  ASSERT_TRUE(field.settle_path({.start = {31, 31, 0}, .goals = {&goal, 1}, .corridor = all, .on_route = 2}));
  EXPECT_EQ(field.at({31, 31, 0}), (Distance{34}));
}

// A field serves whole corridors again after it has served a path.
TEST(PathSearch, LeavesNothingBehind) {
  const auto map = test::random_world({.extent = {200, 150, 1}, .shape = test::Shape::boxes}, 3);
  const TileGrid tiles(map.extent());
  TileField field(map.view(), tiles), fresh(map.view(), tiles);
  test::Random random(3);
  const auto goals = test::random_goals(map.view(), 2, random);
  std::vector<TileId> corridor;
  for (std::uint32_t tile = 0; tile < tiles.tile_count(); ++tile) corridor.push_back({tile});
  field.settle_path(
      {.start = test::random_passable_cell(map.view(), random), .goals = goals, .corridor = corridor});
  field.reset();
  for (TileField* each : {&field, &fresh}) {
    for (const Goal& goal : goals) each->add_goal(goal);
    each->advance();
  }
  for (std::size_t i = 0; i < map.extent().cell_count(); ++i) {
    const Cell c = map.extent().cell(i);
    ASSERT_EQ(field.at(c), fresh.at(c));
    ASSERT_EQ(field.direction(c), fresh.direction(c));
  }
}

// The walk and the directions make the same choice, cell by cell.
TEST(Walk, GoesWhereTheDirectionsPoint) {
  for (std::uint64_t seed = 0; seed < test::storm(40); ++seed) {
    const test::RandomWorldOptions options = test::random_options(seed, 100);
    SCOPED_TRACE(test::describe(options, seed));
    const auto map = test::random_world(options, seed);
    test::Random random(seed);
    const TileGrid tiles(map.extent(), 8 << random.below(3));
    TileField with(map.view(), tiles), without = TileField::distances_only(map.view(), tiles);
    const auto goals = test::random_goals(map.view(), 3, random);
    for (TileField* each : {&with, &without}) {
      for (const Goal& goal : goals) each->add_goal(goal);
      each->advance();
    }
    for (std::size_t i = 0; i < map.extent().cell_count(); ++i) {
      const Cell c = map.extent().cell(i);
      ASSERT_EQ(with.direction(c), without.direction(c)) << c.x << ", " << c.y << ", " << c.layer;
    }
    for (int i = 0; i < 10; ++i) {
      const Cell start = test::random_passable_cell(map.view(), random);
      const Result<Path> path = walk_down(with, map.view(), start);
      ASSERT_EQ(path.ok(), reachable(with.at(start)));
      if (!path.ok()) continue;
      std::vector<Cell> cells;
      without.walk(start, cells);
      ASSERT_EQ(cells, path->cells);
    }
  }
}

}  // namespace
}  // namespace portolan
