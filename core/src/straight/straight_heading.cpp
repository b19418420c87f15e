// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What is read off a field: headings and paths.
#include <cmath>

#include "straight_state.hpp"

namespace portolan {

using detail::Anchor;
using detail::ConeBoard;
using detail::ConeTile;

namespace {

constexpr float cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }

Cell cell_of(const Anchor& middle) { return {middle.x2 >> 1, middle.y2 >> 1, middle.layer}; }

// The point to head for: a body keeps away from both walls of a corner.
Vec2 rounded(const Anchor& anchor, float radius) {
  return anchor.point() - Vec2{static_cast<float>(anchor.wall_x), static_cast<float>(anchor.wall_y)} * radius;
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

const Anchor& anchor_at(const ConeBoard& board, std::uint32_t number, Vec2 p) {
  const Anchor* anchor = &board.anchor(number);
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

// From the middle of a cell its anchor is in sight: where the line to it leaves the cell, the way is open.
Vec2 beside(Vec2 p, Cell here, Vec2 target) {
  constexpr float just_beyond = 0.55F;
  const Vec2 middle = centre_of(here), line = target - middle;
  const float most = std::max(std::abs(line.x), std::abs(line.y));
  const Vec2 exit = most <= just_beyond ? target : middle + line * (just_beyond / most);
  return normalised(exit - p);
}

}  // namespace

Heading StraightField::heading(Vec2 position, std::int32_t layer) const {
  const ConeBoard& board = state_->board;
  const Cell here = cell_at(position, layer);
  const ConeTile* tile = board.find(here);
  const std::uint32_t offset = tiles().offset(here);
  if (tile == nullptr || !tile->is_served(offset)) return {};
  const std::uint32_t number = tile->anchor_of(offset);
  const Anchor& anchor = anchor_at(board, number, position);
  const Vec2 target = rounded(anchor, state_->options.radius), line = target - position;
  Heading answer{Heading::Kind::ahead, normalised(line), target};
  if (anchor.kind != Anchor::Kind::corner && cell_of(anchor) == here) {
    if (anchor.kind == Anchor::Kind::goal) answer.kind = Heading::Kind::goal;
    if (anchor.kind == Anchor::Kind::link) answer.kind = Heading::Kind::link;
    return answer;
  }
  if (!is_clear(board, here, position + shortened(line, 0.5F))) {
    answer.direction = beside(position, here, board.anchor(number).point());
  }
  return answer;
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
    add(rounded(anchor, state_->options.radius), anchor.layer);
    if (anchor.kind == Anchor::Kind::goal) return points;
    if (anchor.kind == Anchor::Kind::link) {
      const Cell to = board.link(anchor).to;
      add(centre_of(to), to.layer);
    }
    number = anchor.parent;
  }
}

}  // namespace portolan
