// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "tables/ways_through.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "simd/open_ways.hpp"

namespace portolan::detail {

namespace {

using Units = std::int16_t;  // the more at a time

constexpr Units far = 16383;  // two of these can be added
// With more than this a way across a tile would not fit. What costs more is taken for less.
constexpr Cost most_least = 12;

Units clamped(std::uint64_t units) {
  return static_cast<Units>(std::min<std::uint64_t>(units, static_cast<std::uint64_t>(far)));
}

// Rows above and below the tile count as full: no path comes in from there.
std::uint32_t row_of(const TileCells& cells, std::size_t y) { return y < cells.size() ? cells[y] : ~0U; }

// Cells with another beside them that is none, inside the tile: paths come in over these alone.
std::uint32_t edge(const TileCells& cells, std::size_t y) {
  const auto inner = [&](std::size_t row) {
    const std::uint32_t bits = row_of(cells, row);
    return bits & (bits << 1U | 1U) & (bits >> 1U | 1U << 31U);
  };
  return cells[y] & ~(inner(y - 1) & inner(y) & inner(y + 1));
}

}  // namespace

void WaysThrough::begin(const TileCells& cells, Cost least) {
  straight_ = static_cast<int>(straight_factor) * std::min(least, most_least);
  diagonal_ = static_cast<int>(diagonal_factor) * std::min(least, most_least);
  units_.clear();
  std::size_t count = 0;
  const auto add_all = [&](std::uint32_t bits, int to_x, int y) {
    for (; bits != 0; bits &= bits - 1) {
      x_[count] = static_cast<Units>(2 * std::countr_zero(bits) + to_x);
      y_[count++] = static_cast<Units>(y);
    }
  };
  for (std::size_t row = 0; row < cells.size(); ++row) {
    if (cells[row] == 0) continue;
    const int y = 2 * static_cast<int>(row);
    const std::uint32_t own = cells[row];
    const std::uint32_t above = own & ~row_of(cells, row - 1);
    const std::uint32_t below = own & ~row_of(cells, row + 1);
    const std::uint32_t west = ~(own << 1U | 1U);
    const std::uint32_t east = ~(own >> 1U | 1U << 31U);
    add_all(edge(cells, row), 0, y);
    if ((above | below) == 0) continue;
    add_all(west & above, -1, y - 1);
    add_all(east & above, 1, y - 1);
    add_all(west & below, -1, y + 1);
    add_all(east & below, 1, y + 1);
  }
  // The same place again changes nothing.
  for (count_ = count; count_ % WayPlaces::width != 0; ++count_) {
    x_[count_] = x_[count - 1];
    y_[count_] = y_[count - 1];
  }
}

void WaysThrough::add(int x, int y, std::uint64_t half_step) {
  if (count_ == 0) return;  // the whole tile is among the cells, each node too: nobody will ask
  const WayStart start{static_cast<Units>(2 * x), static_cast<Units>(2 * y), clamped(half_step),
                       static_cast<Units>(straight_), static_cast<Units>(diagonal_ - straight_)};
  units_.resize(units_.size() + count_);
  way_units({x_.data(), y_.data(), count_}, start, units_.data() + units_.size() - count_);
}

std::int16_t WaysThrough::limit(std::uint64_t units) {
  return static_cast<Units>(std::min<std::uint64_t>(units, std::numeric_limits<Units>::max()));
}

std::uint64_t WaysThrough::within(std::size_t from, std::uint64_t nodes,
                                  std::span<const std::int16_t> limits) const {
  return ways_within(units_.data(), count_, from, nodes, limits.data());
}

}  // namespace portolan::detail
