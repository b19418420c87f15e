// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>

#include <portolan/core/tile_field.hpp>

#include "scratch.hpp"

namespace portolan {

/// What the field of one path leaves out: the tiles of a known path are solved first, which gives
/// a limit, and others only where a path that costs less may lead through them. Tiles are solved, and offer
/// one another what changed, as in any other field.
struct TileField::PathSearch {
  PathSearch(TileField& owner, const PathQuery& what);

  bool run();

  void seed(bool on_route);
  void follow_route();
  void leave_route();
  void spread_the_rest();
  void take_corners(detail::TileSlot& slot);
  [[nodiscard]] std::uint32_t solve(detail::TileSlot& slot);
  void spread(detail::TileSlot& slot);
  void offer_side(detail::TileSlot& slot, int side);
  void offer_corner(detail::TileSlot& slot, int diagonal);

  [[nodiscard]] bool is_ahead(const detail::TileSlot& slot, int direction) const;
  [[nodiscard]] TileId tile_beside(const detail::TileSlot& slot, int direction) const;
  [[nodiscard]] std::uint64_t least_from_start(const Rect& box) const;
  [[nodiscard]] std::uint64_t least_from_start(Cell c) const {
    return least_from_start(Rect{c.x, c.y, 1, 1, 0});
  }
  [[nodiscard]] bool may_be_useful(const detail::TileSlot& slot, int side, const std::uint16_t* values) const;
  [[nodiscard]] bool any_useful(const detail::TileSlot& slot, int side, const std::uint16_t* values,
                                int pitch, std::uint32_t cells) const;

  TileField& field;
  Scratch& scratch;
  const PathScope& scope;
  const PathQuery& query;
  TileId start_tile;
  Cost least_cost;                // of a cell; 0 where links may undercut the octile distance
  std::uint64_t limit;            // only paths that cost less are looked for
  bool beyond_the_route = false;  // the second part
};

}  // namespace portolan
