// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "pixel_rows.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include <portolan/core/assert.hpp>

namespace portolan::detail {
namespace {

using Sum = std::array<std::uint64_t, 5>;  // red, green, blue, times opacity; opacity; cells

void add(Sum& sum, Color c) {
  sum[0] += std::uint64_t{c.r} * c.a;
  sum[1] += std::uint64_t{c.g} * c.a;
  sum[2] += std::uint64_t{c.b} * c.a;
  sum[3] += c.a;
  ++sum[4];
}

Color mean_of(const Sum& sum) {
  if (sum[3] == 0) return {};
  const auto mean = [&sum](std::size_t i) { return static_cast<std::uint8_t>(sum[i] / sum[3]); };
  return {mean(0), mean(1), mean(2), static_cast<std::uint8_t>(sum[3] / sum[4])};
}

}  // namespace

PixelScale::PixelScale(Rect area, int wanted_side, int max_side, int max_cell_pixels) {
  PORTOLAN_ASSERT(area.width > 0 && area.height > 0, "a picture shows cells");
  PORTOLAN_ASSERT(max_side > 0, "a picture has pixels");
  const int side = std::max(area.width, area.height);
  if (side > max_side) {
    pixel_cells = (side + max_side - 1) / max_side;
  } else {
    cell_pixels = std::clamp(wanted_side / side, 1, max_cell_pixels);
  }
}

void paint_rows(Rect area, int pixel_cells, const RowPainter& painter,
                const std::function<void(int y, std::span<const Color> row)>& take) {
  std::vector<Color> row(static_cast<std::size_t>(area.width));
  std::vector<Sum> sums(static_cast<std::size_t>((area.width + pixel_cells - 1) / pixel_cells));
  for (int y = 0; y < area.height; ++y) {
    std::ranges::fill(row, Color{});
    painter({area.x, area.y + y, area.layer}, row);
    if (pixel_cells == 1) {
      take(y, row);
      continue;
    }
    for (int x = 0; x < area.width; ++x)
      add(sums[static_cast<std::size_t>(x / pixel_cells)], row[static_cast<std::size_t>(x)]);
    if (y % pixel_cells != pixel_cells - 1 && y + 1 != area.height) continue;
    std::ranges::transform(sums, row.begin(), mean_of);
    std::ranges::fill(sums, Sum{});
    take(y / pixel_cells, std::span(row).first(sums.size()));
  }
}

}  // namespace portolan::detail
