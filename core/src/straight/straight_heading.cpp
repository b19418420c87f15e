// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What is read off a field: headings and paths.
#include <cmath>
#include <optional>

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
// corner from the one behind it.
bool is_past(const Anchor& corner, const Anchor& behind, Vec2 p) {
  constexpr float near = 0.75F;
  const Vec2 off = p - corner.point();
  if (dot(off, off) > near * near) return false;
  const Vec2 line = corner.point() - behind.point();
  const Vec2 wall{static_cast<float>(corner.wall_x), static_cast<float>(corner.wall_y)};
  return cross(line, off) * cross(line, wall) <= 0;
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

// The corner by which one gets from p to a target soonest, where a wall beside the cell is in the way of the
// straight line. None where that takes more than one corner.
std::optional<Vec2> detour(const ConeBoard& board, Vec2 p, Cell here, Vec2 target) {
  const Cell ahead = cell_at(p + shortened(target - p, 0.5F), here.layer);
  std::optional<Vec2> best;
  float least = 0;
  for (const Cell wall : {ahead, Cell{ahead.x, here.y, here.layer}, Cell{here.x, ahead.y, here.layer}}) {
    if (wall == here || is_served(board, wall)) continue;
    for (int k = 0; k < 4; ++k) {
      const Vec2 outwards{(k & 1) != 0 ? 0.5F : -0.5F, (k & 2) != 0 ? 0.5F : -0.5F};
      const Vec2 corner = centre_of(wall) + outwards * (1 + 2 * off_walls);
      const float whole = length(corner - p) + length(target - corner);
      if ((best && whole >= least) || !is_served(board, cell_at(corner, here.layer))) continue;
      const Vec2 beyond = corner + shortened(target - corner, 0.5F);
      if (!is_clear_line(board, p, corner, here.layer) || !is_clear_line(board, corner, beyond, here.layer))
        continue;
      best = corner;
      least = whole;
    }
  }
  return best;
}

// The anchor of a served cell; null elsewhere.
const Anchor* anchor_for(const ConeBoard& board, Cell c) {
  const ConeTile* tile = board.find(c);
  const std::uint32_t offset = board.tiles().offset(c);
  return tile != nullptr && tile->is_served(offset) ? &board.anchor(tile->anchor_of(offset)) : nullptr;
}

bool is_here(const Anchor& anchor, Cell here) {
  return anchor.kind != Anchor::Kind::corner && cell_of(anchor) == here;
}

}  // namespace

Heading StraightField::heading(Vec2 position, std::int32_t layer) const {
  const ConeBoard& board = state_->board;
  const Cell here = cell_at(position, layer);
  const Anchor* const own = anchor_for(board, here);
  if (own == nullptr || is_here(*own, here)) return {};
  const Anchor& anchor = anchor_at(board, *own, position);
  Vec2 target = rounded(anchor);
  if (!is_clear(board, here, position + shortened(target - position, 0.5F)))
    target = detour(board, position, here, target).value_or(exit_towards(board, here, *own));
  return {normalised(target - position), length(target - position)};
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
