// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <portolan/core/block_array.hpp>

namespace portolan {

/// What lies on each cell of a block.
struct StampBlock {
  std::array<std::int32_t, BlockArray::cells> blocking{};
  std::array<std::int32_t, BlockArray::cells> extra{};
  std::uint32_t stamped_cells = 0;
};

/// Stamp counts per cell, kept only for blocks that carry a stamp. O(1) access.
class StampOverlay {
 public:
  using Block = StampBlock;

  explicit StampOverlay(std::uint32_t block_count) : blocks_(block_count) {}

  /// Null when no cell of the block is stamped.
  [[nodiscard]] const Block* find(std::uint32_t block) const { return blocks_[block].get(); }
  void add(std::uint32_t block, std::size_t offset, int blocking, int extra);
  [[nodiscard]] bool empty() const { return live_ == 0; }
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  std::vector<std::unique_ptr<Block>> blocks_;
  std::vector<std::unique_ptr<Block>> spare_;  // blocks that lost their last stamp, kept: obstacles come back
  std::size_t live_ = 0;
};

}  // namespace portolan
