// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

#include <portolan/core/cell.hpp>
#include <portolan/core/detail/pimpl.hpp>
#include <portolan/core/grid_view.hpp>
#include <portolan/core/path_point.hpp>

namespace portolan {

/// Pulls paths of cells straight: from the middle of the first cell to that of the last, with bends at
/// corners of walls, where it does not go straight on. Never through a wall, nor between two that meet in a
/// corner; corners may be touched.
///
/// Promise: on ground of one cost the shortest of all curves that pass every wall on the same side as the
/// path, exactly (docs/any-angle-paths.md says how near to the optimum that is). On ground of several costs
/// never more than the path costs. Equal inputs give equal bits on every machine.
///
/// Reused: keeps its memory. One per thread. The world behind the view must outlive it, and may change
/// between calls. Cost: 20 to 30 nanoseconds per cell of the path; on ground of several costs more, but
/// bounded by the length of the path.
class PathStraightener {
 public:
  explicit PathStraightener(GridView grid);

  /// Requires a legal path: by steps, and by links of this grid. Where a step and links join the same two
  /// cells, the cheapest is meant. Without points for an empty path. The answer is kept until the next call.
  [[nodiscard]] const Polyline& straighten(std::span<const Cell> path);

  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  struct State;
  detail::Pimpl<State> state_;
};

}  // namespace portolan
