// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// The casting of beams, once per instruction set: Highway includes this file again for each.
#include "straight/cone_kernel.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

#ifndef PORTOLAN_CONE_CLAIM
#define PORTOLAN_CONE_CLAIM
namespace portolan::detail {
/// What an anchor makes of some cells of a row, a bit per lane.
struct Claim {
  std::uint32_t better = 0;     ///< they are its own now
  std::uint32_t not_worse = 0;  ///< those, and such that it would serve as well as another does
};

/// An anchor, as the cells of a row see it: lane i is `distance` + sqrt((i + x)^2 + `rise_squared`) from the
/// goal.
struct Front {
  float x, rise_squared, distance;
};
}  // namespace portolan::detail
#endif

#include <portolan/core/detail/instruction_sets.hpp>
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "straight/cone_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

// The baseline that every processor has is of no use to us: plain C++ takes its place.
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
#include "straight/claim-inl.hpp"
#include "straight/glide-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace portolan::detail {
namespace HWY_NAMESPACE {
#define PORTOLAN_INLINE HWY_INLINE
#include "straight/cone_cast-inl.hpp"
#undef PORTOLAN_INLINE
}  // namespace HWY_NAMESPACE
}  // namespace portolan::detail
HWY_AFTER_NAMESPACE();
#endif

#if HWY_ONCE

namespace portolan::detail {

namespace scalar {

inline void set_where(std::uint32_t cells, std::uint8_t place, std::uint8_t* places) {
  for (; cells != 0; cells &= cells - 1) places[std::countr_zero(cells)] = place;
}

inline std::uint32_t lanes_with(std::uint8_t place, const std::uint8_t* places) {
  std::uint32_t found = 0;
  for (int i = 0; i < lanes; ++i)
    found |= (places[i] == place ? std::uint32_t{1} : std::uint32_t{0}) << static_cast<unsigned>(i);
  return found;
}

inline float value_of(const Front& front, int lane) {
  const float dx = static_cast<float>(lane) + front.x;
  return front.distance + std::sqrt(dx * dx + front.rise_squared);
}

inline void compare(const Front& own, const Front& other, std::uint32_t cells, Claim& made) {
  for (; cells != 0; cells &= cells - 1) {
    const int i = std::countr_zero(cells);
    const std::uint32_t bit = cells & (~cells + 1);
    const float value = value_of(own, i), old = value_of(other, i);
    if (value <= old + least_gain) made.not_worse |= bit;
    if (value + least_gain < old) made.better |= bit;
  }
}

constexpr int rows_at_once = 0;
inline int pass_rows(const ConeTile&, int, int, bool, Gap, Fixed, Fixed, std::uint64_t*) { return 0; }

#define PORTOLAN_INLINE inline
#include "straight/cone_cast-inl.hpp"
#undef PORTOLAN_INLINE

}  // namespace scalar

CastBeam cone_kernel(Isa isa) {
  switch (isa) {
#if HWY_TARGETS & HWY_WASM
    case Isa::wasm:
      return N_WASM::cast_beam;
#endif
#if HWY_TARGETS & HWY_NEON
    case Isa::neon:
      return N_NEON::cast_beam;
#endif
#if HWY_TARGETS & HWY_SSE4
    case Isa::sse4:
      return N_SSE4::cast_beam;
#endif
#if HWY_TARGETS & HWY_AVX2
    case Isa::avx2:
      return N_AVX2::cast_beam;
#endif
#if HWY_TARGETS & HWY_AVX3
    case Isa::avx512:
      return N_AVX3::cast_beam;
#endif
    default:
      return scalar::cast_beam;
  }
}

}  // namespace portolan::detail

#endif  // HWY_ONCE
