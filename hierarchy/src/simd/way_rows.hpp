// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

// Distances on open ground from a node to many places, a row at a time. The same on all instruction sets.
namespace portolan::detail {

/// Places in half cells, padded to a multiple of `width`.
struct WayPlaces {
  static constexpr std::size_t width = 32;
  const std::int16_t* x;
  const std::int16_t* y;
  std::size_t count;
};

/// From where, and at what cost.
struct WayStart {
  std::int16_t x, y;      ///< in half cells
  std::int16_t half;      ///< units at the start
  std::int16_t straight;  ///< units of half a step
  std::int16_t turn;      ///< and how many more of a diagonal one
};

/// out[k] = the octile distance to place k, which must fit.
void way_units(const WayPlaces& places, const WayStart& start, std::int16_t* out);

/// Which of the nodes whose bits are set have units with a[k] + b[k] <= most for some place k. Rows of
/// `units` are of one node each, `count` long; `most` is by node.
[[nodiscard]] std::uint64_t ways_within(const std::int16_t* units, std::size_t count, std::size_t from,
                                        std::uint64_t nodes, const std::int16_t* most);

}  // namespace portolan::detail
