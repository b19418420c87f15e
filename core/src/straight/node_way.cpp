// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "node_way.hpp"

#include <algorithm>
#include <cmath>

#include <portolan/core/assert.hpp>

namespace portolan::detail {

namespace {

// Sides of a cell: east, south, west, north, as the tiles around a tile. Corners: nw, ne, sw, se.
constexpr int corner_at[4][2] = {{1, 3}, {2, 3}, {0, 2}, {0, 1}};
constexpr int step_x[4] = {1, 0, -1, 0}, step_y[4] = {0, 1, 0, -1};
constexpr int opposite(int side) { return (side + 2) % 4; }
constexpr bool is_upright(int side) { return side % 2 == 0; }
constexpr unsigned bit(int side) { return 1U << static_cast<unsigned>(side); }
constexpr unsigned no_side = 0, all_sides = 15;
constexpr Vec2 middle{0.5F, 0.5F};

// Where one cell's upper left corner lies, seen from that of another.
Vec2 between(Cell from, Cell to) {
  return {static_cast<float>(to.x - from.x), static_cast<float>(to.y - from.y)};
}

/// How far a way keeps from the corners of the cells that it crosses, and how far it goes on behind a side.
constexpr float off_corners = 1.0F / 64, beyond = 1.0F / 128;

/// A cell as curves cross it. Positions count from its upper left corner.
struct Ground {
  Cell cell;
  float cost = 0;
  float corners[4]{};
  unsigned open = 0;               // sides with passable cells behind
  const Anchor* source = nullptr;  // a goal, or where a link begins: here, or near by on the same ground
};

std::optional<Ground> ground_at(const ConeBoard& board, Cell c) {
  const ConeTile* const tile = board.find(c);
  if (tile == nullptr || !tile->nodes) return std::nullopt;
  const int x = c.x - tile->origin.x, y = c.y - tile->origin.y;
  const auto wall = [&](int dx, int dy) {
    return static_cast<unsigned>(tile->walls[y + 1 + dy] >> static_cast<unsigned>(x + 1 + dx)) & 1U;
  };
  if (wall(0, 0) != 0) return std::nullopt;
  Ground ground{c, static_cast<float>(board.grid().cost(c))};
  for (int i = 0; i < 4; ++i) {
    ground.corners[i] = tile->nodes->at(x + (i & 1), y + (i >> 1));
    ground.open |= (wall(step_x[i], step_y[i]) ^ 1U) << static_cast<unsigned>(i);
  }
  const std::uint32_t offset = board.tiles().offset(c);
  if (tile->is_served(offset)) ground.source = &board.anchor(tile->anchor_of(offset));
  return ground;
}

/// Where it is best to cross each side, and what it costs to get to a goal that way.
struct Crossings {
  float along[4];
  float values[4];
};

// All sides at once, without a branch, so that compilers make registers of four lanes of it.
Crossings crossings(const Ground& ground, Vec2 from, float margin) {
  const float* const c = ground.corners;
  const float a[4] = {c[1], c[2], c[0], c[0]}, b[4] = {c[3], c[3], c[2], c[1]};
  const float level[4] = {from.y, from.x, from.y, from.x};
  const float height[4] = {1 - from.x, 1 - from.y, from.x, from.y};
  Crossings by;
  for (int i = 0; i < 4; ++i) {
    const float slope = (b[i] - a[i]) / ground.cost, rest = 1 - slope * slope;
    const float end = slope > 0 ? 0.0F : 1.0F, within = level[i] - height[i] * slope / std::sqrt(rest);
    const float best = rest > 0 ? within : end, least = best < margin ? margin : best;
    const float along = 1 - margin < least ? 1 - margin : least, off = along - level[i];
    const float value =
        a[i] * (1 - along) + b[i] * along + ground.cost * std::sqrt(height[i] * height[i] + off * off);
    by.along[i] = along;
    by.values[i] = std::min(a[i], b[i]) < NodeTile::far ? value : NodeTile::far;
  }
  for (int i = 0; i < 4; ++i) {
    if ((ground.open & bit(i)) == 0) by.values[i] = NodeTile::far;
  }
  return by;
}

Vec2 on_side(int side, float along) {
  const float far_end = side < 2 ? 1.0F : 0.0F;
  return is_upright(side) ? Vec2{far_end, along} : Vec2{along, far_end};
}

Cell cell_of(const Anchor& source) { return {source.x2 >> 1, source.y2 >> 1, source.layer}; }

// Straight.
float by_source(const Ground& ground, Vec2 from) {
  if (ground.source == nullptr) return NodeTile::far;
  return static_cast<float>(ground.source->distance) +
         ground.cost * length(from - middle - between(ground.cell, cell_of(*ground.source)));
}

// What it costs to get to a goal from a point of a cell; not by way of some of its sides.
float onward(const Ground& ground, Vec2 from, unsigned without) {
  float least = by_source(ground, from);
  const Crossings by = crossings(ground, from, 0);
  for (int side = 0; side < 4; ++side) {
    if ((without & bit(side)) == 0) least = std::min(least, by.values[side]);
  }
  return least;
}

int lowest_corner(const Ground& ground) {
  return static_cast<int>(std::min_element(ground.corners, ground.corners + 4) - ground.corners);
}

bool is_end(const Ground& ground) {
  return ground.source != nullptr && cell_of(*ground.source) == ground.cell &&
         by_source(ground, middle) <= onward(ground, middle, no_side);
}

/// How one leaves a cell.
struct Exit {
  Cell to;
  Vec2 at;       // seen from the cell that is left
  Vec2 inwards;  // from there, into the one that is entered; zero: that is the middle of the other
};

// Of the cells around a node, the one that a way from the node leads through. The first one if several do.
std::optional<Cell> cell_behind(const ConeBoard& board, Cell node) {
  std::optional<Cell> best;
  float least = NodeTile::far;
  for (int i = 0; i < 4; ++i) {
    const bool east = (i & 1) == 0, south = i < 2;  // where the node is, seen from the cell
    const Cell c{node.x - (east ? 1 : 0), node.y - (south ? 1 : 0), node.layer};
    auto ground = ground_at(board, c);
    if (!ground) continue;
    ground->open = all_sides;  // one may walk along the walls of a cell
    const Vec2 from{east ? 1.0F : 0.0F, south ? 1.0F : 0.0F};
    const float value = onward(*ground, from, bit(east ? 0 : 2) | bit(south ? 1 : 3));
    if (!(value < least)) continue;
    least = value;
    best = c;
  }
  return best;
}

// Around a corner of the cell, or across it where no wall is beside it.
std::optional<Exit> exit_at_corner(const ConeBoard& board, const Ground& ground, int corner) {
  const Cell c = ground.cell;
  const Vec2 at{static_cast<float>(corner & 1), static_cast<float>(corner >> 1)};
  const auto to = cell_behind(board, {c.x + (corner & 1), c.y + (corner >> 1), c.layer});
  if (!to || *to == c) return std::nullopt;
  int dx = to->x - c.x, dy = to->y - c.y;
  const bool by_x = (ground.open & bit(dx > 0 ? 0 : 2)) != 0, by_y = (ground.open & bit(dy > 0 ? 1 : 3)) != 0;
  if (dx != 0 && dy != 0 && !by_x) dx = 0;
  if (dx != 0 && dy != 0 && !by_y) dy = 0;
  PORTOLAN_ASSERT(ground_at(board, {c.x + dx, c.y + dy, c.layer}).has_value());
  const Vec2 inwards{static_cast<float>(dx), static_cast<float>(dy)};
  Exit exit{{c.x + dx, c.y + dy, c.layer}, at, inwards};
  if (dx == 0) exit.at.x = std::clamp(at.x, off_corners, 1 - off_corners);
  if (dy == 0) exit.at.y = std::clamp(at.y, off_corners, 1 - off_corners);
  return exit;
}

std::optional<Exit> exit_by(const ConeBoard& board, const Ground& ground, int side, float along) {
  if (along <= off_corners) return exit_at_corner(board, ground, corner_at[side][0]);
  if (along >= 1 - off_corners) return exit_at_corner(board, ground, corner_at[side][1]);
  const Cell c = ground.cell;
  const auto there = ground_at(board, {c.x + step_x[side], c.y + step_y[side], c.layer});
  const Vec2 at = on_side(side, along), entry = on_side(opposite(side), along);
  if (!there || onward(*there, entry, bit(opposite(side))) >= onward(ground, at, bit(side)))
    return std::nullopt;
  return Exit{there->cell, at, Vec2{static_cast<float>(step_x[side]), static_cast<float>(step_y[side])}};
}

// Where two ways meet that cost the same, points between two nodes look cheaper than they are. The nodes do
// not, and from the lowest one a way leads on.
std::optional<Exit> exit_by_nodes(const ConeBoard& board, const Ground& ground, Vec2 from) {
  std::optional<Exit> best;
  float least = NodeTile::far;
  for (int corner = 0; corner < 4; ++corner) {
    const Vec2 at{static_cast<float>(corner & 1), static_cast<float>(corner >> 1)};
    const float value = ground.corners[corner] + ground.cost * length(at - from);
    if (!(value < least)) continue;
    const auto exit = exit_at_corner(board, ground, corner);
    if (!exit) continue;
    least = value;
    best = exit;
  }
  return best;
}

std::optional<Exit> exit_from(const ConeBoard& board, const Ground& ground, Vec2 from) {
  Crossings by = crossings(ground, from, off_corners);
  for (;;) {
    const int side = static_cast<int>(std::min_element(by.values, by.values + 4) - by.values);
    if (ground.source != nullptr && by_source(ground, from) <= by.values[side]) {
      const Cell to = cell_of(*ground.source);
      return Exit{to, middle + between(ground.cell, to), {}};
    }
    if (by.values[side] >= NodeTile::far) return exit_by_nodes(board, ground, from);
    if (const auto exit = exit_by(board, ground, side, by.along[side])) return exit;
    by.values[side] = NodeTile::far;
  }
}

}  // namespace

float cost_of_nodes(const ConeBoard& board, Cell c) {
  const auto ground = ground_at(board, c);
  return ground ? onward(*ground, middle, no_side) : NodeTile::far;
}

Heading heading_by_nodes(const ConeBoard& board, Vec2 position, std::int32_t layer) {
  const Cell c = cell_at(position, layer);
  const auto ground = ground_at(board, c);
  if (!ground || is_end(*ground)) return {};
  const Vec2 from = position - Vec2{static_cast<float>(c.x), static_cast<float>(c.y)};
  const auto exit = exit_from(board, *ground, from);
  if (!exit) return {};
  const Vec2 way = exit->at - from;
  PORTOLAN_ASSERT(exit->inwards != Vec2{} || way != Vec2{});
  const float reach = length(way), on = exit->inwards == Vec2{} ? 0 : beyond;
  return {reach > on ? way * (1 / reach) : normalised(exit->inwards), reach + on};
}

const Anchor* source_in(const ConeBoard& board, Cell c) {
  const auto ground = ground_at(board, c);
  return ground && is_end(*ground) ? ground->source : nullptr;
}

bool leads_on(const ConeBoard& board, Cell from, Cell to) {
  const auto here = ground_at(board, from), there = ground_at(board, to);
  if (!here || !there) return false;
  const float lowest = here->corners[lowest_corner(*here)], next = there->corners[lowest_corner(*there)];
  return next < lowest || (next == lowest && is_end(*there));
}

std::optional<Cell> around_lowest_node(const ConeBoard& board, Cell c) {
  const auto ground = ground_at(board, c);
  if (!ground) return std::nullopt;
  const auto exit = exit_at_corner(board, *ground, lowest_corner(*ground));
  if (!exit) return std::nullopt;
  return exit->to;
}

std::vector<PathPoint> path_by_nodes(const ConeBoard& board, Cell c) {
  const std::size_t most = 2 * board.tile_count() * tile_cells;  // each cell is crossed once
  std::vector<PathPoint> points;
  Vec2 from = middle;
  while (points.size() < most) {
    const auto ground = ground_at(board, c);
    if (!ground) return {};
    const auto add = [&](Vec2 at) {
      points.push_back({Vec2{static_cast<float>(c.x), static_cast<float>(c.y)} + at, c.layer});
    };
    add(from);
    if (is_end(*ground)) {
      if (from != middle) add(middle);
      if (ground->source->kind == Anchor::Kind::goal) return points;
      c = board.link(*ground->source).to;
      from = middle;
      continue;
    }
    const auto exit = exit_from(board, *ground, from);
    if (!exit) return {};
    from = exit->at - between(c, exit->to);
    c = exit->to;
  }
  return {};
}

}  // namespace portolan::detail
