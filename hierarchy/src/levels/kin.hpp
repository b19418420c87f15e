// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <span>
#include <vector>

#include <portolan/core/detail/prefetch.hpp>

namespace portolan::detail {

/// Kinds that are alike take in the same edits one after the other. What each begins with lies far apart in
/// memory, and to wait for it takes as long as all that it does: so each has it fetched for the one that
/// comes next. These are addresses, and nothing is read through them: the other may be at work meanwhile, or
/// gone.
class Kin {
 public:
  /// Of a list with an entry of so many bytes for each sector.
  struct List {
    const void* begin = nullptr;
    std::size_t bytes = 0;
  };
  static constexpr std::size_t lists = 3;

  explicit Kin(std::size_t count) : places_(count) {}

  /// Where the one at a place has its lists.
  void tell(std::size_t place, const std::array<List, lists>& own) {
    for (std::size_t k = 0; k < lists; ++k) {
      places_[place][k].begin.store(static_cast<const std::byte*>(own[k].begin), std::memory_order_relaxed);
      places_[place][k].bytes.store(own[k].bytes, std::memory_order_relaxed);
    }
  }
  /// Fetches what the one after a place has of some sectors; `sector(item)` tells which.
  template <class Item, class Sector>
  void fetch_after(std::size_t place, std::span<const Item> items, const Sector& sector) const {
    if (place + 1 >= places_.size()) return;
    for (const auto& list : places_[place + 1]) {
      const std::byte* const begin = list.begin.load(std::memory_order_relaxed);
      if (begin == nullptr) return;
      const std::size_t bytes = list.bytes.load(std::memory_order_relaxed);
      for (const Item& item : items) prefetch_line(begin + sector(item) * bytes);
    }
  }

 private:
  struct Place {
    std::atomic<const std::byte*> begin{nullptr};
    std::atomic<std::size_t> bytes{0};
  };
  std::vector<std::array<Place, lists>> places_;
};

}  // namespace portolan::detail
