// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <portolan/view/canvas.hpp>

namespace portolan::detail {

/// Writes down what is drawn. See draw_svg.
class SvgCanvas final : public Canvas {
 public:
  SvgCanvas(Rect area, int wanted_side, int max_side);

  [[nodiscard]] Rect area() const override { return area_; }
  [[nodiscard]] float scale() const override { return scale_; }
  void cells(const RowPainter& painter) override;
  void fill(Vec2 corner, Vec2 opposite, Color color) override;
  void stroke(std::span<const Vec2> points, float width, Color color) override;
  void disc(Vec2 centre, float radius, Color color) override;
  void legend(std::span<const LegendEntry> entries) override;

  /// The picture as text.
  [[nodiscard]] std::string encode() const;

 private:
  [[nodiscard]] Vec2 to_pixels(Vec2 p) const;

  Rect area_;
  float scale_ = 1;
  int pixel_cells_ = 1;
  int width_ = 0;
  int height_ = 0;
  std::string body_;
  std::vector<LegendEntry> legend_;
};

}  // namespace portolan::detail
