// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include <portolan/core/vec2.hpp>

namespace portolan::detail {

// Puts the points that `order` lists into the order of a coordinate, ties by index.
inline void sort_by(std::span<std::uint32_t> order, std::span<const Vec2> points, bool by_x) {
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const float u = by_x ? points[a].x : points[a].y, v = by_x ? points[b].x : points[b].y;
    return u < v || (u == v && a < b);
  });
}

// Pairs two sets of points so that neighbours stay neighbours and ways hardly cross: both are halved across
// the longer side of the first, again and again.
inline void pair_up(std::span<const Vec2> from, std::span<const Vec2> to, std::span<std::uint32_t> of_from,
                    std::span<std::uint32_t> of_to) {
  if (of_from.size() < 2) return;
  Vec2 low = from[of_from[0]], high = low;
  for (const std::uint32_t k : of_from) {
    low = {std::min(low.x, from[k].x), std::min(low.y, from[k].y)};
    high = {std::max(high.x, from[k].x), std::max(high.y, from[k].y)};
  }
  const bool by_x = high.x - low.x >= high.y - low.y;
  sort_by(of_from, from, by_x);
  sort_by(of_to, to, by_x);
  const std::size_t half = of_from.size() / 2;
  pair_up(from, to, of_from.first(half), of_to.first(half));
  pair_up(from, to, of_from.subspan(half), of_to.subspan(half));
}

}  // namespace portolan::detail
