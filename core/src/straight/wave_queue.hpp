// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "slope.hpp"

namespace portolan::detail {

/// A part of a cone: the rays of one gap that enter a tile through the same side. Or the beginning of a cone,
/// when `towards` is 0.
struct Beam {
  Gap gap{0, 0};
  std::uint32_t anchor = 0;
  std::uint32_t tile = 0;      ///< its number on the board; of a beginning: where it is likely to be
  std::int8_t towards = 0;     ///< +1: rows are met downwards, -1: upwards
  std::uint8_t first_row = 0;  ///< that it meets, counted in that direction
};

/// Beams in the order of their distance from the goal, to half a cell: a ring of buckets (Dial 1969), the
/// last one first within a bucket. What lies further ahead than the ring is long waits in a heap. Push and
/// pop O(1); keeps its memory when cleared.
class WaveQueue {
 public:
  WaveQueue() { clear(); }

  [[nodiscard]] bool empty() const { return near_ == 0 && far_.empty(); }
  /// No beam that waits is nearer, in cells.
  [[nodiscard]] double front() const { return static_cast<double>(now_) / per_cell; }

  void clear() {
    std::fill(std::begin(first_), std::end(first_), nil);
    entries_.clear();
    far_.clear();
    free_ = nil;
    now_ = 0;
    near_ = 0;
  }

  /// Where to write a beam that waits. Copying one that was just put together would stall.
  [[nodiscard]] Beam& push(double distance) {
    if (free_ == nil) grow();
    const std::uint32_t entry = free_;
    free_ = entries_[entry].next;
    file(std::max(now_, static_cast<std::uint64_t>(distance * per_cell)), entry);
    return entries_[entry].beam;
  }

  Beam pop() {
    if (near_ == 0) now_ = far_.front().bucket;
    while (!far_.empty() && far_.front().bucket - now_ < buckets) come_near();
    while (first_[now_ % buckets] == nil) ++now_;
    std::uint32_t& head = first_[now_ % buckets];
    const std::uint32_t entry = head;
    head = entries_[entry].next;
    entries_[entry].next = free_;
    free_ = entry;
    --near_;
    return entries_[entry].beam;
  }

  [[nodiscard]] std::size_t memory_bytes() const {
    return entries_.capacity() * sizeof(Entry) + far_.capacity() * sizeof(Far);
  }

 private:
  static constexpr std::uint64_t buckets = 256;
  static constexpr double per_cell = 2;
  static constexpr std::uint32_t nil = ~0U;

  struct Entry {
    Beam beam;
    std::uint32_t next = nil;
  };
  struct Far {
    std::uint64_t bucket;
    std::uint32_t entry;
    bool operator>(const Far& o) const { return bucket != o.bucket ? bucket > o.bucket : entry > o.entry; }
  };

  void grow() {
    free_ = static_cast<std::uint32_t>(entries_.size());
    entries_.emplace_back();
  }
  void file(std::uint64_t bucket, std::uint32_t entry) {
    if (bucket - now_ < buckets) return insert(bucket, entry);
    far_.push_back({bucket, entry});
    std::push_heap(far_.begin(), far_.end(), std::greater<>());
  }
  void insert(std::uint64_t bucket, std::uint32_t entry) {
    entries_[entry].next = first_[bucket % buckets];
    first_[bucket % buckets] = entry;
    ++near_;
  }
  void come_near() {
    const Far nearest = far_.front();
    std::pop_heap(far_.begin(), far_.end(), std::greater<>());
    far_.pop_back();
    insert(nearest.bucket, nearest.entry);
  }

  std::uint32_t first_[buckets];  // of each bucket's list
  std::vector<Entry> entries_;
  std::vector<Far> far_;
  std::uint32_t free_ = nil;
  std::uint64_t now_ = 0;  // bucket
  std::size_t near_ = 0;   // entries in the ring
};

}  // namespace portolan::detail
