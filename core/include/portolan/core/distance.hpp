// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>

namespace portolan {

/// A travel cost in integer units: one straight step on cost 1 is 24 units, a diagonal one 34.
struct Distance {
  std::uint64_t units = 0;

  constexpr auto operator<=>(const Distance&) const = default;
};

/// The cost of crossing a cell: 1..254 multiplies the length of a step.
using Cost = std::uint8_t;
inline constexpr Cost impassable = 255;

inline constexpr std::uint32_t straight_factor = 12;
inline constexpr std::uint32_t diagonal_factor = 17;

/// Cost of a step between two passable cells; the same both ways.
[[nodiscard]] constexpr std::uint32_t step_units(Cost a, Cost b, bool diagonal) {
  return (diagonal ? diagonal_factor : straight_factor) *
         (static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
}

inline constexpr std::uint32_t max_step_units = step_units(254, 254, true);

inline constexpr Distance unreachable{1ULL << 62};
static_assert(unreachable.units + max_step_units < 1ULL << 63, "one step past it must not wrap");

[[nodiscard]] constexpr bool reachable(Distance d) { return d < unreachable; }

/// Sum that saturates at `unreachable`; both operands are at most `unreachable`.
[[nodiscard]] constexpr Distance operator+(Distance a, Distance b) {
  const std::uint64_t sum = a.units + b.units;
  return sum < unreachable.units ? Distance{sum} : unreachable;
}

}  // namespace portolan
