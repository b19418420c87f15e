// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// One copy per instruction set: Highway includes this file again for each.
#include "bounds/potential_fill.hpp"

#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/potential_rows.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace portolan::detail {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// In place: a row that was lowered already may lower the next. Tables are exact, so that one pass is enough
// all the same.
HWY_ATTR void LowerRows(std::span<PotentialRow* const> rows, std::span<const std::uint32_t> from,
                        const std::uint16_t* table, std::size_t stride, std::uint8_t* lowered) {
  const hn::CappedTag<std::uint16_t, Landmarks::count> d;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::uint16_t* const costs = table + i * stride;
    bool lower = false;
    for (std::size_t lane = 0; lane < Landmarks::count; lane += lanes) {
      const auto known = hn::Load(d, rows[i]->offsets.data() + lane);
      auto least = known;
      for (const std::uint32_t j : from) {
        const auto end = hn::Load(d, rows[j]->offsets.data() + lane);
        least = hn::Min(least, hn::SaturatedAdd(end, hn::Set(d, costs[j])));
      }
      lower = lower || !hn::AllTrue(d, hn::Eq(least, known));
      hn::Store(least, d, rows[i]->offsets.data() + lane);
    }
    lowered[i] = lower ? 1 : 0;
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace portolan::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace portolan::detail {

namespace {
HWY_EXPORT(LowerRows);
}  // namespace

void lower_rows(std::span<PotentialRow* const> rows, std::span<const std::uint32_t> from,
                const std::uint16_t* table, std::size_t stride, std::span<std::uint8_t> lowered) {
  HWY_DYNAMIC_DISPATCH(LowerRows)(rows, from, table, stride, lowered.data());
}

}  // namespace portolan::detail

#endif
