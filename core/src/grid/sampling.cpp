// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <portolan/core/sampling.hpp>

#include <portolan/core/detail/four_ways.hpp>

namespace portolan {

namespace {

using detail::FourWays;
using detail::towards_next;

// The directions of the four cells, read at once where they lie in one tile.
void read_ways(const TileField& field, Cell corner, FourWays& four) {
  const std::uint8_t* tile = field.directions_at(corner);
  const int last = field.tiles().side() - 1;
  if (tile != nullptr && (corner.x & last) != last && (corner.y & last) != last) {
    for (const int k : {0, 1, 2, 3})
      four.set(k, static_cast<Direction>(tile[k % 2 + k / 2 * BlockArray::side]));
  } else {
    for (const int k : {0, 1, 2, 3}) four.set(k, field.direction(four.cell(k)));
  }
}

}  // namespace

Vec2 sample_bilinear(const TileField& field, Vec2 p, std::int32_t layer) {
  const Cell here = cell_at(p, layer);
  const Cell corner = detail::upper_left_of(p, layer);
  FourWays four(corner);
  read_ways(field, corner, four);
  const Direction own = four.at(here);
  if (!is_step(own)) return towards_next(p, here, own);
  return four.blended(p, here, own);
}

}  // namespace portolan
