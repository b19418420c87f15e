// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/detail/pimpl.hpp>
#include <portolan/core/grid_view.hpp>

namespace portolan {

/// What no curve from one cell to another can cost less than, at any angle: the certificate that says how far
/// from the optimum a path can be. It is the length of the shortest curve over passable ground, which may
/// touch walls but not slip between two that meet in a corner, times the least cost of the ground. Where
/// links are, it is no more than the straight lines to the nearest foot of one and from the nearest end, and
/// the cheapest link.
///
/// Exact where the search is not stopped: what sees what is decided in whole numbers, and lengths are sums of
/// square roots, rounded down. Stopped after so many corners it still is a bound, as the search goes by what
/// a curve has at least.
///
/// Method: A* over convex corners of walls (Lozano-Pérez and Wesley 1979), whose views are cast row by row
/// when they are opened, between the line on which the curve came and the wall (taut edges only). Why not
/// from the octile distance, which is known anyway: along walls that step like stairs it is 1.41 times the
/// length of the curve, between walls that stand alternately on both sides of a line 1.5 times, so that
/// hardly more than the straight line could be promised.
///
/// Thread rule: one thread. Cost: microseconds on open ground, 10 to 80 milliseconds across a city of 1024 by
/// 1024. Memory: for the layers that were asked for, an eighth of a byte per cell and 4 bytes per corner of
/// cells. The world behind the view must outlive it and not change.
class CurveBound {
 public:
  static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

  /// No cell may be cheaper than `least_cost`; Hierarchy::least_cost() tells.
  CurveBound(GridView grid, Cost least_cost);

  /// Between the middles of two cells of the world, in cells times cost; infinite where nothing joins them.
  /// With no corner to open it is the straight line, in nanoseconds: costs of no other cells are read.
  [[nodiscard]] double between(Cell from, Cell to, std::uint64_t most_corners = unlimited);
  /// The last answer was the optimum itself: on ground of one cost, by a search that was not stopped, and
  /// without links that may be shorter.
  [[nodiscard]] bool is_exact() const;

 private:
  struct Search;
  [[nodiscard]] double by_links(Cell from, Cell to) const;

  GridView grid_;
  std::vector<detail::Pimpl<Search>> layers_;  // null before they are asked for
  double least_cost_;
  bool exact_ = false;
};

}  // namespace portolan
