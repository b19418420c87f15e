// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cstring>
#include <mutex>
#include <span>

#include <portolan/core/detail/block_array.hpp>

#include "block_packing.hpp"

namespace portolan {

/// Where the chunks of a restored array come from.
struct BlockArray::Saved {
  SavedPart packed;
  std::vector<std::uint64_t> ends;  // of chunks, in the packed part
  std::uint32_t blocks = 0;         // in all chunks
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
  BlockArray array(extent, 0, 0);
  const auto slots = source.next_values<std::uint32_t>();
  const auto packed = source.next();
  const auto ends = source.next_values<std::uint64_t>();
  if (!slots || !packed || !ends || slots->size() != array.slots_.size()) return std::nullopt;
  std::uint32_t mixed = 0;
  for (const std::uint32_t slot : *slots) {
    if (slot >= 256 && slot != 256 + mixed++) return std::nullopt;
  }
  const bool sorted = std::is_sorted(ends->begin(), ends->end());
  if (ends->size() != (mixed + blocks_per_chunk - 1) / blocks_per_chunk || !sorted) return std::nullopt;
  array.saved_ = std::make_shared<Saved>();
  array.saved_->packed = *packed;
  array.saved_->ends.assign(ends->begin(), ends->end());
  array.saved_->blocks = mixed;
  array.saved_->damaged = damaged;
  std::copy(slots->begin(), slots->end(), array.slots_.begin());
  array.chunks_ = std::vector<Chunk>(ends->size());
  // New blocks begin a chunk of their own, so that no chunk is both restored and written.
  array.owned_count_ = static_cast<std::uint32_t>(ends->size() * blocks_per_chunk);
  return array;
}

const std::uint8_t* BlockArray::unpack(std::size_t chunk) const {
  Saved& saved = *saved_;
  const std::scoped_lock lock(saved.unpacking);
  Chunk& place = chunks_[chunk];
  if (place.owner != nullptr) return place.owner.get();
  auto memory = std::make_unique<std::uint8_t[]>(blocks_per_chunk * cells);
  const std::uint64_t begin = chunk == 0 ? 0 : saved.ends[chunk - 1];
  std::uint64_t left = saved.ends[chunk] - begin;
  const auto* packed = reinterpret_cast<const std::uint8_t*>(saved.packed.at(begin, left));
  const std::size_t count = std::min(blocks_per_chunk, saved.blocks - chunk * blocks_per_chunk);
  for (std::size_t i = 0; i < count; ++i) {
    std::uint8_t* const values = memory.get() + i * cells;
    const std::size_t size = packed == nullptr || left == 0 ? 0 : packed_size(*packed);
    if (size == 0 || size > left) {
      std::memset(values, saved.damaged, (count - i) * cells);
      break;
    }
    unpack_block(packed, values);
    packed += size;
    left -= size;
  }
  place.owner = std::move(memory);
  place.data.store(place.owner.get(), std::memory_order_release);
  return place.owner.get();
}

}  // namespace portolan
