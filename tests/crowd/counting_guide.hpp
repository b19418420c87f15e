// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>

#include "point_guide.hpp"

namespace portolan::test {

/// Counts how often it is asked for the way.
class CountingGuide final : public PointGuide {
 public:
  using PointGuide::PointGuide;
  [[nodiscard]] Vec2 heading(Vec2 p, std::int32_t layer) const override {
    ++asked;
    return PointGuide::heading(p, layer);
  }

  mutable std::atomic<int> asked{0};
};

}  // namespace portolan::test
