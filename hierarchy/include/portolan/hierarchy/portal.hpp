// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <portolan/core/cell.hpp>
#include <portolan/core/id.hpp>

namespace portolan {

/// A sector of the hierarchy is a tile of the kernel.
using SectorId = TileId;
/// A node of the portal graph of one level. Stays the same under edits elsewhere; after an edit of its own
/// border it may name another portal of that border, or none.
using PortalId = Id<struct PortalTag>;

/// A run of cell pairs, both passable, on the border that two sectors share; or a link, which leads from the
/// sector of one cell to the sector of another, in that direction only.
/// It is one point of the portal graph: the border between `a` and `b`, the pair that stands for the run.
struct Portal {
  Cell a;                  ///< left or upper cell of the pair; of a link, where it leaves from
  Cell b;                  ///< right or lower cell of the pair; of a link, where it arrives
  Cell first;              ///< first pair of the run, its cell on the side of `a`
  std::int32_t width = 0;  ///< pairs in the run; 0 for a link
  SectorId sector_a;
  SectorId sector_b;
  LinkId link;  ///< valid for links only

  [[nodiscard]] bool is_link() const { return link.valid(); }
};

}  // namespace portolan
