// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Where cones go on from one tile to the next, and where they left somebody out.
#include <bit>
#include <cmath>
#include <cstdlib>

#include "cone_board.hpp"

#include <portolan/core/assert.hpp>

namespace portolan::detail {

namespace {

double in_cells(Fixed x) { return static_cast<double>(x) * (1.0 / static_cast<double>(one_cell)); }

double hypotenuse(double x, double y) { return std::sqrt(x * x + y * y); }

struct Point {
  float x, y;               // from a tile's left, and in the world
  bool is_at_side = false;  // where a ray leaves the tile
};

float distance_by(const Anchor& anchor, const ConeTile& tile, Point at) {
  const float dx = at.x - 0.5F * static_cast<float>(anchor.x2 - 2 * tile.origin.x);
  const float dy = at.y - 0.5F * static_cast<float>(anchor.y2);
  return static_cast<float>(anchor.distance) + std::sqrt(dx * dx + dy * dy);
}

// Where a ray passes the middles of a row, or the side of the tile where it leaves before.
Point seen_last(const Anchor& anchor, const ConeTile& tile, int side, const ConeBoard::EndRay& ray) {
  const int rise = 2 * (tile.origin.y + ray.y) + 1 - anchor.y2;
  const Fixed from = (anchor.x2 - 2 * tile.origin.x) * half_cell, x = from + ray.slope * std::abs(rise);
  const Fixed edge = ray.step < 0 ? 0 : position(side);
  const bool has_left = ray.step < 0 ? x < edge && from >= edge : x > edge && from <= edge;
  if (!has_left) return {static_cast<float>(in_cells(x)), static_cast<float>(ray.y + tile.origin.y) + 0.5F};
  const float up = static_cast<float>(edge - from) / static_cast<float>(ray.slope);
  return {static_cast<float>(in_cells(edge)), 0.5F * (static_cast<float>(anchor.y2) + (rise > 0 ? up : -up)),
          true};
}

}  // namespace

bool ConeBoard::is_of_use(const ConeTile& tile, const Beam& beam, const EndRay& ray) const {
  const Point at = seen_last(anchors_[beam.anchor], tile, tiles_.side(), ray);
  const float reached = distance_by(anchors_[beam.anchor], tile, at) + least_gain;
  const auto is_better = [&](std::uint32_t than) {
    return than == none || than == beam.anchor || reached < distance_by(anchors_[than], tile, at);
  };
  const auto offset = static_cast<std::uint32_t>(ray.y * lanes + ray.lane);
  const int behind = ray.lane + ray.step;
  if (is_better(tile.is_served(offset) ? tile.anchor_of(offset) : none)) return true;
  if (tile.is_wall(behind, ray.y)) return !at.is_at_side;  // a ray that leaves the tile there ends
  return is_better(anchor_beside(tile, behind, ray.y));
}

// All rays go the same way along x; the most level one comes first.
void ConeBoard::leave_by_side(const ConeTile& tile, const Beam& beam, int side, Gap rays) {
  const std::uint32_t number = tile.around[side];
  const Fixed slope = side == 0 ? rays.high : rays.low;
  if (number == none || slope == 0) return;
  const Anchor& anchor = anchors_[beam.anchor];
  const ConeTile& there = *storage_[number];
  const Fixed x = position(side == 0 ? 0 : tiles_.side()) - (anchor.x2 - 2 * there.origin.x) * half_cell;
  const auto height = static_cast<int>(std::max<Fixed>(x / slope, 0));
  const int first_height =
      beam.towards > 0 ? 2 * there.origin.y - anchor.y2 : anchor.y2 - 2 * (there.origin.y + tiles_.side());
  const int row = std::max((height - first_height) >> 1, 0);
  if (row >= tiles_.side()) return;
  const double rise = 0.5 * static_cast<double>(x) / static_cast<double>(slope);
  queue_.push(anchor.distance + hypotenuse(in_cells(x), rise)) = {rays, beam.anchor, number, beam.towards,
                                                                  static_cast<std::uint8_t>(row)};
}

void ConeBoard::leave_ahead(const ConeTile& tile, const Beam& beam, Gap rays, int height) {
  const std::uint32_t number = tile.around[beam.towards > 0 ? 1 : 3];
  if (number == none) return;
  const Fixed nearest = rays.low > 0 ? rays.low : rays.high < 0 ? rays.high : 0;
  queue_.push(anchors_[beam.anchor].distance + hypotenuse(in_cells(nearest * height), 0.5 * height)) = {
      rays, beam.anchor, number, beam.towards, 0};
}

std::uint32_t ConeBoard::left_out_of(const ConeTile& tile, int y) const {
  PORTOLAN_ASSERT(y >= 0 && y < tiles_.side(), "a row of the tile");
  const auto own = static_cast<std::uint32_t>((std::uint64_t{1} << static_cast<unsigned>(tiles_.side())) - 1);
  return static_cast<std::uint32_t>(~tile.walls[y + 1] >> 1U) & ~tile.served[y] & own;
}

// All rows of the tile; false where there are none such, as mostly, and nothing is told of the rows then.
bool ConeBoard::left_out_of(const ConeTile& tile, std::uint32_t (&rows)[lanes]) const {
  const auto side = static_cast<std::size_t>(tiles_.side());
  std::uint64_t covered = ~std::uint64_t{0};
  for (std::size_t y = 0; y < side; ++y) covered &= tile.walls[y + 1] >> 1U | tile.served[y];
  if (const auto own = (std::uint64_t{1} << side) - 1; (covered & own) == own) return false;
  for (int y = 0; y < lanes; ++y) rows[y] = y < tiles_.side() ? left_out_of(tile, y) : 0;
  return true;
}

bool ConeBoard::start_at_rest() {
  const std::size_t before = left_out_;
  left_out_ = 0;
  std::uint32_t rows[lanes];
  for (std::size_t i = 0; i < tile_count_; ++i) {
    if (!left_out_of(*storage_[i], rows)) continue;
    // Two rows at once, since to count bits is a call where every processor must do.
    for (int y = 0; y < lanes; y += 2)
      left_out_ += static_cast<std::size_t>(std::popcount(std::uint64_t{rows[y]} << 32U | rows[y + 1]));
  }
  if (left_out_ == 0 || left_out_ >= before) return false;
  bool any = false;
  for (std::size_t i = 0; i < tile_count_; ++i) {
    const ConeTile& tile = *storage_[i];
    if (!left_out_of(tile, rows)) continue;
    for (int y = 0; y < tiles_.side(); ++y) {
      if (rows[y] != 0) any |= start_beside(tile, y, rows[y] & near_served(tile, y));
    }
  }
  return any;
}

// Cells of a row that are a step away from a served cell, or may be, because they are in a corner of the
// tile. Pockets that nobody gets to are large now and then.
std::uint32_t ConeBoard::near_served(const ConeTile& tile, int y) const {
  PORTOLAN_ASSERT(y >= 0 && y < tiles_.side(), "a row of the tile");
  const auto last = static_cast<unsigned>(tiles_.side() - 1);
  // Framed as walls are: bit x + 1.
  const auto served = [&](int row) {
    if (row < 0 || row > static_cast<int>(last)) {
      const std::uint32_t number = tile.around[row < 0 ? 3 : 1];
      return number == none ? 0 : std::uint64_t{storage_[number]->served[row < 0 ? last : 0]} << 1U;
    }
    const std::uint32_t east = tile.around[0], west = tile.around[2];
    return std::uint64_t{tile.served[row]} << 1U |
           (west == none ? 0 : std::uint64_t{storage_[west]->served[row] >> last & 1U}) |
           (east == none ? 0 : std::uint64_t{storage_[east]->served[row] & 1U} << (last + 2U));
  };
  const std::uint64_t open = ~tile.walls[y + 1], here = served(y);
  std::uint64_t near = here << 1U | here >> 1U;
  for (const int row : {y - 1, y + 1}) {
    const std::uint64_t there = served(row), beside = there & open;
    near |= there | (~tile.walls[row + 1] & (beside << 1U | beside >> 1U));
  }
  const bool is_end = y == 0 || y == static_cast<int>(last);
  const std::uint32_t corners = is_end ? 1U | std::uint32_t{1} << last : 0U;
  return static_cast<std::uint32_t>(near >> 1U) | corners;
}

bool ConeBoard::start_beside(const ConeTile& tile, int y, std::uint32_t unserved) {
  PORTOLAN_ASSERT((unserved & ~left_out_of(tile, y)) == 0, "cells that are open and served by nobody");
  bool any = false;
  for (; unserved != 0; unserved &= unserved - 1) {
    const std::optional<Cell> from = nearest_served(tile, std::countr_zero(unserved), y);
    if (!from) continue;
    const ConeTile& there = *find(*from);
    const std::uint32_t offset = tiles_.offset(*from);
    const double reached = distance(there, offset);
    const std::uint32_t anchor = add_middle(*from, Anchor::Kind::cell, reached, there.anchor_of(offset));
    queue_.push(reached) = {{0, 0}, anchor, 0, 0, 0};
    any = true;
  }
  return any;
}

std::optional<Cell> ConeBoard::nearest_served(const ConeTile& tile, int x, int y) const {
  const auto open = [&](int dx, int dy) {
    return (tile.walls[y + 1 + dy] >> static_cast<unsigned>(x + 1 + dx) & 1U) == 0;
  };
  std::optional<Cell> best;
  double least = 0;
  for (int i = 0; i < step_count; ++i) {
    const int dx = step_dx[static_cast<std::size_t>(i)], dy = step_dy[static_cast<std::size_t>(i)];
    if (!open(dx, dy) || !open(dx, 0) || !open(0, dy)) continue;
    const Cell n{tile.origin.x + x + dx, tile.origin.y + y + dy, tile.origin.layer};
    const ConeTile& there = *find(n);
    if (!there.is_served(tiles_.offset(n))) continue;
    const double reached = distance(there, tiles_.offset(n)) + hypotenuse(dx, dy);
    if (best && reached >= least) continue;
    best = n;
    least = reached;
  }
  return best;
}

}  // namespace portolan::detail
