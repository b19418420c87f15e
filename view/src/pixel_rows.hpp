// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <span>

#include <portolan/view/canvas.hpp>

namespace portolan::detail {

/// Either cells are so many pixels wide, or pixels so many cells; the other number is 1.
struct PixelScale {
  int cell_pixels = 1;
  int pixel_cells = 1;

  /// Small areas are enlarged to about `wanted_side`, a cell to `max_cell_pixels` at most; those that are
  /// larger than `max_side` are made smaller.
  PixelScale(Rect area, int wanted_side, int max_side, int max_cell_pixels);

  [[nodiscard]] float scale() const {
    return static_cast<float>(cell_pixels) / static_cast<float>(pixel_cells);
  }
  [[nodiscard]] int pixels(int cells) const { return (cells * cell_pixels + pixel_cells - 1) / pixel_cells; }
};

/// Called with the rows of a picture in which each pixel shows `pixel_cells` cells along each side: their
/// mean, weighted by opacity, as opaque as they are in the mean.
void paint_rows(Rect area, int pixel_cells, const RowPainter& painter,
                const std::function<void(int y, std::span<const Color> row)>& take);

}  // namespace portolan::detail
