// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include <portolan/core/grid_view.hpp>
#include <portolan/core/vec2.hpp>
#include <portolan/crowd/slide.hpp>

namespace portolan::detail {

inline constexpr float most_margin = 0.49F;   // cells; two walls of a lane one cell wide leave room for more
inline constexpr float hardly_moved = 1e-3F;  // cells by which a place may be off its margin

/// How far the centre of a body keeps away from cells that are impassable to a group of such a clearance.
[[nodiscard]] inline float margin_of(float radius, std::int32_t clearance) {
  return std::clamp(radius - static_cast<float>(clearance - 1), 0.0F, most_margin);
}

/// A place on a passable cell, or the nearest one in that cell where the body has room.
[[nodiscard]] inline Vec2 with_room(const GridView& grid, std::int32_t layer, Vec2 place, float margin) {
  const Vec2 free = slide(grid, layer, place, {}, margin);
  return length(free - place) > hardly_moved ? free : place;
}

}  // namespace portolan::detail
