// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <cstring>
#include <utility>

#include <portolan/core/assert.hpp>
#include <portolan/core/field_memory.hpp>

namespace portolan {
namespace {

FieldMemory::Chunk new_chunk() {
  return std::make_unique_for_overwrite<detail::TileSlot[]>(FieldMemory::tiles_per_chunk);
}

}  // namespace

FieldMemory::FieldMemory(std::size_t tiles) : most_((tiles + tiles_per_chunk - 1) / tiles_per_chunk) {
  unused_.reserve(most_);
  while (unused_.size() < most_) {
    unused_.push_back(new_chunk());
    for (std::size_t i = 0; i < tiles_per_chunk; ++i) {
      detail::TileSlot& slot = unused_.back()[i];
      std::memset(slot.values, 0, sizeof slot.values);
      std::memset(slot.directions, 0, sizeof slot.directions);
    }
  }
}

FieldMemory::Chunk FieldMemory::take() {
  {
    const std::lock_guard lock(taking_);
    if (!unused_.empty()) {
      Chunk chunk = std::move(unused_.back());
      unused_.pop_back();
      return chunk;
    }
  }
  return new_chunk();
}

// The last one that came back goes out first: it is warm. Values that 16 bits do not span are large and rare,
// and are not kept.
void FieldMemory::give_back(Chunk chunk) {
  PORTOLAN_ASSERT(chunk != nullptr, "only what was taken is given back");
  for (std::size_t i = 0; i < tiles_per_chunk; ++i) chunk[i].wide.reset();
  const std::lock_guard lock(taking_);
  if (unused_.size() < most_) unused_.push_back(std::move(chunk));
}

std::size_t FieldMemory::tiles_left() const {
  const std::lock_guard lock(taking_);
  return unused_.size() * tiles_per_chunk;
}

}  // namespace portolan
