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

/// How many random cases a test takes: all of them, or an eighth where every commit and repair is followed by
/// a check of all invariants, which makes a case up to thirty times as long. PORTOLAN_STORM=20 makes them 20
/// times as many (`scripts/trust storms`).
[[nodiscard]] inline std::uint64_t cases(std::uint64_t all) {
  const char* const storm = std::getenv("PORTOLAN_STORM");
  const std::uint64_t times = storm == nullptr ? 1 : std::strtoull(storm, nullptr, 10);
  return (checks_invariants ? (all + 7) / 8 : all) * (times == 0 ? 1 : times);
}

}  // namespace portolan::test
