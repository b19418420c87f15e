// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <portolan/core/grid_view.hpp>
#include <portolan/core/path_point.hpp>
#include <portolan/crowd/guide.hpp>

namespace portolan {

/// The line on which a single agent of a crowd walks from the middle of a cell to that of another, led by a
/// guide: its bends, and where it is after each tick. Speed and tick are those of a scenario that sets none,
/// its body is a point. A link is two points, more than `longest_step` apart or on two layers. Empty where
/// the agent does not arrive.
[[nodiscard]] std::vector<PathPoint> walk(const Guide& guide, GridView grid, Cell start, Cell goal);

/// Cells; two neighbouring points of a walk are not farther apart.
inline constexpr float longest_step = 0.8F;

}  // namespace portolan
