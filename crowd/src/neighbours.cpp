// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <bit>

#include <portolan/core/assert.hpp>
#include <portolan/crowd/detail/neighbours.hpp>

namespace portolan {

void Neighbours::build(std::span<const Vec2> positions, std::span<const std::int32_t> layers,
                       std::span<const std::uint32_t> who, float side) {
  PORTOLAN_ASSERT(side > 0);
  scale_ = 1 / side;
  mask_ = std::bit_ceil(static_cast<std::uint32_t>(who.size()) * 2 + 1) - 1;
  starts_.assign(mask_ + 2, 0);
  unsorted_.clear();
  for (const std::uint32_t i : who) {
    const Entry e{bin(positions[i].x), bin(positions[i].y), layers[i], i};
    unsorted_.push_back(e);
    ++starts_[bucket(e.x, e.y, e.layer) + 1];
  }
  for (std::size_t b = 1; b < starts_.size(); ++b) starts_[b] += starts_[b - 1];
  entries_.resize(unsorted_.size());
  // Filling from the back keeps the order of `who` inside a bucket and leaves each start where its bucket
  // begins.
  std::vector<std::uint32_t>& ends = starts_;
  for (std::size_t i = unsorted_.size(); i-- > 0;) {
    const Entry& e = unsorted_[i];
    entries_[--ends[bucket(e.x, e.y, e.layer) + 1]] = e;
  }
  for (std::size_t b = 0; b + 1 < starts_.size(); ++b) starts_[b] = starts_[b + 1];
  starts_.back() = static_cast<std::uint32_t>(entries_.size());
}

}  // namespace portolan
