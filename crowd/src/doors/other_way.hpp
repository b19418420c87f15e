// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <portolan/core/straight_field.hpp>

namespace portolan::detail {

/// The cheapest way, cell by cell, that is left to a goal when some cells are shut.
class OtherWay {
 public:
  struct Found {
    std::vector<Cell> cells;     ///< from the first one on; none: there is no way
    std::vector<float> lengths;  ///< so far, times what ground costs, in cells
    float rest = 0;              ///< from the last cell to the goal
  };

  /// `shut` is in order. The way ends where less than `rest` is left straight to a goal. It is no longer than
  /// `longest`, and not so many cells are looked at.
  [[nodiscard]] static Found find(const StraightField& straight, const GridView& grid, Cell from,
                                  std::span<const Cell> shut, float rest, float longest, std::size_t most);
};

}  // namespace portolan::detail
