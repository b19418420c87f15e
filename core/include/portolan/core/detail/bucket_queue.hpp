// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/min_queue.hpp>

namespace portolan::detail {

/// How wide buckets are, and how many make a ring, for steps that are so long.
struct BucketSizes {
  static constexpr std::size_t least = 16;
  static constexpr std::uint64_t most = 4096;

  BucketSizes() = default;
  BucketSizes(std::uint64_t shortest, std::uint64_t longest) {
    PORTOLAN_ASSERT(shortest > 0 && shortest <= longest, "steps lead on");
    while (2ULL << shift <= shortest) ++shift;
    while (longest >> shift >= most - 1) ++shift;
    while (count < (longest >> shift) + 2) count *= 2;
  }

  unsigned shift = 0;  ///< a bucket's width is 1 shifted by it
  std::size_t count = least;
};

/// States in the order of their bounds, to a bucket's width: a ring of buckets (Dial 1969), the last one in
/// is the first one out of a bucket. Where no step is shorter than a bucket is wide, what comes out is final
/// (Denardo and Fox 1979); otherwise a state may come out again, cheaper. What lies further ahead than the
/// ring is long waits in a heap. Push and pop O(1); keeps its memory when cleared. A State has a `bound` and
/// says by `before` what comes first. Nothing may go in that is before what came out last.
template <class State>
class BucketQueue {
 public:
  /// Before anything is put in: steps that will be taken.
  void set_steps(std::uint64_t shortest, std::uint64_t longest) {
    PORTOLAN_ASSERT(empty(), "before anything is put in");
    const BucketSizes sizes(shortest, longest);
    shift_ = sizes.shift;
    if (sizes.count > ring_.size()) ring_.resize(sizes.count);
    mask_ = sizes.count - 1;
  }

  [[nodiscard]] bool empty() const { return near_ == 0 && far_.empty(); }
  void clear() {
    for (std::vector<State>& bucket : ring_) bucket.clear();
    far_.clear();
    now_ = near_ = 0;
  }

  void push(const State& state) {
    const std::uint64_t bucket = state.bound >> shift_;
    PORTOLAN_ASSERT(bucket >= now_, "starts in order, and steps lead on");
    if (bucket - now_ > mask_) return far_.push(state);
    ring_[bucket & mask_].push_back(state);
    ++near_;
  }
  State pop() {
    PORTOLAN_ASSERT(!empty(), "ask empty() first");
    if (near_ == 0) now_ = far_.top().bound >> shift_;
    if (!far_.empty()) come_near();
    while (ring_[now_ & mask_].empty()) advance();
    std::vector<State>& bucket = ring_[now_ & mask_];
    const State least = bucket.back();
    bucket.pop_back();
    --near_;
    return least;
  }
  [[nodiscard]] std::size_t memory_bytes() const {
    std::size_t bytes = far_.memory_bytes() + ring_.capacity() * sizeof(ring_[0]);
    for (const std::vector<State>& bucket : ring_) bytes += bucket.capacity() * sizeof(State);
    return bytes;
  }

 private:
  void advance() {
    ++now_;
    if (!far_.empty()) come_near();
  }
  void come_near() {
    while (!far_.empty() && (far_.top().bound >> shift_) - now_ <= mask_) {
      const State state = far_.pop();
      ring_[(state.bound >> shift_) & mask_].push_back(state);
      ++near_;
    }
  }
  std::vector<std::vector<State>> ring_ = std::vector<std::vector<State>>(BucketSizes::least);
  MinQueue<State> far_;
  std::uint64_t mask_ = BucketSizes::least - 1;
  std::uint64_t now_ = 0;   // bucket
  std::uint64_t near_ = 0;  // states in the ring
  unsigned shift_ = 0;
};

}  // namespace portolan::detail
