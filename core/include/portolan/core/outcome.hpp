// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

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
  switch (outcome) {
    case Outcome::complete:
      return "complete";
    case Outcome::partial:
      return "partial";
    case Outcome::unreachable:
      return "unreachable";
    case Outcome::pending:
      return "pending";
    case Outcome::budget_spent:
      return "budget_spent";
    case Outcome::out_of_bounds:
      return "out_of_bounds";
  }
  return "unknown";
}

}  // namespace portolan
