// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <support/visibility_graph.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace portolan::test {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

// Squares of whole numbers fit a double's 53 bits on maps of up to 16384 cells, or are off by its last bit.
double length_of(Parts a, Parts b) {
  const auto dx = static_cast<double>(b.x - a.x), dy = static_cast<double>(b.y - a.y);
  return std::sqrt(dx * dx + dy * dy) / static_cast<double>(parts_per_cell);
}

Parts parts_of(Vertex v) { return {v.x * parts_per_cell, v.y * parts_per_cell}; }

MapPoint point_of(Parts p) {
  constexpr auto scale = static_cast<double>(parts_per_cell);
  return {static_cast<double>(p.x) / scale, static_cast<double>(p.y) / scale};
}

BitRows passable_cells(const GridView& grid, std::int32_t layer) {
  const Extent extent = grid.extent();
  if (std::max(extent.width, extent.height) > 16384)
    throw std::invalid_argument("the visibility oracle takes maps of up to 16384 by 16384");
  BitRows rows(extent.width, extent.height);
  Cost ground = impassable;
  for (std::int32_t y = 0; y < extent.height; ++y) {
    for (std::int32_t x = 0; x < extent.width; ++x) {
      const Cost cost = grid.cost({x, y, layer});
      if (cost == impassable) continue;
      if (ground == impassable) ground = cost;
      if (cost != ground)
        throw std::invalid_argument("the visibility oracle takes maps of one cost; cell (" +
                                    std::to_string(x) + ", " + std::to_string(y) + ") has another");
      rows.set(x, y);
    }
  }
  return rows;
}

std::array<Quarter, 4> quarters_of(const BitRows& passable) {
  return {Quarter(passable, false, false), Quarter(passable, true, false), Quarter(passable, false, true),
          Quarter(passable, true, true)};
}

}  // namespace

VisibilityOracle::VisibilityOracle(const GridView& grid, std::int32_t layer)
    : quarters_(quarters_of(passable_cells(grid, layer))) {
  list_corners();
}

void VisibilityOracle::list_corners() {
  const BitRows& passable = quarters_[0].passable();
  for (int y = 0; y <= passable.height(); ++y) {
    rows_.push_back(static_cast<std::uint32_t>(corners_.size()));
    for (int x = 0; x <= passable.width(); ++x) {
      const bool nw = passable.at(x - 1, y - 1), ne = passable.at(x, y - 1);
      const bool sw = passable.at(x - 1, y), se = passable.at(x, y);
      if (nw + ne + sw + se != 3) continue;
      const auto wall_x = static_cast<std::int8_t>(nw && sw ? 1 : -1);
      const auto wall_y = static_cast<std::int8_t>(nw && ne ? 1 : -1);
      corners_.push_back({{x, y}, wall_x, wall_y, false, 0, nowhere, 0});
    }
  }
  rows_.push_back(static_cast<std::uint32_t>(corners_.size()));
}

std::uint32_t VisibilityOracle::corner_at(Vertex v) const {
  const auto first = corners_.begin() + rows_[static_cast<std::size_t>(v.y)];
  const auto last = corners_.begin() + rows_[static_cast<std::size_t>(v.y) + 1];
  const auto found = std::lower_bound(first, last, v.x, [](const Corner& c, int x) { return c.at.x < x; });
  return static_cast<std::uint32_t>(found - corners_.begin());
}

Parts VisibilityOracle::checked(MapPoint p) const {
  constexpr auto scale = static_cast<double>(parts_per_cell);
  const auto fail = [&](const char* why) {
    throw std::invalid_argument("point (" + std::to_string(p.x) + ", " + std::to_string(p.y) + ") " + why);
  };
  const BitRows& passable = quarters_[0].passable();
  if (!(p.x >= 0 && p.y >= 0 && p.x <= passable.width() && p.y <= passable.height()))
    fail("is outside the map");
  const Parts parts{static_cast<std::int64_t>(p.x * scale), static_cast<std::int64_t>(p.y * scale)};
  if (!(point_of(parts) == p)) fail("is no multiple of 1/256 of a cell");
  const auto cell = [](std::int64_t v) { return static_cast<int>(v >= 0 ? v / parts_per_cell : -1); };
  for (const std::int64_t x : {parts.x, parts.x - 1}) {
    for (const std::int64_t y : {parts.y, parts.y - 1}) {
      if (passable.at(cell(x), cell(y))) return parts;
    }
  }
  fail("is inside a wall");
  return parts;
}

double VisibilityOracle::estimate(Parts p) const { return towards_first_ ? length_of(p, to_[0]) : 0; }

// Corners further than that are of no use to any target.
double VisibilityOracle::longest_wanted() const {
  double longest = 0;
  for (const Reached& target : reached_) longest = std::max(longest, target.length);
  return longest;
}

void VisibilityOracle::search(Parts from, std::span<const Parts> targets, bool towards_first) {
  ++searches_;
  opened_ = 0;
  from_ = from;
  to_.assign(targets.begin(), targets.end());
  towards_first_ = towards_first;
  reached_.assign(to_.size(), {infinite, nowhere});
  heap_ = {};
  for (std::size_t q = 0; q < 4; ++q) targets_[q].assign(quarters_[q], to_);
  open_start();
  double longest = longest_wanted();
  // With many targets it is not worth looking at them all after every corner.
  for (std::size_t n = 0; !heap_.empty() && heap_.top().estimate < longest; ++n) {
    const std::uint32_t corner = heap_.top().corner;
    heap_.pop();
    if (corners_[corner].closed) continue;
    corners_[corner].closed = true;
    open(corner);
    if (n % (reached_.size() / 16 + 1) == 0) longest = longest_wanted();
  }
}

void VisibilityOracle::open_start() {
  for (int q = 0; q < 4; ++q) look_into(q, from_, {0, 1}, {1, 0}, from_start);
}

// Taut: on beyond the corner as it came, or towards the wall that it goes around.
void VisibilityOracle::open(std::uint32_t corner) {
  ++opened_;
  const Corner& c = corners_[corner];
  const Parts at = parts_of(c.at);
  const Parts before = c.parent == from_start ? from_ : parts_of(corners_[c.parent].at);
  const Parts came{at.x - before.x, at.y - before.y};
  const Parts on{std::abs(came.x), std::abs(came.y)};
  if (came.x * c.wall_x < 0) {  // the wall lies along x, and it turns to y
    look_into((c.wall_x > 0 ? 1 : 0) + (c.wall_y < 0 ? 2 : 0), at, {0, 1}, on, corner);
  } else {
    look_into((c.wall_x < 0 ? 1 : 0) + (c.wall_y > 0 ? 2 : 0), at, on, {1, 0}, corner);
  }
}

void VisibilityOracle::look_into(int quarter, Parts from, Parts left, Parts right, std::uint32_t parent) {
  const auto q = static_cast<std::size_t>(quarter);
  const double length = parent == from_start ? 0 : corners_[parent].length;
  sight_.corners.clear();
  sight_.targets.clear();
  look(quarters_[q], quarters_[q].mirrored(from), left, right, targets_[q], sight_);
  for (const std::uint32_t target : sight_.targets) {
    const double all = length + length_of(from, to_[target]);
    if (all < reached_[target].length) reached_[target] = {all, parent};
  }
  for (const Vertex v : sight_.corners) reach_corner(quarters_[q].mirrored(v), from, length, parent);
}

void VisibilityOracle::reach_corner(Vertex v, Parts from, double length, std::uint32_t parent) {
  const std::uint32_t number = corner_at(v);
  Corner& corner = corners_[number];
  const Parts at = parts_of(v);
  const std::int64_t along_x = (at.x - from.x) * corner.wall_x;
  const std::int64_t along_y = (at.y - from.y) * corner.wall_y;
  const bool turns = (along_x < 0 && along_y >= 0) || (along_y < 0 && along_x >= 0);
  if (!turns || (corner.search == searches_ && corner.closed)) return;
  const double all = length + length_of(from, at);
  if (corner.search == searches_ && corner.length <= all) return;
  const double whole = all + estimate(at);
  if (towards_first_ && whole > reached_[0].length) return;
  corner.search = searches_;
  corner.closed = false;
  corner.parent = parent;
  corner.length = all;
  heap_.push({whole, number});
}

std::vector<MapPoint> VisibilityOracle::trace(std::uint32_t target) const {
  std::vector<MapPoint> points{point_of(to_[target])};
  for (std::uint32_t c = reached_[target].parent; c != from_start; c = corners_[c].parent)
    points.push_back(point_of(parts_of(corners_[c].at)));
  points.push_back(point_of(from_));
  std::reverse(points.begin(), points.end());
  return points;
}

std::optional<OraclePath> VisibilityOracle::shortest(MapPoint from, MapPoint to) {
  const Parts start = checked(from), end = checked(to);
  search(start, {&end, 1}, true);
  if (reached_[0].parent == nowhere) return std::nullopt;
  return OraclePath{reached_[0].length, trace(0)};
}

std::vector<double> VisibilityOracle::distances(MapPoint goal, std::span<const MapPoint> points) {
  std::vector<Parts> starts;
  for (const MapPoint& point : points) starts.push_back(checked(point));
  search(checked(goal), starts, false);
  std::vector<double> lengths;
  for (const Reached& target : reached_) lengths.push_back(target.length);
  return lengths;
}

}  // namespace portolan::test
