// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cstring>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/block_reader.hpp>

#include "block_packing.hpp"

namespace portolan {

std::optional<BlockReader> BlockReader::restore(Extent extent, PartSource& source) {
  BlockReader reader;
  const auto slots = source.next();
  const auto packed = source.next();
  const auto ends = source.next_values<std::uint64_t>();
  const auto slot_values = slots ? slots->values<std::uint32_t>() : std::nullopt;
  if (!slot_values || !packed || !ends || slot_values->size() != BlockArray::block_count(extent))
    return std::nullopt;
  std::uint32_t mixed = 0;
  for (const std::uint32_t slot : *slot_values) {
    if (slot >= 256 && slot != 256 + mixed++) return std::nullopt;
  }
  const std::size_t chunks = (mixed + BlockArray::blocks_per_chunk - 1) / BlockArray::blocks_per_chunk;
  if (ends->size() != chunks || !std::is_sorted(ends->begin(), ends->end())) return std::nullopt;
  reader.slot_part_ = *slots;
  reader.packed_ = *packed;
  reader.slots_ = *slot_values;
  reader.ends_ = *ends;
  return reader;
}

std::span<const std::uint8_t> BlockReader::chunk(std::size_t number) const {
  PORTOLAN_ASSERT(number < ends_.size());
  const std::uint64_t begin = number == 0 ? 0 : ends_[number - 1];
  const auto size = static_cast<std::size_t>(ends_[number] - begin);
  const auto* const packed = reinterpret_cast<const std::uint8_t*>(packed_.at(begin, size));
  return {packed, packed == nullptr ? 0 : size};
}

bool BlockReader::read(std::uint32_t block, std::span<std::uint8_t, BlockArray::cells> out) const {
  PORTOLAN_ASSERT(block < slots_.size(), "BlockArray::block_of() numbers the blocks");
  const std::uint32_t slot = slots_[block];
  if (slot < 256) {
    std::memset(out.data(), static_cast<int>(slot), out.size());
    return true;
  }
  std::span<const std::uint8_t> packed = chunk((slot - 256) / BlockArray::blocks_per_chunk);
  for (std::size_t before = (slot - 256) % BlockArray::blocks_per_chunk;; --before) {
    const std::size_t size = packed_size(packed);
    if (size == 0) return false;
    if (before == 0) break;
    packed = packed.subspan(size);
  }
  unpack_block(packed.data(), out.data());
  return true;
}

}  // namespace portolan
