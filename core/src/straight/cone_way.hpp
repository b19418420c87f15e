// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include <portolan/core/heading.hpp>
#include <portolan/core/path_point.hpp>
#include <portolan/core/vec2.hpp>

#include "cone_board.hpp"

namespace portolan::detail {

// What is read off the anchors of ground of one cost.

/// The point to head for, a little away from both walls of a corner: far above rounding at 16384.
inline constexpr float off_walls = 1.0F / 64;
/// Nobody is past an anchor that is further away.
inline constexpr float near_anchor = 0.75F;

inline Vec2 rounded(const Anchor& anchor) {
  return anchor.point() -
         Vec2{static_cast<float>(anchor.wall_x), static_cast<float>(anchor.wall_y)} * off_walls;
}

/// The same as `share_anchor`, at the boundary of a tile or where it has many anchors.
[[nodiscard]] bool share_anchor_across(const ConeBoard& board, const ConeTile& tile, int x, int y, int dx,
                                       int dy);

/// Whether a served cell of a tile and those beside it by dx, dy and both, each 1 or -1, are all served by
/// one anchor: open ground, which is nearly everywhere.
inline bool share_anchor(const ConeBoard& board, const ConeTile& tile, int x, int y, int dx, int dy) {
  if ((((x + dx) | (y + dy)) & -board.tiles().side()) != 0 || !tile.high_places.empty()) [[unlikely]]
    return share_anchor_across(board, tile, x, y, dx, dy);
  const std::uint32_t columns = 1U << x | 1U << (x + dx);
  if ((tile.served[y] & tile.served[y + dy] & columns) != columns) return false;
  const std::uint8_t* const here = tile.cells->places + (y * lanes + x);
  const std::uint8_t* const beside = here + dy * lanes;
  return (here[0] == here[dx]) & (here[0] == beside[0]) & (here[0] == beside[dx]);
}

/// Where a position is in its tile, and which of the cells beside its own are nearest to it.
struct Spot {
  Spot(const ConeTile& in, const TileGrid& tiles, Cell c, Vec2 position)
      : tile(in),
        here(c),
        p(position),
        x(c.x - in.origin.x),
        y(c.y - in.origin.y),
        side(tiles.side()),
        offset(static_cast<std::uint32_t>(y * lanes + x)),
        dx(position.x - static_cast<float>(c.x) < 0.5F ? -1 : 1),
        dy(position.y - static_cast<float>(c.y) < 0.5F ? -1 : 1) {}

  // The cells beside are of the same tile.
  [[nodiscard]] bool is_inside() const { return (((x + dx) | (y + dy)) & -side) == 0; }

  const ConeTile& tile;
  const Cell here;
  const Vec2 p;
  const int x, y, side;
  const std::uint32_t offset;
  const int dx, dy;
};

inline Heading towards(Vec2 from, Vec2 target) {
  const Vec2 way = target - from;
  const float reach = length(way);
  return {reach > 0 ? way * (1 / reach) : Vec2{}, reach};
}

/// The goal or the beginning of a link that an anchor is, in this cell.
inline bool is_here(const Anchor& anchor, Cell here) {
  return anchor.kind != Anchor::Kind::corner && Cell{anchor.x2 >> 1, anchor.y2 >> 1, anchor.layer} == here;
}

/// Out of a cell, from a position in it: straight at its anchor, or at that of a cell beside by which one is
/// nearer to a goal, around the corners of walls. Zero where nobody serves the cell, and at an anchor.
[[nodiscard]] Heading heading_by_anchors(const ConeBoard& board, Vec2 position, std::int32_t layer);

/// The same where the cells around do not share an anchor, or are near to it.
[[nodiscard]] Heading heading_by_several(const ConeBoard& board, const Anchor& own, const Spot& spot);

/// The same of many positions, several at once, bit for bit.
void headings_by_anchors(const ConeBoard& board, std::span<const PathPoint> positions, Heading* headings);

}  // namespace portolan::detail
