// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cmath>

#include <portolan/core/vec2.hpp>

namespace portolan::detail {

constexpr float half_a_turn = 3;        // radians: beyond, a body turns at once
constexpr float hardly_turned = 1e-4F;  // sine of two directions that are opposite

// By so many radians, up to three, without the maths library, whose last digits differ from one to the next.
// The tangent of half the angle is its continued fraction.
inline Vec2 rotated(Vec2 v, float radians) {
  const float half = radians * 0.5F, square = half * half;
  const float tangent = half * (15 - square) / (15 - 6 * square);
  const float one = 1 / (1 + tangent * tangent);
  const float cosine = (1 - tangent * tangent) * one, sine = 2 * tangent * one;
  return {v.x * cosine - v.y * sine, v.x * sine + v.y * cosine};
}

// A unit vector, turned towards another one by so many radians at most; to the right, where that is behind.
inline Vec2 turned_towards(Vec2 from, Vec2 to, float radians) {
  if (radians >= half_a_turn) return to;
  const float across = cross(from, to);
  const bool is_behind = dot(from, to) < 0 && std::abs(across) < hardly_turned;
  const Vec2 on = rotated(from, is_behind || across > 0 ? radians : -radians);
  // Beyond it: the two lie on different sides.
  const bool is_past = dot(from, to) > 0 && cross(on, to) * across <= 0;
  return is_past || dot(from, to) >= 1 ? to : normalised(on);
}

}  // namespace portolan::detail
