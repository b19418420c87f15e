// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <portolan/core/grid_view.hpp>

namespace portolan::tool {

struct Components {
  std::uint64_t count = 0;
  std::uint64_t largest = 0;  ///< cells of the largest one
};

/// Connected areas of passable cells, links left out. A diagonal step needs both orthogonal neighbours, so
/// the four straight ones decide. Independent of the hierarchy, which keeps its own account. Memory: 16 bytes
/// per run of passable cells in a row.
[[nodiscard]] Components components_of(const GridView& grid);

}  // namespace portolan::tool
