// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// One copy per instruction set: Highway includes this file again for each.
#include "simd/min_plus_row.hpp"

#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/min_plus_row.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace portolan::detail {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

HWY_ATTR void TakeLesserNarrow(std::uint32_t* least, const std::uint16_t* row, std::uint32_t add,
                               std::size_t size) {
  const hn::ScalableTag<std::uint32_t> d;
  const hn::Rebind<std::uint16_t, decltype(d)> half;
  const std::size_t lanes = hn::Lanes(d);
  const auto plus = hn::Set(d, add);
  const auto none = hn::Set(d, 65535U);
  const auto most = hn::Set(d, min_plus_no_path<std::uint32_t>);
  std::size_t i = 0;
  for (; i + lanes <= size; i += lanes) {
    const auto step = hn::PromoteTo(d, hn::LoadU(half, row + i));
    const auto sum = hn::IfThenElse(hn::Eq(step, none), most, hn::Add(step, plus));
    hn::StoreU(hn::Min(hn::LoadU(d, least + i), sum), d, least + i);
  }
  for (; i < size; ++i) {
    if (row[i] != 65535U && row[i] + add < least[i]) least[i] = row[i] + add;
  }
}

HWY_ATTR void TakeLesserRows(std::uint32_t* least, const std::uint16_t* table, std::size_t size,
                             const AddedRow* rows, std::size_t count) {
  const hn::CappedTag<std::uint32_t, 16> d;
  const hn::Rebind<std::uint16_t, decltype(d)> half;
  const auto none = hn::Set(d, 65535U);
  const auto most = hn::Set(d, min_plus_no_path<std::uint32_t>);
  for (std::size_t i = 0; i < size; i += hn::Lanes(d)) {
    auto best = hn::LoadU(d, least + i);
    for (const AddedRow* r = rows; r != rows + count; ++r) {
      const auto step = hn::PromoteTo(d, hn::LoadU(half, table + r->row * size + i));
      const auto sum = hn::IfThenElse(hn::Eq(step, none), most, hn::Add(step, hn::Set(d, r->add)));
      best = hn::Min(best, sum);
    }
    hn::StoreU(best, d, least + i);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace portolan::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace portolan::detail {

namespace {
HWY_EXPORT(TakeLesserNarrow);
HWY_EXPORT(TakeLesserRows);
}  // namespace

void min_plus_row(std::uint32_t* least, const std::uint16_t* row, std::uint32_t add, std::size_t size) {
  HWY_DYNAMIC_DISPATCH(TakeLesserNarrow)(least, row, add, size);
}

void take_lesser_rows(std::uint32_t* least, const std::uint16_t* table, std::size_t size,
                      const AddedRow* rows, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(TakeLesserRows)(least, table, size, rows, count);
}

void min_plus_row(std::uint32_t* least, const std::uint32_t* row, std::uint32_t add, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    // No way, and what would not fit, is more than `least` can be.
    const std::uint64_t sum = std::uint64_t{row[i]} + add;
    if (sum < least[i] && row[i] != ~0U) least[i] = static_cast<std::uint32_t>(sum);
  }
}

void min_plus_row(std::uint32_t* least, const std::uint64_t* row, std::uint32_t add, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    if (row[i] < least[i] && row[i] + add < least[i]) least[i] = static_cast<std::uint32_t>(row[i] + add);
  }
}

}  // namespace portolan::detail

#endif
