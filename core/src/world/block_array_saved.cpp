// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cstring>
#include <mutex>
#include <span>
#include <utility>

#include <portolan/core/detail/block_array.hpp>
#include <portolan/core/detail/block_reader.hpp>

#include "block_packing.hpp"

namespace portolan {

/// Where the chunks of a restored array come from.
struct BlockArray::Saved {
  BlockReader reader;
  std::uint32_t blocks = 0;  // in all chunks
  std::uint8_t damaged = 0;
  std::mutex unpacking;
};

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
  array.chunks_ = std::vector<Chunk>(reader->chunk_count());
  // New blocks begin a chunk of their own, so that no chunk is both restored and written.
  array.owned_count_ = static_cast<std::uint32_t>(reader->chunk_count() * blocks_per_chunk);
  array.saved_ = std::make_shared<Saved>();
  array.saved_->blocks = static_cast<std::uint32_t>(
      std::count_if(slots.begin(), slots.end(), [](std::uint32_t slot) { return slot >= 256; }));
  array.saved_->damaged = damaged;
  array.saved_->reader = std::move(*reader);
  return array;
}

const std::uint8_t* BlockArray::unpack(std::size_t chunk) const {
  Saved& saved = *saved_;
  const std::scoped_lock lock(saved.unpacking);
  Chunk& place = chunks_[chunk];
  if (place.owner != nullptr) return place.owner.get();
  auto memory = std::make_unique<std::uint8_t[]>(blocks_per_chunk * cells);
  std::span<const std::uint8_t> packed = saved.reader.chunk(chunk);
  const std::size_t count = std::min(blocks_per_chunk, saved.blocks - chunk * blocks_per_chunk);
  for (std::size_t i = 0; i < count; ++i) {
    std::uint8_t* const values = memory.get() + i * cells;
    const std::size_t size = packed_size(packed);
    if (size == 0) {
      std::memset(values, saved.damaged, (count - i) * cells);
      break;
    }
    unpack_block(packed.data(), values);
    packed = packed.subspan(size);
  }
  place.owner = std::move(memory);
  place.data.store(place.owner.get(), std::memory_order_release);
  return place.owner.get();
}

}  // namespace portolan
