// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/detail/block_store.hpp>
#include <portolan/core/detail/journal.hpp>
#include <portolan/core/detail/saved_parts.hpp>

namespace portolan {

/// One byte per cell in blocks of 32 by 32, row-major inside a block. Blocks that hold a single value share
/// one read-only copy, so large worlds of sea and plain cost little. Cells of a border block that lie outside
/// the world hold the `outside` value. One that was restored unpacks blocks when they are first read.
/// Several arrays may have one store, and then use the same memory for equal blocks. An array that goes
/// before its store leaves its blocks there.
/// Thread rule: concurrent reads; a write needs exclusive access to the whole object, and to its store.
/// Cost: O(1) access; memory 1 byte per cell of mixed blocks and 4 bytes per block.
class BlockArray {
 public:
  static constexpr int side = 32;
  static constexpr std::size_t cells = 1024;
  static constexpr std::size_t blocks_per_chunk = detail::BlockStore::blocks_per_chunk;

  BlockArray() = default;
  /// Without a store: one of its own.
  BlockArray(Extent extent, std::uint8_t fill, std::uint8_t outside,
             std::shared_ptr<detail::BlockStore> store = nullptr);
  BlockArray(BlockArray&&) noexcept = default;
  BlockArray& operator=(BlockArray&&) noexcept = default;
  BlockArray(const BlockArray&) = delete;
  BlockArray& operator=(const BlockArray&) = delete;
  ~BlockArray() = default;

  [[nodiscard]] Extent extent() const { return extent_; }
  [[nodiscard]] std::uint8_t at(Cell c) const { return block(block_of(c))[offset(c)]; }
  void set(Cell c, std::uint8_t value);
  /// Writes a run of cells of one row; start.x + count must not pass the world's width.
  void set_run(Cell start, const std::uint8_t* values, std::size_t count);

  /// How many a world of this size has.
  [[nodiscard]] static constexpr std::size_t block_count(Extent extent) {
    const auto blocks = [](std::int32_t length) {
      return static_cast<std::size_t>((length + side - 1) / side);
    };
    return blocks(extent.width) * blocks(extent.height) * static_cast<std::size_t>(extent.layers);
  }
  [[nodiscard]] std::uint32_t block_count() const { return static_cast<std::uint32_t>(slots_.size()); }
  [[nodiscard]] std::uint32_t block_of(Cell c) const {
    return (static_cast<std::uint32_t>(c.layer) * static_cast<std::uint32_t>(rows_) +
            (static_cast<std::uint32_t>(c.y) >> 5U)) *
               static_cast<std::uint32_t>(columns_) +
           (static_cast<std::uint32_t>(c.x) >> 5U);
  }
  [[nodiscard]] static std::size_t offset(Cell c) {
    return ((static_cast<std::uint32_t>(c.y) & 31U) << 5U) + (static_cast<std::uint32_t>(c.x) & 31U);
  }
  /// The 1024 values of a block.
  [[nodiscard]] const std::uint8_t* block(std::uint32_t index) const {
    const std::uint32_t slot = slots_[index];
    return slot < 256 ? uniform_ + (static_cast<std::size_t>(slot) << 10U) : (*store_)[slot - 256];
  }
  /// The value at c and those to its right, up to the end of c's block.
  [[nodiscard]] const std::uint8_t* row(Cell c) const { return block(block_of(c)) + offset(c); }
  /// True when the block shares the read-only copy of its one value.
  [[nodiscard]] bool is_uniform(std::uint32_t index) const { return slots_[index] < 256; }

  /// Blocks of arrays of one store with equal numbers hold equal values, at any two moments. 0: not known.
  [[nodiscard]] std::uint64_t content(std::uint32_t index) const {
    return is_uniform(index) ? slots_[index] + 1 : store_->content(slots_[index] - 256);
  }

  /// Replaces a whole block; shares the copy when the values are all equal.
  void set_block(std::uint32_t index, const std::uint8_t* values);
  /// Replaces some rows of a block by those of another.
  void set_rows(std::uint32_t index, const std::uint8_t* values, std::uint32_t rows);
  /// Replaces a block by that of another array of the same store.
  void share_block(std::uint32_t index, const BlockArray& other);
  [[nodiscard]] bool shares_store(const BlockArray& other) const { return store_ == other.store_; }

  /// Tells a journal what a block held before it changes; null: no more.
  void log_to(detail::Journal* journal) {
    journal_ = journal;
    kept_.assign(journal == nullptr ? 0 : slots_.size(), 0);
  }

  /// Writes two or three values per block with 1 or 2 bits per cell, and so on.
  void save(PartSink& sink) const;
  /// Nothing when the parts do not fit the extent or are damaged. Blocks found damaged later hold `damaged`;
  /// their source knows of it.
  [[nodiscard]] static std::optional<BlockArray> restore(Extent extent, PartSource& source,
                                                         std::uint8_t damaged);

  /// Without what a store holds that others use as well.
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  [[nodiscard]] static const std::uint8_t* uniform_blocks();
  void keep(std::uint32_t index);
  std::uint8_t* writable(std::uint32_t index);
  void settle(std::uint32_t index);
  void use_uniform(std::uint32_t index, std::uint8_t value);

  Extent extent_;
  int columns_ = 0;
  int rows_ = 0;
  std::vector<std::uint32_t> slots_;  // below 256: uniform block of that value; else 256 + owned block
  const std::uint8_t* uniform_ = uniform_blocks();
  std::shared_ptr<detail::BlockStore> store_;
  detail::Journal* journal_ = nullptr;
  std::vector<std::uint32_t> kept_;  // by block: in which interval of the journal
};

}  // namespace portolan
