// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>

namespace portolan::detail {

/// A number above 0 that no field has had before, of whatever kind: what is kept of one is never taken for
/// what another tells in its memory. Any thread may ask.
[[nodiscard]] inline std::uint64_t new_revision() {
  static std::atomic<std::uint64_t> last{0};
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

}  // namespace portolan::detail
