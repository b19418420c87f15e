// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <portolan/core/assert.hpp>

namespace portolan::detail {

/// No path, in matrices of costs: a value that two of do not wrap, or that sums of 16 bits stop at.
template <class T>
inline constexpr T min_plus_no_path = static_cast<T>(~T{0}) >> 1U;
template <>
inline constexpr std::uint16_t min_plus_no_path<std::uint16_t> = 65535;

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

/// Consecutive nodes of a part, and where they are in the whole that it is joined into: on its boundary, or
/// among the inner nodes.
struct MatrixPiece {
  std::uint32_t begin = 0;
  std::uint32_t count = 0;
  std::uint32_t to = 0;
  bool inner = false;
  bool ends = true;             ///< a path can end there
  bool begins = true;           ///< a path can begin there
  std::uint64_t link_cost = 0;  ///< added to what begins there; not with 16 bits
};

/// The costs of a whole by where paths begin and end: on its boundary or at inner nodes. All min_plus_no_path
/// at first.
template <class T>
struct MatrixQuarters {
  MinPlusMatrix<T> boundary;    ///< boundary to boundary
  MinPlusMatrix<T> from_inner;  ///< rows are of the boundary; not with 16 bits, whose costs are symmetric
  MinPlusMatrix<T> into_inner;
  MinPlusMatrix<T> between;  ///< inner to inner
};

/// What there is for each width of costs, compiled for an instruction set.
template <class T>
struct MinPlusKernel {
  bool (*close)(MinPlusMatrix<T> matrix);
  void (*take_products)(MinPlusMatrix<T> into, MinPlusMatrix<T> left, MinPlusMatrix<T> right);
  void (*lay_costs)(const T* part, std::size_t pitch, std::span<const MatrixPiece> pieces,
                    const MatrixQuarters<T>& whole);
};
/// That of the best instruction set, for costs of 16, 32 and 64 bits.
template <class T>
[[nodiscard]] const MinPlusKernel<T>& min_plus_kernel();

/// The cheapest paths of any number of steps in a square matrix (Floyd, 1962; Warshall, 1962). To stay where
/// one is costs nothing. O(size^3) by SIMD; the same on all instruction sets. Sums of 16 bits stop at
/// min_plus_no_path: values below it are exact. False for those where a sum of two paths may have stopped
/// there, so that no path may stand for a costly one.
template <class T>
bool floyd_warshall(MinPlusMatrix<T> matrix) {
  PORTOLAN_ASSERT(matrix.rows == matrix.columns);
  return min_plus_kernel<T>().close(matrix);
}

/// into[i][j] = min(into[i][j], left[i][k] + right[k][j] for all k). `into` and `right` have pitches by
/// min_plus_pitch; nothing overlaps. What lies between columns and pitch may be anything, and is lost.
template <class T>
void take_products(MinPlusMatrix<T> into, MinPlusMatrix<T> left, MinPlusMatrix<T> right) {
  PORTOLAN_ASSERT(into.rows == left.rows && left.columns == right.rows && into.columns == right.columns &&
                  into.pitch == right.pitch);
  min_plus_kernel<T>().take_products(into, left, right);
}

/// Lays the costs of a part into those of the whole; between inner nodes the lesser of what is there and what
/// comes. `part` has `pitch` values from row to row.
template <class T>
void lay_costs(const T* part, std::size_t pitch, std::span<const MatrixPiece> pieces,
               const MatrixQuarters<T>& whole) {
  min_plus_kernel<T>().lay_costs(part, pitch, pieces, whole);
}

/// into[i][j] = min(into[i][j], left[k][i] + right[k][j] for all k), where the result is symmetric: both are
/// the paths between inner nodes, which have no direction, and the boundary. Otherwise as take_products.
void take_symmetric_products(MinPlusMatrix<std::uint16_t> into, MinPlusMatrix<std::uint16_t> left,
                             MinPlusMatrix<std::uint16_t> right);

/// The largest value that is not min_plus_no_path, of all up to the pitch; 0 where there is none.
[[nodiscard]] std::uint16_t costliest(MinPlusMatrix<std::uint16_t> matrix);

}  // namespace portolan::detail
