// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "stamp_overlay.hpp"

#include <utility>

#include <portolan/core/assert.hpp>

namespace portolan {

void StampOverlay::add(std::uint32_t index, std::size_t offset, int blocking, int extra) {
  std::unique_ptr<Block>& block = blocks_[index];
  if (!block) {
    if (spare_.empty()) spare_.push_back(std::make_unique<Block>());
    block = std::move(spare_.back());
    spare_.pop_back();
    ++live_;
  }
  const bool was = block->blocking[offset] != 0 || block->extra[offset] != 0;
  block->blocking[offset] += blocking;
  block->extra[offset] += extra;
  PORTOLAN_ASSERT(block->blocking[offset] >= 0 && block->extra[offset] >= 0);
  const bool is = block->blocking[offset] != 0 || block->extra[offset] != 0;
  if (is && !was) ++block->stamped_cells;
  if (was && !is) --block->stamped_cells;
  if (block->stamped_cells == 0) {
    spare_.push_back(std::move(block));
    --live_;
  }
}

std::size_t StampOverlay::memory_bytes() const {
  return blocks_.capacity() * sizeof(std::unique_ptr<Block>) + (live_ + spare_.size()) * sizeof(Block);
}

}  // namespace portolan
