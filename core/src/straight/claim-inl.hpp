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

// Writes a number where the mask is set.
HWY_INLINE void set_where(hn::Mask<Floats> mask, std::uint16_t number, std::uint16_t* to) {
  const Floats f;
  const hn::RebindToSigned<Floats> wide;
  const hn::Rebind<std::int16_t, Floats> narrow;
  const auto chosen = hn::DemoteTo(narrow, hn::BitCast(wide, hn::VecFromMask(f, mask)));
  auto* const signed_to = reinterpret_cast<std::int16_t*>(to);
  const auto old = hn::Load(narrow, signed_to);
  const auto value = hn::Set(narrow, static_cast<std::int16_t>(number));
  hn::Store(hn::Or(hn::AndNot(chosen, old), hn::And(chosen, value)), narrow, signed_to);
}

HWY_INLINE Claim claim(float* values, std::uint16_t* served_by, std::uint32_t cells, float x,
                       float rise_squared, float distance, std::uint16_t number) {
  const Floats f;
  const int n = static_cast<int>(hn::Lanes(f));
  const auto gain = hn::Set(f, least_gain);
  Claim made;
  for (int i = std::countr_zero(cells) & -n; i < lanes - std::countl_zero(cells); i += n) {
    const auto dx = hn::Add(hn::Iota(f, 0.0F), hn::Set(f, static_cast<float>(i) + x));
    const auto square = hn::Add(hn::Mul(dx, dx), hn::Set(f, rise_squared));
    const auto value = hn::Add(hn::Set(f, distance), hn::Sqrt(square));
    const auto old = hn::Load(f, values + i);
    const std::uint32_t here = cells >> static_cast<unsigned>(i);
    made.not_worse |= bits_of(hn::Le(value, hn::Add(old, gain))) << static_cast<unsigned>(i);
    const std::uint32_t better = bits_of(hn::Lt(hn::Add(value, gain), old)) & here;
    if (better == 0) continue;
    const auto mask = mask_of(better);
    hn::Store(hn::IfThenElse(mask, value, old), f, values + i);
    set_where(mask, number, served_by + i);
    made.better |= better << static_cast<unsigned>(i);
  }
  made.not_worse &= cells;
  return made;
}

}  // namespace HWY_NAMESPACE
}  // namespace portolan::detail
HWY_AFTER_NAMESPACE();
