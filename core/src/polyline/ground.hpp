// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>

#include <portolan/core/detail/byte_rows.hpp>
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
    return bits_of(costs_->block(block) + BlockArray::offset(first)) & inside(first.x);
  }
  /// The first cell at or after x that is a wall, or `most`.
  [[nodiscard]] std::int32_t right_end(std::int32_t x, std::int32_t y, std::int32_t most) const;
  /// One after the last cell before x that is a wall, or `least`.
  [[nodiscard]] std::int32_t left_end(std::int32_t x, std::int32_t y, std::int32_t least) const;
  /// The block of cells (32 * column, y); null outside the world.
  [[nodiscard]] const std::uint8_t* block(std::int32_t column, std::int32_t y) const {
    const Cell first{column * BlockArray::side, y, layer_};
    return extent_.contains(first) ? costs_->block(costs_->block_of(first)) : nullptr;
  }
  /// A bit for each of 32 bytes that equals the cost.
  [[nodiscard]] std::uint32_t bits_of(const std::uint8_t* bytes) const { return equal_bits(bytes, cost_); }

 private:
  [[nodiscard]] std::uint32_t inside(std::int32_t x) const {
    const std::int32_t left = extent_.width - x;
    return left >= 32 ? ~0U : (1U << static_cast<unsigned>(left)) - 1;
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

}  // namespace portolan::detail
