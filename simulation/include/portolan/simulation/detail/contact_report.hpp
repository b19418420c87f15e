// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace portolan::detail {

/// What went wrong between agents, walls and obstacles, and what agents waited for.
struct ContactReport {
  std::int64_t wall_entries = 0;   ///< centres found on impassable cells, summed over the ticks
  std::int64_t overlaps = 0;       ///< most pairs at one time closer than half the sum of their radii
  std::int64_t overlap_ticks = 0;  ///< such pairs, summed over the ticks
  std::int64_t pushed = 0;         ///< times that an obstacle pushed an agent off its cell
  std::int64_t squeezes = 0;       ///< times that a blocked agent began to squeeze through others
  /// Ticks that agents stood: on a board because the next tile was full, in a streamed world because their
  /// way goes on in a missing sector.
  std::uint64_t waits = 0;
  std::uint64_t start_waits = 0;  ///< in a streamed world: ticks that agents waited for the first plan
  std::uint64_t stale_steps = 0;  ///< times that an agent was told to step where it had become illegal
};

}  // namespace portolan::detail
