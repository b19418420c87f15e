// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "clearance.hpp"

#include <portolan/core/assert.hpp>
#include <portolan/core/distance.hpp>

namespace portolan {

TileId block_beside(const TileGrid& blocks, TileId block, std::size_t place) {
  using enum Direction;
  constexpr std::array<Direction, 9> there{nw, n, ne, w, none, e, sw, s, se};
  return place == 4 ? block : blocks.neighbour(block, there[place]);
}

bool BlockedRows::any() const {
  std::uint32_t seen = 0;
  for (const std::uint32_t row : rows) seen |= row;
  return seen != 0;
}

BlockedRows blocked_rows(const std::uint8_t* costs) {
  BlockedRows blocked{};
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
  BlockedRows result{};
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
