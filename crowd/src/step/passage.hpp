// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <portolan/core/assert.hpp>
#include <portolan/core/grid_view.hpp>
#include <portolan/core/vec2.hpp>

#include "../errand.hpp"

namespace portolan::detail {

/// How many cells after this one are passable, in a direction.
[[nodiscard]] inline std::int32_t run(const GridView& grid, Cell c, int dx, int dy, std::int32_t most) {
  PORTOLAN_ASSERT(dx != 0 || dy != 0, "a run has a direction");
  std::int32_t count = 0;
  while (count < most && grid.passable({c.x + (count + 1) * dx, c.y + (count + 1) * dy, c.layer})) ++count;
  return count;
}

/// Ground between two walls: it leads along the axis across which it is narrow.
struct Passage {
  Vec2 middle;  ///< at a cell of it
  Vec2 in;      ///< the way along it
  float half;   ///< of its width
};

/// The one that a cell lies in; `in` leads as far as it can the same way as `way`.
[[nodiscard]] inline Passage passage_at(const GridView& grid, Cell c, Vec2 way, std::int32_t clearance) {
  constexpr std::int32_t most = 64;
  const std::int32_t left = run(grid, c, -1, 0, most), right = run(grid, c, 1, 0, most);
  const std::int32_t up = run(grid, c, 0, -1, most), down = run(grid, c, 0, 1, most);
  const Vec2 at = centre_of(c);
  const auto beyond = static_cast<float>(clearance - 1);
  if (left + right <= up + down)
    return {{at.x + 0.5F * static_cast<float>(right - left), at.y},
            {0, way.y < 0 ? -1.0F : 1.0F},
            0.5F * static_cast<float>(1 + left + right) + beyond};
  return {{at.x, at.y + 0.5F * static_cast<float>(down - up)},
          {way.x < 0 ? -1.0F : 1.0F, 0},
          0.5F * static_cast<float>(1 + up + down) + beyond};
}

/// Where it begins for those who come along it.
[[nodiscard]] inline Mouth mouth_of(const Passage& passage) {
  if (passage.in.x == 0) return {passage.middle, passage.in.y < 0 ? Mouth::Way::north : Mouth::Way::south};
  return {passage.middle, passage.in.x < 0 ? Mouth::Way::west : Mouth::Way::east};
}

}  // namespace portolan::detail
