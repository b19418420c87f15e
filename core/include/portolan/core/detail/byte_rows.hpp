// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

#include <portolan/core/detail/flag_bits.hpp>

// Rows of 32 bytes, as blocks of costs have them: a bit for each byte. What every x86-64 has is enough, and
// what WebAssembly has; it saves a call of a kernel.

namespace portolan::detail {

#if defined(__SSE2__) || defined(__wasm_simd128__)

#if defined(__SSE2__)
using HalfRow = __m128i;
[[nodiscard]] inline HalfRow half_row(const std::uint8_t* from) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
}
[[nodiscard]] inline HalfRow half_row_of(std::uint8_t value) {
  return _mm_set1_epi8(static_cast<char>(value));
}
[[nodiscard]] inline HalfRow greater_of(HalfRow a, HalfRow b) { return _mm_max_epu8(a, b); }
[[nodiscard]] inline std::uint32_t equal_bits_of(HalfRow a, HalfRow b) {
  return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(a, b)));
}
#else
using HalfRow = v128_t;
[[nodiscard]] inline HalfRow half_row(const std::uint8_t* from) { return wasm_v128_load(from); }
[[nodiscard]] inline HalfRow half_row_of(std::uint8_t value) {
  return wasm_i8x16_splat(static_cast<std::int8_t>(value));
}
[[nodiscard]] inline HalfRow greater_of(HalfRow a, HalfRow b) { return wasm_u8x16_max(a, b); }
[[nodiscard]] inline std::uint32_t equal_bits_of(HalfRow a, HalfRow b) {
  return static_cast<std::uint32_t>(wasm_i8x16_bitmask(wasm_i8x16_eq(a, b)));
}
#endif

/// Those that have this value.
[[nodiscard]] inline std::uint32_t equal_bits(const std::uint8_t* row, std::uint8_t value) {
  const HalfRow wanted = half_row_of(value);
  return equal_bits_of(half_row(row), wanted) | equal_bits_of(half_row(row + 16), wanted) << 16U;
}

/// Those that are greater than the other row's.
[[nodiscard]] inline std::uint32_t greater_bits(const std::uint8_t* row, const std::uint8_t* other) {
  const auto no_greater = [&](std::size_t at) {
    const HalfRow values = half_row(other + at);
    return equal_bits_of(greater_of(half_row(row + at), values), values);
  };
  return ~(no_greater(0) | no_greater(16) << 16U);
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
