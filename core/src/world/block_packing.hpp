// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace portolan {

/// Appends a block of 1024 values: a byte with the number of distinct values, those values, and 1, 2 or 4
/// bits per cell; or, where there are more than 16, a zero and the block as it is.
void pack_block(const std::uint8_t* values, std::vector<std::uint8_t>& out);

/// Bytes of the first of some packed blocks; 0 where there is none, or not all of it.
[[nodiscard]] std::size_t packed_size(std::span<const std::uint8_t> packed);

/// Writes the 1024 values of a packed block.
void unpack_block(const std::uint8_t* packed, std::uint8_t* values);

}  // namespace portolan
