// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <support/refined_grid.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <queue>
#include <stdexcept>
#include <string>
#include <utility>

#include <support/polyline.hpp>

namespace portolan::test {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

std::vector<std::pair<int, int>> directions(int reach) {
  std::vector<std::pair<int, int>> all;
  for (int y = -reach; y <= reach; ++y) {
    for (int x = -reach; x <= reach; ++x) {
      if (std::gcd(x, y) == 1) all.emplace_back(x, y);
    }
  }
  return all;
}

}  // namespace

RefinedGrid::RefinedGrid(const GridView& grid, std::int32_t layer, RefinedGridOptions options)
    : grid_(grid),
      layer_(layer),
      options_(options),
      columns_(static_cast<std::size_t>(grid.extent().width * options.refinement + 1)),
      rows_(static_cast<std::size_t>(grid.extent().height * options.refinement + 1)) {
  if (options.refinement < 2 || options.refinement % 2 != 0 || options.reach < 1 || options.reach > 8)
    throw std::invalid_argument("a refined grid takes an even refinement and a reach of 1 to 8");
  read_costs();
  make_steps();
}

void RefinedGrid::read_costs() {
  const Extent extent = grid_.extent();
  for (std::int32_t y = -1; y <= extent.height; ++y) {
    for (std::int32_t x = -1; x <= extent.width; ++x) {
      const Cell cell{x, y, layer_};
      costs_.push_back(grid_.passable(cell) ? static_cast<double>(grid_.cost(cell)) : infinite);
    }
  }
}

void RefinedGrid::make_steps() {
  for (int y = 0; y < options_.refinement; ++y) {
    for (int x = 0; x < options_.refinement; ++x) {
      steps_.emplace_back();
      for (const auto& d : directions(options_.reach))
        steps_.back().push_back({d.first, d.second, pieces_of(x, y, d.first, d.second)});
    }
  }
}

std::vector<RefinedGrid::Piece> RefinedGrid::pieces_of(int from_x, int from_y, int dx, int dy) const {
  const int side = options_.refinement;
  std::vector<double> shares{0, 1};
  const auto add = [&](int from, int step) {
    for (int v = from; v != from + step; v += step > 0 ? 1 : -1) {
      if (v % side == 0) shares.push_back(static_cast<double>(v - from) / step);
    }
  };
  if (dx != 0) add(from_x, dx);
  if (dy != 0) add(from_y, dy);
  std::sort(shares.begin(), shares.end());
  const auto width = static_cast<std::ptrdiff_t>(grid_.extent().width + 2);
  std::vector<Piece> pieces;
  for (std::size_t i = 1; i < shares.size(); ++i) {
    const double part = shares[i] - shares[i - 1], middle = (shares[i] + shares[i - 1]) / 2;
    if (part < 1e-9) continue;
    const auto x = static_cast<std::ptrdiff_t>(std::floor((from_x + dx * middle) / side));
    const auto y = static_cast<std::ptrdiff_t>(std::floor((from_y + dy * middle) / side));
    Piece piece{y * width + x, y * width + x, part * std::hypot(dx, dy) / side};
    if (dx == 0 && from_x == 0) piece.other -= 1;
    if (dy == 0 && from_y == 0) piece.other -= width;
    pieces.push_back(piece);
  }
  return pieces;
}

double RefinedGrid::step_cost(const Step& step, std::size_t cell) const {
  const double* const here = costs_.data() + cell;
  double cost = 0;
  for (const Piece& piece : step.pieces) cost += piece.length * std::min(here[piece.cell], here[piece.other]);
  return cost;
}

// Two blocked cells that meet in a corner of the grid, between two open ones.
bool RefinedGrid::is_gap(int x, int y) const {
  const auto open = [&](int cx, int cy) { return grid_.passable({cx, cy, layer_}); };
  return open(x - 1, y - 1) == open(x, y) && open(x, y - 1) == open(x - 1, y) && open(x, y) != open(x - 1, y);
}

std::size_t RefinedGrid::node(MapPoint p) const {
  const double x = p.x * options_.refinement, y = p.y * options_.refinement;
  const bool inside = x >= 0 && y >= 0 && x < static_cast<double>(columns_) && y < static_cast<double>(rows_);
  if (!inside || x != std::floor(x) || y != std::floor(y))
    throw std::invalid_argument("(" + std::to_string(p.x) + ", " + std::to_string(p.y) +
                                ") is no node of the refined grid");
  return static_cast<std::size_t>(y) * columns_ + static_cast<std::size_t>(x);
}

MapPoint RefinedGrid::point(std::size_t node) const {
  const auto side = static_cast<double>(options_.refinement);
  return {static_cast<double>(node % columns_) / side, static_cast<double>(node / columns_) / side};
}

std::size_t RefinedGrid::cell_of(std::size_t node) const {
  const auto side = static_cast<std::size_t>(options_.refinement);
  const auto width = static_cast<std::size_t>(grid_.extent().width + 2);
  return (node / columns_ / side + 1) * width + node % columns_ / side + 1;
}

const std::vector<RefinedGrid::Step>& RefinedGrid::steps_from(std::size_t node) const {
  const auto side = static_cast<std::size_t>(options_.refinement);
  return steps_[node / columns_ % side * side + node % columns_ % side];
}

void RefinedGrid::run(MapPoint goal) {
  values_.assign(columns_ * rows_, infinite);
  came_by_.assign(columns_ * rows_, 0);
  using Open = std::pair<double, std::size_t>;
  std::priority_queue<Open, std::vector<Open>, std::greater<>> heap;
  values_[node(goal)] = 0;
  heap.push({0, node(goal)});
  while (!heap.empty()) {
    const auto [value, from] = heap.top();
    heap.pop();
    if (value > values_[from]) continue;
    const int x = static_cast<int>(from % columns_), y = static_cast<int>(from / columns_);
    const int side = options_.refinement;
    // A curve may end in the point where two walls meet, but not pass it. A step passes no corner of the
    // grid.
    if (value > 0 && x % side == 0 && y % side == 0 && is_gap(x / side, y / side)) continue;
    const std::vector<Step>& steps = steps_from(from);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const int to_x = x + steps[i].x, to_y = y + steps[i].y;
      if (to_x < 0 || to_y < 0 || to_x >= static_cast<int>(columns_) || to_y >= static_cast<int>(rows_))
        continue;
      const std::size_t to = static_cast<std::size_t>(to_y) * columns_ + static_cast<std::size_t>(to_x);
      if (values_[to] <= value) continue;
      const double reached = value + step_cost(steps[i], cell_of(from));
      if (reached >= values_[to]) continue;
      values_[to] = reached;
      came_by_[to] = static_cast<std::uint8_t>(i);
      heap.push({reached, to});
    }
  }
}

double RefinedGrid::at(MapPoint from) const { return values_[node(from)]; }

std::optional<OraclePath> RefinedGrid::path(MapPoint from) const {
  std::size_t at = node(from);
  if (values_[at] == infinite) return std::nullopt;
  OraclePath path;
  path.points.push_back(from);
  while (values_[at] > 0) {
    const Step& step = steps_[0][came_by_[at]];  // directions are the same from everywhere
    at = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(at) - step.x -
                                  step.y * static_cast<std::ptrdiff_t>(columns_));
    path.points.push_back(point(at));
  }
  straighten(path.points);
  for (double by = 1.0 / options_.refinement; by > 0.01; by /= 2) {
    nudge(path.points, by);
    straighten(path.points);
  }
  path.length = walked_length(path.points, grid_, layer_);
  return path;
}

double RefinedGrid::cost_by(MapPoint a, MapPoint bend, MapPoint b) const {
  const MapPoint line[] = {a, bend, b};
  return first_illegal(line, grid_, layer_) ? infinite : walked_length(line, grid_, layer_);
}

// Takes out bends, one after the other, until none can go without the curve costing more.
void RefinedGrid::straighten(std::vector<MapPoint>& points) const {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 1; i + 1 < points.size();) {
      const MapPoint before = points[i - 1], after = points[i + 1];
      if (cost_by(before, before, after) <= cost_by(before, points[i], after) + 1e-12) {
        points.erase(points.begin() + static_cast<std::ptrdiff_t>(i));
        changed = true;
      } else {
        ++i;
      }
    }
  }
}

// Moves bends by so much along x or y where that is cheaper: between two grounds they lie on the cells'
// sides.
void RefinedGrid::nudge(std::vector<MapPoint>& points, double by) const {
  const MapPoint moves[] = {{by, 0}, {-by, 0}, {0, by}, {0, -by}};
  for (int round = 0; round < 4; ++round) {
    for (std::size_t i = 1; i + 1 < points.size(); ++i) {
      for (const MapPoint& move : moves) {
        const MapPoint moved{points[i].x + move.x, points[i].y + move.y};
        const double now = cost_by(points[i - 1], points[i], points[i + 1]);
        if (cost_by(points[i - 1], moved, points[i + 1]) < now - 1e-9) points[i] = moved;
      }
    }
  }
}

double RefinedGrid::stretch() const {
  std::vector<double> angles;
  for (const auto& d : directions(options_.reach)) angles.push_back(std::atan2(d.second, d.first));
  std::sort(angles.begin(), angles.end());
  double widest = 0;
  for (std::size_t i = 1; i < angles.size(); ++i) widest = std::max(widest, angles[i] - angles[i - 1]);
  return 1 / std::cos(widest / 2);
}

}  // namespace portolan::test
