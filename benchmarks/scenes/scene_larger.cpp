// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "scene_larger.hpp"

#include <string>

#include <portolan/core/assert.hpp>

namespace portolan::scenes {
namespace {

constexpr double to_middle = 0.5;  // of the cell that a block begins in

void widen(Json& box, int times) {
  for (Json& edge : box) edge = edge.get<double>() * times;
}

void move(Json& anchor, int times) {
  for (Json& part : anchor) part = (part.get<double>() - to_middle) * times + to_middle;
}

}  // namespace

Json larger(Json scene, int times) {
  PORTOLAN_ASSERT(times > 0, "a scene keeps some size");
  scene["name"] = scene["name"].get<std::string>() + " x" + std::to_string(times * times);
  widen(scene["boundary"]["box"], times);
  for (Json& obstacle : scene["obstacles"]) widen(obstacle["box"], times);
  for (Json& group : scene["groups"]) {
    move(group["starts"]["anchor"], times);
    move(group["goals"]["anchor"], times);
    group["starts"]["columns"] = group["starts"]["columns"].get<int>() * times;
    group["goals"]["columns"] = group["goals"]["columns"].get<int>() * times;
    group["starts"]["count"] = group["starts"]["count"].get<int>() * times * times;
  }
  scene["time_limit_s"] = scene["time_limit_s"].get<double>() * times * 2;
  scene["pass"]["near_within"] = scene["pass"]["near_within"].get<double>() * times;
  return scene;
}

}  // namespace portolan::scenes
