// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include <portolan/core/assert.hpp>

namespace portolan {

/// An sRGB colour with straight (not premultiplied) opacity; the default is fully transparent.
struct Color {
  std::uint8_t r = 0;
  std::uint8_t g = 0;
  std::uint8_t b = 0;
  std::uint8_t a = 0;

  constexpr bool operator==(const Color&) const = default;
};

/// 0xRRGGBB, opaque.
[[nodiscard]] constexpr Color rgb(std::uint32_t hex) {
  return {static_cast<std::uint8_t>(hex >> 16U), static_cast<std::uint8_t>(hex >> 8U & 0xFFU),
          static_cast<std::uint8_t>(hex & 0xFFU), 255};
}

namespace detail {

// std::lround is no constant expression.
constexpr std::uint8_t rounded(double channel) {
  return static_cast<std::uint8_t>(channel + 0.5);  // NOLINT(bugprone-incorrect-roundings): not negative
}

}  // namespace detail

/// The colour with another opacity, 0 (clear) to 1 (solid).
[[nodiscard]] constexpr Color faded(Color c, double opacity) {
  PORTOLAN_ASSERT(opacity >= 0 && opacity <= 1, "an opacity is a share, 0 to 1");
  c.a = detail::rounded(opacity * 255.0);
  return c;
}

/// From a (t = 0) to b (t = 1), opacity included.
[[nodiscard]] constexpr Color mix(Color a, Color b, double t) {
  PORTOLAN_ASSERT(t >= 0 && t <= 1, "a mixture lies between the two: a share, 0 to 1");
  const auto channel = [t](std::uint8_t from, std::uint8_t to) {
    return detail::rounded(from + (to - from) * t);
  };
  return {channel(a.r, b.r), channel(a.g, b.g), channel(a.b, b.b), channel(a.a, b.a)};
}

/// `over` laid on `under`, which is taken as opaque.
[[nodiscard]] constexpr Color blend(Color under, Color over) {
  Color out = mix(under, {over.r, over.g, over.b, 255}, over.a / 255.0);
  out.a = 255;
  return out;
}

/// Near (t = 0, light gold) to far (t = 1, deep indigo). Lightness falls evenly in OKLab, so that equal
/// differences look equal, also in grey.
[[nodiscard]] Color distance_color(double t);

/// A colour for the i-th group; twelve of them, the first eight told apart also by most colour-blind readers,
/// then again.
[[nodiscard]] Color group_color(std::size_t i);

}  // namespace portolan
