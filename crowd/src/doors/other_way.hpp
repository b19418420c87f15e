// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <portolan/core/grid_view.hpp>
#include <portolan/core/straight_field.hpp>

namespace portolan::detail {

struct OtherWayLimits {
  float rest = 0;        ///< it ends where less than this is left straight to a goal, and not through a door
  float longest = 0;     ///< cells
  std::size_t most = 0;  ///< cells that are looked at
  float same = 0;        ///< by which two lengths of one way differ at most
};

/// The cheapest way that is left to a goal when some cells are shut, cell by cell; none where there is none.
/// `shut` is in order. Links are not taken. `through`: fields of the ways through the doors that are known.
[[nodiscard]] std::vector<Cell> find_other_way(const StraightField& straight, const GridView& grid, Cell from,
                                               std::span<const Cell> shut, const OtherWayLimits& limits,
                                               std::span<const StraightField* const> through = {});

}  // namespace portolan::detail
