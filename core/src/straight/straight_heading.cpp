// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What is read off a field: headings and paths.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "sight.hpp"
#include "straight_state.hpp"

namespace portolan {

using detail::Anchor;
using detail::ConeBoard;
using detail::ConeTile;

namespace {

constexpr float cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }

Cell cell_of(const Anchor& middle) { return {middle.x2 >> 1, middle.y2 >> 1, middle.layer}; }

// The point to head for, a little away from both walls of a corner: far above rounding at 16384.
constexpr float off_walls = 1.0F / 64;

Vec2 rounded(const Anchor& anchor) {
  return anchor.point() -
         Vec2{static_cast<float>(anchor.wall_x), static_cast<float>(anchor.wall_y)} * off_walls;
}

// True where one near a corner does not need it any more: on the free side of the line that leads to the
// corner from the one behind it, or beyond the corner and hardly on the other side. Between two corners that
// are rounded on different sides one crosses that line.
bool is_past(const Anchor& corner, const Anchor& behind, Vec2 p) {
  constexpr float near = 0.75F;
  const Vec2 off = p - corner.point();
  if (dot(off, off) > near * near) return false;
  const Vec2 line = corner.point() - behind.point();
  const Vec2 wall{static_cast<float>(corner.wall_x), static_cast<float>(corner.wall_y)};
  const float across = cross(line, off);
  if (across * cross(line, wall) <= 0) return true;
  return dot(line, off) <= 0 && std::abs(across) <= 3 * off_walls * length(line);
}

const Anchor& anchor_at(const ConeBoard& board, const Anchor& own, Vec2 p) {
  const Anchor* anchor = &own;
  while (anchor->kind == Anchor::Kind::corner) {
    const Anchor& behind = board.anchor(anchor->parent);
    if (!is_past(*anchor, behind, p)) break;
    anchor = &behind;
  }
  return *anchor;
}

bool is_served(const ConeBoard& board, Cell c) {
  const ConeTile* tile = board.find(c);
  return tile != nullptr && tile->is_served(board.tiles().offset(c));
}

// True where one can go from p straight to a point at most half a cell away.
bool is_clear(const ConeBoard& board, Cell here, Vec2 to) {
  const Cell ahead = cell_at(to, here.layer);
  if (ahead == here) return true;
  if (!is_served(board, ahead)) return false;
  return ahead.x == here.x || ahead.y == here.y ||
         (is_served(board, {ahead.x, here.y, here.layer}) && is_served(board, {here.x, ahead.y, here.layer}));
}

// Into a cell beside `here`, just around the corner that it shares with the one ahead.
Vec2 around_corner(Cell here, Cell ahead, Cell side) {
  const Vec2 corner{static_cast<float>(std::max(here.x, ahead.x)),
                    static_cast<float>(std::max(here.y, ahead.y))};
  const Vec2 inwards = centre_of(side) - corner;
  return corner + inwards * (2 * off_walls);
}

// A line that is free leads by a corner of a wall into the cell diagonally ahead; a body goes around it.
Vec2 past_corner(const ConeBoard& board, Cell here, Vec2 to) {
  const Cell ahead = cell_at(to, here.layer), along_x{ahead.x, here.y, here.layer};
  const bool by_x = is_served(board, along_x);
  return around_corner(here, ahead, by_x ? along_x : Cell{here.x, ahead.y, here.layer});
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

bool is_clear_line(const ConeBoard& board, Vec2 from, Vec2 to, std::int32_t layer) {
  constexpr float hop = 0.45F;
  const Vec2 line = to - from;
  const int hops = 1 + static_cast<int>(length(line) / hop);
  for (int i = 0; i < hops; ++i) {
    const Vec2 a = from + line * (static_cast<float>(i) / static_cast<float>(hops));
    if (!is_clear(board, cell_at(a, layer), a + line * (1 / static_cast<float>(hops)))) return false;
  }
  return true;
}

// The middle of a cell sees its target; where a wall beside the cell is in the way of who stands beside the
// middle, the corner to pass first: on the middle's side nothing else is in the way. None where that corner
// itself is not seen.
std::optional<Vec2> detour(const ConeBoard& board, Vec2 p, Cell here, Vec2 target) {
  constexpr float ahead_of_p = 1.0F / 1024;
  const Vec2 way = normalised(target - p);
  const float side = cross(way, centre_of(here) - p);
  const Cell ahead = cell_at(p + shortened(target - p, 0.5F), here.layer);
  std::optional<Vec2> best;
  for (const Cell wall : {ahead, Cell{ahead.x, here.y, here.layer}, Cell{here.x, ahead.y, here.layer}}) {
    if (wall == here || is_served(board, wall)) continue;
    for (int k = 0; k < 4; ++k) {
      const Vec2 outwards{(k & 1) != 0 ? 0.5F : -0.5F, (k & 2) != 0 ? 0.5F : -0.5F};
      const Vec2 corner = centre_of(wall) + outwards * (1 + 2 * off_walls), off = corner - p;
      if (dot(off, way) < ahead_of_p || cross(way, off) * side <= 0) continue;
      // The one that is farthest aside is the first that a taut line meets.
      if (!best || cross(*best - p, off) * side > 0) best = corner;
    }
  }
  if (best && !is_clear_line(board, p, *best, here.layer)) best.reset();
  return best;
}

// The anchor of a served cell; null elsewhere.
const Anchor* anchor_for(const ConeBoard& board, Cell c) {
  const ConeTile* tile = board.find(c);
  const std::uint32_t offset = board.tiles().offset(c);
  return tile != nullptr && tile->is_served(offset) ? &board.anchor(tile->anchor_of(offset)) : nullptr;
}

Heading towards(Vec2 from, Vec2 target) { return {normalised(target - from), length(target - from)}; }

bool is_here(const Anchor& anchor, Cell here) {
  return anchor.kind != Anchor::Kind::corner && cell_of(anchor) == here;
}

/// The anchors of the four cells whose middles are around a position; its own cell's comes first.
struct Anchors {
  std::uint32_t numbers[4];
  int count = 1;
};

Anchors anchors_around(const ConeBoard& board, const ConeTile& tile, std::uint32_t offset, Cell here,
                       Vec2 p) {
  Anchors found{{tile.anchor_of(offset)}};
  const Vec2 off = p - centre_of(here);
  const int dx = off.x < 0 ? -1 : 1, dy = off.y < 0 ? -1 : 1;
  for (const Cell c : {Cell{here.x + dx, here.y, here.layer}, Cell{here.x, here.y + dy, here.layer},
                       Cell{here.x + dx, here.y + dy, here.layer}}) {
    const ConeTile* const there = board.find(c);
    const std::uint32_t beside = board.tiles().offset(c);
    if (there == nullptr || !there->is_served(beside)) continue;
    const std::uint32_t number = there->anchor_of(beside);
    if (std::find(found.numbers, found.numbers + found.count, number) == found.numbers + found.count)
      found.numbers[found.count++] = number;
  }
  return found;
}

// A cell's anchor is that of its middle. Who stands beside the middle may have a nearer way by the anchor of
// a cell beside: the one in sight by which it is nearest to a goal. Null where none is.
const Anchor* nearest_in_sight(const ConeBoard& board, const Anchors& around, Vec2 p, std::int32_t layer) {
  const Anchor* anchors[4];
  double whole[4];
  for (int i = 0; i < around.count; ++i) {
    anchors[i] = &anchor_at(board, board.anchor(around.numbers[i]), p);
    whole[i] = anchors[i]->distance + static_cast<double>(length(anchors[i]->point() - p));
  }
  for (int left = around.count; left > 0; --left) {
    const auto best = std::min_element(whole, whole + around.count) - whole;
    if (is_in_sight(board, p, rounded(*anchors[best]), layer)) return anchors[best];
    whole[best] = std::numeric_limits<double>::infinity();
  }
  return nullptr;
}

}  // namespace

Heading StraightField::heading(Vec2 position, std::int32_t layer) const {
  const ConeBoard& board = state_->board;
  const Cell here = cell_at(position, layer);
  const ConeTile* const tile = board.find(here);
  const std::uint32_t offset = tiles().offset(here);
  if (tile == nullptr || !tile->is_served(offset)) return {};
  const Anchor* const own = &board.anchor(tile->anchor_of(offset));
  if (is_here(*own, here)) return {};
  if (const Anchors around = anchors_around(board, *tile, offset, here, position); around.count > 1) {
    if (const Anchor* const nearest = nearest_in_sight(board, around, position, layer)) {
      const Vec2 target = rounded(*nearest), ahead = position + shortened(target - position, 0.5F);
      return towards(position, is_clear(board, here, ahead) ? target : past_corner(board, here, ahead));
    }
  }
  const Anchor& anchor = anchor_at(board, *own, position);
  Vec2 target = rounded(anchor);
  if (!is_clear(board, here, position + shortened(target - position, 0.5F)))
    target = detour(board, position, here, target).value_or(exit_towards(board, here, *own));
  return towards(position, target);
}

std::optional<Cell> StraightField::next(Cell c) const {
  const ConeBoard& board = state_->board;
  const Anchor* const own = anchor_for(board, c);
  if (own == nullptr) return std::nullopt;
  if (is_here(*own, c)) return own->kind == Anchor::Kind::link ? board.link(*own).to : c;
  std::optional<Cell> best;
  float least = std::numeric_limits<float>::infinity();
  for (int i = 0; i < step_count; ++i) {
    const auto d = static_cast<Direction>(i);
    const Cell n = step(c, d);
    if (!grid().can_step(c, d)) continue;
    const float left = distance(n), whole = left + (is_diagonal(d) ? 1.4142135F : 1.0F) * state_->ground();
    if (!(left < distance(c)) || !(whole < least)) continue;
    best = n;
    least = whole;
  }
  return best;
}

std::vector<PathPoint> StraightField::path(Cell from) const {
  const ConeBoard& board = state_->board;
  const ConeTile* tile = board.find(from);
  if (tile == nullptr || !tile->is_served(tiles().offset(from))) return {};
  std::vector<PathPoint> points{{centre_of(from), from.layer}};
  const auto add = [&points](Vec2 at, std::int32_t layer) {
    if (const PathPoint next{at, layer}; points.back() != next) points.push_back(next);
  };
  for (std::uint32_t number = tile->anchor_of(tiles().offset(from));;) {
    const Anchor& anchor = board.anchor(number);
    add(anchor.point(), anchor.layer);
    if (anchor.kind == Anchor::Kind::goal) return points;
    if (anchor.kind == Anchor::Kind::link) {
      const Cell to = board.link(anchor).to;
      add(centre_of(to), to.layer);
    }
    number = anchor.parent;
  }
}

}  // namespace portolan
