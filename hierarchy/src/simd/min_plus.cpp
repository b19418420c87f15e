// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// One copy per instruction set: Highway includes this file again for each.
#include "simd/min_plus.hpp"

#include <portolan/core/detail/instruction_sets.hpp>
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/min_plus.cpp"
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

// False where a sum of two paths of 16 bits may have stopped: the costliest of those that a step adds is
// looked at.
template <class T>
HWY_ATTR bool FloydWarshall(MinPlusMatrix<T> matrix) {
  const hn::CappedTag<T, 64 / sizeof(T)> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto none = hn::Set(d, min_plus_no_path<T>);
  auto most = hn::Zero(d);
  for (std::size_t k = 0; k < matrix.rows; ++k) matrix.row(k)[k] = 0;
  for (std::size_t k = 0; k < matrix.rows; ++k) {
    const T* const through = matrix.row(k);
    T costliest = 0;
    for (std::size_t into = 0; into < matrix.rows; ++into) {
      T* const row = matrix.row(into);
      if (into == k) continue;
      if (row[k] != min_plus_no_path<T>) costliest = HWY_MAX(costliest, row[k]);
      const auto add = hn::Set(d, row[k]);
      for (std::size_t from = 0; from < matrix.columns; from += lanes) {
        const auto detour = Sum(d, hn::LoadU(d, through + from), add);
        hn::StoreU(hn::Min(hn::LoadU(d, row + from), detour), d, row + from);
      }
    }
    if constexpr (sizeof(T) == 2) {
      const auto add = hn::Set(d, costliest);
      for (std::size_t from = 0; from < matrix.columns; from += lanes) {
        const auto path = hn::LoadU(d, through + from);
        most = hn::Max(most, hn::IfThenZeroElse(hn::Eq(path, none), hn::SaturatedAdd(path, add)));
      }
    }
  }
  return sizeof(T) != 2 || hn::AllFalse(d, hn::Eq(most, none));
}

HWY_ATTR std::uint16_t Costliest(MinPlusMatrix<std::uint16_t> matrix) {
  const hn::CappedTag<std::uint16_t, 32> d;
  const auto none = hn::Set(d, min_plus_no_path<std::uint16_t>);
  auto most = hn::Zero(d);
  for (std::size_t i = 0; i < matrix.rows * matrix.pitch; i += hn::Lanes(d)) {
    const auto path = hn::LoadU(d, matrix.values + i);
    most = hn::Max(most, hn::IfThenZeroElse(hn::Eq(path, none), path));
  }
  return hn::GetLane(hn::MaxOfLanes(d, most));
}

// A stripe of `wide` registers of one row stays in registers while all paths are tried; those to add are
// `step` values apart. To leave out no path costs more than to add it, because it cannot be foretold.
template <std::size_t wide, class D, class T>
HWY_INLINE HWY_ATTR void TakeStripe(D d, T* into, const T* left, std::size_t step, const T* right,
                                    std::size_t pitch, std::size_t count) {
  const std::size_t lanes = hn::Lanes(d);
  hn::Vec<D> least[wide];
  for (std::size_t w = 0; w < wide; ++w) least[w] = hn::LoadU(d, into + w * lanes);
  for (std::size_t k = 0; k < count; ++k, left += step, right += pitch) {
    const auto add = hn::Set(d, *left);
    for (std::size_t w = 0; w < wide; ++w) {
      least[w] = hn::Min(least[w], Sum(d, hn::LoadU(d, right + w * lanes), add));
    }
  }
  for (std::size_t w = 0; w < wide; ++w) hn::StoreU(least[w], d, into + w * lanes);
}

// A row from column `j` on.
template <class T>
HWY_INLINE HWY_ATTR void TakeRow(T* into, std::size_t j, std::size_t columns, const T* left, std::size_t step,
                                 const MinPlusMatrix<T>& right) {
  const hn::CappedTag<T, 64 / sizeof(T)> d;
  const std::size_t lanes = hn::Lanes(d);
  for (; j + 3 * lanes < columns; j += 4 * lanes) {
    TakeStripe<4>(d, into + j, left, step, right.values + j, right.pitch, right.rows);
  }
  for (; j < columns; j += lanes) {
    TakeStripe<1>(d, into + j, left, step, right.values + j, right.pitch, right.rows);
  }
}

template <class T>
HWY_ATTR void TakeProducts(MinPlusMatrix<T> into, MinPlusMatrix<T> left, MinPlusMatrix<T> right) {
  for (std::size_t i = 0; i < into.rows; ++i) TakeRow(into.row(i), 0, into.columns, left.row(i), 1, right);
}

// Squares of so many nodes beside the diagonal are computed on one side of it, and copied to the other.
constexpr std::size_t mirrored = 32;

// Turns a square of eight values a side over, and writes the first `count` rows of what comes out. To zip the
// first half of all rows with the second rotates the bits of each value's place by one; three times by three
// exchanges those of its row and of its column.
HWY_ATTR void TurnOver(const std::uint16_t* from, std::uint16_t* to, std::size_t pitch, std::size_t count) {
#if HWY_TARGET == HWY_SCALAR
  for (std::size_t j = 0; j < count; ++j) {
    for (std::size_t i = 0; i < 8; ++i) to[j * pitch + i] = from[i * pitch + j];
  }
#else
  const hn::Full128<std::uint16_t> d;
  hn::Vec<decltype(d)> rows[8];
  for (std::size_t i = 0; i < 8; ++i) rows[i] = hn::LoadU(d, from + i * pitch);
  for (int round = 0; round < 3; ++round) {
    hn::Vec<decltype(d)> zipped[8];
    for (std::size_t i = 0; i < 4; ++i) {
      zipped[2 * i] = hn::InterleaveLower(d, rows[i], rows[i + 4]);
      zipped[2 * i + 1] = hn::InterleaveUpper(d, rows[i], rows[i + 4]);
    }
    for (std::size_t i = 0; i < 8; ++i) rows[i] = zipped[i];
  }
  for (std::size_t j = 0; j < count; ++j) hn::StoreU(rows[j], d, to + j * pitch);
#endif
}

HWY_ATTR void MirrorUpper(MinPlusMatrix<std::uint16_t> m) {
  for (std::size_t top = 0; top + mirrored < m.rows; top += mirrored) {
    for (std::size_t left = top + mirrored; left < m.columns; left += 8) {
      const std::size_t count = HWY_MIN(m.rows - left, std::size_t{8});
      for (std::size_t i = top; i < top + mirrored; i += 8)
        TurnOver(m.row(i) + left, m.row(left) + i, m.pitch, count);
    }
  }
}

HWY_ATTR void TakeSymmetricProducts(MinPlusMatrix<std::uint16_t> into, MinPlusMatrix<std::uint16_t> left,
                                    MinPlusMatrix<std::uint16_t> right) {
  for (std::size_t i = 0; right.rows > 0 && i < into.rows; ++i) {
    TakeRow(into.row(i), i / mirrored * mirrored, into.columns, left.values + i, left.pitch, right);
  }
  MirrorUpper(into);
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
HWY_ATTR void LowerBlock(const T* from, std::size_t from_pitch, std::uint64_t link_cost,
                         MinPlusMatrix<T> to) {
#if HWY_TARGET <= HWY_AVX3
  if (link_cost == 0) {
    const hn::CappedTag<T, 64 / sizeof(T)> d;
    for (std::size_t j = 0; j < to.columns; j += hn::Lanes(d)) {
      const auto mask = hn::FirstN(d, to.columns - j);
      for (std::size_t i = 0; i < to.rows; ++i) {
        const auto cost = hn::MaskedLoad(mask, d, from + i * from_pitch + j);
        T* const row = to.row(i) + j;
        hn::BlendedStore(hn::Min(cost, hn::MaskedLoad(mask, d, row)), mask, d, row);
      }
    }
    return;
  }
#endif
  for (std::size_t i = 0; i < to.rows; ++i) {
    T* const row = to.row(i);
    for (std::size_t j = 0; j < to.columns; ++j) {
      const T cost = from[i * from_pitch + j];
      if (cost == min_plus_no_path<T>) continue;
      const T whole = static_cast<T>(cost + static_cast<T>(link_cost));
      row[j] = whole < row[j] ? whole : row[j];
    }
  }
}

// Of costs of 16 bits, which are symmetric, half is turned over from the other half: paths from inner nodes
// to the boundary, and squares of the boundary before the diagonal.
template <class T>
HWY_INLINE bool IsTurnedOver(const MatrixPiece& into, const MatrixPiece& from) {
  return sizeof(T) == 2 && !into.inner &&
         (from.inner || from.to + from.count <= into.to / mirrored * mirrored);
}

template <class T>
HWY_ATTR void LayCosts(const T* part, std::size_t pitch, std::span<const MatrixPiece> pieces,
                       const MatrixQuarters<T>& whole) {
  for (const MatrixPiece& into : pieces) {
    if (!into.ends) continue;
    for (const MatrixPiece& from : pieces) {
      if (!from.begins || IsTurnedOver<T>(into, from)) continue;
      const MinPlusMatrix<T>& quarter = into.inner ? (from.inner ? whole.between : whole.into_inner)
                                                   : (from.inner ? whole.from_inner : whole.boundary);
      const T* const source = part + into.begin * pitch + from.begin;
      T* const to = quarter.row(into.to) + from.to;
      if (from.link_cost == 0 && !(into.inner && from.inner)) {
        CopyBlock(source, pitch, to, quarter.pitch, into.count, from.count);
      } else {
        LowerBlock(source, pitch, from.link_cost, {to, into.count, from.count, quarter.pitch});
      }
    }
  }
}

template <class T>
constexpr MinPlusKernel<T> kernel{FloydWarshall<T>, TakeProducts<T>, LayCosts<T>};

const MinPlusKernel<std::uint16_t>* NarrowKernel() { return &kernel<std::uint16_t>; }
const MinPlusKernel<std::uint32_t>* WideKernel() { return &kernel<std::uint32_t>; }
const MinPlusKernel<std::uint64_t>* HugeKernel() { return &kernel<std::uint64_t>; }

}  // namespace HWY_NAMESPACE
}  // namespace portolan::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace portolan::detail {

namespace {
HWY_EXPORT(NarrowKernel);
HWY_EXPORT(WideKernel);
HWY_EXPORT(HugeKernel);
HWY_EXPORT(TakeSymmetricProducts);
HWY_EXPORT(Costliest);
}  // namespace

template <>
const MinPlusKernel<std::uint16_t>& min_plus_kernel<std::uint16_t>() {
  return *HWY_DYNAMIC_DISPATCH(NarrowKernel)();
}
template <>
const MinPlusKernel<std::uint32_t>& min_plus_kernel<std::uint32_t>() {
  return *HWY_DYNAMIC_DISPATCH(WideKernel)();
}
template <>
const MinPlusKernel<std::uint64_t>& min_plus_kernel<std::uint64_t>() {
  return *HWY_DYNAMIC_DISPATCH(HugeKernel)();
}

void take_symmetric_products(MinPlusMatrix<std::uint16_t> into, MinPlusMatrix<std::uint16_t> left,
                             MinPlusMatrix<std::uint16_t> right) {
  PORTOLAN_ASSERT(into.rows == into.columns && left.columns == into.rows && left.rows == right.rows);
  HWY_DYNAMIC_DISPATCH(TakeSymmetricProducts)(into, left, right);
}

std::uint16_t costliest(MinPlusMatrix<std::uint16_t> matrix) {
  return HWY_DYNAMIC_DISPATCH(Costliest)(matrix);
}

}  // namespace portolan::detail

#endif
