// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <portolan/core/result.hpp>
#include <portolan/view/canvas.hpp>

namespace portolan {

/// A picture in memory, then a PNG. Cells are whole pixels, or pixels are whole cells: the scale is an
/// integer or one over an integer. Lines and discs are smoothed. Memory: 3 bytes per pixel while drawing. Not
/// thread-safe.
class PngCanvas final : public Canvas {
 public:
  static constexpr int max_cell_pixels = 32;

  /// Areas that are smaller than `wanted_side` are scaled up, several pixels to a cell, at most
  /// `max_cell_pixels`; those that are larger than `max_side` are scaled down, several cells to a pixel.
  explicit PngCanvas(Rect area, int wanted_side = 1024, int max_side = 2048,
                     Color background = rgb(0xF4EEE0));

  [[nodiscard]] Rect area() const override { return area_; }
  [[nodiscard]] float scale() const override;
  void cells(const RowPainter& painter) override;
  void fill(Vec2 corner, Vec2 opposite, Color color) override;
  void stroke(std::span<const Vec2> points, float width, Color color) override;
  void disc(Vec2 centre, float radius, Color color) override;
  void legend(std::span<const LegendEntry> entries) override;

  [[nodiscard]] int width() const { return width_; }
  /// Height without the legend.
  [[nodiscard]] int height() const { return height_; }
  [[nodiscard]] Color pixel(int x, int y) const;

  /// The picture as a PNG file in memory.
  [[nodiscard]] std::string encode() const;
  /// Writes the file as a whole or not at all.
  [[nodiscard]] std::optional<Error> save(const std::filesystem::path& path) const;

 private:
  void segment(Vec2 from, Vec2 to, float half_width);
  void cover(int x, int y, float amount);
  void lay_coverage(Color color);
  void blend_pixel(int x, int y, Color color);
  [[nodiscard]] std::size_t place(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
  }
  [[nodiscard]] Vec2 to_pixels(Vec2 p) const;

  Rect area_;
  int cell_pixels_ = 1;  // pixels per cell, or 1
  int pixel_cells_ = 1;  // cells per pixel, or 1
  int width_ = 0;
  int height_ = 0;
  std::vector<std::uint8_t> pixels_;    // rows of RGB
  std::vector<std::uint8_t> coverage_;  // of the stroke under way; zero in between
  std::vector<std::size_t> covered_;    // pixels with coverage
  std::vector<LegendEntry> legend_;
};

}  // namespace portolan
