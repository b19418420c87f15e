// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <baselines/sampling.hpp>

#include <cmath>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/four_ways.hpp>

namespace portolan {

using detail::towards_next;
using detail::unit_vectors;

Direction nearest_step(Vec2 v) {
  PORTOLAN_ASSERT(v.x != 0 || v.y != 0, "a vector of no length has no direction");
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
// Cells without a direction count as walls, as they do for a blend.
Vec2 sample_nearest(const TileField& field, Vec2 p, std::int32_t layer) {
  const Cell c = cell_at(p, layer);
  const std::uint8_t* own = field.directions_at(c);
  const Direction d = own != nullptr ? static_cast<Direction>(*own) : field.direction(c);
  const Vec2 heading = unit_vectors[static_cast<std::size_t>(d)];
  if (!is_step(d)) return towards_next(p, c, d);
  const Cell ahead = cell_at(p + heading * 0.5F, layer);
  const int dx = ahead.x - c.x, dy = ahead.y - c.y;
  const int last = field.tiles().side() - 1;
  const int x = (c.x & last) + dx, y = (c.y & last) + dy;
  constexpr auto none = static_cast<std::uint8_t>(Direction::none);
  if (own != nullptr && ((x | y) & ~last) == 0) {
    const int down = dy * BlockArray::side;
    const bool open = ((own[down + dx] != none) & (own[down] != none) & (own[dx] != none)) != 0;
    return open ? heading : towards_next(p, c, d);
  }
  const auto open = [&](Cell cell) { return field.direction(cell) != Direction::none; };
  return open(ahead) && open({ahead.x, c.y, layer}) && open({c.x, ahead.y, layer}) ? heading
                                                                                   : towards_next(p, c, d);
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
  return unit_vectors[static_cast<std::size_t>(own)];
}

}  // namespace portolan
