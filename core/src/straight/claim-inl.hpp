// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Cells of a row that an anchor reaches sooner than what they know. Included once per instruction set, by
// cone_kernel.cpp. Every lane adds, multiplies and takes a root as IEEE 754 says: the same bits everywhere.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace portolan::detail {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, 16>;

HWY_INLINE std::uint32_t bits_of(hn::Mask<Floats> mask) {
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(Floats(), mask, bytes);
  return bytes[0] | static_cast<std::uint32_t>(bytes[1]) << 8U;
}

HWY_INLINE hn::Mask<Floats> mask_of(std::uint32_t bits) {
  const std::uint8_t bytes[8] = {static_cast<std::uint8_t>(bits), static_cast<std::uint8_t>(bits >> 8U)};
  return hn::LoadMaskBits(Floats(), bytes);
}

// Writes a place to some lanes.
HWY_INLINE void set_where(std::uint32_t bits, std::uint8_t place, std::uint8_t* to) {
  const hn::Rebind<std::uint8_t, Floats> narrow;
  const std::uint8_t bytes[8] = {static_cast<std::uint8_t>(bits), static_cast<std::uint8_t>(bits >> 8U)};
  hn::BlendedStore(hn::Set(narrow, place), hn::LoadMaskBits(narrow, bytes), narrow, to);
}

// What lies in cells that nobody serves is not read: mostly all are such, and the memory is far away.
HWY_INLINE Claim claim(float* values, std::uint8_t* places, std::uint32_t served, std::uint32_t cells,
                       float x, float rise_squared, float distance, std::uint8_t place) {
  const Floats f;
  const int n = static_cast<int>(hn::Lanes(f));
  const std::uint32_t all = (std::uint32_t{1} << static_cast<unsigned>(n)) - 1;
  const auto gain = hn::Set(f, least_gain);
  Claim made;
  for (int i = std::countr_zero(cells) & -n; i < lanes - std::countl_zero(cells); i += n) {
    const auto dx = hn::Add(hn::Iota(f, 0.0F), hn::Set(f, static_cast<float>(i) + x));
    const auto square = hn::Add(hn::Mul(dx, dx), hn::Set(f, rise_squared));
    const auto value = hn::Add(hn::Set(f, distance), hn::Sqrt(square));
    const std::uint32_t here = cells >> static_cast<unsigned>(i) & all;
    const std::uint32_t known = served >> static_cast<unsigned>(i) & here;
    std::uint32_t better = here, not_worse = here;
    if (known != 0) {
      const auto old = hn::Load(f, values + i);
      not_worse &= ~known | bits_of(hn::Le(value, hn::Add(old, gain)));
      better &= ~known | bits_of(hn::Lt(hn::Add(value, gain), old));
    }
    made.not_worse |= not_worse << static_cast<unsigned>(i);
    if (better == 0) continue;
    hn::BlendedStore(value, mask_of(better), f, values + i);
    set_where(better, place, places + i);
    made.better |= better << static_cast<unsigned>(i);
  }
  return made;
}

}  // namespace HWY_NAMESPACE
}  // namespace portolan::detail
HWY_AFTER_NAMESPACE();
