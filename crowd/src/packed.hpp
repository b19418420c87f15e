// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include <portolan/core/assert.hpp>
#include <portolan/core/vec2.hpp>

// Numbers in fewer bits, for what there is one of per agent. What was packed is packed again to the same
// bits, so that copies and games that were saved go on as they were.
namespace portolan::detail {

/// The nearest whole number, of two the even one, of numbers up to four million: faster than a call of the
/// maths library, and than a branch.
[[nodiscard]] constexpr std::int32_t rounded(float v) {
  PORTOLAN_ASSERT(v >= -4e6F && v <= 4e6F, "what is rounded so is no larger");
  constexpr float ones = 12582912;  // 1.5 * 2^23: the last bit of what is near it stands for 1
  return static_cast<std::int32_t>(std::bit_cast<std::uint32_t>(v + ones) -
                                   std::bit_cast<std::uint32_t>(ones));
}

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

/// A vector of length 1 or 0, or less, to a five hundredth of a degree. What is zero, or along an axis, is
/// exact.
class UnitVector {
 public:
  constexpr UnitVector() = default;
  explicit constexpr UnitVector(Vec2 v) : x_(part(v.x)), y_(part(v.y)) {}
  /// By more than a quarter turn.
  [[nodiscard]] constexpr bool is_against(UnitVector other) const {
    return std::int64_t{x_} * other.x_ + std::int64_t{y_} * other.y_ < 0;
  }
  constexpr operator Vec2() const {  // NOLINT(google-explicit-constructor): it is one
    return {static_cast<float>(x_) * (1 / one), static_cast<float>(y_) * (1 / one)};
  }

 private:
  static constexpr float one = 0x7FFF;

  [[nodiscard]] static constexpr std::int16_t part(float v) {
    return static_cast<std::int16_t>(rounded(std::clamp(v, -1.0F, 1.0F) * one));
  }

  std::int16_t x_ = 0, y_ = 0;
};

/// From 0 to 1 in 16 bits, of which 0, 1/2 and 1 are exact.
class Share {
 public:
  explicit constexpr Share(float v)
      : parts_(static_cast<std::uint16_t>(std::clamp(v, 0.0F, 1.0F) * one + 0.5F)) {}
  constexpr operator float() const {  // NOLINT(google-explicit-constructor): it is one
    return static_cast<float>(parts_) * (1 / one);
  }

 private:
  static constexpr float one = 0xFFFE;

  std::uint16_t parts_;
};

/// A number in 16 bits, to a two thousandth of it, and to a four thousandth where none is below zero: from 2
/// to the power of `lowest` up to thirty-two doublings of that. What is nearer to zero is zero, and what is
/// larger the largest. With the upper half of a float, to a two hundred and fiftieth, the outermost of a
/// crowd went around a corner 0.7 cells farther out.
template <int lowest, bool has_sign>
class Rough {
 public:
  constexpr Rough() = default;
  explicit constexpr Rough(float v) {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(v), sign = bits >> 31U << 15U;
    const auto size = static_cast<std::int32_t>(((bits & 0x7FFFFFFFU) + (1U << (cut - 1))) >> cut);
    const auto kept = static_cast<std::uint32_t>(std::clamp(size - base, 0, most));
    bits_ = static_cast<std::uint16_t>(has_sign ? sign | kept : sign == 0 ? kept : 0);
  }
  constexpr operator float() const {  // NOLINT(google-explicit-constructor): it is one
    const std::uint32_t size = bits_ & static_cast<std::uint32_t>(most), sign = bits_ >> 15U << 31U;
    if (size == 0) return 0;
    return std::bit_cast<float>((has_sign ? sign : 0) | (size + static_cast<std::uint32_t>(base)) << cut);
  }

 private:
  static constexpr std::uint32_t cut = has_sign ? 13 : 12;  // bits of 23
  static constexpr std::int32_t base = (127 + lowest) << (23 - cut), most = has_sign ? 0x7FFF : 0xFFFF;

  std::uint16_t bits_ = 0;
};

/// A sum plus something, rounded up or down by the toss of a coin, so that it is right on average: rounded to
/// the nearest, many small steps of one length all err to the same side. Bits of the coin may be any.
[[nodiscard]] inline float fair_sum(float sum, double more, std::uint32_t coin) {
  constexpr std::uint64_t lost = (1ULL << 29U) - 1;  // bits that a double has more
  const double exact = static_cast<double>(sum) + more;
  const std::uint64_t tossed = std::bit_cast<std::uint64_t>(exact) + (coin & lost);
  return static_cast<float>(std::bit_cast<double>(tossed & ~lost));
}
/// A coin of an agent in a step: what is tossed step by step lies evenly over all that may come.
[[nodiscard]] constexpr std::uint32_t coin_of(std::uint32_t agent, std::uint32_t step) {
  return (step * 0x9E3779B9U + agent * 0x85EBCA6BU) >> 3U;
}

}  // namespace portolan::detail
