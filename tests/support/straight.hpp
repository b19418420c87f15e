// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <portolan/core/straight_field.hpp>

namespace portolan::test {

/// The finished field of the whole map, of tiles of so many cells on a side.
inline StraightField field_to(GridView grid, Cell goal, int side = 32, Isa isa = best_isa()) {
  StraightField field(grid, TileGrid(grid.extent(), side), isa);
  field.allow_all();
  field.add_goal({goal});
  field.advance();
  return field;
}

}  // namespace portolan::test
