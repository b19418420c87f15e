// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "node_way.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <portolan/core/assert.hpp>

#include "node_ground.hpp"

namespace portolan::detail {

namespace {

constexpr Vec2 middle{0.5F, 0.5F};

// Where one cell's upper left corner lies, seen from that of another.
Vec2 between(Cell from, Cell to) {
  return {static_cast<float>(to.x - from.x), static_cast<float>(to.y - from.y)};
}

Cell cell_of(const Anchor& source) { return {source.x2 >> 1, source.y2 >> 1, source.layer}; }

// Straight.
float by_source(const NodeGround& ground, Vec2 from) {
  if (ground.source == nullptr) return NodeTile::far;
  return static_cast<float>(ground.source->distance) +
         ground.cost * length(from - middle - between(ground.cell, cell_of(*ground.source)));
}

// What it costs to get to a goal from a point of a cell; not by way of some of its sides.
float onward(const NodeGround& ground, Vec2 from, unsigned without) {
  float least = by_source(ground, from);
  const Crossings by = crossings(ground, from, 0);
  for (int side = 0; side < 4; ++side) {
    if ((without & bit(side)) == 0) least = std::min(least, by.values[side]);
  }
  return least;
}

int lowest_corner(const NodeGround& ground) {
  return static_cast<int>(std::min_element(ground.corners, ground.corners + 4) - ground.corners);
}

/// How one leaves a cell.
struct Exit {
  Cell to;
  Vec2 at;       // seen from the cell that is left
  Vec2 inwards;  // from there, into the one that is entered; zero: that is the middle of the other
};

/// Four cells are crossed from a corner to one of the sides opposite: what it costs to get to a goal that
/// way, as in `crossings`. The corner is level with the first end of the side, 0, or with the second, 1.
struct FarSides {
  float first[4], second[4], level[4];

  void cross(const float (&costs)[4], float (&values)[4]) const {
    for (int i = 0; i < 4; ++i) {
      const float slope = (second[i] - first[i]) / costs[i], rest = 1 - slope * slope;
      const float end = slope > 0 ? 0.0F : 1.0F, within = level[i] - slope / std::sqrt(rest);
      const float best = rest > 0 ? within : end, least = best < 0 ? 0 : best;
      const float along = 1 < least ? 1 : least, off = along - level[i];
      const float value = first[i] * (1 - along) + second[i] * along + costs[i] * std::sqrt(1 + off * off);
      values[i] = (first[i] < second[i] ? first[i] : second[i]) < NodeTile::far ? value : NodeTile::far;
    }
  }
};

// Of the cells around a node inside a tile, the first one that it costs least to go on through; 4 where no
// way leads on.
int place_behind(const ConeTile& tile, int x, int y) {
  PORTOLAN_ASSERT(x > 0 && y > 0 && x < lanes && y < lanes);
  constexpr int p = NodeTile::pitch;
  const float* const n = &tile.nodes->values[y * p + x];
  const std::uint8_t* const cells = &tile.nodes->costs[(y - 1) * lanes + x - 1];
  const float costs[4] = {static_cast<float>(cells[0]), static_cast<float>(cells[1]),
                          static_cast<float>(cells[lanes]), static_cast<float>(cells[lanes + 1])};
  const FarSides upright{{n[-p - 1], n[1 - p], n[-1], n[1]}, {n[-1], n[1], n[p - 1], n[p + 1]}, {1, 1, 0, 0}};
  const FarSides flat{{n[-p - 1], n[-p], n[p - 1], n[p]}, {n[-p], n[1 - p], n[p], n[p + 1]}, {1, 0, 1, 0}};
  float by_upright[4], by_flat[4];
  upright.cross(costs, by_upright);
  flat.cross(costs, by_flat);
  const float* const least_values = of_shut_sides[~tile.walls_at(x, y) & all_sides].data();
  float by_cell[4];
  for (int i = 0; i < 4; ++i) by_cell[i] = std::max(std::min(by_upright[i], by_flat[i]), least_values[i]);
  const int best = best_of(by_cell);
  return by_cell[best] < NodeTile::far ? best : 4;
}

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

// The same, where the node is seen from one of these cells.
std::optional<Cell> cell_behind(const ConeBoard& board, const NodeGround& ground, int corner) {
  const int x = ground.x + (corner & 1), y = ground.y + (corner >> 1), side = board.tiles().side();
  const Cell node{ground.cell.x + (corner & 1), ground.cell.y + (corner >> 1), ground.cell.layer};
  const bool is_inside = x > 0 && y > 0 && x < side && y < side;
  const auto knows_source = [&] {
    return ((ground.tile->served[y - 1] | ground.tile->served[y]) >> static_cast<unsigned>(x - 1) & 3U) != 0;
  };
  if (!is_inside || knows_source()) return cell_behind(board, node);
  const int place = place_behind(*ground.tile, x, y);
  if (place == 4) return std::nullopt;
  return Cell{node.x - 1 + (place & 1), node.y - 1 + (place >> 1), node.layer};
}

// Around a corner of the cell, or across it where no wall is beside it.
std::optional<Exit> exit_at_corner(const ConeBoard& board, const NodeGround& ground, int corner) {
  const Cell c = ground.cell;
  const Vec2 at{static_cast<float>(corner & 1), static_cast<float>(corner >> 1)};
  const auto to = cell_behind(board, ground, corner);
  if (!to || *to == c) return std::nullopt;
  int dx = to->x - c.x, dy = to->y - c.y;
  const bool by_x = (ground.open & bit(dx > 0 ? 0 : 2)) != 0, by_y = (ground.open & bit(dy > 0 ? 1 : 3)) != 0;
  if (dx != 0 && dy != 0 && !by_x && !by_y) return std::nullopt;  // walls meet there
  if (dx != 0 && dy != 0 && !by_x) dx = 0;
  if (dx != 0 && dy != 0 && !by_y) dy = 0;
  PORTOLAN_ASSERT(ground_at(board, {c.x + dx, c.y + dy, c.layer}).has_value());
  const Vec2 inwards{static_cast<float>(dx), static_cast<float>(dy)};
  Exit exit{{c.x + dx, c.y + dy, c.layer}, at, inwards};
  if (dx == 0) exit.at.x = std::clamp(at.x, off_corners, 1 - off_corners);
  if (dy == 0) exit.at.y = std::clamp(at.y, off_corners, 1 - off_corners);
  return exit;
}

std::optional<Exit> exit_by(const ConeBoard& board, const NodeGround& ground, int side, float along) {
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
std::optional<Exit> exit_by_nodes(const ConeBoard& board, const NodeGround& ground, Vec2 from) {
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

std::optional<Exit> exit_from(const ConeBoard& board, const NodeGround& ground, Vec2 from, Crossings by) {
  for (;;) {
    const int side = best_of(by.values);
    if (ground.source != nullptr && by_source(ground, from) <= by.values[side]) {
      const Cell to = cell_of(*ground.source);
      return Exit{to, middle + between(ground.cell, to), {}};
    }
    if (by.values[side] >= NodeTile::far) return exit_by_nodes(board, ground, from);
    if (const auto exit = exit_by(board, ground, side, by.along[side])) return exit;
    by.values[side] = NodeTile::far;
  }
}

// A source that is as good as any way past it. Points between two nodes look cheaper than they are: where a
// way past it seems to be a little better, there may be none after all.
bool is_end(const ConeBoard& board, const NodeGround& ground) {
  if (ground.source == nullptr || cell_of(*ground.source) != ground.cell) return false;
  if (by_source(ground, middle) <= onward(ground, middle, no_side)) return true;
  const auto exit = exit_from(board, ground, middle, crossings(ground, middle, off_corners));
  return exit && exit->to == ground.cell;
}

constexpr Vec2 along_side[4] = {{0, 1}, {1, 0}, {0, 1}, {1, 0}};

// Whether one gets nearer to a goal who crosses a side and goes straight on, than who turns back there could:
// then `exit_by` would take that side. True of most ways, and known without a root. False where that is not
// told, and where something else comes first.
bool leads_straight_on(const ConeBoard& board, const NodeGround& ground, const Crossings& by, int side) {
  PORTOLAN_ASSERT(side >= 0 && side < 4);
  const float along = by.along[side], off = by.off[side], height = by.height[side];
  const Beyond there = beyond_side(board, ground, side);
  if ((by.values[side] >= NodeTile::far) | (ground.source != nullptr) | (along <= off_corners) |
      (along >= 1 - off_corners) | (by.reach[side] <= past_side) | (there.tile == nullptr))
    return false;
  const auto [a, b] = corner_at[side];
  const auto [back_a, back_b] = corner_at[opposite(side)];
  const float* const c = ground.corners;
  const float back = std::min({std::min(c[a], c[back_a]) + ground.cost * along,
                               std::min(c[b], c[back_b]) + ground.cost * (1 - along),
                               std::min(c[back_a], c[back_b]) + ground.cost});
  // Straight on one leaves the cell by the side ahead, or by the one beside. Which is anything: places in
  // arrays are no branches.
  const std::size_t turn = off < 0 ? 1 : 0;
  const float rooms[2] = {1 - along, along}, aside = std::abs(off), room = rooms[turn];
  const std::size_t turns = room * height < aside ? 1 : 0;
  const float most[2] = {1, room}, ways[2] = {height, aside}, share = most[turns] / ways[turns];
  const float ahead = std::min(height * share, 1.0F),
              at = std::min(std::max(along + off * share, 0.0F), 1.0F);
  const std::size_t next = turns * (1 + turn);
  const bool meets_wall = there.tile->is_wall(there.x + on_x[side][next], there.y + on_y[side][next]);
  const float* const nodes = &there.tile->nodes->values[there.y * NodeTile::pitch + there.x];
  const float entry = c[a] * (1 - at) + c[b] * at,
              exit = nodes[node_at(a)] * (1 - at) + nodes[node_at(b)] * at;
  const float on =
      entry * (1 - ahead) + exit * ahead +
      static_cast<float>(there.tile->nodes->costs[there.y * lanes + there.x]) * share * by.reach[side];
  constexpr float beyond_rounding = 1 + 1.0F / (1 << 18);
  return (on * beyond_rounding < back) & !meets_wall;
}

// Where the best side does not lead straight on.
[[gnu::noinline]] Heading careful_heading(const ConeBoard& board, const NodeGround& ground, Vec2 from,
                                          const Crossings& by) {
  if (is_end(board, ground)) return {};
  const auto exit = exit_from(board, ground, from, by);
  if (!exit) return {};
  const Vec2 way = exit->at - from;
  PORTOLAN_ASSERT(exit->inwards != Vec2{} || way != Vec2{});
  const float reach = length(way), on = exit->inwards == Vec2{} ? 0 : past_side;
  return {reach > on ? way * (1 / reach) : normalised(exit->inwards), reach + on};
}

}  // namespace

float cost_of_nodes(const ConeBoard& board, Cell c) {
  const auto ground = ground_at(board, c);
  return ground ? onward(*ground, middle, no_side) : NodeTile::far;
}

Heading heading_by_nodes(const ConeBoard& board, Vec2 position, std::int32_t layer) {
  const Cell c = cell_at(position, layer);
  const ConeTile* const tile = board.find(c);
  if (tile == nullptr || !tile->nodes) return {};
  const int x = c.x - tile->origin.x, y = c.y - tile->origin.y;
  if (tile->is_wall(x, y)) return {};
  const NodeGround ground = ground_in(board, *tile, x, y);
  const Vec2 from = position - Vec2{static_cast<float>(c.x), static_cast<float>(c.y)};
  const Crossings by = crossings(ground, from, off_corners);
  const int side = best_of(by.values);
  if (!leads_straight_on(board, ground, by, side)) return careful_heading(board, ground, from, by);
  const Vec2 way =
      Vec2{static_cast<float>(step_x[side]), static_cast<float>(step_y[side])} * by.height[side] +
      along_side[side] * by.off[side];
  return {way * (1 / by.reach[side]), by.reach[side] + past_side};
}

const Anchor* source_in(const ConeBoard& board, Cell c) {
  const auto ground = ground_at(board, c);
  return ground && is_end(board, *ground) ? ground->source : nullptr;
}

bool leads_on(const ConeBoard& board, Cell from, Cell to) {
  const auto here = ground_at(board, from), there = ground_at(board, to);
  if (!here || !there) return false;
  const float lowest = here->corners[lowest_corner(*here)], next = there->corners[lowest_corner(*there)];
  return next < lowest || (next == lowest && is_end(board, *there));
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
    if (is_end(board, *ground)) {
      if (from != middle) add(middle);
      if (ground->source->kind == Anchor::Kind::goal) return points;
      const std::optional<Cell> to = board.link_end(*ground->source);
      if (!to) return {};
      c = *to;
      from = middle;
      continue;
    }
    const auto exit = exit_from(board, *ground, from, crossings(*ground, from, off_corners));
    if (!exit) return {};
    from = exit->at - between(c, exit->to);
    c = exit->to;
  }
  return {};
}

}  // namespace portolan::detail
