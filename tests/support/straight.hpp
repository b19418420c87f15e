// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <portolan/core/straight_field.hpp>

namespace portolan::test {

/// The finished field of the whole map.
inline StraightField field_to(GridView grid, Cell goal) {
  StraightField field(grid, TileGrid(grid.extent()));
  field.allow_all();
  field.add_goal({goal});
  field.advance();
  return field;
}

}  // namespace portolan::test
