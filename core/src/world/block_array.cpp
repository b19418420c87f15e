// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <span>
#include <utility>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/block_array.hpp>
#include <portolan/core/detail/block_reader.hpp>

#include "block_packing.hpp"
#include "block_saved.hpp"

namespace portolan {

namespace {

// 256 blocks, one of each value: the shared copies. 256 KiB of constants, made once.
struct UniformBlocks {
  std::uint8_t bytes[256 * BlockArray::cells];
  UniformBlocks() {
    for (std::size_t v = 0; v < 256; ++v) {
      std::memset(bytes + v * BlockArray::cells, static_cast<int>(v), BlockArray::cells);
    }
  }
};

bool all_equal(const std::uint8_t* values) {
  return std::memcmp(values, values + 1, BlockArray::cells - 1) == 0;
}

}  // namespace

const std::uint8_t* BlockArray::uniform_blocks() {
  static const UniformBlocks blocks;
  return blocks.bytes;
}

BlockArray::BlockArray(Extent extent, std::uint8_t fill, std::uint8_t outside,
                       std::shared_ptr<detail::BlockStore> store)
    : extent_(extent),
      columns_((extent.width + side - 1) / side),
      rows_((extent.height + side - 1) / side),
      store_(store != nullptr ? std::move(store) : std::make_shared<detail::BlockStore>()) {
  PORTOLAN_ASSERT(extent.width >= 0 && extent.height >= 0 && extent.layers >= 0, "an extent is not negative");
  slots_.assign(block_count(extent), fill);
  if (fill == outside) return;
  for (std::uint32_t b = 0; b < block_count(); ++b) {
    const int column = static_cast<int>(b % static_cast<std::uint32_t>(columns_));
    const int row =
        static_cast<int>(b / static_cast<std::uint32_t>(columns_) % static_cast<std::uint32_t>(rows_));
    const int width = std::min(side, extent.width - column * side);
    const int height = std::min(side, extent.height - row * side);
    if (width == side && height == side) continue;
    std::uint8_t* values = writable(b);
    for (int y = 0; y < side; ++y) {
      for (int x = 0; x < side; ++x) values[y * side + x] = x < width && y < height ? fill : outside;
    }
    settle(b);
  }
}

void BlockArray::set(Cell c, std::uint8_t value) {
  PORTOLAN_ASSERT(extent_.contains(c), "write inside the array");
  const std::uint32_t b = block_of(c);
  if (block(b)[offset(c)] == value) return;
  writable(b)[offset(c)] = value;
  settle(b);
}

void BlockArray::set_run(Cell start, const std::uint8_t* values, std::size_t count) {
  PORTOLAN_ASSERT(count == 0 || extent_.contains(start), "write inside the array");
  PORTOLAN_ASSERT(static_cast<std::size_t>(start.x) + count <= static_cast<std::size_t>(extent_.width),
                  "end a run where the row ends");
  while (count > 0) {
    const std::size_t room = static_cast<std::size_t>(side) - (static_cast<std::uint32_t>(start.x) & 31U);
    const std::size_t n = std::min(room, count);
    const std::uint32_t b = block_of(start);
    if (std::memcmp(block(b) + offset(start), values, n) != 0) {
      std::memcpy(writable(b) + offset(start), values, n);
      settle(b);
    }
    start.x += static_cast<std::int32_t>(n);
    values += n;
    count -= n;
  }
}

void BlockArray::keep(std::uint32_t index) {
  if (journal_ == nullptr) return;
  journal_->once(kept_[index], cells, [&] {
    const std::uint8_t* const now = block(index);
    return [this, index, old = std::vector<std::uint8_t>(now, now + cells)] { set_block(index, old.data()); };
  });
}

// Who writes to it settles it afterwards.
std::uint8_t* BlockArray::writable(std::uint32_t index) {
  keep(index);
  const std::uint32_t slot = slots_[index];
  const std::uint32_t own = slot >= 256 ? store_->own(slot - 256) : store_->take();
  std::uint8_t* const values = store_->values(own);
  if (slot < 256) std::memset(values, static_cast<int>(slot), cells);
  slots_[index] = own + 256;
  return values;
}

void BlockArray::settle(std::uint32_t index) { slots_[index] = store_->settle(slots_[index] - 256) + 256; }

void BlockArray::use_uniform(std::uint32_t index, std::uint8_t value) {
  keep(index);
  if (slots_[index] >= 256) store_->release(slots_[index] - 256);
  slots_[index] = value;
}

void BlockArray::set_block(std::uint32_t index, const std::uint8_t* values) {
  PORTOLAN_ASSERT(index < slots_.size(), "block_of() numbers the blocks of an array");
  if (all_equal(values)) return use_uniform(index, values[0]);
  const std::uint32_t equal = store_->find(values);
  if (equal == detail::BlockStore::none) {
    std::memcpy(writable(index), values, cells);
    return settle(index);
  }
  keep(index);
  store_->retain(equal);
  if (slots_[index] >= 256) store_->release(slots_[index] - 256);
  slots_[index] = equal + 256;
}

void BlockArray::set_rows(std::uint32_t index, const std::uint8_t* values, std::uint32_t rows) {
  PORTOLAN_ASSERT(index < slots_.size(), "block_of() numbers the blocks of an array");
  if (rows == 0) return;
  std::uint8_t* const out = writable(index);
  for (; rows != 0; rows &= rows - 1) {
    const int at = std::countr_zero(rows) * side;
    std::memcpy(out + at, values + at, side);
  }
  settle(index);
}

void BlockArray::share_block(std::uint32_t index, const BlockArray& other) {
  PORTOLAN_ASSERT(index < slots_.size() && index < other.slots_.size(),
                  "block_of() numbers the blocks of an array");
  PORTOLAN_ASSERT(shares_store(other) && store_->shares());
  const std::uint32_t slot = other.slots_[index];
  keep(index);
  if (slot >= 256) store_->retain(slot - 256);
  if (slots_[index] >= 256) store_->release(slots_[index] - 256);
  slots_[index] = slot;
}

std::size_t BlockArray::memory_bytes() const {
  return slots_.capacity() * sizeof(std::uint32_t) + (store_.use_count() == 1 ? store_->memory_bytes() : 0);
}

// Saved.

void BlockArray::save(PartSink& sink) const {
  // Mixed blocks are renumbered, in the order of the world: neighbours share chunks. Those that have come to
  // hold one value alone are written as if they had never held another, so that equal arrays have equal
  // bytes.
  std::vector<std::uint32_t> slots(slots_.size());
  std::vector<std::uint64_t> ends;
  std::uint32_t mixed = 0;
  for (std::uint32_t b = 0; b < block_count(); ++b)
    slots[b] = is_uniform(b) || all_equal(block(b)) ? block(b)[0] : 256 + mixed++;
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
    if (slots[b] < 256) continue;
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
