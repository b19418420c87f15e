// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <queue>
#include <span>
#include <vector>

#include <portolan/core/grid_view.hpp>

#include <support/map_point.hpp>
#include <support/visible_area.hpp>

namespace portolan::test {

/// The shortest curve between two points.
struct OraclePath {
  double length = 0;             ///< cells
  std::vector<MapPoint> points;  ///< from, the corners that it turns around, to
};

/// The true optimum for a point that walks over one layer of one cost: the shortest curve over the union of
/// the closed passable cells. It may touch walls and their corners, but not slip between two blocked cells
/// that meet at a corner, nor along the seam of two that meet at a side. Links are not used. Shares no code
/// with the library's solvers.
///
/// Exact: what sees what is decided in whole numbers; only lengths are rounded, as sums of double square
/// roots (relative error about 1e-13). Points must be multiples of 1/256 cell and lie on passable ground, or
/// a std::invalid_argument says which does not; so does a map of several costs.
///
/// Method: A* on the visibility graph over convex wall corners (Lozano-Pérez and Wesley 1979), whose edges
/// are found when a corner is opened, by scanning what it sees; only taut edges, that is, those that bend
/// around the corner, between the line on which the path came and the wall. One parent is enough for that:
/// where an optimal path passes a corner, it is taut after every optimal path to that corner. Cost of a
/// query: what the opened corners see behind themselves; milliseconds on a map of 1024 by 1024. An
/// unreachable target costs all that can be reached. Memory: 2 bytes per cell, 50 per corner. Not
/// thread-safe.
class VisibilityOracle {
 public:
  explicit VisibilityOracle(const GridView& grid, std::int32_t layer = 0);

  /// Nothing where there is no curve.
  [[nodiscard]] std::optional<OraclePath> shortest(MapPoint from, MapPoint to);
  /// From every one of the points to the goal, in one search; infinity where there is no curve.
  [[nodiscard]] std::vector<double> distances(MapPoint goal, std::span<const MapPoint> points);

  [[nodiscard]] std::size_t corner_count() const { return corners_.size(); }
  /// Corners that the last search looked from.
  [[nodiscard]] std::size_t corners_opened() const { return opened_; }

 private:
  static constexpr std::uint32_t from_start = ~0U;  // what has no corner as its parent
  static constexpr std::uint32_t nowhere = from_start - 1;

  struct Corner {
    Vertex at;
    std::int8_t wall_x;  // on which side of it the blocked cell is
    std::int8_t wall_y;
    bool closed;
    std::uint32_t search;  // the one that the rest is about
    std::uint32_t parent;
    double length;
  };
  struct Reached {
    double length;
    std::uint32_t parent;
  };
  struct Open {
    double estimate;
    std::uint32_t corner;
    bool operator<(const Open& other) const {  // for a heap whose top is the least
      return estimate != other.estimate ? estimate > other.estimate : corner > other.corner;
    }
  };

  [[nodiscard]] Parts checked(MapPoint p) const;
  void list_corners();
  [[nodiscard]] std::uint32_t corner_at(Vertex v) const;

  void search(Parts from, std::span<const Parts> targets, bool towards_first);
  [[nodiscard]] double longest_wanted() const;
  [[nodiscard]] double estimate(Parts p) const;
  void open_start();
  void open(std::uint32_t corner);
  void look_into(int quarter, Parts from, Parts left, Parts right, std::uint32_t parent);
  void reach_corner(Vertex v, Parts from, double length, std::uint32_t parent);
  [[nodiscard]] std::vector<MapPoint> trace(std::uint32_t target) const;

  std::array<Quarter, 4> quarters_;  // bit 0: mirrored in x, bit 1: in y
  std::vector<Corner> corners_;      // by row, then column
  std::vector<std::uint32_t> rows_;  // where each row's begin

  std::uint32_t searches_ = 0;
  Parts from_;
  std::vector<Parts> to_;
  bool towards_first_ = false;    // with an estimate of what is left to the first target
  std::vector<Reached> reached_;  // by target
  std::array<Targets, 4> targets_;
  std::priority_queue<Open> heap_;
  Sight sight_;
  std::size_t opened_ = 0;
};

}  // namespace portolan::test
