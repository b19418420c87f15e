// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <atomic>
#include <cstdint>

#include <portolan/core/detail/tile_store.hpp>

#include "../kernel/tile_kernel.hpp"

namespace portolan::detail {

// What one thread tells another about a tile of the other's. All but rows fit in the first cache line.
struct alignas(64) Message {
  enum class Kind : std::uint8_t {
    row,     // a side of the tile beside it; `units`: its base, `where`: the receiver's side
    corner,  // the value of the cell across a corner; `where`: the diagonal, seen from the receiver
    cell,    // a value for a cell; `where`: its offset
    grant,   // the tile is the other's from now on, and waits with key `units`
  };

  TileSlot* receiver;
  std::uint64_t units;
  std::uint32_t place;  // of the receiver, in the crew's book of owners
  std::uint16_t where;
  Kind kind;
  std::uint8_t costs[lanes];  // of the giver's side
  alignas(64) std::uint16_t values[lanes];
};

// A ring for one writer and one reader (Lamport 1983). What was written is seen after publish().
class Mailbox {
 public:
  /// The next message to fill in, null when the ring is full; put() keeps it.
  [[nodiscard]] Message* room() {
    if (filled_ - read_before_ == capacity) {
      read_before_ = read_.load(std::memory_order_acquire);
      if (filled_ - read_before_ == capacity) return nullptr;
    }
    return &ring_[filled_ % capacity];
  }
  void put() { ++filled_; }
  void publish() {
    if (filled_ != published_.load(std::memory_order_relaxed))
      published_.store(filled_, std::memory_order_release);
  }

  /// The oldest message that was not taken yet, null when there is none; pop() drops it.
  [[nodiscard]] const Message* front() const {
    const std::uint32_t taken = read_.load(std::memory_order_relaxed);
    return taken == published_.load(std::memory_order_acquire) ? nullptr : &ring_[taken % capacity];
  }
  void pop() { read_.store(read_.load(std::memory_order_relaxed) + 1, std::memory_order_release); }

 private:
  static constexpr std::uint32_t capacity = 128;

  alignas(64) std::uint32_t filled_ = 0;  // the writer's own
  std::uint32_t read_before_ = 0;         // as the writer last saw it
  alignas(64) std::atomic<std::uint32_t> published_{0};
  alignas(64) std::atomic<std::uint32_t> read_{0};
  Message ring_[capacity];
};

}  // namespace portolan::detail
