// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "simd/min_plus.hpp"

namespace portolan::detail {

/// least[i] = min(least[i], row[i] + add), where the largest value of a row stands for no way. Neither
/// `least` nor `add` is more than min_plus_no_path.
void min_plus_row(std::uint32_t* least, const std::uint16_t* row, std::uint32_t add, std::size_t size);
void min_plus_row(std::uint32_t* least, const std::uint32_t* row, std::uint32_t add, std::size_t size);
void min_plus_row(std::uint32_t* least, const std::uint64_t* row, std::uint32_t add, std::size_t size);

/// A row of a table, and what is added to it.
struct AddedRow {
  std::uint32_t add = 0;
  std::uint32_t row = 0;
};
/// As min_plus_row with every one of these rows of a table of `size` rows. `least` is padded to a multiple of
/// 16 with zeros, and rows are read as far.
void take_lesser_rows(std::uint32_t* least, const std::uint16_t* table, std::size_t size,
                      const AddedRow* rows, std::size_t count);

}  // namespace portolan::detail
