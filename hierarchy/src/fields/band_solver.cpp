// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "fields/band_solver.hpp"

#include <array>
#include <bit>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/neighbourhood.hpp>
#include <portolan/core/path.hpp>

namespace portolan {

BandSolver::BandSolver(const Hierarchy& hierarchy) : scratch_(detail::make_pimpl<Scratch>(hierarchy)) {}

BandSolver::Scratch::Scratch(const Hierarchy& of)
    : hierarchy(&of),
      corridor(TileField::distances_only(of.grid(), of.sectors())),
      shape(of.grid()),
      costs(of.grid().extent(), impassable, impassable),
      band(GridView(costs, of.grid().links()), TileGrid(of.grid().extent())) {}

void BandSolver::Scratch::open_corridor(const Plan& plan) {
  corridor.reset();
  corridor.allow(plan.corridor);
  for (const Goal& goal : plan.goals) {
    if (corridor.allowed(corridor.tiles().tile_of(goal.cell))) corridor.add_goal(goal);
  }
  corridor.advance(0);  // goals are taken in
}

// Until the agent's value is final.
void BandSolver::Scratch::settle(Cell agent) {
  const std::uint64_t before = corridor.tiles_solved();
  while (corridor.at(agent) > corridor.settled_below() && !corridor.advance(1)) {
  }
  tiles_solved += corridor.tiles_solved() - before;
}

// The step, straight on where that will do, or the link that the value falls by its cost along. The cell
// itself at a goal.
Cell BandSolver::Scratch::next_cell(Cell here, Direction& before) const {
  const GridView& grid = corridor.grid();
  const Distance value = corridor.at(here);
  const Neighbourhood around = look_around(grid, here);
  const Cost cost = grid.cost(here);
  const auto falls = [&](Direction d) {
    const auto i = static_cast<std::size_t>(d);
    return (around.steps >> i & 1U) != 0 &&
           corridor.at(step(here, d)) + Distance{step_units(cost, around.cost[i], is_diagonal(d))} == value;
  };
  if (is_step(before) && falls(before)) return step(here, before);
  for (int d = 0; d < step_count; ++d) {
    before = static_cast<Direction>(d);
    if (falls(before)) return step(here, before);
  }
  before = Direction::none;
  const LinkId link = link_down(corridor, grid, here);
  if (!link.valid()) return here;
  // A goal may have links out of it, too, along which the value does not fall.
  const Link& down = grid.links()[link];
  return corridor.at(down.to) + Distance{down.cost} == value ? down.to : here;
}

void BandSolver::Scratch::lay_path(Cell agent) {
  if (!corridor.grid().passable(agent)) return;
  settle(agent);
  if (!reachable(corridor.at(agent))) return;
  Direction before = Direction::none;
  for (Cell here = agent; !shape.on_path(here);) {
    shape.add_path(here);
    here = next_cell(here, before);
  }
}

void BandSolver::Scratch::solve(std::span<const Goal> goals) {
  const BlockArray& world = hierarchy->grid().costs();
  std::array<std::uint8_t, BlockArray::cells> masked;
  tiles.clear();
  for (const detail::BandShape::Block& block : shape.blocks()) {
    masked.fill(impassable);
    const std::uint32_t index = world.block_of(block.origin);
    const std::uint8_t* from = world.block(index);
    std::uint32_t any = 0;
    for (std::size_t y = 0; y < 32; ++y) {
      any |= block.cells[y];
      for (std::uint32_t cells = block.cells[y]; cells != 0; cells &= cells - 1) {
        const std::size_t at = y * 32 + static_cast<std::size_t>(std::countr_zero(cells));
        masked[at] = from[at];
      }
    }
    if (any == 0) continue;
    costs.set_block(index, masked.data());
    tiles.push_back(block.tile);
  }
  band.reset();
  band.allow(tiles);
  for (const Goal& goal : goals) {
    if (shape.contains(goal.cell)) band.add_goal(goal);
  }
  band.advance();
  tiles_solved += band.tiles_solved();
  // What the field knows does not need the costs any more; the next band must not find them.
  masked.fill(impassable);
  for (const TileId tile : tiles) costs.set_block(world.block_of(band.tiles().origin(tile)), masked.data());
}

void BandSolver::Scratch::take(Cell origin, std::uint64_t cells) {
  PORTOLAN_ASSERT(origin.x % 8 == 0 && origin.y % 8 == 0, "a band is taken by blocks of 8 by 8 cells");
  // Null where the field has no tile: cells of paths that have become impassable.
  const std::uint8_t* const from = band.directions_at(origin);
  for (; cells != 0; cells &= cells - 1) {
    const auto bit = static_cast<std::uint32_t>(std::countr_zero(cells));
    const std::uint32_t x = bit & 7U, y = bit >> 3U;
    directions.push_back(from != nullptr ? from[y * BlockArray::side + x]
                                         : static_cast<std::uint8_t>(Direction::none));
    values.push_back(
        band.at({origin.x + static_cast<int>(x), origin.y + static_cast<int>(y), origin.layer}).units);
  }
}

std::size_t BandSolver::memory_bytes() const {
  const Scratch& s = *scratch_;
  return sizeof s +
         detail::heap_bytes(s.corridor, s.shape, s.costs, s.band, s.tiles, s.values, s.directions, s.sectors);
}

}  // namespace portolan
