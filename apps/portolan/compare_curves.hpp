// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <portolan/core/curve_bound.hpp>
#include <portolan/core/tile_field.hpp>
#include <portolan/hierarchy/path_finder.hpp>

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
/// that the corridor's field leads, with the body and the speed of a scenario that sets none.
class CompareCurves {
 public:
  CompareCurves(const MapAtHand& map, const Hierarchy& hierarchy);

  /// `field` leads the request's agent to its goal.
  [[nodiscard]] CurveMeasure measure(const PlanRequest& request, const TileField& field);

 private:
  [[nodiscard]] std::optional<double> walked_length(const TileField& field, Cell start, Cell goal) const;

  GridView grid_;
  PathFinder finder_;
  CurveBound bound_;
  std::uint64_t most_corners_;
};

}  // namespace portolan::tool
