// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <portolan/core/detail/block_array.hpp>
#include <portolan/core/tile_field.hpp>
#include <portolan/hierarchy/band_field.hpp>

#include "fields/band_shape.hpp"

namespace portolan {

/// What bands are made with.
struct BandSolver::Scratch {
  explicit Scratch(const Hierarchy& hierarchy);

  /// Begins with the corridor of a plan, none of which is solved yet.
  void open_corridor(const Plan& plan);
  /// Adds the path of an agent down the corridor's values to the shape, up to the first cell that a path has
  /// already. None where the corridor does not lead to a goal from there.
  void lay_path(Cell agent);
  /// Solves the field of the shape's cells for these goals. Its values hold until the next call.
  void solve(std::span<const Goal> goals);
  /// Appends what the field says of some cells of an 8 by 8 block to `values` and `directions`.
  void take(Cell origin, std::uint64_t cells);

  const Hierarchy* hierarchy;
  TileField corridor;
  detail::BandShape shape;
  BlockArray costs;  // of the shape's cells, impassable elsewhere
  TileField band;    // on these costs
  std::vector<TileId> tiles;
  std::vector<std::uint64_t> values;
  std::vector<std::uint8_t> directions;
  std::vector<SectorVersion> sectors;
  std::uint64_t tiles_solved = 0;  // by all calls

 private:
  void settle(Cell agent);
  [[nodiscard]] Cell next_cell(Cell here, Direction& before) const;
};

}  // namespace portolan
