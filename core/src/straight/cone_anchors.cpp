// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Where cones begin: goals, corners of walls, links.
#include <cmath>
#include <cstdlib>
#include <limits>

#include "cone_board.hpp"

#include <portolan/core/assert.hpp>

namespace portolan::detail {

namespace {

double length(std::int32_t dx2, std::int32_t dy2) {
  const double x = dx2, y = dy2;
  return 0.5 * std::sqrt(x * x + y * y);
}

// True where a line that comes along (dx, dy) to a corner can go on around it and get somewhere that the line
// itself does not see. The blocked cell lies where both are above 0.
bool bends(std::int32_t dx, std::int32_t dy) { return (dx >= 0 && dy < 0) || (dx < 0 && dy >= 0); }

Fixed slope(std::int32_t dx2, std::int32_t dy2) {
  return quotient(static_cast<Fixed>(dx2) * half_cell, dy2 < 0 ? -dy2 : dy2);
}

// True where a corner's cone meets a wall before it sees the middle of a cell, or another corner: in the
// angle of two walls. The line that comes along (dx, dy) to the corner is then steeper towards the wall that
// goes on than to the last middle in the angle, which is that wall's length less half a cell away. Six of ten
// cones on maps with stairs were such, and each was put into the queue, and cast.
bool is_shut(const ConeTile& tile, int side, int x, int y, std::int32_t dx, std::int32_t dy, int wall_x,
             int wall_y) {
  const bool is_level = dx * wall_x >= 0 && dy != 0;  // which of the two walls the cone lies along
  const std::int64_t along = std::abs(is_level ? dx : dy), across = std::abs(is_level ? dy : dx);
  const int step_x = is_level ? wall_x : 0, step_y = is_level ? 0 : wall_y;
  // Cells in the angle, and those of the wall beside them.
  int free_x = x - (is_level == (wall_x < 0) ? 1 : 0), free_y = y - (is_level == (wall_y > 0) ? 1 : 0);
  int solid_x = x - (wall_x < 0 ? 1 : 0), solid_y = y - (wall_y < 0 ? 1 : 0);
  const auto is_wall = [&](int cell_x, int cell_y) {
    return (tile.walls[cell_y + 1] >> static_cast<unsigned>(cell_x + 1) & 1U) != 0;
  };
  for (std::int64_t middle = 1; along > middle * across; middle += 2) {
    free_x += step_x, solid_x += step_x;
    free_y += step_y, solid_y += step_y;
    if (free_x < -1 || free_y < -1 || free_x > side || free_y > side) return false;
    if (is_wall(free_x, free_y)) return true;
    if (!is_wall(solid_x, solid_y)) return false;
  }
  return false;
}

}  // namespace

double ConeBoard::distance(const ConeTile& tile, std::uint32_t offset) const {
  PORTOLAN_ASSERT(tile.is_served(offset), "the distance of a cell is known once it is served");
  const Anchor& anchor = anchors_[tile.anchor_of(offset)];
  const auto x = static_cast<std::int32_t>(offset % lanes), y = static_cast<std::int32_t>(offset / lanes);
  return anchor.distance +
         length(2 * (tile.origin.x + x) + 1 - anchor.x2, 2 * (tile.origin.y + y) + 1 - anchor.y2);
}

float ConeBoard::value(const ConeTile& tile, std::uint32_t offset) const {
  if (!tile.is_served(offset)) return std::numeric_limits<float>::infinity();
  if (ground_ != 0) return static_cast<float>(distance(tile, offset));
  const double known = anchors_[tile.anchor_of(offset)].distance;
  const auto cost = static_cast<double>(tile.nodes->costs[offset]);
  return static_cast<float>(known + (distance(tile, offset) - known) * cost);
}

std::uint32_t* ConeBoard::corners_at(const ConeTile& tile, int x, int y) {
  const int side = tiles_.side();
  ConeTile* there = const_cast<ConeTile*>(&tile);
  if (x < 0 || y < 0 || x >= side || y >= side) {
    const Cell c{tile.origin.x + x, tile.origin.y + y, tile.origin.layer};
    there = storage_[index_.at(c) - 1].get();
  }
  return &there->corners[y & (side - 1)];
}

void ConeBoard::touch_corner(const ConeTile& tile, const Beam& beam, int x, int y) {
  const std::uint32_t from = beam.anchor;
  PORTOLAN_ASSERT(from < anchors_.size(), "light comes from an anchor");
  const unsigned around = tile.walls_at(x, y);
  const int wall_x = (around & 5U) != 0 ? -1 : 1, wall_y = (around & 3U) != 0 ? -1 : 1;
  const std::int32_t x2 = 2 * (tile.origin.x + x), y2 = 2 * (tile.origin.y + y);
  const std::int32_t dx = x2 - anchors_[from].x2, dy = y2 - anchors_[from].y2;
  if (!bends(dx * wall_x, dy * wall_y) || is_shut(tile, tiles_.side(), x, y, dx, dy, wall_x, wall_y)) return;
  const double distance = anchors_[from].distance + length(dx, dy);
  // The free cell opposite to the blocked one keeps the corner: there is just one such cell.
  std::uint32_t* const first = corners_at(tile, x - (wall_x > 0 ? 1 : 0), y - (wall_y > 0 ? 1 : 0));
  std::uint32_t corner = *first;
  while (corner != none && (anchors_[corner].x2 != x2 || anchors_[corner].y2 != y2)) {
    corner = anchors_[corner].next;
  }
  if (corner == none) {
    corner = static_cast<std::uint32_t>(anchors_.size());
    anchors_.push_back({x2, y2, tile.origin.layer, from, *first, Anchor::Kind::corner,
                        static_cast<std::int8_t>(wall_x), static_cast<std::int8_t>(wall_y), true, distance});
    *first = corner;
  } else if (distance < anchors_[corner].distance - least_gain) {
    anchors_[corner].distance = distance;
    anchors_[corner].parent = from;
    anchors_[corner].waiting = true;
  } else {
    return;
  }
  queue_.push(distance) = {{0, 0}, corner, beam.tile, 0, 0};
}

int ConeBoard::start(const Beam& waiting, Beam (&beams)[2]) {
  const std::uint32_t number = waiting.anchor;
  PORTOLAN_ASSERT(number < anchors_.size(), "beams start at anchors");
  Anchor& anchor = anchors_[number];
  if (!anchor.waiting) return 0;
  anchor.waiting = false;
  beams[0].anchor = beams[1].anchor = number;
  beams[0].tile = waiting.tile;
  if (anchor.kind == Anchor::Kind::corner) {
    start_corner(anchor, beams[0]);
    return 1;
  }
  if (anchor.kind != Anchor::Kind::cell && (!hold(number) || is_surrounded(anchor))) return 0;
  const Cell c{anchor.x2 >> 1, anchor.y2 >> 1, anchor.layer};
  for (Beam& beam : beams) {
    beam.gap = {-level, level};
    beam.towards = &beam == beams ? 1 : -1;
    place(beam, c);
  }
  return 2;
}

void ConeBoard::place(Beam& beam, Cell c) const {
  PORTOLAN_ASSERT(index_.at(c) != 0, "a beam starts on a tile of the board");
  const Cell o = storage_[beam.tile]->origin;
  if ((((c.x ^ o.x) | (c.y ^ o.y)) & -tiles_.side()) != 0 || c.layer != o.layer) beam.tile = index_.at(c) - 1;
  const int y = c.y & (tiles_.side() - 1);
  beam.first_row = static_cast<std::uint8_t>(beam.towards > 0 ? y : tiles_.side() - 1 - y);
}

// What is to be served lies between the line that came to the corner and the wall behind it; both are in the
// same quarter of the compass.
void ConeBoard::start_corner(const Anchor& anchor, Beam& beam) const {
  PORTOLAN_ASSERT(anchor.kind == Anchor::Kind::corner && anchor.wall_x != 0 && anchor.wall_y != 0);
  const Anchor& parent = anchors_[anchor.parent];
  const std::int32_t dx = anchor.x2 - parent.x2, dy = anchor.y2 - parent.y2;
  const bool ends_level = dx * anchor.wall_x >= 0 && dy != 0;
  const int right = ends_level ? anchor.wall_x : -anchor.wall_x;  // +1 or -1
  beam.towards = static_cast<std::int8_t>(ends_level ? -anchor.wall_y : anchor.wall_y);
  const Fixed came = dy == 0 ? right * level : slope(dx, dy);
  const Fixed wall = ends_level ? right * level : 0;
  beam.gap = {std::min(came, wall), std::max(came, wall)};
  place(beam, {(anchor.x2 >> 1) - (right > 0 ? 0 : 1), (anchor.y2 >> 1) - (beam.towards > 0 ? 0 : 1),
               anchor.layer});
}

bool ConeBoard::hold(std::uint32_t number) {
  const Anchor& anchor = anchors_[number];
  const Cell c{anchor.x2 >> 1, anchor.y2 >> 1, anchor.layer};
  ConeTile& tile = *storage_[index_.at(c) - 1];
  const std::uint32_t offset = tiles_.offset(c);
  const auto value = static_cast<float>(anchor.distance);
  if (tile.is_served(offset) && tile.anchor_of(offset) == number) return true;
  if (!(value + least_gain < this->value(tile, offset))) return false;
  light(tile);
  tile.serve(offset, next_place(tile));
  tile.anchors.push_back(number);
  return true;
}

std::uint32_t ConeBoard::add_middle(Cell c, Anchor::Kind kind, double distance, std::uint32_t parent) {
  PORTOLAN_ASSERT(distance >= 0 && (parent == none || parent < anchors_.size()));
  const auto number = static_cast<std::uint32_t>(anchors_.size());
  anchors_.push_back(
      {2 * c.x + 1, 2 * c.y + 1, c.layer, parent == none ? number : parent, 0, kind, 0, 0, true, distance});
  return number;
}

// In the midst of an area of goals nothing is to be served.
bool ConeBoard::is_surrounded(const Anchor& anchor) const {
  const Cell c{anchor.x2 >> 1, anchor.y2 >> 1, anchor.layer};
  for (int i = 0; i < step_count; ++i) {
    const auto direction = static_cast<Direction>(i);
    const Cell n = step(c, direction);
    if (!is_open(n)) continue;
    const float reached = static_cast<float>(anchor.distance) + (is_diagonal(direction) ? 1.4142135F : 1.0F);
    if (value(*find(n), tiles_.offset(n)) > reached - least_gain) return false;
  }
  return true;
}

bool ConeBoard::is_open(Cell c) const {
  const ConeTile* const tile = find(c);
  return tile != nullptr && !tile->is_wall(c.x - tile->origin.x, c.y - tile->origin.y);
}

void ConeBoard::find_feet() {
  if (kept_feet_) {
    for (const Foot& foot : *kept_feet_)
      take_foot(*storage_[index_.at(foot.link.to) - 1], foot.id, foot.link);
    return kept_feet_.reset();
  }
  if (grid_.links().empty()) return;
  for (std::size_t i = 0; i < tile_count_; ++i) {
    ConeTile& tile = *storage_[i];
    for (const LinkTable::Entry& entry : grid_.links().into_block(tile.origin)) {
      const Link& link = grid_.links()[entry.id];
      if (tiles_.tile_of(link.to) == tile.id && is_open(link.from) && is_open(link.to))
        take_foot(tile, entry.id, link);
    }
  }
}

// Those of a tile follow each other.
void ConeBoard::take_foot(ConeTile& tile, LinkId id, const Link& link) {
  PORTOLAN_ASSERT(is_open(link.from) && is_open(link.to), "a link is between passable cells");
  if (tile.feet++ == 0) tile.first_foot = static_cast<std::uint32_t>(feet_.size());
  feet_.push_back({id, link, none});
}

void ConeBoard::take_links(const ConeTile& tile) {
  for (std::uint32_t i = tile.first_foot; i < tile.first_foot + tile.feet; ++i) {
    const std::uint32_t offset = tiles_.offset(feet_[i].link.to);
    if (tile.is_served(offset)) arrive(i, distance(tile, offset), tile.anchor_of(offset));
  }
}

void ConeBoard::arrive(std::uint32_t number, double cost, std::uint32_t by) {
  Foot& foot = feet_[number];
  const Link& link = foot.link;
  const double reached = cost + static_cast<double>(link.cost) * cells_per_unit();
  if (foot.anchor == none) {
    foot.anchor = add_middle(link.from, Anchor::Kind::link, reached, by);
    anchors_[foot.anchor].next = number;
  } else if (reached < anchors_[foot.anchor].distance - least_gain) {
    anchors_[foot.anchor].distance = reached;
    anchors_[foot.anchor].parent = by;
    anchors_[foot.anchor].waiting = true;
  } else {
    return;
  }
  queue_.push(reached) = {{0, 0}, foot.anchor, 0, 0, 0};
}

}  // namespace portolan::detail
