// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Headings on ground of one cost.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "cone_way.hpp"

#include <portolan/core/assert.hpp>
#include "sight.hpp"

namespace portolan::detail {

namespace {

// Another anchor than that of the own cell is taken where one is nearer to a goal by more than that.
constexpr double as_good = 1.0 / 64;

// True where one near a corner does not need it any more: on the free side of the line that leads to the
// corner from the one behind it, or beyond the corner and hardly on the other side. Between two corners that
// are rounded on different sides one crosses that line.
bool is_past(const ConeBoard& board, const Anchor& corner, Vec2 p) {
  PORTOLAN_ASSERT(corner.kind == Anchor::Kind::corner, "one is past a corner");
  const Vec2 off = p - corner.point();
  const Anchor& behind = board.anchor(corner.parent);
  const Vec2 line = corner.point() - behind.point();
  const Vec2 wall{static_cast<float>(corner.wall_x), static_cast<float>(corner.wall_y)};
  const float across = cross(line, off);
  if (across * cross(line, wall) <= 0) return true;
  return dot(line, off) <= 0 && std::abs(across) <= 3 * off_walls * length(line);
}

bool is_near(const Anchor& corner, Vec2 p) {
  const Vec2 off = p - corner.point();
  return dot(off, off) <= near_anchor * near_anchor;
}

const Anchor& anchor_at(const ConeBoard& board, const Anchor& own, Vec2 p) {
  const Anchor* anchor = &own;
  while (anchor->kind == Anchor::Kind::corner && is_near(*anchor, p) && is_past(board, *anchor, p))
    anchor = &board.anchor(anchor->parent);
  return *anchor;
}

bool is_served(const ConeBoard& board, Cell c) {
  const ConeTile* tile = board.find(c);
  return tile != nullptr && tile->is_served(board.tiles().offset(c));
}

// Into a cell beside `here`, just around the corner that it shares with the one ahead.
Vec2 around_corner(Cell here, Cell ahead, Cell side) {
  const Vec2 corner{static_cast<float>(std::max(here.x, ahead.x)),
                    static_cast<float>(std::max(here.y, ahead.y))};
  const Vec2 inwards = centre_of(side) - corner;
  return corner + inwards * (2 * off_walls);
}

// From the middle of a cell its anchor is in sight: where the line to it leaves the cell, the way is open. A
// line may touch the corner of a wall there; a body goes around it.
Vec2 exit_towards(const ConeBoard& board, Cell here, const Anchor& own) {
  constexpr float just_beyond = 0.55F;
  const Vec2 middle = centre_of(here), line = own.point() - middle;
  const float most = std::max(std::abs(line.x), std::abs(line.y));
  const Vec2 exit = most <= just_beyond ? rounded(own) : middle + line * (just_beyond / most);
  const Cell ahead = cell_at(exit, here.layer);
  if (ahead.x == here.x || ahead.y == here.y) return exit;
  const Cell along_x{ahead.x, here.y, here.layer}, along_y{here.x, ahead.y, here.layer};
  if (!is_served(board, along_x)) return around_corner(here, ahead, along_y);
  return is_served(board, along_y) && is_served(board, ahead) ? exit : around_corner(here, ahead, along_x);
}

// A free line leads past the corner of a wall into the cell diagonally ahead: a body goes around it. None
// where there is no such corner.
std::optional<Vec2> past_corner(const ConeBoard& board, Cell here, Vec2 to) {
  const Cell ahead = cell_at(to, here.layer), along_x{ahead.x, here.y, here.layer},
             along_y{here.x, ahead.y, here.layer};
  const bool by_x = is_served(board, along_x);
  if (!is_served(board, ahead) || by_x == is_served(board, along_y)) return std::nullopt;
  return around_corner(here, ahead, by_x ? along_x : along_y);
}

// Which corner of a wall one passes first who goes from p along `way` and leaves the wall on the other side
// than a position beside: the one that is farthest on that position's side. None where all are behind.
std::optional<Vec2> bend_at(Cell wall, Vec2 p, Vec2 way, Vec2 beside) {
  constexpr float ahead_of_p = 1.0F / 1024;
  const float side = cross(way, beside - p);
  std::optional<Vec2> best;
  for (int k = 0; k < 4; ++k) {
    const Vec2 outwards{(k & 1) != 0 ? 0.5F : -0.5F, (k & 2) != 0 ? 0.5F : -0.5F};
    const Vec2 corner = centre_of(wall) + outwards * (1 + 2 * off_walls), off = corner - p;
    if (dot(off, way) < ahead_of_p || cross(way, off) * side <= 0) continue;
    if (!best || cross(*best - p, off) * side > 0) best = corner;
  }
  return best;
}

// The middle of a cell sees its target; where a wall is in the way of who stands beside the middle, the
// corner to pass first: on the middle's side nothing else is in the way. None where that corner is not found
// soon.
std::optional<Vec2> detour(const ConeBoard& board, Vec2 p, Cell here, Vec2 target) {
  constexpr int soon = 3;
  const Vec2 way = normalised(target - p);
  for (int i = 0; i < soon; ++i) {
    const std::optional<Cell> wall = first_wall(board, p, target, here.layer);
    if (!wall) return target;
    const std::optional<Vec2> bend = bend_at(*wall, p, way, centre_of(here));
    if (!bend) return std::nullopt;
    target = *bend;
  }
  return std::nullopt;
}

/// The anchors of the four cells whose middles are around a position; its own cell's comes first.
struct Anchors {
  std::uint32_t numbers[4];
  Cell cells[4];  ///< one each that they serve
  int count = 1;

  void add(std::uint32_t number, Cell cell) {
    if (std::find(numbers, numbers + count, number) != numbers + count) return;
    cells[count] = cell;
    numbers[count++] = number;
  }
};

// Within a tile, which is nearly always, cells of one anchor are told by its place there.
Anchors anchors_around(const ConeBoard& board, const Spot& spot) {
  const ConeTile& tile = spot.tile;
  const Cell c = spot.here;
  const Cell beside[] = {
      {c.x + spot.dx, c.y, c.layer}, {c.x, c.y + spot.dy, c.layer}, {c.x + spot.dx, c.y + spot.dy, c.layer}};
  Anchors found{{tile.anchor_of(spot.offset)}, {c}};
  if (spot.is_inside()) {
    const int steps[] = {spot.dx, spot.dy * lanes, spot.dx + spot.dy * lanes};
    for (std::size_t i = 0; i < std::size(steps); ++i) {
      const std::uint32_t there = spot.offset + static_cast<std::uint32_t>(steps[i]);
      if (tile.place_of(there) != tile.place_of(spot.offset) && tile.is_served(there))
        found.add(tile.anchor_of(there), beside[i]);
    }
    return found;
  }
  const int x = spot.x + spot.dx, y = spot.y + spot.dy;
  const std::uint32_t numbers[] = {board.anchor_beside(tile, x, spot.y), board.anchor_beside(tile, spot.x, y),
                                   board.anchor_beside(tile, x, y)};
  for (std::size_t i = 0; i < std::size(numbers); ++i) {
    if (numbers[i] != ConeBoard::none) found.add(numbers[i], beside[i]);
  }
  return found;
}

// A cell's anchor is that of its middle. Who stands beside the middle may have a nearer way by the anchor of
// a cell beside. Where to go for the one by which it is nearest to a goal, around the corner of a wall that
// is in the way. Such an anchor used not to count: who came along a wall that its cell's own anchor leads
// around turned back to the wall's other end. Nothing where that is the cell's own anchor, or as good as:
// what is in sight costs time.
std::optional<Vec2> nearer_target(const ConeBoard& board, const Anchors& around, Vec2 p) {
  const Anchor* anchors[4];
  double whole[4];
  std::optional<Vec2> bends[4];
  for (int i = 0; i < around.count; ++i) {
    anchors[i] = &anchor_at(board, board.anchor(around.numbers[i]), p);
    whole[i] = anchors[i]->distance + static_cast<double>(length(anchors[i]->point() - p));
  }
  whole[0] -= as_good;
  for (;;) {
    const auto best = std::min_element(whole, whole + around.count) - whole;
    if (best == 0) return std::nullopt;
    if (bends[best]) return bends[best];
    const Vec2 target = rounded(*anchors[best]);
    bends[best] = detour(board, p, around.cells[best], target);
    if (bends[best] == target) return target;
    whole[best] = !bends[best] ? std::numeric_limits<double>::infinity()
                               : anchors[best]->distance + static_cast<double>(length(*bends[best] - p) +
                                                                               length(target - *bends[best]));
  }
}

// Who goes so far, at most half a cell, meets no wall. Without branches: which way one goes is anything.
bool is_clear_to(const Spot& spot, Vec2 to) {
  const Cell ahead = cell_at(to, spot.here.layer);
  const auto x = static_cast<unsigned>(spot.x + 1),
             ahead_x = x + static_cast<unsigned>(ahead.x - spot.here.x);
  const std::uint64_t here = spot.tile.walls[spot.y + 1],
                      beyond = spot.tile.walls[spot.y + 1 + ahead.y - spot.here.y];
  return ((beyond >> ahead_x | beyond >> x | here >> ahead_x) & 1U) == 0;
}

// The common case: the anchors of the four cells around a position are further away than a cell, and that of
// its own cell is as good as the others. All four are compared at once: at random positions, to ask first
// whether they differ took longer. False at the boundary of a tile.
bool own_anchor_serves(const ConeBoard& board, const Anchor& own, const Spot& spot) {
  if (!spot.is_inside()) return false;
  const ConeTile& tile = spot.tile;
  const std::uint16_t own_place = tile.place_of(spot.offset);
  const auto squared = [&](const Anchor& anchor) {
    const Vec2 off = anchor.point() - spot.p;
    return dot(off, off);
  };
  const float own_square = squared(own);
  const double own_whole = own.distance + static_cast<double>(std::sqrt(own_square)) - as_good;
  bool serves = own_square > near_anchor * near_anchor;
  for (const int beside : {spot.dx, spot.dy * lanes, spot.dx + spot.dy * lanes}) {
    const std::uint32_t there = spot.offset + static_cast<std::uint32_t>(beside);
    const std::uint16_t place = tile.is_served(there) ? tile.place_of(there) : own_place;
    const Anchor& other = board.anchor(tile.anchors[place]);
    const float square = squared(other);
    const double whole = other.distance + static_cast<double>(std::sqrt(square));
    serves = serves & (square > near_anchor * near_anchor) & (own_whole <= whole);
  }
  return serves;
}

// Where a second anchor is near, or a wall in the way.
Heading careful_heading(const ConeBoard& board, const Anchor& own, const Spot& spot) {
  const Cell here = spot.here;
  const Vec2 p = spot.p;
  std::optional<Vec2> target;
  if (const Anchors around = anchors_around(board, spot); around.count > 1)
    target = nearer_target(board, around, p);
  if (!target) target = rounded(anchor_at(board, own, p));
  if (const Heading way = towards(p, *target);
      is_clear_to(spot, way.reach > 0.5F ? p + way.direction * 0.5F : *target))
    return way;
  const auto ahead = [&] { return p + shortened(*target - p, 0.5F); };
  target = detour(board, p, here, *target);
  if (target && !is_clear_to(spot, ahead())) target = past_corner(board, here, ahead());
  if (!target) target = exit_towards(board, here, own);
  return towards(p, *target);
}

}  // namespace

Heading heading_by_several(const ConeBoard& board, const Anchor& own, const Spot& spot) {
  if (is_here(own, spot.here)) return {};
  if (own_anchor_serves(board, own, spot)) {
    const Heading way = towards(spot.p, rounded(own));
    if (is_clear_to(spot, spot.p + way.direction * 0.5F)) return way;
  }
  return careful_heading(board, own, spot);
}

Heading heading_by_anchors(const ConeBoard& board, Vec2 position, std::int32_t layer) {
  const Cell here = cell_at(position, layer);
  const ConeTile* const tile = board.find(here);
  const std::uint32_t offset = board.tiles().offset(here);
  if (tile == nullptr || !tile->is_served(offset)) return {};
  const Anchor& own = board.anchor(tile->anchor_of(offset));
  const Spot spot(*tile, board.tiles(), here, position);
  // Then nothing is nearer than that anchor and no wall in the way, for who goes half a cell comes into one
  // of the four cells at most.
  const Vec2 off = own.point() - position;
  if (share_anchor(board, *tile, spot.x, spot.y, spot.dx, spot.dy) &&
      dot(off, off) > near_anchor * near_anchor)
    return towards(position, rounded(own));
  return heading_by_several(board, own, spot);
}

}  // namespace portolan::detail
