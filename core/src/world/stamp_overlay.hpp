// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <portolan/core/detail/block_array.hpp>

namespace portolan {

/// What lies on each cell of a block. Costs are made from the rows of bits; the counts are looked at by
/// stamps that come and go.
struct StampBlock {
  struct Counts {
    std::int32_t blocking = 0;
    std::int32_t extra = 0;
    [[nodiscard]] bool any() const { return blocking != 0 || extra != 0; }
  };
  std::array<std::uint32_t, BlockArray::side> blocked{};   ///< cells with a blocking stamp, by row
  std::array<std::uint32_t, BlockArray::side> costlier{};  ///< cells with an extra cost
  std::array<Counts, BlockArray::cells> counts{};
  std::uint32_t stamped_cells = 0;
};

/// Stamp counts per cell, kept only for blocks that carry a stamp. O(1) access.
class StampOverlay {
 public:
  using Block = StampBlock;

  explicit StampOverlay(std::uint32_t block_count) : blocks_(block_count) {}

  /// Null when no cell of the block is stamped.
  [[nodiscard]] const Block* find(std::uint32_t block) const { return blocks_[block].get(); }
  /// Is at least so much laid on a cell?
  [[nodiscard]] bool has(std::uint32_t block, std::size_t offset, int blocking, int extra) const;
  void add(std::uint32_t block, std::size_t offset, int blocking, int extra);
  [[nodiscard]] bool empty() const { return live_ == 0; }
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  std::vector<std::unique_ptr<Block>> blocks_;
  std::vector<std::unique_ptr<Block>> spare_;  // blocks that lost their last stamp, kept: obstacles come back
  std::size_t live_ = 0;
};

}  // namespace portolan
