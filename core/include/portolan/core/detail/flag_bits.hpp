// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>

namespace portolan::detail {

/// A bit for each of eight bytes that are 0 or 1 and were copied from memory into a word; the first byte's is
/// the lowest.
[[nodiscard]] constexpr std::uint32_t bits_of_flags(std::uint64_t flags) {
  // The product has the flag of byte k at bit 56 + k, whichever byte is the lowest, and no two terms share a
  // bit.
  constexpr std::uint64_t gather =
      std::endian::native == std::endian::little ? 0x0102040810204080U : 0x8040201008040201U;
  return static_cast<std::uint32_t>(flags * gather >> 56U);
}

}  // namespace portolan::detail
