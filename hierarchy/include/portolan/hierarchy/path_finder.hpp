// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <portolan/core/detail/pimpl.hpp>
#include <portolan/core/found_path.hpp>
#include <portolan/core/path_point.hpp>
#include <portolan/hierarchy/hierarchy.hpp>
#include <portolan/hierarchy/plan.hpp>

namespace portolan {

/// Finds the path of a single agent, who needs no field: a plan, the tiles that its way leads through, and
/// of the other tiles of its corridor those that a cheaper way may lead through, by the cost of the way that
/// is known then and the octile distance to the agent. Directions are not made. The path costs exactly what
/// one down the corridor's field does, so that qualities promise the same; but of `path` quality and through
/// more than 16 sectors it keeps to these, where hardly any path gets cheaper by others (docs/hierarchy.md).
/// A request of `headings` at any angle gets a corridor by curves, where there is one: its polyline takes the
/// street that is shortest for a curve, and its path by cells may be longer than one that asks for nothing.
/// Reused: keeps its memory. One per thread. The hierarchy must outlive it; it may change between calls.
/// Cost: two thirds to three quarters of plan and field; of `bounded` and `exact` quality a third to a half.
class PathFinder {
 public:
  explicit PathFinder(const Hierarchy& hierarchy);

  /// Requires a request of one agent: any other one is `unreachable` where assertions are off. The answer is
  /// kept until the next call.
  [[nodiscard]] const FoundPath& find(const PlanRequest& request);

  /// The path that was found last, straight: from the middle of the first cell to that of the last, with
  /// bends at corners of walls. In a corridor by curves of the cells that `find` gives, else of the equally
  /// cheap ones that keep nearest to the straight lines between the places where they must bend. Without
  /// points where there is no path. The world must not have changed since `find`. Costs a tenth to a third of
  /// what `find` does; on ground of several costs more. Promise: on ground of one cost the shortest of all
  /// curves that pass every wall on the same side as those cells, on other ground never more than the path
  /// costs; how near to the optimum: docs/any-angle-paths.md.
  [[nodiscard]] const Polyline& polyline();

  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  struct Scratch;
  detail::Pimpl<Scratch> scratch_;
};

}  // namespace portolan
