// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include <portolan/core/detail/block_array.hpp>
#include <portolan/core/profile.hpp>
#include <portolan/core/tile_grid.hpp>

namespace portolan {

/// Which cells of a block are blocked: a word per row, a bit per column.
struct BlockedRows {
  std::array<std::uint32_t, 32> rows;

  [[nodiscard]] static constexpr BlockedRows all() {
    BlockedRows blocked{};
    blocked.rows.fill(~0U);
    return blocked;
  }
  [[nodiscard]] bool any() const;
};

/// Number `place` of a block and those around it, row by row; none outside the world.
[[nodiscard]] TileId block_beside(const TileGrid& blocks, TileId block, std::size_t place);

/// How far a body reaches from its cell: to the west and north, and to the east and south. 0 to 31.
struct Reach {
  int before = 0;
  int after = 0;

  [[nodiscard]] static Reach of(const Profile& profile) {
    return {profile.reach_before(), profile.reach_after()};
  }
  /// From which cells a body reaches a cell.
  [[nodiscard]] Reach turned() const { return {after, before}; }
  [[nodiscard]] bool any() const { return after > 0; }
};

namespace detail {

// What is blocked in the west is reached from its east, as far as the body reaches to the west.
[[nodiscard]] inline std::uint64_t spread_east(std::uint64_t bits, int reach) {
  for (int done = 0; done < reach;) {
    const int by = std::min(done + 1, reach - done);
    bits |= bits << by;
    done += by;
  }
  return bits;
}
[[nodiscard]] inline std::uint64_t spread_west(std::uint64_t bits, int reach) {
  for (int done = 0; done < reach;) {
    const int by = std::min(done + 1, reach - done);
    bits |= bits >> by;
    done += by;
  }
  return bits;
}

}  // namespace detail

/// Bits of the middle word from which a body reaches a set bit; the left word comes before it, the right one
/// after it.
[[nodiscard]] inline std::uint32_t spread_word(std::uint32_t left, std::uint32_t own, std::uint32_t right,
                                               Reach reach) {
  const std::uint64_t east = detail::spread_east(static_cast<std::uint64_t>(own) << 32U | left, reach.before);
  const std::uint64_t west = detail::spread_west(static_cast<std::uint64_t>(right) << 32U | own, reach.after);
  return static_cast<std::uint32_t>(east >> 32U | west);
}

/// Bits of the words before, at and after one from which a body reaches a set bit of it.
[[nodiscard]] inline std::array<std::uint32_t, 3> spread_three(std::uint32_t word, Reach reach) {
  const std::uint64_t east = detail::spread_east(word, reach.before);
  const std::uint64_t west = detail::spread_west(static_cast<std::uint64_t>(word) << 32U, reach.after);
  return {static_cast<std::uint32_t>(west), static_cast<std::uint32_t>(east | west >> 32U),
          static_cast<std::uint32_t>(east >> 32U)};
}

/// The blocked cells among the costs of a block.
[[nodiscard]] BlockedRows blocked_rows(const std::uint8_t* costs);

/// A block and those around it, row by row; the block itself is number 4.
using BlockedAround = std::array<const BlockedRows*, 9>;

/// Cells of the middle block from which a body reaches a blocked cell. That is a distance transform cut off
/// at `reach`, as a separable dilation: rows first, then columns, both by doubling, on 32 cells at a time.
[[nodiscard]] BlockedRows spread(const BlockedAround& around, Reach reach);

}  // namespace portolan
