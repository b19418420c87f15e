// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace portolan::detail {

/// Numbers by area, for the areas that one search comes to: a hash table with linear probing, as large as the
/// search, where an array by area would be as large as the map and in no cache. Starting costs nothing.
class BlockIndex {
 public:
  static constexpr std::uint32_t none = ~0U;

  BlockIndex() : slots_(least_slots) {}

  void clear() {
    count_ = 0;
    if (++generation_ != 0) return;
    slots_.assign(slots_.size(), {});
    generation_ = 1;
  }
  [[nodiscard]] std::uint32_t find(std::uint32_t area) const {
    for (std::size_t at = home(area);; at = (at + 1) & (slots_.size() - 1)) {
      if (slots_[at].generation != generation_) return none;
      if (slots_[at].area == area) return slots_[at].number;
    }
  }
  /// Of an area that has none yet.
  void insert(std::uint32_t area, std::uint32_t number) {
    if (++count_ > slots_.size() / 4) grow();
    put(area, number);
  }
  [[nodiscard]] std::size_t memory_bytes() const { return slots_.capacity() * sizeof(Slot); }

 private:
  static constexpr std::size_t least_slots = 512;

  struct Slot {
    std::uint32_t area = 0;
    std::uint32_t number = 0;
    std::uint32_t generation = 0;
  };

  // Multiplicative hashing: Knuth, "The Art of Computer Programming" 3, 6.4.
  [[nodiscard]] std::size_t home(std::uint32_t area) const {
    return (area * std::uint64_t{0x9e3779b97f4a7c15}) >> (64 - std::countr_zero(slots_.size()));
  }
  void put(std::uint32_t area, std::uint32_t number) {
    std::size_t at = home(area);
    while (slots_[at].generation == generation_) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = {area, number, generation_};
  }
  void grow() {
    std::vector<Slot> before(2 * slots_.size());
    before.swap(slots_);
    for (const Slot& slot : before) {
      if (slot.generation == generation_) put(slot.area, slot.number);
    }
  }

  std::vector<Slot> slots_;  // a power of two
  std::size_t count_ = 0;
  std::uint32_t generation_ = 1;
};

}  // namespace portolan::detail
