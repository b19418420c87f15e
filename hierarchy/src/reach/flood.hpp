// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include <portolan/core/grid_view.hpp>
#include <portolan/core/tile_grid.hpp>

namespace portolan::detail {

/// A set of cells of one sector: bit x of row y.
struct CellSet {
  std::array<std::uint32_t, TileGrid::max_side> rows{};

  [[nodiscard]] bool contains(std::int32_t x, std::int32_t y) const {
    return (rows[static_cast<std::size_t>(y)] >> static_cast<std::uint32_t>(x) & 1U) != 0;
  }
  void add(std::int32_t x, std::int32_t y) {
    rows[static_cast<std::size_t>(y)] |= 1U << static_cast<std::uint32_t>(x);
  }
};

/// The passable cells of a box of at most 32 by 32 cells that lies in one block of the world.
[[nodiscard]] CellSet passable_cells(const GridView& grid, const Rect& box);

/// The cells of `open` that can be reached from those of `seeds` inside the box. A diagonal step needs both
/// orthogonal neighbours, so that straight steps reach the same cells.
[[nodiscard]] CellSet flood(const CellSet& open, const CellSet& seeds, const Rect& box);

}  // namespace portolan::detail
