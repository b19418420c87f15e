// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstdlib>

namespace portolan::test {

/// Whether every commit and repair is followed by a check of all invariants, and a broken one ends the
/// program.
#if defined(PORTOLAN_VALIDATE) && PORTOLAN_VALIDATE
inline constexpr bool checks_invariants = true;
#else
inline constexpr bool checks_invariants = false;
#endif

/// How many random cases a test takes: all of them, or as many times more as PORTOLAN_STORM says
/// (`scripts/trust storms`).
[[nodiscard]] inline std::uint64_t storm(std::uint64_t all) {
  const char* const times = std::getenv("PORTOLAN_STORM");
  return times == nullptr ? all : all * std::strtoull(times, nullptr, 10);
}

/// The same, or an eighth where every commit and repair is followed by a check of all invariants, which makes
/// a case up to thirty times as long.
[[nodiscard]] inline std::uint64_t cases(std::uint64_t all) {
  return storm(checks_invariants ? (all + 7) / 8 : all);
}

}  // namespace portolan::test
