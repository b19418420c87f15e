// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <portolan/core/curve_bound.hpp>
#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/path_finder.hpp>
#include <portolan/hierarchy/planner.hpp>

#include "map_at_hand.hpp"

namespace portolan::tool {

/// Shares above the shortest curve, or above what bounds it; nothing where it is not known, and for an agent
/// that does not arrive.
struct CurveMeasure {
  std::optional<double> polyline;
  std::optional<double> walked;
  bool exact = true;  ///< against the shortest curve itself
};

/// Measures what is walked at any angle: the path pulled straight, and the trail of a single agent of a crowd
/// that the corridor's field at any angle leads, as a group of a scenario that sets nothing else has it.
class CompareCurves {
 public:
  CompareCurves(const MapAtHand& map, const Hierarchy& hierarchy);

  /// Requires a request of one agent with one goal.
  [[nodiscard]] CurveMeasure measure(const PlanRequest& request);

 private:
  [[nodiscard]] std::optional<double> walked_length(const PlanRequest& request);

  GridView grid_;
  PathFinder finder_;
  Planner planner_;
  CorridorField field_;
  CurveBound bound_;
  std::uint64_t most_corners_;
};

}  // namespace portolan::tool
