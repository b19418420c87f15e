// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <portolan/core/cell.hpp>
#include <portolan/core/detail/block_array.hpp>
#include <portolan/core/grid_view.hpp>

namespace portolan {

/// The cells around a passable cell. All eight are looked at together: a diagonal step needs the costs of its
/// two orthogonal neighbours anyway.
struct Neighbourhood {
  std::array<Cost, 8> cost{};  ///< by Direction
  std::uint8_t steps = 0;      ///< bit d: the step in direction d is legal

  /// The costs around must be filled in.
  constexpr void find_steps() {
    unsigned open = 0;
    for (unsigned d = 0; d < 8; ++d) open |= cost[d] != impassable ? 1U << d : 0U;
    // Even bits are straight. Diagonal d needs both d - 1 and d + 1, in a circle.
    const unsigned before = open << 1U | open >> 7U;
    const unsigned after = open >> 1U | open << 7U;
    steps = static_cast<std::uint8_t>(open & (0x55U | (before & after)));
  }
};

/// What lies around a passable cell.
[[nodiscard]] inline Neighbourhood look_around(GridView grid, Cell c) {
  Neighbourhood around;
  const std::uint32_t x = static_cast<std::uint32_t>(c.x) & 31U;
  const std::uint32_t y = static_cast<std::uint32_t>(c.y) & 31U;
  if (x - 1U < 30U && y - 1U < 30U) {  // inside a block: cells outside the world hold `impassable` there
    const std::uint8_t* at = grid.costs().row(c);
    for (std::size_t d = 0; d < 8; ++d) around.cost[d] = at[step_dy[d] * BlockArray::side + step_dx[d]];
  } else {
    for (std::size_t d = 0; d < 8; ++d) {
      around.cost[d] = grid.cost(step(c, static_cast<Direction>(d)));
    }
  }
  around.find_steps();
  return around;
}

/// Calls visit(to, units, direction) for all moves from a passable cell: legal steps clockwise from east,
/// then links that lead to a passable cell. Units are std::uint64_t.
template <class Visit>
void for_each_move(const GridView& grid, Cell from, Visit&& visit) {
  const Cost cost = grid.cost(from);
  const Neighbourhood around = look_around(grid, from);
  for (unsigned steps = around.steps; steps != 0; steps &= steps - 1) {
    const auto d = static_cast<Direction>(std::countr_zero(steps));
    visit(step(from, d),
          std::uint64_t{step_units(cost, around.cost[static_cast<std::size_t>(d)], is_diagonal(d))}, d);
  }
  for (const LinkTable::Entry& entry : grid.links().from_block(from)) {
    const Link& link = grid.links()[entry.id];
    if (link.from == from && grid.passable(link.to))
      visit(link.to, std::uint64_t{link.cost}, Direction::link);
  }
}

}  // namespace portolan
