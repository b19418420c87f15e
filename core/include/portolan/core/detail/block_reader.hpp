// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <portolan/core/detail/block_array.hpp>
#include <portolan/core/detail/saved_parts.hpp>

namespace portolan {

/// Reads single blocks of a saved `BlockArray`, and keeps none of them. Any thread may read.
/// Cost of a read: at most 16 packed blocks are stepped over, one is unpacked.
class BlockReader {
 public:
  /// Nothing when the parts do not fit the extent or are damaged.
  [[nodiscard]] static std::optional<BlockReader> restore(Extent extent, PartSource& source);

  [[nodiscard]] std::uint32_t block_count() const { return static_cast<std::uint32_t>(slots_.size()); }
  /// What each block holds: a value below 256 everywhere, or so many blocks come before it in the chunks.
  [[nodiscard]] std::span<const std::uint32_t> slots() const { return slots_; }
  [[nodiscard]] std::size_t chunk_count() const { return ends_.size(); }
  /// The packed blocks of a chunk, one after the other; empty where they are damaged.
  [[nodiscard]] std::span<const std::uint8_t> chunk(std::size_t number) const;
  /// False where the block is damaged.
  [[nodiscard]] bool read(std::uint32_t block, std::span<std::uint8_t, BlockArray::cells> out) const;

 private:
  SavedPart slot_part_;  // keeps the bytes that the spans show
  SavedPart packed_;
  std::span<const std::uint32_t> slots_;
  std::span<const std::uint64_t> ends_;  // of chunks, in the packed part
};

}  // namespace portolan
