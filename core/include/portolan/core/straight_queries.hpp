// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <portolan/core/grid_view.hpp>
#include <portolan/core/path_point.hpp>

namespace portolan {

// Questions about the ground around positions, which every game asks. What lies outside the world counts as
// wall. Reads only, any thread, no allocation. Positions are rounded to a 256th of a cell, so that answers
// are exact and the same everywhere.

/// Where one who goes straight from a position to another on its layer first meets a wall; nothing where the
/// line is free. It may touch walls and run along them, but not slip between two that meet in a corner or at
/// a side. In a wall already: the position itself. Cost: some nanoseconds per cell on the way.
[[nodiscard]] std::optional<PathPoint> straight(GridView grid, PathPoint from, Vec2 to);

/// How far the nearest wall is from a position, in cells, but no further than `most`; 0 in a wall. A disc of
/// this radius around the position overlaps no wall. Cost: the cells of a square of `most` to each side.
[[nodiscard]] float distance_to_wall(GridView grid, PathPoint at, float most);

}  // namespace portolan
