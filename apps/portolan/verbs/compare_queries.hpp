// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/grid_view.hpp>
#include <portolan/core/result.hpp>

#include "verbs.hpp"

namespace portolan::tool {

struct Query {
  Cell start;
  Cell goal;
  std::optional<double> scen_optimum;  ///< length with diagonals of the square root of two
};

/// The queries of the file, or as many of them as asked for, spread evenly; without a file random pairs of
/// passable cells.
/// Cells of a map that random edits block or open; equal seeds give equal cells.
[[nodiscard]] std::vector<Cell> choose_edits(const CompareOptions& options, Extent extent);

[[nodiscard]] Result<std::vector<Query>> choose_queries(const CompareOptions& options, const GridView& grid);

/// True for `count` of `total` indices, spread evenly, the first among them.
[[nodiscard]] constexpr bool chosen(std::size_t index, std::size_t count, std::size_t total) {
  return index == 0 ? count > 0 : (index * count) / total != ((index - 1) * count) / total;
}

}  // namespace portolan::tool
