// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/open_ground.hpp>
#include <portolan/core/grid_view.hpp>
#include <portolan/core/vec2.hpp>

#include "../workplace.hpp"

namespace portolan::detail {

inline constexpr float approach_radii = 3;         // from a mouth, where agents wait
inline constexpr float seconds_to_leave = 2;       // for which one who came out has the way
inline constexpr float against = -0.5F;            // cosine of two ways that are opposite
inline constexpr float seconds_to_give_up = 1.5F;  // of standing face to face

/// How many cells after this one are passable, in a direction, or are not.
[[nodiscard]] inline std::int32_t run(const GridView& grid, Cell c, int dx, int dy, std::int32_t most,
                                      bool passable = true) {
  PORTOLAN_ASSERT(dx != 0 || dy != 0, "a run has a direction");
  const auto goes_on = [&](std::int32_t k) {
    return grid.passable({c.x + k * dx, c.y + k * dy, c.layer}) == passable;
  };
  std::int32_t count = 0;
  while (count < most && goes_on(count + 1)) ++count;
  return count;
}

/// Does a wall go on from one of its cells, for so many more to both its sides together, or straight on? That
/// of a room or a corridor does, and that of a rock does not.
[[nodiscard]] inline bool wall_goes_on(const GridView& grid, Cell wall, int dx, int dy, std::int32_t cells) {
  PORTOLAN_ASSERT(!grid.passable(wall), "a wall goes on from a wall");
  const auto walls = [&](int to_x, int to_y) { return run(grid, wall, to_x, to_y, cells, false); };
  return walls(dx, dy) >= cells || walls(dy, dx) + walls(-dy, -dx) >= cells;
}

/// Is it a cell of a square that is open, with so many cells along each side? The bend of a narrow passage is
/// not, though it is long both ways: there who was inside waited for its turn, again, and shut the passage.
[[nodiscard]] inline bool lies_in_square(const GridView& grid, Cell c, std::int32_t side) {
  if (side <= 1) return true;
  for (std::int32_t up = 0; up < side; ++up) {
    for (std::int32_t left = 0; left < side; ++left) {
      const Cell low{c.x - left, c.y - up, c.layer};
      if (is_open(grid, low, {low.x + side - 1, low.y + side - 1, c.layer})) return true;
    }
  }
  return false;
}

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

/// A unit vector into the passage; zero: there is none.
[[nodiscard]] inline Vec2 way_in(const Mouth& mouth) {
  switch (mouth.way) {
    case Mouth::Way::east:
      return {1, 0};
    case Mouth::Way::west:
      return {-1, 0};
    case Mouth::Way::south:
      return {0, 1};
    case Mouth::Way::north:
      return {0, -1};
    case Mouth::Way::none:
      break;
  }
  return {};
}

/// Where it begins for those who come along it.
[[nodiscard]] inline Mouth mouth_of(const Passage& passage) {
  if (passage.in.x == 0) return {passage.middle, passage.in.y < 0 ? Mouth::Way::north : Mouth::Way::south};
  return {passage.middle, passage.in.x < 0 ? Mouth::Way::west : Mouth::Way::east};
}

}  // namespace portolan::detail
