// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include <portolan/core/vec2.hpp>
#include <portolan/core/world.hpp>

namespace portolan::scenes {

using Json = nlohmann::json;

// In the scene's own units.
struct Point {
  double x = 0, y = 0;
};
[[nodiscard]] Point point_of(const Json& pair);

struct Box {
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
};

/// splitmix64, as the scenes' README names it.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : state_(seed) {}
  double unit();
  double normal();

 private:
  std::uint64_t state_;
};

[[nodiscard]] Box bounds(const Json& shape);
[[nodiscard]] bool inside(const Json& shape, Point p);

/// The walkable ground of a scene as a world: cells so small that its smallest agent has one and a half of
/// them as a radius, where that is not too many cells; scenes in cells keep theirs.
class SceneGround {
 public:
  SceneGround(const Json& scene, Draw& draw);

  [[nodiscard]] double scale() const { return scale_; }  ///< cells per unit
  [[nodiscard]] World& world() { return world_; }
  [[nodiscard]] const World& world() const { return world_; }
  /// The view of a body: cells in which its centre may be.
  [[nodiscard]] ProfileId profile_for(double radius);
  /// The one that sees jams, of one that does not.
  [[nodiscard]] static ProfileId seeing_jams(ProfileId walking);
  [[nodiscard]] std::int32_t clearance_for(double radius) const;
  /// All that is free, whatever a body needs. May add a profile, after which older views do not hold.
  [[nodiscard]] GridView bare();
  [[nodiscard]] Vec2 place(Point p) const;
  [[nodiscard]] Point point(Vec2 place) const;
  /// The point itself where it is passable, otherwise the centre of the nearest passable cell that is not
  /// taken; of two alike the one that is nearer to `middle`.
  [[nodiscard]] Vec2 nearest(ProfileId profile, Vec2 place, const std::set<std::pair<int, int>>& taken,
                             Vec2 middle) const;
  /// Passable cells whose centres are in a shape; at least one.
  [[nodiscard]] std::vector<Cell> cells_in(ProfileId profile, const Json& shape) const;

 private:
  void paint(const Json& shape, bool free);
  void paint_line(const std::vector<Point>& points);
  void paint_area(const Json& shape, bool free);

  double scale_ = 1;
  Point origin_;
  std::int32_t width_ = 0, height_ = 0;
  std::vector<std::uint16_t> samples_;  // 4 by 4 per cell
  World world_;
};

/// Does all of a disc lie on the ground? Sizes in cells.
[[nodiscard]] bool has_room(const GridView& ground, Vec2 middle, float radius);

}  // namespace portolan::scenes
