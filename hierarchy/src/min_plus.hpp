// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace portolan::detail {

/// No way, in matrices of costs: a value that two of do not wrap, or that sums of 16 bits stop at.
template <class T>
inline constexpr T min_plus_no_way = static_cast<T>(~T{0}) >> 1U;
template <>
inline constexpr std::uint16_t min_plus_no_way<std::uint16_t> = 65535;

/// Rows of matrices begin so many values apart that a register of 64 bytes never reaches into the next row.
template <class T>
[[nodiscard]] constexpr std::size_t min_plus_pitch(std::size_t columns) {
  constexpr std::size_t lanes = 64 / sizeof(T);
  return (columns + lanes - 1) / lanes * lanes;
}

/// A matrix of costs, row j holding the costs into node j; `pitch` values from row to row.
template <class T>
struct MinPlusMatrix {
  T* values = nullptr;
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::size_t pitch = 0;

  [[nodiscard]] T* row(std::size_t i) const { return values + i * pitch; }
};

/// The cheapest ways of any number of steps in a square matrix (Floyd, 1962; Warshall, 1962). To stay where
/// one is costs nothing. O(size^3) by SIMD; the same on all instruction sets. Sums of 16 bits stop at
/// min_plus_no_way: values below it are exact.
void close_ways(MinPlusMatrix<std::uint16_t> matrix);
void close_ways(MinPlusMatrix<std::uint32_t> matrix);
void close_ways(MinPlusMatrix<std::uint64_t> matrix);

/// into[i][j] = min(into[i][j], left[i][k] + right[k][j] for all k). `into` and `right` have pitches by
/// min_plus_pitch; nothing overlaps. What lies between columns and pitch may be anything, and is lost.
void take_products(MinPlusMatrix<std::uint16_t> into, MinPlusMatrix<std::uint16_t> left,
                   MinPlusMatrix<std::uint16_t> right);
void take_products(MinPlusMatrix<std::uint32_t> into, MinPlusMatrix<std::uint32_t> left,
                   MinPlusMatrix<std::uint32_t> right);
void take_products(MinPlusMatrix<std::uint64_t> into, MinPlusMatrix<std::uint64_t> left,
                   MinPlusMatrix<std::uint64_t> right);

/// Consecutive nodes of a part, and where they are in the whole that it is joined into: on its rim, or among
/// the inner nodes.
struct MatrixPiece {
  std::uint32_t begin = 0;
  std::uint32_t count = 0;
  std::uint32_t to = 0;
  bool inner = false;
  bool ends = true;        ///< a way can end there
  bool begins = true;      ///< a way can begin there
  std::uint64_t toll = 0;  ///< added to what begins there; not with 16 bits
};

/// The costs of a whole by where ways begin and end: on its rim or at inner nodes. All no way at first.
template <class T>
struct MatrixQuarters {
  MinPlusMatrix<T> rim;         ///< rim to rim
  MinPlusMatrix<T> from_inner;  ///< rows are of the rim
  MinPlusMatrix<T> into_inner;
  MinPlusMatrix<T> between;  ///< inner to inner
};

/// Lays the costs of a part into those of the whole; between inner nodes the lesser of what is there and what
/// comes. `part` has `pitch` values from row to row.
void lay_costs(const std::uint16_t* part, std::size_t pitch, std::span<const MatrixPiece> pieces,
               const MatrixQuarters<std::uint16_t>& whole);
void lay_costs(const std::uint32_t* part, std::size_t pitch, std::span<const MatrixPiece> pieces,
               const MatrixQuarters<std::uint32_t>& whole);
void lay_costs(const std::uint64_t* part, std::size_t pitch, std::span<const MatrixPiece> pieces,
               const MatrixQuarters<std::uint64_t>& whole);

/// least[i] = min(least[i], row[i] + add), where the largest value of a row stands for no way. Neither
/// `least` nor `add` is more than min_plus_no_way.
void take_lesser(std::uint32_t* least, const std::uint16_t* row, std::uint32_t add, std::size_t size);
void take_lesser(std::uint32_t* least, const std::uint32_t* row, std::uint32_t add, std::size_t size);
void take_lesser(std::uint32_t* least, const std::uint64_t* row, std::uint32_t add, std::size_t size);

/// A row of a table, and what is added to it.
struct AddedRow {
  std::uint32_t add = 0;
  std::uint32_t row = 0;
};
/// As take_lesser with every one of these rows of a table of `size` rows. `least` is padded to a multiple of
/// 16 with zeros, and rows are read as far.
void take_lesser_rows(std::uint32_t* least, const std::uint16_t* table, std::size_t size,
                      const AddedRow* rows, std::size_t count);

}  // namespace portolan::detail
