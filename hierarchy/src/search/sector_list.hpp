// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <portolan/core/detail/timestamp_set.hpp>

namespace portolan::detail {

/// Distinct sectors in the order in which they were added. Keeps its memory; forgetting costs nothing.
class SectorList {
 public:
  /// Empties it, for sectors numbered below `count`.
  void begin(std::size_t count) {
    known_.begin(count);
    sectors_.clear();
  }
  void add(std::uint32_t sector) {
    if (known_.insert(sector)) sectors_.push_back(sector);
  }
  [[nodiscard]] bool contains(std::uint32_t sector) const { return known_.contains(sector); }
  [[nodiscard]] std::size_t size() const { return sectors_.size(); }
  [[nodiscard]] std::uint32_t operator[](std::size_t i) const { return sectors_[i]; }
  /// Holds until the next one is added.
  [[nodiscard]] std::span<const std::uint32_t> all() const { return sectors_; }
  [[nodiscard]] std::size_t memory_bytes() const { return heap_bytes(known_, sectors_); }

 private:
  TimestampSet known_;
  std::vector<std::uint32_t> sectors_;
};

}  // namespace portolan::detail
