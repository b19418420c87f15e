// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <portolan/core/assert.hpp>

namespace portolan {

/// A set of small numbers that is emptied in O(1): each number keeps the time at which it was last put in,
/// and emptying moves the clock on. What the clock cannot tell apart after it has run once around is cleared
/// then. Meant for scratch that outlives many searches. Insert and look-up O(1); memory: one Stamp per
/// number.
///
///     visited.begin(level.nodes.size());
///     if (visited.insert(node)) open.push_back(node);
template <class Stamp>
class BasicTimestampSet {
 public:
  /// Forgets all, and makes room for the numbers below `size`; room is never given back.
  void begin(std::size_t size) {
    if (stamps_.size() < size) stamps_.resize(size, 0);
    clear();
  }
  void clear() {
    if (now_ == std::numeric_limits<Stamp>::max()) {
      std::fill(stamps_.begin(), stamps_.end(), Stamp{0});
      now_ = 0;
    }
    ++now_;
  }

  /// False when it was in already.
  bool insert(std::size_t number) {
    PORTOLAN_ASSERT(number < stamps_.size());
    if (stamps_[number] == now_) return false;
    stamps_[number] = now_;
    return true;
  }
  [[nodiscard]] bool contains(std::size_t number) const {
    PORTOLAN_ASSERT(number < stamps_.size());
    return stamps_[number] == now_;
  }
  /// Numbers that there is room for.
  [[nodiscard]] std::size_t capacity() const { return stamps_.size(); }
  [[nodiscard]] std::size_t memory_bytes() const { return stamps_.capacity() * sizeof(Stamp); }

 private:
  std::vector<Stamp> stamps_;
  Stamp now_ = 1;
};

using TimestampSet = BasicTimestampSet<std::uint32_t>;

}  // namespace portolan
