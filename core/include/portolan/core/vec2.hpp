// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>

#include <portolan/core/cell.hpp>

namespace portolan {

/// A position or a displacement in cell units: the centre of cell (x, y) is (x + 0.5, y + 0.5).
struct Vec2 {
  float x = 0;
  float y = 0;

  constexpr bool operator==(const Vec2&) const = default;
  constexpr Vec2 operator+(Vec2 o) const { return {x + o.x, y + o.y}; }
  constexpr Vec2 operator-(Vec2 o) const { return {x - o.x, y - o.y}; }
  constexpr Vec2 operator*(float s) const { return {x * s, y * s}; }
  constexpr Vec2& operator+=(Vec2 o) { return *this = *this + o; }
  constexpr Vec2& operator-=(Vec2 o) { return *this = *this - o; }
};

[[nodiscard]] constexpr float dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }
/// The area that two vectors span: positive where b points to the right of a, for y grows downwards.
[[nodiscard]] constexpr float cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }
/// A quarter turn clockwise.
[[nodiscard]] constexpr Vec2 right_of(Vec2 v) { return {-v.y, v.x}; }
[[nodiscard]] inline float length(Vec2 v) { return std::sqrt(dot(v, v)); }
/// The unit vector, or zero for a zero vector.
[[nodiscard]] inline Vec2 normalised(Vec2 v) {
  const float l = length(v);
  return l > 0 ? v * (1 / l) : Vec2{};
}
/// v, or the vector of length `most` that points the same way.
[[nodiscard]] inline Vec2 shortened(Vec2 v, float most) {
  const float l = length(v);
  return l > most ? v * (most / l) : v;
}

[[nodiscard]] constexpr Vec2 centre_of(Cell c) {
  return {static_cast<float>(c.x) + 0.5F, static_cast<float>(c.y) + 0.5F};
}
/// The greatest whole number not above v. Cutting off and mending beats a call of the maths library.
[[nodiscard]] constexpr std::int32_t floored(float v) {
  const auto cut = static_cast<std::int32_t>(v);
  return cut - (v < static_cast<float>(cut) ? 1 : 0);
}
/// The cell that holds a position.
[[nodiscard]] constexpr Cell cell_at(Vec2 p, std::int32_t layer) {
  return {floored(p.x), floored(p.y), layer};
}

}  // namespace portolan
