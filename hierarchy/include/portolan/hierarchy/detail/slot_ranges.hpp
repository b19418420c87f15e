// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <portolan/core/assert.hpp>

namespace portolan::detail {

/// Hands out runs of consecutive ids. A freed run is given again to the next request of the same length, so
/// that ids of others never move.
class SlotRanges {
 public:
  std::uint32_t take(std::uint32_t length) {
    if (length < free_.size() && !free_[length].empty()) {
      const std::uint32_t first = free_[length].back();
      free_[length].pop_back();
      return first;
    }
    const std::uint32_t first = end_;
    end_ += length;
    PORTOLAN_ASSERT(end_ >= first);
    return first;
  }
  void give_back(std::uint32_t first, std::uint32_t length) {
    if (length == 0) return;
    PORTOLAN_ASSERT(first + length <= end_);
    if (free_.size() <= length) free_.resize(length + 1);
    free_[length].push_back(first);
  }
  /// All ids handed out so far are below it.
  [[nodiscard]] std::uint32_t end() const { return end_; }
  /// As if all ids below `end` were in use.
  void restore(std::uint32_t end) {
    free_.clear();
    end_ = end;
  }
  /// Which runs are free, in the order in which they were freed: length and first id of each.
  [[nodiscard]] std::vector<std::uint32_t> free_runs() const {
    std::vector<std::uint32_t> flat;
    for (std::size_t length = 1; length < free_.size(); ++length) {
      for (const std::uint32_t first : free_[length])
        flat.insert(flat.end(), {static_cast<std::uint32_t>(length), first});
    }
    return flat;
  }
  /// After `restore`. False where a run lies outside.
  [[nodiscard]] bool restore_free(std::span<const std::uint32_t> flat) {
    for (std::size_t i = 0; i + 1 < flat.size(); i += 2) {
      if (flat[i] > end_ || flat[i + 1] > end_ - flat[i]) return false;
      give_back(flat[i + 1], flat[i]);
    }
    return flat.size() % 2 == 0;
  }

 private:
  std::vector<std::vector<std::uint32_t>> free_;  // by length
  std::uint32_t end_ = 0;
};

}  // namespace portolan::detail
