// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Cells of a row that an anchor reaches sooner than those that serve them. Included once per instruction set,
// by cone_kernel.cpp. Every lane adds, multiplies and takes a root as IEEE 754 says: the same bits
// everywhere.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace portolan::detail {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, 16>;
using Bytes = hn::CappedTag<std::uint8_t, 32>;

template <class Tag>
HWY_INLINE std::uint32_t bits_of(Tag tag, hn::Mask<Tag> mask) {
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(tag, mask, bytes);
  return bytes[0] | static_cast<std::uint32_t>(bytes[1]) << 8U | static_cast<std::uint32_t>(bytes[2]) << 16U |
         static_cast<std::uint32_t>(bytes[3]) << 24U;
}

HWY_INLINE hn::Mask<Bytes> mask_of(std::uint32_t bits) {
  const std::uint8_t bytes[8] = {static_cast<std::uint8_t>(bits), static_cast<std::uint8_t>(bits >> 8U),
                                 static_cast<std::uint8_t>(bits >> 16U),
                                 static_cast<std::uint8_t>(bits >> 24U)};
  return hn::LoadMaskBits(Bytes(), bytes);
}

// Writes a place to some lanes of a row. Not with BlendedStore: where bytes cannot be stored one by one, that
// is a loop, which took a quarter of all instructions. High places may lie anywhere.
HWY_INLINE void set_where(std::uint32_t cells, std::uint8_t place, std::uint8_t* places) {
  const Bytes b;
  const int n = static_cast<int>(hn::Lanes(b));
  for (int i = 0; i < lanes; i += n)
    hn::StoreU(hn::IfThenElse(mask_of(cells >> static_cast<unsigned>(i)), hn::Set(b, place),
                              hn::LoadU(b, places + i)),
               b, places + i);
}

// The lanes of a row that have a place.
HWY_INLINE std::uint32_t lanes_with(std::uint8_t place, const std::uint8_t* places) {
  const Bytes b;
  const int n = static_cast<int>(hn::Lanes(b));
  std::uint32_t found = 0;
  for (int i = 0; i < lanes; i += n)
    found |= bits_of(b, hn::Eq(hn::LoadU(b, places + i), hn::Set(b, place))) << static_cast<unsigned>(i);
  return found;
}

HWY_INLINE hn::Vec<Floats> values_of(const Front& front, int first) {
  const Floats f;
  const auto dx = hn::Add(hn::Iota(f, 0.0F), hn::Set(f, static_cast<float>(first) + front.x));
  const auto square = hn::Add(hn::Mul(dx, dx), hn::Set(f, front.rise_squared));
  return hn::Add(hn::Set(f, front.distance), hn::Sqrt(square));
}

// Compares two anchors in some cells of a row that the other one serves.
HWY_INLINE void compare(const Front& own, const Front& other, std::uint32_t cells, Claim& made) {
  const Floats f;
  const int n = static_cast<int>(hn::Lanes(f));
  const std::uint32_t all = (std::uint32_t{1} << static_cast<unsigned>(n)) - 1;
  const auto gain = hn::Set(f, least_gain);
  for (int i = std::countr_zero(cells) & -n; i < lanes - std::countl_zero(cells); i += n) {
    const std::uint32_t here = cells >> static_cast<unsigned>(i) & all;
    const auto value = values_of(own, i), old = values_of(other, i);
    const std::uint32_t not_worse = bits_of(f, hn::Le(value, hn::Add(old, gain))) & here;
    const std::uint32_t better = bits_of(f, hn::Lt(hn::Add(value, gain), old)) & here;
    made.not_worse |= not_worse << static_cast<unsigned>(i);
    made.better |= better << static_cast<unsigned>(i);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace portolan::detail
HWY_AFTER_NAMESPACE();
