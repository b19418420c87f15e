// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include <portolan/core/detail/flag_bits.hpp>

// Rows of 32 bytes, as blocks of costs have them: a bit for each byte. What every x86-64 has is enough, and
// saves a call of a kernel.

namespace portolan::detail {

#if defined(__SSE2__)

template <class Compare>
[[nodiscard]] std::uint32_t bits_of_halves(const Compare& compare) {
  const auto half = [&](std::size_t at) {
    return static_cast<std::uint32_t>(_mm_movemask_epi8(compare(at)));
  };
  return half(0) | half(16) << 16U;
}
[[nodiscard]] inline __m128i half_row(const std::uint8_t* from) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
}

/// Those that have this value.
[[nodiscard]] inline std::uint32_t equal_bits(const std::uint8_t* row, std::uint8_t value) {
  const __m128i wanted = _mm_set1_epi8(static_cast<char>(value));
  return bits_of_halves([&](std::size_t at) { return _mm_cmpeq_epi8(half_row(row + at), wanted); });
}

/// Those that are greater than the other row's.
[[nodiscard]] inline std::uint32_t greater_bits(const std::uint8_t* row, const std::uint8_t* other) {
  return ~bits_of_halves([&](std::size_t at) {
    const __m128i values = half_row(other + at);
    return _mm_cmpeq_epi8(_mm_max_epu8(half_row(row + at), values), values);
  });
}

#else

template <class Flags>
[[nodiscard]] std::uint32_t bits_of_words(const Flags& flags) {
  std::uint32_t bits = 0;
  for (unsigned i = 0; i < 4; ++i) bits |= bits_of_flags(flags(std::size_t{8} * i)) << 8U * i;
  return bits;
}
[[nodiscard]] inline std::uint64_t word_of(const std::uint8_t* from) {
  std::uint64_t word = 0;
  std::memcpy(&word, from, sizeof word);
  return word;
}

/// Those that have this value.
[[nodiscard]] inline std::uint32_t equal_bits(const std::uint8_t* row, std::uint8_t value) {
  // One of `other` is 0 where they are equal, and adding 0x7f to its lower bits raises the highest bit
  // everywhere else.
  constexpr std::uint64_t ones = 0x0101010101010101U, low = 0x7f7f7f7f7f7f7f7fU;
  return bits_of_words([&](std::size_t at) {
    const std::uint64_t other = word_of(row + at) ^ ones * value;
    return ~(((other & low) + low) | other) >> 7U & ones;
  });
}

/// Those that are greater than the other row's.
[[nodiscard]] inline std::uint32_t greater_bits(const std::uint8_t* row, const std::uint8_t* other) {
  constexpr std::uint64_t high = 0x8080808080808080U;
  return bits_of_words([&](std::size_t at) {
    const std::uint64_t a = word_of(row + at), b = word_of(other + at);
    const std::uint64_t lower_part =
        (b | high) - (a & ~high);  // the high bit tells: of seven bits b has no less
    const std::uint64_t no_less = (b & ~a) | (~(a ^ b) & lower_part);
    return (~no_less & high) >> 7U;
  });
}

#endif

}  // namespace portolan::detail
