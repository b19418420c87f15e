// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <portolan/core/assert.hpp>
#include <portolan/core/vec2.hpp>
#include <portolan/crowd/crowd.hpp>

namespace portolan::detail {

/// The ranks of a formation, from the first one back, around the middle of them all.
class Ranks {
 public:
  Ranks(Formation shape, std::size_t agents, float step) : shape_(shape), agents_(agents), step_(step) {
    PORTOLAN_ASSERT(agents > 0 && step > 0, "a formation is of somebody");
    for (std::size_t left = agents; left > 0; ++count_) left -= std::min(left, width(count_));
  }

  [[nodiscard]] std::size_t count() const { return count_; }
  /// How far from the middle the last slot can be, where so many times the ranks are looked at.
  [[nodiscard]] float reach(std::size_t times) const {
    const auto widest = static_cast<float>(width(times * count_));
    return step_ * (static_cast<float>(times * count_) + widest);
  }
  /// Slots of a rank that so many agents are left for: x forward, y to the right. The last rank stands in the
  /// middle.
  [[nodiscard]] std::vector<Vec2> slots(std::size_t rank, std::size_t left) const {
    const std::size_t wide = std::min(width(rank), left);
    const float ahead = (static_cast<float>(count_ - 1) * 0.5F - static_cast<float>(rank)) * step_;
    std::vector<Vec2> found;
    for (std::size_t k = 0; k < wide; ++k)
      found.push_back({ahead, (static_cast<float>(k) - static_cast<float>(wide - 1) * 0.5F) * step_});
    return found;
  }

 private:
  [[nodiscard]] std::size_t width(std::size_t rank) const {
    if (shape_ == Formation::wedge) return 2 * rank + 1;
    constexpr float longer = 8;  // than broad, or broader than long
    const float ratio = shape_ == Formation::line ? longer : shape_ == Formation::column ? 1 / longer : 1;
    return static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<float>(agents_) * ratio)));
  }

  Formation shape_;
  std::size_t agents_;
  float step_;
  std::size_t count_ = 0;
};

}  // namespace portolan::detail
