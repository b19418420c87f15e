// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <vector>

#include <portolan/core/result.hpp>
#include <portolan/simulation/detail/board.hpp>
#include <portolan/simulation/scenario.hpp>

namespace portolan::detail {

/// A group on a board.
struct PlacedOnBoard {
  std::vector<std::uint32_t> starts;              ///< one per agent
  std::vector<std::vector<std::uint32_t>> goals;  ///< by leg: ascending, at least one
};

/// Decides where each group starts and goes, as `place_groups` does on a world: the same places are errors
/// for the same reasons. An area is what edges join, whichever way they lead.
[[nodiscard]] Result<std::vector<PlacedOnBoard>> place_on_board(const Scenario& scenario, const Board& board);

/// All vertices of a place, passable or not, ascending; an error where there is none.
[[nodiscard]] Result<std::vector<std::uint32_t>> vertices_of(const ScenarioPlace& place, const Board& board);

}  // namespace portolan::detail
