// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "block_packing.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include <portolan/core/detail/block_array.hpp>

namespace portolan {

namespace {

// Bits per cell; 8 where the block is kept as it is.
unsigned bits_for(std::size_t distinct) {
  if (distinct == 0 || distinct > 16) return 8;
  return distinct <= 2 ? 1 : distinct <= 4 ? 2 : 4;
}

}  // namespace

std::size_t packed_size(std::span<const std::uint8_t> packed) {
  if (packed.empty()) return 0;
  const unsigned bits = bits_for(packed[0]);
  const std::size_t size = 1 + (bits == 8 ? 0U : packed[0]) + BlockArray::cells * bits / 8;
  return size <= packed.size() ? size : 0;
}

void pack_block(const std::uint8_t* values, std::vector<std::uint8_t>& out) {
  std::array<bool, 256> seen{};
  for (std::size_t i = 0; i < BlockArray::cells; ++i) seen[values[i]] = true;
  std::array<std::uint8_t, 256> code{};
  std::vector<std::uint8_t> palette;
  for (std::size_t v = 0; v < 256; ++v) {
    if (!seen[v]) continue;
    code[v] = static_cast<std::uint8_t>(palette.size());
    palette.push_back(static_cast<std::uint8_t>(v));
  }
  const unsigned bits = bits_for(palette.size());
  if (bits == 8) {
    out.push_back(0);
    out.insert(out.end(), values, values + BlockArray::cells);
    return;
  }
  out.push_back(static_cast<std::uint8_t>(palette.size()));
  out.insert(out.end(), palette.begin(), palette.end());
  const std::size_t per_byte = 8 / bits;
  for (std::size_t i = 0; i < BlockArray::cells; i += per_byte) {
    unsigned byte = 0;
    for (std::size_t k = 0; k < per_byte; ++k) {
      byte |= static_cast<unsigned>(code[values[i + k]]) << (k * bits);
    }
    out.push_back(static_cast<std::uint8_t>(byte));
  }
}

void unpack_block(const std::uint8_t* packed, std::uint8_t* values) {
  const std::uint8_t distinct = *packed++;
  const unsigned bits = bits_for(distinct);
  if (bits == 8) {
    std::memcpy(values, packed, BlockArray::cells);
    return;
  }
  std::array<std::uint8_t, 16> palette{};  // codes that no cell should have give 0
  std::copy_n(packed, distinct, palette.begin());
  packed += distinct;
  const std::size_t per_byte = 8 / bits;
  const unsigned mask = (1U << bits) - 1;
  for (std::size_t i = 0; i < BlockArray::cells / per_byte; ++i) {
    const unsigned byte = packed[i];
    for (std::size_t k = 0; k < per_byte; ++k) *values++ = palette[byte >> (k * bits) & mask];
  }
}

}  // namespace portolan
