// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "stamp_overlay.hpp"

#include <utility>

#include <portolan/core/assert.hpp>

namespace portolan {

bool StampOverlay::has(std::uint32_t index, std::size_t offset, int blocking, int extra) const {
  const Block* const block = find(index);
  const Block::Counts counts = block == nullptr ? Block::Counts{} : block->counts[offset];
  return counts.blocking >= blocking && counts.extra >= extra;
}

void StampOverlay::add(std::uint32_t index, std::size_t offset, int blocking, int extra) {
  PORTOLAN_ASSERT(index < blocks_.size() && offset < BlockArray::cells, "stamp a cell of the world");
  PORTOLAN_ASSERT(has(index, offset, -blocking, -extra), "take off only what was laid");
  std::unique_ptr<Block>& block = blocks_[index];
  if (!block) {
    if (spare_.empty()) spare_.push_back(std::make_unique<Block>());
    block = std::move(spare_.back());
    spare_.pop_back();
    ++live_;
  }
  Block::Counts& counts = block->counts[offset];
  const bool was = counts.any();
  counts.blocking += blocking;
  counts.extra += extra;
  const std::size_t row = offset / BlockArray::side;
  const std::uint32_t bit = 1U << offset % BlockArray::side;
  const auto set = [bit](std::uint32_t& bits, bool on) { bits = on ? bits | bit : bits & ~bit; };
  set(block->blocked[row], counts.blocking > 0);
  set(block->costlier[row], counts.extra > 0);
  const bool is = counts.any();
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
