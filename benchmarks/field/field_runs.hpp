// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <portolan/core/tile_field.hpp>

namespace portolan::bench {

/// The field of a whole map, again.
inline void run(TileField& field, const Goal& goal) {
  field.reset();
  field.add_goal(goal);
  field.advance();
}

/// In values and directions, cell by cell.
inline bool equal(const TileField& a, const TileField& b) {
  const Extent extent = a.grid().extent();
  for (std::size_t i = 0; i < extent.cell_count(); ++i) {
    const Cell c = extent.cell(i);
    if (a.at(c) != b.at(c) || a.direction(c) != b.direction(c)) return false;
  }
  return true;
}

}  // namespace portolan::bench
