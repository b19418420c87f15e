// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cstring>
#include <memory>
#include <span>
#include <utility>

#include <portolan/core/detail/block_array.hpp>
#include <portolan/core/detail/block_reader.hpp>

#include "block_packing.hpp"
#include "block_saved.hpp"

namespace portolan {

void BlockArray::save(PartSink& sink) const {
  // Mixed blocks are renumbered, in the order of the world: neighbours share chunks.
  std::vector<std::uint32_t> slots(slots_.size());
  std::vector<std::uint64_t> ends;
  std::uint32_t mixed = 0;
  for (std::uint32_t b = 0; b < block_count(); ++b) slots[b] = is_uniform(b) ? slots_[b] : 256 + mixed++;
  sink.write_part<std::uint32_t>(slots);
  sink.begin_part();
  std::vector<std::uint8_t> packed;
  std::uint64_t written = 0;
  const auto end_chunk = [&] {
    sink.write(std::as_bytes(std::span(packed)));
    written += packed.size();
    ends.push_back(written);
    packed.clear();
  };
  for (std::uint32_t b = 0; b < block_count(); ++b) {
    if (is_uniform(b)) continue;
    pack_block(block(b), packed);
    if ((slots[b] - 256) % blocks_per_chunk == blocks_per_chunk - 1) end_chunk();
  }
  if (!packed.empty()) end_chunk();
  sink.write_part<std::uint64_t>(ends);
}

std::optional<BlockArray> BlockArray::restore(Extent extent, PartSource& source, std::uint8_t damaged) {
  auto reader = BlockReader::restore(extent, source);
  if (!reader) return std::nullopt;
  BlockArray array(extent, 0, 0);
  const std::span<const std::uint32_t> slots = reader->slots();
  std::copy(slots.begin(), slots.end(), array.slots_.begin());
  auto saved = std::make_unique<detail::BlockStore::Saved>();
  saved->blocks = static_cast<std::uint32_t>(
      std::count_if(slots.begin(), slots.end(), [](std::uint32_t slot) { return slot >= 256; }));
  saved->damaged = damaged;
  const std::size_t chunk_count = reader->chunk_count();
  saved->reader = std::move(*reader);
  array.store_->restore(std::move(saved), chunk_count);
  return array;
}

std::unique_ptr<std::uint8_t[]> detail::BlockStore::Saved::unpack(std::size_t chunk) const {
  auto memory = std::make_unique<std::uint8_t[]>(blocks_per_chunk * cells);
  std::span<const std::uint8_t> packed = reader.chunk(chunk);
  const std::size_t count = std::min(blocks_per_chunk, blocks - chunk * blocks_per_chunk);
  for (std::size_t i = 0; i < count; ++i) {
    std::uint8_t* const values = memory.get() + i * cells;
    const std::size_t size = packed_size(packed);
    if (size == 0) {
      std::memset(values, damaged, (count - i) * cells);
      break;
    }
    unpack_block(packed.data(), values);
    packed = packed.subspan(size);
  }
  return memory;
}

}  // namespace portolan
