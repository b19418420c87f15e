// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <portolan/core/sampling.hpp>

#include <cmath>

#include <portolan/core/assert.hpp>
#include <portolan/core/line_of_sight.hpp>

namespace portolan {

namespace {

constexpr float half_sqrt2 = 0.70710678F;
constexpr Vec2 units[11] = {{1, 0},  {half_sqrt2, half_sqrt2},
                            {0, 1},  {-half_sqrt2, half_sqrt2},
                            {-1, 0}, {-half_sqrt2, -half_sqrt2},
                            {0, -1}, {half_sqrt2, -half_sqrt2},
                            {0, 0},  {0, 0},
                            {0, 0}};

// Straight for the centre of the next cell: inside two cells side by side, or four around an open corner, the
// line to it never leaves open ground.
Vec2 towards_next(Vec2 p, Cell c, Direction d) {
  if (d == Direction::none) return {};
  return normalised(centre_of(is_step(d) ? step(c, d) : c) - p);
}

// True when the half cell ahead of p lies on open ground.
bool clear_ahead(const GridView& grid, Vec2 p, Cell here, Vec2 way) {
  const Cell ahead = cell_at(p + way * 0.5F, here.layer);
  if (ahead == here) return true;
  if (!grid.passable(ahead)) return false;
  return grid.passable({ahead.x, here.y, here.layer}) && grid.passable({here.x, ahead.y, here.layer});
}

// The four cells around a position, and their directions, read at once where they lie in one tile.
struct Four {
  Cell corner;  // upper left
  Direction ways[4];

  Four(const TileField& field, Cell upper_left) : corner(upper_left) {
    const std::uint8_t* tile = field.directions_at(corner);
    const int last = field.tiles().side() - 1;
    if (tile != nullptr && (corner.x & last) != last && (corner.y & last) != last) {
      for (const int k : {0, 1, 2, 3})
        ways[k] = static_cast<Direction>(tile[k % 2 + k / 2 * BlockArray::side]);
    } else {
      for (const int k : {0, 1, 2, 3}) ways[k] = field.direction(cell(k));
    }
  }
  [[nodiscard]] Cell cell(int k) const { return {corner.x + k % 2, corner.y + k / 2, corner.layer}; }
  [[nodiscard]] Direction way(int x, int y) const { return ways[(y - corner.y) * 2 + x - corner.x]; }

  // What one of the four adds at p.
  [[nodiscard]] Vec2 pull(int k, Vec2 p) const {
    const Direction d = ways[k];
    if (is_step(d)) return units[static_cast<std::size_t>(d)];
    if (d == Direction::none) return normalised(p - centre_of(cell(k)));
    return normalised(centre_of(cell(k)) - p);
  }
  // Half a cell from p never leads out of the four, rounding apart. Cells without a way count as walls:
  // whoever blends must not leave a corridor either.
  [[nodiscard]] bool clear_ahead(Vec2 p, Cell here, Vec2 way_ahead) const {
    const Cell ahead = cell_at(p + way_ahead * 0.5F, here.layer);
    if (ahead == here) return true;
    if (ahead.x < corner.x || ahead.y < corner.y || ahead.x > corner.x + 1 || ahead.y > corner.y + 1)
      return false;
    return way(ahead.x, ahead.y) != Direction::none && way(here.x, ahead.y) != Direction::none &&
           way(ahead.x, here.y) != Direction::none;
  }
};

}  // namespace

Vec2 unit_vector(Direction d) { return units[static_cast<std::size_t>(d)]; }

Direction nearest_step(Vec2 v) {
  PORTOLAN_ASSERT(v.x != 0 || v.y != 0);
  // tan(22.5 degrees): within it an angle counts as straight.
  constexpr float slope = 0.41421356F;
  const float ax = std::fabs(v.x), ay = std::fabs(v.y);
  if (ay <= slope * ax) return v.x > 0 ? Direction::e : Direction::w;
  if (ax <= slope * ay) return v.y > 0 ? Direction::s : Direction::n;
  if (v.y > 0) return v.x > 0 ? Direction::se : Direction::sw;
  return v.x > 0 ? Direction::ne : Direction::nw;
}

// The half cell ahead lies in at most three other cells. All three are read, also where they are the cell
// itself: whether p lies in the near or the far half is a matter of chance, which no processor predicts.
// Cells without a way count as walls, as they do for a blend.
Vec2 sample_nearest(const TileField& field, Vec2 p, std::int32_t layer) {
  const Cell c = cell_at(p, layer);
  const std::uint8_t* own = field.directions_at(c);
  const Direction d = own != nullptr ? static_cast<Direction>(*own) : field.direction(c);
  const Vec2 way = units[static_cast<std::size_t>(d)];
  if (!is_step(d)) return towards_next(p, c, d);
  const Cell ahead = cell_at(p + way * 0.5F, layer);
  const int dx = ahead.x - c.x, dy = ahead.y - c.y;
  const int last = field.tiles().side() - 1;
  const int x = (c.x & last) + dx, y = (c.y & last) + dy;
  constexpr auto none = static_cast<std::uint8_t>(Direction::none);
  if (own != nullptr && ((x | y) & ~last) == 0) {
    const int down = dy * BlockArray::side;
    const bool open = ((own[down + dx] != none) & (own[down] != none) & (own[dx] != none)) != 0;
    return open ? way : towards_next(p, c, d);
  }
  const auto open = [&](Cell cell) { return field.direction(cell) != Direction::none; };
  return open(ahead) && open({ahead.x, c.y, layer}) && open({c.x, ahead.y, layer}) ? way
                                                                                   : towards_next(p, c, d);
}

Vec2 sample_bilinear(const TileField& field, Vec2 p, std::int32_t layer) {
  const Cell here = cell_at(p, layer);
  const Cell corner = cell_at({p.x - 0.5F, p.y - 0.5F}, layer);
  const Four four(field, corner);
  const Direction own = four.way(here.x, here.y);
  if (!is_step(own)) return towards_next(p, here, own);
  const float fx = p.x - 0.5F - static_cast<float>(corner.x), fy = p.y - 0.5F - static_cast<float>(corner.y);
  const Vec2 sum = four.pull(0, p) * ((1 - fx) * (1 - fy)) + four.pull(1, p) * (fx * (1 - fy)) +
                   four.pull(2, p) * ((1 - fx) * fy) + four.pull(3, p) * (fx * fy);
  // A blend that turns against the cell's own way would lead in circles: opposite ways nearly cancel there.
  const Vec2 way = normalised(sum);
  if (dot(way, units[static_cast<std::size_t>(own)]) > 0.1F && four.clear_ahead(p, here, way)) return way;
  return towards_next(p, here, own);
}

Vec2 sample_steered(const TileField& field, const LineOfSight& sight, Vec2 p, std::int32_t layer) {
  const Cell here = cell_at(p, layer);
  const std::optional<Cell> goal = sight.goal_in_sight(here);
  if (goal) {
    const Vec2 way = normalised(centre_of(*goal) - p);
    if (clear_ahead(field.grid(), p, here, way)) return way;
  }
  return sample_bilinear(field, p, layer);
}

Vec2 gradient(const TileField& field, Cell c) {
  const Direction own = field.direction(c);
  if (!is_step(own)) return {};
  const Distance here = field.at(c);
  // Differences to the sides that are open; a closed side counts as level.
  const auto fall = [&](Direction d) {
    if (!field.grid().can_step(c, d)) return 0.0F;
    const Distance there = field.at(step(c, d));
    if (!reachable(there)) return 0.0F;
    return static_cast<float>(static_cast<std::int64_t>(here.units) - static_cast<std::int64_t>(there.units));
  };
  const Vec2 down{fall(Direction::e) - fall(Direction::w), fall(Direction::s) - fall(Direction::n)};
  if (down.x != 0 || down.y != 0) {
    const Direction rounded = nearest_step(down);
    if (field.grid().can_step(c, rounded) && field.at(step(c, rounded)) < here) return normalised(down);
  }
  return units[static_cast<std::size_t>(own)];
}

}  // namespace portolan
