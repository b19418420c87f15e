// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "board_at_hand.hpp"
#include "verbs/compare_measure.hpp"

namespace portolan::tool {

/// A start and a goal.
using BoardQuery = std::pair<std::uint32_t, std::uint32_t>;

/// Answers queries by the hierarchy and by Boost's Dijkstra. Each path is walked along the edges of the
/// graph, and each cost compared with Boost's: neither knows anything of the hierarchy.
/// Edits the board first, where the options say so.
[[nodiscard]] Comparison measure_board(BoardAtHand& hand, const CompareOptions& options,
                                       const std::vector<BoardQuery>& queries);

}  // namespace portolan::tool
