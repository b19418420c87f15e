// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <portolan/core/detail/block_store.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include <portolan/core/assert.hpp>

#include "block_saved.hpp"

namespace portolan::detail {

namespace {

// Of each block that an edit changes, so it has to be quick: lanes need not wait for each other.
std::uint32_t hash_of_block(const std::uint8_t* values) {
  constexpr std::uint64_t factor = 0x9e3779b97f4a7c15U;
  std::array<std::uint64_t, 8> lanes{1, 2, 3, 4, 5, 6, 7, 8};
  for (std::size_t i = 0; i < BlockStore::cells; i += 64) {
    for (std::size_t lane = 0; lane < 8; ++lane) {
      std::uint64_t word = 0;
      std::memcpy(&word, values + i + 8 * lane, 8);
      lanes[lane] = (lanes[lane] ^ word) * factor;
      lanes[lane] ^= lanes[lane] >> 29U;
    }
  }
  std::uint64_t hash = 0;
  for (const std::uint64_t lane : lanes) hash = mix(hash, lane);
  return static_cast<std::uint32_t>(hash);
}

}  // namespace

BlockStore::BlockStore() = default;
BlockStore::~BlockStore() = default;

std::uint32_t BlockStore::take() {
  std::uint32_t block = count_;
  if (free_.empty()) {
    if (count_ % blocks_per_chunk == 0)
      chunks_.emplace_back(std::make_unique<std::uint8_t[]>(blocks_per_chunk * cells));
    ++count_;
    if (shares_) kept_.resize(count_);
  } else {
    block = free_.back();
    free_.pop_back();
  }
  if (shares_) kept_[block] = {0, 1, 0};
  return block;
}

std::uint32_t BlockStore::own(std::uint32_t block) {
  if (!shares_) return block;
  PORTOLAN_ASSERT(kept_[block].users > 0);
  if (kept_[block].users == 1) {
    forget(block);
    return block;
  }
  const std::uint32_t copy = take();
  std::memcpy(values(copy), (*this)[block], cells);
  --kept_[block].users;
  return copy;
}

std::uint32_t BlockStore::settle(std::uint32_t block) {
  if (!shares_) return block;
  PORTOLAN_ASSERT(kept_[block].users == 1 && kept_[block].content == 0, "own() comes before a write");
  const std::uint8_t* const now = (*this)[block];
  const std::uint32_t hash = hash_of_block(now);
  const std::uint32_t equal = find(now, hash);
  if (equal == none) {
    remember(block, hash);
    return block;
  }
  retain(equal);
  release(block);
  return equal;
}

std::uint32_t BlockStore::find(const std::uint8_t* values) const {
  return shares_ ? find(values, hash_of_block(values)) : none;
}

std::uint32_t BlockStore::find(const std::uint8_t* values, std::uint32_t hash) const {
  const std::uint32_t* const known = blocks_.find_if(
      hash, [&](std::uint32_t other) { return std::memcmp((*this)[other], values, cells) == 0; });
  return known == nullptr ? none : *known;
}

void BlockStore::release(std::uint32_t block) {
  if (shares_) {
    PORTOLAN_ASSERT(kept_[block].users > 0);
    if (--kept_[block].users > 0) return;
    forget(block);
  }
  free_.push_back(block);
}

void BlockStore::remember(std::uint32_t block, std::uint32_t hash) {
  kept_[block].content = ++last_content_;
  kept_[block].hash = hash;
  blocks_.add(hash, block);
}

// What it is found by, before it changes.
void BlockStore::forget(std::uint32_t block) {
  Kept& kept = kept_[block];
  if (std::exchange(kept.content, 0) == 0) return;
  blocks_.erase_if(kept.hash, [block](std::uint32_t other) { return other == block; });
}

// Equal blocks that are there already stay apart. They have one number, and the first of them is found.
void BlockStore::begin_sharing() {
  if (std::exchange(shares_, true)) return;
  kept_.resize(count_);
  for (Kept& kept : kept_) kept.users = 1;
  for (const std::uint32_t block : free_) kept_[block].users = 0;
  for (std::uint32_t block = 0; block < count_; ++block) {
    if (kept_[block].users == 0) continue;
    const std::uint32_t hash = hash_of_block((*this)[block]);
    if (const std::uint32_t equal = find((*this)[block], hash); equal != none) {
      kept_[block] = {kept_[equal].content, 1, hash};
    } else {
      remember(block, hash);
    }
  }
}

std::size_t BlockStore::memory_bytes() const {
  const auto here = std::count_if(chunks_.begin(), chunks_.end(), [](const Chunk& chunk) {
    return chunk.data.load(std::memory_order_relaxed) != nullptr;
  });
  return static_cast<std::size_t>(here) * blocks_per_chunk * cells +
         free_.capacity() * sizeof(std::uint32_t) + kept_.capacity() * sizeof(Kept) + blocks_.memory_bytes();
}

// New blocks begin a chunk of their own, so that no chunk is both restored and written.
void BlockStore::restore(std::unique_ptr<Saved> saved, std::size_t chunk_count) {
  PORTOLAN_ASSERT(count_ == 0 && !shares_);
  chunks_ = std::vector<Chunk>(chunk_count);
  count_ = static_cast<std::uint32_t>(chunk_count * blocks_per_chunk);
  saved_ = std::move(saved);
}

const std::uint8_t* BlockStore::unpack(std::size_t chunk) const {
  const std::scoped_lock lock(saved_->unpacking);
  Chunk& place = chunks_[chunk];
  if (place.owner != nullptr) return place.owner.get();
  place.owner = saved_->unpack(chunk);
  place.data.store(place.owner.get(), std::memory_order_release);
  return place.owner.get();
}

}  // namespace portolan::detail
