// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "scene_ground.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include <portolan/core/straight_queries.hpp>

namespace portolan::scenes {
namespace {

constexpr double cells_per_radius = 1.45;  // just below what a clearance of two cells keeps free
constexpr double fewest_per_radius = 1.25, most_per_radius = 1.49;  // where cells are fitted to the ground
constexpr int scales_tried = 25, shifts_tried = 8;
constexpr double fits = 6e-4;                            // sum of squares: three stretches that err by 1.4 %
constexpr double left_free = 0.625, right_free = 0.375;  // of a cell: two of its four samples are free
constexpr double least_cells_per_radius = 0.49;
constexpr double most_cells = 4e5;
constexpr double pad_in_radii = 10;  // open ground around scenes whose edge is none

std::vector<Point> outline(const Json& shape) {
  std::vector<Point> points;
  for (const Json& p : shape.contains("line") ? shape["line"] : shape["polygon"])
    points.push_back(point_of(p));
  if (!shape.contains("line")) points.push_back(points.front());
  return points;
}

double least_radius(const Json& scene) {
  double least = 1e9;
  for (const Json& g : scene["groups"]) least = std::min(least, g["radius"].get<double>());
  return least;
}

// How wide a stretch becomes in cells, over its width, less one: doors are judged by the same measure as
// halls.
double widened(double low, double high, double scale, double shift) {
  const double first = std::ceil(low * scale + shift - left_free);
  const double last = std::floor(high * scale + shift - right_free);
  return (last + 1 - first) / ((high - low) * scale) - 1;
}

// The part of a cell by which an axis is shifted so that the ground becomes as wide as it is, and what is
// left of the error.
struct Shift {
  double of = 0, error = 1e18;
};

Shift best_shift(const std::vector<std::pair<double, double>>& stretches, double scale) {
  Shift best;
  for (int k = 0; k < shifts_tried; ++k) {
    Shift shift{static_cast<double>(k) / shifts_tried, 0};
    for (const auto& [low, high] : stretches) shift.error += std::pow(widened(low, high, scale, shift.of), 2);
    if (shift.error < best.error - 1e-9) best = shift;
  }
  return best;
}

struct Fit {
  double scale = 1;
  Shift x, y;
};

// The smallest cells of about the size that bodies want by which doors become as wide as they are: one of
// 0.95 m had been 0.83, 0.97 or 1.10 m wide, as it happened to lie.
Fit fitted(const Json& walkable, Point from, double radius) {
  std::vector<std::pair<double, double>> x, y;
  for (const Json& s : walkable) {
    const Box b = bounds(s);
    // What is shorter than a body is the thickness of a wall.
    if (b.x1 - b.x0 >= 2 * radius) x.emplace_back(b.x0 - from.x, b.x1 - from.x);
    if (b.y1 - b.y0 >= 2 * radius) y.emplace_back(b.y0 - from.y, b.y1 - from.y);
  }
  Fit best;
  for (int k = 0; k < scales_tried && best.x.error + best.y.error > fits; ++k) {
    const double per_radius =
        most_per_radius - k * (most_per_radius - fewest_per_radius) / (scales_tried - 1);
    const double scale = per_radius / radius;
    const Fit fit{scale, best_shift(x, scale), best_shift(y, scale)};
    if (fit.x.error + fit.y.error < best.x.error + best.y.error - 1e-9) best = fit;
  }
  return best;
}

}  // namespace

Point point_of(const Json& pair) { return {pair.at(0).get<double>(), pair.at(1).get<double>()}; }

double Draw::unit() {
  std::uint64_t z = state_ += 0x9E3779B97F4A7C15ULL;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
  return static_cast<double>((z ^ (z >> 31U)) >> 11U) / 9007199254740992.0;
}

double Draw::normal() {
  const double r = std::sqrt(-2 * std::log(1 - unit()));
  return r * std::cos(2 * std::numbers::pi * unit());
}

Box bounds(const Json& s) {
  if (s.contains("box")) {
    const Json& b = s["box"];
    return {b[0].get<double>(), b[1].get<double>(), b[2].get<double>(), b[3].get<double>()};
  }
  if (s.contains("circle")) {
    const Json& c = s["circle"];
    const double x = c[0].get<double>(), y = c[1].get<double>(), r = c[2].get<double>();
    return {x - r, y - r, x + r, y + r};
  }
  if (s.contains("point")) {
    const Point p = point_of(s["point"]);
    return {p.x, p.y, p.x, p.y};
  }
  Box box{1e18, 1e18, -1e18, -1e18};
  for (const Point& p : outline(s))
    box = {std::min(box.x0, p.x), std::min(box.y0, p.y), std::max(box.x1, p.x), std::max(box.y1, p.y)};
  return box;
}

bool inside(const Json& s, Point p) {
  if (s.contains("box")) {
    const Box b = bounds(s);
    return b.x0 <= p.x && p.x < b.x1 && b.y0 <= p.y && p.y < b.y1;
  }
  if (s.contains("circle")) {
    const Json& c = s["circle"];
    return std::hypot(p.x - c[0].get<double>(), p.y - c[1].get<double>()) <= c[2].get<double>();
  }
  if (!s.contains("polygon")) return false;
  bool hit = false;
  const std::vector<Point> points = outline(s);
  for (std::size_t i = 1; i < points.size(); ++i) {
    const Point a = points[i - 1], b = points[i];
    if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x) hit = !hit;
  }
  return hit;
}

SceneGround::SceneGround(const Json& scene, Draw& draw) : world_(Extent{4, 4, 1}) {
  const Json& b = scene["boundary"]["box"];
  Box box{b[0].get<double>(), b[1].get<double>(), b[2].get<double>(), b[3].get<double>()};
  const double radius = least_radius(scene);
  const bool own_cells = scene["units"] == "cells";
  if (!scene["boundary"]["solid"].get<bool>() && !scene.contains("walkable") && !own_cells) {
    const double pad = pad_in_radii * radius;
    box = {box.x0 - pad, box.y0 - pad, box.x1 + pad, box.y1 + pad};
  }
  const double area = (box.x1 - box.x0) * (box.y1 - box.y0);
  if (!own_cells) {
    scale_ = std::min(cells_per_radius / radius, std::sqrt(most_cells / area));
    scale_ = std::max(scale_, least_cells_per_radius / radius);
  }
  if (scene.contains("walkable") && !own_cells && scale_ * radius == cells_per_radius) {
    const Fit fit = fitted(scene["walkable"], {box.x0, box.y0}, radius);
    scale_ = fit.scale;
    box.x0 -= fit.x.of / scale_;
    box.y0 -= fit.y.of / scale_;
  }
  origin_ = {box.x0, box.y0};
  width_ = std::max(4, static_cast<int>(std::ceil((box.x1 - box.x0) * scale_ - 1e-6)));
  height_ = std::max(4, static_cast<int>(std::ceil((box.y1 - box.y0) * scale_ - 1e-6)));
  samples_.assign(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_),
                  scene.contains("walkable") ? 0 : 0xFFFF);
  if (scene.contains("walkable")) {
    for (const Json& s : scene["walkable"]) paint(s, true);
  }
  for (const Json& s : scene["obstacles"]) paint(s, false);
  if (scene.contains("random_obstacles")) {
    for (const Json& wanted : scene["random_obstacles"]) {
      const Box q = bounds(wanted["area"]);
      const double side = wanted["side"].get<double>();
      for (int k = 0; k < wanted["count"].get<int>(); ++k) {
        const double x = q.x0 + draw.unit() * (q.x1 - q.x0 - side);
        const double y = q.y0 + draw.unit() * (q.y1 - q.y0 - side);
        paint(Json{{"box", {x, y, x + side, y + side}}}, false);
      }
    }
  }
  World world(Extent{width_, height_, 1}, 1);
  for (std::int32_t y = 0; y < height_; ++y) {
    for (std::int32_t x = 0; x < width_; ++x) {
      if (std::popcount(samples_[static_cast<std::size_t>(y * width_ + x)]) < 8)
        world.set_terrain({x, y, 0}, 0);
    }
  }
  world_ = std::move(world);
}

void SceneGround::paint(const Json& s, bool free) {
  if (s.contains("line") || s.value("ring", false)) return paint_line(outline(s));
  const Box b = bounds(s);
  if (free || std::min(b.x1 - b.x0, b.y1 - b.y0) * scale_ >= 1) return paint_area(s, free);
  // A wall thinner than a cell: the cells that its middle line runs through.
  const Point m{(b.x0 + b.x1) / 2, (b.y0 + b.y1) / 2};
  const bool wide = b.x1 - b.x0 >= b.y1 - b.y0;
  paint_line(wide ? std::vector<Point>{{b.x0, m.y}, {b.x1, m.y}}
                  : std::vector<Point>{{m.x, b.y0}, {m.x, b.y1}});
}

// Without leaks at corners.
void SceneGround::paint_line(const std::vector<Point>& points) {
  const auto wall = [&](int x, int y) {
    if (x >= 0 && y >= 0 && x < width_ && y < height_) samples_[static_cast<std::size_t>(y * width_ + x)] = 0;
  };
  for (std::size_t i = 1; i < points.size(); ++i) {
    const Point a = points[i - 1], b = points[i];
    const int n = std::max(1, static_cast<int>(std::ceil(std::hypot(b.x - a.x, b.y - a.y) * scale_ * 8)));
    int last_x = 0, last_y = 0;
    for (int k = 0; k <= n; ++k) {
      const double t = static_cast<double>(k) / n;
      const Vec2 p = place({a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t});
      const int x = floored(p.x), y = floored(p.y);
      wall(x, y);
      if (k > 0 && x != last_x && y != last_y) wall(last_x, y);
      last_x = x;
      last_y = y;
    }
  }
}

void SceneGround::paint_area(const Json& s, bool free) {
  const Box b = bounds(s);
  const Vec2 low = place({b.x0, b.y0}), high = place({b.x1, b.y1});
  for (int y = std::max(0, floored(low.y)); y <= std::min(height_ - 1, floored(high.y)); ++y) {
    for (int x = std::max(0, floored(low.x)); x <= std::min(width_ - 1, floored(high.x)); ++x) {
      std::uint16_t mask = 0;
      for (int k = 0; k < 16; ++k) {
        const Point p{origin_.x + (x + 0.125 + 0.25 * (k % 4)) / scale_,
                      origin_.y + (y + 0.125 + 0.25 * (k / 4)) / scale_};
        if (inside(s, p)) mask = static_cast<std::uint16_t>(mask | 1U << k);
      }
      std::uint16_t& cell = samples_[static_cast<std::size_t>(y * width_ + x)];
      cell = static_cast<std::uint16_t>(free ? cell | mask : cell & ~mask);
    }
  }
}

std::int32_t SceneGround::clearance_for(double radius) const {
  return std::max(1, static_cast<int>(std::ceil(radius * scale_ + 0.5 - 1e-3)));
}

ProfileId SceneGround::profile_for(double radius) {
  const std::int32_t clearance = clearance_for(radius);
  for (std::uint32_t p = 0; p < world_.profile_count(); ++p) {
    if (world_.profile({p}).clearance == clearance && world_.profile({p}).name != "default" &&
        !world_.profile({p}).sees_passing)
      return {p};
  }
  Profile profile;
  profile.name = "clearance " + std::to_string(clearance);
  profile.cost[0] = impassable;
  profile.clearance = clearance;
  profile.sees_passing = false;
  const ProfileId id = world_.add_profile(profile);
  profile.name += ", with jams";
  profile.sees_passing = true;
  world_.add_profile(profile);
  world_.commit();
  return id;
}

GridView SceneGround::bare() {
  constexpr double smallest = 0.4;  // cells: a body that fits wherever the ground is free
  return world_.view(profile_for(smallest / scale_));
}

bool has_room(const GridView& ground, Vec2 middle, float radius) {
  return distance_to_wall(ground, {middle, 0}, radius + 1) >= radius;
}

ProfileId SceneGround::seeing_jams(ProfileId walking) { return {walking.value + 1}; }

Vec2 SceneGround::place(Point p) const {
  return {static_cast<float>((p.x - origin_.x) * scale_), static_cast<float>((p.y - origin_.y) * scale_)};
}

Point SceneGround::point(Vec2 p) const {
  return {origin_.x + static_cast<double>(p.x) / scale_, origin_.y + static_cast<double>(p.y) / scale_};
}

Vec2 SceneGround::nearest(ProfileId profile, Vec2 p, const std::set<std::pair<int, int>>& taken,
                          Vec2 middle) const {
  const GridView grid = world_.view(profile);
  const Cell c = cell_at(p, 0);
  if (grid.passable(c) && !taken.contains({c.x, c.y})) return p;
  for (int r = 1; r < std::max(width_, height_); ++r) {
    std::pair<float, float> best{1e18F, 0};  // squares of distances
    Vec2 found;
    for (int y = c.y - r; y <= c.y + r; ++y) {
      for (int x = c.x - r; x <= c.x + r; ++x) {
        if (std::max(std::abs(x - c.x), std::abs(y - c.y)) != r || taken.contains({x, y})) continue;
        if (!grid.passable({x, y, 0})) continue;
        const Vec2 at = centre_of({x, y, 0}), off = at - p, beside = at - middle;
        const std::pair<float, float> here{dot(off, off), dot(beside, beside)};
        if (here >= best) continue;
        best = here;
        found = at;
      }
    }
    if (best.first < 1e18F) return found;
  }
  return p;
}

std::vector<Cell> SceneGround::cells_in(ProfileId profile, const Json& shape) const {
  const GridView grid = world_.view(profile);
  const Box b = bounds(shape);
  const Vec2 low = place({b.x0, b.y0}), high = place({b.x1, b.y1});
  const Vec2 middle = (low + high) * 0.5F;
  std::vector<Cell> cells;
  for (int y = std::max(0, floored(low.y)); y <= std::min(height_ - 1, floored(high.y)); ++y) {
    for (int x = std::max(0, floored(low.x)); x <= std::min(width_ - 1, floored(high.x)); ++x) {
      const Cell c{x, y, 0};
      if (grid.passable(c) && inside(shape, point(centre_of(c)))) cells.push_back(c);
    }
  }
  if (cells.empty()) cells.push_back(cell_at(nearest(profile, middle, {}, middle), 0));
  return cells;
}

}  // namespace portolan::scenes
