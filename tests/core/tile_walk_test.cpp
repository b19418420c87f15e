// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Walks down a field: cell for cell those of plain models, which ask for every value and every cost by place.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/path.hpp>
#include <portolan/core/path_check.hpp>
#include <portolan/core/tile_field.hpp>

#include <support/cases.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>

namespace portolan {
namespace {

Direction direction_between(Cell from, Cell to) {
  int d = 0;
  while (step(from, static_cast<Direction>(d)) != to) ++d;
  return static_cast<Direction>(d);
}

bool value_falls(const TileField& field, Cell c, Direction d) {
  const GridView& grid = field.grid();
  return grid.contains(step(c, d)) && grid.can_step(c, d) &&
         field.at(step(c, d)) + grid.step_cost(c, d) == field.at(c);
}

// Straight steps before diagonals, each clockwise from east.
Direction first_that_falls(const TileField& field, Cell c) {
  const auto goals = field.goals();
  if (std::any_of(goals.begin(), goals.end(),
                  [&](const Goal& g) { return g.cell == c && g.offset == field.at(c); }))
    return Direction::goal;
  for (const int d : {0, 2, 4, 6, 1, 3, 5, 7}) {
    if (value_falls(field, c, static_cast<Direction>(d))) return static_cast<Direction>(d);
  }
  return Direction::link;
}

std::vector<Cell> model_of_walk(const TileField& field, Cell here) {
  std::vector<Cell> cells{here};
  for (Direction d = first_that_falls(field, here); d != Direction::goal; d = first_that_falls(field, here)) {
    here = is_step(d) ? step(here, d) : field.grid().links()[link_down(field, field.grid(), here)].to;
    cells.push_back(here);
  }
  return cells;
}

// The last cells of the parts that have two directions side by side at most.
std::vector<Cell> model_of_ends(const std::vector<Cell>& path) {
  std::vector<Cell> ends;
  std::vector<int> used;
  for (std::size_t i = 1; i < path.size(); ++i) {
    const int d = static_cast<int>(direction_between(path[i - 1], path[i]));
    const auto is_known = std::find(used.begin(), used.end(), d) != used.end();
    const bool is_beside = used.size() == 1 && ((d - used[0] + 8) % 8 == 1 || (used[0] - d + 8) % 8 == 1);
    if (!is_known && !is_beside && !used.empty()) {
      ends.push_back(path[i - 1]);
      used.clear();
    }
    if (!is_known || used.empty()) used.push_back(d);
  }
  ends.push_back(path.back());
  return ends;
}

struct Leap {
  std::int64_t x, y;
};
Leap leap(Cell from, Cell to) { return {to.x - from.x, to.y - from.y}; }
std::int64_t length_along(Leap a, Leap b) { return a.x * b.x + a.y * b.y; }
std::int64_t length_off(Leap a, Leap b) { return std::abs(a.x * b.y - a.y * b.x); }

// Of the straight step and the diagonal along the line that of which leads nearer to it, then the other one,
// then what the field says.
std::vector<Cell> model_of_walk_between(const TileField& field, const std::vector<Cell>& path) {
  const std::vector<Cell> ends = model_of_ends(path);
  std::vector<Cell> cells{path.front()};
  Cell from = path.front();
  for (std::size_t next = 0;;) {
    const Cell here = cells.back();
    while (next + 1 < ends.size() && length_along(leap(from, ends[next]), leap(here, ends[next])) <= 0) {
      from = here;
      ++next;
    }
    const Leap line = leap(from, ends[next]);
    const Cell flat{here.x + (line.x < 0 ? -1 : 1), here.y, here.layer};
    const Cell steep{here.x, here.y + (line.y < 0 ? -1 : 1), here.layer};
    const Cell diagonal{flat.x, steep.y, here.layer};
    Cell first = std::abs(line.x) > std::abs(line.y) ? flat : steep, second = diagonal;
    if (length_off(line, leap(from, second)) < length_off(line, leap(from, first))) std::swap(first, second);
    Direction d = Direction::none;
    for (const Cell to : {second, first}) {
      const Direction by = direction_between(here, to);
      if (here != ends[next] && value_falls(field, here, by)) d = by;
    }
    if (d == Direction::none) d = first_that_falls(field, here);
    if (d == Direction::goal) return cells;
    cells.push_back(step(here, d));
  }
}

// Without links, which end lines: those are tested with paths (path_search_test.cpp).
TEST(TileWalk, GoesCellForCellAsPlainModelsDo) {
  for (std::uint64_t seed = 0; seed < test::cases(60); ++seed) {
    test::RandomWorldOptions options = test::random_options(seed, 120);
    if (seed % 2 == 0) options.least_cost = options.most_cost = 1 + static_cast<int>(seed % 3);
    if (seed % 4 < 3) options.one_way_links = options.two_way_links = 0;
    const bool has_links = options.one_way_links + options.two_way_links > 0;
    SCOPED_TRACE(test::describe(options, seed));
    const auto map = test::random_world(options, seed);
    test::Random random(seed);
    const TileGrid tiles(map.view().extent(), seed % 5 == 0 ? 16 : 32);
    TileField field = TileField::distances_only(map.view(), tiles);
    for (const Goal& goal : test::random_goals(map.view(), 3, random)) field.add_goal(goal);
    field.advance();
    std::vector<Cell> cells, between, ends;
    for (int i = 0; i < 20; ++i) {
      const Cell start = test::random_passable_cell(map.view(), random);
      if (!reachable(field.at(start))) continue;
      cells.clear();
      field.walk(start, cells);
      ASSERT_EQ(cells, model_of_walk(field, start));
      if (has_links) continue;
      between.clear();
      field.walk_between(cells, between, ends);
      ASSERT_EQ(between, model_of_walk_between(field, cells));
      // Whatever the lines, the way is as cheap.
      Path along;
      ends = {test::random_cell(map.extent(), random), test::random_cell(map.extent(), random)};
      const Distance rest = field.walk_along(start, ends, along.cells);
      along.cost = {field.at(start).units - rest.units};
      ASSERT_EQ(first_fault(map.view(), along), std::nullopt);
    }
  }
}

}  // namespace
}  // namespace portolan
