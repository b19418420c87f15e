// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include <portolan/core/grid_view.hpp>
#include <portolan/crowd/guide.hpp>

#include <support/map_point.hpp>

namespace portolan::bench {

/// The line on which somebody walked.
using Trail = std::vector<test::MapPoint>;

/// What a single agent of a crowd walks on one layer, as `portolan::walk` has it. Empty when it does not
/// arrive. This is where new kinds of fields are measured: give their guide.
[[nodiscard]] Trail walk(const Guide& guide, GridView grid, Cell start, Cell goal);

/// Through the middles of cells.
[[nodiscard]] Trail trail_of(std::span<const Cell> cells);

/// A string pulled along a path of one layer: from each bend straight to the last cell before the first that
/// cannot be seen from there, or costs more that way. Bends are middles of cells.
[[nodiscard]] Trail pulled(std::span<const Cell> cells, GridView grid);

}  // namespace portolan::bench
