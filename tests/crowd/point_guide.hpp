// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include <portolan/crowd/guide.hpp>

namespace portolan::test {

/// Straight to a point, on ground where nothing is in between.
class PointGuide : public Guide {
 public:
  explicit PointGuide(Vec2 goal) : goal_(goal) {}
  [[nodiscard]] Vec2 heading(Vec2 p, std::int32_t) const override { return normalised(goal_ - p); }
  [[nodiscard]] std::optional<Cell> next(Cell c) const override {
    const Vec2 way = normalised(goal_ - centre_of(c)) * 1.4F;
    return Cell{c.x + static_cast<std::int32_t>(way.x), c.y + static_cast<std::int32_t>(way.y), c.layer};
  }
  [[nodiscard]] Distance remaining(Cell c) const override {
    return {static_cast<std::uint32_t>(length(goal_ - centre_of(c)) * 24)};
  }

 private:
  Vec2 goal_;
};

}  // namespace portolan::test
