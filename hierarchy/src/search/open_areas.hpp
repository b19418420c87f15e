// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "simd/rows.hpp"

namespace portolan::detail {

/// The blocks of a search that have an open node, each by its best: a tournament (Knuth, "The Art of Computer
/// Programming" 3, 5.4.1) of 16 at a time, where a block changes its place without leaving stale entries
/// behind. Ties go to the smaller estimate, then to the smaller number. Setting costs up to one comparison of
/// 16 in a register per level, of which 256 blocks need two; asking costs a look-up per level. Keeps its
/// memory.
class OpenAreas {
 public:
  void clear() {
    for (std::size_t level = 0; level < height_; ++level) levels_[level].clear();
    height_ = 0;
  }

  /// Sets the best of a block; Lanes::far: none.
  void set(std::uint32_t number, std::uint32_t bound, std::uint32_t estimate) {
    if (height_ == 0) grow();
    for (std::size_t level = 0;; ++level) {
      const std::uint32_t group = number / fan;
      std::vector<Group>& groups = levels_[level];
      if (groups.size() <= group) groups.resize(group + 1);
      const bool better_or_worse = groups[group].set(number % fan, bound, estimate);
      if (level + 1 == height_ && groups.size() > 1) grow();
      if (level + 1 == height_ || !better_or_worse) return;
      number = group;
      bound = groups[group].best.bound;
      estimate = groups[group].best.estimate;
    }
  }

  struct First {
    std::uint32_t bound = Lanes::far;  ///< none is open
    std::uint32_t number = 0;
  };
  [[nodiscard]] First first() const {
    if (height_ == 0) return {};
    First found{levels_[height_ - 1][0].best.bound, 0};
    for (std::size_t level = height_; level-- > 0;)
      found.number = found.number * fan + levels_[level][found.number].best.lane;
    return found;
  }

  [[nodiscard]] std::size_t memory_bytes() const {
    std::size_t bytes = 0;
    for (const auto& groups : levels_) bytes += groups.capacity() * sizeof(Group);
    return bytes;
  }

 private:
  static constexpr std::uint32_t fan = Lanes::width;

  struct alignas(64) Group {
    std::uint32_t bound[fan];
    std::uint32_t estimate[fan] = {};
    LeastLane best;

    Group() {
      for (std::uint32_t& one : bound) one = Lanes::far;
    }
    /// False when the best is what it was.
    bool set(std::uint32_t lane, std::uint32_t new_bound, std::uint32_t new_estimate) {
      bound[lane] = new_bound;
      estimate[lane] = new_estimate;
      const bool better = new_bound != best.bound         ? new_bound < best.bound
                          : new_estimate != best.estimate ? new_estimate < best.estimate
                                                          : lane < best.lane;
      if (better) {
        best = {new_bound, new_estimate, lane};
        return true;
      }
      if (lane != best.lane) return false;
      const LeastLane old = best;
      best = least_lane(Lanes{nullptr, bound, estimate, nullptr}, fan);
      return best.bound != old.bound || best.estimate != old.estimate;
    }
  };

  // A level above, which gets what is in the first group of the one below.
  void grow() {
    levels_[height_].resize(1);
    if (height_ > 0) {
      const LeastLane& best = levels_[height_ - 1][0].best;
      levels_[height_][0].set(0, best.bound, best.estimate);
    }
    ++height_;
  }

  std::array<std::vector<Group>, 8> levels_;  // enough for all numbers
  std::size_t height_ = 0;
};

}  // namespace portolan::detail
