// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cstring>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/block_reader.hpp>

#include "block_packing.hpp"

namespace portolan {

std::optional<BlockReader> BlockReader::restore(Extent extent, PartSource& source) {
  const BlockArray empty(extent, 0, 0);
  BlockReader reader;
  const auto slots = source.next();
  const auto packed = source.next();
  const auto ends = source.next_values<std::uint64_t>();
  const auto slot_values = slots ? slots->values<std::uint32_t>() : std::nullopt;
  if (!slot_values || !packed || !ends || slot_values->size() != empty.block_count()) return std::nullopt;
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

bool BlockReader::read(std::uint32_t block, std::span<std::uint8_t, BlockArray::cells> out) const {
  PORTOLAN_ASSERT(block < slots_.size(), "BlockArray::block_of() numbers the blocks");
  const std::uint32_t slot = slots_[block];
  if (slot < 256) {
    std::memset(out.data(), static_cast<int>(slot), out.size());
    return true;
  }
  const std::size_t chunk = (slot - 256) / BlockArray::blocks_per_chunk;
  const std::uint64_t begin = chunk == 0 ? 0 : ends_[chunk - 1];
  std::uint64_t left = ends_[chunk] - begin;
  const auto* packed = reinterpret_cast<const std::uint8_t*>(packed_.at(begin, left));
  if (packed == nullptr) return false;
  for (std::size_t before = (slot - 256) % BlockArray::blocks_per_chunk;; --before) {
    const std::size_t size = left == 0 ? 0 : packed_size(*packed);
    if (size == 0 || size > left) return false;
    if (before == 0) break;
    packed += size;
    left -= size;
  }
  unpack_block(packed, out.data());
  return true;
}

}  // namespace portolan
