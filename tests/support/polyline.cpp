// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <support/polyline.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace portolan::test {

namespace {

constexpr double near = 1e-6;

struct Box {
  double x0, y0, x1, y1;
};

int floor_of(double v) { return static_cast<int>(std::floor(v)); }

MapPoint between(MapPoint a, MapPoint b, double share) {
  return {a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
}

// Where on the way from a to b a coordinate passes whole numbers.
void add_crossings(double a, double b, std::vector<double>& shares) {
  for (double v = std::ceil(std::min(a, b)); v <= std::max(a, b) && a != b; v += 1)
    shares.push_back(std::clamp((v - a) / (b - a), 0.0, 1.0));
}

double cheapest_at(MapPoint p, const GridView& grid, std::int32_t layer) {
  Cost least = impassable;
  for (int y = floor_of(p.y - near); y <= floor_of(p.y + near); ++y) {
    for (int x = floor_of(p.x - near); x <= floor_of(p.x + near); ++x) {
      if (grid.passable({x, y, layer})) least = std::min(least, grid.cost({x, y, layer}));
    }
  }
  return least == impassable ? std::numeric_limits<double>::infinity() : static_cast<double>(least);
}

// How much of a segment lies in a closed box, by Liang and Barsky's clipping; below 0 when they do not meet.
double length_inside(MapPoint a, MapPoint b, const Box& box) {
  double first = 0, last = 1;
  const auto clip = [&](double from, double step, double low, double high) {
    if (step == 0) return low <= from && from <= high;
    const double t0 = (low - from) / step, t1 = (high - from) / step;
    first = std::max(first, std::min(t0, t1));
    last = std::min(last, std::max(t0, t1));
    return first <= last;
  };
  if (!clip(a.x, b.x - a.x, box.x0, box.x1) || !clip(a.y, b.y - a.y, box.y0, box.y1)) return -1;
  return (last - first) * distance_between(a, b);
}

double distance_to_box(MapPoint p, const Box& box) {
  return distance_between(p, {std::clamp(p.x, box.x0, box.x1), std::clamp(p.y, box.y0, box.y1)});
}

double distance(MapPoint a, MapPoint b, const Box& box) {
  if (length_inside(a, b, box) >= 0) return 0;
  double least = std::min(distance_to_box(a, box), distance_to_box(b, box));
  for (const double x : {box.x0, box.x1}) {
    for (const double y : {box.y0, box.y1}) least = std::min(least, distance_to_segment({x, y}, a, b));
  }
  return least;
}

std::string text_of(MapPoint p) { return "(" + std::to_string(p.x) + ", " + std::to_string(p.y) + ")"; }

class Ground {
 public:
  Ground(const GridView& grid, std::int32_t layer, Body body) : grid_(grid), layer_(layer), body_(body) {}

  [[nodiscard]] std::optional<std::string> fault_of_segment(MapPoint a, MapPoint b) const {
    const double reach = body_.radius + near;
    const double low = std::min(a.y, b.y), high = std::max(a.y, b.y);
    for (int y = floor_of(low - reach); y <= floor_of(high + reach); ++y) {
      // The part of the segment that is near the row.
      MapPoint first = a, last = b;
      if (a.y != b.y) {
        first = between(a, b, std::clamp((y - reach - a.y) / (b.y - a.y), 0.0, 1.0));
        last = between(a, b, std::clamp((y + 1 + reach - a.y) / (b.y - a.y), 0.0, 1.0));
      }
      const int end = floor_of(std::max(first.x, last.x) + reach);
      for (int x = floor_of(std::min(first.x, last.x) - reach); x <= end; ++x) {
        if (blocked(x, y) && hits(a, b, x, y))
          return text_of(a) + " to " + text_of(b) + " runs into cell (" + std::to_string(x) + ", " +
                 std::to_string(y) + ")";
      }
    }
    return std::nullopt;
  }

  // A bend that lies in the point where two blocked cells meet, and takes the line through.
  [[nodiscard]] bool slips_at(MapPoint before, MapPoint bend, MapPoint after) const {
    const int x = floor_of(bend.x + 0.5), y = floor_of(bend.y + 0.5);
    if (distance_between(bend, {static_cast<double>(x), static_cast<double>(y)}) > body_.tolerance)
      return false;
    const int slope = gap_at(x, y);
    return slope != 0 && side(before, x, y, slope) * side(after, x, y, slope) < 0;
  }

 private:
  [[nodiscard]] bool blocked(int x, int y) const { return !grid_.passable({x, y, layer_}); }

  // 1: the cells to the upper left and the lower right of a grid corner are blocked, and the others not; -1:
  // the other way around; 0: neither.
  [[nodiscard]] int gap_at(int x, int y) const {
    const bool nw = blocked(x - 1, y - 1), ne = blocked(x, y - 1), sw = blocked(x - 1, y), se = blocked(x, y);
    if (nw && se && !ne && !sw) return 1;
    return ne && sw && !nw && !se ? -1 : 0;
  }
  // Of the line through both blocked cells.
  [[nodiscard]] static double side(MapPoint p, int x, int y, int slope) {
    return (p.y - y) - slope * (p.x - x);
  }

  [[nodiscard]] bool hits(MapPoint a, MapPoint b, int x, int y) const {
    if (body_.radius > 0)
      return distance(a, b, {x * 1.0, y * 1.0, x + 1.0, y + 1.0}) < body_.radius - body_.tolerance;
    // Walls that touch are one, without a seam.
    const auto edge = [&](int nx, int ny) { return blocked(nx, ny) ? 0 : body_.tolerance; };
    const Box inside{x + edge(x - 1, y), y + edge(x, y - 1), x + 1 - edge(x + 1, y), y + 1 - edge(x, y + 1)};
    // In the angle between two walls a line may touch the box, and no more.
    return length_inside(a, b, inside) > 2 * body_.tolerance || slips(a, b, x, y + 1) ||
           slips(a, b, x + 1, y + 1);
  }

  // Across the line through both blocked cells, at the point where they meet.
  [[nodiscard]] bool slips(MapPoint a, MapPoint b, int x, int y) const {
    const int slope = gap_at(x, y);
    if (slope == 0 || side(a, x, y, slope) * side(b, x, y, slope) >= 0) return false;
    const MapPoint corner{static_cast<double>(x), static_cast<double>(y)};
    return distance_to_segment(corner, a, b) <= 2 * body_.tolerance;
  }

  const GridView& grid_;
  std::int32_t layer_;
  Body body_;
};

}  // namespace

double length_of(std::span<const MapPoint> polyline) {
  double length = 0;
  for (std::size_t i = 1; i < polyline.size(); ++i) length += distance_between(polyline[i - 1], polyline[i]);
  return length;
}

double distance_to_segment(MapPoint p, MapPoint a, MapPoint b) {
  const double dx = b.x - a.x, dy = b.y - a.y;
  const double squared = dx * dx + dy * dy;
  const double share =
      squared == 0 ? 0 : std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / squared, 0.0, 1.0);
  return distance_between(p, between(a, b, share));
}

double walked_length(std::span<const MapPoint> polyline, const GridView& grid, std::int32_t layer) {
  double cost = 0;
  std::vector<double> shares;
  for (std::size_t i = 1; i < polyline.size(); ++i) {
    const MapPoint a = polyline[i - 1], b = polyline[i];
    const double length = distance_between(a, b);
    if (length == 0) continue;
    shares.assign({0.0, 1.0});
    add_crossings(a.x, b.x, shares);
    add_crossings(a.y, b.y, shares);
    std::sort(shares.begin(), shares.end());
    for (std::size_t k = 1; k < shares.size(); ++k) {
      const double part = shares[k] - shares[k - 1];
      if (part > 0)
        cost += part * length * cheapest_at(between(a, b, (shares[k] + shares[k - 1]) / 2), grid, layer);
    }
  }
  return cost;
}

std::optional<std::string> first_illegal(std::span<const MapPoint> polyline, const GridView& grid,
                                         std::int32_t layer, Body body) {
  const Ground ground(grid, layer, body);
  for (std::size_t i = 1; i < polyline.size(); ++i) {
    if (auto fault = ground.fault_of_segment(polyline[i - 1], polyline[i]))
      return "segment " + std::to_string(i - 1) + ", " + *fault;
    if (i + 1 < polyline.size() && ground.slips_at(polyline[i - 1], polyline[i], polyline[i + 1]))
      return "point " + std::to_string(i) + ", " + text_of(polyline[i]) + ", slips between two walls";
  }
  return std::nullopt;
}

}  // namespace portolan::test
