// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <portolan/core/grid_view.hpp>

#include <support/map_point.hpp>
#include <support/visibility_graph.hpp>

namespace portolan::test {

struct RefinedGridOptions {
  int refinement = 4;  ///< nodes per side of a cell; even, so that middles of cells are nodes
  int reach = 5;       ///< steps go up to so many nodes along x and y: 5 gives 80 directions, 3 gives 32
};

/// The cheapest curve for a point over one layer of weighted ground, as nearly as a fine grid can tell:
/// Dijkstra from a goal over nodes that lie `refinement` to a cell, corners and sides of cells among them,
/// with steps in every direction of whole numbers up to `reach`. A step costs, for every cell that it
/// crosses, the length in it times the cell's cost; between two cells the cheaper one's. Walls as for
/// VisibilityOracle. Links are not used. Shares no code with the library's solvers.
///
/// Never below the optimum but for rounding: every answer is what a legal curve costs. A chain of steps is
/// above it by at most `stretch()` on open ground of one cost (reach 5: 0.49 %, reach 3: 1.3 %). Measured
/// with the defaults in refined_grid_test.cpp: against the exact oracle on small worlds of one cost 0.09 % in
/// the mean and 0.49 % at most, after `path` has pulled it straight 0.001 % and 0.17 %; against Snell's law
/// where two grounds meet and on a road below 0.1 % after pulling. On caves of 512 by 512 with costs of 1 to
/// 9, pulling gains 0.07 % in the mean and 0.09 % at most.
///
/// Cost: refinement squared times directions steps per cell; 512 by 512 cells take about 10 seconds and 50
/// MB, and answer for all starts; `path` some 20 ms more. Not thread-safe.
class RefinedGrid {
 public:
  explicit RefinedGrid(const GridView& grid, std::int32_t layer = 0, RefinedGridOptions options = {});

  /// Costs of all nodes to the goal, which must be a node.
  void run(MapPoint goal);
  /// Of the cheapest chain of steps, in cells times cost; infinite where there is none. Only after `run`.
  [[nodiscard]] double at(MapPoint from) const;
  /// That chain pulled straight, and its bends moved, wherever this costs less. `length` is what it costs.
  [[nodiscard]] std::optional<OraclePath> path(MapPoint from) const;

  /// How much longer the shortest chain of steps can be than a straight line, as a factor.
  [[nodiscard]] double stretch() const;

 private:
  // A part of a step that lies in one cell, or between two.
  struct Piece {
    std::ptrdiff_t cell;  // in costs_, from that of the step's first node
    std::ptrdiff_t other;
    double length;
  };
  struct Step {
    int x;
    int y;
    std::vector<Piece> pieces;
  };

  void read_costs();
  void make_steps();
  [[nodiscard]] std::vector<Piece> pieces_of(int from_x, int from_y, int dx, int dy) const;
  [[nodiscard]] double step_cost(const Step& step, std::size_t cell) const;
  [[nodiscard]] bool is_gap(int x, int y) const;
  [[nodiscard]] std::size_t node(MapPoint p) const;
  [[nodiscard]] MapPoint point(std::size_t node) const;
  [[nodiscard]] std::size_t cell_of(std::size_t node) const;
  [[nodiscard]] const std::vector<Step>& steps_from(std::size_t node) const;
  [[nodiscard]] double cost_by(MapPoint a, MapPoint bend, MapPoint b) const;
  void straighten(std::vector<MapPoint>& points) const;
  void nudge(std::vector<MapPoint>& points, double by) const;

  GridView grid_;
  std::int32_t layer_;
  RefinedGridOptions options_;
  std::size_t columns_;  // of nodes
  std::size_t rows_;
  std::vector<double> costs_;             // of cells, with a frame of walls
  std::vector<std::vector<Step>> steps_;  // by a node's place in its cell
  std::vector<double> values_;
  std::vector<std::uint8_t> came_by_;  // the step from a node's parent to it
};

}  // namespace portolan::test
