// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace portolan {

// g++ 12 takes the enumerator `unreachable` of a scoped enumeration for one that hides the distance of that
// name.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#endif

/// How a request ended. Every request ends in one of these; none fails silently.
enum class Outcome : std::uint8_t {
  complete,       ///< the goal is reached
  partial,        ///< the goal cannot be reached; the plan leads to the nearest cell that can
  unreachable,    ///< no path, and no part of one
  pending,        ///< not begun or not finished; ask again
  budget_spent,   ///< the work units ran out first
  out_of_bounds,  ///< start or goal lies outside the world
};

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

[[nodiscard]] constexpr std::string_view name(Outcome outcome) {
  constexpr std::string_view names[] = {"complete", "partial",      "unreachable",
                                        "pending",  "budget_spent", "out_of_bounds"};
  return names[static_cast<std::size_t>(outcome)];
}

/// How bad it is that one of many ended so, for the outcome of all together.
[[nodiscard]] constexpr bool is_worse(Outcome a, Outcome b) {
  constexpr int severity[] = {0, 2, 4, 1, 3, 5};  // by outcome
  return severity[static_cast<std::size_t>(a)] > severity[static_cast<std::size_t>(b)];
}

}  // namespace portolan
