// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace portolan {

/// Numbers by 64-bit key, for searches over a part of a space that is too large for an array: open
/// addressing, memory kept, cleared in O(1). Not thread-safe for writers.
class KeyTable {
 public:
  static constexpr std::uint32_t none = ~0U;

  void clear();
  /// The number of a key, or `none`.
  [[nodiscard]] std::uint32_t find(std::uint64_t key) const;
  /// The place of a key's number; a new one holds `none`. Good until the next call.
  [[nodiscard]] std::uint32_t& at(std::uint64_t key);
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t memory_bytes() const { return slots_.capacity() * sizeof(Slot); }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t value = none;
    std::uint32_t generation = 0;  // empty unless it is the table's own
  };
  [[nodiscard]] std::size_t place(std::uint64_t key) const;
  void grow();

  std::vector<Slot> slots_;  // a power of two
  std::size_t size_ = 0;
  std::uint32_t generation_ = 1;
};

}  // namespace portolan
