// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include <portolan/core/vec2.hpp>

#include "cone_board.hpp"

namespace portolan::detail {

/// The wall that is met first on the straight line from one position to another, if any is: a cell that is
/// not passable or not on the board; where the line would slip between two walls that meet at a corner, one
/// of them. Neither position lies on a line between cells but by chance: what is decided there may be off by
/// rounding. Cost: O(cells on the way).
[[nodiscard]] std::optional<Cell> first_wall(const ConeBoard& board, Vec2 from, Vec2 to, std::int32_t layer);

}  // namespace portolan::detail
