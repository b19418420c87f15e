// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <portolan/core/assert.hpp>

namespace portolan {

// The priority queues of the library: heaps of arity 4, which are shallower than binary ones, and four
// children share a cache line or two. An Entry says by `a.before(b)` what comes out first. For searches that
// repeat themselves this must be a total order: then what comes out does not depend on what went in when.

namespace detail {

/// The heap of both. `put(place, entry)` writes an entry and what else is to be known of its place.
template <class Entry>
class QuadHeap {
 protected:
  template <class Put>
  void rise(std::size_t hole, const Entry& entry, const Put& put) {
    while (hole > 0) {
      const std::size_t parent = (hole - 1) / 4;
      if (!entry.before(entries_[parent])) break;
      put(hole, entries_[parent]);
      hole = parent;
    }
    put(hole, entry);
  }
  template <class Put>
  void sink(std::size_t hole, const Entry& entry, const Put& put) {
    for (;;) {
      const std::size_t first = 4 * hole + 1;
      if (first >= entries_.size()) break;
      const std::size_t last = std::min(first + 4, entries_.size());
      std::size_t best = first;
      for (std::size_t child = first + 1; child < last; ++child) {
        if (entries_[child].before(entries_[best])) best = child;
      }
      if (!entries_[best].before(entry)) break;
      put(hole, entries_[best]);
      hole = best;
    }
    put(hole, entry);
  }

  std::vector<Entry> entries_;

 public:
  [[nodiscard]] bool empty() const { return entries_.empty(); }
  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  /// Visits what waits, in no order.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (const Entry& entry : entries_) visit(entry);
  }
  [[nodiscard]] const Entry& top() const {
    return PORTOLAN_ASSERT(!empty(), "ask empty() first"), entries_.front();
  }
};

}  // namespace detail

/// A priority queue without decrease: push again, and recognise the stale entry when it comes out. Push and
/// pop O(log n); keeps its memory when cleared. Not thread-safe.
template <class Entry>
class MinQueue : public detail::QuadHeap<Entry> {
  using detail::QuadHeap<Entry>::entries_;

 public:
  void clear() { entries_.clear(); }
  [[nodiscard]] std::size_t memory_bytes() const { return entries_.capacity() * sizeof(Entry); }

  void push(const Entry& entry) {
    entries_.push_back(entry);
    this->rise(entries_.size() - 1, entry, write());
  }

  Entry pop() {
    PORTOLAN_ASSERT(!this->empty(), "ask empty() first");
    const Entry least = entries_.front();
    const Entry moved = entries_.back();
    entries_.pop_back();
    if (!entries_.empty()) this->sink(0, moved, write());
    return least;
  }

 private:
  [[nodiscard]] auto write() {
    return [this](std::size_t place, const Entry& entry) { entries_[place] = entry; };
  }
};

/// The same, for searches that end long before all that waits has come out: what comes out much later than
/// the first lies in no order. An Entry says by `stage_end()` what is much later than it. The order is the
/// same.
template <class Entry>
class StagedMinQueue {
 public:
  [[nodiscard]] bool empty() const { return next_.empty() && later_.empty(); }
  void clear() {
    next_.clear();
    later_.clear();
    limit_.reset();
  }
  [[nodiscard]] std::size_t memory_bytes() const {
    return next_.memory_bytes() + later_.capacity() * sizeof(Entry);
  }

  void push(const Entry& entry) {
    if (limit_ && entry.before(*limit_)) {
      next_.push(entry);
    } else {
      later_.push_back(entry);
    }
  }
  Entry pop() {
    PORTOLAN_ASSERT(!empty(), "ask empty() first");
    if (next_.empty()) begin_stage();
    return next_.pop();
  }

 private:
  void begin_stage() {
    const auto before = [](const Entry& a, const Entry& b) { return a.before(b); };
    limit_ = std::min_element(later_.begin(), later_.end(), before)->stage_end();
    std::erase_if(later_, [&](const Entry& entry) {
      if (!entry.before(*limit_)) return false;
      next_.push(entry);
      return true;
    });
  }

  MinQueue<Entry> next_;
  std::vector<Entry> later_;
  std::optional<Entry> limit_;  // what comes before it is in `next_`
};

/// A priority queue in which each of the items 0 to n - 1 waits at most once, may come forward, and may be
/// taken out before its turn. An Entry has a member `item`. All operations O(log n); memory 4 bytes per item
/// and the entries; kept when cleared. Not thread-safe.
template <class Entry>
class IndexedMinQueue : public detail::QuadHeap<Entry> {
  using detail::QuadHeap<Entry>::entries_;

 public:
  /// Lets items below a number wait. Those that wait already go on waiting.
  void resize(std::size_t items) { at_.resize(items, not_waiting); }
  /// Forgets all that wait, and all items: resize() must follow.
  void reset() {
    entries_.clear();
    at_.clear();
  }
  /// Forgets all that wait. O(what waits).
  void clear() {
    for (const Entry& entry : entries_) at_[entry.item] = not_waiting;
    entries_.clear();
  }

  [[nodiscard]] std::size_t items() const { return at_.size(); }
  [[nodiscard]] bool contains(std::uint32_t item) const { return at_[item] != not_waiting; }
  [[nodiscard]] std::size_t memory_bytes() const {
    return entries_.capacity() * sizeof(Entry) + at_.capacity() * sizeof(at_[0]);
  }

  /// Lets an item wait, or come forward if it waits further back.
  void push(const Entry& entry) {
    PORTOLAN_ASSERT(entry.item < at_.size(), "resize() says how many items there are");
    std::size_t place = at_[entry.item];
    if (place == not_waiting) {
      place = entries_.size();
      entries_.push_back(entry);  // first, as it may throw
      at_[entry.item] = static_cast<std::uint32_t>(place);
    } else if (entry.before(entries_[place])) {
      entries_[place] = entry;
    } else {
      return;
    }
    // Mostly nothing moves. Copying what was written a moment ago, member by member, would stall.
    if (place != 0 && entry.before(entries_[(place - 1) / 4])) this->rise(place, Entry{entry}, note());
  }

  /// Lets an item wait where its entry belongs now, whether that is further on or further back.
  void set(const Entry& entry) {
    const std::size_t place = at_[entry.item];
    place == not_waiting ? push(entry) : settle(place, entry);
  }

  /// Takes the first one out; top() tells which that is.
  void pop() {
    PORTOLAN_ASSERT(!this->empty(), "ask empty() first");
    at_[entries_.front().item] = not_waiting;
    // The only one is often just put in: copying it would stall, as above.
    if (entries_.size() > 1) {
      const Entry moved = entries_.back();
      entries_.pop_back();
      this->sink(0, moved, note());
    } else {
      entries_.clear();
    }
  }

  /// Takes an item that waits out before its turn.
  Entry remove(std::uint32_t item) {
    PORTOLAN_ASSERT(item < at_.size() && contains(item), "take out what waits");
    const std::size_t place = at_[item];
    const Entry removed = entries_[place];
    const Entry moved = entries_.back();
    entries_.pop_back();
    at_[item] = not_waiting;
    if (place != entries_.size()) settle(place, moved);
    return removed;
  }

 private:
  static constexpr std::uint32_t not_waiting = ~0U;

  void settle(std::size_t place, const Entry& entry) {
    if (place != 0 && entry.before(entries_[(place - 1) / 4])) {
      this->rise(place, entry, note());
    } else {
      this->sink(place, entry, note());
    }
  }
  [[nodiscard]] auto note() {
    return [this](std::size_t place, const Entry& entry) {
      entries_[place] = entry;
      at_[entry.item] = static_cast<std::uint32_t>(place);
    };
  }

  std::vector<std::uint32_t> at_;  // by item
};

}  // namespace portolan
