// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <utility>

#include <portolan/core/assert.hpp>
#include <portolan/dynamic/footprint.hpp>

namespace portolan {
namespace {

constexpr std::int64_t grain = 256;                         // parts of a cell
constexpr std::int64_t most_reach = Footprint::most_reach;  // keeps all products inside 64 bits

struct Point {
  std::int64_t x = 0;
  std::int64_t y = 0;
};

std::int64_t rounded(double cells) {
  return std::clamp<std::int64_t>(std::llround(cells * static_cast<double>(grain)), -most_reach * grain,
                                  most_reach * grain);
}

// A shape in a box of so many parts of a cell: larger ones would take gigabytes.
bool has_room(std::int64_t width, std::int64_t height) {
  const bool fits = (width / grain + 1) * (height / grain + 1) <= Footprint::most_cells;
  PORTOLAN_ASSERT(fits, "a footprint lies within 16,777,216 cells");
  return fits;
}

bool is_size(float cells) { return cells >= 0 && std::isfinite(cells); }

// Twice the signed area that p spans with the edge from a to b.
std::int64_t side_of(Point a, Point b, Point p) {
  return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

// On an edge, or within by the number of times that the edges go around it.
bool is_covered(const std::vector<Point>& corners, Point p) {
  int turns = 0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Point a = corners[i], b = corners[(i + 1) % corners.size()];
    const std::int64_t side = side_of(a, b, p);
    const auto [left, right] = std::minmax(a.x, b.x);
    const auto [top, bottom] = std::minmax(a.y, b.y);
    if (side == 0 && left <= p.x && p.x <= right && top <= p.y && p.y <= bottom) return true;
    if (a.y <= p.y && p.y < b.y && side > 0) ++turns;
    if (b.y <= p.y && p.y < a.y && side < 0) --turns;
  }
  return turns != 0;
}

std::vector<CellOffset> polygon_cells(const std::vector<Point>& corners) {
  std::vector<CellOffset> cells;
  if (corners.empty()) return cells;
  Point low = corners[0];
  Point high = corners[0];
  for (const Point& c : corners) {
    low = {std::min(low.x, c.x), std::min(low.y, c.y)};
    high = {std::max(high.x, c.x), std::max(high.y, c.y)};
  }
  if (!has_room(high.x - low.x, high.y - low.y)) return cells;
  for (std::int64_t y = low.y / grain; y <= high.y / grain; ++y) {
    for (std::int64_t x = low.x / grain; x <= high.x / grain; ++x) {
      if (is_covered(corners, {x * grain, y * grain}))
        cells.push_back({static_cast<std::int32_t>(y), static_cast<std::int32_t>(x)});
    }
  }
  return cells;
}

// An even side lies symmetric about a corner of cells, not about a centre: the half cell keeps its cell
// count.
double half_cell_shift(double side) {
  const double whole = std::floor(side);
  return whole == side && static_cast<std::int64_t>(whole) % 2 == 0 ? 0.5 : 0.0;
}

}  // namespace

Footprint::Footprint(std::vector<CellOffset> cells) : offsets_(std::move(cells)) {
  if (!std::is_sorted(offsets_.begin(), offsets_.end())) std::sort(offsets_.begin(), offsets_.end());
  offsets_.erase(std::unique(offsets_.begin(), offsets_.end()), offsets_.end());
  for (const CellOffset& o : offsets_) reach_ = std::max({reach_, std::abs(o.dx), std::abs(o.dy)});
}

Footprint Footprint::disc(float radius) {
  PORTOLAN_ASSERT(is_size(radius), "a radius is a number that is not negative");
  if (!is_size(radius)) return {};
  const std::int64_t most = rounded(static_cast<double>(radius));
  if (!has_room(2 * most, 2 * most)) return {};
  const auto reach = static_cast<std::int32_t>(most / grain);
  std::vector<CellOffset> cells;
  for (std::int32_t y = -reach; y <= reach; ++y) {
    for (std::int32_t x = -reach; x <= reach; ++x) {
      const std::int64_t dx = x * grain;
      const std::int64_t dy = y * grain;
      if (dx * dx + dy * dy <= most * most) cells.push_back({y, x});
    }
  }
  return Footprint(std::move(cells));
}

Footprint Footprint::box(float width, float height, float degrees) {
  const bool has_sides = is_size(width) && is_size(height);
  PORTOLAN_ASSERT(has_sides, "sides are numbers that are not negative");
  PORTOLAN_ASSERT(std::isfinite(degrees), "a turn is a number");
  if (!has_sides || !std::isfinite(degrees)) return {};
  const auto w = static_cast<double>(width);
  const auto h = static_cast<double>(height);
  const double turn = static_cast<double>(degrees) * std::numbers::pi / 180;
  // Rounding before the products keeps quarter turns exact.
  const double c = static_cast<double>(rounded(std::cos(turn) * 64)) / (64 * grain);
  const double s = static_cast<double>(rounded(std::sin(turn) * 64)) / (64 * grain);
  const double shift_x = half_cell_shift(w);
  const double shift_y = half_cell_shift(h);
  // One grain inwards: a centre that lies exactly on a side belongs to the neighbour.
  const double half_w = w / 2 - 1.0 / static_cast<double>(grain);
  const double half_h = h / 2 - 1.0 / static_cast<double>(grain);
  std::vector<Point> corners;
  for (const auto& [x, y] : {std::pair{-half_w, -half_h}, std::pair{half_w, -half_h},
                             std::pair{half_w, half_h}, std::pair{-half_w, half_h}}) {
    const double px = x + shift_x;
    const double py = y + shift_y;
    corners.push_back({rounded(px * c - py * s), rounded(px * s + py * c)});
  }
  return Footprint(polygon_cells(corners));
}

Footprint Footprint::polygon(std::span<const Vec2> corners) {
  const bool are_numbers = std::all_of(corners.begin(), corners.end(),
                                       [](Vec2 c) { return std::isfinite(c.x) && std::isfinite(c.y); });
  PORTOLAN_ASSERT(are_numbers, "corners are numbers");
  if (!are_numbers) return {};
  std::vector<Point> points;
  for (const Vec2& c : corners)
    points.push_back({rounded(static_cast<double>(c.x)), rounded(static_cast<double>(c.y))});
  return Footprint(polygon_cells(points));
}

bool Footprint::covers(Cell anchor, Cell c) const {
  return c.layer == anchor.layer &&
         std::binary_search(offsets_.begin(), offsets_.end(), CellOffset{c.y - anchor.y, c.x - anchor.x});
}

}  // namespace portolan
