// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <portolan/core/vec2.hpp>

#include "cone_board.hpp"

namespace portolan::detail {

/// True where one can go straight from one position to another, over passable cells of the board, not between
/// two walls that meet at a corner. Neither lies on a line between cells but by chance: what is decided there
/// may be off by rounding. Cost: O(cells on the way).
[[nodiscard]] bool is_in_sight(const ConeBoard& board, Vec2 from, Vec2 to, std::int32_t layer);

}  // namespace portolan::detail
