// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
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

/// Whether a sanitizer looks at every access, which makes a case several times as long.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif
#else
inline constexpr bool sanitized = false;
#endif

/// As many times more random cases as PORTOLAN_STORM says (`scripts/trust storms`, `scripts/test asan-all`).
[[nodiscard]] inline std::uint64_t times_more() {
  const char* const times = std::getenv("PORTOLAN_STORM");
  return times == nullptr ? 1 : std::strtoull(times, nullptr, 10);
}

/// How many random cases a test takes: all of them, or a third, but four if there are so many, where each
/// access is looked at; and times_more().
[[nodiscard]] inline std::uint64_t storm(std::uint64_t all) {
  const std::uint64_t least = std::min<std::uint64_t>(all, 4);
  return (sanitized ? std::max((all + 2) / 3, least) : all) * times_more();
}

/// How often something has to have happened in the cases of storm(), lest a test shows nothing.
template <class Count>
[[nodiscard]] constexpr Count enough(Count of_all) {
  return static_cast<Count>(sanitized ? of_all / 3 : of_all);
}

/// The number of storm(), or an eighth of it where every commit and repair is followed by a check of all
/// invariants, which makes a case up to thirty times as long.
[[nodiscard]] inline std::uint64_t cases(std::uint64_t all) {
  return storm(checks_invariants ? (all + 7) / 8 : all);
}

}  // namespace portolan::test
