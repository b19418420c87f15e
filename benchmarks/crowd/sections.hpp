// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

#include <portolan/crowd/crowd.hpp>

#include <support/section_main.hpp>

namespace portolan::bench {

void bench_cost(Report& report, const Settings& settings);
void bench_detail(Report& report, const Settings& settings);
void bench_open_ground(Report& report, const Settings& settings);
void bench_clear(Report& report, const Settings& settings);

inline constexpr std::array<std::string_view, 3> avoidance_names{"none", "separation", "reciprocal"};

/// Straight to a point, on ground where nothing is in between: what a guide of the host's own may be.
class DirectGuide final : public Guide {
 public:
  explicit DirectGuide(Vec2 goal) : goal_(goal) {}

  [[nodiscard]] Vec2 heading(Vec2 position, std::int32_t) const override {
    return normalised(goal_ - position);
  }
  [[nodiscard]] std::optional<Cell> next(Cell c) const override {
    const Vec2 off = goal_ - centre_of(c);
    const auto step = [](float v) { return v > 0.5F ? 1 : v < -0.5F ? -1 : 0; };
    return Cell{c.x + step(off.x), c.y + step(off.y), c.layer};
  }
  [[nodiscard]] Distance remaining(Cell c) const override {
    return {static_cast<std::uint32_t>(length(goal_ - centre_of(c)) * 24)};
  }

 private:
  Vec2 goal_;
};

}  // namespace portolan::bench
