// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>

#include <portolan/core/hash.hpp>
#include <portolan/core/vec2.hpp>

namespace portolan::detail {

// Where an agent would lie in a heap that came to one spot: each in another place, so that what pushes it is
// never in balance. All along x, forty took more than a minute to part.
inline Vec2 in_heap(std::uint32_t i) {
  const std::uint64_t bits = mix(i, 0);
  const auto part = [](std::uint64_t some) { return static_cast<float>(some & 0xFFFFU); };
  return {part(bits), part(bits >> 16U)};
}

// The direction in which the first of two agents parts from the second.
inline Vec2 apart(Vec2 mine, Vec2 other, std::uint32_t i, std::uint32_t j) {
  const Vec2 off = mine - other;
  const float d = length(off);
  if (d > 1e-6F) return off * (1 / d);
  const Vec2 way = normalised(in_heap(i) - in_heap(j));
  return way != Vec2{} ? way : Vec2{i < j ? -1.0F : 1.0F, 0};
}

/// Where one lies beside a line through a point from which it is off: how far, and the direction off it,
/// which is to the right where it is nearly on it.
struct Beside {
  float far;
  Vec2 away;
};

[[nodiscard]] inline Beside beside_line(Vec2 off, Vec2 way, float radius, Vec2 right) {
  const Vec2 across = off - way * dot(off, way);
  const float far = length(across);
  return {far, far > 0.3F * radius ? across * (1 / far) : right};
}

}  // namespace portolan::detail
