// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace portolan::detail {

/// No way, in matrices that `eliminate` works on: a value that two of do not wrap.
template <class T>
inline constexpr T min_plus_no_way = static_cast<T>(~T{0}) >> 1U;

/// Takes nodes out of a matrix of costs, row j holding the costs into node j: from the last one down to
/// `keep`, every way through it becomes a direct one. What is left in the first `keep` rows and columns is
/// exact. Rows are `pitch` apart. O(size^2) per node taken out; by SIMD, the result is the same for all
/// instruction sets.
void eliminate(std::uint32_t* matrix, std::size_t size, std::size_t pitch, std::size_t keep);
void eliminate(std::uint64_t* matrix, std::size_t size, std::size_t pitch, std::size_t keep);

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
