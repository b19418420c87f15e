// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include <portolan/core/cell.hpp>
#include <portolan/core/grid_view.hpp>
#include <portolan/core/vec2.hpp>

namespace portolan {

/// Moves a point as far as walls allow and along them where they do not. The point crosses from cell to cell
/// by legal steps only, however far it moves, so it never enters an impassable cell nor slips through a
/// corner. From an impassable cell it does not move. With a margin (cells, below one half) it is the centre
/// of a body that ends at least so far from all impassable cells. Cost: O(cells that it passes).
[[nodiscard]] Vec2 slide(const GridView& grid, std::int32_t layer, Vec2 from, Vec2 move, float margin = 0);

/// The passable cell nearest to a position that stands on an impassable one: the first in rings of steps
/// outwards, within a ring the nearest to the position, then by row and column. Steps go only through cells
/// for which `ground` holds (where an agent could stand if no stamp lay there), so that nobody is pushed
/// through a wall. Nothing within `max_steps`: none. Cost: O(cells looked at).
[[nodiscard]] std::optional<Cell> nearest_free(const GridView& grid, Vec2 position, std::int32_t layer,
                                               const std::function<bool(Cell)>& ground,
                                               std::int32_t max_steps = 64);

/// The position inside a cell that is nearest to p, a little away from the cell's boundary.
[[nodiscard]] Vec2 clamped_into(Cell cell, Vec2 p);

}  // namespace portolan
