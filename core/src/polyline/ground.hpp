// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/flag_bits.hpp>
#include <portolan/core/grid_view.hpp>

namespace portolan::detail {

/// Cells [left, right) of a row.
struct Run {
  std::int32_t left = 0;
  std::int32_t right = 0;

  constexpr bool operator==(const Run&) const = default;
};

/// The cells of one layer that have one cost, a word of 32 at a time. All others, and what is outside the
/// world, count as walls.
class Ground {
 public:
  Ground(GridView grid, std::int32_t layer, Cost cost)
      : costs_(&grid.costs()), extent_(grid.extent()), layer_(layer), cost_(cost) {}

  [[nodiscard]] Cost cost() const { return cost_; }
  [[nodiscard]] std::int32_t layer() const { return layer_; }
  [[nodiscard]] Extent extent() const { return extent_; }

  [[nodiscard]] bool at(std::int32_t x, std::int32_t y) const {
    return extent_.contains({x, y, layer_}) && costs_->at({x, y, layer_}) == cost_;
  }
  /// Bit i: cell (32 * column + i, y). The row lies in the world.
  [[nodiscard]] std::uint32_t word(std::int32_t column, std::int32_t y) const {
    const Cell first{column * BlockArray::side, y, layer_};
    const std::uint32_t block = costs_->block_of(first);
    if (costs_->is_uniform(block)) return *costs_->block(block) == cost_ ? inside(first.x) : 0;
    return equal_bits(costs_->block(block) + BlockArray::offset(first)) & inside(first.x);
  }
  /// The first cell at or after x that is a wall, or `most`.
  [[nodiscard]] std::int32_t right_end(std::int32_t x, std::int32_t y, std::int32_t most) const;
  /// One after the last cell before x that is a wall, or `least`.
  [[nodiscard]] std::int32_t left_end(std::int32_t x, std::int32_t y, std::int32_t least) const;
  /// The run that some cells of a row are a part of, so many more cells of it to each side.
  [[nodiscard]] Run run_around(Run cells, std::int32_t y, std::int32_t reach) const;

 private:
  [[nodiscard]] std::uint32_t inside(std::int32_t x) const {
    const std::int32_t left = extent_.width - x;
    return left >= 32 ? ~0U : (1U << static_cast<unsigned>(left)) - 1;
  }
  // A bit per byte that equals the cost. What every x86-64 has is enough, and saves a call of a kernel.
  [[nodiscard]] std::uint32_t equal_bits(const std::uint8_t* bytes) const {
#if defined(__SSE2__)
    const __m128i cost = _mm_set1_epi8(static_cast<char>(cost_));
    const auto half = [&](const std::uint8_t* from) {
      const __m128i values = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
      return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(values, cost)));
    };
    return half(bytes) | half(bytes + 16) << 16U;
#else
    // Eight bytes at a time: one of `other` is 0 where they are equal, and adding 0x7F to its lower bits
    // raises the highest bit everywhere else.
    constexpr std::uint64_t ones = 0x0101010101010101U, low = 0x7F7F7F7F7F7F7F7FU;
    std::uint32_t bits = 0;
    for (unsigned i = 0; i < 4; ++i) {
      std::uint64_t other = 0;
      std::memcpy(&other, bytes + 8 * i, 8);
      other ^= ones * cost_;
      const std::uint64_t equal = ~(((other & low) + low) | other) >> 7U & ones;
      bits |= bits_of_flags(equal) << 8U * i;
    }
    return bits;
#endif
  }

  const BlockArray* costs_;
  Extent extent_;
  std::int32_t layer_;
  Cost cost_;
};

inline std::int32_t Ground::right_end(std::int32_t x, std::int32_t y, std::int32_t most) const {
  most = most < extent_.width ? most : extent_.width;
  for (std::int32_t column = x >> 5; x < most; x = ++column << 5) {
    const std::uint32_t walls = ~word(column, y) >> (static_cast<unsigned>(x) & 31U);
    if (walls == 0) continue;
    const std::int32_t end = x + std::countr_zero(walls);
    if (end < (column + 1) << 5) return end < most ? end : most;
  }
  return most;
}

inline std::int32_t Ground::left_end(std::int32_t x, std::int32_t y, std::int32_t least) const {
  least = least > 0 ? least : 0;
  for (std::int32_t column = (x - 1) >> 5; x > least; x = column-- << 5) {
    const std::uint32_t walls = ~word(column, y) << (31U - (static_cast<unsigned>(x - 1) & 31U));
    if (walls == 0) continue;
    const std::int32_t end = x - std::countl_zero(walls);
    if (end > column << 5) return end > least ? end : least;
  }
  return least;
}

// Both ends are mostly told by the word that the cells lie in.
inline Run Ground::run_around(Run cells, std::int32_t y, std::int32_t reach) const {
  PORTOLAN_ASSERT(cells.left < cells.right && reach >= 0, "some cells of a row");
  const std::int32_t last = cells.right - 1, column = last >> 5;
  const std::int32_t least = cells.left - reach, most = cells.right + reach;
  if (cells.left >> 5 != column) return {left_end(cells.left + 1, y, least), right_end(last, y, most)};
  const std::uint32_t walls = ~word(column, y);
  const std::uint32_t before = walls << (31U - (static_cast<unsigned>(cells.left) & 31U));
  const std::uint32_t behind = walls >> (static_cast<unsigned>(last) & 31U);
  const std::int32_t first = column << 5, end = first + 32;
  const std::int32_t left =
      before != 0 ? cells.left + 1 - std::countl_zero(before) : left_end(first, y, least);
  std::int32_t right = behind != 0 ? last + std::countr_zero(behind) : end;
  if (right >= end) right = end < extent_.width ? right_end(end, y, most) : end;
  return {std::max({left, least, 0}), std::min({right, most, extent_.width})};
}

}  // namespace portolan::detail
