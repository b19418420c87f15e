// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/flat_hash.hpp>

#include "search/area_costs.hpp"

namespace portolan::detail {

/// The costs inside areas that one query has worked out, by the level that they are on and a key: the area,
/// or the agent that they are of. Keeps its memory from query to query; look-up O(1).
class AreaCostsMap {
 public:
  explicit AreaCostsMap(std::size_t levels) : numbers_(levels) {}

  void clear() {
    used_ = 0;
    for (Numbers& numbers : numbers_) numbers.clear();
  }
  /// Scratch for the next costs; nobody finds it before it is kept.
  [[nodiscard]] AreaCosts& spare() {
    if (used_ == costs_.size()) costs_.push_back(std::make_unique<AreaCosts>());
    return *costs_[used_];
  }
  /// Keeps the spare ones under a key that has none yet.
  void keep_spare(std::size_t at, std::uint32_t key) {
    PORTOLAN_ASSERT(used_ < costs_.size() && find(at, key) == nullptr);
    numbers_[at].add(key, static_cast<std::uint32_t>(used_++));
  }
  /// Null: none was kept.
  [[nodiscard]] const AreaCosts* find(std::size_t at, std::uint32_t key) const {
    PORTOLAN_ASSERT(at < numbers_.size());
    const std::uint32_t* const number = numbers_[at].find(key);
    return number == nullptr ? nullptr : costs_[*number].get();
  }
  [[nodiscard]] std::size_t memory_bytes() const { return heap_bytes(costs_, numbers_); }

 private:
  using Numbers = FlatHash<std::uint32_t, std::uint32_t>;

  std::vector<std::unique_ptr<AreaCosts>> costs_;  // those in use first
  std::size_t used_ = 0;
  std::vector<Numbers> numbers_;  // by level: which of them
};

}  // namespace portolan::detail
