// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <portolan/core/goal.hpp>

#include <support/random.hpp>
#include <support/test_world.hpp>

namespace portolan::test {

enum class Shape { open, noise, boxes, rooms, maze, caves };
inline constexpr Shape all_shapes[] = {Shape::open,  Shape::noise, Shape::boxes,
                                       Shape::rooms, Shape::maze,  Shape::caves};

struct RandomWorldOptions {
  Extent extent{70, 45, 1};
  Shape shape = Shape::noise;
  int density = 25;    ///< noise: percent of cells that are walls; boxes: percent of the area laid with boxes
  int least_cost = 1;  ///< patches of ground cost least_cost..most_cost
  int most_cost = 1;
  int one_way_links =
      0;  ///< between any two cells; about one in eight has an end in a wall and cannot be used
  int two_way_links = 0;  ///< pairs of links
  int most_link_cost = 2000;
  int clearance = 1;
};

/// Equal options and seed give equal worlds. At least one cell is passable where clearance allows it.
[[nodiscard]] TestWorld random_world(const RandomWorldOptions& options, std::uint64_t seed);

/// Options that depend on the seed alone: shape, an odd size of up to `most_side` that is mostly no multiple
/// of a tile, plain or weighted terrain up to 254, one to three layers, with or without links.
[[nodiscard]] RandomWorldOptions random_options(std::uint64_t seed, int most_side = 80);

/// One to six edits, which show after the next commit: walls, openings, ground of any cost, and links that
/// come or go, the last of `links` first.
void edit_randomly(TestWorld& map, Random& random, std::vector<LinkId>& links);

/// What a failing test prints: how to make the same world again.
[[nodiscard]] std::string describe(const RandomWorldOptions& options, std::uint64_t seed);

/// Any passable cell, all equally likely; throws when there is none.
[[nodiscard]] Cell random_passable_cell(GridView grid, Random& random);
/// Any cell, passable or not.
[[nodiscard]] Cell random_cell(Extent extent, Random& random);
/// One to `most` passable goals; the first has offset 0, the others up to a few hundred steps.
[[nodiscard]] std::vector<Goal> random_goals(GridView grid, int most, Random& random);

}  // namespace portolan::test
