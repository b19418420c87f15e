// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "clearance.hpp"

#include <algorithm>
#include <cstddef>

#include <portolan/core/assert.hpp>
#include <portolan/core/distance.hpp>

namespace portolan {

TileId block_beside(const TileGrid& blocks, TileId block, std::size_t place) {
  using enum Direction;
  constexpr std::array<Direction, 9> there{nw, n, ne, w, none, e, sw, s, se};
  return place == 4 ? block : blocks.neighbour(block, there[place]);
}

namespace {

// What is blocked in the west is reached from its east, as far as the body reaches to the west.
std::uint64_t spread_east(std::uint64_t bits, int reach) {
  for (int done = 0; done < reach;) {
    const int by = std::min(done + 1, reach - done);
    bits |= bits << by;
    done += by;
  }
  return bits;
}
std::uint64_t spread_west(std::uint64_t bits, int reach) {
  for (int done = 0; done < reach;) {
    const int by = std::min(done + 1, reach - done);
    bits |= bits >> by;
    done += by;
  }
  return bits;
}

std::uint32_t lower(std::uint64_t bits) { return static_cast<std::uint32_t>(bits); }
std::uint32_t upper(std::uint64_t bits) { return static_cast<std::uint32_t>(bits >> 32U); }

}  // namespace

std::uint32_t spread_word(std::uint32_t left, std::uint32_t own, std::uint32_t right, Reach reach) {
  const std::uint64_t east = spread_east(static_cast<std::uint64_t>(own) << 32U | left, reach.before);
  const std::uint64_t west = spread_west(static_cast<std::uint64_t>(right) << 32U | own, reach.after);
  return upper(east) | lower(west);
}

std::array<std::uint32_t, 3> spread_three(std::uint32_t word, Reach reach) {
  const std::uint64_t east = spread_east(word, reach.before);
  const std::uint64_t west = spread_west(static_cast<std::uint64_t>(word) << 32U, reach.after);
  return {lower(west), lower(east) | upper(west), upper(east)};
}

bool BlockedRows::any() const {
  std::uint32_t seen = 0;
  for (const std::uint32_t row : rows) seen |= row;
  return seen != 0;
}

BlockedRows blocked_rows(const std::uint8_t* costs) {
  BlockedRows blocked;
  for (std::size_t y = 0; y < 32; ++y) {
    for (std::size_t x = 0; x < 32; ++x) {
      blocked.rows[y] |= static_cast<std::uint32_t>(costs[y * 32 + x] == impassable) << x;
    }
  }
  return blocked;
}

BlockedRows spread(const BlockedAround& around, Reach reach) {
  PORTOLAN_ASSERT(reach.before >= 0 && reach.before <= reach.after && reach.after <= 31,
                  "walls reach into the blocks beside them, no further");
  BlockedRows result;
  if (std::none_of(around.begin(), around.end(), [](const BlockedRows* b) { return b->any(); }))
    return result;
  // The rows above and below that count, spread sideways.
  std::array<std::uint32_t, 32 + 2 * 31> window{};
  const auto margin = static_cast<std::size_t>(reach.before);
  const std::size_t span = margin + static_cast<std::size_t>(reach.after) + 1;
  const std::size_t height = 31 + span;
  for (std::size_t i = 0; i < height; ++i) {
    const std::size_t y = 32 - margin + i;  // counted from the top of the upper blocks
    const std::size_t band = y / 32 * 3;
    window[i] = spread_word(around[band]->rows[y % 32], around[band + 1]->rows[y % 32],
                            around[band + 2]->rows[y % 32], reach);
  }
  // Row i gathers as many as the body is high.
  for (std::size_t done = 1; done < span;) {
    const std::size_t by = std::min(done, span - done);
    for (std::size_t i = 0; i + by < height; ++i) window[i] |= window[i + by];
    done += by;
  }
  std::copy_n(window.begin(), 32, result.rows.begin());
  return result;
}

}  // namespace portolan
