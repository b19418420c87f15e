// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <portolan/core/result.hpp>
#include <portolan/view/canvas.hpp>

namespace portolan {

/// A picture as SVG: lines, discs and words stay sharp at any size, and can be edited. Cells lie in it as a
/// bitmap, a pixel to a cell. Cells are as wide as in a PngCanvas. Not thread-safe.
class SvgCanvas final : public Canvas {
 public:
  explicit SvgCanvas(Rect area, int wanted_side = 1024, int max_side = 4096,
                     Color background = rgb(0xF4EEE0));

  [[nodiscard]] Rect area() const override { return area_; }
  [[nodiscard]] float scale() const override { return scale_; }
  void cells(const RowPainter& painter) override;
  void fill(Vec2 corner, Vec2 opposite, Color color) override;
  void stroke(std::span<const Vec2> points, float width, Color color) override;
  void disc(Vec2 centre, float radius, Color color) override;
  void legend(std::span<const LegendEntry> entries) override;

  /// The picture as text.
  [[nodiscard]] std::string encode() const;
  /// Writes the file as a whole or not at all.
  [[nodiscard]] std::optional<Error> save(const std::filesystem::path& path) const;

 private:
  [[nodiscard]] Vec2 to_pixels(Vec2 p) const;

  Rect area_;
  float scale_ = 1;
  int pixel_cells_ = 1;
  int width_ = 0;
  int height_ = 0;
  Color background_;
  std::string body_;
  std::vector<LegendEntry> legend_;
};

}  // namespace portolan
