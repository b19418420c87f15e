// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <portolan/core/detail/flat_hash.hpp>

namespace portolan::detail {

/// The memory of blocks of 1024 bytes, of one `BlockArray` or of several. Where it shares, equal blocks are
/// kept once, however many arrays use them; it looks for them after each write (`settle`).
/// Thread rule: concurrent reads; a write needs exclusive access to the store and to all arrays that use it.
class BlockStore {
 public:
  static constexpr std::size_t cells = 1024;
  static constexpr std::size_t blocks_per_chunk = 16;  ///< memory and saved blocks come in chunks
  static constexpr std::uint32_t none = ~0U;

  [[nodiscard]] const std::uint8_t* operator[](std::uint32_t block) const {
    const std::uint8_t* chunk = chunks_[block / blocks_per_chunk].data.load(std::memory_order_acquire);
    if (chunk == nullptr) [[unlikely]]
      chunk = unpack(block / blocks_per_chunk);
    return chunk + ((block % blocks_per_chunk) << 10U);
  }

  /// A block with one user, to be written and settled.
  [[nodiscard]] std::uint32_t take();
  /// The block, or a copy of it where it has other users, for one of them to write. It must be settled.
  [[nodiscard]] std::uint32_t own(std::uint32_t block);
  [[nodiscard]] std::uint8_t* values(std::uint32_t block) {
    return const_cast<std::uint8_t*>((*this)[block]);
  }
  /// After it was written. Returns the block to be used in its place: an equal one where there is one.
  [[nodiscard]] std::uint32_t settle(std::uint32_t block);
  /// A block that holds these values; none where it does not share, or knows of none.
  [[nodiscard]] std::uint32_t find(const std::uint8_t* values) const;
  void retain(std::uint32_t block) { ++kept_[block].users; }
  /// One user less; the last one's block is free.
  void release(std::uint32_t block);
  /// Equal numbers stand for equal values, at any two moments; 0 where it does not share.
  [[nodiscard]] std::uint64_t content(std::uint32_t block) const {
    return kept_.empty() ? 0 : kept_[block].content;
  }

  /// From now on. O(blocks).
  void begin_sharing();
  [[nodiscard]] bool shares() const { return shares_; }

  /// Begins with the blocks of a saved array, which are unpacked when they are first read.
  struct Saved;
  void restore(std::unique_ptr<Saved> saved, std::size_t chunk_count);
  BlockStore();
  ~BlockStore();
  BlockStore(const BlockStore&) = delete;
  BlockStore& operator=(const BlockStore&) = delete;

  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  // A few blocks of memory. Those of a restored array come when they are first read, by whichever thread.
  struct Chunk {
    Chunk() = default;
    explicit Chunk(std::unique_ptr<std::uint8_t[]> memory) : data(memory.get()), owner(std::move(memory)) {}
    Chunk(Chunk&& other) noexcept
        : data(other.data.load(std::memory_order_relaxed)), owner(std::move(other.owner)) {}
    std::atomic<std::uint8_t*> data{nullptr};
    std::unique_ptr<std::uint8_t[]> owner;
  };
  struct Kept {
    std::uint64_t content = 0;  // 0 while it is written
    std::uint32_t users = 0;
    std::uint32_t hash = 0;
  };

  const std::uint8_t* unpack(std::size_t chunk) const;
  void remember(std::uint32_t block, std::uint32_t hash);
  void forget(std::uint32_t block);
  [[nodiscard]] std::uint32_t find(const std::uint8_t* values, std::uint32_t hash) const;

  mutable std::vector<Chunk> chunks_;
  std::vector<std::uint32_t> free_;
  std::uint32_t count_ = 0;
  bool shares_ = false;
  // Only of a store that shares.
  std::vector<Kept> kept_;                         // by block
  FlatHash<std::uint32_t, std::uint32_t> blocks_;  // by hash; different blocks may have the same
  std::uint64_t last_content_ = 256;               // numbers up to here are those of uniform blocks
  std::unique_ptr<Saved> saved_;
};

}  // namespace portolan::detail
