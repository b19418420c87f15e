// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// One copy per instruction set: Highway includes this file again for each.
#include "min_plus.hpp"

#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "min_plus.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace portolan::detail {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Sums of 16 bits saturate; those of more bits have room.
template <class D, class V>
HWY_INLINE HWY_ATTR V Sum(D, V a, V b) {
  if constexpr (sizeof(hn::TFromD<D>) == 2) {
    return hn::SaturatedAdd(a, b);
  } else {
    return hn::Add(a, b);
  }
}

template <class T>
HWY_ATTR void CloseWays(MinPlusMatrix<T> matrix) {
  const hn::CappedTag<T, 64 / sizeof(T)> d;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t k = 0; k < matrix.rows; ++k) matrix.row(k)[k] = 0;
  for (std::size_t k = 0; k < matrix.rows; ++k) {
    const T* const through = matrix.row(k);
    for (std::size_t into = 0; into < matrix.rows; ++into) {
      T* const row = matrix.row(into);
      if (row[k] == min_plus_no_way<T> || into == k) continue;
      const auto add = hn::Set(d, row[k]);
      for (std::size_t from = 0; from < matrix.columns; from += lanes) {
        const auto detour = Sum(d, hn::LoadU(d, through + from), add);
        hn::StoreU(hn::Min(hn::LoadU(d, row + from), detour), d, row + from);
      }
    }
  }
}

// A stripe of `wide` registers of one row stays in registers while all ways are tried.
template <std::size_t wide, class D, class T>
HWY_INLINE HWY_ATTR void TakeStripe(D d, T* into, const T* left, const T* right, std::size_t pitch,
                                    std::size_t count) {
  const std::size_t lanes = hn::Lanes(d);
  hn::Vec<D> least[wide];
  for (std::size_t w = 0; w < wide; ++w) least[w] = hn::LoadU(d, into + w * lanes);
  for (std::size_t k = 0; k < count; ++k, right += pitch) {
    if (left[k] == min_plus_no_way<T>) continue;
    const auto add = hn::Set(d, left[k]);
    for (std::size_t w = 0; w < wide; ++w) {
      least[w] = hn::Min(least[w], Sum(d, hn::LoadU(d, right + w * lanes), add));
    }
  }
  for (std::size_t w = 0; w < wide; ++w) hn::StoreU(least[w], d, into + w * lanes);
}

template <class T>
HWY_ATTR void TakeProducts(MinPlusMatrix<T> into, MinPlusMatrix<T> left, MinPlusMatrix<T> right) {
  const hn::CappedTag<T, 64 / sizeof(T)> d;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t i = 0; i < into.rows; ++i) {
    std::size_t j = 0;
    for (; j + 3 * lanes < into.columns; j += 4 * lanes) {
      TakeStripe<4>(d, into.row(i) + j, left.row(i), right.values + j, right.pitch, right.rows);
    }
    for (; j < into.columns; j += lanes) {
      TakeStripe<1>(d, into.row(i) + j, left.row(i), right.values + j, right.pitch, right.rows);
    }
  }
}

template <class T>
HWY_ATTR void CopyBlock(const T* from, std::size_t from_pitch, T* to, std::size_t to_pitch, std::size_t rows,
                        std::size_t columns) {
  const hn::CappedTag<T, 64 / sizeof(T)> d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t j = 0;
  for (; j + lanes <= columns; j += lanes) {
    for (std::size_t i = 0; i < rows; ++i)
      hn::StoreU(hn::LoadU(d, from + i * from_pitch + j), d, to + i * to_pitch + j);
  }
  if (j == columns) return;
#if HWY_TARGET <= HWY_AVX3
  // Lanes that are masked off are neither read nor written.
  const auto rest = hn::FirstN(d, columns - j);
  for (std::size_t i = 0; i < rows; ++i) {
    hn::BlendedStore(hn::MaskedLoad(rest, d, from + i * from_pitch + j), rest, d, to + i * to_pitch + j);
  }
#else
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t k = j; k < columns; ++k) to[i * to_pitch + k] = from[i * from_pitch + k];
  }
#endif
}

template <class T>
HWY_ATTR void LowerBlock(const T* from, std::size_t from_pitch, std::uint64_t toll, MinPlusMatrix<T> to) {
  for (std::size_t i = 0; i < to.rows; ++i) {
    T* const row = to.row(i);
    for (std::size_t j = 0; j < to.columns; ++j) {
      const T cost = from[i * from_pitch + j];
      if (cost == min_plus_no_way<T>) continue;
      const T whole = static_cast<T>(cost + static_cast<T>(toll));
      row[j] = whole < row[j] ? whole : row[j];
    }
  }
}

template <class T>
HWY_ATTR void LayCosts(const T* part, std::size_t pitch, std::span<const MatrixPiece> pieces,
                       const MatrixQuarters<T>& whole) {
  for (const MatrixPiece& into : pieces) {
    if (!into.ends) continue;
    for (const MatrixPiece& from : pieces) {
      if (!from.begins) continue;
      const MinPlusMatrix<T>& quarter = into.inner ? (from.inner ? whole.between : whole.into_inner)
                                                   : (from.inner ? whole.from_inner : whole.rim);
      const T* const source = part + into.begin * pitch + from.begin;
      T* const to = quarter.row(into.to) + from.to;
      if (from.toll == 0 && !(into.inner && from.inner)) {
        CopyBlock(source, pitch, to, quarter.pitch, into.count, from.count);
      } else {
        LowerBlock(source, pitch, from.toll, {to, into.count, from.count, quarter.pitch});
      }
    }
  }
}

HWY_ATTR void CloseNarrow(MinPlusMatrix<std::uint16_t> m) { CloseWays(m); }
HWY_ATTR void CloseWide(MinPlusMatrix<std::uint32_t> m) { CloseWays(m); }
HWY_ATTR void CloseHuge(MinPlusMatrix<std::uint64_t> m) { CloseWays(m); }
HWY_ATTR void ProductsNarrow(MinPlusMatrix<std::uint16_t> into, MinPlusMatrix<std::uint16_t> left,
                             MinPlusMatrix<std::uint16_t> right) {
  TakeProducts(into, left, right);
}
HWY_ATTR void ProductsWide(MinPlusMatrix<std::uint32_t> into, MinPlusMatrix<std::uint32_t> left,
                           MinPlusMatrix<std::uint32_t> right) {
  TakeProducts(into, left, right);
}
HWY_ATTR void ProductsHuge(MinPlusMatrix<std::uint64_t> into, MinPlusMatrix<std::uint64_t> left,
                           MinPlusMatrix<std::uint64_t> right) {
  TakeProducts(into, left, right);
}

HWY_ATTR void LayNarrow(const std::uint16_t* part, std::size_t pitch, std::span<const MatrixPiece> pieces,
                        const MatrixQuarters<std::uint16_t>& whole) {
  LayCosts(part, pitch, pieces, whole);
}
HWY_ATTR void LayWide(const std::uint32_t* part, std::size_t pitch, std::span<const MatrixPiece> pieces,
                      const MatrixQuarters<std::uint32_t>& whole) {
  LayCosts(part, pitch, pieces, whole);
}
HWY_ATTR void LayHuge(const std::uint64_t* part, std::size_t pitch, std::span<const MatrixPiece> pieces,
                      const MatrixQuarters<std::uint64_t>& whole) {
  LayCosts(part, pitch, pieces, whole);
}

HWY_ATTR void TakeLesserNarrow(std::uint32_t* least, const std::uint16_t* row, std::uint32_t add,
                               std::size_t size) {
  const hn::ScalableTag<std::uint32_t> d;
  const hn::Rebind<std::uint16_t, decltype(d)> half;
  const std::size_t lanes = hn::Lanes(d);
  const auto plus = hn::Set(d, add);
  const auto none = hn::Set(d, 65535U);
  const auto most = hn::Set(d, min_plus_no_way<std::uint32_t>);
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
  const auto most = hn::Set(d, min_plus_no_way<std::uint32_t>);
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

#include <algorithm>

namespace portolan::detail {

namespace {
HWY_EXPORT(CloseNarrow);
HWY_EXPORT(CloseWide);
HWY_EXPORT(CloseHuge);
HWY_EXPORT(ProductsNarrow);
HWY_EXPORT(ProductsWide);
HWY_EXPORT(ProductsHuge);
HWY_EXPORT(LayNarrow);
HWY_EXPORT(LayWide);
HWY_EXPORT(LayHuge);
HWY_EXPORT(TakeLesserNarrow);
HWY_EXPORT(TakeLesserRows);
}  // namespace

void close_ways(MinPlusMatrix<std::uint16_t> matrix) { HWY_DYNAMIC_DISPATCH(CloseNarrow)(matrix); }
void close_ways(MinPlusMatrix<std::uint32_t> matrix) { HWY_DYNAMIC_DISPATCH(CloseWide)(matrix); }
void close_ways(MinPlusMatrix<std::uint64_t> matrix) { HWY_DYNAMIC_DISPATCH(CloseHuge)(matrix); }

void take_products(MinPlusMatrix<std::uint16_t> into, MinPlusMatrix<std::uint16_t> left,
                   MinPlusMatrix<std::uint16_t> right) {
  HWY_DYNAMIC_DISPATCH(ProductsNarrow)(into, left, right);
}
void take_products(MinPlusMatrix<std::uint32_t> into, MinPlusMatrix<std::uint32_t> left,
                   MinPlusMatrix<std::uint32_t> right) {
  HWY_DYNAMIC_DISPATCH(ProductsWide)(into, left, right);
}
void take_products(MinPlusMatrix<std::uint64_t> into, MinPlusMatrix<std::uint64_t> left,
                   MinPlusMatrix<std::uint64_t> right) {
  HWY_DYNAMIC_DISPATCH(ProductsHuge)(into, left, right);
}

void lay_costs(const std::uint16_t* part, std::size_t pitch, std::span<const MatrixPiece> pieces,
               const MatrixQuarters<std::uint16_t>& whole) {
  HWY_DYNAMIC_DISPATCH(LayNarrow)(part, pitch, pieces, whole);
}
void lay_costs(const std::uint32_t* part, std::size_t pitch, std::span<const MatrixPiece> pieces,
               const MatrixQuarters<std::uint32_t>& whole) {
  HWY_DYNAMIC_DISPATCH(LayWide)(part, pitch, pieces, whole);
}
void lay_costs(const std::uint64_t* part, std::size_t pitch, std::span<const MatrixPiece> pieces,
               const MatrixQuarters<std::uint64_t>& whole) {
  HWY_DYNAMIC_DISPATCH(LayHuge)(part, pitch, pieces, whole);
}

void take_lesser(std::uint32_t* least, const std::uint16_t* row, std::uint32_t add, std::size_t size) {
  HWY_DYNAMIC_DISPATCH(TakeLesserNarrow)(least, row, add, size);
}

void take_lesser_rows(std::uint32_t* least, const std::uint16_t* table, std::size_t size,
                      const AddedRow* rows, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(TakeLesserRows)(least, table, size, rows, count);
}

void take_lesser(std::uint32_t* least, const std::uint32_t* row, std::uint32_t add, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    // No way, and what would not fit, is more than `least` can be.
    const std::uint64_t sum = std::uint64_t{row[i]} + add;
    if (sum < least[i] && row[i] != ~0U) least[i] = static_cast<std::uint32_t>(sum);
  }
}

void take_lesser(std::uint32_t* least, const std::uint64_t* row, std::uint32_t add, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    if (row[i] < least[i] && row[i] + add < least[i]) least[i] = static_cast<std::uint32_t>(row[i] + add);
  }
}

}  // namespace portolan::detail

#endif
