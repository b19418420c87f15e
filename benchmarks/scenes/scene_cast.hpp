// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scene_ground.hpp"

namespace portolan::scenes {

/// Where an agent of a scene wants to go next.
struct Leg {
  std::vector<Cell> cells;
  std::optional<Vec2> point;   ///< where its goal is a point
  std::optional<double> at_s;  ///< the order comes then, not on arrival
};

/// One agent of a scene, in cells and seconds.
struct Actor {
  std::uint32_t group = 0;
  ProfileId profile;
  std::int32_t clearance = 1;
  Vec2 start;
  double start_s = 0;
  float radius = 0, speed = 0, arrive_within = 0;
  bool leaves = true, stationary = false, movable = true, shares_point = false;
  std::uint8_t team = 0;
  std::vector<Leg> legs;
};

struct Cast {
  std::vector<Actor> actors;
  int moved_starts = 0;  ///< put on the nearest free cell
};

/// Everybody of a scene, as its README says; what is drawn is drawn here.
[[nodiscard]] Cast cast_of(const Json& scene, SceneGround& ground, int arrangement, Draw& draw);

}  // namespace portolan::scenes
