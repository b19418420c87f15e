// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/view/color.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace portolan {
namespace {

// Lightness, chroma and hue (in degrees) of OKLab in its polar form, from near to far.
struct Lch {
  double l;
  double c;
  double h;
};
constexpr std::array<Lch, 6> distance_stops{{{0.94, 0.10, 100},
                                             {0.84, 0.14, 135},
                                             {0.73, 0.11, 172},
                                             {0.62, 0.10, 222},
                                             {0.51, 0.13, 268},
                                             {0.40, 0.14, 302}}};

std::uint8_t to_srgb(double linear) {
  const double x = std::clamp(linear, 0.0, 1.0);
  const double encoded = x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow(x, 1 / 2.4) - 0.055;
  return static_cast<std::uint8_t>(std::lround(encoded * 255));
}

// OKLab to sRGB after Ottosson, "A perceptual color space for image processing" (2020).
Color from_lch(const Lch& stop) {
  const double angle = stop.h * 3.14159265358979323846 / 180;
  const double a = stop.c * std::cos(angle);
  const double b = stop.c * std::sin(angle);
  const double l = std::pow(stop.l + 0.3963377774 * a + 0.2158037573 * b, 3);
  const double m = std::pow(stop.l - 0.1055613458 * a - 0.0638541728 * b, 3);
  const double s = std::pow(stop.l - 0.0894841775 * a - 1.2914855480 * b, 3);
  return {to_srgb(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
          to_srgb(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
          to_srgb(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s), 255};
}

constexpr int table_size = 256;

std::array<Color, table_size> make_distance_table() {
  std::array<Color, table_size> table{};
  for (int i = 0; i < table_size; ++i) {
    const double place = i * (distance_stops.size() - 1.0) / (table_size - 1);
    const auto stop = std::min(static_cast<std::size_t>(place), distance_stops.size() - 2);
    const double t = place - static_cast<double>(stop);
    const Lch& from = distance_stops[stop];
    const Lch& to = distance_stops[stop + 1];
    table[static_cast<std::size_t>(i)] =
        from_lch({from.l + t * (to.l - from.l), from.c + t * (to.c - from.c), from.h + t * (to.h - from.h)});
  }
  return table;
}

}  // namespace

Color distance_color(double t) {
  static const std::array<Color, table_size> table = make_distance_table();
  return table[static_cast<std::size_t>(std::lround(std::clamp(t, 0.0, 1.0) * (table_size - 1)))];
}

Color group_color(std::size_t i) {
  static constexpr std::array<Color, 12> colors{rgb(0xD1495B), rgb(0x00798C), rgb(0xEDAE49), rgb(0x6A4C93),
                                                rgb(0x3F8F4F), rgb(0xE07A2F), rgb(0x2E5EAA), rgb(0xB5489B),
                                                rgb(0x7B4B2A), rgb(0x9BC53D), rgb(0x5BC0EB), rgb(0xF49AC2)};
  return colors[i % colors.size()];
}

}  // namespace portolan
