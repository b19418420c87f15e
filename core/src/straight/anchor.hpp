// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <portolan/core/cell.hpp>
#include <portolan/core/vec2.hpp>

namespace portolan::detail {

/// What cells head straight for. Coordinates count half cells: corners of cells are even, middles odd.
struct Anchor {
  enum class Kind : std::uint8_t {
    corner,  ///< of a wall: exactly one of the four cells around it is blocked
    goal,    ///< the middle of a goal's cell
    link,    ///< the middle of the cell where a link begins
    cell,    ///< the middle of some other cell
  };

  std::int32_t x2 = 0, y2 = 0;
  std::int32_t layer = 0;
  std::uint32_t parent = 0;  ///< where to go from here; a goal's is itself
  std::uint32_t next = 0;    ///< of a corner: another one of the same row of cells; of a link: which
  Kind kind = Kind::goal;
  std::int8_t wall_x = 0, wall_y = 0;  ///< of a corner: on which side of it the blocked cell lies
  bool waiting = false;                ///< has not cast its cone yet, or got nearer since
  double distance = 0;                 ///< to the goal, in cells

  [[nodiscard]] Vec2 point() const { return {static_cast<float>(x2) * 0.5F, static_cast<float>(y2) * 0.5F}; }
};

}  // namespace portolan::detail
