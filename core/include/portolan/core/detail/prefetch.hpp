// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#if !defined(__GNUC__) && defined(_MSC_VER) && (defined(_M_X64) || defined(_M_IX86))
#include <xmmintrin.h>
#endif

namespace portolan::detail {

/// WebAssembly has no such hint: what is done to know where to look is left out there.
#if defined(__wasm__)
inline constexpr bool can_prefetch = false;
#else
inline constexpr bool can_prefetch = true;
#endif

/// Asks the processor for the line of cache that `at` lies in, as it is read soon. It is a hint: no answer
/// depends on it, `at` may be any address, and a compiler that has no such hint does nothing.
inline void prefetch_line([[maybe_unused]] const void* at) noexcept {
#if defined(__GNUC__)
  __builtin_prefetch(at);
#elif defined(_MSC_VER) && (defined(_M_X64) || defined(_M_IX86))
  _mm_prefetch(static_cast<const char*>(at), _MM_HINT_T0);
#elif defined(_MSC_VER) && defined(_M_ARM64)
  __prefetch(at);
#endif
}

/// The same for each line of the `bytes` bytes that begin at `from`.
inline void prefetch_lines(const void* from, std::size_t bytes) noexcept {
  constexpr std::size_t line = 64;
  for (std::size_t at = 0; at < bytes; at += line) prefetch_line(static_cast<const char*>(from) + at);
}

}  // namespace portolan::detail
