// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <portolan/core/vec2.hpp>

namespace portolan::detail {

// The direction in which the first of two parts from the other. Two agents on the same spot part along x, the
// earlier one to the left.
inline Vec2 apart(Vec2 mine, Vec2 other, bool first) {
  const Vec2 off = mine - other;
  const float d = length(off);
  if (d > 1e-6F) return off * (1 / d);
  return {first ? -1.0F : 1.0F, 0};
}

}  // namespace portolan::detail
