// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

#include <portolan/core/vec2.hpp>

#include "cone_board.hpp"

namespace portolan::detail {

// Sides of a cell: east, south, west, north, as the tiles around a tile. Corners: nw, ne, sw, se.
inline constexpr int corner_at[4][2] = {{1, 3}, {2, 3}, {0, 2}, {0, 1}};
inline constexpr int step_x[4] = {1, 0, -1, 0}, step_y[4] = {0, 1, 0, -1};
inline constexpr unsigned no_side = 0, all_sides = 15;
[[nodiscard]] constexpr int opposite(int side) { return (side + 2) % 4; }
[[nodiscard]] constexpr bool is_upright(int side) { return side % 2 == 0; }
[[nodiscard]] constexpr unsigned bit(int side) { return 1U << static_cast<unsigned>(side); }
/// Where a corner's node is, seen from the cell's upper left one.
[[nodiscard]] constexpr int node_at(int corner) { return (corner >> 1) * NodeTile::pitch + (corner & 1); }

/// How far a way keeps from the corners of the cells that it crosses, and how far it goes on behind a side.
inline constexpr float off_corners = 1.0F / 64, past_side = 1.0F / 128;

[[nodiscard]] constexpr Vec2 on_side(int side, float along) {
  const float far_end = side < 2 ? 1.0F : 0.0F;
  return is_upright(side) ? Vec2{far_end, along} : Vec2{along, far_end};
}

/// A cell as curves cross it. Positions count from its upper left corner.
struct NodeGround {
  Cell cell;
  const ConeTile* tile;
  int x, y;              // in the tile
  float cost;            // above 0
  float corners[4];      // what its nodes cost
  unsigned open;         // sides with passable cells behind
  const Anchor* source;  // a goal, or where a link begins: here, or near by on the same ground; or null
};

/// The sides of a cell with passable cells behind.
[[nodiscard]] inline unsigned open_sides(const ConeTile& tile, int x, int y) {
  const auto shift = static_cast<unsigned>(x);
  const std::uint64_t above = tile.walls[y] >> shift, own = tile.walls[y + 1] >> shift,
                      below = tile.walls[y + 2] >> shift;
  const std::uint64_t walls = (own >> 2U & 1U) | (below & 2U) | (own & 1U) << 2U | (above & 2U) << 2U;
  return static_cast<unsigned>(walls) ^ all_sides;
}

/// Of a passable cell of a tile with nodes, and these costs.
[[nodiscard]] inline NodeGround ground_in(const ConeBoard& board, const ConeTile& tile, int x, int y) {
  const float* const nodes = &tile.nodes->values[y * NodeTile::pitch + x];
  const auto offset = static_cast<std::uint32_t>(y * lanes + x);
  return {{tile.origin.x + x, tile.origin.y + y, tile.origin.layer},
          &tile,
          x,
          y,
          static_cast<float>(tile.nodes->costs[offset]),
          {nodes[0], nodes[1], nodes[NodeTile::pitch], nodes[NodeTile::pitch + 1]},
          open_sides(tile, x, y),
          tile.is_served(offset) ? &board.anchor(tile.anchor_of(offset)) : nullptr};
}

/// Nothing off the board, and in a wall.
[[nodiscard]] inline std::optional<NodeGround> ground_at(const ConeBoard& board, Cell c) {
  const ConeTile* const tile = board.find(c);
  if (tile == nullptr || !tile->nodes) return std::nullopt;
  const int x = c.x - tile->origin.x, y = c.y - tile->origin.y;
  if (tile->is_wall(x, y)) return std::nullopt;
  return ground_in(board, *tile, x, y);
}

/// A cell beside another, as one sees it who enters it.
struct Beyond {
  const ConeTile* tile = nullptr;  // null where nothing is known of it
  int x = 0, y = 0;                // in the tile
};

[[nodiscard]] inline Beyond beyond_side(const ConeBoard& board, const NodeGround& ground, int side) {
  const int x = ground.x + step_x[side], y = ground.y + step_y[side], last = board.tiles().side() - 1;
  if (((x | y) & ~last) == 0) return {ground.tile, x, y};
  const std::uint32_t number = ground.tile->around[side];
  if (number == ConeBoard::none) return {};
  return {&board.tile(number), x & last, y & last};
}

/// By side: from the cell behind it straight on, on to greater numbers, and to lower ones.
inline constexpr int on_x[4][3] = {{1, 0, 0}, {0, 1, -1}, {-1, 0, 0}, {0, 1, -1}};
inline constexpr int on_y[4][3] = {{0, 1, -1}, {1, 0, 0}, {0, 1, -1}, {-1, 0, 0}};

/// Where it is best to cross each side, how far that is, and what it costs to get to a goal that way.
struct Crossings {
  float along[4];
  float off[4];     // along the side, from straight ahead
  float height[4];  // to the side
  float reach[4];
  float values[4];
};

/// By which sides are open: far of those that are shut. A look at a table is no branch.
inline constexpr auto of_shut_sides = [] {
  std::array<std::array<float, 4>, 16> values{};
  for (unsigned open = 0; open < values.size(); ++open) {
    for (int side = 0; side < 4; ++side)
      values[open][static_cast<std::size_t>(side)] = (open & bit(side)) != 0 ? 0 : NodeTile::far;
  }
  return values;
}();

/// Of all sides at once, without a branch, so that compilers make registers of four lanes of it.
[[nodiscard]] inline Crossings crossings(const NodeGround& ground, Vec2 from, float margin) {
  const float* const c = ground.corners;
  const float a[4] = {c[1], c[2], c[0], c[0]}, b[4] = {c[3], c[3], c[2], c[1]};
  constexpr float far_end[4] = {1, 1, 0, 0}, by_x[4] = {-1, 0, 1, 0}, by_y[4] = {0, -1, 0, 1};
  constexpr float along_x[4] = {0, 1, 0, 1}, along_y[4] = {1, 0, 1, 0};
  const float* const least_values = of_shut_sides[ground.open].data();
  // Else compilers work out twice what follows from the two ends, and take a dozen blends to choose.
#if defined(__GNUC__)
  asm("" : "+m"(margin));
#endif
  const float most = 1 - margin;
  Crossings by;
  float height[4], ahead[4];
  for (int i = 0; i < 4; ++i) {
    height[i] = far_end[i] + by_x[i] * from.x + by_y[i] * from.y;
    ahead[i] = along_x[i] * from.x + along_y[i] * from.y;
    const float slope = (b[i] - a[i]) / ground.cost, rest = 1 - slope * slope;
    const float end = slope > 0 ? 0.0F : 1.0F, within = ahead[i] - height[i] * slope / std::sqrt(rest);
    const float best = rest > 0 ? within : end, least = best < margin ? margin : best;
    const float along = most < least ? most : least, off = along - ahead[i];
    const float reach = std::sqrt(height[i] * height[i] + off * off);
    const float value = a[i] * (1 - along) + b[i] * along + ground.cost * reach;
    by.along[i] = along;
    by.off[i] = off;
    by.height[i] = height[i];
    by.reach[i] = reach;
    const float known = (a[i] < b[i] ? a[i] : b[i]) < NodeTile::far ? value : NodeTile::far;
    by.values[i] = known > least_values[i] ? known : least_values[i];
  }
  return by;
}

/// The first side of the least value, of values that are not negative. Without a branch: which one that is,
/// is anything. Floats of one sign are in the order of their bits.
[[nodiscard]] inline int best_of(const float (&values)[4]) {
  const auto key = [&](int i) {
    return static_cast<std::int64_t>(std::bit_cast<std::int32_t>(values[i])) * 4 + i;
  };
  return static_cast<int>(std::min(std::min(key(0), key(1)), std::min(key(2), key(3))) & 3);
}

}  // namespace portolan::detail
