// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <portolan/core/cell.hpp>
#include <portolan/core/distance.hpp>
#include <portolan/core/outcome.hpp>
#include <portolan/core/path.hpp>

namespace portolan {

/// The path of a single agent, and what was found out with it: the answer of `AStar` and of `PathFinder`.
struct FoundPath {
  Outcome outcome = Outcome::pending;
  Path path;  ///< empty unless complete or partial; a partial one ends on `nearest`
  std::uint64_t nodes_opened = 0;

  // By a PathFinder.
  std::uint64_t tiles_solved = 0;
  Distance lower_bound{0};  ///< of the optimum, proven
  Cell nearest;             ///< for `partial`: the reachable cell nearest to the goal
  /// It is the cheapest that keeps to the sectors which the route by portals leads through, instead of the
  /// cheapest in the corridor, and costs no more than that route.
  bool keeps_to_route = false;
};

}  // namespace portolan
