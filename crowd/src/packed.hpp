// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include <portolan/core/vec2.hpp>

// Numbers in fewer bits, for what there is one of per agent. What was packed is packed again to the same
// bits, so that copies and games that were saved go on as they were.
namespace portolan::detail {

/// Where a body faces, to a hundredth of a degree: a quadrant, and how far the direction is through it on the
/// straight line from one axis to the next. Axes and diagonals are exact.
class Bearing {
 public:
  constexpr Bearing() = default;
  /// Of any length; zero: none.
  explicit Bearing(Vec2 v) {
    const float sum = std::abs(v.x) + std::abs(v.y);
    if (!(sum > 0)) return;
    const std::uint32_t quadrant = v.x > 0 && v.y >= 0 ? 0 : v.x <= 0 && v.y > 0 ? 1 : v.x < 0 ? 2 : 3;
    const float off = quadrant % 2 == 0 ? v.y : v.x;  // from the axis on which the quadrant begins
    const auto part = static_cast<std::uint32_t>(std::abs(off) / sum * steps + 0.5F);
    code_ = static_cast<std::uint16_t>(1 + (quadrant * steps + part) % (4 * steps));
  }
  /// The same way, of some length; zero: none.
  [[nodiscard]] Vec2 towards() const {
    if (code_ == 0) return {};
    const std::uint32_t at = code_ - 1U, quadrant = at / steps;
    const auto part = static_cast<float>(at % steps), rest = static_cast<float>(steps) - part;
    const Vec2 first{rest, part};
    const Vec2 halves = quadrant % 2 == 0 ? first : right_of(first);
    return quadrant < 2 ? halves : halves * -1.0F;
  }
  [[nodiscard]] bool is_one() const { return code_ <= 4 * steps; }

 private:
  static constexpr std::uint32_t steps = 16382;  // of a quadrant

  std::uint16_t code_ = 0;
};

/// A sum plus something, rounded up or down by the toss of a coin, so that it is right on average: rounded to
/// the nearest, many small steps of one length all err to the same side. Bits of the coin may be any.
[[nodiscard]] inline float fair_sum(float sum, double more, std::uint32_t coin) {
  constexpr std::uint64_t lost = (1ULL << 29U) - 1;  // bits that a double has more
  const double exact = static_cast<double>(sum) + more;
  const std::uint64_t tossed = std::bit_cast<std::uint64_t>(exact) + (coin & lost);
  return static_cast<float>(std::bit_cast<double>(tossed & ~lost));
}
/// A coin of an agent in a step.
[[nodiscard]] constexpr std::uint32_t coin_of(std::uint32_t agent, std::uint32_t step) {
  const std::uint64_t mixed = (std::uint64_t{step} << 32U | agent) * 0x9E3779B97F4A7C15ULL;
  return static_cast<std::uint32_t>((mixed ^ mixed >> 29U) * 0xBF58476D1CE4E5B9ULL >> 33U);
}

}  // namespace portolan::detail
