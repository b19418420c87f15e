// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include <portolan/core/cell.hpp>
#include <portolan/core/distance.hpp>
#include <portolan/core/outcome.hpp>
#include <portolan/core/path.hpp>
#include <portolan/hierarchy/hierarchy.hpp>
#include <portolan/hierarchy/plan.hpp>

namespace portolan {

/// The way of one mover.
struct FoundPath {
  Outcome outcome = Outcome::pending;
  Path path;                ///< empty unless complete or partial; a partial one ends on `nearest`
  Distance lower_bound{0};  ///< of the optimum, proven
  Cell nearest;             ///< for `partial`: the reachable cell nearest to the goal
  std::uint64_t nodes_opened = 0;
  std::uint64_t tiles_solved = 0;
};

/// Finds the path of a single mover, who needs no field: a plan, and of its corridor's field only the values
/// that lie between the goal and the mover. Tiles that the search for the cheapest way in the corridor does
/// not come to before the mover is reached are not solved, and directions are not made. The path costs
/// exactly what one down the corridor's field does, so that qualities promise the same.
/// Reused: keeps its memory. One per thread. The hierarchy must outlive it; it may change between calls.
/// Cost: about two thirds of plan and field.
class PathFinder {
 public:
  explicit PathFinder(const Hierarchy& hierarchy);
  ~PathFinder();
  PathFinder(PathFinder&&) noexcept;
  PathFinder& operator=(PathFinder&&) noexcept;

  /// Requires a request of one mover. The answer is kept until the next call.
  [[nodiscard]] const FoundPath& find(const PlanRequest& request);

  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  struct Scratch;
  std::unique_ptr<Scratch> scratch_;
};

}  // namespace portolan
