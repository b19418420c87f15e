// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <portolan/core/assert.hpp>

namespace portolan {

/// A priority queue as a heap of arity 4: shallower than a binary one, and four children share a cache line
/// or two. An Entry says by `a.before(b)` what comes out first; for repeatable searches that must be a total
/// order. There is no decrease-key: push again and let the stale entry be recognised when it comes out. Push
/// and pop O(log n); keeps its memory when cleared.
template <class Entry>
class QuadHeap {
 public:
  [[nodiscard]] bool empty() const { return entries_.empty(); }
  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  [[nodiscard]] const Entry& top() const { return PORTOLAN_ASSERT(!empty()), entries_.front(); }
  void clear() { entries_.clear(); }
  [[nodiscard]] std::size_t memory_bytes() const { return entries_.capacity() * sizeof(Entry); }

  void push(const Entry& entry) {
    std::size_t hole = entries_.size();
    entries_.push_back(entry);
    while (hole > 0) {
      const std::size_t parent = (hole - 1) / 4;
      if (!entry.before(entries_[parent])) break;
      entries_[hole] = entries_[parent];
      hole = parent;
    }
    entries_[hole] = entry;
  }

  Entry pop() {
    PORTOLAN_ASSERT(!empty());
    const Entry least = entries_.front();
    const Entry moved = entries_.back();
    entries_.pop_back();
    if (!entries_.empty()) sink(moved);
    return least;
  }

 private:
  /// Puts an entry in place of the top one.
  void sink(const Entry& entry) {
    std::size_t hole = 0;
    for (;;) {
      const std::size_t first = 4 * hole + 1;
      if (first >= entries_.size()) break;
      const std::size_t last = std::min(first + 4, entries_.size());
      std::size_t best = first;
      for (std::size_t child = first + 1; child < last; ++child) {
        if (entries_[child].before(entries_[best])) best = child;
      }
      if (!entries_[best].before(entry)) break;
      entries_[hole] = entries_[best];
      hole = best;
    }
    entries_[hole] = entry;
  }

  std::vector<Entry> entries_;
};

}  // namespace portolan
