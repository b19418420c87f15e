// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// One copy per instruction set: Highway includes this file again for each.
#include "simd/widen.hpp"

#include <array>

#include <portolan/core/detail/instruction_sets.hpp>
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/widen.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace portolan::detail {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

HWY_ATTR void Widen(const std::uint16_t* values, std::size_t count, std::uint64_t* out) {
  const hn::CappedTag<std::uint64_t, 8> d;
  const hn::Rebind<std::uint32_t, decltype(d)> half;
  const hn::Rebind<std::uint16_t, decltype(d)> quarter;
  const auto none = hn::Set(d, std::uint64_t{0xffff});
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d)) {
    const auto value = hn::PromoteTo(d, hn::PromoteTo(half, hn::LoadU(quarter, values + i)));
    hn::StoreU(hn::Or(value, hn::VecFromMask(d, hn::Eq(value, none))), d, out + i);
  }
  for (; i < count; ++i) out[i] = values[i] == 0xffff ? ~std::uint64_t{0} : values[i];
}

// A row is put in order in registers where a permutation of 16 bits takes one step.
#if HWY_TARGET <= HWY_AVX3
HWY_ATTR void WidenSome(const std::uint16_t* table, std::size_t size, const std::uint16_t* place,
                        std::size_t count, std::uint64_t* out) {
  const auto first = [](std::size_t n) { return n >= 32 ? ~0U : (1U << n) - 1; };
  const auto beyond = [&first](std::size_t n) { return n > 32 ? first(n - 32) : 0U; };
  const __m512i low = _mm512_maskz_loadu_epi16(first(count), place);
  const __m512i high = _mm512_maskz_loadu_epi16(beyond(count), place + 32);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint16_t* const from = table + place[i] * size;
    std::array<std::uint16_t, 64> row;
    const __m512i a = _mm512_maskz_loadu_epi16(first(size), from);
    const __m512i b = size > 32 ? _mm512_maskz_loadu_epi16(beyond(size), from + 32) : a;
    _mm512_storeu_si512(row.data(), _mm512_permutex2var_epi16(a, low, b));
    if (count > 32) _mm512_storeu_si512(row.data() + 32, _mm512_permutex2var_epi16(a, high, b));
    Widen(row.data(), count, out + i * count);
  }
}
#else
HWY_ATTR void WidenSome(const std::uint16_t* table, std::size_t size, const std::uint16_t* place,
                        std::size_t count, std::uint64_t* out) {
  std::array<std::uint16_t, 64> row;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint16_t* const from = table + place[i] * size;
    for (std::size_t k = 0; k < count; ++k) row[k] = from[place[k]];
    Widen(row.data(), count, out + i * count);
  }
}
#endif

// One more than no path is 0: then each must fit, the greatest value left out.
HWY_ATTR bool Narrow(const std::uint64_t* values, std::size_t count, std::uint16_t* out) {
  const hn::CappedTag<std::uint64_t, 8> d;
  const hn::Rebind<std::uint16_t, decltype(d)> quarter;
  const auto one = hn::Set(d, std::uint64_t{1});
  auto bits = hn::Zero(d);
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d)) {
    const auto value = hn::LoadU(d, values + i);
    bits = hn::Or(bits, hn::Add(value, one));
    hn::StoreU(hn::TruncateTo(quarter, value), quarter, out + i);
  }
  std::uint64_t rest = 0;
  for (; i < count; ++i) {
    rest |= values[i] + 1;
    out[i] = static_cast<std::uint16_t>(values[i]);
  }
  const auto beyond = hn::ShiftRight<16>(hn::Or(bits, hn::Set(d, rest)));
  return hn::AllTrue(d, hn::Eq(beyond, hn::Zero(d)));
}

}  // namespace HWY_NAMESPACE
}  // namespace portolan::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <portolan/core/assert.hpp>

namespace portolan::detail {

namespace {
HWY_EXPORT(Widen);
HWY_EXPORT(WidenSome);
HWY_EXPORT(Narrow);
}  // namespace

void widen(std::span<const std::uint16_t> values, std::uint64_t* out) {
  HWY_DYNAMIC_DISPATCH(Widen)(values.data(), values.size(), out);
}

void widen_some(const std::uint16_t* table, std::size_t size, std::span<const std::uint16_t> place,
                std::uint64_t* out) {
  PORTOLAN_ASSERT(place.size() <= 64);
  HWY_DYNAMIC_DISPATCH(WidenSome)(table, size, place.data(), place.size(), out);
}

bool narrow(std::span<const std::uint64_t> values, std::uint16_t* out) {
  return HWY_DYNAMIC_DISPATCH(Narrow)(values.data(), values.size(), out);
}

}  // namespace portolan::detail

#endif  // HWY_ONCE
