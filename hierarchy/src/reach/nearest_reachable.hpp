// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include <portolan/core/grid_view.hpp>
#include <portolan/core/tile_grid.hpp>
#include <portolan/hierarchy/detail/level.hpp>

#include "reach/components.hpp"

namespace portolan::detail {

/// A cell that an agent stands on, and where it can get to from there.
struct Standpoint {
  Cell cell;
  std::uint32_t sector = 0;
  bool has_exit = false;            ///< some portal or link can be reached inside the sector
  Components::Class component = 0;  ///< of those, when it has one
};

struct NearestCell {
  Cell cell;
  std::uint64_t gap = 0;  ///< octile distance to the goal at the least cost
};

/// The cell nearest to `goal`, on its layer, that an agent can get to; among equals the first by row and
/// column. Looks at sectors in rings around the goal, and at their cells only where the agent can get to a
/// portal of the sector, so that the cost is that of the rings. The agent's own local component counts where
/// it has no portal.
[[nodiscard]] std::optional<NearestCell> nearest_reachable(const Level& level, const GridView& grid,
                                                           const TileGrid& tiles,
                                                           const Components& components, Cost least_cost,
                                                           const Standpoint& agent, Cell goal);

}  // namespace portolan::detail
