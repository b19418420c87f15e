// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <portolan/core/tile_grid.hpp>

namespace portolan {

/// A set of tiles that a search may use; to it, cells of other tiles are impassable. A corridor is such a
/// set. Concurrent reads; O(1) look-up; one byte per tile.
class TileMask {
 public:
  /// Empty at first.
  explicit TileMask(TileGrid tiles) : tiles_(tiles), member_(tiles.tile_count(), 0) {}
  TileMask(TileGrid tiles, std::span<const TileId> members) : TileMask(tiles) {
    for (const TileId t : members) add(t);
  }

  void add(TileId t) { PORTOLAN_ASSERT(knows(t), "add tiles of this grid"), member_[t.value] = 1; }

  void remove(TileId t) { PORTOLAN_ASSERT(knows(t), "remove tiles of this grid"), member_[t.value] = 0; }
  [[nodiscard]] const TileGrid& tiles() const { return tiles_; }
  [[nodiscard]] bool contains(TileId t) const {
    return PORTOLAN_ASSERT(knows(t), "ask for tiles of this grid"), member_[t.value] != 0;
  }
  /// Requires a cell inside the world.
  [[nodiscard]] bool contains(Cell c) const { return contains(tiles_.tile_of(c)); }

 private:
  [[nodiscard]] bool knows(TileId t) const { return t.value < member_.size(); }

  TileGrid tiles_;
  std::vector<std::uint8_t> member_;
};

}  // namespace portolan
