// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/detail/path_tiles.hpp>
#include <portolan/core/path_check.hpp>
#include <portolan/core/tile_field.hpp>

#include <support/draw_map.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>

namespace portolan {
namespace {

using detail::PathTiles;

// The path that was found leads to a goal at the value's cost.
Path expect_path(GridView grid, const PathTiles& way, const PathTiles::Question& question) {
  Path path;
  const Distance rest = way.trace(path.cells);
  path.cost = {way.value().units - rest.units};
  EXPECT_EQ(first_fault(grid, path), std::nullopt);
  EXPECT_EQ(path.cells.front(), question.start);
  EXPECT_TRUE(std::any_of(question.goals.begin(), question.goals.end(), [&](const Goal& goal) {
    return goal.cell == path.cells.back() && goal.offset == rest;
  }));
  return path;
}

// Asks, and expects this cost. True when there is a way to look at.
bool finds(PathTiles& way, const PathTiles::Question& question, Distance wanted, bool may_be_unfit) {
  const PathTiles::End end = way.find(question);
  if (end == PathTiles::End::unfit) {
    EXPECT_TRUE(may_be_unfit);
    return false;
  }
  EXPECT_EQ(end == PathTiles::End::found, reachable(wanted));
  if (end == PathTiles::End::none || !reachable(wanted)) return false;
  EXPECT_EQ(way.value(), wanted);
  return true;
}

// What a field of the corridor says about the start, and a way that costs as much.
void expect_like_field(GridView grid, const TileGrid& tiles, PathTiles& way,
                       const PathTiles::Question& question, Isa isa, bool may_be_unfit) {
  TileField field(grid, tiles, {.isa = isa, .directions = false});
  std::vector<TileId> corridor;
  for (const std::uint32_t tile : question.corridor) corridor.push_back({tile});
  field.allow(corridor);
  for (const Goal& goal : question.goals) {
    if (field.allowed(tiles.tile_of(goal.cell))) field.add_goal(goal);
  }
  field.advance();
  const Distance wanted = field.at(question.start);
  if (!finds(way, question, wanted, may_be_unfit)) return;
  const Path path = expect_path(grid, way, question);
  for (const Cell c : path.cells) EXPECT_TRUE(field.allowed(tiles.tile_of(c)));
}

// The cheapest way from the start that keeps to the tiles of the known way, cell by cell: Dijkstra's. A step
// across the corner of four tiles has to have the two others in the corridor.
Distance cheapest_on_path(GridView grid, const TileGrid& tiles, const PathTiles::Question& question) {
  std::set<std::uint32_t> corridor(question.corridor.begin(), question.corridor.end());
  std::set<std::uint32_t> on_route(
      question.corridor.begin(), question.corridor.begin() + static_cast<std::ptrdiff_t>(question.on_route));
  std::map<Cell, std::uint64_t> settled;
  std::set<std::pair<std::uint64_t, Cell>> open;
  const auto tile_of = [&](Cell c) { return tiles.tile_of(c).value; };
  if (on_route.contains(tile_of(question.start))) open.insert({0, question.start});
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
  for (const Goal& goal : question.goals) {
    const auto found = settled.find(goal.cell);
    if (found != settled.end()) best = std::min(best, found->second + goal.offset.units);
  }
  return {best};
}

void expect_like_dijkstra(GridView grid, const TileGrid& tiles, PathTiles& way, PathTiles::Question question,
                          bool may_be_unfit) {
  question.keeps_to_route = true;
  const Distance wanted = cheapest_on_path(grid, tiles, question);
  if (!finds(way, question, wanted, may_be_unfit)) return;
  const auto on_route = question.corridor.first(question.on_route);
  for (const Cell c : expect_path(grid, way, question).cells)
    EXPECT_NE(std::find(on_route.begin(), on_route.end(), tiles.tile_of(c).value), on_route.end());
}

// Corridors of any shape, and known ways that lead nowhere: whatever the parts, the answer is the field's.
TEST(PathTiles, EqualsTheFieldOfAnyCorridor) {
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    test::Random random(seed);
    test::RandomWorldOptions options{.extent = {random.between(30, 230), random.between(30, 230), 1},
                                     .shape = test::all_shapes[seed % std::size(test::all_shapes)],
                                     .density = random.between(5, 40)};
    options.least_cost = seed % 4 == 3 ? random.between(1, 20) : 1;
    options.most_cost = seed % 2 == 0 ? options.least_cost : options.least_cost + random.between(1, 60);
    SCOPED_TRACE(test::describe(options, seed));
    const auto map = test::random_world(options, seed);
    const TileGrid tiles(map.extent());
    const std::vector<Isa> isas = supported_isas();
    const Isa isa = isas[seed % isas.size()];
    PathTiles way(map.view(), tiles, isa);
    ASSERT_TRUE(way.usable());
    // Values of one tile are far apart where ground is costly or ways are long.
    const bool may_be_unfit = options.most_cost > 1 || options.shape == test::Shape::maze;
    for (int i = 0; i < 12; ++i) {
      std::vector<std::uint32_t> corridor;
      const int share = random.between(40, 100);
      for (std::uint32_t tile = 0; tile < tiles.tile_count(); ++tile) {
        if (random.percent(share)) corridor.push_back(tile);
      }
      for (std::size_t at = corridor.size(); at > 1; --at)
        std::swap(corridor[at - 1], corridor[random.below(static_cast<std::uint32_t>(at))]);
      const auto goals = test::random_goals(map.view(), 3, random);
      PathTiles::Question question{.start = test::random_passable_cell(map.view(), random),
                                   .goals = goals,
                                   .corridor = corridor,
                                   .on_route = random.below(static_cast<std::uint32_t>(corridor.size()) + 1),
                                   .least_cost = static_cast<Cost>(options.least_cost)};
      expect_like_field(map.view(), tiles, way, question, isa, may_be_unfit);
      if (i % 3 == 0) expect_like_dijkstra(map.view(), tiles, way, question, may_be_unfit);
      // Told what the best way costs, or a little more.
      question.on_route = corridor.size();
      if (way.find(question) == PathTiles::End::found) {
        question.known = way.value().units + random.below(3) * random.below(500);
        expect_like_field(map.view(), tiles, way, question, isa, may_be_unfit);
      }
    }
    if (HasFailure()) return;
  }
}

// A step from tile to tile across their corner needs the two tiles beside it.
TEST(PathTiles, CrossesCornersInsideTheCorridorOnly) {
  const auto map = test::random_world({.extent = {64, 64, 1}, .shape = test::Shape::open}, 1);
  const TileGrid tiles(map.extent());
  PathTiles way(map.view(), tiles);
  const Goal goal{{32, 32, 0}};
  const std::uint32_t two[] = {0, 3}, all[] = {0, 3, 1, 2};
  EXPECT_EQ(way.find({.start = {31, 31, 0}, .goals = {&goal, 1}, .corridor = two, .on_route = 2}),
            PathTiles::End::none);
  ASSERT_EQ(way.find({.start = {31, 31, 0}, .goals = {&goal, 1}, .corridor = all, .on_route = 2}),
            PathTiles::End::found);
  EXPECT_EQ(way.value(), (Distance{34}));
}

TEST(PathTiles, IsForWholeTilesWithoutLinks) {
  auto map = test::random_world({.extent = {64, 64, 1}, .shape = test::Shape::open}, 1);
  EXPECT_FALSE(PathTiles(map.view(), TileGrid(map.extent(), 16)).usable());
  const PathTiles way(map.view(), TileGrid(map.extent()));
  EXPECT_TRUE(way.usable());
  map.world.add_link({{0, 0, 0}, {9, 9, 0}, 24});
  map.world.commit();
  EXPECT_FALSE(way.usable());
}

}  // namespace
}  // namespace portolan
