// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

#include <portolan/core/cell.hpp>
#include <portolan/core/distance.hpp>
#include <portolan/core/goal.hpp>
#include <portolan/core/id.hpp>

namespace portolan {

/// What is known about a path that is looked for.
struct PathQuery {
  Cell start;
  std::span<const Goal> goals{};       ///< those outside the corridor are ignored
  std::span<const TileId> corridor{};  ///< the tiles that may be used; those of a known path first
  std::size_t on_route = 0;            ///< so many, from the start's to the goal's
  bool keeps_to_route = false;         ///< the others only have corners that a path may pass
  Distance known = unreachable;        ///< what that path costs, or more
  Cost least_cost = 1;                 ///< no passable cell is cheaper
};

}  // namespace portolan
