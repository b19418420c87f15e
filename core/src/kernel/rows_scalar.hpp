// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// The Row of rows-inl.hpp in plain C++, for processors without a supported instruction set and as a check on
// them.
#pragma once

#include <cstring>

#include "tile_kernel.hpp"

namespace portolan::detail::scalar {

inline constexpr Isa this_isa = Isa::scalar;

struct Row {
  std::uint16_t v[lanes];
};
using Flags = std::uint32_t;

inline Row load(const std::uint16_t* p) {
  Row r;
  std::memcpy(r.v, p, sizeof r.v);
  return r;
}
inline void store(const Row& r, std::uint16_t* p) { std::memcpy(p, r.v, sizeof r.v); }

template <class F>
Row each(F f) {
  Row r;
  for (int i = 0; i < lanes; ++i) r.v[i] = static_cast<std::uint16_t>(f(i));
  return r;
}
template <class F>
Flags flag(F f) {
  Flags out = 0;
  for (int i = 0; i < lanes; ++i) out |= static_cast<Flags>(f(i) ? 1U : 0U) << i;
  return out;
}
inline Row fill(std::uint16_t value) {
  return each([&](int) { return value; });
}
template <int k, bool wraps = true>
Row from_left(const Row& r) {
  return each([&](int i) { return !wraps && i < k ? lane_max : r.v[(i + lanes - k) % lanes]; });
}
template <int k, bool wraps = true>
Row from_right(const Row& r) {
  return each([&](int i) { return !wraps && i >= lanes - k ? lane_max : r.v[(i + k) % lanes]; });
}
inline Row adds(const Row& a, const Row& b) {
  return each([&](int i) { return a.v[i] + b.v[i] > lane_max ? lane_max : a.v[i] + b.v[i]; });
}
inline Row subs(const Row& a, const Row& b) {
  return each([&](int i) { return a.v[i] > b.v[i] ? a.v[i] - b.v[i] : 0; });
}
inline Row lesser(const Row& a, const Row& b) {
  return each([&](int i) { return a.v[i] < b.v[i] ? a.v[i] : b.v[i]; });
}
inline Row times(const Row& a, const Row& b) {
  return each([&](int i) { return a.v[i] * b.v[i]; });
}
inline Row either(const Row& a, const Row& b) {
  return each([&](int i) { return a.v[i] | b.v[i]; });
}
inline Row shut(std::uint32_t open) {
  return each([&](int i) { return (open >> i & 1U) != 0 ? 0 : lane_max; });
}
inline bool same(const Row& a, const Row& b) { return std::memcmp(a.v, b.v, sizeof a.v) == 0; }
inline Flags equal(const Row& a, const Row& b) {
  return flag([&](int i) { return a.v[i] == b.v[i]; });
}
inline Flags below(const Row& a, const Row& b) {
  return flag([&](int i) { return a.v[i] < b.v[i]; });
}
inline Flags both(Flags a, Flags b) { return a & b; }
inline Flags equal_where(Flags f, Row a, Row b) { return f & equal(a, b); }
inline Row choose(Flags f, const Row& yes, const Row& no) {
  return each([&](int i) { return (f >> i & 1U) != 0 ? yes.v[i] : no.v[i]; });
}
inline std::uint32_t bits(Flags f) { return f; }
inline Row bytes_to_row(const std::uint8_t* p) {
  return each([&](int i) { return p[i]; });
}
inline void row_to_bytes(const Row& r, std::uint8_t* p) {
  for (int i = 0; i < lanes; ++i) p[i] = static_cast<std::uint8_t>(r.v[i]);
}
inline std::uint16_t lowest(const Row& r) {
  std::uint16_t least = lane_max;
  for (const std::uint16_t v : r.v) least = v < least ? v : least;
  return least;
}

#undef PORTOLAN_ROWS_HAVE_MASKS
#undef PORTOLAN_ROWS_HAVE_BYTES
#undef PORTOLAN_ROWS_HAVE_LANES
#define PORTOLAN_INLINE inline
#include "solve-inl.hpp"
#undef PORTOLAN_INLINE

}  // namespace portolan::detail::scalar
