// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include <portolan/core/vec2.hpp>

namespace portolan {

/// Agents by place: a hash grid of square bins, rebuilt every tick by counting. Order of the answers: by bin,
/// then by index, so it depends on nothing but the input. Build O(n), no allocation once warm; any thread may
/// ask.
class Neighbours {
 public:
  /// Takes the agents listed in `who`, in bins that are `side` wide: about as far as most will look.
  void build(std::span<const Vec2> positions, std::span<const std::int32_t> layers,
             std::span<const std::uint32_t> who, float side);

  /// Calls visit(index) for every agent in the bins within `reach` of a position on both axes: all within
  /// `reach`, and some more.
  template <class Visit>
  void around(Vec2 position, std::int32_t layer, float reach, Visit&& visit) const;

 private:
  struct Entry {
    std::int32_t x = 0;
    std::int32_t y = 0;
    std::int32_t layer = 0;
    std::uint32_t index = 0;
  };

  [[nodiscard]] std::int32_t bin(float v) const { return static_cast<std::int32_t>(std::floor(v * scale_)); }
  [[nodiscard]] std::uint32_t bucket(std::int32_t x, std::int32_t y, std::int32_t layer) const {
    const std::uint32_t h = static_cast<std::uint32_t>(x) * 0x9E3779B1U ^
                            static_cast<std::uint32_t>(y) * 0x85EBCA77U ^
                            static_cast<std::uint32_t>(layer) * 0xC2B2AE3DU;
    return (h ^ (h >> 15U)) & mask_;
  }

  std::vector<std::uint32_t> starts_;  // per bucket, one more at the end
  std::vector<Entry> entries_;
  std::vector<Entry> unsorted_;
  std::uint32_t mask_ = 0;
  float scale_ = 1;
};

// ---- inline details; callers can stop reading here ----

template <class Visit>
void Neighbours::around(Vec2 position, std::int32_t layer, float reach, Visit&& visit) const {
  if (entries_.empty()) return;
  const std::int32_t left = bin(position.x - reach), right = bin(position.x + reach);
  const std::int32_t top = bin(position.y - reach), bottom = bin(position.y + reach);
  for (std::int32_t y = top; y <= bottom; ++y) {
    for (std::int32_t x = left; x <= right; ++x) {
      const std::uint32_t b = bucket(x, y, layer);
      for (std::uint32_t i = starts_[b]; i < starts_[b + 1]; ++i) {
        const Entry& e = entries_[i];
        if (e.x == x && e.y == y && e.layer == layer) visit(e.index);
      }
    }
  }
}

}  // namespace portolan
