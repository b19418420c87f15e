// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace portolan::test {

/// How many random cases a test takes: all of them, or an eighth where every commit and repair is followed by
/// a check of all invariants, which makes a case up to thirty times as long.
[[nodiscard]] constexpr std::uint64_t cases(std::uint64_t all) {
#if defined(PORTOLAN_VALIDATE) && PORTOLAN_VALIDATE
  return (all + 7) / 8;
#else
  return all;
#endif
}

}  // namespace portolan::test
